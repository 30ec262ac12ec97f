import random

import pytest

from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.solve import FourHands, SolverError, analyse_play, solve
from gamerules.solve.four_hands import Solver


def exhaustive(position: FourHands, taken: tuple[int, int] = (0, 0)) -> int:
    """Plain search for the tricks of players 0 and 2: every legal card, no memory, no bounds."""
    if position.is_over:
        return taken[0]
    values = []
    for card in position.legal():
        there, winner = position.after(card)
        side = None if winner is None else winner % 2
        values.append(exhaustive(there, (taken[0] + (side == 0), taken[1] + (side == 1))))
    return max(values) if (position.actor % 2 == 0) != position.misere else min(values)


def deal(rng: random.Random, held: int, trump: Suit | None = None, misere: bool = False) -> FourHands:
    pool = list(CARDS) if rng.random() < 0.5 else [card for card in CARDS if card.rank > 8]
    dealt = rng.sample(pool, 4 * held)
    north, east, south, west = (CardSet(dealt[i * held : (i + 1) * held]) for i in range(4))
    return FourHands((north, east, south, west), rng.randrange(4), trump, misere)


def small_endings(count: int, seed: int) -> list[FourHands]:
    rng = random.Random(seed)
    endings: list[FourHands] = []
    while len(endings) < count:
        misere = rng.random() < 0.3
        trump = None if misere or rng.random() < 0.3 else Suit(rng.randrange(4))
        position = deal(rng, rng.choice((1, 2, 2, 3)), trump, misere)
        for _ in range(rng.randrange(4)):
            position, _ = position.after(rng.choice(list(position.legal())))
        if not position.is_over:
            endings.append(position)
    return endings


@pytest.mark.parametrize("engine", ["python", "dds"])
def test_agrees_with_exhaustive_search(engine: str) -> None:
    if engine == "dds":
        pytest.importorskip("endplay")
    asked = 0
    for position in small_endings(240, seed=31):
        if engine == "dds" and position.misere:
            continue
        tricks = Solver(position, engine).tricks(position)
        assert tricks[0] == exhaustive(position), position
        assert sum(tricks) == position.left
        asked += 1
    assert asked > 140


def test_our_search_agrees_with_dds_on_longer_endings() -> None:
    pytest.importorskip("endplay")
    rng = random.Random(32)
    for number in range(24):
        position = deal(rng, rng.choice((4, 5, 6)), None if number % 3 == 0 else Suit(number % 4))
        assert Solver(position, "python").tricks(position) == Solver(position, "dds").tricks(position)
        ours, theirs = Solver(position, "python").choices(position), Solver(position, "dds").choices(position)
        assert ours == theirs


def test_a_whole_deal_by_dds() -> None:
    pytest.importorskip("endplay")
    position = _whole(33)
    found = solve(position)
    assert (found.engine, sum(found.tricks), len(found.line)) == ("dds", 13, 52)
    taken = [0, 0]
    for play in found.line:
        position, winner = position.after(play.card)
        if winner is not None:
            taken[winner % 2] += 1
    assert tuple(taken) == found.tricks


def _whole(seed: int) -> FourHands:
    dealt = random.Random(seed).sample(CARDS, 52)
    north, east, south, west = (CardSet(dealt[i * 13 : (i + 1) * 13]) for i in range(4))
    return FourHands((north, east, south, west), 0, Suit.HEARTS)


def test_an_error_is_named() -> None:
    # North leads towards South's ace and queen. East, with the king, plays low: the queen wins, the ace after it.
    north, east, south, west = (CardSet.parse(hand) for hand in ("♠2 ♥2", "♠K3", "♠AQ", "♥3 ♥4"))
    position = FourHands((north, east, south, west), 0)
    judged = analyse_play(position, [Card.parse(text) for text in ("♠2", "♠3", "♠A", "♥3")], "python")
    assert [judgement.cost for judgement in judged] == [0, 0, 1, 0]
    assert (judged[2].best, judged[2].before, judged[2].after) == ((Card.parse("♠Q"),), (2, 0), (1, 1))


def test_nullo_is_not_for_dds_and_long_hands_not_for_us() -> None:
    rng = random.Random(34)
    with pytest.raises(SolverError, match="DDS cannot play nullo"):
        Solver(deal(rng, 3, None, True), "dds")
    with pytest.raises(SolverError, match="too much for this search"):
        Solver(_whole(1), "python")
    with pytest.raises(SolverError, match="choose one of auto, python, dds"):
        Solver(_whole(1), "fortran")


def test_impossible_positions_are_refused() -> None:
    ace, king, queen, none = (CardSet.parse(hand) for hand in ("♠A", "♠K", "♠Q", ""))
    with pytest.raises(SolverError, match="must be equal"):
        FourHands((ace, king, queen, none), 0)
    with pytest.raises(SolverError, match="no player 7 to be the leader; players are 0 to 3"):
        FourHands((ace, king, queen, CardSet.parse("♠J")), 7)
    with pytest.raises(SolverError, match="4 players hold 4 hands, not 3"):
        FourHands((ace, king, queen), 0)  # type: ignore[arg-type]
    with pytest.raises(SolverError, match="two places"):
        FourHands((ace, ace, king, queen), 0)
    with pytest.raises(SolverError, match="no trump suit"):
        FourHands((none, none, none, none), 0, Suit.HEARTS, True)
    with pytest.raises(SolverError, match="may not be played here"):
        FourHands((ace, king, queen, CardSet.parse("♠J")), 0).after(Card.parse("♠K"))
