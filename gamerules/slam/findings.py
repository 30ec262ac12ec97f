"""What the laboratory found about Slam: the illustrative deal, a bid of 24, the first lead, runs of trumps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, Final

from gamerules.cards import PACK_32, CardSet, Suit
from gamerules.lab.findings import Study, dealt, mean_of
from gamerules.slam.scoring import scored
from gamerules.slam.strain import Doubling, Strain, points_taken
from gamerules.solve.reserves import reserve_game
from gamerules.solve.two_hands import Solver, TwoHands

ILLUSTRATIVE = ("♠AKJ1087 ♥QJ9 ♦KJ ♣KQ1098", "♠Q9 ♥AK1087 ♦AQ10987 ♣AJ7")
"""All sixteen cards of Danilov and of Kabanov in the dictionary's deal."""

CHOSEN = ("♠A ♦KJ", "♠Q ♦AQ")
"""The reserves that they laid aside."""


def reserves(trump: Suit) -> dict[str, Any]:
    """Solve every pair of reserves of the illustrative deal, Danilov leading, with this trump suit."""
    first, second = map(CardSet.parse, ILLUSTRATIVE)
    chosen = [CardSet.parse(text) for text in CHOSEN]
    game = reserve_game((first, second), 0, trump)
    best = game.equilibrium()
    ledgers = {
        tricks: scored(Strain(trump.name.lower()), 24, 10 - tricks, doubling=Doubling.DOUBLED).totals()
        for tricks in range(11)
    }
    points = {tricks: totals["declarer"] - totals["defender"] for tricks, totals in ledgers.items()}
    worths: dict[str, Callable[[int], int]] = {
        "tricks": lambda tricks: 10 - tricks,
        "points": points.__getitem__,
        "made": lambda tricks: int(points[tricks] > 0),
    }
    aims: dict[str, dict[str, str]] = {}
    for aim, sought in worths.items():
        found = game.equilibrium(lambda tricks, sought=sought: -sought(tricks))  # type: ignore[misc]
        aims[aim] = {
            name: str(sum(p * game.expected(0, game.choices[0][row], found, worth) for row, p in found.rows.items()))
            for name, worth in worths.items()
        }
    counts = []
    for player in (0, 1):
        secure: dict[str, int] = {}
        for reserve in game.all_reserves(player):
            key = str(game.secure(player, reserve))
            secure[key] = secure.get(key, 0) + 1
        counts.append(dict(sorted(secure.items())))
    as_chosen = game.tricks(chosen[0], chosen[1])
    better = [
        [reserve for reserve in game.all_reserves(0) if game.tricks(reserve, chosen[1])[0] > as_chosen[0]],
        [reserve for reserve in game.all_reserves(1) if game.tricks(chosen[0], reserve)[1] > as_chosen[1]],
    ]
    return {
        "reserves": len(game.all_reserves(0)),
        "different": [len(choices) for choices in game.choices],
        "nodes": game.nodes,
        "tricks as chosen": list(as_chosen),
        "value in tricks to Danilov": str(best.value),
        "best of Danilov": {str(game.choices[0][c]): str(p) for c, p in best.rows.items()},
        "best of Kabanov": {str(game.choices[1][c]): str(p) for c, p in best.columns.items()},
        "sure of, by reserves": counts,
        "sure of, as chosen": [game.secure(p, chosen[p]) for p in (0, 1)],
        "better against the other's": [len(reserves) for reserves in better],
        "of these, with two trumps aside": sum(len(reserve.of_suit(trump)) == 2 for reserve in better[0]),
        "to Kabanov, by what both play for": aims,
    }


def bid_of_24(seed: int, size: int) -> dict[str, Any]:
    """Return what a bid of 24 points comes to at Slam in random deals, in the declarer's longest suit."""
    rng = Random(seed)
    odds, won, tricks = [], [], []
    suits = dict.fromkeys(("♣ or ♦", "♥ or ♠"), 0)
    surely = 0
    for _ in range(size):
        first, second = dealt(rng, PACK_32, 16, 16)
        trump = max(Suit, key=lambda suit: (len(first.of_suit(suit)), suit))
        strain = Strain(trump.name.lower())
        game = reserve_game((first, second), 1, trump)
        ledgers = {taken: scored(strain, 24, taken).totals() for taken in range(11)}
        points = {taken: totals["declarer"] - totals["defender"] for taken, totals in ledgers.items()}
        won.append(float(game.equilibrium(points.__getitem__).value))
        reached = {taken: int(points_taken(strain, taken) >= 24) for taken in range(11)}
        odds.append(float(game.equilibrium(reached.__getitem__).value))
        tricks.append(float(game.equilibrium().value))
        suits["♥ or ♠" if trump >= Suit.HEARTS else "♣ or ♦"] += 1
        surely += odds[-1] == 1
    return {
        "size": size,
        "suits": suits,
        "made for certain": surely,
        "odds": mean_of(odds),
        "won": mean_of(won),
        "tricks": mean_of(tricks),
    }


def first_lead(seed: int, size: int) -> dict[str, Any]:
    """Return how many tricks the first lead at Slam is worth to whoever has it, by strain."""
    rng = Random(seed)
    gains: dict[str, list[float]] = {"a suit": [], "no trumps": [], "nullo": []}
    for number in range(size):
        first, second, aside, other = dealt(rng, PACK_32, 13, 13, 3, 3)
        kinds = {"a suit": (Suit(number % 4), False), "no trumps": (None, False), "nullo": (None, True)}
        for kind, (trump, misere) in kinds.items():
            taken = []
            for leader in (0, 1):
                position = TwoHands((first, second), leader, trump, misere, 4, (aside, other))
                taken.append(Solver(position).tricks(position)[0])
            gains[kind].append(float(taken[0] - taken[1]))
    return {"size": size} | {kind: mean_of(values) for kind, values in gains.items()}


def run_at_slam(length: int) -> Fraction:
    """Return the odds that a player of Slam, with sixteen cards of 32, holds a run of so many trumps or more.

    Args:
        length: the shortest run that counts, from 1 to 8.
    """
    total = 0
    for held in range(1 << 8):
        longest = max(map(len, f"{held:b}".split("0")))
        if longest >= length:
            total += comb(24, 16 - held.bit_count())
    return Fraction(total, comb(32, 16))


STUDIES: Final = {
    "slam-reserves-diamonds": Study(
        "How good were the reserves of the illustrative deal, and what is it worth when both choose well?",
        "reserves chosen unseen, then all cards open and both sides play perfectly; Danilov leads, diamonds are "
        "trumps; for each aim (tricks, points, the contract alone) the best mixtures are others",
        {},
        lambda: reserves(Suit.DIAMONDS),
    ),
    "slam-reserves-hearts": Study(
        "Would hearts have been better in the illustrative deal?",
        "reserves chosen unseen, then all cards open and both sides play perfectly; Danilov leads, hearts are "
        "trumps; for each aim (tricks, points, the contract alone) the best mixtures are others",
        {},
        lambda: reserves(Suit.HEARTS),
    ),
    "slam-bid-24": Study(
        "What is a bid of 24 points worth at Slam?",
        "random cards; the declarer's longest suit; reserves chosen unseen, then all cards open and both sides play "
        "perfectly; the defender leads; not doubled, not vulnerable, no honours; odds, points and tricks are each what "
        "comes of it when both choose their reserves for just that",
        {"seed": 24, "size": 120},
        bid_of_24,
    ),
    "slam-first-lead": Study(
        "What is the first lead worth at Slam?",
        "random cards and reserves; all cards open; both sides play perfectly",
        {"seed": 5, "size": 2000},
        first_lead,
    ),
}
