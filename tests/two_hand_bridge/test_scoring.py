"""Two-hand bridge scored: against an independent library, against the Laws' printed figures, and by property."""

import argparse
import importlib.util
import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules.cards import PACK_52, Card, CardSet, Suit
from gamerules.cli import main
from gamerules.contract_bridge import GAME as GAME_POINTS
from gamerules.contract_bridge import honour_bonus, honour_count, undertrick_points
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import ImpossibleInputError
from gamerules.tricks import Play, StandardOrder, winning_play
from gamerules.two_hand_bridge import (
    BIDS,
    GAME,
    Bid,
    Contract,
    Doubling,
    Laws,
    Result,
    Rubber,
    Rules,
    Strain,
    deal_entries,
    nullo_quota,
    sure_tricks,
)
from gamerules.two_hand_bridge.play import playable
from gamerules.two_hand_bridge.rules import readings

TEXT = "mendelev.two-hand-bridge"
ROLES = ("declarer", "opponent")
needs_endplay = pytest.mark.skipif(importlib.util.find_spec("endplay") is None, reason="endplay is not installed")


def ledger(
    level: int,
    strain: Strain,
    tricks: int,
    doubling: Doubling = Doubling.UNDOUBLED,
    vulnerable: bool = False,
    rules: Rules = Rules.MENDELEV,
    honours: tuple[int, int] = (0, 0),
) -> Ledger:
    """Return the ledger of one deal."""
    result = Result(Contract(Bid(level, strain), 0, doubling), tricks, honours)
    return Ledger(ROLES) + deal_entries(result, vulnerable, rules)


def balance(scores: Ledger) -> int:
    """Return the declarer's points less the opponent's."""
    return scores.total("declarer") - scores.total("opponent")


def duplicate_extra(scores: Ledger, vulnerable: bool) -> int:
    """Return what duplicate adds to a contract made: game or part-score at once, where a rubber counts games."""
    below = scores.total("declarer", Line.BELOW)
    return 0 if not below else 50 if below < GAME_POINTS else 500 if vulnerable else 300


ALL = list(itertools.product(range(1, 8), Strain, range(14), Doubling, (False, True)))


@needs_endplay
@pytest.mark.filterwarnings("ignore")
def test_every_score_agrees_with_endplay() -> None:
    from endplay.types import Contract as Theirs
    from endplay.types import Vul

    letters = {Strain.CLUBS: "C", Strain.DIAMONDS: "D", Strain.HEARTS: "H", Strain.SPADES: "S", Strain.NO_TRUMP: "NT"}
    marks = {Doubling.UNDOUBLED: "", Doubling.DOUBLED: "X", Doubling.REDOUBLED: "XX"}
    for level, strain, tricks, doubling, vulnerable in ALL:
        # Nullo with t tricks is compared with hearts, the other strain at 30, with 13 - t tricks.
        theirs = tricks if strain is not Strain.NULLO else 13 - tricks
        result = theirs - 6 - level
        text = f"{level}{letters.get(strain, 'H')}N{marks[doubling]}{f'{result:+d}' if result else '='}"
        scores = ledger(level, strain, tricks, doubling, vulnerable)
        ours = balance(scores) + duplicate_extra(scores, vulnerable)
        assert ours == Theirs(text).score(Vul.both if vulnerable else Vul.none), text


def test_shape_of_every_score() -> None:
    for level, strain, tricks, doubling, vulnerable in ALL:
        scores = ledger(level, strain, tricks, doubling, vulnerable)
        made = tricks <= nullo_quota(level) if strain is Strain.NULLO else tricks >= 6 + level
        assert (scores.total("declarer") > 0) == made
        assert (scores.total("opponent") > 0) == (not made)
        assert all(entry.points > 0 for entry in scores)
        assert all(entry.line is Line.ABOVE for entry in scores if entry.side == "opponent")


