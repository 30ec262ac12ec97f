"""Rewrites failing expectations so that they say what the rules give, after showing the difference."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verify.model import Edit, Result


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A file with its expectations rewritten.

    Attributes:
        path: the file, relative to the root.
        before: its text, every line ended by a line feed.
        after: its new text.
        newline: how its lines end.
        count: how many expectations were rewritten.
    """

    path: str
    before: str
    after: str
    newline: str
    count: int

    def diff(self) -> str:
        """Return the unified difference."""
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), self.path, self.path, lineterm=""
        )
        return "\n".join(lines)

    def write(self, root: Path) -> None:
        """Write the file."""
        text = self.after.replace("\n", self.newline)
        (root / self.path).write_bytes(text.encode())


def rewrites(results: Iterable[Result], root: Path) -> tuple[list[Rewrite], list[Edit]]:
    """Work out how the files would be rewritten.

    Returns:
        The rewritten files by path, and the edits that cannot be made because their text is not where it was read.
    """
    by_path: dict[str, list[Edit]] = {}
    for edit in dict.fromkeys(edit for result in results for edit in result.edits):
        by_path.setdefault(edit.place.path, []).append(edit)
    files, refused = [], []
    for path, edits in sorted(by_path.items()):
        raw = (root / path).read_bytes().decode("utf-8")
        newline = "\r\n" if "\r\n" in raw else "\n"
        before = raw.replace("\r\n", "\n").replace("\r", "\n")
        lines, made = before.split("\n"), 0
        for edit in sorted(edits, key=lambda edit: edit.place, reverse=True):  # from the end: earlier places stay true
            done = _lines(lines, edit) if edit.place.column == 0 else _within(lines, edit)
            made += done
            if not done:
                refused.append(edit)
        if made:
            files.append(Rewrite(path, before, "\n".join(lines), newline, made))
    return files, refused


def _lines(lines: list[str], edit: Edit) -> bool:
    """Replace whole lines of output; return False if they are not there."""
    first, old = edit.place.line - 1, edit.old.split("\n") if edit.old else []
    statement = lines[edit.below - 1]
    column = statement.find(">>>")
    there = lines[first : first + len(old)]
    if column < 0 or len(there) < len(old) or not all(_same(*pair) for pair in zip(there, old, strict=True)):
        return False
    margin = statement[:column]
    new = [f"{margin}{text}".rstrip() for text in edit.new.split("\n")] if edit.new else []
    lines[first : first + len(old)] = new
    return True


def _same(line: str, old: str) -> bool:
    return line.rstrip().endswith(old.strip())


def _within(lines: list[str], edit: Edit) -> bool:
    """Replace a text within a line, at or after its column; return False if it is not there."""
    number, start = edit.place.line - 1, edit.place.column - 1
    at = lines[number].find(edit.old, start)
    if at < 0 or "\n" in edit.old:
        return False
    lines[number] = f"{lines[number][:at]}{edit.new}{lines[number][at + len(edit.old) :]}"
    return True


def count(files: Sequence[Rewrite]) -> str:
    """Say in words how much was rewritten."""
    total = sum(file.count for file in files)
    return (
        f"rewrote {total} expectation{'' if total == 1 else 's'} in {len(files)} file{'' if len(files) == 1 else 's'}"
    )
