"""Scores are ledgers: lists of entries, each with its side, line, points and the locus that awards them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Line(StrEnum):
    """Where an entry is written: above the line (premiums and penalties) or below it (what counts to game)."""

    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a score sheet.

    Attributes:
        side: who writes it, in the game's own words (``declarer``, ``opponents`` …).
        line: above or below the line.
        points: the points written; negative where a side loses them.
        locus: the sentence that awards them.
        why: what they are for, in a few words.
    """

    side: str
    line: Line
    points: int
    locus: str
    why: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The entries of a deal or of more; every total is a sum over them.

    Attributes:
        sides: all sides of the game, whether they have entries or not.
        entries: the entries, in the order in which they are written.
    """

    sides: tuple[str, ...]
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        """Refuse an entry for a side that is not in the game."""
        for entry in self.entries:
            if entry.side not in self.sides:
                raise ValueError(f"{entry.side!r} is not a side of this ledger; its sides are {', '.join(self.sides)}")

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries."""
        return iter(self.entries)

    def __add__(self, more: Iterable[Entry]) -> Ledger:
        """Return the ledger with more entries at its end."""
        return Ledger(self.sides, self.entries + tuple(more))

    def __str__(self) -> str:
        """Return the ledger as a table."""
        return self.table()

    def total(self, side: str, line: Line | None = None) -> int:
        """Return the points of one side, on one line or on both.

        Raises:
            ValueError: if the side is not in the game.
        """
        if side not in self.sides:
            raise ValueError(f"{side!r} is not a side of this ledger; its sides are {', '.join(self.sides)}")
        return sum(entry.points for entry in self.entries if entry.side == side and line in (None, entry.line))

    def totals(self) -> dict[str, int]:
        """Return the points of every side, both lines together."""
        return {side: self.total(side) for side in self.sides}

    def as_dict(self) -> dict[str, Any]:
        """Return entries and totals as plain data, ready for JSON."""
        return {"entries": [asdict(entry) for entry in self.entries], "totals": self.totals()}

    def table(self) -> str:
        """Return the ledger as a table for people, one entry a line and the totals at the end."""
        rows = [(e.side, e.line.value, f"{e.points:,}", e.why, e.locus) for e in self.entries]
        rows += [(side, "total", f"{points:,}", "", "") for side, points in self.totals().items()]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [
            f"{side:<{widths[0]}}  {line:<{widths[1]}}  {points:>{widths[2]}}  {why:<{widths[3]}}  {locus}".rstrip()
            for side, line, points, why, locus in rows
        ]
        return "\n".join(lines)
