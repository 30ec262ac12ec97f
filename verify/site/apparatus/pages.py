"""The directives of the apparatus: each leaves a place that is filled when the page is written.

What fills it comes from the engine, from the pages and from data files of the site, so such a page is drawn again
whenever one of them has changed, whether or not its own text has.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from gamerules.rules import GameRulesError
from verify.site.apparatus.collect import gathered_node
from verify.site.apparatus.gather import DRAW
from verify.site.apparatus.parts import Context, GatherError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class Gather(SphinxDirective):
    """A directive whose content is gathered; its name says what."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"caption": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Leave the place, and let the page depend on the data file that it names."""
        argument = self.arguments[0].strip() if self.arguments else ""
        what = DRAW[self.name]
        if what.argument and not argument:
            raise self.error(f"{{{self.name}}} needs an argument: {what.argument}")
        if what.is_file:
            _, argument = self.env.relfn2path(argument)
            self.env.note_dependency(argument)
        node = gathered_node("", what=self.name, argument=argument, caption=self.options.get("caption", ""))
        self.set_source_info(node)
        return [node]


def register(app: Sphinx) -> None:
    """Tell Sphinx of the directives."""
    for name in DRAW:
        app.add_directive(name, Gather)
    app.connect("doctree-resolved", _fill, priority=300)


def _fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fill the places of a page that is about to be written."""
    found = list(doctree.findall(gathered_node))
    if not found:
        return
    context = Context.of(app, docname)
    for node in found:
        try:
            node.replace_self(DRAW[node["what"]].draw(context, node["argument"], node["caption"]))
        except (GatherError, GameRulesError, OSError) as error:
            where = f"{Path(node.source or docname).name}:{node.line}"
            logger.error("%s: {%s}: %s", where, node["what"], error, type="edition")
            app.statuscode = 1
            node.replace_self(nodes.problematic("", f"{{{node['what']}}}: {error}"))
