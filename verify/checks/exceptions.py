"""Turns what a check raised into a finding: whose fault it is, and the last frames of the page and of the rule."""

from __future__ import annotations

import linecache
import os
import re
from collections.abc import Sequence
from pathlib import Path

from verify.checks.draft import Draft
from verify.checks.said import Frame, Raised
from verify.model import Finding, Place

_STDLIB = str(Path(os.__file__).parent) + os.sep


_SUGGESTION = re.compile(
    r"^((?:Name|Attribute|Import|ModuleNotFound|UnboundLocal)Error: .*?)\. Did you (?:mean:|forget) .*"
)


def unsuggested(text: str) -> str:
    """Return an exception's text without what Python guesses was meant: each version guesses otherwise."""
    return _SUGGESTION.sub(r"\1", text)


def named(file: str, root: Path) -> str:
    """Return a file's name, relative to the root if it lies there."""
    return Path(file).relative_to(root).as_posix() if Path(file).is_relative_to(root) else file


def raised(draft: Draft, error: Raised, line: int = 0) -> Finding:
    """Make the finding for an exception that nobody expected, at a line of the check's file (its own if 0)."""
    check, root, own = draft.check, draft.settings.root, draft.check.place.path
    page = next((frame for frame in reversed(error.frames) if frame.file == own), None)
    shown = [page] if page else []
    by: tuple[str, ...] = ()
    if error.syntax and (root / error.file).is_file():  # whoever imported it is not to blame
        shown.append(Frame(error.file, error.line, "<module>", ""))
        says = f"{origin(error, root)} is not Python: {error.syntax}"
    elif rule := _rule_frame(error.frames, draft.settings.watch, own):
        shown.append(rule)
        by = tuple(error.by)
        says = f"{'' if check.group else 'the rule '}{rule.module}.{rule.name} raises {error.described}"
        says += f" (carries out {', '.join(by)})" if by else ""
    else:
        says = f"the {check.kind.called} raises {error.described}"
    place = Place(own, page.line if page else line or check.place.line)
    traced = "\n".join(_shown(frame, root) for frame in shown)
    hint = f"a page may use {draft.settings.memory_limit:,} MB (memory-limit)" if "MemoryError" in error.kinds else ""
    return Finding(place, f"verify.{check.kind}", says, loci=check.loci, by=by, frames=traced, hint=hint)


def refused(draft: Draft, source: str, line: int, refusal: tuple[str, int, int]) -> Finding:
    """Make the finding for a piece of code, which begins on this line, that is not Python."""
    why, at, column = refusal
    if not at:
        return draft.finding(f"not Python: {why}", line)
    at = max(line, min(at, line + source.count("\n")))
    text = source.split("\n")[at - line].rstrip()
    return draft.finding(f"not Python: {why}", at, difference=f"{text}\n{' ' * min(column - 1, len(text))}^")


def _shown(frame: Frame, root: Path) -> str:
    """Return the file, line and function, and below them the code."""
    more = "" if frame.name == "<module>" else f", in {frame.name}"
    file = str(root / frame.file)
    linecache.checkcache(file)
    source = linecache.getline(file, frame.line).strip()
    return f"{named(frame.file, root)}:{frame.line}{more}" + (f"\n    {source}" if source else "")


def origin(error: Raised, root: Path) -> str:
    """Return the file and line that an exception comes from: of code that cannot be read, its own."""
    if error.syntax and error.file:
        return f"{named(error.file, root)}:{error.line}"
    frames = [frame for frame in error.frames if not frame.file.startswith("<")]
    return f"{named(frames[-1].file, root)}:{frames[-1].line}" if frames else "unknown"


def _rule_frame(frames: Sequence[Frame], watch: Sequence[str], page: str) -> Frame | None:
    """Return the last frame of a watched package or, failing that, of other code that is neither page nor library."""
    watched = [frame for frame in frames if frame.module.partition(".")[0] in watch]
    others = (_STDLIB, "<", page)
    foreign = [frame for frame in frames if not frame.file.startswith(others) and "site-packages" not in frame.file]
    return next(reversed(watched or foreign), None)
