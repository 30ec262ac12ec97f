"""Runs the checks of a text: claims, examples and records, in Sphinx, on the command line and under pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamerules import __version__ as __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension, which is imported only when a site is built."""
    app.setup_extension("verify.doors.sphinx")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
