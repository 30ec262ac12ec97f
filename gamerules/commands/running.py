"""What the commands share that run many tasks: their options, and a bar that shows how far they are."""

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
    """Read a number from 1 up.

    Raises:
        argparse.ArgumentTypeError: if it is none.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def natural(text: str) -> int:
    """Read a number from 0 up.

    Raises:
        argparse.ArgumentTypeError: if it is none.
    """
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
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
