"""How many tricks two hands will bring, told at once: a table fitted offline to what the solvers find.

The tricks of a hand against another are a sum over the suits, of a few numbers that tell how its cards stand to those
of the other: length, cards above all of theirs, cards that beat one of theirs, low cards. What each number counts for
was fitted by ``benchmarks/fit_tricks.py`` to random deals solved with open cards; the spread that is left is kept too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import erf, sqrt

from gamerules.cards import RANKS_PER_SUIT, Suit

LANE = (1 << RANKS_PER_SUIT) - 1
TRUMP, PLAIN, NO_TRUMP, NULLO = "trump", "plain", "no trump", "nullo"


def features(mine: int, theirs: int) -> tuple[float, ...]:
    """Return the numbers of a suit, those of the other's holding taken off.

    Args:
        mine: the cards of the suit that one holds, as thirteen bits.
        theirs: those that the other holds.
    """
    return tuple(a - b for a, b in zip(_holding(mine, theirs), _holding(theirs, mine), strict=True))


def _holding(mine: int, theirs: int) -> tuple[float, ...]:
    own, other = _ranks(mine), _ranks(theirs)
    length, against = len(own), len(other)
    high = sum(rank > other[-1] for rank in own) if other else length
    low = sum(rank < other[0] for rank in own) if other else length
    matched = sum(a > b for a, b in zip(own[::-1], other[::-1], strict=False))
    unmatched = sum(a > b for a, b in zip(own, other, strict=False))
    more = max(length - against, 0)
    return (
        length,
        high,
        min(high, 1),
        matched,
        more,
        more * more / 4,
        more * min(high, 2),
        against if not own else 0,
        against if length == 1 and against > 1 else 0,
        low,
        min(low, 1),
        unmatched,
        unmatched * unmatched / 4,
        unmatched * more / 4,
        min(length, against) if own and other and own[0] > other[0] else 0,
    )


@cache
def _ranks(cards: int) -> tuple[int, ...]:
    return tuple(place for place in range(RANKS_PER_SUIT) if cards >> place & 1)


def trump_features(x: int, y: int, trump: Suit) -> tuple[float, float]:
    """Return what trumps count for beside their own suit: for long plain suits, and the more the longer they are."""
    longer = _longer(x, y, trump)
    mine, theirs = (sum(max(sign * _longer(x, y, suit), 0) for suit in Suit if suit is not trump) for sign in (1, -1))
    return (max(longer, 0) * mine - max(-longer, 0) * theirs, longer * abs(longer))


def _longer(x: int, y: int, suit: Suit) -> int:
    shift = RANKS_PER_SUIT * suit
    return (x >> shift & LANE).bit_count() - (y >> shift & LANE).bit_count()


@dataclass(frozen=True, slots=True)
class Estimate:
    """The table of one game.

    Attributes:
        tricks: how many tricks a deal has.
        weights: what each number counts for, by ``trump``, ``plain``, ``no trump`` and ``nullo``.
        beside: what the two numbers of :func:`trump_features` count for.
        declares: what declaring brings beside, by ``trump``, ``no trump`` and ``nullo``: the other leads.
        spread: the standard deviation that is left, by the same.
    """

    tricks: int
    weights: dict[str, Sequence[float]]
    beside: Sequence[float]
    declares: dict[str, float]
    spread: dict[str, float]
    _suits: dict[tuple[str, int, int], float]

    @classmethod
    def of(cls, package: str) -> Estimate:
        """Return the table that a game's package ships as ``tricks.json``."""
        return _loaded(package)

    def mean(self, x: int, y: int, trump: Suit | None, nullo: bool = False) -> float:
        """Return the tricks that the first hand can expect as declarer's against the second, both as bit masks."""
        kind = NULLO if nullo else NO_TRUMP if trump is None else TRUMP
        total = self.tricks / 2 + self.declares[kind]
        for suit in Suit:
            shift = RANKS_PER_SUIT * suit
            role = kind if trump is None or suit is trump else PLAIN
            total += self._suit(role, x >> shift & LANE, y >> shift & LANE)
        if trump is not None:
            one, two = trump_features(x, y, trump)
            total += self.beside[0] * one + self.beside[1] * two
        return min(max(total, 0.0), float(self.tricks))

    def _suit(self, role: str, mine: int, theirs: int) -> float:
        key = (role, mine, theirs)
        value = self._suits.get(key)
        if value is None:
            value = sum(w * f for w, f in zip(self.weights[role], features(mine, theirs), strict=True))
            self._suits[key] = value
        return value

    def chances(self, mean: float, kind: str) -> tuple[float, ...]:
        """Return how likely each number of tricks is, from none up, where so many are expected."""
        return _chances(round(8 * mean), self.spread[kind], self.tricks)


@cache
def _chances(eighths: int, spread: float, tricks: int) -> tuple[float, ...]:
    below = [0.5 * (1 + erf((n + 0.5 - eighths / 8) / (spread * sqrt(2)))) for n in range(tricks)] + [1.0]
    return tuple(there - before for there, before in zip(below, [0.0, *below], strict=False))


@cache
def _loaded(package: str) -> Estimate:
    data = json.loads(files(package).joinpath("tricks.json").read_text(encoding="utf-8"))
    return Estimate(data["tricks"], data["weights"], data["beside"], data["declares"], data["spread"], {})
