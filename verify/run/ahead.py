"""Runs the checks of a site while Sphinx reads its pages.

Checks are found in the raw text, so that they need not wait for the doctrees. A forked process scans the pages and runs
what it finds; once Sphinx has read everything, its results are taken if the checks are the same. If they are not, or if
anything went wrong, nothing is lost: the checks run again, in the usual way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from verify import session
from verify.model import Page
from verify.run import channel
from verify.run import plan as run
from verify.settings import Settings

PAGES: Final = 20
"""How many pages must be read to make it worth a process."""


class Ahead:
    """A process that runs the checks of a site."""

    def __init__(self, settings: Settings, fresh: bool | None) -> None:
        """Start it.

        Args:
            settings: the site's settings.
            fresh: whether to ignore stored results; if left out, exactly when ``CI`` is set.
        """
        self._reader, writer = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._reader)
                channel.lead_nowhere(0, 1, 2)  # what goes wrong here goes wrong once more, and is told then
                channel.write(writer, run.run_site(session.scan_pages(settings), settings, fresh=fresh))
            finally:
                os._exit(0)
        os.close(writer)

    def results(self, pages: Iterable[Page]) -> run.Run | None:
        """Wait for it and return what came of the checks of these pages; None if it ran others, or failed."""
        with suppress(EOFError):
            ran: Any = channel.read(self._reader)
            checks = [check for page in sorted(pages, key=lambda page: page.path) for check in page.checks]
            if isinstance(ran, run.Run) and [result.check for result in ran.results] == checks:
                return ran
        return None

    def close(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGINT)
        with suppress(ChildProcessError):
            os.waitpid(self._pid, 0)
        os.close(self._reader)
