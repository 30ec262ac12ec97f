"""What commands that run many tasks share: their options, and a progress bar."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gamerules.extras import MissingExtraError, need


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs`` and ``--scheduler`` to a parser, which exclude each other."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=positive, default=1, metavar="J", help="how many processes (1)")
    where.add_argument(
        "--scheduler", metavar="ADDRESS", help="run on the Dask cluster of this scheduler: tcp://HOST:PORT"
    )


def positive(text: str) -> int:
    """Read a number of at least 1.

    Raises:
        argparse.ArgumentTypeError: if it is not one.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)


def natural(text: str) -> int:
    """Read a number of at least 0.

    Raises:
        argparse.ArgumentTypeError: if it is not one.
    """
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a function that draws a bar on the terminal; nothing if there is no terminal, or no tqdm to draw it."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        tqdm = need("tqdm").tqdm
    except MissingExtraError:
        yield None
        return
    with tqdm(desc=what, unit="task", leave=False) as bar:

        def tell(done: int, of: int) -> None:
            bar.total = of
            bar.update(done - bar.n)

        yield tell
