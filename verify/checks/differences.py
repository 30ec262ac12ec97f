"""Differences that point at the character or the line in which text and rules part."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from itertools import zip_longest

_CONTEXT = 1
_MOST_LINES = 40
_NDIFF_LINES = 200
_LONG_LINE = 1000
_BEFORE, _AFTER = 60, 40
_LONG_TEXT, _BEGINNING = 400, 150
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LOOK_ALIKE = {"Pd", "Pi", "Pf", "Po", "Sm", "Sk"}  # dashes, quotation marks, points, accents


def difference(says: str, gives: str) -> str:
    """Return several lines that show where two texts part; empty if they are equal.

    Single lines stand one above the other with a caret under the first difference; longer texts are shown as lines of
    one side only (``-`` what the text says, ``+`` what the rules give), each with a little context. Signs that look
    alike are named. A very long line is cut around its first difference.
    """
    if says == gives:
        return ""
    said, given = says.split("\n") if says else [], gives.split("\n") if gives else []
    left, right = next(((a, b) for a, b in zip_longest(said, given, fillvalue="") if a != b), ("", ""))
    if len(said) == len(given) == 1 or max(map(len, (*said, *given))) > _LONG_LINE:
        shown = _caret(_visible(left), _visible(right))
    else:
        shown = _listing(said, given)
    names = _names(left, right)
    return f"{shown}\n{names}" if names else shown


def shortened(text: str) -> str:
    """Return a text as a message shows it: control characters escaped; of a long one the beginning, and its length."""
    text = _visible(text)
    return text if len(text) <= _LONG_TEXT else f"{text[:_BEGINNING]}… ({len(text):,} characters)"


def _visible(text: str) -> str:
    """Write what a terminal would obey, or break a line at, as Python escapes it."""
    return _UNSEEN.sub(lambda match: repr(match[0])[1:-1], text)


def parting(said: Sequence[str], given: Sequence[str]) -> int:
    """Return the index of the first character, or of the first line, that differs."""
    pairs = zip_longest(said, given)
    return next((index for index, (left, right) in enumerate(pairs) if left != right), len(said))


def _caret(said: str, given: str) -> str:
    """Set two lines one above the other, with a caret under the first character that differs."""
    column = parting(said, given)
    start = max(column - _BEFORE, 0)
    caret = " " * (column - start + bool(start))
    return f"says:  {_cut(said, start)}\ngives: {_cut(given, start)}\n       {caret}^"


def _cut(line: str, start: int) -> str:
    """Return the part of a line that is shown, with ``…`` for what is left out."""
    end = start + _BEFORE + _AFTER
    return f"{'…' if start else ''}{line[start:end]}{'…' if len(line) > end else ''}"


def _names(said: str, given: str) -> str:
    """Name the first characters that differ, where they can hardly be told apart by looking; otherwise empty."""
    column = parting(said, given)
    left, right = said[column : column + 1], given[column : column + 1]
    same = unicodedata.normalize("NFKC", said) == unicodedata.normalize("NFKC", given)
    if not same and not _look_alike(left, right):
        return ""
    return f"says {_name(left)}, gives {_name(right)}"


def _look_alike(left: str, right: str) -> bool:
    """Return whether two characters may look alike, or one of them (empty at a line's end) cannot be seen."""
    kinds = [unicodedata.category(sign) for sign in left + right]
    if any(kind[0] in "ZCM" and sign != " " for kind, sign in zip(kinds, left + right, strict=True)):
        return True
    if len(kinds) < 2 or (left + right).isascii():
        return False
    if kinds[0][0] == kinds[1][0] == "L":
        return len({unicodedata.name(letter, "").partition(" ")[0] for letter in left + right}) == 2
    return not _LOOK_ALIKE.isdisjoint(kinds)


def _name(sign: str) -> str:
    return f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".rstrip() if sign else "nothing"


def _listing(said: list[str], given: list[str]) -> str:
    """List what differs, with ``…`` for what is left out."""
    if max(len(said), len(given)) > _NDIFF_LINES:
        raw = list(difflib.unified_diff(said, given, lineterm="", n=_CONTEXT))[2:]
    else:
        raw = [line.rstrip("\n") for line in difflib.ndiff(said, given)]
    marked = [index for index, line in enumerate(raw) if not line.startswith("  ")]
    near = {index + step for index in marked for step in range(-_CONTEXT, _CONTEXT + 1)}
    lines: list[str] = []
    for index, line in enumerate(raw):
        if index in near:
            lines.append(line.rstrip())
        elif not lines or lines[-1] != "…":
            lines.append("…")
    if left := lines[_MOST_LINES:]:
        lines[_MOST_LINES:] = [f"… {len(left)} more lines differ or stand between"]
    return "\n".join(["- what the text says, + what the rules give:", *lines])
