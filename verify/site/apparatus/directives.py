"""The directives of this encyclopaedia: each leaves a place that is filled when the page is written.

What fills it comes from the engine, from the pages and from data files of the site, so such a page is drawn again
whenever one of them has changed, whether or not its own text has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from gamerules.rules import GameRulesError
from verify.site.apparatus import draw_editorial, draw_games, draw_sources, draw_strength, draw_witnesses
from verify.site.context import Context, GatherError, fail
from verify.site.facts import gathered_node
from verify.site.parts import Nodes
from verify.site.reader import draw_indexes

if TYPE_CHECKING:
    from sphinx.application import Sphinx


@dataclass(frozen=True, slots=True)
class Gathering:
    """How a directive is drawn.

    Attributes:
        draw: draws it, from the context, the argument and the option.
        argument: what the argument is; empty if it can be left out.
        is_file: whether that is a data file.
        option: the name of the option.
    """

    draw: Callable[[Context, str, str], Nodes]
    argument: str = ""
    is_file: bool = False
    option: str = "caption"


DRAW: Mapping[str, Gathering] = {
    "errata-list": Gathering(draw_editorial.draw_errata),
    "exceptions-list": Gathering(draw_editorial.draw_exceptions),
    "lost-tables": Gathering(draw_editorial.draw_lost, "a TOML file", is_file=True),
    "concordance": Gathering(draw_editorial.draw_concordance, "a TOML file", is_file=True),
    "witnesses": Gathering(draw_witnesses.draw_witnesses, "a TOML file", is_file=True),
    "terms": Gathering(draw_editorial.draw_terms, "a YAML file", is_file=True),
    "languages": Gathering(draw_editorial.draw_languages, "a YAML file", is_file=True),
    "decisions": Gathering(draw_games.draw_decisions),
    "cells": Gathering(draw_games.draw_cells, "package.module:TABLE"),
    "sides": Gathering(draw_games.draw_sides, "a TOML file", is_file=True),
    "games-overview": Gathering(draw_games.draw_overview),
    "sources": Gathering(draw_sources.draw_sources),
    "rights": Gathering(draw_sources.draw_rights),
    "sentences": Gathering(draw_sources.draw_sentences, "the name of a source"),
    "data-files": Gathering(draw_sources.draw_files),
    "strength-chart": Gathering(draw_strength.draw_chart, "games or sections"),
    "loci-index": Gathering(draw_indexes.draw_loci),
    "rules-index": Gathering(draw_indexes.draw_rules),
    "score-lines": Gathering(draw_indexes.draw_score),
    "advice": Gathering(draw_indexes.draw_advice),
    "score-pad": Gathering(draw_indexes.draw_pad, option="sides"),
}
"""The directives, by name."""


class Gather(SphinxDirective):
    """A directive whose content is gathered; its name says what."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "caption": directives.unchanged,
        "sides": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """Return the node to be filled, and make the page depend on the data file that it names."""
        argument = self.arguments[0].strip() if self.arguments else ""
        what = DRAW[self.name]
        if what.argument and not argument:
            raise self.error(f"{{{self.name}}} needs an argument: {what.argument}")
        if what.is_file:
            _, argument = self.env.relfn2path(argument)
            self.env.note_dependency(argument)
        node = gathered_node("", what=self.name, argument=argument, option=self.options.get(what.option, ""))
        self.set_source_info(node)
        return [node]


def register(app: Sphinx) -> None:
    """Register the directives with Sphinx."""
    app.add_node(gathered_node)
    for name in DRAW:
        app.add_directive(name, Gather)
    app.connect("doctree-resolved", _fill, priority=300)  # before the core draws links


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fill the places of a page that is about to be written."""
    context = Context(app, docname)
    for node in list(doctree.findall(gathered_node)):
        try:
            node.replace_self(DRAW[node["what"]].draw(context, node["argument"], node["option"]))
        except (GatherError, GameRulesError, OSError) as error:
            where = f"{Path(node.source or docname).name}:{node.line}"
            fail(app, f"{where}: {{{node['what']}}}: {error}")
            node.replace_self(nodes.problematic("", f"{{{node['what']}}}: {error}"))
