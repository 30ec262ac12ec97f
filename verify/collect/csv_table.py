"""The cells of a csv-table, cut as docutils cuts them, each line of a cell with its place in the file."""

from __future__ import annotations

import csv
from collections.abc import Sequence

from verify.collect import list_table
from verify.collect.page import Line, trim
from verify.collect.vocabulary import Written

Cell = list[Line]
_NAMED = {"tab": "\t", "space": " "}


class CsvError(ValueError):
    """A body that docutils leaves out; the message says why."""

    def __init__(self, line: Line | None, says: str) -> None:
        """Make it; ``line`` is where it is wrong, if that can be told."""
        super().__init__(says)
        self.line = line


def cells(lines: Sequence[Line], options: Sequence[Written]) -> list[Cell]:
    """Return all cells.

    Args:
        lines: the body, without its options.
        options: the options.

    Raises:
        CsvError: if docutils leaves the table out.
    """
    lines = trim(lines)
    if not lines:
        raise CsvError(None, "it has no body")
    reader = csv.reader((f"{line.text}\n" for line in lines), **_dialect(options))  # type: ignore[arg-type]
    found: list[Cell] = []
    counts: list[int] = []
    number = 0
    try:
        for row in reader:
            counts.append(len(row))
            for text in row:
                found.append([_placed(lines[number + down], part) for down, part in enumerate(text.splitlines())])
                number += text.count("\n")
            number = reader.line_num
    except csv.Error as error:
        raise CsvError(lines[min(max(reader.line_num, 1), len(lines)) - 1], f"it is no CSV: {error}") from None
    if says := list_table.dimensions(options, len(counts), min(counts, default=0), max(counts, default=0)):
        raise CsvError(None, says)
    return found


def _placed(line: Line, text: str) -> Line:
    """Return a part of a line that holds this text, where it stands if that can be told."""
    return Line(line.number, line.column + max(line.text.find(text), 0), text)


def _dialect(options: Sequence[Written]) -> dict[str, object]:
    given = {option.name: option.value.strip() for option in options}
    dialect: dict[str, object] = {"strict": True, "skipinitialspace": "keepspace" not in given}
    for name, meant in (("delim", "delimiter"), ("quote", "quotechar"), ("escape", "escapechar")):
        if name in given:
            mark = _NAMED.get(given[name], given[name])
            if len(mark) != 1:
                raise CsvError(None, f"the option {name!r} is {given[name]!r}, which is no single character")
            dialect[meant] = mark
    if "escape" in given:
        dialect["doublequote"] = False
    return dialect
