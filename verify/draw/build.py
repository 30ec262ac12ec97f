"""What is known of a site while it is built: its pages, the results of their checks, and where everything stands."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from docutils import nodes

from gamerules import records
from verify.checks import files
from verify.model import Check, Kind, Mentioned, Page, Result, Verdict
from verify.report.text import by_kind, plural
from verify.run import reach
from verify.session import Verification
from verify.settings import Settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

PAGES = "verify_pages"
"""The environment's attribute that holds the pages, by docname: :class:`Entry`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the environment keeps it.

    Attributes:
        page: the page, with its faults and those of the comparison with the parser.
        references: the loci and errata that it links to.
        summary: whether it shows the totals.
        files: its own file and those that it takes in, relative to the root, each with its digest.
    """

    page: Page
    references: tuple[tuple[str, str], ...] = ()
    summary: bool = False
    files: tuple[tuple[str, str], ...] = ()


def entries(env: BuildEnvironment) -> dict[str, Entry]:
    """Return the environment's pages, by docname."""
    if not hasattr(env, PAGES):
        setattr(env, PAGES, {})
    found: dict[str, Entry] = getattr(env, PAGES)
    return found


@dataclass(eq=False)
class Site:
    """A site in one build.

    Attributes:
        settings: its settings.
        outcome: the result of the verification; None before it has run.
        unreadable: pages that Sphinx could not read and leaves out; what is wrong with them is reported all the same.
        entries: the pages, by docname.
        extensions: functions that return what an extension shows on a page beyond its text, by docname.
        shown: what each page shows beyond its text, as a digest, by docname; extensions may add what else is made.
        before: the same, as of the last build of this kind.
        drawn: the pages that this build has drawn, by docname; soon after, Sphinx writes them.
        begun: when the build began, by ``time.time``.
    """

    settings: Settings
    unreadable: tuple[Page, ...] = ()
    outcome: Verification | None = None
    entries: Mapping[str, Entry] = field(default_factory=dict)
    extensions: list[Callable[[str], object]] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)
    before: dict[str, str] = field(default_factory=dict)
    drawn: set[str] = field(default_factory=set)
    begun: float = field(default_factory=time.time)
    _results: dict[str, tuple[Result, ...]] = field(default_factory=dict)
    _places: dict[tuple[Mentioned, str], str] = field(default_factory=dict)
    _replays: dict[str, records.Replay] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The project's root."""
        return self.settings.root

    @cached_property
    def engine(self) -> str:
        """The digest of all watched code and data."""
        return reach.watched_digest(self.settings.watch, self.root)

    def take(self, found: Mapping[str, Entry], outcome: Verification) -> None:
        """Take in the pages and the results of their checks."""
        self.outcome, self.entries = outcome, found
        by_page = defaultdict[str, list[Result]](list)
        for result in outcome.results:
            by_page[result.check.page].append(result)
        self._results = {name: tuple(by_page[entry.page.path]) for name, entry in found.items()}
        pages = [(docname, found[docname].page) for docname in sorted(found, reverse=True)]  # the first one counts
        self._places = {(Mentioned.LOCUS, use.locus): docname for docname, page in pages for use in page.loci}
        for docname, page in pages:
            here = [named.name for named in page.mentions if named.word is Mentioned.ERRATUM_HERE]
            self._places |= {(Mentioned.ERRATUM, name): docname for name in here}
        self.shown = {name: self._shown(name, entry) for name, entry in found.items()}

    def results(self, docname: str) -> tuple[Result, ...]:
        """Return the results of a page, in the order of its checks."""
        return self._results.get(docname, ())

    def result(self, node: nodes.Element, docname: str) -> Result | None:
        """Return the result of a node's check; ``docname`` is the page where the node does not say another."""
        results = self.results(node.get("docname", docname))
        number = node.get("check", -1)
        return results[number] if 0 <= number < len(results) else None

    def page_of(self, word: Mentioned, name: str) -> str | None:
        """Return the page that translates a locus, or holds an erratum."""
        return self._places.get((word, name))

    def path_of(self, check: Check) -> str:
        """Return the path of a record's file, relative to the root."""
        return files.record_path(check, self.settings.docs)

    def replay(self, path: str) -> records.Replay:
        """Return a record as the engine replays it; ``path`` is its file, relative to the root."""
        if path not in self._replays:
            self._replays[path] = records.replay(records.load(self.root / path, path))
        return self._replays[path]

    def summary(self) -> str:
        """Say how many checks just ran, and their results."""
        results = self.outcome.results if self.outcome else ()
        checks = [result for result in results if result.check.kind.is_check]
        counts = Counter(result.check.kind for result in checks if result.verdict is not Verdict.SKIPPED)
        failing = sum(bool(result.findings) for result in checks)
        said = f"{failing} of them fail" if failing else "all of them hold"
        loci = sum(word is Mentioned.LOCUS for word, _ in self._places)
        translated = f"{loci} {'locus is' if loci == 1 else 'loci are'} translated"
        return f"{plural(sum(counts.values()), 'check')} just ran: {by_kind(counts)}; {said}. {translated}."

    def _shown(self, docname: str, entry: Entry) -> str:
        """Return a digest of all that a page shows beyond its text: verdicts, links, what the engine draws."""
        results = self.results(docname)
        parts: list[object] = [
            [(result.check.fingerprint, str(result.verdict), [str(f) for f in result.findings]) for result in results],
            [[f.difference + f.frames for f in result.findings] for result in results],
            [self.page_of(Mentioned(word), name) for word, name in entry.references],
        ]
        for result in results:
            parts.append([self.page_of(Mentioned.LOCUS, locus) for locus in (*result.check.loci, *result.loci)])
            if result.check.kind in (Kind.RECORD, Kind.ROWS):
                parts += [result.reached, self.begun if result.unknown else 0]
            if result.check.kind is Kind.RECORD:
                parts.append(reach.content(self.root / self.path_of(result.check)))
        if entry.summary:
            parts.append(self.summary())
        parts += [repr(extension(docname)) for extension in self.extensions]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


SITES: WeakKeyDictionary[Sphinx, Site] = WeakKeyDictionary()
"""The sites that are being built."""


def site_of(app: Sphinx) -> Site:
    """Return what is known of the site that is being built."""
    return SITES[app]
