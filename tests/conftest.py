"""What tests of pages share: the site, built once and served, and a browser."""

import contextlib
import fcntl
import functools
import http.server
import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from gamerules.adapters import Adapters
from gamerules.lab.deals import deal_of
from tests.forked import run

ROOT = Path(__file__).parents[1]
ALREADY_BUILT = "GAMERULES_SITE"
"""Names a site that is built already; tests of pages are run many times while a page is being written."""

settings.register_profile("default", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, print_blob=True)


@pytest.fixture
def scored_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game whose results can be scored, and that offers nothing else: Vint without its play."""
    monkeypatch.setattr("gamerules.vint.adapters.ADAPTERS", Adapters())
    deal_of.cache_clear()
    yield "vint"
    deal_of.cache_clear()


@dataclass(frozen=True)
class BuiltSite:
    """The site, built and served.

    Attributes:
        folder: where its files lie.
        url: where it is served, with a slash at its end.
    """

    folder: Path
    url: str

    @property
    def doctrees(self) -> Path:
        """Where the pages lie as they were read."""
        return self.folder.parent / "doctrees"


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
def built_site(testrun_uid: str) -> Iterator[BuiltSite]:
    """The site, served.

    One of the processes that run the tests builds it, or brings up to date what an earlier run has built; the others
    wait. Whether the checks of the pages hold is not asked here: that is what the build itself reports.
    """
    folder = Path(os.environ.get(ALREADY_BUILT) or ROOT / "_build" / "site-for-tests" / "html").absolute()
    if ALREADY_BUILT not in os.environ:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder.parent / "built-for-run").open("a+", encoding="utf-8") as stamp:
            fcntl.flock(stamp, fcntl.LOCK_EX)
            stamp.seek(0)
            if stamp.read() != testrun_uid:
                made = build_site("html", folder.parent / "doctrees", folder)
                assert (folder / "index.html").is_file(), made.stderr
                stamp.truncate(0)
                stamp.write(testrun_uid)
    with serve(folder) as url:
        yield BuiltSite(folder, url)


def build_site(builder: str, doctrees: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as ``make html`` does, but with stored results."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    words = ["-q", "-b", builder, "-c", ".", "-j", "2", "-d", str(doctrees), "docs", str(folder)]
    return run("sphinx", *words, cwd=ROOT, env=environment)


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
