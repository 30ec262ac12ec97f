"""Shares and means with their intervals, from the outcomes of many deals; odds that need no sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import atan, comb, cos, inf, pi, sin, sqrt
from statistics import NormalDist

from gamerules.adapters import Columns

CONFIDENCE = 0.95
MOST_NUMBERS = 14
"""Of how many different numbers the shares are still shown, beside their mean."""

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure from a sample, with the interval that holds the true one in 95 of 100 samples.

    Attributes:
        value: the figure.
        low: the lower end of the interval.
        high: its upper end.
        size: how many deals it rests on.
    """

    value: float
    low: float
    high: float
    size: int

    def percent(self) -> str:
        """Return a share as text: ``32.5% (31.6 to 33.4)``."""
        return f"{100 * self.value:.1f}% ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def number(self) -> str:
        """Return a mean as text: ``4.63 (4.60 to 4.66)``."""
        if self.size == 1:
            return f"{self.value:.2f} (one deal: no interval)"
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"


def share(hits: int, size: int) -> Estimate:
    """Return a share with Wilson's interval, which holds near 0 and 1 and for small samples too.

    Raises:
        ValueError: if there is no sample, or more hits than deals.
    """
    if size < 1 or not 0 <= hits <= size:
        raise ValueError(f"{hits} of {size} is not a share; count hits among at least one deal")
    p, z2 = hits / size, _Z * _Z
    middle = (p + z2 / (2 * size)) / (1 + z2 / size)
    half = _Z * sqrt(p * (1 - p) / size + z2 / (4 * size * size)) / (1 + z2 / size)
    return Estimate(p, middle - half if hits else 0.0, middle + half if hits < size else 1.0, size)


@cache
def student(freedom: int) -> float:
    """Return how many standard errors an interval of Student's t reaches to each side.

    Args:
        freedom: the degrees of freedom, at least 1: the values less one.
    """
    if freedom > _SERIES:  # the expansion of Fisher and Cornish, right to seven digits from here on
        z, n = _Z, freedom
        return (
            z
            + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        )
    low, high = _Z, 13.0  # one degree of freedom needs 12.7
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < CONFIDENCE else (low, middle)
    return high


_SERIES = 40


def _within(t: float, freedom: int) -> float:
    """Return the odds that Student's t lies between ``-t`` and ``t``, by the finite series for whole degrees."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = sin(angle) * (cos(angle) if odd else 1.0)
    total = 0.0
    for step in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (step - 1) / step
    return 2 / pi * (angle + total) if odd else total


def mean(values: Sequence[float]) -> Estimate:
    """Return a mean with Student's interval; one value alone says nothing about the spread, so it has no bounds.

    Raises:
        ValueError: if there is no value.
    """
    size = len(values)
    if not size:
        raise ValueError("there is no value to take the mean of")
    average = sum(values) / size
    if size == 1:
        return Estimate(average, -inf, inf, 1)
    spread = sqrt(sum((v - average) ** 2 for v in values) / (size - 1))
    half = student(size - 1) * spread / sqrt(size)
    return Estimate(average, average - half, average + half, size)


def drawn(population: int, marked: int, hand: int, count: int) -> Fraction:
    """Return the odds that a hand drawn from a population holds exactly so many marked cards."""
    ways = comb(marked, count) * comb(population - marked, hand - count)
    return Fraction(ways, comb(population, hand))


def columns(outcomes: Iterable[Columns]) -> list[str]:
    """Return the names of all columns, in the order in which they appear."""
    return list(dict.fromkeys(name for outcome in outcomes for name in outcome))


@dataclass(frozen=True, slots=True)
class Summary:
    """What is known of one column of outcomes; those that lack it (a deal passed out has no strain) do not count.

    Attributes:
        name: its name.
        size: how many outcomes have it.
        mean: the mean, if all its values are numbers.
        shares: each value, how often it came and its share: numbers in order, texts by how often they came.
    """

    name: str
    size: int
    mean: Estimate | None
    shares: tuple[tuple[str | int, int, Estimate], ...]


def summary(outcomes: Sequence[Columns]) -> list[Summary]:
    """Return what is known of every column, in the order in which they appear."""
    made = []
    for name in columns(outcomes):
        values = [outcome[name] for outcome in outcomes if name in outcome]
        numbers = [value for value in values if isinstance(value, int)]
        size = len(values)
        counts = Counter(values)
        order = sorted(counts) if numbers else [value for value, _ in counts.most_common()]
        shares = tuple((value, counts[value], share(counts[value], size)) for value in order)
        made.append(Summary(name, size, mean(numbers) if len(numbers) == size else None, shares))
    return made


def tables(outcomes: Sequence[Columns]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return one table a column: shares of its texts, or the mean of its numbers and the shares of each if few differ.

    A column that some outcomes lack is shown for those that have it.
    """
    made: list[tuple[str, list[tuple[str, str]]]] = []
    for column in summary(outcomes):
        rows = [("mean", column.mean.number())] if column.mean else []
        if not rows or len(column.shares) <= MOST_NUMBERS:
            rows += [(str(value), share.percent()) for value, _, share in column.shares]
        whole = column.size == len(outcomes)
        made.append((column.name if whole else f"{column.name} (of {counted(column.size, 'deal')})", rows))
    return made


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 deal``, ``1,000 deals``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def text(outcomes: Sequence[Columns]) -> str:
    """Return all tables as text for people."""
    lines = [f"{counted(len(outcomes), 'deal')}; in brackets, intervals of {CONFIDENCE:.0%}"]
    for name, rows in tables(outcomes):
        lines += ["", name]
        width = max(len(label) for label, _ in rows)
        lines += [f"  {label:<{width}}  {figure}" for label, figure in rows]
    return "\n".join(lines)
