"""Coronets: the text names them, and the tables with their prices are lost.

A coronet (коронка), as other descriptions have it, is three or more of the highest cards of one suit, or three or four
aces, in one hand. What one is worth must be supplied.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamerules.ledger import Entry, Line
from gamerules.price_file import line_of, line_of_fault
from gamerules.rules import Grade, ImpossibleInputError, LostTableError, Status, Table, rule, suggest
from gamerules.vint.honours import ACES, HONOURS
from gamerules.vint.terms import DECLARERS, SIDES

LENGTHS: Mapping[str, range] = {"plain": range(3, 14), "trumps": range(3, 14), "aces": range(3, 5)}
"""The kinds of coronet, and how many cards each can have: of a plain suit, of trumps, of aces."""

PLAIN_SUITS = 3
"""How many suits are not trumps in a trump game."""

SUPPLY = "supply a table: Rules(coronets=CoronetPrices.of({('plain', 3): …})), or --coronet-prices FILE"

CORONET_PRICE = Table(
    "CORONET_PRICE",
    "vint-viii.coronets.1",
    {},
    lost=[(kind, length) for kind, lengths in LENGTHS.items() for length in lengths],
    supply=SUPPLY,
    status=Status.LOST,
)
"""The price of a coronet, by (kind, length): not one figure survives."""


@dataclass(frozen=True, slots=True)
class Coronet:
    """A coronet somebody holds: its kind (``plain``, ``trumps``, ``aces``), its length, and the side of its holder."""

    kind: str
    length: int
    side: str = DECLARERS

    def __post_init__(self) -> None:
        """Refuse a kind or length that no coronet has.

        Raises:
            ImpossibleInputError: names what is wrong.
        """
        if self.kind not in LENGTHS:
            raise ImpossibleInputError(f"no coronet is of the kind {self.kind!r}{suggest(self.kind, list(LENGTHS))}")
        lengths = LENGTHS[self.kind]
        if self.length not in lengths:
            raise ImpossibleInputError(
                f"a coronet of {self.kind} has from {lengths[0]} to {lengths[-1]} cards, not {self.length}"
            )
        if self.side not in SIDES:
            raise ImpossibleInputError(f"{self.side!r} is not a side of a deal; a coronet is declarers' or opponents'")

    def __str__(self) -> str:
        """Return the coronet as a deal's result has it: ``coronet plain 4``, ``opponents' coronet aces 3``."""
        whose = "" if self.side == DECLARERS else f"{self.side}' "
        return f"{whose}coronet {self.kind} {self.length}"


def refuse(coronets: tuple[Coronet, ...], *, trumps: bool, honours: int | None, aces: int | None) -> None:
    """Refuse coronets that one deal cannot have: each suit has one at most, whose holder has its ace.

    Args:
        coronets: the coronets of a deal.
        trumps: whether a suit is trumps.
        honours: the declarers' honours, if they are counted.
        aces: the declarers' aces, if they are counted.

    Raises:
        ImpossibleInputError: names what is wrong.
    """
    if not trumps and any(coronet.kind == "trumps" for coronet in coronets):
        raise ImpossibleInputError("without trumps there is no coronet of trumps")
    for kind, most in (("trumps", 1), ("aces", 1), ("plain", PLAIN_SUITS if trumps else PLAIN_SUITS + 1)):
        if sum(coronet.kind == kind for coronet in coronets) > most:
            raise ImpossibleInputError(f"a deal has {most} coronet{'s' * (most > 1)} of {kind} at most")
    for side in SIDES:
        own = [coronet for coronet in coronets if coronet.side == side]
        fewest = max((c.length for c in own if c.kind == "aces"), default=0)
        fewest = max(fewest, sum(c.kind != "aces" for c in own))
        top = max((min(c.length, HONOURS) for c in own if c.kind == "trumps"), default=0)
        for name, whole, declarers, needed in (("aces", ACES, aces, fewest), ("honours", HONOURS, honours, top)):
            has = None if declarers is None else declarers if side == DECLARERS else whole - declarers
            if has is not None and has < needed:
                raise ImpossibleInputError(f"the {side}' coronets take {needed} {name} or more, and they hold {has}")


@dataclass(frozen=True, slots=True)
class CoronetPrices:
    """A table of prices that a reader supplies.

    Attributes:
        prices: pairs of (kind, length) and points, sorted.
    """

    prices: tuple[tuple[tuple[str, int], int], ...]

    @classmethod
    def of(cls, prices: Mapping[tuple[str, int], Any]) -> CoronetPrices:
        """Take a table from a mapping of (kind, length) to points.

        Raises:
            ImpossibleInputError: on a place that no coronet has, or points that are not a whole number of at least 0.
        """
        for (kind, length), points in prices.items():
            Coronet(kind, length)
            if type(points) is not int or points < 0:
                raise ImpossibleInputError(f"the price of a coronet is a whole number of points, not {points!r}")
        return cls(tuple(sorted(prices.items())))

    @classmethod
    def read(cls, path: Path) -> CoronetPrices:
        """Take a table from a TOML file with a line for each kind, as ``plain = {3 = 500, 4 = 1000}``.

        Raises:
            ImpossibleInputError: if the file cannot be read or is not such a table; it names file and line.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise ImpossibleInputError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise ImpossibleInputError(f"{path}: not UTF-8: {error}") from None
        try:
            kinds = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise ImpossibleInputError(f"{path}:{line_of_fault(text, error)}: not TOML: {error}") from None
        prices: dict[tuple[str, int], Any] = {}
        for kind, row in kinds.items():
            if not isinstance(row, dict):
                place = f"{path}:{line_of(text, kind)}"
                raise ImpossibleInputError(f"{place}: write a line for each kind, as plain = {{3 = 500}}")
            for length, points in row.items():
                try:
                    prices |= dict(cls.of({(kind, int(length)): points}).prices)
                except ValueError as error:  # not a number of cards, no coronet, or no number of points
                    raise ImpossibleInputError(f"{path}:{line_of(text, kind, length)}: {error}") from None
        return cls.of(prices)

    def __getitem__(self, place: tuple[str, int]) -> int:
        """Return a price.

        Raises:
            LostTableError: if the table does not give it.
        """
        for key, points in self.prices:
            if key == place:
                return points
        raise LostTableError(f"the price of a coronet {place}", CORONET_PRICE.loci[0], "the table supplied has none")


@rule(
    "vint-viii.coronets.1", status=Status.LOST, note="the sentence is about coronets not of trumps; its table is lost"
)
def written(coronets: tuple[Coronet, ...], prices: CoronetPrices | None) -> tuple[Entry, ...]:
    """Return what is written above the line for coronets, at prices that the reader supplied.

    Raises:
        LostTableError: if there is a coronet and no price for it.
    """
    table = CORONET_PRICE if prices is None else prices
    return tuple(
        Entry(
            coronet.side,
            Line.ABOVE,
            table[coronet.kind, coronet.length],
            "vint-viii.coronets.1",
            f"coronet of {coronet.length}, {coronet.kind} (grade {Grade.SUPPLIED})",
        )
        for coronet in coronets
    )
