import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import german_ombre, slam, two_hand_bridge
from gamerules.game import find, names
from gamerules.lab.deals import deal_of, with_deals
from gamerules.notation import write, write_record
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
    assert content(parse(write(record), "again")) == content(record)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_record_of_the_site_survives_the_round(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"), path.name)
    assert content(parse(write(record), "again")) == content(record)


def beginnings(name: str, rules: Any, names: Sequence[str]) -> list[tuple[Any, dict[str, str]]]:
    """Return the states in which records of a game begin, each with the options by which a record makes it again."""
    game, dealing = find(name), find(name).adapters().dealing
    found: list[tuple[Any, dict[str, str]]] = []
    if dealing:
        first, _, options = dealing.recorded(dealing.start(rules, 1), [], names)
        found.append((first, options))
    if not dealing or name in ("slam", "vint"):
        options = {"session": "rubber"} if name == "slam" else {}
        assert game.start is not None
        found.append((game.start(rules, names, **options), options))
    return found


@settings(max_examples=120, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**6), moves=st.integers(0, 160))
def test_a_state_saved_at_any_moment_comes_back_equal(data: st.DataObject, seed: int, moves: int) -> None:
    name = data.draw(st.sampled_from([name for name in names() if find(name).start]))
    game, rng = find(name), Random(seed)
    rules = data.draw(st.sampled_from(list(game.presets.values())))
    for decision, point in rules.decisions().items():
        if rng.random() < 0.3:
            rules = rules.adopting(decision, str(rng.choice(list(point.readings))))
    players = ("Ann", *NAMES)[: game.players]
    first, options = data.draw(st.sampled_from(beginnings(name, rules, players)))
    state = first
    actions: list[Any] = []
    while not state.is_over and len(actions) < moves:
        wise = game.policy is not None and rng.random() < 0.5
        actions.append(game.policy(state, rng) if wise and game.policy else rng.choice(state.legal_actions()))
        state = state.after(actions[-1])
    written = write_record(game, first, actions, players=players, start=options)
    shown = replay(parse(written, "written"))
    assert not shown.disagreements, written
    assert shown.moments[-1].state == state, written


def test_cards_chosen_before_the_exchange_is_done_are_written_as_such() -> None:
    game, rng = find("two-hand-bridge"), Random(3)
    first = state = two_hand_bridge.State.start()
    actions: list[Any] = []
    while len(actions) < 28:
        actions.append(rng.choice([action for action in state.legal_actions() if action != "done"]))
        state = state.after(actions[-1])
    written = write_record(game, first, actions, start={"dealer": "Ann"})
    assert re.search(r"Bob: throw [^\n]* …", written)
    assert replay(parse(written.replace(" …", " ..."), "x")).moments[-1].state == state


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
