"""Files of prices that a reader supplies: where an error is in them."""

from __future__ import annotations

import re


def line_of(text: str, *names: str) -> int:
    """Return the line on which names stand as keys, each after the one before; that of the last one found.

    Args:
        text: TOML or JSON.
        names: the keys, from the outermost in.
    """
    at = 0
    for name in names:
        found = re.compile(rf"(?<![\w-])[\"']?{re.escape(name)}[\"']?\s*[=:\]]").search(text, at)
        if found is None:
            break
        at = found.end()
    return text.count("\n", 0, at) + 1


def line_of_fault(text: str, error: Exception) -> int:
    """Return the line at which Python's own reader of TOML or JSON gave up; 1 if it does not say."""
    if found := re.search(r"line (\d+)", str(error)):
        return int(found[1])
    return text.count("\n") + 1 if "end of document" in str(error) else 1
