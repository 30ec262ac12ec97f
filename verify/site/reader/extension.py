"""What the reader's site adds to a build, and when."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from gamerules.rules import Rule
from verify.draw.build import site_of
from verify.draw.writers import spoken
from verify.model import Kind
from verify.site import engine, facts
from verify.site.apparatus import files
from verify.site.apparatus.files import Term
from verify.site.context import SITES, Context, digest, file_digests, make, metadata
from verify.site.reader import draw_panels, draw_player, listing, margin, search, terms, tidy
from verify.site.reader.draw_panels import Known

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent

FOLDED = (
    '<script>try{if(localStorage.getItem("reader-checks")!=="shown")throw 0}'
    'catch{document.documentElement.classList.add("reader-folded")}</script>\n'
    '<p class="reader-tools" data-pagefind-ignore="all">'
    '<label><input type="checkbox"> show the checks in the text</label></p>\n'
)
"""Folds the checks of a page before they are drawn, so that nothing jumps; the box shows them again."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension; :mod:`verify.site` does so."""
    app.setup_extension("verify.site.facts")
    app.add_config_value("reader_fold", [], "html", list)
    app.add_config_value("reader_terms", "", "html", str)
    app.add_config_value("reader_glossary", "glossary", "html", str)
    app.add_config_value("reader_kinds", {}, "html", dict)
    app.add_css_file("reader.css")
    app.add_js_file("suits.js", type="module")
    app.connect("config-inited", _folders)
    app.connect("builder-inited", _prepare, priority=600)  # when the core has begun
    app.connect("doctree-resolved", _before_drawing, priority=290)
    app.connect("doctree-resolved", _after_drawing, priority=800)
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _page, priority=700)  # after the apparatus's panels
    app.connect("build-finished", _finish, priority=450)  # after the apparatus's files, before the core notes all
    return metadata()


def _folders(app: Sphinx, config: Any) -> None:
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.append(str(HERE / "templates"))


def _prepare(app: Sphinx) -> None:
    """Replace Sphinx's search by the site's own if Pagefind is installed, and give templates a filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["reader_tidy"] = tidy.page
    if app.builder.name in SITES and search.installed():
        app.builder.search = False  # type: ignore[attr-defined]
    site_of(app).extensions.append(lambda docname: shown(Context(app, docname)))


# ---- when a page is drawn again


@lru_cache(maxsize=1)
def known(app: Sphinx) -> Known:
    """Return what is known of the whole site, for panels."""
    return Known(Context(app))


def site_terms(app: Sphinx) -> list[Term]:
    """Return the terms of the glossary; an empty list if the site has no such file."""
    path = _terms_file(app)
    return files.terms(path) if path.is_file() else []


def _terms_file(app: Sphinx) -> Path:
    return Path(app.srcdir) / str(app.config.reader_terms)


def shown(context: Context) -> object:
    """Return all that the reader's site shows on a page beyond its own text."""
    app, docname, site = context.app, context.docname, context.site
    loci = facts.of_page(context.env, docname).loci
    parts: list[object] = [file_digests([_terms_file(app)]), sorted(_sources(context))]
    if loci:
        parts += [site.engine, known(app).state(loci), _decisions(context)]
        parts += file_digests(context.files_named("concordance"))
    records = [result for result in site.results(docname) if result.check.kind is Kind.RECORD]
    if records:
        parts.append(facts.loci_of_site(context.env))
    return parts + [draw_player.texts_for(context, result) for result in records]


def _sources(context: Context) -> set[str]:
    """Return the sources translated on a page or beside it in its folder."""
    folder = context.docname.rpartition("/")[0]
    pages = facts.all_facts(context.env).items()
    beside = [page for name, page in pages if folder and name.rpartition("/")[0] == folder]
    return {locus.partition(".")[0] for page in beside for locus in page.loci}


def _decisions(context: Context) -> str:
    """Return the page that lists the decisions of all games; empty if there is no such page."""
    pages = facts.all_facts(context.env).items()
    return next((name for name, page in pages if ("decisions", "") in page.gathers), "")


# ---- pages


def _before_drawing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Name checks and add the data of records, while our nodes can still be recognised."""
    if app.builder.name in SITES:
        draw_panels.name_checks(doctree)
        draw_player.add_players(Context(app, docname), doctree)


def _after_drawing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Draw suits and terms in running text, and tidy the rest."""
    if app.builder.format != "html":
        return
    if app.builder.name in SITES:
        terms.mark_terms(doctree, terms.about(site_terms(app), _sources(Context(app, docname))))
    else:
        tidy.open_tabs(doctree)
    tidy.doctree(doctree)
    tidy.mark_russian(doctree)
    tidy.draw_cards(doctree)


