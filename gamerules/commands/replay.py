"""``gamerules replay RECORD``: a record played by the rules, step by step, with a verdict on each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gamerules.game import CHANCE
from gamerules.records import Disagreement, Moment, Record, Replay, load, replay

WHAT = "Play a record by the rules, step by step, and compare every step with what the record says."


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the steps with their verdicts, or with ``--json`` as JSON; return 1 if text and rules disagree."""
    from gamerules.cli import DISAGREES, DONE, Parser

    parser = Parser(prog=prog, description=WHAT)
    parser.add_argument("record", type=Path, metavar="RECORD", help="a YAML file")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    played = replay(load(options.record))
    if options.json:
        print(json.dumps(_data(played), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(played)))
    return DISAGREES if played.disagreements else DONE


def _lines(played: Replay) -> list[str]:
    record = played.record
    lines = [f"{record.title} ({record.game.title}, {record.preset})"]
    for index, step in enumerate(record.steps):
        if index >= len(record.steps) - played.unreached:
            break
        loci = f" ({' '.join(step.loci)})" if step.loci else ""
        lines.append(f"step {index + 1}: {_label(played, index)}{loci}")
        lines += [f"  {_who(record, moment)}: {moment.action}" for moment in _moments(played, index)]
        differ = _of_step(played, index)
        lines += [f"  {_message(record, one)}" for one in differ] or ["  holds"]
    if played.unreached == len(record.steps):
        lines += [f"  {_message(record, one)}" for one in played.disagreements]
    if played.unreached:
        lines.append(f"not reached: the last {played.unreached} of {len(record.steps)} steps")
    count = len(played.disagreements)
    verdict = "the record holds" if not count else f"{count} disagreement{'s' * (count > 1)}"
    lines.append(f"{played.compared} compared: {verdict}")
    return lines


def _data(played: Replay) -> dict[str, Any]:
    record = played.record
    reached = len(record.steps) - played.unreached
    return {
        "record": record.path,
        "game": record.game.name,
        "rules": record.preset,
        "title": record.title,
        "origin": record.origin,
        "holds": not played.disagreements,
        "compared": played.compared,
        "unreached": played.unreached,
        "steps": [
            {
                "line": step.line,
                "label": _label(played, index),
                "loci": step.loci,
                "actions": [
                    {"who": _who(record, moment), "does": str(moment.action)} for moment in _moments(played, index)
                ],
                "holds": not _of_step(played, index),
            }
            for index, step in enumerate(record.steps[:reached])
        ],
        "disagreements": [
            {
                "file": record.path,
                "line": one.line,
                "label": one.label,
                "loci": one.loci,
                "says": one.says,
                "gives": one.gives,
                "by": one.by,
            }
            for one in played.disagreements
        ],
    }


def _moments(played: Replay, index: int) -> list[Moment]:
    return [moment for moment in played.moments if moment.action is not None and moment.step == index]


def _of_step(played: Replay, index: int) -> list[Disagreement]:
    """Return the disagreements that stand in the lines of one step."""
    steps = played.record.steps
    end = steps[index + 1].line if index + 1 < len(steps) else float("inf")
    return [one for one in played.disagreements if steps[index].line <= one.line < end]


def _label(played: Replay, index: int) -> str:
    step = played.record.steps[index]
    if step.label:
        return step.label
    state = next((moment.state for moment in reversed(played.moments) if moment.step < index), None)
    state = state or played.moments[0].state
    label = played.record.game.label
    return label(state) if label else str(state.phase)


def _who(record: Record, moment: Moment) -> str:
    assert moment.actor is not None
    if moment.actor == CHANCE:
        words = {act.who for act in record.steps[moment.step].does} & set(record.game.chance_words)
        return words.pop() if len(words) == 1 else "chance"
    return record.players[moment.actor]


def _message(record: Record, one: Disagreement) -> str:
    loci = f" ({', '.join(one.loci)})" if one.loci else ""
    by = f" by {', '.join(one.by)}" if one.by else ""
    return f"{record.path}:{one.line}: {one.label}{loci}: the record says {one.says}; the rules give {one.gives}{by}"