def test_nullo_scores_thirty_a_level_below_the_line() -> None:
    for level in range(1, 8):
        scores = ledger(level, Strain.NULLO, nullo_quota(level))
        below = [entry for entry in scores if entry.line is Line.BELOW]
        assert [(entry.points, entry.locus) for entry in below] == [(30 * level, f"{TEXT}.9")]


def test_nullo_decisions() -> None:
    plain = Rules(nullo_overtricks=False)
    assert ledger(1, Strain.NULLO, 4).totals() == {"declarer": 90, "opponent": 0}
    assert ledger(1, Strain.NULLO, 4, rules=plain).totals() == {"declarer": 30, "opponent": 0}
    assert ledger(6, Strain.NULLO, 1).total("declarer") == 180 + 500
    assert ledger(6, Strain.NULLO, 1, rules=Rules(nullo_slams=False)).total("declarer") == 180
    assert ledger(4, Strain.NULLO, 5).total("opponent") == 100
    assert ledger(4, Strain.NULLO, 5, rules=Rules(nullo_undertricks=False)).total("opponent") == 0
    assert ledger(4, Strain.NULLO, 3, honours=(4, 0)).total("declarer") == 120
    assert ledger(4, Strain.NULLO, 3, honours=(4, 0), rules=Rules(nullo_honours=True)).total("declarer") == 270
    # The decisions on nullo leave every other strain alone.
    bare = Rules(nullo_overtricks=False, nullo_slams=False, nullo_undertricks=False, nullo_honours=True)
    for level, strain, tricks, doubling, vulnerable in ALL:
        if strain is not Strain.NULLO:
            ours = ledger(level, strain, tricks, doubling, vulnerable, bare)
            assert ours == ledger(level, strain, tricks, doubling, vulnerable)


@pytest.mark.parametrize("name", list(Rules.decisions()))
def test_the_rows_of_a_decision_mark_the_reading_adopted(name: str) -> None:
    rows = readings(name)
    assert [row[0] for row in rows] == [str(reading) for reading in Rules.decisions()[name].readings]
    assert [row[0] for row in rows if row[2]] == [str(getattr(Rules.MENDELEV, name))]


def test_the_laws_before_1987() -> None:
    old = Rules(laws=Laws.OF_1943)
    # The greatest penalty of the code of 1935, as Time reported it: thirteen down, vulnerable, redoubled.
    assert undertrick_points(13, Doubling.REDOUBLED, True, Laws.OF_1943) == 7600
    # Nine off doubled, not vulnerable: the deal of 1981 that led to the change, 1,700 then and 2,300 since.
    assert ledger(7, Strain.SPADES, 4, Doubling.DOUBLED, rules=old).total("opponent") == 1700
    assert ledger(7, Strain.SPADES, 4, Doubling.DOUBLED).total("opponent") == 2300
    changed = [case for case in ALL if ledger(*case).totals() != ledger(*case, rules=old).totals()]
    for level, strain, tricks, doubling, vulnerable in changed:
        margin = Result(Contract(Bid(level, strain), 0), tricks).margin
        redoubled_made = doubling is Doubling.REDOUBLED and margin >= 0
        far_down = doubling is not Doubling.UNDOUBLED and not vulnerable and margin <= -4
        assert redoubled_made or far_down
    assert changed


def test_honours() -> None:
    assert [honour_bonus(n, True) for n in range(6)] == [0, 0, 0, 0, 100, 150]
    assert [honour_bonus(n, False) for n in range(5)] == [0, 0, 0, 0, 150]
    hand = CardSet.parse("♠AKQJ10 ♥A2 ♦A ♣A987")
    assert honour_count(hand, Suit.SPADES) == 5
    assert honour_count(hand, Suit.CLUBS) == 1
    assert honour_count(hand, None) == 4
    scores = ledger(4, Strain.SPADES, 9, honours=(0, 4))
    assert scores.total("opponent") == 50 + 100


