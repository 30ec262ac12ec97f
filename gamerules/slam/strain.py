"""Strains, slams and what they are worth: the values of the section on the auction, and the levels of nullo."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from gamerules.auction import strain_name
from gamerules.cards import Suit
from gamerules.rules import ImpossibleInputError, Status, Table, figure, rule, suggest

TRICKS = 10
"""How many tricks a deal has: seven from the hand and three from the reserve."""

BOOK = figure("BOOK", ("slam-dictionary.auction.4", "mendelev.slam-auction.4"), 5)
"""How many tricks make the book; only those beyond it count."""


class Strain(StrEnum):
    """What the declarer may name: a trump suit, no trumps, or nullo."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    NOTRUMP = "notrump"
    NULLO = "nullo"

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain: its name, its suit's sign or letter, or ``NT``.

        Raises:
            ImpossibleInputError: if the text names no strain.
        """
        name = strain_name(text)
        if name not in list(cls):
            raise ImpossibleInputError(f"{text!r} is not a strain{suggest(name, list(map(str, cls)))}")
        return cls(name)

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None in no trumps and nullo."""
        return _SUITS.get(self)

    @property
    def sign(self) -> str:
        """The strain as it is printed after a number: a suit sign, ``NT`` or ``nullo``."""
        return self.suit.symbol if self.suit is not None else "NT" if self is Strain.NOTRUMP else "nullo"


_SUITS = {Strain[suit.name]: suit for suit in Suit}


class Slam(StrEnum):
    """A small slam (all tricks but one) or a grand slam (all); in nullo one trick or none."""

    SMALL = "small-slam"
    GRAND = "grand-slam"

    @property
    def level(self) -> int:
        """How many tricks over the book it is; in nullo, the level."""
        return 4 if self is Slam.SMALL else 5


class Doubling(IntEnum):
    """Whether a contract is doubled."""

    NONE = 0
    DOUBLED = 1
    REDOUBLED = 2


TRICK_VALUE = Table(
    "TRICK_VALUE",
    ("slam-dictionary.auction.3", "mendelev.slam-auction.4"),
    {
        Strain.NOTRUMP: 10,
        Strain.NULLO: 10,
        Strain.SPADES: 8,
        Strain.HEARTS: 8,
        Strain.DIAMONDS: 6,
        Strain.CLUBS: 6,
    },
)

NULLO_LEVEL = Table(
    "NULLO_LEVEL",
    ("slam-dictionary.nullo.1", "slam-dictionary.nullo.2", "mendelev.slam-auction.5", "slam-dictionary.senses.37"),
    {4: 1, 3: 2, 2: 3, 1: 4, 0: 5},
)
"""The level that a nullo reaches, by the tricks taken in it; five tricks or more reach none."""

HIGHEST_BID = max(TRICK_VALUE.values()) * Slam.GRAND.level
"""The most points that any deal can bring: all ten tricks in no trumps, or none in nullo."""


@rule(
    "slam-dictionary.auction.3",
    "slam-dictionary.auction.4",
    "mendelev.slam-auction.4",
    status=Status.CORRECTED,
    note="the tricks over the book are multiplied by the value of the strain, not added to it; and five tricks alone, "
    "which Mendelev calls the obligation, are worth nothing",
)
def points_taken(strain: Strain, tricks: int) -> int:
    """Return the points that so many tricks are worth: the strain's value for each trick over the book.

    In nullo it is ten for each level reached. Too few tricks (in nullo too many) are worth nothing.
    """
    if strain is Strain.NULLO:
        return TRICK_VALUE[strain] * NULLO_LEVEL.get(tricks, 0)
    return TRICK_VALUE[strain] * max(0, tricks - BOOK)


def worth(slam: Slam, strain: Strain) -> int:
    """Return the points of a slam in a strain: 24 for a small slam in diamonds."""
    return TRICK_VALUE[strain] * slam.level


@rule("slam-dictionary.auction.2", "slam-dictionary.nullo.2")
def tricks_needed(strain: Strain, points: int) -> int | None:
    """Return the fewest tricks that bring so many points, in nullo the most; None if no result brings them."""
    level = -(-points // TRICK_VALUE[strain])
    if not 1 <= level <= Slam.GRAND.level:
        return None
    return BOOK - level if strain is Strain.NULLO else BOOK + level