def _page(app: Sphinx, docname: str, template: str, html: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page its panels, and tell the search what kind of page it is."""
    if app.builder.name in SITES:
        context = Context(app, docname)
        html["reader_kinds"], html["reader_of"] = list(app.config.reader_kinds), search.of(context, docname)
        html["reader_kind"] = search.kind_of(docname, app.config.reader_kinds)
    if app.builder.name in SITES and doctree is not None:
        html["body"] = tidy.corners(_body(context, str(html["body"])))
        html["metatags"] = html.get("metatags", "") + "".join(_scripts(html))
    if app.builder.format == "html":
        tidy.mark_context(html)


def _body(context: Context, body: str) -> str:
    app, config = context.app, context.app.config
    glossary = context.address(config.reader_glossary, "").removesuffix("#")
    body += terms.panels(body, site_terms(app), glossary)
    body = draw_panels.add_panels(body, context, known(app), _highlighter(app), _decisions(context))
    body = margin.add_notes(body, context, known(app))
    if any(fnmatchcase(context.docname, glob) for glob in config.reader_fold):
        body = body.replace("</h1>", f"</h1>\n{FOLDED}", 1)
    return body


def _scripts(html: dict[str, Any]) -> Iterator[str]:
    """Yield the scripts that a page needs."""
    body, pathto = html["body"], html["pathto"]
    for name, sign in (("player", 'class="reader-record"'), ("beside", 'class="beside"')):
        if sign in body:
            if name == "beside":  # in the head, so that a page has its columns before its text arrives
                yield '\n<meta name="reader-columns" content="2">'
            yield f'\n<script type="module" src="{escape(pathto(f"_static/{name}.js", 1))}"></script>'


def _highlighter(app: Sphinx) -> listing.Highlight:
    return lambda code: str(app.builder.highlighter.highlight_block(code, "python"))  # type: ignore[attr-defined]


# ---- what belongs to no page


def _pages(app: Sphinx) -> list[tuple[str, dict[str, Any], str]]:
    """Return the pages without a source file, unless they are up to date: the modules of the rules, the search."""
    found: list[tuple[str, dict[str, Any], str]] = []
    if app.builder.name not in SITES:
        return found

    def draw() -> bool:
        modules = engine.grouped((entry.module, entry) for entry in engine.all_rules())
        found.extend(_module_page(app, module, entries) for module, entries in sorted(modules.items()))
        if search.installed():
            found.append(("search", {}, "search.html"))
        return True

    context = Context(app)
    env, builder = context.env, app.builder
    titles = {docname: title.astext() for docname, title in sorted(env.titles.items())}
    theme = (builder.build_info.config_hash, builder.templates.newest_template_mtime())  # type: ignore[attr-defined]
    state = digest(context.site.engine, facts.loci_of_site(env), titles, env.toctree_includes, theme)
    make(context, "/code", state, ["search.html", "code"], draw)
    return found


def _module_page(app: Sphinx, module: str, found: list[Rule]) -> tuple[str, dict[str, Any], str]:
    name = listing.page_name(module)
    context = Context(app, name)

    def link(locus: str) -> str:
        address = context.locus_address(locus)
        if address is None:
            return escape(locus)
        return f'<a href="{escape(address)}" title="{escape(spoken(locus))}">{escape(locus)}</a>'

    return name, {"title": module, "body": listing.module_body(module, found, _highlighter(app), link)}, "page.html"


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Index the site once all its pages are written, if one has changed."""
    if error is not None or app.builder.name not in SITES:
        return
    if not search.installed():
        logger.info("pagefind is not installed: the site keeps Sphinx's own search")
        return

    context = Context(app)
    named = search.names(context, site_terms(app), app.config.reader_glossary)

    def index() -> bool:
        try:
            search.index(Path(app.outdir), named)
        except search.SearchError as finding:
            logger.error("%s", finding, type="reader")
            app.statuscode = 1
            return False
        return True

    state = digest(search.state(Path(app.outdir)), named)
    make(context, "/search", state, [f"{search.FOLDER}/{name}" for name in ("pagefind.js", "names.json")], index)
