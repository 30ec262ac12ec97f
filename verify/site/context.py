"""What every part of this encyclopaedia draws on while a site is built."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from verify.draw.build import Site, site_of
from verify.model import Mentioned, Result
from verify.site import facts
from verify.site.cite import about, formats
from verify.site.cite.about import Edition
from verify.texts import coverage, sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

SITES = ("html", "dirhtml")
"""The builders that make a site; head tags, panels and scripts would make an EPUB invalid."""


class GatherError(ValueError):
    """Something that cannot be gathered; the message says what it is and how to fix it."""


@dataclass
class Context:
    """What a page is drawn from: the build and the page being written (by default the front page)."""

    app: Sphinx
    docname: str = "index"

    @property
    def env(self) -> BuildEnvironment:
        """Sphinx's environment."""
        return self.app.env

    @property
    def site(self) -> Site:
        """The site and the results of its checks."""
        return site_of(self.app)

    @property
    def results(self) -> Sequence[Result]:
        """The results of all checks."""
        return self.site.outcome.results if self.site.outcome else ()

    @property
    def edition(self) -> Edition:
        """What the edition says about itself."""
        return _edition(self.app)

    @property
    def covered(self) -> coverage.Coverage:
        """Where each locus is translated, carried out and checked."""
        return _covered(self.site)

    @cached_property
    def checks(self) -> dict[str, tuple[str, ...]]:
        """The places of the checks about each locus."""
        return coverage.checks_by_locus(self.results)

    @cached_property
    def manifests(self) -> tuple[sources.Manifest, ...]:
        """The manifests of the sources."""
        return tuple(sources.load_manifests(self.site.settings))

    def files_named(self, directive: str) -> list[Path]:
        """Return the data files that pages name in a directive, each once."""
        return [Path(argument) for name, argument in facts.gathered(self.env) if name == directive]

    # ---- addresses

    def uri(self, docname: str) -> str:
        """Return the path of a page in the site."""
        return self.app.builder.get_target_uri(docname)

    def address(self, docname: str, anchor: str) -> str:
        """Return the address of a place on a page, relative to the current one."""
        if docname == self.docname:
            return f"#{anchor}"
        uri = self.app.builder.get_relative_uri(self.docname, docname)
        return f"{uri}#{anchor}" if anchor else uri

    def locus_address(self, locus: str) -> str | None:
        """Return the address of a locus, relative to the current page; None if no page translates it."""
        page = self.site.page_of(Mentioned.LOCUS, locus)
        return None if page is None else self.address(page, locus)

    # ---- citations

    def page_citation(self, docname: str) -> formats.Citation:
        """Return how a page is cited."""
        title = self.env.titles[docname].astext() if docname in self.env.titles else self.edition.title
        names = dict.fromkeys(locus.partition(".")[0] for locus in facts.of_page(self.env, docname).loci)
        return formats.for_page(self.edition, title, self.uri(docname), tuple(names))

    def locus_citation(self, locus: str) -> formats.Citation:
        """Return how a locus is cited."""
        return formats.for_locus(self.edition, locus)


@lru_cache(maxsize=1)
def _edition(app: Sphinx) -> Edition:
    return edition_of(app.config, Path(app.srcdir))


@lru_cache(maxsize=1)
def _covered(site: Site) -> coverage.Coverage:
    results = site.outcome.results if site.outcome else ()
    pages = site.outcome.pages if site.outcome else ()
    rulings = coverage.find_rulings(site.settings, coverage.checks_by_locus(results))
    return coverage.cover(pages, results, sources.load_manifests(site.settings), rulings, site.settings)


def edition_of(config: Config, folder: Path) -> Edition:
    """Return the edition that a site's configuration describes; ``folder`` is the folder of its pages."""
    path = folder / config.edition_file
    issued = date.fromisoformat(config.edition_date) if config.edition_date else None
    return about.load(path, version=config.release, issued=issued, base=config.html_baseurl)


def fail(app: Sphinx, message: str) -> None:
    """Report a fault for which the build exits with status 1, with or without ``-W``."""
    logger.error("%s", message, type="edition")
    app.statuscode = 1


def make(context: Context, name: str, state: str, files: Iterable[str], write: Callable[[], bool]) -> None:
    """Write files that belong to no page, unless they exist and were made from the same input.

    Args:
        context: the build.
        name: the name under which this is noted; no page has such a name.
        state: a digest of all that they are made from.
        files: some of them, to see whether they exist.
        write: writes them; returns whether nothing is wrong with them, otherwise the next build writes them again.
    """
    folder = Path(context.app.outdir)
    there = all((folder / path).exists() for path in files)
    if (there and context.site.before.get(name) == state) or write():
        context.site.shown[name] = state


def digest(*parts: object) -> str:
    """Return a digest of values, taken of their ``repr``."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def file_digests(paths: Iterable[Path]) -> list[str]:
    """Return the digests of files; one that does not exist counts as empty."""
    return [hashlib.sha256(path.read_bytes() if path.is_file() else b"").hexdigest() for path in paths]


def metadata() -> dict[str, object]:
    """Return what our extensions declare to Sphinx; the core sees to pages read by other code."""
    from verify import __version__

    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
