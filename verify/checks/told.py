"""Tells what was raised in an inert form: texts and numbers, no object of a page's making."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import dropwhile
from os import sep
from pathlib import Path
from traceback import format_exception_only, walk_tb
from typing import Any, Final

_OURS: Final = str(Path(__file__).parents[1]) + sep


def told(error: BaseException) -> list[Any]:
    """Return what :class:`verify.checks.said.Raised` holds of an exception; our own frames are left out."""
    names = [(kind.__name__, f"{kind.__module__}.{kind.__qualname__}") for kind in type(error).__mro__]
    syntax = [str(error.msg), str(error.filename or ""), error.lineno or 1] if isinstance(error, SyntaxError) else None
    locus = getattr(error, "locus", None)
    seen = [step for step in walk_tb(error.__traceback__) if "__tracebackhide__" not in step[0].f_locals]
    walked = [(frame.f_code, line, frame.f_globals) for frame, line in seen]
    frames: list[list[Any]] = [
        [code.co_filename, line, code.co_qualname, str(at.get("__name__", ""))] for code, line, at in walked
    ]
    frames = [frame for frame in frames if not frame[0].startswith(_OURS)]
    return [
        [name for both in names for name in both],
        "".join(_shown(error)),
        *(syntax or ["", "", 1]),
        locus if type(locus) is str else "",
        frames,
        _loci(frames),
        _step(error),
    ]


def _shown(error: BaseException, margin: str = "") -> Iterator[str]:
    """Yield what a traceback shows below its frames; the exceptions of a group are indented, as from Python 3.13 on."""
    lines: Any = format_exception_only(error)
    if isinstance(error, SyntaxError):
        lines = dropwhile(lambda line: line.startswith("  "), lines)  # where it is, and the code
    for line in "".join(lines).removesuffix("\n").split("\n"):
        yield f"{margin}{line}\n"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _shown(part, f"{margin}   ")


def _loci(frames: list[list[Any]]) -> list[str]:
    """Return the loci of the innermost frame that is a marked rule; a page that has rules has imported their module."""
    module = sys.modules.get("gamerules.rules")
    by_name = {rule.name: rule.loci for rule in module.rules()} if module else {}
    for _, _, function, at in reversed(frames):
        name = f"{at}.{function}"
        while "." in name:
            if name in by_name:
                return list(by_name[name])
            name = name.rpartition(".")[0]
    return []


def _step(error: BaseException) -> list[Any] | None:
    """Return the line, the loci and the label of the step of a record in which an exception arose."""
    records = sys.modules.get("gamerules.records")
    found = None
    for frame, _ in walk_tb(error.__traceback__):
        if records and frame.f_code.co_filename == records.__file__:
            for value in frame.f_locals.values():
                if isinstance(value, records.Act):
                    found = [value.line, *(found or [0, [], ""])[1:]]
                elif isinstance(value, records.Step):
                    found = [value.line, list(value.loci), value.label]
    return found
