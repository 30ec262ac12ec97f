"""The reference: what autodoc and Napoleon make of our docstrings, kept from reading more into them than they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_VALUES = ("attribute", "data", "property")


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension, which brings autodoc and Napoleon."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("autodoc-process-docstring", begin_empty, priority=400)  # before Napoleon
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def begin_empty(app: Sphinx | None, what: str, name: str, found: object, options: object, lines: list[str]) -> None:
    """Begin the text of a value with a line that draws nothing: words before a colon would be taken for a type."""
    if what in _VALUES:
        lines.insert(0, "\\ ")
