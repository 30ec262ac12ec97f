"""Watch mode: verifies again whenever a page, a source manifest, the settings or the rules change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from verify.run.reach import watched_files
from verify.settings import FILE, Settings, VerifyError


def watch(load: Callable[[], Settings], once: Callable[[Settings], Any]) -> int:
    """Verify now and after each change until interrupted; returns 0.

    Args:
        load: reads the settings, each time again; those that cannot be used are reported, and the last ones hold.
        once: verifies.

    Raises:
        VerifyError: if watchfiles is missing or the first verification cannot take place.
    """
    try:
        import watchfiles
    except ImportError:
        raise VerifyError("--watch needs watchfiles; install it with: pip install 'gamerules[serve]'") from None
    settings, begun = load(), False
    try:
        while True:
            # Watching begins before the verification, so that a change during it is not missed.
            changes = watchfiles.watch(*watched(settings), yield_on_timeout=True, rust_timeout=200)
            next(changes)
            try:
                settings = load()
                once(settings)
            except VerifyError as error:
                if not begun:
                    raise
                print(f"verify: {error}", file=sys.stderr)
            begun = True
            print("… waiting for a change; stop with Ctrl-C", flush=True)
            next(filter(None, changes))
    except KeyboardInterrupt:
        return 0


def watched(settings: Settings) -> set[Path]:
    """Return the files and folders that matter, of those that exist."""
    files = watched_files(settings.watch, settings.root).items()
    code = {path.parents[name.count("/") - 1] if "/" in name else path for name, path in files}
    site = {settings.root / name for name in (FILE, settings.docs, settings.sources)}
    return {path for path in code | site if path.exists()}
