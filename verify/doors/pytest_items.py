"""The tests that the pytest plugin collects: those of pages, of their checks, and of the site as a whole."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from verify import session as verification
from verify.collect.page import scan_page
from verify.model import Check, Finding, Kind, Page, Place, Result, Verdict
from verify.report.baseline import sift
from verify.report.text import lines, noted
from verify.run.plan import run_site
from verify.settings import SettingsError, load_settings


class SiteTests:
    """The tests of one site in one run of pytest, a plugin that is registered when they are asked for.

    The pages are run by the same engine as everywhere, once, when the first of their tests is due.

    Attributes:
        settings: the site's settings.
        docs: the folder of its pages.
        paths: the paths of its pages, relative to the root.
        files: those that were collected, by path.
    """

    def __init__(self, root: Path) -> None:
        """Read the settings and find the pages.

        Raises:
            SettingsError: if the settings cannot be used or the site has no pages.
        """
        self.settings = load_settings(root)
        self.docs = self.settings.root / self.settings.docs
        self.paths = verification.find_pages(self.settings)
        if not self.paths:
            raise SettingsError(verification.no_pages(self.settings))
        self.files: dict[str, PageFile] = {}
        self._results: tuple[Result, ...] = ()

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a page of the site."""
        root = self.settings.root
        if not file_path.is_relative_to(root) or file_path.relative_to(root).as_posix() not in self.paths:
            return None
        return PageFile.from_parent(parent, path=file_path, site=self)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Add a test of the site as a whole, if all of it was collected."""
        words = session.config.args
        asked = any("::" not in word and self.docs.is_relative_to(Path(word).resolve()) for word in words)
        if asked and self.files.keys() == set(self.paths):
            folders = [node for node in self.files[self.paths[0]].listchain() if isinstance(node, pytest.Dir)]
            parent = next((folder for folder in folders if folder.path == self.docs), session)
            place, find = Place(self.settings.manifest, 1), partial(self.whole, session)
            items.append(VerifyItem.from_parent(parent, name="site", place=place, title="site", find=find))

    def results(self, session: pytest.Session) -> tuple[Result, ...]:
        """Run all checks that were chosen, once, and return the results of them and of their set-ups."""
        if not self._results:
            chosen = {id(item.check) for item in session.items if isinstance(item, CheckItem)}
            pages = [page for page in self._in_order() if any(id(check) in chosen for check in page.checks)]
            self._results = run_site(pages, self.settings, select=lambda check: id(check) in chosen).results
        return self._results

    def whole(self, session: pytest.Session) -> Sequence[Finding]:
        """Compare the site with its sources and its committed totals; checks that were not chosen are run as well."""
        pages = self._in_order()
        ours = {id(item.check) for item in session.items if isinstance(item, CheckItem)}
        complete = all(id(check) in ours for page in pages for check in page.checks if check.kind is not Kind.SETUP)
        results = self.results(session) if complete else run_site(pages, self.settings).results
        findings = verification.site_findings(pages, results, self.settings)
        return verification.in_order([*findings, *verification.all_skipped(pages, self.settings)])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List what is no fault, but should be known."""
        pages = tuple(self._in_order())
        if notes := verification.Verification(pages, self._results, (), 0).notes:
            terminalreporter.section("notes")
            terminalreporter.line("\n".join(noted(notes)))

    def _in_order(self) -> list[Page]:
        """Return the pages that were collected, by path."""
        return [self.files[path].page for path in sorted(self.files)]


class PageFile(pytest.File):
    """A page: its tests are its faults and its checks."""

    def __init__(self, *, site: SiteTests, **more: Any) -> None:
        """Make it."""
        super().__init__(**more)
        self.site = site

    def collect(self) -> Iterator[pytest.Item]:
        """Scan the page and yield its tests."""
        settings = self.site.settings
        page = scan_page(settings.root, self.path.relative_to(settings.root).as_posix(), settings)
        self.page, self.site.files[page.path] = page, self
        names: dict[str, int] = {}
        for finding in page.findings:
            name, title = _unique(f"{finding.code} {_short(finding.says)}", names), f"fault at {finding.place}"
            find = partial(list[Finding], (finding,))
            yield VerifyItem.from_parent(self, name=name, place=finding.place, title=title, find=find)
        for check in page.checks:
            if check.kind is not Kind.SETUP:
                about = check.option("name") or "".join(check.loci[:1])
                name = _unique(" ".join(filter(None, (check.kind, about, check.fingerprint[:8]))), names)
                yield CheckItem.from_parent(self, name=name, check=check, site=self.site)


def _short(text: str) -> str:
    """Return a short digest of a text that stays the same when the lines that it names move."""
    return hashlib.sha256(re.sub(r":\d+\b", ":", text).encode(errors="backslashreplace")).hexdigest()[:8]


def _unique(name: str, names: dict[str, int]) -> str:
    """Return a name that no earlier test of the page has; an edit above does not change it, so that --lf finds it."""
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name} ({names[name]})"


class VerifyItem(pytest.Item):
    """A test that fails if something is found, and shows it as it is reported everywhere."""

    def __init__(self, *, place: Place, title: str, find: Callable[[], Sequence[Finding]], **more: Any) -> None:
        """Make it from where it stands, what it is called in reports, and what finds."""
        super().__init__(**more)
        self.place, self.title, self.find = place, title, find

    def runtest(self) -> None:
        """Fail if anything is found."""
        if findings := self.find():
            pytest.fail("\n".join(lines(findings)), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands, under a title that is not part of the id, which pytest would then not print whole."""
        return self.config.rootpath / self.place.path, self.place.line - 1, self.title


class CheckItem(VerifyItem):
    """A check: a test that passes if it holds."""

    def __init__(self, *, check: Check, site: SiteTests, **more: Any) -> None:
        """Make it; ``-k`` finds it by its kind, its name and its loci too."""
        super().__init__(place=check.place, title=f"{check.kind.called} at {check.place}", find=self.found, **more)
        self.check, self.site = check, site
        self.extra_keyword_matches.update(filter(None, (str(check.kind), check.option("name"), *check.loci)))

    def found(self) -> Sequence[Finding]:
        """Return what running it found and, where it could not run, why: its set-up has no test of its own."""
        results = self.site.results(self.session)
        result = next(result for result in results if result.check is self.check)
        if result.verdict is Verdict.SKIPPED:
            raise pytest.skip.Exception(result.why_skipped, _use_item_location=True)
        new, known = sift(result.findings, self.site.settings)
        if known and not new:
            raise pytest.xfail.Exception("a known failure")
        waits = any(finding.code == "verify.depends" for finding in result.findings)
        setups = [one for one in results if waits and (one.check.page, one.check.kind) == (self.check.page, Kind.SETUP)]
        return [*new, *(finding for setup in setups for finding in setup.findings)]
