"""Tricks: what a bid promises, and what each side scores for the tricks it takes."""

from __future__ import annotations

from gamerules.ledger import Entry, Line
from gamerules.rules import Cell, Grade, Status, Table, figure, rule
from gamerules.vint.terms import DECLARERS, LEVELS, OPPONENTS, SIDES, TRICKS, priced

BOOK = figure("BOOK", "vint-viii.tricks.3", 6)
"""Tricks that count towards no level; whoever takes more has the odd trick (леве)."""

TRICK_PRICE = Table(
    "TRICK_PRICE",
    "vint-viii.sheet.2",
    {
        level: Cell(10 * level, Grade.HIGH, "R. F. Foster's account of vint: 10, 20 … 70 by level, for both sides")
        for level in LEVELS
    },
    status=Status.LOST,
)
"""The price of a trick below the line, by level; the sentence says "at their value" and the values are lost."""


@rule("vint-viii.tricks.3", note="bid four and took seven is short by three only if four means ten tricks")
def tricks_bid(level: int) -> int:
    """Return how many tricks a bid promises: six and the level (a bid of four, ten tricks)."""
    return BOOK + level


def odd_trick(tricks: int) -> str:
    """Return the side that has the odd trick, that is more than six tricks, from the tricks of the declarers."""
    return DECLARERS if tricks > BOOK else OPPONENTS


def points(level: int, tricks: int) -> tuple[int, int]:
    """Return what declarers and opponents have below the line for a deal, from the level and the declarers' tricks."""
    price = TRICK_PRICE[level]
    return tricks * price, (TRICKS - tricks) * price


@rule(
    "vint-viii.tricks.1",
    "vint-viii.tricks.2",
    "vint-viii.tricks.4",
    status=Status.CORRECTED,
    note="what is scored for a slam made is a premium of its makers, not a penalty",
)
def written(level: int, tricks: int) -> tuple[Entry, ...]:
    """Return what both sides score below the line: all the tricks they took, at the price of the game bid.

    Args:
        level: the level bid.
        tricks: the tricks the declarers took; the opponents took the rest of thirteen.
    """
    at = priced(TRICK_PRICE, level)
    return tuple(
        Entry(side, Line.BELOW, worth, "vint-viii.tricks.2", f"{taken} trick{'s' * (taken != 1)} at {at}")
        for side, taken, worth in zip(SIDES, (tricks, TRICKS - tricks), points(level, tricks), strict=True)
        if taken
    )
