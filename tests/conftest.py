"""What tests of pages share: the site, built once and served, and a browser."""

import contextlib
import functools
import http.server
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
ALREADY_BUILT = "GAMERULES_SITE"
"""Names a site that is built already; tests of pages are run many times while a page is being written."""


@dataclass(frozen=True)
class BuiltSite:
    """The site, built and served.

    Attributes:
        folder: where its files lie.
        url: where it is served, with a slash at its end.
    """

    folder: Path
    url: str


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each of them."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(http.server.ThreadingHTTPServer):
    """A server that says nothing when a browser goes away in the middle of an answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def serve(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[str]:
    """Serve a folder on a free port of this machine; yields the address, with a slash at its end."""
    server = Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def built_site() -> Iterator[BuiltSite]:
    """Build the site, or bring up to date what an earlier run has built, and serve it.

    Whether the checks of the pages hold is not asked here: that is what the build itself reports.
    """
    if ALREADY_BUILT in os.environ:
        folder = Path(os.environ[ALREADY_BUILT])
    else:
        work = ROOT / "_build" / "site-for-tests"
        folder = work / "html"
        command = [sys.executable, "-m", "sphinx", "-q", "-c", ".", "-j", "2", "-d", str(work / "doctrees")]
        environment = {name: value for name, value in os.environ.items() if name != "CI"}  # stored results will do
        made = subprocess.run(
            [*command, "docs", str(folder)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert (folder / "index.html").is_file(), made.stderr
    with serve(folder) as url:
        yield BuiltSite(folder, url)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of the browser."""
    return os.environ.get("CHROMIUM", "/usr/bin/chromium")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all tests of pages: Playwright allows no second one in a process."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run in CI fail if a test was skipped: all that a test may want is installed there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if reporter and os.environ.get("CI") and skipped and session.exitstatus == pytest.ExitCode.OK:
        names = ", ".join(str(report.nodeid) for report in skipped)
        reporter.write_line(f"\nskipped, and CI skips nothing: {names}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
