"""The score sheet: deals go in, and games, rubber, star, settlement and both ways of keeping it follow."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import vint
from gamerules.game import CHANCE, random_game
from gamerules.ledger import Line
from gamerules.records import RecordError, parse, replay
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.vint.sheet import WAYS

PAIRS = ("N-S", "E-W")


def sheet(*deals: str, **variants: object) -> vint.Sheet:
    paper = vint.Sheet(replace(vint.Rules.MANUAL, **variants))  # type: ignore[arg-type]
    for deal in deals:
        paper = paper.after(vint.result(deal))
    return paper


@st.composite
def plays(draw: st.DrawFn) -> list[vint.DealResult | vint.deal.AllPass]:
    """Deals, without a word on who is first."""
    one = st.one_of(
        st.just(vint.ALL_PASS),
        st.builds(
            vint.DealResult,
            st.integers(1, 7),
            st.sampled_from(list(vint.Strain)),
            st.integers(0, 13),
            aces=st.sampled_from([None, 1, 2, 3]),
            by=st.sampled_from(["N-S", "E-W", "N", "E", "S", "W"]),
        ),
    )
    return draw(st.lists(one, max_size=12))


def played(deals: Sequence[vint.DealResult | vint.deal.AllPass], first: str = "N-S") -> vint.Sheet:
    """Put deals on a sheet until the rubber is over; ``first`` is first where both reach 500."""
    paper = vint.Sheet()
    for deal in deals:
        if paper.is_over:
            break
        try:
            paper = paper.after(deal)
        except IllegalAction as error:
            assert error.locus == "vint-viii.sheet.3"
            assert isinstance(deal, vint.DealResult)
            paper = paper.after(replace(deal, first=first))
    return paper


@given(plays())
def test_both_ways_of_keeping_the_sheet_give_the_same_settlement(deals: list[vint.DealResult]) -> None:
    paper = played(deals)
    for way in WAYS:
        columns = paper.columns(way)
        assert columns["N-S"].total - columns["E-W"].total == paper.settlement()
        assert {pair: column.total for pair, column in columns.items()} == paper.ledger().totals()
        assert all(not column.above or not column.above[-1].struck for column in columns.values())


@given(plays(), st.randoms(use_true_random=False))
def test_the_order_of_deals_does_not_change_what_they_are_worth(deals: list[vint.DealResult], rng: Random) -> None:
    def without_bonuses(paper: vint.Sheet) -> dict[str, int]:
        kept = [entry for entry in paper.entries if "bonuses" not in entry.locus]
        return {pair: sum(entry.points for entry in kept if entry.side == pair) for pair in PAIRS}

    paper = played(deals)
    shuffled = [replace(deal, first="") if isinstance(deal, vint.DealResult) else deal for deal in paper.results]
    rng.shuffle(shuffled)
    again = played(shuffled)
    if len(again.results) == len(paper.results):
        assert without_bonuses(again) == without_bonuses(paper)
        assert again.stars == paper.stars


@given(plays(), st.sampled_from(PAIRS))
def test_invariants(deals: list[vint.DealResult], first: str) -> None:
    paper = played(deals, first)
    assert all(figure < 500 for figure in paper.below)
    assert max(paper.games) <= 2
    assert sum(paper.games) == len(paper.ends) <= 3
    assert sum(entry.points for entry in paper.entries if entry.why == "game") == 1000 * sum(paper.games)
    assert paper.is_over == (2 in paper.games) == (paper.actor is None) == (paper.legal_actions() == ())
    assert sum(paper.accounts().values()) == 0
    assert paper.accounts()["N"] == paper.settlement() == paper.ledger().total("N-S") - paper.ledger().total("E-W")
    assert pickle.loads(pickle.dumps(paper)) == paper
    assert hash(paper) == hash(played(deals, first))
    rubber = [entry for entry in paper.entries if entry.why == "rubber"]
    assert [entry.side for entry in rubber] == ([paper.winner] if paper.is_over else [])
    total_tricks = sum(130 * deal.level for deal in paper.results if isinstance(deal, vint.DealResult))
    assert sum(entry.points for entry in paper.entries if entry.line is Line.BELOW) == total_tricks


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_random_rubbers_come_to_an_end(seed: int) -> None:
    states = random_game(vint.Sheet(), Random(seed))
    assert states[-1].is_over
    assert states[-1].phase == "over"
    assert {state.actor for state in states[:-1]} == {CHANCE}
    assert all(state.view(0) is state for state in states)


@pytest.mark.parametrize("deals", [(), ("4 hearts by N-S, 7 tricks", "2 spades by E-W, 9 tricks")])
def test_every_legal_deal_can_follow(deals: tuple[str, ...]) -> None:
    state = sheet(*deals)
    actions = state.legal_actions()
    assert len(set(actions)) == len(actions) >= 1 + 2 * 7 * 5 * 14
    for action in actions:
        assert state.after(action).results[-1] == action


@given(plays())
def test_the_deals_that_can_follow_are_those_that_are_taken(deals: list[vint.DealResult]) -> None:
    """Where both pairs would come to 500, and nowhere else, a deal must say who was first."""
    paper = played(deals[:6])
    if paper.is_over:
        return
    legal = set(paper.legal_actions())
    for side, pair in enumerate(PAIRS):
        for level, taken in product(range(1, 8), range(14)):
            gains = (taken * level * 10, (13 - taken) * level * 10)
            both = paper.below[side] + gains[0] >= 500 and paper.below[1 - side] + gains[1] >= 500
            deal = vint.DealResult(level, vint.Strain.CLUBS, taken, by=pair)
            assert (deal in legal) is not both
            assert all((replace(deal, first=first) in legal) is both for first in PAIRS)


def test_the_first_to_500_has_the_game_whatever_the_others_make() -> None:
    before = sheet("3 hearts by N-S, 13 tricks")
    assert before.below == (390, 0)
    with pytest.raises(IllegalAction, match="say which was first") as caught:
        before.after(vint.result("7 clubs by E-W, 11 tricks"))
    assert caught.value.locus == "vint-viii.sheet.3"
    for first, games in (("N-S", (1, 0)), ("E-W", (0, 1))):
        after = before.after(vint.result(f"7 clubs by E-W, 11 tricks, first {first}"))
        assert after.games == games
        assert after.below == (0, 0)
        assert after.ledger().total("E-W", Line.BELOW) == 770
        assert [entry.side for entry in after.entries if entry.why == "game"] == [first]


@pytest.mark.parametrize(
    ("deals", "refused", "locus"),
    [
        ([], "4 hearts, 10 tricks", "vint-viii.tricks.1"),
        ([], "4 hearts by N-S, 10 tricks, first N-S", "vint-viii.sheet.3"),
        (["5 hearts by N-S, 11 tricks"] * 2, "1 hearts by N-S, 7 tricks", "vint-viii.bonuses.1"),
    ],
)
def test_refusals_name_their_sentence(deals: list[str], refused: str, locus: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        sheet(*deals).after(vint.result(refused))
    assert caught.value.locus == locus


def test_whoever_fails_from_the_hand_answers_alone() -> None:
    deal = "7 hearts by E, 11 tricks, from hand"
    alone = sheet(deal, from_hand=True)
    penalty = 100_000 + 2 * 7_000
    won = 2 * 70 + penalty - 11 * 70 - 1000  # E-W end a game with their tricks
    assert alone.settlement() == won
    assert alone.accounts() == {"N": won, "S": won, "E": -won - penalty, "W": -won + penalty}
    together = sheet(deal, from_hand=True, from_hand_answer="together")
    assert together.accounts() == {"N": won, "S": won, "E": -won, "W": -won}
    assert sheet(deal).accounts()["E"] == sheet(deal).accounts()["W"]
    made = sheet("7 hearts by E, 13 tricks, from hand", from_hand=True)
    assert made.accounts()["E"] == made.accounts()["W"]
    with pytest.raises(IllegalAction, match="say which player") as caught:
        sheet("7 hearts by E-W, 11 tricks, from hand", from_hand=True)
    assert caught.value.locus == "vint-viii.slams.6"


@pytest.mark.parametrize(
    ("variants", "above"),
    [({}, 6000), ({"last_game": "rubber"}, 5000), ({"stars": "one"}, 5000)],
)
def test_game_rubber_and_stars(variants: dict[str, object], above: int) -> None:
    paper = sheet("all pass", "all pass", "5 hearts by N-S, 11 tricks", "5 hearts by N-S, 11 tricks", **variants)
    assert paper.winner == "N-S"
    assert paper.ledger().total("N-S", Line.ABOVE) == above
    assert paper.ledger().total("E-W", Line.ABOVE) == 0


@pytest.mark.parametrize("reading", ["both", "rubber"])
def test_which_games_have_their_thousand(reading: str) -> None:
    one = sheet("5 hearts by N-S, 11 tricks", last_game=reading)
    two = one.after(vint.result("5 hearts by N-S, 11 tricks"))
    assert [entry.why for entry in one.entries if entry.side == "N-S"][1:] == ["game"]
    last = [entry.why for entry in two.entries[len(one.entries) :] if entry.side == "N-S"][1:]
    assert last == (["game", "rubber"] if reading == "both" else ["rubber"])


FULL = """\
*
    N-S |    E-W
        |  1,200
  1,000 |  2,000
