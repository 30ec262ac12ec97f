"""Watch mode: verifies again whenever a page, a source manifest, the settings or the rules change."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from verify.run.reach import watched_files
from verify.settings import FILE, Settings, VerifyError

PAUSE: Final = 0.7
"""Seconds between two looks at the files."""


def watch(
    load: Callable[[], Settings], once: Callable[[Settings], Any], pause: Callable[[float], object] = time.sleep
) -> int:
    """Verify now and after each change until interrupted.

    Args:
        load: reads the settings, each time anew; those that cannot be used any more are told, and the last ones hold.
        once: verifies.
        pause: is called between two looks at the files.

    Returns:
        0.

    Raises:
        VerifyError: if the very first verification cannot take place.
    """
    settings, begun = load(), False
    try:
        while True:
            state = stamps(settings)
            try:
                settings = load()
                once(settings)
            except VerifyError as error:
                if not begun:
                    raise
                print(f"verify: {error}", file=sys.stderr)
            begun = True
            print("… waiting for a change; stop with Ctrl-C", flush=True)
            while stamps(settings) == state:
                pause(PAUSE)
    except KeyboardInterrupt:
        return 0


def stamps(settings: Settings) -> dict[str, tuple[int, int]]:
    """Return the time and size of every file that matters."""
    found: dict[str, tuple[int, int]] = {}
    for path in _files(settings):
        try:
            state = path.stat()
        except OSError:
            continue
        found[str(path)] = (state.st_mtime_ns, state.st_size)
    return found


def _files(settings: Settings) -> Iterable[Path]:
    yield settings.root / FILE
    for folder in {settings.root / settings.docs, settings.root / settings.sources}:
        yield from (path for path in folder.rglob("*") if path.is_file())
    yield from watched_files(settings.watch, settings.root).values()
