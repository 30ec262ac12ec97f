"""Rewrites failing expectations so that they say what the rules give, after showing the difference."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from verify.collect.vocabulary import DIRECTIVES, near
from verify.model import Edit, Kind, Place, Result

_LINE_END = re.compile(r"\r\n?|\n")
_GAP = r"[\s>]"  # within a role: white space, and the mark of a quotation at a line's beginning
_ROLE = r"(?:\{[^{}]*\}|:[^:`]*:)?`+"
_MARGIN = re.compile(r"[\s>]*?(?=(?:>>>|\$)(?:\s|$))")
_FENCE = re.compile(r"\s*(`{3,}|~{3,}|:{3,})\s*")
_OPTION = re.compile(r"\s*:(?P<name>[a-z]+):(\s|$)")
_UNWRITABLE = {"Cc", "Cs", "Zl", "Zp"}
_NOT_THERE = "{!r} is not found there as it was read"

Change = tuple[int, int, str]
"""How a file's text is changed: from where, to where, and what comes there."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A file with its expectations rewritten.

    Attributes:
        path: the file, relative to the root.
        before: its text.
        after: its new text.
        count: how many expectations were rewritten.
    """

    path: str
    before: str
    after: str
    count: int

    def diff(self) -> str:
        """Return the unified difference."""
        before, after = _LINE_END.split(self.before), _LINE_END.split(self.after)
        return "\n".join(difflib.unified_diff(before, after, self.path, self.path, lineterm=""))

    def write(self, root: Path) -> None:
        """Write the file."""
        (root / self.path).write_bytes(self.after.encode())


class _Refused(Exception):  # noqa: N818 - it ends one edit and is not an error of ours
    """Ends an edit with the reason for which it is not made."""


def rewrites(results: Iterable[Result], root: Path) -> tuple[list[Rewrite], list[str]]:
    """Work out how the files would be rewritten.

    Returns:
        The rewritten files by path, and a line for each edit that is not made, by place.
    """
    agreed, refused = _agreed(results)
    files = []
    for path in sorted({edit.place.path for edit in agreed}):
        before = (root / path).read_bytes().decode("utf-8")
        lines = _lines(before)
        changes: list[Change] = []
        for edit, kind in ((edit, kind) for edit, kind in agreed.items() if edit.place.path == path):
            try:
                _refuse_unwritable(edit.new)
                changes.append(_CHANGES.get(kind, _output)(before, lines, edit))
            except _Refused as reason:
                refused.append((_place(edit), str(reason)))
        after = before
        for start, end, new in sorted(changes, reverse=True):  # from the end: earlier places stay true
            after = f"{after[:start]}{new}{after[end:]}"
        if changes:
            files.append(Rewrite(path, before, after, len(changes)))
    return files, [f"{place}: cannot be rewritten: {why}" for place, why in sorted(set(refused))]


def _refuse_unwritable(text: str) -> None:
    """Refuse a text with a character that no page should hold: a control character, an unusual line end."""
    for sign in text.replace("\n", ""):
        if unicodedata.category(sign) in _UNWRITABLE:
            name = unicodedata.name(sign, "a control character")
            raise _Refused(f"what the rules give holds U+{ord(sign):04X} ({name}), which is not written into a page")


def _agreed(results: Iterable[Result]) -> tuple[dict[Edit, Kind], list[tuple[Place, str]]]:
    """Return the edits that every run of a check asks for, and refuse others, such as addresses and times."""
    runs = defaultdict[tuple[Place, Kind], list[tuple[Edit, ...]]](list)
    for result in results:
        runs[result.check.place, result.check.kind].append(result.edits)
    agreed: dict[Edit, Kind] = {}
    refused: list[tuple[Place, str]] = []
    for (_, kind), wanted in runs.items():
        for edit in dict.fromkeys(chain(*wanted)):
            if all(edit in run for run in wanted):
                agreed[edit] = kind
            else:
                refused.append((_place(edit), "what it gives is not the same each time it is run"))
    return agreed, refused


def _place(edit: Edit) -> Place:
    """Return the place of an edit's claim, statement or value."""
    return Place(edit.place.path, edit.below or edit.place.line)


def _lines(text: str) -> list[tuple[int, int]]:
    """Return where each line begins and where it ends, without its line end; a byte order mark is part of no line."""
    ends = [match.span() for match in _LINE_END.finditer(text)]
    edges = [int(text.startswith("\ufeff")), *chain(*ends), len(text)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _output(text: str, lines: Sequence[tuple[int, int]], edit: Edit) -> Change:
    """Replace whole lines of output."""
    above, old = edit.place.line - 2, edit.old.split("\n") if edit.old else []
    there = [text[start:end] for start, end in lines[above + 1 : above + 1 + len(old)]]
    margin = _MARGIN.match(text[slice(*lines[edit.below - 1])])
    if not margin or len(there) < len(old) or not all(_same(*pair) for pair in zip(there, old, strict=True)):
        raise _Refused(_NOT_THERE.format(edit.old))
    new = edit.new.split("\n") if edit.new else []
    for line in new:
        if _is_markup(line):
            raise _Refused(f"its output has the line {line!r}, which would be read as a part of the directive")
    end_mark = _LINE_END.match(text, lines[above][1])
    line_end = end_mark[0] if end_mark else "\n"
    written = "".join(f"{line_end}{margin[0]}{line}".rstrip(" ") for line in new)
    return lines[above][1], lines[above + len(old)][1], written


def _is_markup(line: str) -> bool:
    """Return whether a line of output could end a fence, or looks like an option of an example."""
    option = _OPTION.match(line)
    return bool(_FENCE.fullmatch(line) or (option and near(option["name"], tuple(DIRECTIVES["example"].options))))


def _same(line: str, old: str) -> bool:
    return line.expandtabs().rstrip().endswith(old.strip())


def _claim(text: str, lines: Sequence[tuple[int, int]], edit: Edit) -> Change:
    """Replace what a claim shows, behind the mark that opens its role."""
    start = lines[edit.place.line - 1][0] + edit.place.column - 1
    shown = f"{_GAP}+".join(re.escape(word) for word in edit.old.split())
    role = re.compile(rf"{_ROLE}{_GAP}*(?P<shown>{shown}){_GAP}+<").match(text, start)
    if role is None:
        raise _Refused(_NOT_THERE.format(edit.old))
    if re.search(r"[`|\\<]", edit.new):
        raise _Refused(f"{edit.new!r} cannot stand in a claim")
    return role.start("shown"), role.end("shown"), edit.new


def _value(text: str, lines: Sequence[tuple[int, int]], edit: Edit) -> Change:
    """Replace a value of a record."""
    start = lines[edit.place.line - 1][0] + edit.place.column - 1
    if not text.startswith(edit.old, start):
        raise _Refused(_NOT_THERE.format(edit.old))
    return start, start + len(edit.old), edit.new


_CHANGES: Mapping[Kind, Callable[[str, Sequence[tuple[int, int]], Edit], Change]] = {
    Kind.CLAIM: _claim,
    Kind.RECORD: _value,
}
