"""Penalties for tricks that are missing from a bid."""

from __future__ import annotations

from gamerules.ledger import Entry, Line
from gamerules.rules import Cell, Grade, Status, Table, rule
from gamerules.vint.terms import GRAND_SLAM, LEVELS, OPPONENTS, SMALL_SLAM, priced
from gamerules.vint.tricks import tricks_bid

WORKED = {SMALL_SLAM: "vint-viii.failed-slams.1", GRAND_SLAM: "vint-viii.failed-slams.2"}
"""The sentences that work a failed slam out, by its level."""

UNDERTRICK_PRICE = Table(
    "UNDERTRICK_PRICE",
    "vint-viii.penalties.2",
    {
        level: Cell(1000 * level, Grade.PROVED, f"the worked sum of {WORKED[level]} prints it")
        if level in WORKED
        else Cell(
            1000 * level, Grade.HIGH, "Foster: a hundred times a trick; and the 6,000 and 7,000 of the failed slams"
        )
        for level in LEVELS
    },
    status=Status.LOST,
)
"""The penalty for one undertrick, by level; the table that followed "scores a penalty" is lost."""


@rule("vint-viii.penalties.1")
def undertricks(level: int, tricks: int) -> int:
    """Return how many of the tricks bid are missing."""
    return max(0, tricks_bid(level) - tricks)


@rule("vint-viii.penalties.2")
def written(level: int, tricks: int) -> tuple[Entry, ...]:
    """Return what the opponents score above the line for undertricks: each at the price of the level bid."""
    missing = undertricks(level, tricks)
    if not missing:
        return ()
    why = f"{missing} undertrick{'s' * (missing > 1)} at {priced(UNDERTRICK_PRICE, level)}"
    locus = WORKED.get(level, "vint-viii.penalties.2")
    return (Entry(OPPONENTS, Line.ABOVE, missing * UNDERTRICK_PRICE[level], locus, why),)
