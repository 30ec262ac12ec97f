"""Keeps the navigation of a large site small: beside a page stand the chapters and the pages of its own chapter.

Themes write the whole tree of pages on every page, which takes time and room that grow with the square of their number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

EARLY: Final = 100
"""The priority by which we come before the theme."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set it up; :mod:`verify.doors.sphinx` does so."""
    app.add_config_value("verify_whole_tree", 100, "html", int)
    app.connect("html-page-context", bound, EARLY)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def bound(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document) -> None:
    """Let the theme have the bounded tree, where the site has more pages than ``verify_whole_tree`` says."""
    whole: Callable[..., str] | None = context.get("toctree")
    if whole is None or len(app.env.found_docs) <= app.config.verify_whole_tree:
        return
    context["toctree"] = lambda **options: whole(**options | {"collapse": True})
