"""Turns what a check raised into a finding: whose fault it is, and the last frames of the page and of the rule."""

from __future__ import annotations

import linecache
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType, TracebackType

from verify.model import Check, Finding, Place
from verify.settings import Settings

_OURS = str(Path(__file__).parents[1]) + os.sep
_STDLIB = str(Path(os.__file__).parent) + os.sep


Frame = tuple[FrameType, int]
"""A line of code that was being run: the interpreter's frame, and the line in its file."""


def named(file: str, root: Path) -> str:
    """Return a file's name, relative to the root if it lies there."""
    return Path(file).relative_to(root).as_posix() if Path(file).is_relative_to(root) else file


def raised(check: Check, error: BaseException, line: int, settings: Settings) -> Finding:
    """Make the finding for an exception that nobody expected.

    Args:
        check: the check that raised it.
        error: the exception.
        line: the line of the statement, in the check's file.
        settings: the site's settings.
    """
    frames, root, own = _frames(error.__traceback__), settings.root, check.place.path
    page = next((frame for frame in reversed(frames) if _file(frame) == own), None)
    shown = [_frame_shown(page, root)] if page else []
    by: tuple[str, ...] = ()
    if isinstance(error, SyntaxError) and Path(error.filename or "").is_file():  # whoever imported it is not to blame
        shown.append(_shown(error.filename or "", error.lineno or 1, root))
        says = f"{origin(error, root)} is not Python: {error.msg}"
    elif rule := _rule_frame(frames, settings.watch, own):
        shown.append(_frame_shown(rule, root))
        by = _loci(frames)
        says = f"the rule {_module(rule)}.{_name(rule)} raises {describe(error)}"
        says += f" (carries out {', '.join(by)})" if by else ""
    else:
        says = f"the {check.kind.called} raises {describe(error)}"
    place = Place(own, page[1] if page else line)
    return Finding(place, f"verify.{check.kind}", says, loci=check.loci, by=by, frames="\n".join(shown))


def _file(frame: Frame) -> str:
    return frame[0].f_code.co_filename


def _name(frame: Frame) -> str:
    return frame[0].f_code.co_qualname


def _module(frame: Frame) -> str:
    return str(frame[0].f_globals.get("__name__", ""))


def _frame_shown(frame: Frame, root: Path) -> str:
    """Return the file, line and function, and below them the code."""
    return _shown(_file(frame), frame[1], root, "" if _name(frame) == "<module>" else f", in {_name(frame)}")


def _shown(file: str, line: int, root: Path, more: str = "") -> str:
    """Return a file and line, then what is more, and below them the code."""
    source = linecache.getline(file, line).strip()
    return f"{named(file, root)}:{line}{more}" + (f"\n    {source}" if source else "")


def describe(error: BaseException) -> str:
    """Return an exception's class and message, as a traceback's last line would show them, in one line."""
    if isinstance(error, SyntaxError):
        return " ".join(f"{type(error).__name__}: {error.msg}".split())
    text = traceback.format_exception_only(type(error), error)[-1].strip()
    return " ".join((text or f"{type(error).__name__}: {error}").split())


def origin(error: BaseException, root: Path) -> str:
    """Return the file and line that an exception comes from: of code that cannot be read, its own."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{named(error.filename, root)}:{error.lineno}"
    frames = [frame for frame in _frames(error.__traceback__) if not _file(frame).startswith("<")]
    return f"{named(_file(frames[-1]), root)}:{frames[-1][1]}" if frames else "unknown"


def _frames(trace: TracebackType | None) -> list[Frame]:
    """Return the frames of a traceback, outermost first, none of ours among them."""
    return [frame for frame in traceback.walk_tb(trace) if not _file(frame).startswith(_OURS)]


def _rule_frame(frames: Sequence[Frame], watch: Sequence[str], page: str) -> Frame | None:
    """Return the last frame of a watched package or, failing that, of other code that is neither page nor library."""
    watched = [frame for frame in frames if _module(frame).partition(".")[0] in watch]
    foreign = [frame for frame in frames if _file(frame) != page and not _library(_file(frame))]
    return next(reversed(watched or foreign), None)


def _library(file: str) -> bool:
    return file.startswith((_STDLIB, "<")) or "site-packages" in file


def _loci(frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return the loci of the innermost frame that is a marked rule; a page that has rules has imported their module."""
    module = sys.modules.get("gamerules.rules")
    by_name = {rule.name: rule.loci for rule in module.rules()} if module else {}
    for frame in reversed(frames):
        name = f"{_module(frame)}.{_name(frame)}"
        while "." in name:
            if name in by_name:
                return tuple(by_name[name])
            name = name.rpartition(".")[0]
    return ()
