"""What pictures and plots share: a directive whose node is drawn when its page is written, or fails the build."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes

from verify.site.context import Context, fail

if TYPE_CHECKING:
    from docutils.parsers.rst import Directive
    from sphinx.application import Sphinx

Draw = Callable[[Context, nodes.Element], list[nodes.Node]]


def register(
    app: Sphinx, directive: type[Directive], kind: type[nodes.Element], draw: Draw, errors: tuple[type[Exception], ...]
) -> None:
    """Register a directive under its class's name in lower case.

    Args:
        app: the build.
        directive: the directive.
        kind: the node that it returns.
        draw: draws such a node.
        errors: what it raises if that cannot be drawn; the build then fails and says so.
    """
    name = directive.__name__.lower()

    def draw_all(app: Sphinx, doctree: nodes.document, docname: str) -> None:
        for node in list(doctree.findall(kind)):
            try:
                node.replace_self(draw(Context(app, docname), node))
            except errors as error:
                what = " ".join(filter(None, (f"{{{name}}}", node["argument"])))
                fail(app, f"{docname}: {what}: {error}")
                node.replace_self(nodes.problematic("", f"{{{name}}}: {error}"))

    app.add_node(kind)
    app.add_directive(name, directive)
    app.connect("doctree-resolved", draw_all, priority=295)
