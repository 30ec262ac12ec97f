"""The terms that the sections share: strains, sides, seats, levels."""

from __future__ import annotations

from enum import StrEnum

from gamerules.auction import strain_name
from gamerules.rules import Grade, ImpossibleInputError, Table, suggest


class Strain(StrEnum):
    """The strain of a contract, from the lowest in the bidding up; the score only asks whether there are trumps."""

    SPADES = "spades"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    NO_TRUMP = "notrump"

    @property
    def has_trumps(self) -> bool:
        """Whether a suit is trumps."""
        return self is not Strain.NO_TRUMP

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain: its name, its suit's sign or letter, or ``NT``.

        Raises:
            ImpossibleInputError: if the text names no strain.
        """
        key = strain_name(text)
        try:
            return cls(key)
        except ValueError:
            raise ImpossibleInputError(f"{text!r} is not a strain{suggest(key, [str(s) for s in cls])}") from None


DECLARERS = "declarers"
OPPONENTS = "opponents"
SIDES = (DECLARERS, OPPONENTS)
"""The sides of one deal: those who named the game, and those against them."""

SEATS = ("N", "E", "S", "W")
"""The players of a table, clockwise; partners sit opposite each other."""

PAIRS = ("N-S", "E-W")
"""The sides of a table: the player with number n belongs to side n % 2."""

LEVELS = range(1, 8)
"""The levels of the bidding, from the simple game (1) to the grand slam (7)."""

SMALL_SLAM = 6
GRAND_SLAM = 7
TRICKS = 13
"""Tricks in a deal."""


def priced(table: Table, level: int) -> str:
    """Return a price as entries show it: with its grade, unless the text prints it."""
    cell = table.cells[level]
    return f"{cell.value:,}" if cell.grade is Grade.STATED else f"{cell.value:,} (grade {cell.grade})"
