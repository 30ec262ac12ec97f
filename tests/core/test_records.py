import pickle
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules import game, records
from gamerules.game import UnknownGameError, find, names, random_game
from gamerules.records import RecordError, parse, replay
from tests import toy

SOUND = """\
game: toy
title: Two tricks
players: [Ann, Bob]
start: {dealer: Bob}
steps:
  - at: toy.deal.1
    does:
      - deal: {Ann: ♠A7, Bob: ♠9 ♥8}
    says:
      hand: {Ann: ♠A7, Bob: ♥8 ♠9}
  - at: [toy.play.1, toy.play.2]
    refuses:
      - {Ann: ♥8, by: toy.play.2}
    does:
      - Ann: ♠7
      - Bob: ♠9
    says: {winner: Bob, tricks: {Bob: 1, Ann: 0}, over: no}
  - at: toy.play.4
    label: the last trick
    does:
      - Bob: ♥8
      - Ann: ♠A
    says: {winner: Bob, tricks: {Bob: 2}, over: yes, phase: play}
"""


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "find", lambda name: toy.GAME if name == "toy" else find(name))


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def broken(old: str, new: str) -> tuple[str, int]:
    """Return the sound record with one change, and the line where it now stands."""
    assert SOUND.count(old) == 1
    text = SOUND.replace(old, new)
    return text, line_of(text, new)


def test_a_sound_record_holds() -> None:
    played = replay(parse(SOUND, "two.yaml"))
    assert played.disagreements == ()
    assert played.unreached == 0
    assert played.compared == 16
    assert [str(moment.action) for moment in played.moments[1:]] == ["♠A", "♠7", "♠9", "♥8", "♠7", "♠9", "♥8", "♠A"]
    assert [moment.step for moment in played.moments] == [0, 0, 0, 0, 0, 1, 1, 2, 2]
    assert played.moments[-1].state.is_over
    assert played.record.loci == ("toy.deal.1", "toy.play.1", "toy.play.2", "toy.play.4")


@pytest.mark.parametrize(
    ("old", "new", "label", "says", "gives", "by"),
    [
        (
            "winner: Bob, tricks: {Bob: 1",
            "winner: Ann, tricks: {Bob: 1",
            "trick 1",
            "winner: Ann",
            "Bob (♠9)",
            ("toy.play.3",),
        ),
        ("Bob: 2}", "Bob: '1,000'}", "the last trick", "tricks of Bob: 1,000", "2", ("toy.play.3",)),
        ("over: yes", "over: no ", "the last trick", "over: no", "yes", ("toy.play.4",)),
        ("phase: play", "phase: deal", "the last trick", "phase: deal", "play", ("toy.play.1",)),
        ("Ann: ♠A7, Bob: ♥8 ♠9", "Ann: ♠A8, Bob: ♥8 ♠9", "the deal", "hand of Ann: ♠A8", "♠A7", ("toy.deal.1",)),
        ("over: yes", "ovre: yes", "the last trick", "ovre", "toy has no fact of that name; did you mean 'over'?", ()),
        ("over: yes", "over: maybe", "the last trick", "over: maybe", "'maybe' is neither yes nor no", ()),
        (
            "winner: Bob, tricks: {Bob: 2}",
            "winner: Bob, tricks: 2",
            "the last trick",
            "tricks: 2",
            "write this fact by player: {NAME: value}",
            (),
        ),
        (
            "tricks: {Bob: 2}",
            "tricks: {Bib: 2}",
            "the last trick",
            "tricks of Bib",
            "'Bib' is not a player; did you mean 'Bob'?",
            (),
        ),
        (
            "tricks: {Bob: 2}",
            "tricks: {Bob: two}",
            "the last trick",
            "tricks of Bob: two",
            "'two' is not a number; write digits, as 17000 or 17,000",
            (),
        ),
        ("Ann: ♥8, by", "Ann: ♠7, by", "trick 1", "Ann: ♠7 is illegal by toy.play.2", "legal", ()),
    ],
)
def test_each_false_statement_is_found(
    old: str, new: str, label: str, says: str, gives: str, by: tuple[str, ...]
) -> None:
    text, line = broken(old, new)
    (found,) = replay(parse(text, "two.yaml")).disagreements
    assert (found.line, found.label, found.says, found.gives, found.by) == (line, label, says, gives, by)


@pytest.mark.parametrize(
    ("old", "new", "gives", "by"),
    [
        ("- Bob: ♠9\n", "- Bob: ♥8\n", "follow suit", ("toy.play.2",)),
        ("- Bob: ♠9\n", "- Bob: ♠10\n", "follow suit", ("toy.play.2",)),
        ("- Bob: ♠9\n", "- Ann: ♠9\n", "Bob is to act", ()),
        ("- Bob: ♠9\n", "- Bob: ♠\n", "is 0 cards, not one", ()),
    ],
)
def test_an_impossible_action_ends_the_replay(old: str, new: str, gives: str, by: tuple[str, ...]) -> None:
    text, line = broken(old, new)
    played = replay(parse(text, "two.yaml"))
    (found,) = played.disagreements
    assert found.line == line
    assert gives in found.gives
    assert found.by == by
    assert played.unreached == 1