@pytest.mark.parametrize(
    ("tricks", "honours", "strain"),
    [
        (14, (0, 0), Strain.CLUBS),
        (-1, (0, 0), Strain.NULLO),
        (7, (3, 3), Strain.HEARTS),
        (7, (5, 0), Strain.NO_TRUMP),
        (4, (5, 0), Strain.HEARTS),
        (11, (1, 4), Strain.CLUBS),
        (0, (4, 0), Strain.NO_TRUMP),
        (13, (0, 4), Strain.NULLO),
    ],
)
def test_what_no_deal_can_produce(tricks: int, honours: tuple[int, int], strain: Strain) -> None:
    with pytest.raises(ImpossibleInputError):
        ledger(1, strain, tricks, honours=honours)


def fewest(mine: int, theirs: int, trump: Suit | None, leader: int, found: dict[tuple[int, int, int], int]) -> int:
    """Return the fewest tricks that the first hand (a mask, as the second) can come to, if both help."""
    if not mine:
        return 0
    if (key := (mine, theirs, leader)) not in found:
        hands, totals = (CardSet.from_mask(mine), CardSet.from_mask(theirs)), []
        for lead in hands[leader]:
            for answer in playable(hands[1 - leader], lead):
                plays = (Play(leader, lead), Play(1 - leader, answer))
                winner = winning_play(plays, StandardOrder(trump)).player
                gone = lead.mask | answer.mask
                totals.append((winner == 0) + fewest(mine & ~gone, theirs & ~gone, trump, winner, found))
        found[key] = min(totals)
    return found[key]


@pytest.mark.parametrize(
    ("mine", "theirs", "trump", "sure"),
    [
        ("♠AKQJ10 ♥2", "♠98765 ♥3", Suit.SPADES, 5),
        ("♠AKQJ10", "♥65432", Suit.SPADES, 5),
        ("♠KQJ10 ♥2", "♠A ♥6543", Suit.SPADES, 3),
        ("♠QJ10 ♥32", "♠AK2 ♥54", Suit.SPADES, 1),
        ("♠KQ ♥432", "♠A ♥765 ♦2", Suit.SPADES, 1),
        ("♠J10 ♥432", "♠AKQ ♥65", Suit.SPADES, 0),
        ("♠A2 ♥A ♦A ♣A", "♠KQJ109", None, 1),
        ("♥A ♦A ♣A2", "♠5432", None, 0),
    ],
)
def test_what_honours_are_sure_of(mine: str, theirs: str, trump: Suit | None, sure: int) -> None:
    """In all plays of small hands; elsewhere random rubbers show that no whole deal is refused."""
    first, second = CardSet.parse(mine), CardSet.parse(theirs)
    counts = honour_count(first, trump), honour_count(second, trump)
    assert sure_tricks(*counts, trump is not None) == sure
    assert min(fewest(first.mask, second.mask, trump, leader, {}) for leader in (0, 1)) == sure


@given(
    st.lists(st.sampled_from(sorted(PACK_52)), min_size=10, max_size=10, unique=True), st.sampled_from([*Suit, None])
)
@settings(max_examples=40, deadline=None)
def test_honours_never_take_fewer(cards: list[Card], trump: Suit | None) -> None:
    first, second = CardSet(cards[:5]), CardSet(cards[5:])
    least = min(fewest(first.mask, second.mask, trump, leader, {}) for leader in (0, 1))
    assert least >= sure_tricks(honour_count(first, trump), honour_count(second, trump), trump is not None)


def test_bids_and_strains_read_back() -> None:
    for bid in BIDS:
        assert Bid.parse(str(bid)) == bid
    assert Bid.parse("3NT") == Bid.parse("3 no-trump") == Bid(3, Strain.NO_TRUMP)
    assert Bid.parse("2♥") == Bid(2, Strain.HEARTS)
    assert list(BIDS) == sorted(BIDS)
    for wrong in ("0 clubs", "8 nullo", "nullo", "1 stars", ""):
        with pytest.raises(ImpossibleInputError):
            Bid.parse(wrong)


results = st.builds(
    Result,
    st.builds(Contract, st.sampled_from(BIDS), st.integers(0, 1), st.sampled_from(Doubling)),
    st.integers(0, 13),
)


