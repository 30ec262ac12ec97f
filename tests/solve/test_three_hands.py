import random

import pytest

from gamerules.cards import PACK_40, Card, CardSet, Suit
from gamerules.german_ombre.rank import Order, grand_order, null_order, suit_order
from gamerules.solve import SolverError, ThreeHands, analyse_play
from gamerules.solve.three_hands import Solver, Tallies, Worth, most_tricks, solve, splits


def exhaustive(position: ThreeHands, worth: Worth) -> int:
    """Plain search: every legal card, no memory, no bounds."""
    if position.is_over:
        ombre = position.ombre
        return worth(*(position.taken[(ombre + i) % 3] for i in range(3)))
    values = [exhaustive(position.after(card), worth) for card in position.legal()]
    return max(values) if position.actor == position.ombre else min(values)


def outcome(ombre: int, one: int, other: int) -> int:
    return 2 * (ombre > max(one, other)) + (ombre == max(one, other))


def none_at_all(ombre: int, one: int, other: int) -> int:
    return -int(ombre > 0)


def uneven(ombre: int, one: int, other: int) -> int:
    """A worth that no count alone decides."""
    return (3 * ombre + one * one + 2 * other) % 5


def orders() -> list[Order]:
    return [*(suit_order(suit) for suit in Suit), grand_order(), null_order()]


def small_endings(count: int, seed: int) -> list[ThreeHands]:
    rng = random.Random(seed)
    endings = []
    for _ in range(count):
        held = rng.choice((1, 2, 3))
        order = rng.choice(orders())
        plain = [card for card in PACK_40 if card not in order.trumps]
        pool = list(order.trumps) + rng.sample(plain, 9) if rng.random() < 0.7 else list(PACK_40)
        dealt = rng.sample(pool, 3 * held)
        first, second, third = (CardSet(dealt[i * held : (i + 1) * held]) for i in range(3))
        taken = (rng.randrange(3), rng.randrange(3), rng.randrange(3))
        position = ThreeHands((first, second, third), rng.randrange(3), rng.randrange(3), order, taken=taken)
        for _ in range(rng.choice((0, 0, 1, 2))):
            position = position.after(rng.choice(list(position.legal())))
        if not position.is_over:
            endings.append(position)
    return endings


def test_agrees_with_exhaustive_search() -> None:
    endings = small_endings(220, seed=21)
    assert len(endings) > 200
    for position in endings:
        for worth in (most_tricks, outcome, none_at_all, uneven):
            assert Solver(position, worth).value(position) == exhaustive(position, worth), position


def test_a_wrong_worth_would_be_seen() -> None:
    endings = small_endings(60, seed=22)
    wrong = sum(Solver(p, most_tricks).value(p) != exhaustive(p, none_at_all) for p in endings)
    assert wrong > 10


def deal(seed: int, order: Order) -> ThreeHands:
    dealt = random.Random(seed).sample(list(PACK_40), 27)
    return ThreeHands((CardSet(dealt[:9]), CardSet(dealt[9:18]), CardSet(dealt[18:])), 1, 0, order)


def test_the_line_brings_what_was_promised() -> None:
    for seed in range(3):
        position = deal(seed, suit_order(Suit.HEARTS))
        found = solve(position, engine="python")
        there = position
        for play in found.line:
            assert play.player == there.actor
            there = there.after(play.card)
        assert there.is_over
        assert there.taken == found.tricks
        assert found.tricks[1] == Solver(position, most_tricks).value(position)
        assert "two opponents play as one" in found.model


def test_the_matadors_privilege_counts() -> None:
    # Hearts are trumps. The ombre leads ♥K; the next player, with ♥7 (manille) and ♠2, need not give his matador.
    hands = CardSet.parse("♥K ♣2"), CardSet.parse("♥7 ♠2"), CardSet.parse("♦2 ♦3")
    position = ThreeHands(hands, 0, 0, suit_order(Suit.HEARTS)).after(Card.parse("♥K"))
    assert position.legal() == CardSet.parse("♥7 ♠2")
    assert Solver(position, most_tricks).value(position) == 0  # he takes it and his deuce wins the last
    judged = analyse_play(position, [Card.parse("♠2")], engine="python")
    assert judged[0].cost == 1
    assert judged[0].best == (Card.parse("♥7"),)


def test_tallies_fold_to_what_still_matters() -> None:
    tallies = Tallies((0, 0, 0), 9, lambda ombre, one, other: ombre >= 3)
    # Only the ombre's tricks and the number of tricks left matter: at most 3 counts by 9 lengths, and the two ends.
    assert len(tallies.after) <= 3 * 9 + 2
    assert tallies.classes[3, 0, 0] == 1
    assert tallies.classes[0, 4, 3] == 0
    assert sorted(splits((1, 0, 0), 1)) == [(1, 0, 1), (1, 1, 0), (2, 0, 0)]


@pytest.mark.parametrize(
    ("hands", "table", "words"),
    [
        (("♠A", "♠K", ""), (), "must be equal"),
        (("♠A", "♠A", "♠K"), (), "two places"),
        (("♠A", "♠K", "♠Q"), ("♥K", "♥Q", "♥J"), "complete"),
    ],
)
def test_impossible_positions_are_refused(hands: tuple[str, str, str], table: tuple[str, ...], words: str) -> None:
    first, second, third = (CardSet.parse(hand) for hand in hands)
    with pytest.raises(SolverError, match=words):
        ThreeHands((first, second, third), 0, 0, suit_order(Suit.HEARTS), tuple(map(Card.parse, table)))


def test_nobody_sits_there() -> None:
    hands = CardSet.parse("♠A"), CardSet.parse("♠K"), CardSet.parse("♠Q")
    with pytest.raises(SolverError, match="no player 3 to be the ombre; players are 0 to 2"):
        ThreeHands(hands, 3, 0, suit_order(Suit.HEARTS))
    with pytest.raises(SolverError, match="no player 4 to be the leader"):
        ThreeHands(hands, 0, 4, suit_order(Suit.HEARTS))
    with pytest.raises(SolverError, match="3 hands, not 2"):
        ThreeHands(hands[:2], 0, 0, suit_order(Suit.HEARTS))  # type: ignore[arg-type]


def test_what_may_not_be_played_is_refused() -> None:
    position = deal(1, suit_order(Suit.CLUBS))
    with pytest.raises(SolverError, match="may not be played here; legal"):
        position.after(next(iter(position.hands[1])))


def test_a_card_without_a_place_is_refused() -> None:
    hands = CardSet.parse("♠10"), CardSet.parse("♠K"), CardSet.parse("♠Q")
    with pytest.raises(SolverError, match="no place in the order"):
        solve(ThreeHands(hands, 0, 0, suit_order(Suit.HEARTS)))


def test_a_solver_refuses_another_deal() -> None:
    solver = Solver(deal(1, suit_order(Suit.HEARTS)), outcome)
    with pytest.raises(SolverError, match="another deal"):
        solver.value(deal(1, suit_order(Suit.CLUBS)))
