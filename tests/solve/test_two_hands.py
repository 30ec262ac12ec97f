import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from gamerules.cards import CARDS, PACK_32, Card, CardSet, Suit
from gamerules.solve import SolverError, TwoHands, analyse_play, solve
from gamerules.solve.two_hands import Solver, narrow, runs, word
from gamerules.tricks import Play

Pair = tuple[CardSet, CardSet]
Numbers = tuple[tuple[int, ...], tuple[int, ...]]
Plain = tuple[Numbers, Numbers, int, int | None, bool, int, tuple[tuple[int, int], ...]]

DANILOV, KABANOV = CardSet.parse("♠KJ1087 ♥QJ9 ♣KQ1098"), CardSet.parse("♠9 ♥AK1087 ♦10987 ♣AJ7")
RESERVES = CardSet.parse("♠A ♦KJ"), CardSet.parse("♠Q ♦AQ")
DEAL = TwoHands((DANILOV, KABANOV), 0, Suit.DIAMONDS, size=4, reserves=RESERVES)
# The dictionary's line, its last tricks completed: Danilov leads ♦J and then discards nothing but ♦K.
LINE = "♠8♠9♠K♦10 ♦8♠7♦7♠10 ♥10♥J♥A♥9 ♥8♥Q♥K♣8 ♥7♣9♣7♠J ♣A♣10♣J♣Q ♦9♣K ♠Q♠A ♦J♦Q ♦A♦K"


def cards(text: str) -> list[Card]:
    return [Card.parse(mark + rank) for mark, rank in re.findall(r"([♠♥♦♣])(10|.)", text)]


