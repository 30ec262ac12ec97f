"""Says which assertions of an example never ran: one inside a function that is never called asserts nothing."""

from __future__ import annotations

import ast
import doctest
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import Any

from verify.checks import faces
from verify.checks.context import Draft

Position = tuple[int, int]
"""A line of the file, from 1, and a column as the syntax tree has it."""


@contextmanager
def assertions_reached(draft: Draft, statements: Sequence[doctest.Example]) -> Iterator[None]:
    """Note what runs of an example's own code; each assertion that did not is a finding, if nothing else is wrong."""
    asserts = [found for statement in statements for found in _inner_assertions(statement, draft.check.place.line)]
    if not asserts:
        yield
        return
    ran: set[Position] = set()
    before = sys.gettrace()
    sys.settrace(lambda frame, *_: _follow(frame, draft.check.place.path, ran))
    try:
        yield
    finally:
        sys.settrace(before)
    never = [start[0] for start, end in asserts if not any(start <= position <= end for position in ran)]
    for line in [] if draft.findings else never:
        says = "the assertion is never reached, so it asserts nothing"
        draft.report(says, line, hint="let this example reach it, or remove it")


def _inner_assertions(statement: doctest.Example, first: int) -> Iterator[tuple[Position, Position]]:
    """Yield where the tests of the assertions inside other statements begin and end; of others it is plain."""
    above = first + statement.lineno - 1
    for node in (node for top in faces.statements(statement.source) for node in ast.walk(top) if node is not top):
        if isinstance(node, ast.Assert) and not faces.cannot_fail(node.test):
            test = node.test
            end_line, end_column = test.end_lineno or test.lineno, test.end_col_offset or test.col_offset
            yield (above + test.lineno, test.col_offset), (above + end_line, end_column)


def _follow(frame: FrameType, path: str, ran: set[Position]) -> Any:
    """Return what notes each instruction of a frame of this file; None for the frames of others."""
    if frame.f_code.co_filename != path:
        return None
    frame.f_trace_opcodes = True

    def note(frame: FrameType, event: str, _: object) -> Any:
        if event == "opcode":
            ran.add(_positions(frame.f_code)[frame.f_lasti // 2])
        return note

    return note


@cache
def _positions(code: CodeType) -> list[Position]:
    """Return where each code unit of a piece of code comes from."""
    return [(line or 0, column or 0) for line, _, column, _ in code.co_positions()]
