"""Notes, in a page's process, what runs of a check's own code, where an assertion stands in it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from types import CodeType, FrameType
from typing import Any


class Followed:
    """What runs of the code of a check while it is entered; nothing is followed that has no assertion."""

    def __init__(self, pieces: Sequence[tuple[str, str, str, int]]) -> None:
        """Prepare to follow the pieces of a check."""
        self._paths = {path for mode, source, path, _ in pieces if mode == "single" and "assert" in source}
        self._ran: set[tuple[int, int]] = set()
        self._before: Any = None

    def __enter__(self) -> None:
        if self._paths:
            self._before = sys.gettrace()
            sys.settrace(self._enter)

    def __exit__(self, *_: object) -> None:
        if self._paths:
            sys.settrace(self._before)

    def ran(self) -> list[tuple[int, int]]:
        """Return the lines of the file, from 1, and the columns, as the syntax tree has them, of what ran."""
        return [*self._ran]

    def _enter(self, frame: FrameType, *_: object) -> Any:
        """Return what notes each instruction of a frame of the check's file; None for the frames of others."""
        if frame.f_code.co_filename not in self._paths:
            return None
        frame.f_trace_opcodes = True
        return self._note

    def _note(self, frame: FrameType, event: str, _: object) -> Any:
        if event == "opcode":
            self._ran.add(_positions(frame.f_code)[frame.f_lasti // 2])
        return self._note


@cache
def _positions(code: CodeType) -> list[tuple[int, int]]:
    """Return where each code unit of a piece of code comes from."""
    return [(line or 0, column or 0) for line, _, column, _ in code.co_positions()]
