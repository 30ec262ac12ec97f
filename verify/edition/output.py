"""Everything that belongs to no page: citation files, data, and pages that lead on from old addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from verify.edition.about import Edition

FILES: dict[str, str] = {}


def write_all(app: Sphinx, edition: Edition) -> None:
    """Write them."""
