"""What the apparatus adds to a build of the site, and when."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.errors import ConfigError
from sphinx.util import logging

from verify.draw.build import site_of
from verify.draw.writers import spoken
from verify.site import engine, facts
from verify.site.apparatus import addresses, book, directives, evidence, originals
from verify.site.cite import about, bibliography, draw_panel, head
from verify.site.cite.about import AboutError
from verify.site.context import SITES, Context, digest, edition_of, fail, file_digests, make, metadata
from verify.site.data import package
from verify.site.reader import draw_indexes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension; :mod:`verify.site` does so."""
    app.add_config_value("edition_file", "apparatus/edition.toml", "html", str)
    app.add_config_value("edition_book", "", "", str)  # the folder of the book, as make book leaves it
    app.add_config_value("edition_date", "", "html", str)
    app.add_config_value("edition_private", False, "html", bool)
    app.add_config_value("verify_sources", "", "", str)  # a folder with the source texts
    app.setup_extension("verify.site.facts")
    bibliography.register()
    directives.register(app)
    app.add_css_file("edition.css")
    app.connect("config-inited", _settle)
    app.connect("builder-inited", _tell_what_is_shown, priority=600)  # when the core has begun
    app.connect("env-updated", originals.report_texts, priority=600)  # when the core has run the checks
    app.connect("env-check-consistency", _check_addresses)
    app.connect("env-check-consistency", _check_evidence)
    app.connect("doctree-resolved", _bracket, priority=290)  # before anything is drawn
    app.connect("doctree-resolved", originals.add, priority=400)
    app.connect("html-page-context", _page, priority=600)
    app.connect("build-finished", _finish, priority=400)  # before the core notes what was written
    return metadata()


def _settle(app: Sphinx, config: Config) -> None:
    """Set version, date and address before anything is built; a change in them redraws all pages."""
    try:
        config.html_baseurl = config.html_baseurl or os.environ.get("READTHEDOCS_CANONICAL_URL", "")
        if not config.edition_date:
            found = about.build_date(Path(app.confdir), os.environ)
            config.edition_date = found.isoformat() if found else ""
        book.describe(config, edition_of(config, Path(app.srcdir)))
        originals.require_texts(config.verify_sources)
        config.edition_private = bool(config.verify_sources)
        config.html_static_path.append(str(STATIC))
    except AboutError as error:
        raise ConfigError(str(error)) from error


# ---- when a page is drawn again


def _tell_what_is_shown(app: Sphinx) -> None:
    site_of(app).extensions.append(lambda docname: shown(Context(app), docname))
    book.keep_date(app, Context(app).edition)


def shown(context: Context, docname: str) -> object:
    """Return all that the apparatus shows on a page beyond its own text."""
    gathers = facts.of_page(context.env, docname).gathers
    advice = [draw_indexes.advice(context, argument) for what, argument in gathers if what == "advice"]
    words = any(what == "witnesses" for what, _ in gathers) and facts.texts_of_site(context.env)
    downloads = ("data-files", "") in gathers and book.offered(context)
    return [context.edition, gathers and gathered_state(context.app), advice, words, bool(downloads)]


@lru_cache(maxsize=1)
def gathered_state(app: Sphinx) -> str:
    """Return a digest of all that can be gathered: facts of pages, checks, records, sources, code and data."""
    context = Context(app)
    site, env = context.site, context.env
    named = [Path(argument) for what, argument in facts.gathered(env) if directives.DRAW[what].is_file]
    checks = {locus: [place.rpartition(":")[0] for place in places] for locus, places in context.checks.items()}
    taken = [entry.files[1:] for _, entry in sorted(site.entries.items())]
    pages = [(docname, page.loci, page.errata) for docname, page in facts.all_facts(env).items()]
    return digest(pages, checks, taken, context.manifests, site.engine, file_digests(named))


def output_state(context: Context) -> str:
    """Return a digest of all that the files that belong to no page are made from."""
    register = Path(context.app.srcdir) / addresses.FILE
    titles = {docname: title.astext() for docname, title in sorted(context.env.titles.items())}
    results = [(result.check, result.verdict, result.loci) for result in context.results]
    pages = [entry.files for _, entry in sorted(context.site.entries.items())]
    return digest(gathered_state(context.app), pages, titles, results, context.edition, file_digests([register]))


# ---- pages


def _check_addresses(app: Sphinx, env: BuildEnvironment) -> None:
    """Fail the build if a published address is gone."""
    path = Path(app.srcdir) / addresses.FILE
    try:
        register = addresses.read(path)
    except addresses.RegisterError as error:
        fail(app, str(error))
        return
    shown = path.relative_to(app.confdir).as_posix() if path.is_relative_to(app.confdir) else path.as_posix()
    present = facts.addresses_of_site(env)
    for finding in addresses.check(register, present, shown):
        fail(app, str(finding))
    if new := addresses.missing(register, present):
        logger.info("%d addresses are not yet registered; add them with: python -m verify addresses --write", len(new))


def _bracket(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the editor's words inside sentences in square brackets, in every kind of output."""
    for node in doctree.findall(nodes.inline):
        if facts.SUPPLIED in node["classes"]:
            node.insert(0, nodes.Text("["))
            node.append(nodes.Text("]"))


def _check_evidence(app: Sphinx, env: BuildEnvironment) -> None:
    """Fail the build if errata and the rules of the site's sentences contradict each other."""
    here = facts.loci_of_site(env)
    rules = {locus: found for locus, found in engine.rules_by_locus().items() if locus in here}
    for found in evidence.disagreements(facts.errata_of_site(env), rules):
        fail(app, found)


def _page(app: Sphinx, docname: str, template: str, html: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page its head tags, and its panels at the end; in a book only repair its bibliography."""
    if doctree is None:
        return
    # The old role is deprecated, and not allowed in a list.
    html["body"] = str(html["body"]).replace(' role="doc-biblioentry"', ' role="listitem"')
    if app.builder.name not in SITES:
        return
    context = Context(app, docname)
    citation = context.page_citation(docname)
    elements = head.tags(citation)
    if app.config.edition_private:
        elements.append('<meta name="robots" content="noindex, nofollow">')
    html["metatags"] = "\n".join([html.get("metatags", ""), *elements])

    def link(path: str) -> str:
        return str(html["pathto"](path, 1))

    body = (originals.BANNER if app.config.edition_private else "") + html["body"]
    panels = [draw_panel.page_panel(docname, citation, context.edition.rights.values(), link)]
    for locus in facts.of_page(app.env, docname).loci:
        anchor = f'<a class="locus" id="{locus}"'
        at = body.find(anchor)
        end = body.find("</a>", at) + len("</a>")
        if at >= 0:
            body = f"{body[:end]}{draw_panel.locus_button(locus, spoken(locus))}{body[end:]}"
            panels.append(draw_panel.locus_panel(locus, context.locus_citation(locus), link))
    html["body"] = body + "".join(panels)
    originals.check_page(app, docname, html["body"], context.edition)


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Write everything that belongs to no page: exports, data, and redirects from old addresses."""
    context = Context(app)
    if error is None and app.builder.name == "epub":
        book.stamp(context)
    if error is not None or app.builder.name not in SITES:
        return
    from verify.site.apparatus import output

    book.copy(context)
    make(context, "/data", output_state(context), package.FILES, lambda: output.write_all(context))
    output.write_loci(context)
