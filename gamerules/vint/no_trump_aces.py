"""Aces without trumps: the one tariff that the text prints in full."""

from __future__ import annotations

from gamerules.rules import Cell, Grade, Status, Table

ACE_PRICE = Table(
    "ACE_PRICE",
    "vint-viii.no-trump-aces.1",
    {1: 250, 2: 500, 3: 750, 4: 1000, 5: 1250, 6: 1500, 7: 1750},
)
"""The price of one ace without trumps, by level, as printed."""

ACES_TOGETHER = Table(
    "ACES_TOGETHER",
    "vint-viii.no-trump-aces.2",
    {
        (level, aces): Cell(
            aces * price, Grade.PROVED, f"{aces} aces count as {aces} honours (honours.4), each at the printed price"
        )
        for level, price in ACE_PRICE.items()
        for aces in (2, 3, 4)
    },
    status=Status.INFERRED,
)
"""What two, three and four aces come to, by (level, aces): the table that followed "so if there are" is lost."""


def together_rows() -> list[tuple[str, ...]]:
    """Return what two, three and four aces come to as rows, one for each level."""
    return [(str(level), *(f"{ACES_TOGETHER[level, aces]:,}" for aces in (2, 3, 4))) for level in ACE_PRICE]
