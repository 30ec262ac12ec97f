"""Runs a record: replays its deal by the rules and reports each place where the two part, at the record's own line."""

from __future__ import annotations

import json
import re
import traceback
from dataclasses import replace

from gamerules import records
from verify.checks.context import Context, Draft, Stop, captured
from verify.checks.files import read, record_path
from verify.model import Edit, Finding, Place

_PLAIN = re.compile(r"[\w♠♥♦♣](?:[\w♠♥♦♣ ./+-]*[\w♠♥♦♣])?")


def run_record(context: Context, draft: Draft) -> None:
    """Load and replay a record; each disagreement is a finding."""
    path = record_path(draft.check, context.settings.docs)
    text = read(context.settings.root, path, draft.check.place, draft.check.text)
    if isinstance(text, Finding):
        raise Stop(text)
    try:
        with captured():
            replay = records.replay(records.parse(text, path))
    except records.RecordError as error:
        place = Place(error.path, error.line)
        raise Stop(draft.finding(error.message, place=place, shown_at=draft.check.place)) from None
    except BaseException as error:
        raise Stop(_rule_fault(context, draft, error, path)) from None
    draft.compared = replay.compared
    if not (replay.compared or replay.disagreements):
        draft.report("the record compares nothing", hint="give a step 'does', 'refuses' or 'says'")
    steps = replay.record.steps
    reached = steps[: len(steps) - replay.unreached]
    draft.loci = tuple(dict.fromkeys(locus for played in reached for locus in played.loci))
    for entry in replay.disagreements:
        draft.report(
            f"the record says {entry.says}",
            place=Place(path, entry.line),
            gives=entry.gives,
            loci=entry.loci or draft.check.loci,
            by=tuple(locus for locus in entry.by if locus not in entry.gives),
            label=entry.label,
            shown_at=draft.check.place,
        )
        if entry.node is not None and isinstance(entry.node.value, str):
            place, old = Place(path, entry.node.line, entry.node.column), text[entry.node.start : entry.node.end]
            plain = _PLAIN.fullmatch(entry.value)  # YAML reads anything else back only in quotation marks
            draft.edits.append(Edit(place, old, entry.value if plain else json.dumps(entry.value, ensure_ascii=False)))


def _rule_fault(context: Context, draft: Draft, error: BaseException, path: str) -> Finding:
    """Make the finding for a rule that raised something it should not, at the entry that was being played."""
    found = context.raised(draft, error)
    line, loci, label = 1, draft.check.loci, ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename != records.__file__:
            continue
        for value in frame.f_locals.values():
            if isinstance(value, (records.Step, records.Act)):
                line = value.line
            if isinstance(value, records.Step):
                loci, label = value.loci, value.label
    return replace(found, place=Place(path, line), loci=loci, label=label, shown_at=draft.check.place)
