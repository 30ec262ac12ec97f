"""The score: every case against a reckoning of its own, honours, and what no deal can produce."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from gamerules.cards import Card, CardSet, Rank, Suit
from gamerules.game import random_game
from gamerules.ledger import Line
from gamerules.rules import ImpossibleInputError
from gamerules.slam import Contract, Doubling, Rules, Slam, State, Strain, scored
from gamerules.slam.cards import PACK
from gamerules.slam.contract import is_made, slam_of
from gamerules.slam.scoring import honours, least_tricks, run_length
from gamerules.slam.strain import points_taken, tricks_needed, worth

# The source's table, written out once more and independently of the engine's.
VALUE = {"clubs": 6, "diamonds": 6, "hearts": 8, "spades": 8, "notrump": 10, "nullo": 10}
NOT_VULNERABLE = {"small": 100, "grand": 200, "made": (0, 25, 50), "factor": (3, 10, 20)}
VULNERABLE = {"small": 150, "grand": 300, "made": (0, 40, 80), "factor": (5, 15, 30)}
NULLO = {0: 50, 1: 40, 2: 30, 3: 20, 4: 10}


def reckoned(strain: str, bid: int, tricks: int, doubling: int, vulnerable: bool) -> tuple[int, int]:
    """Return the declarer's points below and above the line, straight from the source's words."""
    column = VULNERABLE if vulnerable else NOT_VULNERABLE
    taken = NULLO.get(tricks, 0) if strain == "nullo" else VALUE[strain] * max(tricks - 5, 0)
    if taken < bid:
        return 0, -(bid - taken) * column["factor"][doubling]  # type: ignore[index]
    above = column["made"][doubling]  # type: ignore[index]
    if bid >= 5 * VALUE[strain]:
        above += column["grand"]
    elif bid >= 4 * VALUE[strain]:
        above += column["small"]
    return bid * (1, 2, 4)[doubling], above


def test_both_columns_in_every_case() -> None:
    cases = 0
    for strain in Strain:
        for bid, tricks, doubling, zone in product(range(6, 51), range(11), Doubling, (False, True)):
            if bid > 5 * VALUE[strain]:
                continue
            ledger = scored(strain, bid, tricks, doubling=doubling, vulnerable=zone)
            below, above = ledger.total("declarer", Line.BELOW), ledger.total("declarer", Line.ABOVE)
            assert (below, above) == reckoned(strain, bid, tricks, doubling, zone), (
                strain,
                bid,
                tricks,
                doubling,
                zone,
            )
            assert ledger.total("defender") == 0
            assert sum(entry.points for entry in ledger) == below + above
            cases += 1
    assert cases == 66 * (25 * 2 + 35 * 2 + 45 * 2)


def test_slam_bids_are_scored_at_their_worth() -> None:
    for strain, slam in product(Strain, Slam):
        points = worth(slam, strain)
        for tricks in range(11):
            named = scored(strain, slam, tricks)
            assert named == scored(strain, points, tricks) == scored(strain, str(points), tricks)


@pytest.mark.parametrize("strain", list(Strain))
def test_the_tricks_needed_are_the_first_that_make_the_bid(strain: Strain) -> None:
    for bid in range(1, 51):
        contract = Contract(0, strain, bid)
        making = [tricks for tricks in range(11) if is_made(Rules.DICTIONARY, contract, tricks)]
        if not making:
            assert tricks_needed(strain, bid) is None
        elif strain is Strain.NULLO:
            assert tricks_needed(strain, bid) == max(making) and making == list(range(max(making) + 1))
        else:
            assert tricks_needed(strain, bid) == min(making) and making == list(range(min(making), 11))


def test_the_other_readings() -> None:
    def total(strain: str, bid: int | str, tricks: int, doubling: Doubling = Doubling.NONE, **readings: object) -> int:
        rules = Rules(**readings)  # type: ignore[arg-type]
        return scored(strain, bid, tricks, doubling=doubling, rules=rules).total("declarer")

    assert total("spades", 16, 9) == 16
    assert total("spades", 16, 9, below_line="taken") == 32
    assert total("spades", 16, 8, Doubling.DOUBLED, below_line="taken") == 48 + 25
    assert total("spades", 16, 7, Doubling.REDOUBLED, redoubled_multiplier=2) == 32 + 50
    assert total("diamonds", 24, 9, slam_by="named") == 24
    assert total("diamonds", "small-slam", 9, slam_by="named") == 124
    assert total("diamonds", 19, 9, slam_by="need") == 119
    assert total("nullo", 31, 1, slam_by="need") == 131
    assert total("clubs", 30, 10, slam_by="named") == 30
    assert scored("hearts", 24, 7, rules=Rules(penalty="plus")).totals() == {"declarer": 0, "defender": 24}


def test_exact_nullo() -> None:
    exact = Rules.MENDELEV
    assert [scored("nullo", 20, tricks, rules=exact).total("declarer") for tricks in range(6)] == [
        -60,
        -60,
        -60,
        20,
        -30,
        -60,
    ]
    assert [scored("nullo", "grand-slam", tricks, rules=exact).total("declarer") for tricks in (0, 1)] == [250, -30]


def test_a_contract_knows_its_slam() -> None:
    rules = Rules.DICTIONARY
    for strain in Strain:
        assert slam_of(rules, Contract(0, strain, 4 * VALUE[strain] - 1)) is None
        assert slam_of(rules, Contract(0, strain, 4 * VALUE[strain])) is Slam.SMALL
        assert slam_of(rules, Contract(0, strain, 5 * VALUE[strain] - 1)) is Slam.SMALL
        assert slam_of(rules, Contract(0, strain, 5 * VALUE[strain])) is Slam.GRAND


# ---- honours and runs


def naive_run(hand: CardSet, suit: Suit) -> int:
    """The longest run, found by looking at every stretch of the suit."""
    ranks = [rank for rank in sorted(Rank) if rank >= Rank.SEVEN]
    stretches = [ranks[i:j] for i in range(8) for j in range(i + 1, 9)]
    return max((len(s) for s in stretches if all(Card.of(suit, rank) in hand for rank in s)), default=0)


def test_runs_against_a_naive_search() -> None:
    for mask in range(256):
        cards = CardSet(Card.of(Suit.HEARTS, rank) for bit, rank in enumerate(list(Rank)[5:]) if mask >> bit & 1)
        assert run_length(cards.mask, Suit.HEARTS) == naive_run(cards, Suit.HEARTS)
        assert run_length(cards.mask, Suit.SPADES) == 0
        top = 0
        while top < 8 and mask >> (7 - top) & 1:
            top += 1
        assert run_length(cards.mask, Suit.HEARTS, from_ace=True) == top


def test_honours_of_both_players() -> None:
    hands = CardSet.parse("♠AKQJ ♥A ♣A ♦7").mask, CardSet.parse("♠10987 ♥7 ♦A ♣7").mask

    def points(declarer: int, strain: Strain, **readings: str) -> list[tuple[str, int]]:
        rules = Rules(**readings)  # type: ignore[arg-type]
        return [(entry.side, entry.points) for entry in honours(rules, Contract(declarer, strain, 6), hands)]

    assert points(0, Strain.SPADES) == [("declarer", 15), ("defender", 15)]
    assert points(1, Strain.SPADES, run_shape="from-ace") == [("defender", 15)]
    assert points(1, Strain.SPADES, honours_by="declarer") == [("declarer", 15)]
    assert points(0, Strain.NOTRUMP) == [("declarer", 30)]
    assert points(1, Strain.NOTRUMP) == [("defender", 30)]
    assert points(0, Strain.NULLO) == [("defender", 30)]
    assert points(1, Strain.NULLO) == [("declarer", 30)]
    assert points(0, Strain.CLUBS) == []


def test_no_hand_has_two_runs_that_score() -> None:
    for mask in range(256):
        assert sum(len(part) >= 4 for part in f"{mask:b}".split("0")) <= 1


def with_run(rng: Random, run: CardSet) -> State:
    """A deal at the beginning of the play: hearts are trumps, and the declarer holds this run of them."""
    rest = sorted(PACK - run)
    rng.shuffle(rest)
    mine, his = sorted(run | CardSet(rest[: 16 - len(run)])), rest[16 - len(run) :]
    rng.shuffle(mine)
    return State.in_play(
        Contract(0, Strain.HEARTS, 8),
        (str(CardSet(mine[:13])), str(CardSet(his[:13]))),
        reserves=(str(CardSet(mine[13:])), str(CardSet(his[13:]))),
        leader=rng.randrange(2),
    )


@pytest.mark.parametrize("length", [6, 7, 8])
def test_a_long_run_takes_its_least_tricks_however_it_is_played(length: int) -> None:
    rng = Random(length)
    hearts = sorted(PACK.of_suit(Suit.HEARTS))
    for _ in range(60):
        low = rng.randrange(9 - length)
        end = random_game(with_run(rng, CardSet(hearts[low : low + length])), rng)[-1]
        assert end.taken[0] >= least_tricks(length)


def test_the_least_tricks_can_be_come_to() -> None:
    assert [least_tricks(length) for length in range(9)] == [0, 0, 0, 0, 0, 0, 1, 3, 4]
    state = State.in_play(
        Contract(0, Strain.HEARTS, 8),
        ("♠87 ♥AKQJ10987 ♦87 ♣7", "♠AKQJ10 ♦AKQJ10 ♣AKQ"),
        reserves=("♠9 ♦9 ♣8", "♣J109"),
        leader=0,
    )
    while not state.is_over:
        legal = sorted((card for card in state.legal_actions() if isinstance(card, Card)), key=lambda card: card.rank)
        trumps = [card for card in legal if card.suit is Suit.HEARTS]
        throws = state.trick and state.trick[0].suit is Suit.HEARTS
        state = state.after((trumps or legal)[0] if state.actor == 0 else legal[0 if throws else -1])
    assert state.taken == (4, 6)


# ---- what no deal can produce


@pytest.mark.parametrize(
    ("strain", "bid", "tricks", "says"),
    [
        ("spades", 20, 11, "11 tricks"),
        ("spades", 20, -1, "-1 tricks"),
        ("clubs", 31, 9, "more than 30"),
        ("hearts", 41, 9, "more than 40"),
        ("notrump", 51, 9, "more than 50"),
        ("nullo", 51, 0, "more than 50"),
        ("spades", 5, 9, "lowest bid is 6"),
        ("spades", "many", 9, "is not a bid"),
        ("spades", "-8", 9, "is not a bid"),
    ],
)
def test_impossible_results_are_refused(strain: str, bid: int | str, tricks: int, says: str) -> None:
    with pytest.raises(ImpossibleInputError, match=says):
        scored(strain, bid, tricks)


def test_a_number_bid_is_worth_what_it_says() -> None:
    assert [points_taken(Strain.NOTRUMP, tricks) for tricks in range(11)] == [0] * 6 + [10, 20, 30, 40, 50]
