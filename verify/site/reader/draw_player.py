"""Puts beside each record the data with which a script steps through it; without the script, the list stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

from docutils import nodes

from gamerules.records import Record
from verify.draw.nodes import blocks
from verify.draw.writers import spoken
from verify.model import Result
from verify.site import facts
from verify.site.context import Context
from verify.site.reader.frames import Frames, frames_of, loci_of

Target = Callable[[str], str | None]
"""The address of a locus, relative to the page; None if it is not translated."""


def add_players(context: Context, doctree: nodes.document) -> None:
    """Put the data after each record of a page that is about to be written."""
    site = context.site
    for node in blocks(doctree, "record"):
        result = site.result(node, context.docname)
        if result is None or not result.compared:
            continue
        path = site.path_of(result.check)
        replay = site.replay(path)
        frames = frames_of(replay)
        if frames.frames:
            texts = texts_for(context, result)
            data = document(frames, PurePosixPath(path).stem, replay.record, context.locus_address, texts)
            script = f'<script type="application/json" class="reader-record">{embed(data)}</script>\n'
            node.parent.insert(node.parent.index(node) + 1, nodes.raw("", script, format="html"))


def texts_for(context: Context, result: Result) -> dict[str, str]:
    """Return the sentences that a record may show: those of the sources that it is about."""
    names = {locus.partition(".")[0] for locus in result.loci}
    texts = facts.texts_of_site(context.env)
    return {locus: text for locus, text in texts.items() if locus.partition(".")[0] in names}


def document(frames: Frames, stem: str, record: Record, target: Target, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return all the data for the script.

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
