"""Sees to it that no sentence of a source is published: pages are searched for them by their digests."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from sphinx.util import logging

from verify.edition.align import MOST_WORDS, find, words_of
from verify.extension import site_of
from verify.settings import Settings
from verify.sources import load_manifests

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

QUOTABLE = 6
"""Sentences of so few words may be quoted as they are."""


def check_page(app: Sphinx, docname: str, html: str) -> None:
    """Fail the build if a page that may be published has a whole sentence of a source."""
    if app.config.edition_private:
        return
    for locus in sentences_in(html, _digests(site_of(app).settings)):
        logger.error("%s: the source's own sentence %s stands on the page; put it in our own words", docname, locus,
                     type="edition")  # fmt: skip
        app.statuscode = 1


def sentences_in(html: str, digests: dict[str, str]) -> list[str]:
    """Return the loci whose sentences, longer than a short quotation, stand in a page in full."""
    text = unescape(re.sub(r"<[^>]*>", " ", html))
    words = [word.text for word in words_of(text)]
    return [match.locus for match in find(words, digests, MOST_WORDS) if match.end - match.start > QUOTABLE]


@cache
def _digests(settings: Settings) -> dict[str, str]:
    """Return the digest of every sentence of every source."""
    manifests = load_manifests(settings)
    return {locus: entry.sha256 for manifest in manifests for locus, entry in manifest.sentences.items()}
