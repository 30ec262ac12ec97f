"""The scholar's apparatus of a site: citing, provenance, addresses, data and generated pages; knows no game by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension."""
    from verify.site.apparatus.extension import setup as extension_setup  # Sphinx is imported only when a site is built

    return extension_setup(app)