def test_a_refusal_for_another_reason_is_a_fault() -> None:
    text, line = broken("{Ann: ♥8, by: toy.play.2}", "{Ann: ♥8, by: toy.play.1}")
    (found,) = replay(parse(text, "two.yaml")).disagreements
    assert (found.line, found.by) == (line, ("toy.play.2",))
    assert found.gives.startswith("illegal, but: ♥8 is not legal")


def test_a_bad_start_is_a_fault_with_its_line() -> None:
    text, line = broken("dealer: Bob", "dealer: Bib")
    played = replay(parse(text, "two.yaml"))
    assert [(d.line, d.gives) for d in played.disagreements] == [(line, "dealer 'Bib' is not a player")]
    assert played.unreached == 3


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: toy", "game: slim", "there is no game called 'slim'; did you mean 'slam'?"),
        ("title: Two", "tilte: Two", "a record has no 'tilte'; did you mean 'title'?"),
        ("    label: the last", "    lable: the last", "a step has no 'lable'; did you mean 'label'?"),
        ("[Ann, Bob]", "[Ann, Ann]", "toy has 2 players of different names, not Ann, Ann"),
        ("[Ann, Bob]", "[Ann, Bob, Cyd]", "toy has 2 players of different names, not Ann, Bob, Cyd"),
        ("- Bob: ♠9\n", "- Bib: ♠9\n", "'Bib' does not play at this table; did you mean 'Bob'?"),
        ("at: toy.deal.1", "at: toy-deal-1", "'toy-deal-1' is not a locus"),
        ("{Ann: ♥8, by: toy.play.2}", "{Ann: ♥8}", "names 'by'"),
        ("title: Two tricks", "title: Two tricks\nrules: PLAN", "toy has no rules 'PLAN'; did you mean 'PLAIN'?"),
        (
            "title: Two tricks",
            "title: Two tricks\nrules: {leadr: dealer}",
            "no decision 'leadr'; did you mean 'leader'?",
        ),
        (
            "title: Two tricks",
            "title: Two tricks\nrules: {leader: elderr}",
            "no reading 'elderr'; did you mean 'elder'?",
        ),
        ("title: Two tricks", "title: Two tricks\norigin: hours", "origin 'hours' is unknown; did you mean 'ours'?"),
        ("title: Two tricks", "title: Two tricks\ntitle: again", "'title' is given twice"),
        ("title: Two tricks", "title: Two: tricks", "not YAML"),
        ("[Ann, Bob]", "{Ann: [1, 2]}", "a list was expected (lines that begin with -), not {Ann: [1, 2]}"),
    ],
)
def test_an_unreadable_record_says_where_and_how_to_mend_it(old: str, new: str, message: str) -> None:
    assert SOUND.count(old) == 1
    with pytest.raises(RecordError) as caught:
        parse(SOUND.replace(old, new), "two.yaml")
    assert message in caught.value.message
    changed = line_of(SOUND.replace(old, new), new)
    assert caught.value.line in range(changed, changed + new.count("\n") + 2)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_step_that_asserts_nothing_is_refused() -> None:
    text = SOUND + "  - at: toy.play.4\n    note: nothing here\n"
    with pytest.raises(RecordError, match="the step asserts nothing"):
        parse(text, "two.yaml")


@pytest.mark.parametrize("key", ["game", "players", "steps"])
def test_what_a_record_needs(key: str) -> None:
    lines = SOUND.splitlines(keepends=True)
    text = "".join(lines[: line_of(SOUND, "steps:") - 1]) if key == "steps" else SOUND
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(f"{key}:"))
    with pytest.raises(RecordError, match=f"the record has no '{key}'"):
        parse(text, "two.yaml")


def test_presets_and_changed_decisions_are_used() -> None:
    late = SOUND.replace("title: Two tricks", "rules: LATE")
    assert "Bob is to act" in replay(parse(late, "two.yaml")).disagreements[0].gives
    changed = SOUND.replace("title: Two tricks", "rules: {preset: LATE, leader: elder}")
    assert replay(parse(changed, "two.yaml")).disagreements == ()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"gone.yaml:1: the file does not exist"):
        records.load(tmp_path / "gone.yaml")
    bad = tmp_path / "bad.yaml"
    bad.write_bytes("title: Шлем".encode("cp1251"))
    with pytest.raises(RecordError, match=r"bad.yaml:1: the file is not UTF-8 \(byte 7\)"):
        records.load(bad)
    bad.write_text("", encoding="utf-8")
    with pytest.raises(RecordError, match="the file is empty"):
        records.load(bad)
    with pytest.raises(RecordError, match=r":1: the file cannot be read: Is a directory"):
        records.load(tmp_path)


@given(st.integers(0, 2**32))
def test_random_games_end_and_keep_their_cards(seed: int) -> None:
    states = random_game(toy.ToyState(toy.ToyRules()), Random(seed))
    assert states[-1].is_over and states[-1].legal_actions() == ()
    assert sum(states[-1].won) == 2
    assert states == random_game(toy.ToyState(toy.ToyRules()), Random(seed))


