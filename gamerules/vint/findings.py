"""What the laboratory found about Vint: how often aces and honours decide who scores. Counted, not sampled."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from gamerules.lab.statistics import drawn
from gamerules.vint.honours import aces_count, combined, honours_count


def aces_of_a_side(count: int) -> Fraction:
    """Return the odds at Vint that a side, two hands of thirteen, holds exactly so many of the four aces."""
    return drawn(52, 4, 26, count)


def vint_holdings() -> Iterator[tuple[int, int, Fraction]]:
    """Yield every split of a trump game at Vint: the declarers' honours and aces, and its odds.

    The ace of trumps is both, so three groups are dealt: the trump ace, four honours beside it, three aces beside it.
    """
    for trump_ace in range(2):
        for honours in range(5):
            for aces in range(4):
                groups = ((1, trump_ace), (4, honours), (3, aces))
                rest = 26 - trump_ace - honours - aces
                ways = prod(comb(size, taken) for size, taken in groups) * comb(44, rest)
                yield trump_ace + honours, trump_ace + aces, Fraction(ways, comb(52, 26))


def vint_ties(odd_trick: str) -> Fraction:
    """Return the odds that honours and aces cancel in a trump game at Vint, so that nobody scores for them.

    Args:
        odd_trick: the side that takes more than six tricks; it scores for two and two aces.
    """
    return sum(
        (
            odds
            for honours, aces, odds in vint_holdings()
            if combined(honours_count(honours), aces_count(aces, odd_trick)).number == 0
        ),
        Fraction(0),
    )
