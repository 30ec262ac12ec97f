"""The Sphinx extension: what the reader's site adds to a build, and when."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.util import logging

from verify import __version__
from verify.doors.sphinx import site_of
from verify.draw.writers import spoken
from verify.site.apparatus import collect
from verify.site.apparatus.extension import SITES, gathered_state
from verify.site.apparatus.gather_words import Term
from verify.site.apparatus.gather_words import terms as read_terms
from verify.site.reader import beside, indexes, listing, player, search, suits, terms, tidy
from verify.site.reader.known import Gathered, gather, name_checks

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
_GATHERED: WeakKeyDictionary[Sphinx, Gathered] = WeakKeyDictionary()

FOLDED = (
    '<script>try{if(localStorage.getItem("reader-checks")!=="shown")throw 0}'
    'catch{document.documentElement.classList.add("reader-folded")}'
    'document.documentElement.classList.add("reader-scripts")</script>\n'
    '<p class="reader-tools" data-pagefind-ignore="all">'
    '<label><input type="checkbox"> show the checks in the text</label></p>\n'
)
"""Folds the checks of a page before they are drawn, so that nothing jumps; the box brings them back."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension."""
    app.setup_extension("verify.site.apparatus")
    app.add_config_value("reader_fold", [], "html", list)
    app.add_config_value("reader_terms", "", "html", str)
    app.add_config_value("reader_glossary", "glossary", "html", str)
    indexes.register(app)
    app.add_css_file("reader.css")
    app.add_js_file("suits.js", type="module")
    app.connect("config-inited", _folders)
    app.connect("builder-inited", _prepare)
    app.connect("env-updated", _gather, priority=700)  # after the checks have run
    app.connect("doctree-resolved", _before_drawing, priority=290)
    app.connect("doctree-resolved", _after_drawing, priority=800)
    app.connect("html-collect-pages", _pages)
    app.connect("html-page-context", _page, priority=700)  # after the edition's panels
    app.connect("build-finished", _finish, priority=700)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


def _folders(app: Sphinx, config: Any) -> None:
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.append(str(HERE / "templates"))


def _prepare(app: Sphinx) -> None:
    """Let the site's own search take the place of Sphinx's, where Pagefind is there; and give templates a filter."""
    if app.builder.format == "html":
        app.builder.templates.environment.filters["reader_tidy"] = tidy.page
    if app.builder.name in SITES and search.installed():
        app.builder.search = False  # type: ignore[attr-defined]


def site_terms(app: Sphinx) -> list[Term]:
    """Return the terms of the glossary; none if the site has no such file."""
    path = Path(app.srcdir) / app.config.reader_terms
    return read_terms(path) if path.is_file() else []


# ---- gathering


