"""The Sphinx extension: what the edition adds to a build of the site."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from verify import __version__
from verify.doors.sphinx import site_of
from verify.draw.writers import spoken
from verify.run.reach import watched_digest
from verify.site.apparatus import addresses, collect, guard, originals, panel
from verify.site.cite import about, head, styles
from verify.site.cite import formats as cite
from verify.site.cite.about import AboutError, Edition
from verify.texts import coverage

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
SITES = ("html", "dirhtml")
"""The builders that make a site; head tags and panels would make an EPUB invalid."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension ``verify.site.apparatus``."""
    app.setup_extension("verify")
    app.add_config_value("edition_file", "apparatus/edition.toml", "html", str)
    app.add_config_value("edition_base", None, "html", (str, type(None)))
    app.add_config_value("edition_date", "", "html", str)
    app.add_config_value("edition_private", False, "html", bool)
    app.add_env_collector(collect.FactsCollector)
    app.add_node(collect.gathered_node)
    from verify.site.apparatus import pages
    from verify.site.cite import bibliography

    bibliography.register()

    pages.register(app)
    app.add_css_file("edition.css")
    app.connect("config-inited", _settle)
    app.connect("env-updated", _gathering_pages)
    app.connect("env-check-consistency", _check_addresses)
    app.connect("doctree-resolved", originals.add, priority=400)
    app.connect("html-page-context", _page, priority=600)
    app.connect("build-finished", _finish)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def edition_of(config: Config, folder: Path) -> Edition:
    """Return the edition that a site's configuration describes; ``folder`` is the folder of its pages."""
    path = folder / config.edition_file
    stamp = path.stat().st_mtime_ns if path.is_file() else 0
    return _edition(path, stamp, config.release, config.edition_date, config.edition_base)


@cache
def _edition(path: Path, stamp: int, version: str, issued: str, base: str | None) -> Edition:
    day = date.fromisoformat(issued) if issued else None
    return about.load(path, version=version, issued=day, base=base)


def _settle(app: Sphinx, config: Config) -> None:
    """Settle version, date and address before anything is built; a change in them draws all pages again."""
    from sphinx.errors import ConfigError

    try:
        if config.edition_base is None and "GAMERULES_BASE_URL" in os.environ:
            config.edition_base = os.environ["GAMERULES_BASE_URL"]
        if not config.edition_date:
            found = about.build_date(Path(app.confdir), os.environ)
            config.edition_date = found.isoformat() if found else ""
        edition_of(config, Path(app.srcdir))
        config.edition_private = bool(config.verify_sources)
        config.html_static_path.append(str(STATIC))
    except AboutError as error:
        raise ConfigError(str(error)) from error


