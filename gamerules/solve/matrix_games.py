"""Zero-sum games of two players, exactly: value and a pair of best mixed strategies, as fractions.

Rows belong to the player who wants much, columns to the one who wants little. Dominated rows and columns are struck
out first; what is left is a linear programme, solved by the simplex method in whole numbers (each pivot divides
exactly, after Edmonds), and the answer is verified against the whole table before it is returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The solution of a zero-sum game.

    Attributes:
        value: what the game is worth to the player of the rows.
        rows: a best mixture of rows: index to probability, those played only.
        columns: a best mixture of columns.
    """

    value: Fraction
    rows: dict[int, Fraction]
    columns: dict[int, Fraction]


def equilibrium(table: Sequence[Sequence[int]]) -> Equilibrium:
    """Solve a game of whole-number payoffs.

    Args:
        table: the payoff to the row player, row by row; every row of the same length, at least one of each.

    Raises:
        ValueError: if the table is empty or ragged.
    """
    if not table or not table[0] or len({len(row) for row in table}) != 1:
        raise ValueError("a game needs at least one row and one column, and rows of equal length")
    rows, columns = undominated(table)
    least = min(table[r][c] for r in rows for c in columns)
    shift = 1 - least  # the programme wants payoffs above 0
    value, mix_rows, mix_columns = _simplex([[table[r][c] + shift for c in columns] for r in rows])
    found = Equilibrium(
        value - shift,
        {r: p for r, p in zip(rows, mix_rows, strict=True) if p},
        {c: p for c, p in zip(columns, mix_columns, strict=True) if p},
    )
    verify(table, found)
    return found


def verify(table: Sequence[Sequence[int]], found: Equilibrium) -> None:
    """Prove an equilibrium: the row mixture gets at least the value against every column, and the other way round.

    Raises:
        ArithmeticError: if it does not hold.
    """
    for mixture in (found.rows, found.columns):
        if sum(mixture.values()) != 1 or min(mixture.values()) < 0:
            raise ArithmeticError("a mixture's probabilities must not be negative and must add up to 1")
    for c in range(len(table[0])):
        if sum(p * table[r][c] for r, p in found.rows.items()) < found.value:
            raise ArithmeticError(f"column {c} holds the row player below the value")
    for row in table:
        if sum(p * row[c] for c, p in found.columns.items()) > found.value:
            raise ArithmeticError("a row lifts the row player above the value")


def undominated(table: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return rows and columns that remain when dominated ones are struck out, over and over; the value stays."""
    rows, columns = list(range(len(table))), list(range(len(table[0])))
    size = None
    while size != (len(rows), len(columns)):
        size = len(rows), len(columns)
        rows = [rows[i] for i in _best([tuple(table[r][c] for c in columns) for r in rows])]
        columns = [columns[i] for i in _best([tuple(-table[r][c] for r in rows) for c in columns])]
    return rows, columns


def _best(vectors: list[tuple[int, ...]]) -> list[int]:
    """Return the indices of the vectors that no other equals or exceeds everywhere; of equal ones the first."""
    first: dict[tuple[int, ...], int] = {}
    for index, vector in enumerate(vectors):
        first.setdefault(vector, index)
    # One with a greater sum cannot be exceeded by one with a smaller.
    kept: list[tuple[int, ...]] = []
    for vector in sorted(first, key=sum, reverse=True):
        if not any(all(map(int.__ge__, other, vector)) for other in kept):
            kept.append(vector)
    return sorted(first[vector] for vector in kept)


def _simplex(table: list[list[int]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """Solve a game of payoffs above 0: the greatest sum of y with ``table · y ≤ 1``, and its dual.

    The tableau holds numerators over the common denominator ``scale``, the last pivot.
    """
    height, width = len(table), len(table[0])
    rows = [row + [int(i == j) for j in range(height)] + [1] for i, row in enumerate(table)]
    goal = [-1] * width + [0] * (height + 1)
    basis = [width + i for i in range(height)]
    scale = 1
    stalled = False
    while True:
        better = [j for j in range(width + height) if goal[j] < 0]
        if not better:
            break
        # The column that promises most; after a pivot that gained nothing, Bland's rule, which cannot cycle: the first.
        column = better[0] if stalled else min(better, key=goal.__getitem__)
        row = -1
        for i in range(height):
            if rows[i][column] > 0:
                tie = 0 if row < 0 else rows[i][-1] * rows[row][column] - rows[row][-1] * rows[i][column]
                if row < 0 or tie < 0 or (tie == 0 and basis[i] < basis[row]):
                    row = i
        pivot, line = rows[row][column], rows[row]
        stalled = line[-1] == 0
        for other in (*rows, goal):
            if other is not line:
                factor = other[column]
                other[:] = [(a * pivot - factor * b) // scale for a, b in zip(other, line, strict=True)]
        scale, basis[row] = pivot, column
    total = Fraction(goal[-1], scale)
    value = 1 / total
    weights = [Fraction(0)] * (width + height)
    for i, j in enumerate(basis):
        weights[j] = Fraction(rows[i][-1], scale)
    return (
        value,
        [Fraction(goal[width + i], scale) * value for i in range(height)],
        [w * value for w in weights[:width]],
    )
