"""The records of the site as data: how each was played by the rules, step by step."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from gamerules import records
from gamerules.game import CHANCE
from gamerules.records import Record, Replay
from verify.model import Kind
from verify.site import engine
from verify.site.context import Context
from verify.site.data.sheet import DRAFT, Field, Sheet, Value


def replays(context: Context) -> dict[str, Replay]:
    """Return every record that a page shows, played through, by name: the game and the file's stem."""
    paths = {context.site.path_of(result.check) for result in context.results if result.check.kind is Kind.RECORD}
    found: dict[str, Replay] = {}
    for path in sorted(paths):
        try:
            replay = context.site.replay(path)
        except records.RecordError:
            continue  # a finding of the page that shows it
        name = f"{replay.record.game.name}-{path.rpartition('/')[2].partition('.')[0]}"
        found[name if name not in found else path] = replay
    return found


def as_data(name: str, replay: Replay) -> dict[str, Any]:
    """Return one record as plain data, ready for JSON."""
    record = replay.record
    steps = [
        {
            "loci": list(step.loci),
            "label": step.label,
            "note": step.note,
            "actions": [
                {"actor": actor(record, moment.actor), "action": str(moment.action)}
                for moment in replay.moments
                if moment.step == index and moment.actor is not None
            ],
            "says": {fact: node.plain() for fact, node in step.says.items()},
        }
        for index, step in enumerate(record.steps)
    ]
    return {
        "record": name,
        "game": record.game.name,
        "rules": record.preset,
        "title": record.title,
        "origin": record.origin,
        "players": list(record.players),
        "start": dict(record.start),
        "file": record.path,
        "holds": not replay.disagreements and not replay.unreached,
        "steps": steps,
        "scores": scores(replay),
    }


def actor(record: Record, number: int | None) -> str:
    """Return who acted, as a name."""
    return "chance" if number is None or number == CHANCE else record.players[number]


def scores(replay: Replay) -> list[dict[str, Any]]:
    """Return the entries of the ledger at the end of a record; none where a price is lost."""
    entries = engine.score_of(replay.moments[-1].state) if replay.moments else ()
    return [{**asdict(entry), "line": str(entry.line)} for entry in entries]


def sheets(found: dict[str, Replay]) -> list[Sheet]:
    """Return the records as sheets: the records, their actions, their scores."""
    rows: list[tuple[Value, ...]] = []
    actions: list[tuple[Value, ...]] = []
    entries: list[tuple[Value, ...]] = []
    for name, replay in found.items():
        record = replay.record
        rows.append((name, record.game.name, record.preset, record.title, record.origin, ", ".join(record.players)))
        number = 0
        for moment in replay.moments:
            if moment.actor is not None:
                number += 1
                loci = " ".join(record.steps[moment.step].loci) or None
                actions.append((name, number, moment.step + 1, actor(record, moment.actor), str(moment.action), loci))
        for index, entry in enumerate(scores(replay), start=1):
            entries.append((name, index, entry["side"], entry["line"], entry["points"], entry["locus"], entry["why"]))
    return [
        Sheet(
            "records",
            "The records: deals replayed by the rules",
            (
                Field("record", "its name"),
                Field("game", "the game", points_to="games.game"),
                Field("rules", "the named rules it is played by"),
                Field("title", "what it is"),
                Field("origin", "whether it is from the source or of our own making", choices=("source", "ours")),
                Field("players", "the players, in order, separated by commas"),
            ),
            tuple(rows),
            ("record",),
        ),
        Sheet(
            "actions",
            "What was done in each record",
            (
                Field("record", "the record", points_to="records.record"),
                Field("number", "the number of the action", type="integer"),
                Field("step", "the step of the record to which it belongs", type="integer"),
                Field("actor", "who acted; chance for what is dealt or turned"),
                Field("action", "a call, a card, …"),
                Field("loci", "the sentences that it is taken from, separated by spaces", required=False),
            ),
            tuple(actions),
            ("record", "number"),
        ),
        Sheet(
            "scores",
            "What was scored at the end of each record",
            (
                Field("record", "the record", points_to="records.record"),
                Field("number", "the number of the entry", type="integer"),
                Field("side", "whose entry it is"),
                Field("line", "above or below the line", choices=("above", "below")),
                Field("points", "the points", type="integer"),
                Field("locus", "the sentence that awards them"),
                Field("why", "what they are for"),
            ),
            tuple(entries),
            ("record", "number"),
        ),
    ]


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record's file."""
    text: dict[str, Any] = {"type": "string"}
    texts = {"type": "array", "items": text}

    def thing(**properties: Any) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    action = thing(actor=text, action=text)
    entry = thing(side=text, line={"enum": ["above", "below"]}, points={"type": "integer"}, locus=text, why=text)
    step = thing(loci=texts, label=text, note=text, actions={"type": "array", "items": action}, says={"type": "object"})
    return {
        "$schema": DRAFT,
        "title": "A record: a deal replayed by the rules",
        **thing(
            record=text,
            game=text,
            rules=text,
            title=text,
            origin={"enum": ["source", "ours"]},
            players=texts,
            start={"type": "object", "additionalProperties": text},
            file=text,
            holds={"type": "boolean"},
            steps={"type": "array", "items": step},
            scores={"type": "array", "items": entry},
        ),
    }
