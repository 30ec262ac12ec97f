"""Sees to it that no sentence of a source is published: pages are searched for them by their digests."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from sphinx.util import logging

from verify.doors.sphinx import site_of
from verify.settings import Settings
from verify.site.apparatus.align import MOST_WORDS, find, words_of
from verify.site.cite.about import Edition
from verify.texts.sources import load_manifests

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

QUOTABLE = 6
"""Sentences of so few words may be quoted as they are."""


NOT_LATIN = frozenset(["ar", "be", "bg", "el", "fa", "he", "hi", "hy", "ja", "ka", "ko", "mk", "ru", "sr", "uk", "zh"])
"""Languages whose sentences have letters that no English word has."""


def check_page(app: Sphinx, docname: str, html: str, edition: Edition) -> None:
    """Fail the build if a page that may be published has a whole sentence of a source."""
    if app.config.edition_private:
        return
    plain = not edition.sources or any(source.language not in NOT_LATIN for source in edition.sources.values())
    for locus in sentences_in(html, _digests(site_of(app).settings), plain=plain):
        logger.error("%s: the source's own sentence %s stands on the page; put it in our own words", docname, locus,
                     type="edition")  # fmt: skip
        app.statuscode = 1


def sentences_in(html: str, digests: dict[str, str], *, plain: bool = True) -> list[str]:
    """Return the loci whose sentences, longer than a short quotation, stand in a page in full.

    Args:
        html: the page.
        digests: the digest of each locus.
        plain: whether a sentence may begin with nothing but ASCII letters for more than a short quotation.
    """
    words = [word.text for word in words_of(unescape(re.sub(r"<[^>]*>", " ", html)))]
    telling = [not word.isascii() and any(map(str.isalpha, word)) for word in words]

    def begins(start: int) -> bool:
        return plain or any(telling[start : start + QUOTABLE + 1])

    found = find(words, digests, MOST_WORDS, begins)
    return [match.locus for match in found if match.end - match.start > QUOTABLE]


@cache
def _digests(settings: Settings) -> dict[str, str]:
    """Return the digest of every sentence of every source."""
    manifests = load_manifests(settings)
    return {locus: entry.sha256 for manifest in manifests for locus, entry in manifest.sentences.items()}
