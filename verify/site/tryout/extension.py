"""What try-outs add to a build: two directives, and the interpreter written beside the pages."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from gamerules.browser import Sitting
from gamerules.browser.desk import score
from gamerules.game import Game, find
from gamerules.rules import GameRulesError
from verify.draw.build import site_of
from verify.site import facts
from verify.site.context import SITES, Context, digest, make, metadata
from verify.site.engine import package_of
from verify.site.facts import tryout_node
from verify.site.look.table import Art
from verify.site.tryout import draw, form, pack

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension; :mod:`verify.site` does so."""
    app.setup_extension("verify.site.facts")
    app.add_config_value("tryout_pyodide", "node_modules/pyodide", "html", str)
    app.add_node(tryout_node)
    app.add_directive("calculator", Calculator)
    app.add_directive("play-table", PlayTable)
    app.connect("builder-inited", _begin, priority=600)  # when the core has begun
    app.connect("doctree-resolved", _draw)
    app.connect("html-page-context", _page)
    app.connect("build-finished", _finish, priority=400)  # before the core notes what was written
    return metadata()


class _TryOut(SphinxDirective):
    """What both directives share."""

    required_arguments = 1
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Return the node, after checking that what it offers works."""
        try:
            game = find(self.arguments[0].strip())
            words = shlex.split(self.options.get("example", ""))
            self.check(game, words)
        except (GameRulesError, ValueError) as error:
            raise self.error(f"{self.name}: {error}") from error
        for package in {pack.ENGINE, package_of(game).partition(".")[0]}:
            for file in (*pack.package_folder(package).rglob("*.py"), *pack.package_folder(package).rglob("*.json")):
                self.env.note_dependency(str(file))
        node = tryout_node("", kind=self.kind, game=game.name, words=words)
        self.set_source_info(node)
        node["answers"] = "\n".join(self.content)
        node["ident"] = self.options.get("name") or f"{game.name}-{self.kind}"
        return [node]

    def check(self, game: Game, words: list[str]) -> None:
        """Check what the page is going to offer; raises ValueError or a GameRulesError."""
        raise NotImplementedError


class Calculator(_TryOut):
    """``{calculator} GAME``: a form for the game's score command.

    The option ``example`` gives the words of a score command with which the form begins; its ledger is part of the
    page. The body lists the commonest results, one a line, as ``label = words``; their scores are part of it too.
    """

    kind = "score"
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {
        "example": directives.unchanged_required,
        "name": directives.unchanged_required,
    }

    def check(self, game: Game, words: list[str]) -> None:
        """Score the example."""
        draw.values_of(form.fields_of(game), words)
        for label, told in answers_of(game, "\n".join(self.content)):
            if "error" in told:
                raise ValueError(f"{label}: {told['error']}")
        if words and "error" in (told := score({"game": game.name, "words": words})):
            raise ValueError(told["error"])


class PlayTable(_TryOut):
    """``{play-table} GAME``: a table to play a deal at, or to watch one."""

    kind = "table"
    option_spec: ClassVar[dict[str, Callable[[str], Any]] | None] = {"name": directives.unchanged_required}

    def check(self, game: Game, words: list[str]) -> None:
        """Begin a deal and play it to its end."""
        table = Sitting(game.name, 1, None, "simple")
        while not table.is_over:
            table.advance()
        table.view()


def interpreter(app: Sphinx) -> Path:
    """Return the folder of the npm package."""
    return Path(app.confdir) / str(app.config.tryout_pyodide)


def _begin(app: Sphinx) -> None:
    app.config.html_static_path.append(str(STATIC))
    site_of(app).extensions.append(lambda docname: shown(Context(app, docname)))


def shown(context: Context) -> object:
    """Return all that a page's try-outs depend on: the interpreter, and where the sentences are."""
    if not facts.of_page(context.env, context.docname).tries:
        return None
    return pack.interpreter_version(interpreter(context.app)), facts.loci_of_site(context.env)


def _draw(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Draw what can be tried; in other outputs name the command."""
    for node in list(doctree.findall(tryout_node)):
        game = find(node["game"])
        if app.builder.name in SITES:
            node.replace_self(nodes.raw("", _html(Context(app, docname), node, game), format="html"))
            continue
        command = " ".join(["gamerules", "score" if node["kind"] == "score" else "play", game.name, *node["words"]])
        words = [nodes.Text("This can be tried out on the site. On the command line: "), nodes.literal("", command)]
        node.replace_self(nodes.paragraph("", "", *words))


def _html(context: Context, node: tryout_node, game: Game) -> str:
    source = interpreter(context.app)
    there = pack.interpreter_version(source) is not None
    uri = context.uri(context.docname)
    here = uri.rstrip("/") if uri.endswith("/") else posixpath.dirname(uri)
    folder = posixpath.relpath(pack.FOLDER, here or ".") + "/" if there else ""
    art = Art(context)
    cards = f"{art.folder}/" if art.pictured else ""
    spot = draw.Spot(folder, pack.size(source) / 1e6 if there else 0.0, context.locus_address, cards)
    if node["kind"] == "table":
        return draw.table(game, node["ident"], spot)
    ledger = score({"game": game.name, "words": node["words"]}) if node["words"] else None
    return draw.calculator(game, node["ident"], node["words"], ledger, spot, answers_of(game, node["answers"]))


def answers_of(game: Game, text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return results with what the score command answers, from lines of the form ``label = words``."""
    pairs = [line.partition(" = ") for line in text.splitlines() if line.strip()]
    return [(label.strip(), score({"game": game.name, "words": shlex.split(words)})) for label, _, words in pairs]


def _page(app: Sphinx, docname: str, template: str, html: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give the script and the style only to the pages that need them."""
    if app.builder.name in SITES and facts.of_page(app.env, docname).tries:
        app.add_css_file("tryout.css")
        if pack.interpreter_version(interpreter(app)) is not None:
            app.add_js_file("tryout.js", defer="defer")


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Write the interpreter, the games and the addresses of the loci beside the pages."""
    tries = any(page.tries for page in facts.all_facts(app.env).values())
    if error is not None or app.builder.name not in SITES or not tries:
        return
    source = interpreter(app)
    if pack.interpreter_version(source) is None:
        logger.info("tryout: %s does not exist, so the site is built without Python in the browser", source)
        return
    context = Context(app)
    loci = [(locus, context.uri(docname)) for locus, docname in facts.loci_of_site(app.env).items()]

    def write() -> bool:
        told = pack.write(Path(app.outdir), source, loci)
        logger.info("tryout: Python in the browser, in %s/%s", pack.FOLDER, told["python"])
        return True

    state = digest(pack.interpreter_version(source), pack.members(), pack.WORKER.read_bytes(), loci)
    make(context, "/try", state, [f"{pack.FOLDER}/{pack.BUILD}"], write)
