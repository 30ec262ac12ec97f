"""The book (EPUB): what it says of itself, and how the site offers it for download.

The site cannot make the book in the same build, so it offers the one that ``make book`` has made, and only if that was
made from the same pages: a stamp beside the book says from which.
"""

from __future__ import annotations

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from verify.site.cite.about import Edition
from verify.site.context import Context, digest, file_digests

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

logger = logging.getLogger(__name__)

STAMP = "pages.sha256"


def describe(config: Config, edition: Edition) -> None:
    """Say in the book's metadata what the edition says of itself."""
    config.epub_title = edition.title
    config.epub_description = edition.summary
    config.epub_author = config.epub_publisher = edition.publisher
    config.epub_contributor = "; ".join(f"{name} (translator)" for name in edition.translators)
    config.epub_copyright = "; ".join(map(str, edition.rights.values()))
    # Sphinx writes the one in one place and the other in another, and a valid book has the same in both.
    config.epub_identifier = config.epub_uid = f"{edition.title.replace(' ', '-')}-{edition.version}"


def keep_date(app: Sphinx, edition: Edition) -> None:
    """Give the book the date of its version, whenever it is made; Sphinx takes it from this variable alone."""
    if app.builder.name == "epub":
        midnight = datetime.combine(edition.issued, datetime.min.time(), UTC)
        os.environ.setdefault("SOURCE_DATE_EPOCH", str(int(midnight.timestamp())))


def stamp(context: Context) -> None:
    """Write beside a book from which pages it was made."""
    (Path(context.app.outdir) / STAMP).write_text(_state(context) + "\n", encoding="utf-8")


def name(context: Context) -> str:
    """Return the name of the book's file."""
    return f"{context.app.config.epub_basename}.epub"


def offered(context: Context) -> Path | None:
    """Return the book if there is one that was made from these pages."""
    app = context.app
    found = Path(app.confdir) / str(app.config.edition_book) / name(context)
    mark = found.with_name(STAMP)
    if not app.config.edition_book or not found.is_file() or not mark.is_file():
        return None
    if mark.read_text(encoding="utf-8").strip() != _state(context):
        logger.info("the book is older than the pages and is not offered; make it again with: make book")
        return None
    return found


def copy(context: Context) -> None:
    """Copy the book into the site, or remove one there that is older than the pages."""
    found, target = offered(context), Path(context.app.outdir) / name(context)
    if found is None:
        target.unlink(missing_ok=True)
    elif not target.is_file() or target.read_bytes() != found.read_bytes():
        shutil.copyfile(found, target)


def _state(context: Context) -> str:
    pages = [Path(context.env.doc2path(docname)) for docname in sorted(context.env.found_docs)]
    return digest(context.edition, context.site.engine, file_digests(pages))