@given(st.lists(results, max_size=40))
@settings(max_examples=100, deadline=None)
def test_rubbers_by_property(deals: list[Result]) -> None:
    rubber = Rubber()
    for result in deals:
        if rubber.is_over:
            break
        before = rubber
        rubber = rubber.after(result, Rules.MENDELEV)
        declarer = result.contract.declarer
        won = sum(rubber.games) - sum(before.games)
        assert won in (0, 1)
        assert all(0 <= points < GAME_POINTS for points in rubber.below)
        vulnerable = before.games[declarer] > 0
        names = ("first player", "second player")
        sides = names if declarer == 0 else names[::-1]
        entries = list(deal_entries(result, vulnerable, Rules.MENDELEV, sides))
        if rubber.is_over:
            bonus = 700 if before.games[1 - declarer] == 0 else 500
            entries.append(Entry(sides[0], Line.ABOVE, bonus, f"{TEXT}.13", "rubber won"))
        assert rubber.entries == (*before.entries, *entries)
        if won:
            assert rubber.below == (0, 0)
            assert rubber.games[declarer] == before.games[declarer] + 1
        assert rubber.below[1 - declarer] == (0 if won else before.below[1 - declarer])
    assert max(rubber.games) <= 2
    assert rubber.is_over == (2 in rubber.games)


def test_the_score_command() -> None:
    assert GAME.score is not None
    parser = argparse.ArgumentParser()
    GAME.score.add_arguments(parser)

    def score(text: str, rules: Rules = Rules.MENDELEV) -> Ledger:
        assert GAME.score is not None
        options = parser.parse_args(text.split(), argparse.Namespace(rules=rules))
        return GAME.score.ledger(options)

    assert score("--level 4 --strain nullo --tricks 3").totals() == {"declarer": 120, "opponent": 0}
    assert score("--level 4 --strain nullo --tricks 5 --doubled --vulnerable").total("opponent") == 500
    assert score("--level 3 --strain no-trump --tricks 9 --honours 4").total("declarer") == 250
    assert score("--level 1 --strain spades --tricks 7 --redoubled").total("declarer") == 120 + 100
    assert score("--level 6 --strain nullo --tricks 1", Rules(nullo_slams=False)).total("declarer") == 180
    with pytest.raises(ImpossibleInputError):
        score("--level 4 --strain nullo --tricks 14")
    for wrong in ("--level 8 --strain nullo --tricks 3", "--level 1 --strain x --tricks 3"):
        with pytest.raises(SystemExit):
            parser.parse_args(wrong.split())


def test_the_score_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "two-hand-bridge", "--level", "4", "--strain", "nullo", "--tricks", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "two-hand-bridge",
        "rules": "MENDELEV",
        "entries": [
            {"side": "declarer", "line": "below", "points": 120, "locus": f"{TEXT}.9", "why": "4 nullo made"},
        ],
        "totals": {"declarer": 120, "opponent": 0},
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--level 8 --strain nullo --tricks 3", "invalid choice: 8"),
        ("--level 4 --strain nullo --tricks 14", "14 tricks are impossible"),
        ("--level 4 --strain nullo --tricks -1", "-1 tricks are impossible"),
        ("--level 4 --strain stars --tricks 3", "'stars' is not a strain"),
        ("--level 4 --strain nullo --tricks 3 --doubled --redoubled", "not allowed with"),
        ("--level 4 --strain spades --tricks 10 --honours 6", "give 5 at most"),
        ("--level 4 --strain spades --tricks 10 --honours 3 --opponent-honours 3", "give 5 at most"),
        ("--level 3 --strain no-trump --tricks 9 --honours 5", "give 4 at most"),
        ("--level 3 --strain hearts --tricks 9 --honours -1", "-1 honours"),
        ("--level 3 --strain hearts --tricks 0 --honours 5", "only 5 to 13"),
        ("--level 3 --strain hearts", "--tricks"),
    ],
)
def test_what_the_command_refuses(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert main(["score", "two-hand-bridge", *words.split()]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
    assert printed.err.count("\n") == 1
