"""What the tests of the reader's pages share: a browser that notes errors and every address asked for."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.conftest import BuiltSite

WIDE: ViewportSize = {"width": 1280, "height": 850}
PHONE: ViewportSize = {"width": 390, "height": 800}


@dataclass
class Reader:
    """A reader with a browser window.

    Attributes:
        page: the window.
        site: the site.
        errors: what the console has complained of, and errors nobody caught.
        asked: the site's own addresses that were asked for.
        strangers: addresses asked for that are not the site's own.
    """

    page: Page
    site: BuiltSite
    errors: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Open a page of the site and wait until its scripts have run."""
        self.page.goto("about:blank")  # else a new fragment alone would not load the page again
        self.page.goto(f"{self.site.url}{path}", wait_until="networkidle")
        return self.page

    def number(self, locus: str) -> None:
        """Click the number of a sentence."""
        self.page.locator(f'[popovertarget="beside-{locus}"]').first.click()


def a_reader(browser: Browser, site: BuiltSite, **options: object) -> Reader:
    """Return a reader with a new window, empty storage, and these options of the browser."""
    context = browser.new_context(**{"viewport": WIDE, **options})  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(15_000)
    found = Reader(page, site)
    page.on("console", lambda said: found.errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.errors.append(str(error)))
    page.on("request", lambda request: (found.asked if own(request.url, site) else found.strangers).append(request.url))
    return found


def own(url: str, site: BuiltSite) -> bool:
    """Tell whether an address is the site's own, or no address of a server at all."""
    return url.startswith((site.url, "about:", "data:", "blob:"))


@pytest.fixture
def reader(browser: Browser, built_site: BuiltSite) -> Iterator[Reader]:
    """A reader on a wide screen; when the test is over nothing may have gone wrong, and no stranger been asked."""
    found = a_reader(browser, built_site)
    yield found
    found.page.context.close()
    assert found.errors == []
    assert found.strangers == []
