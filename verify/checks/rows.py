"""Tables that the rules yield: ``{rows} package.module:callable("literal", 1)``."""

from __future__ import annotations

import ast
import importlib
import operator
import re
from collections.abc import Iterable
from typing import Any

_FORM = re.compile(r"(?P<module>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<call>\(.*\))?")


class RowsError(ValueError):
    """An expression that cannot be read, or rows that are not a table."""


def parse(expression: str) -> tuple[str, str, list[Any], dict[str, Any]]:
    """Read an expression: return the module, the name of the callable in it, and its arguments.

    Raises:
        RowsError: if it is not in the form of ``package.module:callable`` with, at most, literal arguments.
    """
    match = _FORM.fullmatch(expression.strip())
    if match is None:
        raise RowsError(f"{expression!r} does not name a callable")
    try:
        call = ast.parse(f"f{match['call'] or '()'}", mode="eval").body
        assert isinstance(call, ast.Call)
        args = [ast.literal_eval(arg) for arg in call.args]
        kwargs = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
    except (SyntaxError, ValueError, AssertionError):
        raise RowsError(f"{expression!r} has arguments that are not literals") from None
    return match["module"], match["name"], args, kwargs


def evaluate(expression: str, width: int = 0) -> list[list[str]]:
    """Return the rows that an expression yields, as texts.

    Args:
        expression: the expression.
        width: how many cells each row must have; 0 if only all rows must have the same number.

    Raises:
        RowsError: if the rows are none, or are not rows of texts of one length, or one is empty.
    """
    module, name, args, kwargs = parse(expression)
    call = operator.attrgetter(name)(importlib.import_module(module))
    rows = [_row(row, expression) for row in call(*args, **kwargs)]
    if not rows:
        raise RowsError(f"{expression} yields no rows")
    wanted = width or len(rows[0])
    for number, row in enumerate(rows, start=1):
        if not "".join(row).strip():
            raise RowsError(f"{expression}: row {number} is empty, so it shows nothing")
        if len(row) != wanted:
            raise RowsError(f"{expression}: row {number} has {len(row)} cells, not {wanted}")
    return rows


def _row(row: Any, expression: str) -> list[str]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise RowsError(f"{expression} yields {row!r}, which is not a row of cells")
    return [str(cell) for cell in row]


def heads(header: str) -> list[str]:
    """Return the column heads of a ``:header:`` option."""
    return [head.strip() for head in header.split("|")] if header.strip() else []
