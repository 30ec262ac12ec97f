"""What the laboratory found about Slam: the illustrative deal, a bid of 24, the first lead, runs of trumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, Final

from gamerules.cards import PACK_32, CardSet, Suit
from gamerules.lab.findings import Study, dealt, mean_of, stored
from gamerules.slam.scoring import scored
from gamerules.slam.strain import Doubling, Strain, points_taken
from gamerules.solve.reserves import Pairs, reserve_game
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
    as_chosen = game.tricks(chosen[0], chosen[1])
    against = [game.better(p, chosen[p], chosen[1 - p]) for p in (0, 1)]
    return {
        "reserves": len(game.all_reserves(0)),
        "different": [len(choices) for choices in game.choices],
        "nodes": game.nodes,
        "tricks as chosen": list(as_chosen),
        "value in tricks to Danilov": str(best.value),
        "best of Danilov": {str(game.choices[0][c]): str(p) for c, p in best.rows.items()},
        "best of Kabanov": {str(game.choices[1][c]): str(p) for c, p in best.columns.items()},
        "sure of, by reserves": [_counts(game.by_tricks(p)) for p in (0, 1)],
        "sure of, as chosen": [game.secure(p, chosen[p]) for p in (0, 1)],
        "sure of more": [list(map(str, game.better(p, chosen[p]))) for p in (0, 1)],
        "against the other's, by reserves": [_counts(game.by_tricks(p, chosen[1 - p])) for p in (0, 1)],
        "better against the other's": [list(map(str, found)) for found in against],
        "of these, with two trumps aside": sum(len(reserve.of_suit(trump)) == 2 for reserve in against[0]),
        "to Kabanov, by what both play for": aims,
    }


def _counts(reserves: dict[int, tuple[CardSet, ...]]) -> dict[str, int]:
    return {str(tricks): len(found) for tricks, found in reserves.items()}


def taken_up_early(trump: Suit) -> dict[str, Any]:
    """Return what each reserve takes against the other's as chosen if reserves are taken up after the sixth trick."""
    first, second = map(CardSet.parse, ILLUSTRATIVE)
    chosen = [CardSet.parse(text) for text in CHOSEN]
    pairs = Pairs((first, second), 0, trump, False, kept=1)
    found = [pairs.against(p, chosen[1 - p]) for p in (0, 1)]
    as_chosen = [found[p][chosen[p]] for p in (0, 1)]
    return {
        "tricks as chosen": as_chosen,
        "against the other's, by reserves": [
            {str(n): count for n, count in sorted(Counter(tricks.values()).items())} for tricks in found
        ],
        "better against the other's": [
            [str(reserve) for reserve, tricks in found[p].items() if tricks > as_chosen[p]] for p in (0, 1)
        ],
    }


def by_reserves(name: str, key: str) -> list[list[str]]:
    """Return a row for each number of tricks: how many reserves of Danilov's and of Kabanov's bring it.

    Args:
        name: the finding.
        key: which of its counts.
    """
    counts = stored(name)[key]
    return [[str(n), *(str(found.get(str(n), 0)) for found in counts)] for n in range(11)]


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
    "slam-reserves-early": Study(
        "How good were the reserves of the illustrative deal if they are taken up after the sixth trick?",
        "each reserve against the other's as it was chosen; all cards open and both sides play perfectly; Danilov "
        "leads, diamonds are trumps",
        {},
        lambda: taken_up_early(Suit.DIAMONDS),
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