def test_the_games_of_this_distribution_are_found_by_name() -> None:
    assert {"slam", "vint", "german-ombre", "two-hand-bridge", "nullo-bridge"} <= set(names())


def test_a_game_that_is_not_installed_and_one_that_is_there_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of one's own is found once its project is installed; of two by one name none is taken in silence."""
    with pytest.raises(UnknownGameError, match=r"known: .*slam.*; a game of your own must be installed first"):
        find("xyzzy")
    points = [EntryPoint("brisk", f"{module}:GAME", "gamerules.games") for module in ("one", "two", "one")]
    monkeypatch.setattr(game, "entry_points", lambda group: points)
    with pytest.raises(UnknownGameError, match="several games are called 'brisk': one:GAME, two:GAME; rename or"):
        find("brisk")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{Ann: ♠A7, Bob: ♥8 ♠9}", "{}"),
        ("tricks: {Bob: 2}", "tricks: {}"),
        ("phase: play", "phase: ''"),
        ("does:\n      - Bob: ♥8\n      - Ann: ♠A\n", "does: []\n"),
        ("deal: {Ann: ♠A7, Bob: ♠9 ♥8}", "deal: {}"),
    ],
)
def test_what_is_empty_asserts_nothing(old: str, new: str) -> None:
    text, line = broken(old, new)
    with pytest.raises(RecordError, match="is empty, so it asserts nothing") as caught:
        parse(text, "two.yaml")
    assert caught.value.line == line


def test_an_entry_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = toy.GAME.actions
    assert actions is not None

    def lazy(state: Any, actor: int, word: str, value: Any, players: Sequence[str]) -> Sequence[Any]:
        return [] if value == "♠A" else actions(state, actor, word, value, players)

    monkeypatch.setattr(records, "find", lambda name: replace(toy.GAME, actions=lazy))
    first = replay(parse(SOUND, "two.yaml")).disagreements[0]
    assert (first.line, first.says, first.gives) == (
        line_of(SOUND, "- Ann: ♠A\n"),
        "Ann: ♠A",
        "nothing is done by it; remove the entry, or say what is done",
    )


PLAIN = "game: slam\nplayers: [a, b]\nsteps: []\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("title: {{ title }}\n" + PLAIN, 1, "a name before a colon is a single text; put braces or brackets in quotes"),
        (PLAIN + "? [a, b]\n: c\n", 4, "a name before a colon is a single text"),
        ("game: slam\nplayers: &a [*a]\n", 2, "the alias *a stands for another value; write the value out"),
        ("a: &a [x, x]\nb: &b [*a, *a]\n", 2, "the alias *a"),
        ("players:\n  " + "[" * 90_000, 2, "values lie more than 12 deep"),
        ("- " * 90_000, 1, "values lie more than 12 deep"),
        ("{" + "a," * 90_000 + "}", 1, "more than 30,000 values"),
        (PLAIN + "title: " + "x" * 300_000, 1, "characters; a record has 200,000 at most"),
        ('\ntitle: "\\UFFFFFFFF"\n', 2, "out of range"),
        ('title: "\\ud800"\n', 1, "\\ud800 is half of a character"),
        ("%YAML " + "9" * 5000 + ".1\n---\na: b\n", 1, "out of range"),
        ("a: b\nc: \x07\n", 2, "U+0007 may not stand in a file"),
        ("--- a\n--- b\n", 2, "expected a single document in the stream, but found another document"),
        ("# nothing\n", 1, "the file is empty"),
    ],
)
def test_any_yaml_meets_one_error_and_its_line_at_once(text: str, line: int, message: str) -> None:
    began = time.process_time()
    with pytest.raises(RecordError) as caught:
        parse(text, "two.yaml")
    assert time.process_time() - began < 1
    assert message in caught.value.message
    assert caught.value.line == line


@given(st.text("[]{}:,-?&*!|>'\"%@# \n\tab", max_size=40))
def test_whatever_stands_in_a_file_it_is_read_or_refused(text: str) -> None:
    for whole in (
        text,
        PLAIN + text,
        f"game: slam\nplayers: [a, b]\nsteps:\n  - at: ours\n    does: [{{a: {text}}}]\n",
    ):
        try:
            replay(parse(whole, "x"))
        except RecordError as error:
            assert 1 <= error.line <= whole.count("\n") + 2


@pytest.mark.parametrize("value", ["[a]", "{a: b}", "{a: [x]}", "{c: ♠A}", "null", "bid", "discard x"])
@pytest.mark.parametrize("name", names())
def test_an_entry_that_no_game_can_read_is_a_disagreement(name: str, value: str) -> None:
    game_of_name = find(name)
    players = list("abcd")[: game_of_name.players]
    for who in ("a", *game_of_name.chance_words):
        text = f"game: {name}\nplayers: [{', '.join(players)}]\nsteps:\n- at: ours\n  does: [{{{who}: {value}}}]\n"
        assert replay(parse(text, "x")).disagreements
