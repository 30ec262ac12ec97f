"""What belongs to this encyclopaedia alone, as one Sphinx extension; the core never imports it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension."""
    from verify import __version__

    for part in ("apparatus", "reader", "tryout"):
        app.setup_extension(f"verify.site.{part}")
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
