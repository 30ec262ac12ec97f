"""Puts beside each record the data that a script needs to step through it; without the script the list stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

from docutils import nodes

from gamerules import records
from verify.draw.build import Site
from verify.draw.nodes import record_node
from verify.draw.writers import spoken
from verify.model import Result
from verify.site.reader.frames import Frames, frames_of, loci_of

Target = Callable[[str], str | None]
"""The address of a locus, as seen from the page; None if it is translated nowhere."""


def add_players(site: Site, doctree: nodes.document, target: Target, texts: Mapping[str, str], docname: str) -> bool:
    """Put the data after each record of a page that is about to be written; tell whether there was one."""
    found = False
    for node in list(doctree.findall(record_node)):
        result = _result(site, node, docname)
        if result is None or not result.compared:
            continue
        path = site.path_of(result.check)
        replay = records.replay(records.load(site.root / path, path))
        frames = frames_of(replay)
        if frames.frames:
            stem = PurePosixPath(path).stem
            data = document(frames, stem, replay.record, target, texts)
            script = f'<script type="application/json" class="reader-record">{embed(data)}</script>\n'
            node.parent.insert(node.parent.index(node) + 1, nodes.raw("", script, format="html"))
            found = True
    return found


def _result(site: Site, node: nodes.Element, docname: str) -> Result | None:
    results = site.results(node.get("docname", docname))
    number = node.get("check", -1)
    return results[number] if 0 <= number < len(results) else None


def document(
    frames: Frames, stem: str, record: records.Record, target: Target, texts: Mapping[str, str]
) -> dict[str, Any]:
    """Return all that the script is given.

    Args:
        frames: the frames.
        stem: the record's name, which begins its addresses.
        record: the record.
        target: gives the address of a locus.
        texts: the translated sentences, by locus.
    """
    loci = {
        locus: {"name": spoken(locus), "href": target(locus) or "", "text": texts.get(locus, "")}
        for locus in loci_of(frames)
    }
    entries = [[entry.side, str(entry.line), entry.points, entry.why, entry.locus] for entry in frames.entries]
    return {
        "name": stem,
        "title": record.title,
        "players": list(record.players),
        "loci": loci,
        "entries": entries,
        "steps": frames.steps,
        "frames": frames.frames,
    }


def embed(data: Any) -> str:
    """Return JSON that may stand inside a ``script`` element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")
