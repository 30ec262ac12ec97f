"""Full deals: what the constraint solver proves, and the deals that are kept."""

import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gamerules.cards import Card, Suit
from gamerules.nullo_bridge import Deal, Puzzle, Rules, Seat
from gamerules.nullo_bridge.claims import diamonds_of_b, fits_the_text, makes, total_after, tricks_to_come
from gamerules.nullo_bridge.deals import UndecidedError
from gamerules.nullo_bridge.findings import FILE, ILLUSTRATION, FindingsError, finding, findings, judge, main, record
from gamerules.records import load, replay
from gamerules.rules import IllegalAction, ImpossibleInputError

needs_ortools = pytest.mark.skipif(importlib.util.find_spec("ortools") is None, reason="ortools is not installed")
needs_endplay = pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="endplay is not installed")
RECORDS = Path(__file__).parents[2] / "docs" / "games" / "nullo-bridge" / "records"
BEFORE = range(2, 10)


@needs_ortools
@pytest.mark.parametrize("before", BEFORE)
def test_deals_exist_and_play_by_the_rules(before: int) -> None:
    deal = Puzzle(before=before).solve()
    assert deal is not None
    assert fits_the_text(deal)
    assert deal.replay()[-1].taken == (3, 10)


@needs_ortools
@pytest.mark.parametrize("before", [0, 1])
def test_no_deal_has_fewer_tricks_before(before: int) -> None:
    assert Puzzle(before=before).solve() is None


def test_no_deal_has_more_tricks_before() -> None:
    with pytest.raises(ImpossibleInputError):
        Puzzle(before=10)


@needs_ortools
@pytest.mark.parametrize("before", [2, 6, 9])
@pytest.mark.parametrize(("taken", "possible"), [(0, False), (1, True), (2, False)])
def test_exactly_one_trick_before(before: int, taken: int, possible: bool) -> None:
    if taken <= before:
        assert (Puzzle(before=before, taken=taken).solve() is not None) == possible


def asks(condition: Callable[[Puzzle], object], rules: Rules = Rules.MENDELEV, emended: bool = True) -> Deal | None:
    """Return a deal that meets a condition besides the text."""
    puzzle = Puzzle(rules, emended=emended)
    return puzzle.require(condition(puzzle)).solve()


@needs_ortools
def test_whose_the_five_of_spades_is() -> None:
    of_v: Callable[[Puzzle], object] = lambda p: p.holds(Seat.V, "♠5")  # noqa: E731 - a condition
    assert asks(of_v) is None
    deal = asks(of_v, Rules(the_five="covers the four"))
    assert deal is not None
    assert deal.replay()[deal.before + 3].turn is Seat.DECLARER


@needs_ortools
def test_the_ace_is_not_the_ace_of_diamonds() -> None:
    assert asks(lambda p: p.holds(Seat.DUMMY, "♦A")) is None
    for before in BEFORE:
        puzzle = Puzzle(before=before, emended=False).require(True)
        puzzle.require(puzzle.holds(Seat.DUMMY, "♦A"))
        puzzle.require(puzzle.suit(Seat.DUMMY, Suit.DIAMONDS, puzzle.left()) == 1)
        assert puzzle.solve() is None
    assert asks(lambda p: p.holds(Seat.DUMMY, "♠A")) is not None


@needs_ortools
def test_little_effort_decides_nothing() -> None:
    with pytest.raises(UndecidedError):
        Puzzle().solve(effort=1e-6)


def test_findings_fit_the_text() -> None:
    kept = findings()
    assert {one.deal.before for one in kept if one.four_spades and one.five_clubs} == set(BEFORE)
    middle = Rules.MENDELEV.tricks_before
    assert {(one.four_spades, one.five_clubs) for one in kept if one.deal.before == middle} == {
        (spades, clubs) for spades in (False, True) for clubs in (False, True)
    }
    for one in kept:
        assert fits_the_text(one.deal)
        assert one.to_come == 0


def test_the_illustration_bears_the_author_out() -> None:
    one = finding(ILLUSTRATION)
    assert one.four_spades
    assert one.five_clubs
    assert one.to_come == tricks_to_come(one.deal) == 0
    assert one.hearts == total_after(one.deal, Card.parse("♥Q")) == 3
    assert one.diamond == max(total_after(one.deal, card) or 0 for card in diamonds_of_b(one.deal)) < 3


@needs_endplay
@pytest.mark.filterwarnings("ignore")
def test_a_sample_is_judged_again() -> None:
    for one in findings()[::4]:
        assert judge(one.name, one.deal) == one


@needs_endplay
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_all_are_judged_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "0 differ" in capsys.readouterr().out


@pytest.mark.parametrize(("field", "message"), [("reading", "another reading"), ("digest", "digest")])
def test_findings_changed_by_hand_are_refused(tmp_path: Path, field: str, message: str) -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    data[field] = "0" * 64
    copy = tmp_path / "findings.json"
    copy.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FindingsError, match=message):
        findings(copy)


def test_a_changed_figure_is_found_out(tmp_path: Path) -> None:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    data["deals"][0]["spades"] += 1
    copy = tmp_path / "findings.json"
    copy.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FindingsError, match="digest"):
        findings(copy)


def test_a_deal_that_does_not_fit_is_told_apart() -> None:
    for one in findings():
        fitting = [before for before in range(10) if fits_the_text(replace(one.deal, before=before))]
        assert fitting == [one.deal.before]


def test_a_deal_played_against_the_rules_is_refused() -> None:
    deal = finding(ILLUSTRATION).deal
    tricks = list(deal.tricks)
    b, _, v, declarer = tricks[0]
    last = tricks[-1]
    tricks[0], tricks[-1] = (b, last[1], v, declarer), (last[0], tricks[0][1], last[2], last[3])
    with pytest.raises(IllegalAction):
        fits_the_text(replace(deal, tricks=tuple(tricks)))  # dummy holds a diamond and throws a club on one


def test_what_makes_a_contract() -> None:
    assert [makes(tricks, 4) for tricks in (9, 10, 11)] == [False, True, True]


def test_the_illustration_is_the_one_on_the_page() -> None:
    deal = finding(ILLUSTRATION).deal
    played = replay(load(RECORDS / "illustration.yaml"))
    assert not played.disagreements
    states = deal.replay()
    assert played.moments[0].state.hands == states[0].hands
    assert played.moments[-1].state == states[-1]
    assert (RECORDS / "illustration.yaml").read_text(encoding="utf-8") == record(finding(ILLUSTRATION))


def test_the_ending_holds_for_every_number_of_tricks() -> None:
    record = load(RECORDS / "ending.yaml")
    for before in BEFORE:
        played = replay(replace(record, rules=Rules(tricks_before=before)))
        assert not played.disagreements
        assert not played.unreached


@pytest.mark.parametrize("taken", ["0", "2"])
def test_the_ending_fails_with_another_count(taken: str) -> None:
    record = load(RECORDS / "ending.yaml")
    played = replay(replace(record, start={**record.start, "taken": taken}))
    assert [d.says for d in played.disagreements if d.says.startswith("tricks")]