def small_endings(count: int, seed: int) -> Iterator[TwoHands]:
    """Deals of few cards: tricks of two and four, reserves or none, trumps and nullo, within a trick too."""
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.choice((2, 4))
        in_hand = rng.choice((1, 2, 3, 4)) if size == 4 else rng.choice((1, 2, 3))
        aside = rng.randint(0, 3) if in_hand < 4 else 0
        suits = rng.sample(range(4), rng.randint(2, 4))
        pool = [card for card in sorted(PACK_32) if card.suit in suits]
        dealt = rng.sample(pool, min(len(pool), 2 * (in_hand + aside)))
        aside = min(aside, (len(dealt) - 2 * in_hand) // 2)
        hands = [CardSet(dealt[:in_hand]), CardSet(dealt[in_hand : 2 * in_hand])]
        rest = dealt[2 * in_hand :]
        reserves = CardSet(rest[:aside]), CardSet(rest[aside : 2 * aside])
        misere = rng.random() < 0.3
        trump = None if misere or rng.random() < 0.25 else Suit(rng.randrange(4))
        position = TwoHands((hands[0], hands[1]), rng.randrange(2), trump, misere, size, reserves)
        for _ in range(rng.choice((0, 0, 1, 2, 3))):
            if not position.is_over:
                position, _ = position.after(rng.choice(list(position.legal())))
        yield position


def exhaustive(
    hands: Numbers,
    reserves: Numbers,
    leader: int,
    trump: int | None,
    misere: bool,
    size: int,
    table: tuple[tuple[int, int], ...] = (),
) -> int:
    """Plain search: every legal card, no memory, no bounds, nothing shared with the solvers.

    Return player 0's tricks from here on. Cards are numbers, 13 to a suit; ``table`` holds (player, card)."""
    if not table and not hands[0]:
        return exhaustive(reserves, ((), ()), leader, trump, misere, 2) if reserves[0] else 0
    player = leader if len(table) % 2 == 0 else 1 - leader
    held = len(hands[leader]) + sum(who == leader for who, _ in table)
    wanted = size if held > 1 else 2
    legal = hands[player]
    if table:
        led = table[0][1] // 13
        legal = tuple(card for card in legal if card // 13 == led) or legal
    outcomes = []
    for card in legal:
        mine = tuple(c for c in hands[player] if c != card)
        left = (hands[0], mine) if player else (mine, hands[1])
        there = (*table, (player, card))
        if len(there) < wanted:
            outcomes.append(exhaustive(left, reserves, leader, trump, misere, size, there))
        else:
            winner = max(there, key=lambda pc: (pc[1] // 13 == trump, pc[1] // 13 == there[0][1] // 13, pc[1]))[0]
            outcomes.append((winner == 0) + exhaustive(left, reserves, winner, trump, misere, size))
    wants_many = (player == 0) != misere
    return max(outcomes) if wants_many else min(outcomes)


def plain(position: TwoHands) -> Plain:
    numbers = [tuple(int(card) for card in zone) for zone in (*position.hands, *position.reserves)]
    table = tuple((play.player, int(play.card)) for play in position.table)
    return (
        (numbers[0], numbers[1]),
        (numbers[2], numbers[3]),
        position.leader,
        position.trump,
        position.misere,
        position.size,
        table,
    )


def test_agrees_with_exhaustive_search() -> None:
    kinds = set()
    for position in small_endings(400, seed=11):
        solver = Solver(position)
        assert solver.tricks(position)[0] == exhaustive(*plain(position)), position
        kinds.add((position.size, position.misere, position.trump is None, bool(position.table)))
    assert len(kinds) == 12  # both sizes; trumps, no trump, nullo; whole and begun tricks


def test_a_wrong_answer_would_be_seen() -> None:
    wrong = 0
    for position in small_endings(60, seed=12):
        reversed_aim = TwoHands(
            position.hands, position.leader, None, not position.misere, position.size, position.reserves, position.table
        )
        wrong += Solver(reversed_aim).tricks(reversed_aim)[0] != exhaustive(*plain(position))
    assert wrong > 10


def deal(rng: random.Random) -> tuple[Pair, Pair]:
    order = list(PACK_32)
    rng.shuffle(order)
    a, b, c, d = (CardSet(part) for part in (order[:13], order[13:26], order[26:29], order[29:]))
    return (a, b), (c, d)


@pytest.mark.parametrize("misere", [False, True])
def test_two_hands_of_thirteen(misere: bool) -> None:
    rng = random.Random(5)
    for _ in range(4):
        dealt = rng.sample(CARDS, 26)
        position = TwoHands((CardSet(dealt[:13]), CardSet(dealt[13:])), 0, misere=misere)
        found = solve(position, "python")
        assert sum(found.tricks) == 13
        assert replayed(position, found.line) == found.tricks


def replayed(position: TwoHands, line: Sequence[Play]) -> tuple[int, int]:
    taken = [0, 0]
    for play in line:
        assert play.player == position.actor
        position, winner = position.after(play.card)
        if winner is not None:
            taken[winner] += 1
    assert position.is_over
    return taken[0], taken[1]


def test_the_illustrative_deal_is_worth_nine_tricks() -> None:
    found = solve(DEAL, "python")
    assert found.tricks == (1, 9)
    assert replayed(DEAL, found.line) == (1, 9)
    assert "both hands and both reserves open" in found.model
    assert found.nodes > 0
    assert found.engine == "python"


def test_which_card_was_an_error() -> None:
    judged = analyse_play(DEAL, cards(LINE), "python")
    assert len(judged) == 32
    assert judged[0].before == (1, 9)
    assert [j.after for j in judged][-1] == (1, 9)
    # Every cost moves the outcome by as much, from the player who erred to the other.
    outcome: tuple[int, ...] = judged[0].before
    for judgement in judged:
        assert judgement.before == outcome
        outcome = judgement.after
        assert abs(judgement.before[0] - judgement.after[0]) == judgement.cost
        assert judgement.is_error == (judgement.play.card not in judgement.best)


def test_an_error_is_named() -> None:
    # The ace drops the king, and the queen is good. The queen led loses to the king, and the ace to the lead of hearts.
    ending = TwoHands((CardSet.parse("♠AQ"), CardSet.parse("♠K ♥2")), 0)
    judged = analyse_play(ending, cards("♠Q♠K"), "python")
    assert (judged[0].cost, judged[0].best) == (2, tuple(cards("♠A")))
    assert (judged[0].before, judged[0].after) == ((2, 0), (0, 2))
    assert not judged[1].is_error


def test_renaming_the_suits_changes_nothing() -> None:
    rng = random.Random(8)
    hands, reserves = deal(rng)
    reference = Solver(position := TwoHands(hands, 0, Suit.HEARTS, size=4, reserves=reserves)).tricks(position)
    names = list(Suit)
    rng.shuffle(names)

    def renamed(held: CardSet) -> CardSet:
        return CardSet(Card.of(names[card.suit], card.rank) for card in held)

    other = TwoHands(
        (renamed(hands[0]), renamed(hands[1])),
        0,
        names[Suit.HEARTS],
        size=4,
        reserves=(renamed(reserves[0]), renamed(reserves[1])),
    )
    assert Solver(other).tricks(other) == reference


def test_words_and_runs() -> None:
    assert word(0b1010, 0b0101) == 0b11010
    assert word(0b1000, 0b0001) == word(0b10, 0b01) == 0b110
    assert word(0, 0) == 1
    assert runs(0b110110, 0b001000) == (0b100000, 0b100)
    assert runs(0, 0b111) == ()


def test_narrow_with_and_without_a_guess() -> None:
    for true in range(-3, 11):
        asked: list[int] = []

        def reaches(goal: int, true: int = true, asked: list[int] = asked) -> bool:
            asked.append(goal)
            return true >= goal

        assert narrow(reaches, -3, 10) == true
        for guess in (-9, -3, 0, 4, 10, 12):
            assert narrow(reaches, -3, 10, guess) == true
        asked.clear()
        narrow(reaches, -3, 10, true)
        assert len(asked) <= 2


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"size": 3}, "2 or 4 cards"),
        ({"misere": True}, "no trump suit"),
        ({"hands": (DANILOV, KABANOV.remove(Card.parse("♣7")))}, "must be equal"),
        ({"reserves": (RESERVES[0], CardSet())}, "equal in number"),
        ({"reserves": (RESERVES[0], RESERVES[0])}, "two places"),
        ({"table": (Play(1, Card.parse("♦A")),)}, "must be equal"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], words: str) -> None:
    parts: dict[str, Any] = {
        "hands": (DANILOV, KABANOV),
        "leader": 0,
        "trump": Suit.DIAMONDS,
        "size": 4,
        "reserves": RESERVES,
    }
    with pytest.raises(SolverError, match=words):
        TwoHands(**{**parts, **change})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"leader": 2}, "no player 2 to be the leader; players are 0 to 1"),
        ({"leader": -1}, "no player -1"),
        ({"hands": (DANILOV, KABANOV, KABANOV)}, "2 players hold 2 hands, not 3"),
        ({"reserves": (CardSet(),)}, "2 hands, not 1"),
    ],
)
def test_nobody_sits_there(change: dict[str, Any], words: str) -> None:
    with pytest.raises(SolverError, match=words):
        TwoHands(**{"hands": (DANILOV, KABANOV), "leader": 0, **change})


def test_what_may_not_be_played_is_refused() -> None:
    begun, _ = DEAL.after(Card.parse("♥Q"))
    with pytest.raises(SolverError, match="♦7 may not be played here; legal: ♥AK1087"):
        begun.after(Card.parse("♦7"))


def test_a_solver_refuses_another_deal() -> None:
    with pytest.raises(SolverError, match="another deal"):
        Solver(DEAL).tricks(TwoHands((DANILOV, KABANOV), 0, Suit.HEARTS, size=4, reserves=RESERVES))


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(SolverError, match=r"choose one of auto, python$"):
        solve(DEAL, "fortran")
