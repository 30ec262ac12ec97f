"""The form of a list-table's body: docutils leaves out, with all its checks, a table whose body has any other.

It is a list whose items are lists, all of one length: the table's rows and their cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verify.collect.page import Line, trim
from verify.collect.vocabulary import Written

_ROW = re.compile(r"(?P<gap> *)(?P<row>[-+*])(?P<inset> +)(?P<cell>[-+*])(?= |$)")
_AUTOMATIC = ("auto", "grid")


def fault(lines: Sequence[Line], options: Sequence[Written]) -> tuple[Line | None, str] | None:
    """Return what is wrong with a body, and on which line; None if nothing is.

    Forms that docutils might still read are refused, too, where that cannot be told from the lines alone.

    Args:
        lines: the body, without its options.
        options: the options.
    """
    body = trim(lines)
    if not body:
        return None, "it has no body"
    first = _ROW.match(body[0].text)
    if first is None:
        return body[0], "its body does not begin with a list in a list, as in '* - text'"
    outer, inner = len(first["gap"]), first.start("cell")
    text = inner + 2
    counts: list[int] = []
    for line in body:
        bare = line.text.lstrip(" ")
        indent = len(line.text) - len(bare)
        if not bare or indent >= text:
            continue
        row = _ROW.match(line.text)
        if row and (len(row["gap"]), row["row"], row.start("cell"), row["cell"]) == (
            outer,
            first["row"],
            inner,
            first["cell"],
        ):
            counts.append(1)
        elif indent == inner and bare[0] == first["cell"] and (len(bare) == 1 or bare[1] == " "):
            counts[-1] += 1
        else:
            return line, f"this line begins neither a row, as '{first[0].strip()} …' does, nor a cell, nor is it in one"
    for number, count in enumerate(counts, start=1):
        if count != counts[0]:
            return None, f"row {number} has {count} cells, but row 1 has {counts[0]}"
    says = dimensions(options, len(counts), counts[0], counts[0])
    return (None, says) if says else None


def dimensions(options: Sequence[Written], rows: int, least: int, most: int) -> str:
    """Return what is wrong with the options that count rows and columns; an empty text if nothing is.

    Args:
        options: the options of the table.
        rows: how many rows it has.
        least: the fewest cells of a row.
        most: the most cells of a row.
    """
    given = {option.name: option.value.strip() for option in options}
    for name, limit, what in (("header-rows", rows - 1, "rows"), ("stub-columns", least - 1, "columns")):
        if given.get(name, "0").isdigit() and int(given.get(name, "0")) > max(limit, 0):
            return f":{name}: {given[name]} leaves no {what} for the table itself"
    widths = given.get("widths", "auto")
    count = len(re.split(r"[\s,]+", widths))
    if widths not in _AUTOMATIC and count != most:
        return f":widths: gives {count} widths for {most} columns"
    return ""
