"""Outcomes put into files: CSV, Parquet, and pictures of their distribution."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gamerules.adapters import Columns
from gamerules.extras import need
from gamerules.lab.statistics import columns, counted, summary
from gamerules.rules import ImpossibleInputError


def save(outcomes: Sequence[Columns], path: Path) -> None:
    """Write outcomes to a file, one deal a row; the ending of its name says how.

    Args:
        outcomes: the outcomes.
        path: a file that ends in ``.csv`` or ``.parquet``.

    Raises:
        ImpossibleInputError: on another ending, or if the file cannot be written.
        gamerules.extras.MissingExtraError: for Parquet, if pyarrow is not installed.
    """
    check(path, None)
    _write(_FILES, outcomes, path)


def draw(outcomes: Sequence[Columns], path: Path) -> None:
    """Draw the distribution of each column, with its intervals, into a file.

    Args:
        outcomes: the outcomes.
        path: a file that ends in ``.svg``, ``.png`` or ``.pdf``.

    Raises:
        ImpossibleInputError: on another ending, or if the file cannot be written.
        gamerules.extras.MissingExtraError: if matplotlib is not installed.
    """
    check(None, path)
    _write(_PICTURES, outcomes, path)


Writer = Callable[[Sequence[Columns], Path], None]


def check(results: Path | None, picture: Path | None) -> None:
    """Refuse files that could not be written later, before the work is done.

    Raises:
        ImpossibleInputError: on an unknown ending, or a place where no file can be.
        gamerules.extras.MissingExtraError: if a library is missing that writes them.
    """
    for path, kinds, what in ((results, _FILES, "results"), (picture, _PICTURES, "a picture")):
        if path is None:
            continue
        if path.suffix not in kinds:
            raise ImpossibleInputError(f"{path}: {what} can be saved as {', '.join(kinds)}; use such an ending")
        check_place(path)
        for library in _LIBRARIES.get(path.suffix, ()):
            need(library)


def check_place(path: Path) -> None:
    """Refuse a path at which no file can be written.

    Raises:
        ImpossibleInputError: if it is a folder, its folder does not exist, or nothing may be written there.
    """
    if path.is_dir():
        raise ImpossibleInputError(f"{path}: is a folder; name a file")
    if not path.absolute().parent.is_dir():
        raise ImpossibleInputError(f"{path}: there is no folder {path.parent}; create it first")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise ImpossibleInputError(f"{path}: cannot be written: Permission denied")


def _write(kinds: Mapping[str, Writer], outcomes: Sequence[Columns], path: Path) -> None:
    try:
        kinds[path.suffix](outcomes, path)
    except OSError as error:
        raise ImpossibleInputError(f"{path}: cannot be written: {error.strerror or error}") from None


def _csv(outcomes: Sequence[Columns], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["deal", *columns(outcomes)], lineterminator="\n")
        writer.writeheader()
        writer.writerows({"deal": number, **outcome} for number, outcome in enumerate(outcomes))


def _parquet(outcomes: Sequence[Columns], path: Path) -> None:
    pyarrow = need("pyarrow")
    names = columns(outcomes)
    data = {"deal": list(range(len(outcomes)))} | {name: [outcome.get(name) for outcome in outcomes] for name in names}
    need("pyarrow.parquet").write_table(pyarrow.table(data), path)


def _picture(outcomes: Sequence[Columns], path: Path) -> None:
    need("matplotlib").use("agg")
    pyplot = need("matplotlib.pyplot")
    found = summary(outcomes)
    figure, grid = pyplot.subplots(len(found), 1, figsize=(7, 2.2 * len(found)), layout="constrained", squeeze=False)
    for axes, column in zip(grid[:, 0], found, strict=True):
        values = [value for value, _, _ in column.shares]
        shares = [share for _, _, share in column.shares]
        places = values if column.mean else range(len(values))
        axes.bar(places, [each.value for each in shares], color="0.6")
        reach = [[each.value - each.low for each in shares], [each.high - each.value for each in shares]]
        axes.errorbar(places, [each.value for each in shares], yerr=reach, fmt="none", ecolor="black", capsize=2)
        if not column.mean:
            axes.set_xticks(list(places), [str(value) for value in values])
        axes.set_title(f"{column.name} ({counted(column.size, 'deal')})", loc="left", fontsize="medium")
    figure.savefig(path)
    pyplot.close(figure)


_FILES: Mapping[str, Writer] = {".csv": _csv, ".parquet": _parquet}
_PICTURES: Mapping[str, Writer] = {".svg": _picture, ".png": _picture, ".pdf": _picture}
_LIBRARIES: Mapping[str, tuple[str, ...]] = {".parquet": ("pyarrow",), **dict.fromkeys(_PICTURES, ("matplotlib",))}
