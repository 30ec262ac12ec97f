import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import german_ombre, slam
from gamerules.game import find
from gamerules.lab.deals import deal_of, with_deals
from gamerules.notation import dump, write_record
from gamerules.notation.schema import schema, text
from gamerules.records import Record, parse, replay
from gamerules.rules import ImpossibleInputError

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "docs" / "games").glob("*/records/*.yaml"))
NAMES = ("Иван Ильич", "no", "8", "[b]")
"""Names that YAML would take for something else, or must quote."""


def played(name: str, preset: str, dealer: int, seed: int) -> tuple[Any, list[Any]]:
    """Return the first state of a random deal and its actions."""
    deal, game, rng = deal_of(name), find(name), Random(seed)
    first = state = deal.start(game.presets[preset], dealer)
    actions = []
    while True:
        action = game.policy(state, rng) if game.policy and rng.random() < 0.8 else rng.choice(state.legal_actions())
        actions.append(action)
        before, state = state, state.after(action)
        if deal.is_over(before, state):
            return first, actions


def content(record: Record) -> Any:
    """Return all that a record says, without lines."""
    return (
        record.game.name,
        record.preset,
        record.rules,
        record.title,
        record.origin,
        record.players,
        dict(record.start),
        [
            (
                step.loci,
                step.label,
                [(act.who, act.value, act.by) for act in (*step.refuses, *step.does)],
                {name: node.plain() for name, node in step.says.items()},
                step.note,
            )
            for step in record.steps
        ],
    )


def state_after(first: Any, actions: Sequence[Any]) -> Any:
    for action in actions:
        first = first.after(action)
    return first


@settings(max_examples=40, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_game_played_is_written_and_read_back(data: st.DataObject, seed: int) -> None:
    name = data.draw(st.sampled_from(with_deals()))
    game = find(name)
    preset = data.draw(st.sampled_from(list(game.presets)))
    dealer = data.draw(st.integers(0, game.players - 1))
    first, actions, start = deal_of(name).recorded(*played(name, preset, dealer, seed), NAMES)
    written = write_record(game, first, actions, players=NAMES, start=start, title="№ 1: “the first”")
    record = parse(written, "written")
    shown = replay(record)
    assert not shown.disagreements, written
    assert shown.moments[0].state == first
    assert shown.moments[-1].state == state_after(first, actions)
    assert content(parse(dump(record), "again")) == content(record)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_record_of_the_site_survives_the_round(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"), path.name)
    assert content(parse(dump(record), "again")) == content(record)


def test_decisions_are_kept() -> None:
    rules = slam.Rules(first_lead="declarer", limit_in_round_three="neither")
    first = slam.State(rules)
    record = parse(write_record(slam.GAME, first, [first.legal_actions()[0]] * 0), "x")
    assert record.rules == rules


def test_rules_that_no_record_can_hold_are_refused() -> None:
    tariff = german_ombre.Tariff.of({"frage": 1})
    first = german_ombre.Drawing(german_ombre.Rules(tariff=tariff))
    with pytest.raises(ImpossibleInputError, match="cannot hold tariff"):
        write_record(german_ombre.GAME, first, [])


def test_the_schema_published_is_the_schema_made() -> None:
    published = (ROOT / "docs" / "lab" / "record.schema.json").read_text(encoding="utf-8")
    assert published == text(), "run: python -m gamerules.notation.schema > docs/lab/record.schema.json"


def checker() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_record_of_the_site_is_valid(path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    for loader in (yaml.BaseLoader, yaml.SafeLoader):  # a checker may take the scalars for texts or for what they seem
        checker().validate(json.loads(json.dumps(yaml.load(path.read_text(encoding="utf-8"), loader))))


@pytest.mark.parametrize(
    "change",
    [
        {"game": "whist"},
        {"rules": "HOYLE"},
        {"players": ["Ann"]},
        {"moves": []},
        {"steps": [{"at": "ours"}]},
        {"steps": [{"at": "play.4", "does": [{"Ann": "pass"}]}]},
        {"steps": [{"at": "ours", "does": [{"Ann": "pass", "Bob": "pass"}]}]},
        {"steps": [{"at": "ours", "refuses": [{"Ann": "pass"}]}]},
        {"steps": [{"at": "ours", "says": {}, "label": 3}]},
    ],
)
def test_what_is_no_record_is_invalid(change: dict[str, Any]) -> None:
    sound: dict[str, Any] = {
        "game": "slam",
        "players": ["Ann", "Bob"],
        "steps": [{"at": "ours", "does": [{"Ann": "pass"}]}],
    }
    validator = checker()
    assert validator.is_valid(sound)
    assert not validator.is_valid(sound | change)