def _gather(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Gather what pages draw on; if it has changed since they were written, all are written again."""
    _GATHERED[app] = gather(site_of(app), env)
    stamp, now = _stamp_file(app), _state(app)
    before = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    return () if before == now else sorted(env.found_docs)


def _state(app: Sphinx) -> str:
    parts = [gathered_state(app).encode(), repr(site_terms(app)).encode()]
    parts += [path.read_bytes() for path in sorted(HERE.rglob("*")) if path.suffix in (".py", ".html")]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _stamp_file(app: Sphinx) -> Path:
    where = hashlib.sha256(str(app.outdir).encode()).hexdigest()[:12]
    return Path(app.doctreedir) / f"reader-{app.builder.name}-{where}"


# ---- pages


def _address(app: Sphinx, docname: str, page: str, anchor: str) -> str:
    """Return the address of a place, as seen from a page."""
    if page == docname:
        return f"#{anchor}"
    uri = app.builder.get_relative_uri(docname, page)
    return f"{uri}#{anchor}" if anchor else uri


def _before_drawing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fill indexes, name checks and add the data of records, while our nodes still tell what they are."""
    site = site_of(app)
    indexes.fill(indexes.Source(site, _GATHERED[app].texts), doctree)
    if app.builder.name not in SITES:
        return

    def target(locus: str) -> str | None:
        page = site.locus_page(locus)
        return None if page is None else _address(app, docname, page, locus)

    name_checks(doctree)
    player.add_players(site, doctree, target, _GATHERED[app].texts, docname)
    found = site_terms(app)
    terms.add_forms(doctree, found)


def _after_drawing(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Draw suits and terms in running text, and give our links their addresses."""
    for link in doctree.findall(nodes.reference):
        if "reader" in link:
            link["refuri"] = _link_out(app, docname, *link["reader"])
    for passage in list(doctree.findall(nodes.reference)):
        if passage.get("refuri") == "" and "reader" in passage:
            passage.replace_self(passage.children)
    if app.builder.format != "html":
        return
    if app.builder.name in SITES:
        terms.mark_terms(doctree, terms.about(site_terms(app), _sources(app.env, docname)))
    else:
        tidy.open_tabs(doctree)
    tidy.doctree(doctree)
    tidy.mark_russian(doctree)
    suits.draw_cards(doctree)


def _link_out(app: Sphinx, docname: str, page: str, anchor: str) -> str:
    """Return an address, or nothing where a builder has no such page: modules have pages in a site alone."""
    if page not in app.env.found_docs and app.builder.name not in SITES:
        return ""
    return _address(app, docname, page, anchor)


def _sources(env: BuildEnvironment, docname: str) -> set[str]:
    """Return the sources translated on a page or beside it in its folder."""
    folder = docname.rpartition("/")[0]
    pages = [facts for name, facts in collect.all_facts(env).items() if folder and name.rpartition("/")[0] == folder]
    return {locus.partition(".")[0] for facts in pages for locus in facts.loci}


def _page(app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page its panels."""
    if app.builder.name in SITES and doctree is not None:
        context["body"] = tidy.corners(_body(app, docname, str(context["body"])))
        context["metatags"] = context.get("metatags", "") + "".join(_scripts(context))
    if app.builder.format == "html":
        suits.mark_context(context)


def _body(app: Sphinx, docname: str, body: str) -> str:
    def link(page: str, anchor: str) -> str:
        return _address(app, docname, page, anchor)

    found = _GATHERED[app]
    listed = next(
        (name for name, facts in collect.all_facts(app.env).items() if ("decisions", "") in facts.gathers), ""
    )
    glossary = link(app.config.reader_glossary, "").removesuffix("#")
    body += terms.panels(body, site_terms(app), glossary)
    body = beside.add_panels(body, docname, found.known, link, _highlighter(app), listed)
    if any(fnmatchcase(docname, glob) for glob in app.config.reader_fold):
        body = body.replace("</h1>", f"</h1>\n{FOLDED}", 1)
    return body


def _scripts(context: dict[str, Any]) -> Iterator[str]:
    """Yield the scripts that a page needs."""
    body, pathto = context["body"], context["pathto"]
    for name, sign in (("player", 'class="reader-record"'), ("beside", 'class="beside"')):
        if sign in body:
            if name == "beside":  # told in the head, so that a page has its columns before its text is there
                yield '\n<meta name="reader-columns" content="2">'
            yield f'\n<script type="module" src="{escape(pathto(f"_static/{name}.js", 1))}"></script>'


def _highlighter(app: Sphinx) -> listing.Highlight:
    return lambda code: str(app.builder.highlighter.highlight_block(code, "python"))  # type: ignore[attr-defined]


def _pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the pages that no source file has: the modules of the rules, and the search."""
    if app.builder.name not in SITES:
        return
    modules: dict[str, list[Any]] = {}
    for entry in listing.all_rules():
        modules.setdefault(entry.module, []).append(entry)
    for module, found in sorted(modules.items()):
        yield _module_page(app, module, found)
    if search.installed():
        yield "search", {}, "search.html"


def _module_page(app: Sphinx, module: str, found: Sequence[Any]) -> tuple[str, dict[str, Any], str]:
    name = listing.page_name(module)
    site = site_of(app)

    def link(locus: str) -> str:
        page = site.locus_page(locus)
        if page is None:
            return escape(locus)
        return (
            f'<a href="{escape(_address(app, name, page, locus))}" title="{escape(spoken(locus))}">{escape(locus)}</a>'
        )

    body = listing.module_body(module, found, _highlighter(app), link)
    return name, {"title": module, "body": body}, "page.html"


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Index the site, when all its pages are there."""
    if error is not None:
        return
    _stamp_file(app).write_text(_state(app), encoding="utf-8")
    if app.builder.name not in SITES:
        return
    if not search.installed():
        logger.info("pagefind is not installed: the site keeps Sphinx's own search")
        return
    try:
        search.index(Path(app.outdir))
    except search.SearchError as fault:
        logger.error("%s", fault, type="reader")
        app.statuscode = 1
