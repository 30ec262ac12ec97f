"""Says which assertions of an example never ran: one inside a function that is never called asserts nothing."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Collection, Iterator, Sequence

from verify.checks import faces

Position = tuple[int, int]
"""A line of the file, from 1, and a column as the syntax tree has it."""


def never_reached(statements: Sequence[doctest.Example], first: int, ran: Collection[Position]) -> list[int]:
    """Return the lines of the assertions inside other statements that did not run; of others it is plain.

    Args:
        statements: those of the example.
        first: the line on which it begins.
        ran: what ran of its code.
    """
    asserts = [found for statement in statements for found in _inner_assertions(statement, first)]
    return [start[0] for start, end in asserts if not any(start <= position <= end for position in ran)]


def _inner_assertions(statement: doctest.Example, first: int) -> Iterator[tuple[Position, Position]]:
    """Yield where the tests of the assertions inside other statements begin and end."""
    above = first + statement.lineno - 1
    for node in (node for top in faces.statements(statement.source) for node in ast.walk(top) if node is not top):
        if isinstance(node, ast.Assert) and not faces.cannot_fail(node.test):
            test = node.test
            end_line, end_column = test.end_lineno or test.lineno, test.end_col_offset or test.col_offset
            yield (above + test.lineno, test.col_offset), (above + end_line, end_column)
