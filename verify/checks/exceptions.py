"""Turns what a check raised into a finding: whose fault it is, and the last frames of the page and of the rule."""

from __future__ import annotations

import linecache
import os
import re
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from verify.model import Check, Finding, Place
from verify.settings import Settings

_OURS = str(Path(__file__).parents[1]) + os.sep
_STDLIB = str(Path(os.__file__).parent) + os.sep


_SUGGESTION = re.compile(
    r"^((?:Name|Attribute|Import|ModuleNotFound|UnboundLocal)Error: .*?)\. Did you (?:mean:|forget) .*"
)


def unsuggested(text: str) -> str:
    """Return an exception's text without what Python guesses was meant: each version guesses otherwise."""
    return _SUGGESTION.sub(r"\1", text)


class Frame(NamedTuple):
    """A line of code that was being run: its file, line, function (``<module>`` outside of any) and module."""

    file: str
    line: int
    name: str
    module: str


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
    frames, root, own = _frames(error), settings.root, check.place.path
    page = next((frame for frame in reversed(frames) if frame.file == own), None)
    shown = [page] if page else []
    by: tuple[str, ...] = ()
    if isinstance(error, SyntaxError) and Path(error.filename or "").is_file():  # whoever imported it is not to blame
        shown.append(Frame(error.filename or "", error.lineno or 1, "<module>", ""))
        says = f"{origin(error, root)} is not Python: {error.msg}"
    elif rule := _rule_frame(frames, settings.watch, own):
        shown.append(rule)
        by = _loci(frames)
        says = f"the rule {rule.module}.{rule.name} raises {describe(error)}"
        says += f" (carries out {', '.join(by)})" if by else ""
    else:
        says = f"the {check.kind.called} raises {describe(error)}"
    place, traced = Place(own, page.line if page else line), "\n".join(_shown(frame, root) for frame in shown)
    return Finding(place, f"verify.{check.kind}", says, loci=check.loci, by=by, frames=traced)


def _shown(frame: Frame, root: Path) -> str:
    """Return the file, line and function, and below them the code."""
    more = "" if frame.name == "<module>" else f", in {frame.name}"
    source = linecache.getline(frame.file, frame.line).strip()
    return f"{named(frame.file, root)}:{frame.line}{more}" + (f"\n    {source}" if source else "")


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
    frames = [frame for frame in _frames(error) if not frame.file.startswith("<")]
    return f"{named(frames[-1].file, root)}:{frames[-1].line}" if frames else "unknown"


def _frames(error: BaseException) -> list[Frame]:
    """Return where an exception passed, outermost first, without our own code."""
    walked = [(frame.f_code, line, frame.f_globals) for frame, line in traceback.walk_tb(error.__traceback__)]
    found = [Frame(code.co_filename, line, code.co_qualname, str(at.get("__name__", ""))) for code, line, at in walked]
    return [frame for frame in found if not frame.file.startswith(_OURS)]


def _rule_frame(frames: Sequence[Frame], watch: Sequence[str], page: str) -> Frame | None:
    """Return the last frame of a watched package or, failing that, of other code that is neither page nor library."""
    watched = [frame for frame in frames if frame.module.partition(".")[0] in watch]
    others = (_STDLIB, "<", page)
    foreign = [frame for frame in frames if not frame.file.startswith(others) and "site-packages" not in frame.file]
    return next(reversed(watched or foreign), None)


def _loci(frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return the loci of the innermost frame that is a marked rule; a page that has rules has imported their module."""
    module = sys.modules.get("gamerules.rules")
    by_name = {rule.name: rule.loci for rule in module.rules()} if module else {}
    for frame in reversed(frames):
        name = f"{frame.module}.{frame.name}"
        while "." in name:
            if name in by_name:
                return tuple(by_name[name])
            name = name.rpartition(".")[0]
    return ()
