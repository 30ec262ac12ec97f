"""What belongs to this encyclopaedia alone, as one Sphinx extension; the core never imports it.

- ``apparatus``: errata, decisions, tables and sources on pages; the register of addresses; the sources' own texts
- ``cite``: what the edition says about itself, and how its pages and sentences are cited
- ``data``: the data files in CSV and JSON
- ``look``: type, colours and the frame of every page; playing cards and the figures drawn with them
- ``reader``: panels beside sentences, records to step through, terms, indexes, pages of code, the search
- ``tei``: the edition as one TEI file
- ``tryout``: calculators and tables to play at, with Python in the reader's browser
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the Sphinx extension."""
    from verify.site.apparatus import extension as apparatus  # Sphinx is imported only when a site is built
    from verify.site.look import extension as look
    from verify.site.reader import extension as reader
    from verify.site.tryout import extension as tryout

    app.setup_extension("verify")
    for part in (apparatus, reader, tryout, look):
        metadata: dict[str, Any] = part.setup(app)
    return metadata
