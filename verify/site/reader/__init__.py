"""The reader's site, as a Sphinx extension; it knows no game by name.

It adds panels beside sentences, records to step through, terms that explain themselves, a search, and pages that lead
from code back to text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension."""
    from verify.site.reader import extension

    return extension.setup(app)
