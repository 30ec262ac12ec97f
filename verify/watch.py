"""Watch mode: verifies again whenever a page, a source manifest, the settings or the rules change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from verify import digest
from verify.settings import FILE, Settings

PAUSE: Final = 0.7
"""Seconds between two looks at the files."""


def watch(settings: Settings, once: Callable[[], Any], pause: Callable[[float], object] = time.sleep) -> int:
    """Verify now and after each change until interrupted; return 0. Between two looks at the files it pauses."""
    try:
        while True:
            state = stamps(settings)
            once()
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
    reach = digest.Reach(settings)
    yield from reach.files(reach.everything())
