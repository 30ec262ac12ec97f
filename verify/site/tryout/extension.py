"""The Sphinx extension ``verify.site.tryout``: two directives, and the interpreter written beside the pages."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from gamerules.browser import Table
from gamerules.browser.desk import score
from gamerules.game import Game, find
from gamerules.rules import GameRulesError
from verify import __version__
from verify.doors.sphinx import site_of
from verify.draw.build import entries
from verify.site.tryout import draw, form, pack

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
SITES = ("html", "dirhtml")
"""The builders that make a site with a script; elsewhere the command is named."""

PAGES = "tryout_pages"
"""The environment's attribute that holds the names of the pages that have something to try."""

AVAILABLE = "tryout_available"
"""The environment's attribute that tells which interpreter the pages were last written for."""


class tryout_node(nodes.General, nodes.Element):  # noqa: N801 - docutils' way
    """Something to try: ``kind`` (score or table), ``game``, ``words`` of an example, and the ids."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension."""
    app.setup_extension("verify")
    app.add_config_value("tryout_pyodide", "node_modules/pyodide", "html", str)
    app.add_node(tryout_node)
    app.add_directive("calculator", Calculator)
    app.add_directive("play-table", PlayTable)
    app.connect("builder-inited", _begin)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-updated", _outdated)
    app.connect("doctree-resolved", _draw)
    app.connect("html-page-context", _page)
    app.connect("build-finished", _finish)
    return {"version": __version__, "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


class _TryOut(SphinxDirective):
    """What both directives share."""

    required_arguments = 1
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Return the node, once what it promises has been tried."""
        try:
            game = find(self.arguments[0].strip())
            words = shlex.split(self.options.get("example", ""))
            self.check(game, words)
        except (GameRulesError, ValueError) as error:
            raise self.error(f"{self.name}: {error}") from error
        for package in {pack.ENGINE, type(next(iter(game.presets.values()))).__module__.partition(".")[0]}:
            for file in pack.package_folder(package).rglob("*.py"):
                self.env.note_dependency(str(file))
        node = tryout_node("", kind=self.kind, game=game.name, words=words)
        self.set_source_info(node)
        node["ident"] = self.options.get("name") or f"{game.name}-{self.kind}"
        pages(self.env).add(self.env.docname)
        return [node]

    def check(self, game: Game, words: list[str]) -> None:
        """Try what the page is going to promise; raises ValueError or a GameRulesError."""
        raise NotImplementedError


class Calculator(_TryOut):
    """``{calculator} GAME``: a form for the game's score command.

    The option ``example`` gives the words of a score command with which the form begins; its ledger is part of the
    page.
    """

    kind = "score"
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "example": directives.unchanged_required,
        "name": directives.unchanged_required,
    }

    def check(self, game: Game, words: list[str]) -> None:
        """Score the example."""
        draw.values_of(form.fields_of(game), words)
        if words and "error" in (told := score({"game": game.name, "words": words})):
            raise ValueError(told["error"])


class PlayTable(_TryOut):
    """``{play-table} GAME``: a table to play a deal at, or to watch one."""

    kind = "table"
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"name": directives.unchanged_required}

    def check(self, game: Game, words: list[str]) -> None:
        """Begin a deal and play it to its end."""
        table = Table(game.name, 1, None, "simple")
        while not table.is_over:
            table.advance()
        table.view()


def pages(env: BuildEnvironment) -> set[str]:
    """Return the names of the pages that have something to try."""
    if not hasattr(env, PAGES):
        setattr(env, PAGES, set())
    found: set[str] = getattr(env, PAGES)
    return found


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    pages(env).discard(docname)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment) -> None:
    pages(env).update(pages(other) & set(docnames))


def interpreter(app: Sphinx) -> Path:
    """Return the folder of the npm package."""
    return Path(app.confdir) / str(app.config.tryout_pyodide)


def _begin(app: Sphinx) -> None:
    app.config.html_static_path.append(str(STATIC))


def _outdated(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Write the pages again when the interpreter has come, gone or changed, and when sentences have moved."""
    present = (pack.interpreter_version(interpreter(app)), tuple(sorted(_loci(app))))
    if getattr(env, AVAILABLE, None) == present:
        return ()
    setattr(env, AVAILABLE, present)
    return sorted(pages(env))


def _loci(app: Sphinx) -> list[tuple[str, str]]:
    """Return each locus with the page that translates it."""
    found: dict[str, str] = {}
    for docname, entry in sorted(entries(app.env).items()):
        for use in entry.page.loci:
            found.setdefault(use.locus, docname)
    return list(found.items())


def _draw(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Draw what can be tried; in other outputs name the command."""
    for node in list(doctree.findall(tryout_node)):
        game = find(node["game"])
        if app.builder.name in SITES:
            node.replace_self(nodes.raw("", _html(app, node, game, docname), format="html"))
            continue
        command = " ".join(["gamerules", "score" if node["kind"] == "score" else "play", game.name, *node["words"]])
        words = [nodes.Text("On the site this can be tried out; on the command line: "), nodes.literal("", command)]
        node.replace_self(nodes.paragraph("", "", *words))


def _html(app: Sphinx, node: tryout_node, game: Game, docname: str) -> str:
    source = interpreter(app)
    there = pack.interpreter_version(source) is not None
    here = posixpath.dirname(app.builder.get_target_uri(docname).rstrip("#") or "index.html")
    if app.builder.get_target_uri(docname).endswith("/"):
        here = app.builder.get_target_uri(docname).rstrip("/")
    folder = posixpath.relpath(pack.FOLDER, here or ".") + "/" if there else ""
    size = pack.interpreter_size(source) / 1e6 if there else 0.0
    place = draw.Place(folder, size, _linker(app.builder, app, docname))
    if node["kind"] == "table":
        return draw.table(game, node["ident"], place)
    ledger = score({"game": game.name, "words": node["words"]}) if node["words"] else None
    return draw.calculator(game, node["ident"], node["words"], ledger, place)


def _linker(builder: Builder, app: Sphinx, docname: str) -> Callable[[str], str | None]:
    site = site_of(app)

    def link(locus: str) -> str | None:
        page = site.locus_page(locus)
        return None if page is None else f"{builder.get_relative_uri(docname, page)}#{locus}"

    return link


def _page(app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the script and the style to the pages that need them, and to no other."""
    if app.builder.name in SITES and docname in pages(app.env):
        app.add_css_file("tryout.css")
        if pack.interpreter_version(interpreter(app)) is not None:
            app.add_js_file("tryout.js", defer="defer")


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Write the interpreter, the games and the addresses of the loci beside the pages."""
    if error is not None or app.builder.name not in SITES or not pages(app.env):
        return
    source = interpreter(app)
    if pack.interpreter_version(source) is None:
        logger.info("tryout: %s is not there, so the site is built without Python in the browser", source)
        return
    loci = [(locus, app.builder.get_target_uri(docname)) for locus, docname in _loci(app)]
    told = pack.write(Path(app.outdir), source, loci)
    logger.info("tryout: Python in the browser, in %s/%s", pack.FOLDER, told["python"])


__all__ = ["Calculator", "PlayTable", "setup"]
