"""Replays a record in a process of its own, and makes a finding of each place where it and the rules part."""

from __future__ import annotations

import json
import re
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, Final

from gamerules import records
from verify.checks import exceptions
from verify.checks.draft import Draft, Stop
from verify.checks.files import read, record_path
from verify.checks.said import Maybe, Said, several, take
from verify.model import Edit, Finding, Place

_PLAIN: Final = re.compile(r"[\w♠♥♦♣](?:[\w♠♥♦♣ ./+-]*[\w♠♥♦♣])?")
_NODE: Final = (records.Node, str, str, int, int, int, int)
_DISAGREEMENT: Final = (records.Disagreement, int, [str], str, str, str, [str], Maybe(_NODE), str)
_REPLAYED: Final = (several, int, [str], [_DISAGREEMENT], Maybe((records.RecordError, str, int, str)))
"""How much was compared, the loci that were reached, where record and rules part, or why it cannot be read."""


def replayed(path: str) -> list[Any] | None:
    """Replay a record below the current folder, in its process; None if the file cannot be read, which we then tell."""
    text = read(Path(), path, Place(path, 1), path)
    if isinstance(text, Finding):
        return None
    try:
        replay = records.replay(records.parse(text, path))
    except records.RecordError as error:
        return [0, [], [], [error.path, error.line, error.message]]
    steps = replay.record.steps
    loci = [locus for step in steps[: len(steps) - replay.unreached] for locus in step.loci]
    parting = [
        entry if entry.node and isinstance(entry.node.value, str) else replace(entry, node=None)
        for entry in replay.disagreements
    ]
    return [replay.compared, loci, [astuple(entry) for entry in parting], None]


def judge_record(draft: Draft, said: Said) -> None:
    """Make a finding of each disagreement."""
    path = record_path(draft.check, draft.settings.docs)
    text = read(draft.settings.root, path, draft.check.place, draft.check.text)
    if isinstance(text, Finding):
        raise Stop(text)
    (part,) = said.parts
    if part.raised is not None:
        found, step = exceptions.raised(draft, part.raised), part.raised.step
        line, loci, label = step or (1, draft.check.loci, "")
        raise Stop(replace(found, place=Place(path, line), loci=tuple(loci), label=label, shown_at=draft.check.place))
    draft.compared, loci, disagreements, unread = take(part.value, _REPLAYED)
    if unread:
        place = Place(unread.path, unread.line)
        raise Stop(draft.finding(unread.message, place=place, shown_at=draft.check.place))
    draft.loci = tuple(dict.fromkeys(loci))
    if not (draft.compared or disagreements):
        draft.report("the record compares nothing", hint="give a step 'does', 'refuses' or 'says'")
    for entry in disagreements:
        draft.report(
            f"the record says {entry.says}",
            place=Place(path, entry.line),
            gives=entry.gives,
            loci=tuple(entry.loci) or draft.check.loci,
            by=tuple(locus for locus in entry.by if locus not in entry.gives),
            label=entry.label,
            shown_at=draft.check.place,
        )
        if node := entry.node:
            place, old = Place(path, node.line, node.column), text[node.start : node.end]
            plain = _PLAIN.fullmatch(entry.value)  # YAML reads anything else back only in quotation marks
            draft.edits.append(Edit(place, old, entry.value if plain else json.dumps(entry.value, ensure_ascii=False)))