--------+-------
  [140] |  [120]
    580 |    200
      · |      ·
     40 |     90"""

CARRIED = """\
*
      N-S |      E-W
          |    3,200
    1,000 |  [2,000]
----------+---------
    [140] |    [120]
      580 |      200
        · |        ·
       40 |       90"""


def test_the_drawing() -> None:
    first, second = "2 hearts by N-S, 7 tricks", "4 hearts by N-S, 11 tricks, honours 2"
    paper = sheet(first, "all pass", second, "1 clubs by E, 9 tricks")
    assert paper.drawn("full") == paper.drawn() == FULL
    assert paper.drawn("carried") == CARRIED
    with pytest.raises(ImpossibleInputError, match="did you mean 'carried'"):
        paper.columns("carry")


def record(result: str, says: str) -> str:
    return (
        "game: vint\nplayers: [Ann, Bob, Cid, Dot]\nsteps:\n"
        f"  - at: ours\n    does: [{{result: '{result}'}}]\n    says: {{{says}}}\n"
    )


def test_records() -> None:
    sound = replay(
        parse(record("4 hearts by Bob, 10 tricks", "entries below: {Bob: 400, Ann: 120, Dot: 400}"), "r.yaml")
    )
    assert not sound.disagreements
    wrong = replay(parse(record("4 hearts by Bob, 10 tricks", "entries below: {Bob: 390}"), "r.yaml"))
    assert [(one.line, one.label, one.gives) for one in wrong.disagreements] == [(6, "deal 1", "400")]
    unread = replay(parse(record("4 hart by Bob, 10 tricks", "stars: 0"), "r.yaml"))
    assert "did you mean 'hearts'" in unread.disagreements[0].gives
    stranger = replay(parse(record("4 hearts by Eve, 10 tricks", "stars: 0"), "r.yaml"))
    assert "nobody" in stranger.disagreements[0].gives


def test_records_know_only_decisions() -> None:
    text = record("all pass", "stars: 1")
    assert not replay(parse(text + "rules: {from_hand: true}\n", "r.yaml")).disagreements
    with pytest.raises(RecordError, match="no decision 'coronets'"):
        parse(text + "rules: {coronets: x}\n", "r.yaml")
    options = replay(parse(text + "start: {dealer: Ann}\n", "r.yaml"))
    assert "empty sheet" in options.disagreements[0].gives


def test_a_player_does_not_act() -> None:
    text = record("all pass", "stars: 1").replace("result:", "Ann:")
    assert "recorded by results" in replay(parse(text, "r.yaml")).disagreements[0].gives


def test_the_picture_shows_the_sheet() -> None:
    assert vint.GAME.picture is not None
    picture = vint.GAME.picture(sheet("all pass", "5 hearts by N-S, 11 tricks"), None)
    assert dict(picture.notes) == {"games": "1 : 0", "below the line": "0 : 0", "stars": "* "}
    assert picture.ledger.total("N-S") == 1550
