"""What can be said of the pictures that did not survive: the sample sheet that ended at 580, and the price tables."""

from __future__ import annotations

from collections.abc import Iterable

from gamerules.rules import Cell, Table, rule
from gamerules.vint.bonuses import GAME
from gamerules.vint.honours import HONOUR_PRICE
from gamerules.vint.no_trump_aces import ACE_PRICE
from gamerules.vint.penalties import UNDERTRICK_PRICE
from gamerules.vint.terms import LEVELS, TRICKS
from gamerules.vint.tricks import TRICK_PRICE, points


def deals_worth(figure: int) -> tuple[tuple[int, int], ...]:
    """Return the (level, tricks) at which a side writes just this figure below the line for one deal."""
    return tuple(
        (level, taken) for level in LEVELS for taken in range(1, TRICKS + 1) if points(level, taken)[0] == figure
    )


@rule("vint-viii.sheet.4")
def two_deals_to(figure: int) -> tuple[tuple[int, int], ...]:
    """Return what a side can have written in two deals, in order, if the second brought it to this figure and to game.

    The first deal alone must not have made the game.
    """
    return tuple(
        (first, figure - first)
        for first in range(1, min(figure, GAME))
        if deals_worth(first) and deals_worth(figure - first)
    )


def two_deals_rows(figure: int) -> list[tuple[str, str, str, str]]:
    """Return the ways to reach a figure in two deals as rows: either figure, and the deals that give it."""
    return [(str(a), _deals(a), str(b), _deals(b)) for a, b in two_deals_to(figure)]


def evidence_rows() -> list[tuple[str, str, str]]:
    """Return the grounds of the prices as rows: the figures, their grade, where they come from."""
    tables = {
        "trick": TRICK_PRICE,
        "honour, and ace at trumps": HONOUR_PRICE,
        "ace without trumps": ACE_PRICE,
        "undertrick": UNDERTRICK_PRICE,
    }
    return [
        (f"{name}: {_figures(levels, table)}", cell.grade.value, cell.evidence or table.loci[0])
        for name, table in tables.items()
        for cell, levels in _alike(table)
    ]


def _alike(table: Table) -> Iterable[tuple[Cell, list[int]]]:
    """Group a table's levels by grade and evidence; yield a cell of each group and its levels."""
    groups: dict[tuple[str, str], list[int]] = {}
    for level, cell in table.cells.items():
        groups.setdefault((cell.grade, cell.evidence), []).append(level)
    return ((table.cells[levels[0]], levels) for levels in groups.values())


def _figures(levels: Iterable[int], table: Table) -> str:
    return ", ".join(f"{table[level]:,}" for level in levels)


def _deals(figure: int) -> str:
    return " or ".join(f"{taken} trick{'s' * (taken > 1)} at level {level}" for level, taken in deals_worth(figure))