def _gathering_pages(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Draw the pages again that gather from all pages and from the code, whenever these have changed."""
    stamp = _stamp_file(app)
    before = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    if before == gathered_state(app):
        return ()
    return [docname for docname, facts in collect.all_facts(env).items() if facts.gathers]


def gathered_state(app: Sphinx) -> str:
    """Return a digest of all that can be gathered: facts of pages, what came of checks, code and data of the games."""
    site = site_of(app)
    results = site.outcome.results if site.outcome else ()
    facts = [(name, page.loci, page.errata) for name, page in collect.all_facts(app.env).items()]
    parts = [repr(facts), repr(coverage.checks_by_locus(results)), watched_digest(site.settings.watch, site.root)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _stamp_file(app: Sphinx) -> Path:
    """Return the file that tells what was gathered when this builder last wrote into this folder."""
    where = hashlib.sha256(str(app.outdir).encode()).hexdigest()[:12]
    return Path(app.doctreedir) / f"edition-{app.builder.name}-{where}"


def _check_addresses(app: Sphinx, env: BuildEnvironment) -> None:
    """Fail the build if a published address is gone."""
    path = Path(app.srcdir) / addresses.FILE
    try:
        register = addresses.read(path)
    except addresses.RegisterError as error:
        fail(app, str(error))
        return
    shown = path.relative_to(app.confdir).as_posix() if path.is_relative_to(app.confdir) else path.as_posix()
    present = present_addresses(env)
    for finding in addresses.check(register, present, shown):
        fail(app, str(finding))
    if new := addresses.missing(register, present):
        logger.info("%d addresses are not yet registered; add them with: python -m verify addresses --write", len(new))


def present_addresses(env: BuildEnvironment) -> list[str]:
    """Return the addresses of all pages of a site, their loci and their errata."""
    facts = collect.all_facts(env)
    found = []
    for docname in sorted(env.found_docs):
        path = addresses.page_address(docname)
        page = facts.get(docname, collect.PageFacts())
        found += [path, *(f"{path}#{locus}" for locus in page.loci)]
        found += [f"{path}#{erratum.anchor}" for erratum in page.errata]
    return found


def fail(app: Sphinx, message: str) -> None:
    """Report a fault for which the build exits with status 1, with or without ``-W``."""
    logger.error("%s", message, type="edition")
    app.statuscode = 1


def _page(app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page its head tags, and its panels at the end; in a book only mend its bibliography."""
    if doctree is None:
        return
    # The old role is deprecated, and not allowed in a list.
    context["body"] = str(context["body"]).replace(' role="doc-biblioentry"', ' role="listitem"')
    if app.builder.name not in SITES:
        return
    edition = edition_of(app.config, Path(app.srcdir))
    env = app.env
    loci = collect.all_facts(env).get(docname, collect.PageFacts()).loci
    citation = page_citation(app, edition, docname)
    elements = head.tags(citation)
    if app.config.edition_private:
        elements.append('<meta name="robots" content="noindex, nofollow">')
    context["metatags"] = "\n".join([context.get("metatags", ""), *elements])

    def link(path: str) -> str:
        return str(context["pathto"](path, 1))

    body = (originals.BANNER if app.config.edition_private else "") + context["body"]
    panels = [panel.page_panel(docname, citation, _plain(citation), link)]
    for locus in loci:
        anchor = f'<a class="locus" id="{locus}"'
        at = body.find(anchor)
        end = body.find("</a>", at) + len("</a>")
        if at >= 0:
            body = f"{body[:end]}{panel.locus_button(locus, spoken(locus))}{body[end:]}"
            item = locus_citation(app, edition, locus, docname)
            panels.append(panel.locus_panel(locus, item, _plain_locus(item, locus), link))
    context["body"] = body + "".join(panels)
    guard.check_page(app, docname, context["body"], edition)


def _plain(citation: cite.Citation) -> Callable[[str], str]:
    return lambda style: styles.formatted(citation, style)


def _plain_locus(citation: cite.Citation, locus: str) -> Callable[[str], str]:
    return lambda style: styles.formatted_locus(citation, locus, style)


def page_citation(app: Sphinx, edition: Edition, docname: str) -> cite.Citation:
    """Return how a page of the site is cited."""
    title = app.env.titles[docname].astext() if docname in app.env.titles else edition.title
    loci = collect.all_facts(app.env).get(docname, collect.PageFacts()).loci
    sources = dict.fromkeys(locus.partition(".")[0] for locus in loci)
    return cite.for_page(edition, title, app.builder.get_target_uri(docname), tuple(sources))


def locus_citation(app: Sphinx, edition: Edition, locus: str, docname: str) -> cite.Citation:
    """Return how a locus is cited that a page translates."""
    return cite.for_locus(edition, locus, f"{app.builder.get_target_uri(docname)}#{locus}")


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Write everything that belongs to no page: exports, data, and what leads on from old addresses."""
    if error is not None:
        return
    _stamp_file(app).write_text(gathered_state(app), encoding="utf-8")
    if app.builder.name not in SITES:
        return
    from verify.site.apparatus import output

    output.write_all(app, edition_of(app.config, Path(app.srcdir)))
