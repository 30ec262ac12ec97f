"""The pytest plugin: every check of the site is a test, named by its file and line.

It does nothing unless asked: by ``--verify``, or by ``verify_docs = true`` in pytest's settings. The pages are run by
the same engine as everywhere, once, when the first of their tests is due.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from verify.model import Check, Finding, Page, Result
    from verify.settings import Settings

_SETTINGS: Final[pytest.StashKey[Settings]] = pytest.StashKey()


class CheckFailedError(Exception):
    """A check that fails, or a fault of a page."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        """Make it from what was found."""
        from verify.report.text import lines

        super().__init__("\n".join(lines(findings)))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch and the setting."""
    group = parser.getgroup("verify")
    group.addoption("--verify", action="store_true", help="collect the checks of the site's pages as tests")
    parser.addini("verify_docs", "collect the checks of the site's pages as tests", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Read the site's settings and, if no paths were asked for, add its pages to what is collected."""
    if not (config.getoption("--verify") or config.getini("verify_docs")):
        return
    from verify import session
    from verify.settings import SettingsError, load_settings

    try:
        settings = load_settings(config.rootpath)
        if not session.find_pages(settings):
            raise SettingsError(session.no_pages(settings))
    except SettingsError as error:
        raise pytest.UsageError(str(error)) from None
    config.stash[_SETTINGS] = settings
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        docs = str(settings.root / settings.docs)
        if Path(config.args[0] if config.args else ".").resolve() != config.rootpath.resolve():
            config.args.append(docs)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a page of the site."""
    settings = parent.config.stash.get(_SETTINGS, None)
    if settings is None:
        return None
    from verify.session import SUFFIXES, excluded

    docs = settings.root / settings.docs
    if file_path.suffix not in SUFFIXES or not file_path.is_relative_to(docs):
        return None
    if excluded(file_path.relative_to(docs).as_posix(), settings):
        return None
    return PageFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test of the site as a whole, if all of it was collected."""
    settings = config.stash.get(_SETTINGS, None)
    collected = session.stash.get(_PAGES, {})
    if settings is None or not collected:
        return
    from verify.session import find_pages

    docs = settings.root / settings.docs
    asked = any("::" not in word and docs.is_relative_to(Path(word).resolve()) for word in config.args)
    if asked and set(collected) == set(find_pages(settings)):
        folders = next(iter(collected.values())).listchain()
        parent = next((node for node in folders if isinstance(node, pytest.Dir) and node.path == docs), session)
        items.append(SiteItem.from_parent(parent, name="site"))


class PageFile(pytest.File):
    """A page: its tests are its faults and its checks."""

    def collect(self) -> Iterator[pytest.Item]:
        """Scan the page and yield its tests."""
        from verify.collect.page import scan_page
        from verify.model import Kind

        settings = self.config.stash[_SETTINGS]
        self.page = scan_page(settings.root, self.path.relative_to(settings.root).as_posix(), settings)
        self.session.stash.setdefault(_PAGES, {})[self.page.path] = self
        names: dict[str, int] = {}
        for fault in self.page.faults:
            yield FaultItem.from_parent(self, name=_unique(f"{fault.place} {fault.code}", names), fault=fault)
        for check in self.page.checks:
            if check.kind is not Kind.SETUP:
                yield CheckItem.from_parent(
                    self, name=_unique(str(check.place), names, check.place.column), check=check
                )


def _unique(name: str, names: dict[str, int], column: int = 0) -> str:
    """Return a name that no earlier test of the page has: with its column, and a number if that is not enough."""
    if name in names and column:
        name = f"{name}:{column}"
    names[name] = names.get(name, 0) + 1
    return name if names[name] == 1 else f"{name} ({names[name]})"


class FaultItem(pytest.Item):
    """A fault of a page: a test that fails."""

    def __init__(self, *, fault: Finding, **more: Any) -> None:
        """Make it."""
        super().__init__(**more)
        self.fault = fault

    def runtest(self) -> None:
        """Fail."""
        raise CheckFailedError([self.fault])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Return the finding as it is reported everywhere."""
        return str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands."""
        place = self.fault.place
        return self.config.rootpath / place.path, place.line - 1, f"fault at {place}"


class CheckItem(pytest.Item):
    """A check: a test that passes if it holds."""

    def __init__(self, *, check: Check, **more: Any) -> None:
        """Make it."""
        super().__init__(**more)
        self.check = check
        self.extra_keyword_matches.update(filter(None, (str(check.kind), check.option("name"), *check.loci)))

    def runtest(self) -> None:
        """Run the check, with all others that were chosen, unless they have been run already."""
        from verify.model import Verdict

        result = _results(self.session)[self.nodeid]
        if result.verdict is Verdict.SKIPPED:
            raise pytest.skip.Exception(self.check.option("skip"), _use_item_location=True)
        if result.findings:
            raise CheckFailedError(result.findings)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings as they are reported everywhere."""
        if isinstance(excinfo.value, CheckFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands, under a title that is no part of the id, which pytest would then not print whole."""
        place = self.check.place
        return self.config.rootpath / place.path, place.line - 1, f"{self.check.kind} at {place}"


class SiteItem(pytest.Item):
    """The site as a whole: a test that passes if it agrees with its sources and its committed totals."""

    def runtest(self) -> None:
        """Compare; the checks that were not chosen are run as well."""
        from verify import session
        from verify.model import Kind
        from verify.run.plan import run_site

        settings = self.config.stash[_SETTINGS]
        pages = _pages(self.session)
        items = [item for item in self.session.items if isinstance(item, CheckItem)]
        ours = {id(item.check) for item in items}
        if all(id(check) in ours for page in pages for check in page.checks if check.kind is not Kind.SETUP):
            results: tuple[Result, ...] = tuple(_results(self.session).values())
        else:
            results = run_site(pages, settings).results
        findings = session.site_findings(pages, results, settings) + session.all_skipped(pages, settings)
        if findings:
            raise CheckFailedError(session.in_order(findings))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings as they are reported everywhere."""
        if isinstance(excinfo.value, CheckFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where it stands."""
        settings = self.config.stash[_SETTINGS]
        return settings.root / settings.manifest, 0, self.name


_PAGES: Final[pytest.StashKey[dict[str, PageFile]]] = pytest.StashKey()
_RESULTS: Final[pytest.StashKey[dict[str, Result]]] = pytest.StashKey()


def _results(session: pytest.Session) -> dict[str, Result]:
    """Run all checks that were chosen, once, and return their results by test."""
    if _RESULTS not in session.stash:
        from verify.model import Kind
        from verify.run.plan import run_site

        items = [item for item in session.items if isinstance(item, CheckItem)]
        chosen = {id(item.check) for item in items}
        wanted = {item.check.page for item in items}
        pages = [page for page in _pages(session) if page.path in wanted]
        ran = run_site(
            pages,
            session.config.stash[_SETTINGS],
            select=lambda check: id(check) in chosen,
        )
        by_check = {id(result.check): result for result in ran.results}
        broken = {
            result.check.page: result for result in ran.results if result.check.kind is Kind.SETUP and result.findings
        }
        session.stash[_RESULTS] = {item.nodeid: _with_cause(by_check[id(item.check)], broken) for item in items}
    return session.stash[_RESULTS]


def _pages(session: pytest.Session) -> list[Page]:
    """Return the pages that were collected, by path."""
    return sorted((file.page for file in session.stash[_PAGES].values()), key=lambda page: page.path)


def _with_cause(result: Result, broken: dict[str, Result]) -> Result:
    """Let a check that could not run show why: its set-up has no test of its own."""
    from dataclasses import replace

    cause = broken.get(result.check.page)
    if cause is None or not any(finding.code == "verify.depends" for finding in result.findings):
        return result
    return replace(result, findings=(*result.findings, *cause.findings))
