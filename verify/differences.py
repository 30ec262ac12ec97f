"""Differences that point at the character or the line in which text and rules part."""

from __future__ import annotations

import difflib
from itertools import zip_longest

_CONTEXT = 1
_MOST_LINES = 40
_NDIFF_LINES = 200


def difference(says: str, gives: str) -> str:
    """Return several lines that show where two texts part; empty if they are equal.

    Single lines stand one above the other with a caret under the first difference; longer texts are shown as lines of
    one side only (``-`` what the text says, ``+`` what the rules give), each with a little context.
    """
    if says == gives:
        return ""
    said, given = says.splitlines(), gives.splitlines()
    if len(said) == len(given) == 1:
        return _caret(said[0], given[0])
    return _listing(said, given)


def _caret(said: str, given: str) -> str:
    """Set two lines one above the other, with a caret under the first character that differs."""
    pairs = zip_longest(said, given)
    column = next((index for index, (left, right) in enumerate(pairs) if left != right), len(said))
    return f"says:  {said}\ngives: {given}\n       {' ' * column}^"


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
    if len(lines) > _MOST_LINES:
        left = len(lines) - _MOST_LINES
        lines = [*lines[:_MOST_LINES], f"… {left} more lines differ or stand between"]
    return "\n".join(["- what the text says, + what the rules give:", *lines])
