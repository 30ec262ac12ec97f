"""Turns what a check raised into a finding: whose fault it is, and the last frames of the page and of the rule."""

from __future__ import annotations

import linecache
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, TracebackType

from verify.model import Check, Finding, Place

_OURS = str(Path(__file__).parents[1]) + os.sep
_STDLIB = str(Path(os.__file__).parent) + os.sep


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of code that was being run."""

    code: CodeType
    line: int
    module: str

    @classmethod
    def of(cls, frame: FrameType, line: int) -> Frame:
        """Make it from the interpreter's frame."""
        return cls(frame.f_code, line, str(frame.f_globals.get("__name__", "")))

    def shown(self, root: Path) -> str:
        """Return the file, line and function, and below them the code."""
        where = "" if self.code.co_name == "<module>" else f", in {self.code.co_qualname}"
        return _shown(self.code.co_filename, self.line, root, where)


def _shown(file: str, line: int, root: Path, more: str = "") -> str:
    """Return a file and line, then what is more, and below them the code."""
    source = linecache.getline(file, line).strip()
    return f"{named(file, root)}:{line}{more}" + (f"\n    {source}" if source else "")


def named(file: str, root: Path) -> str:
    """Return a file's name, relative to the root if it lies there."""
    return Path(file).relative_to(root).as_posix() if Path(file).is_relative_to(root) else file


def raised(check: Check, error: BaseException, line: int, *, code: str, root: Path, watch: Sequence[str]) -> Finding:
    """Make the finding for an exception that nobody expected.

    Args:
        check: the check that raised it.
        error: the exception.
        line: the line of the statement, in the check's file.
        code: the finding's code.
        root: the project's root.
        watch: the packages that hold rules.
    """
    frames = _frames(error.__traceback__)
    page = next((frame for frame in reversed(frames) if frame.code.co_filename == check.place.path), None)
    if isinstance(error, SyntaxError) and Path(error.filename or "").is_file():  # whoever imported it is not to blame
        shown = [*([page.shown(root)] if page else []), _shown(error.filename or "", error.lineno or 1, root)]
        place = Place(check.place.path, page.line if page else line)
        says = f"{origin(error, root)} is not Python: {error.msg}"
        return Finding(place, code, says, loci=check.loci, frames="\n".join(shown))
    rule = _rule_frame(frames, watch, check.place.path)
    shown = [frame.shown(root) for frame in (page, rule) if frame is not None]
    what = describe(error)
    if rule is None:
        says = f"the {check.kind.called} raises {what}"
        by: tuple[str, ...] = ()
    else:
        says = f"the rule {rule.module}.{rule.code.co_qualname} raises {what}"
        by = _loci(frames)
    return Finding(
        place=Place(check.place.path, page.line if page else line),
        code=code,
        says=f"{says} (carries out {', '.join(by)})" if by else says,
        loci=check.loci,
        by=by,
        frames="\n".join(shown),
    )


def describe(error: BaseException) -> str:
    """Return an exception's class and message, as a traceback's last line would show them, in one line."""
    text = traceback.format_exception_only(type(error), error)[-1].strip() if not isinstance(error, SyntaxError) else ""
    return " ".join(
        (text or f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}").split()
    )


def origin(error: BaseException, root: Path) -> str:
    """Return the file and line that an exception comes from: of code that cannot be read, its own."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{named(error.filename, root)}:{error.lineno}"
    frames = [frame for frame in _frames(error.__traceback__) if not frame.code.co_filename.startswith("<")]
    return f"{named(frames[-1].code.co_filename, root)}:{frames[-1].line}" if frames else "unknown"


def _frames(trace: TracebackType | None) -> list[Frame]:
    """Return the frames of a traceback, outermost first, none of ours among them."""
    frames = [Frame.of(frame, line) for frame, line in traceback.walk_tb(trace)]
    return [frame for frame in frames if not frame.code.co_filename.startswith(_OURS)]


def _rule_frame(frames: Sequence[Frame], watch: Sequence[str], page: str) -> Frame | None:
    """Return the last frame of a watched package or, failing that, of other code that is neither page nor library."""
    watched = [frame for frame in frames if frame.module.partition(".")[0] in watch]
    if watched:
        return watched[-1]
    foreign = [frame for frame in frames if frame.code.co_filename != page and not _library(frame)]
    return foreign[-1] if foreign else None


def _library(frame: Frame) -> bool:
    name = frame.code.co_filename
    return name.startswith((_STDLIB, "<")) or "site-packages" in name


def _loci(frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return the loci of the innermost frame that is a marked rule; a page that has rules has imported their module."""
    module = sys.modules.get("gamerules.rules")
    if module is None:
        return ()
    by_name = {rule.name: rule.loci for rule in module.rules()}
    for frame in reversed(frames):
        name = f"{frame.module}.{frame.code.co_qualname}"
        while "." in name:
            if name in by_name:
                return tuple(by_name[name])
            name = name.rpartition(".")[0]
    return ()
