"""What is known of a site while it is built: the pages read, what came of their checks, and where everything stands."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from verify.draw.pages import totals
from verify.model import Check, Kind, Page, Result, Word
from verify.run import reach
from verify.session import Outcome
from verify.settings import Settings

if TYPE_CHECKING:
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


@dataclass
class Site:
    """A site in one build.

    Attributes:
        settings: its settings.
        outcome: what came of the verification; None before it has run.
        unreadable: pages that Sphinx could not read and leaves out; what is wrong with them is reported all the same.
        shown: what each page shows of it, as a digest, by docname.
        drawn: the pages that this build has drawn, by docname; soon after, Sphinx writes them.
        begun: when the build began, by ``time.time``.
    """

    settings: Settings
    unreadable: tuple[Page, ...] = ()
    outcome: Outcome | None = None
    shown: dict[str, str] = field(default_factory=dict)
    drawn: set[str] = field(default_factory=set)
    begun: float = field(default_factory=time.time)
    _results: dict[str, tuple[Result, ...]] = field(default_factory=dict)
    _loci: dict[str, str] = field(default_factory=dict)
    _errata: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """The project's root."""
        return self.settings.root

    def take(self, found: Mapping[str, Entry], outcome: Outcome) -> None:
        """Take in the pages and what came of their checks."""
        self.outcome = outcome
        by_page: dict[str, list[Result]] = {}
        for result in outcome.results:
            by_page.setdefault(result.check.page, []).append(result)
        self._results = {name: tuple(by_page.get(entry.page.path, ())) for name, entry in found.items()}
        self._loci, self._errata = {}, {}
        for docname, entry in sorted(found.items()):
            for use in entry.page.loci:
                self._loci.setdefault(use.locus, docname)
            for mention in entry.page.mentions:
                if mention.word is Word.ERRATUM_HERE:
                    self._errata.setdefault(mention.name, docname)
        self.shown = {name: self._shown(name, entry) for name, entry in found.items()}

    def results(self, docname: str) -> tuple[Result, ...]:
        """Return the results of a page, in the order of its checks."""
        return self._results.get(docname, ())

    def locus_page(self, locus: str) -> str | None:
        """Return the page that translates a locus."""
        return self._loci.get(locus)

    def erratum_page(self, name: str) -> str | None:
        """Return the page that holds an erratum."""
        return self._errata.get(name)

    def path_of(self, check: Check) -> str:
        """Return the path of a record's file, relative to the root."""
        return reach.record_path(check, self.settings.docs)

    def summary(self) -> str:
        """Say how many checks just ran, and what came of them."""
        results = self.outcome.results if self.outcome else ()
        counts = totals(results)
        failing = sum(bool(result.findings) for result in results if result.check.kind.is_check)
        parts = [_plural(counts[kind], str(kind)) for kind in (Kind.CLAIM, Kind.EXAMPLE, Kind.RECORD)]
        said = f"{failing} of them fail" if failing else "all of them hold"
        loci = len(self._loci)
        translated = f"{loci} {'locus is' if loci == 1 else 'loci are'} translated"
        return f"{_plural(sum(counts.values()), 'check')} just ran: {', '.join(parts)}; {said}. {translated}."

    def _shown(self, docname: str, entry: Entry) -> str:
        """Return a digest of all that a page shows beyond its text: verdicts, links, what the engine draws."""
        results = self.results(docname)
        parts: list[object] = [
            [(result.check.fingerprint, str(result.verdict), [str(f) for f in result.findings]) for result in results],
            [[f.difference + f.frames for f in result.findings] for result in results],
            [self._target(word, name) for word, name in entry.references],
        ]
        for result in results:
            parts.append([self._target(str(Word.LOCUS), locus) for locus in (*result.check.loci, *result.loci)])
            if result.check.kind in (Kind.RECORD, Kind.ROWS):
                parts.append(result.reached)
            if result.check.kind is Kind.RECORD:
                parts.append(reach.content(self.root / self.path_of(result.check)))
        if entry.summary:
            parts.append(self.summary())
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def _target(self, word: str, name: str) -> str | None:
        return self.locus_page(name) if word == Word.LOCUS else self.erratum_page(name)


def _plural(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
