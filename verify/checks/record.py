"""Runs a record: replays its deal by the rules and reports each place where the two part, at the record's own line."""

from __future__ import annotations

import json
import re
import traceback

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
        draft.fault("the record compares nothing", hint="give a step 'does', 'refuses' or 'says'")
    steps = replay.record.steps
    reached = steps[: len(steps) - replay.unreached]
    draft.loci = tuple(dict.fromkeys(locus for played in reached for locus in played.loci))
    draft.findings += [_finding(draft, path, entry) for entry in replay.disagreements]
    for entry in replay.disagreements:
        if entry.node is not None and isinstance(entry.node.value, str):
            place = Place(path, entry.node.line, entry.node.column)
            draft.edits.append(Edit(place, text[entry.node.start : entry.node.end], _yaml_text(entry.value)))


def _yaml_text(value: str) -> str:
    """Write a text so that YAML reads it back, in a list or mapping too."""
    return value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)


def _finding(draft: Draft, path: str, entry: records.Disagreement) -> Finding:
    """Turn a disagreement into a finding."""
    return Finding(
        place=Place(path, entry.line),
        code="verify.record",
        says=f"the record says {entry.says}",
        gives=entry.gives,
        loci=entry.loci or draft.check.loci,
        by=tuple(locus for locus in entry.by if locus not in entry.gives),
        label=entry.label,
        shown_at=draft.check.place,
    )


def _rule_fault(context: Context, draft: Draft, error: BaseException, path: str) -> Finding:
    """Make the finding for a rule that raised something it should not, at the entry that was being played."""
    found = context.raised(draft, error, draft.check.place.line)
    line, loci, label = 1, draft.check.loci, ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename != records.__file__:
            continue
        for value in frame.f_locals.values():
            if isinstance(value, (records.Step, records.Act)):
                line = value.line
            if isinstance(value, records.Step):
                loci, label = value.loci, value.label
    return Finding(
        Place(path, line),
        "verify.record",
        found.says,
        loci=loci,
        by=found.by,
        label=label,
        frames=found.frames,
        shown_at=draft.check.place,
    )
