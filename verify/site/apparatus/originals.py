"""The sources' own sentences: no page that may be published has one, and a private edition shows them all.

The texts are read from a folder that the reader names, each sentence is recognised by its digest, and nothing of it
goes into the stored doctrees: it is added to the copy that is being drawn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import ConfigError

from verify.draw.build import site_of
from verify.draw.nodes import locus_node
from verify.model import Finding, Place
from verify.session import in_order
from verify.settings import Settings
from verify.site.apparatus.align import MOST_WORDS, TextError, find, read_text, words_of
from verify.site.cite.about import Edition
from verify.site.context import fail
from verify.site.facts import block_of
from verify.texts.sources import Manifest, digest, load_manifests

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


@cache
def _digests(settings: Settings) -> dict[str, str]:
    """Return the digest of every sentence of every source."""
    manifests = load_manifests(settings)
    return {locus: entry.sha256 for manifest in manifests for locus, entry in manifest.sentences.items()}


# ---- the public edition

QUOTABLE = 6
"""A sentence of at most so many words may be quoted verbatim."""


NOT_LATIN = frozenset(["ar", "be", "bg", "el", "fa", "he", "hi", "hy", "ja", "ka", "ko", "mk", "ru", "sr", "uk", "zh"])
"""Languages whose sentences have letters that no English word has."""


def check_page(app: Sphinx, docname: str, html: str, edition: Edition) -> None:
    """Fail the build if a page that may be published has a whole sentence of a source."""
    if app.config.edition_private:
        return
    plain = not edition.sources or any(source.language not in NOT_LATIN for source in edition.sources.values())
    for locus in sentences_in(html, _digests(site_of(app).settings), plain=plain):
        fail(app, f"{docname}: the page has the source's own sentence {locus}; put it in our own words")


def sentences_in(html: str, digests: dict[str, str], *, plain: bool = True) -> list[str]:
    """Return the loci whose sentences, if longer than a short quotation, a page has in full.

    Args:
        html: the page.
        digests: the digest of each locus.
        plain: whether a sentence may be in Latin letters; otherwise none begins with so many words without a letter of
            its own that they outnumber the others by more than a short quotation.
    """
    words = [word.text for word in words_of(unescape(re.sub(r"<[^>]*>", " ", html)))]
    telling = [not word.isascii() and any(map(str.isalpha, word)) for word in words]

    def most(start: int) -> int:
        excess = 0
        for number, own in enumerate(telling[start : start + MOST_WORDS]):
            excess += -1 if own else 1
            if excess > QUOTABLE and not plain:
                return number if number > QUOTABLE else 0
        return MOST_WORDS

    found = find(words, digests, most)
    return [match.locus for match in found if match.end - match.start > QUOTABLE]


# ---- the private edition

BANNER = (
    '<p class="edition-private" role="note">Private edition: it contains the sources’ own sentences, which may not be '
    "published.</p>\n"
)
"""What every page of a private edition says first."""


def require_texts(folder: str) -> None:
    """Make sure that a folder of texts, if one is named, holds any.

    Raises:
        sphinx.errors.ConfigError: if it does not.
    """
    if folder and not any(Path(folder).glob("*.json")):
        raise ConfigError(f"verify_sources: {folder!r} is not a folder of texts; it holds no NAME.json")


def report_texts(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Add to what the build reports where the texts, if there are any, depart from the manifests."""
    site = site_of(app)
    if app.config.verify_sources and site.outcome:
        found = check_texts(Path(app.config.verify_sources), load_manifests(site.settings))
        site.outcome = replace(site.outcome, findings=tuple(in_order([*site.outcome.findings, *found])))
    return []


def check_texts(texts: Path, manifests: Sequence[Manifest]) -> list[Finding]:
    """Check the texts of a folder (``NAME.json``) against the manifests: each sentence must have its digest."""
    findings = []
    for manifest in manifests:
        file = texts / Path(manifest.path).name
        if not file.is_file():
            continue
        here = {entry["locus"]: entry["text"] for entry in json.loads(file.read_text(encoding="utf-8"))["loci"]}
        for locus, sentence in manifest.sentences.items():
            if locus not in here:
                says = f"{locus} is not in the text of {manifest.source}"
            elif digest(here[locus]) != sentence.sha256:
                says = f"{locus}: the text is not the one that was translated"
            else:
                continue
            hint = "compare the texts, then make the manifest again"
            findings.append(Finding(Place(manifest.path, 1), "verify.source", says, loci=(locus,), hint=hint))
    return findings


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the original beside each block that translates some of it, if a folder of texts is given."""
    if not app.config.edition_private:
        return
    texts = sentences(Path(app.config.verify_sources), site_of(app).settings)
    blocks: dict[int, tuple[nodes.Element, list[str]]] = {}
    for node in doctree.findall(locus_node):
        block = block_of(node)
        blocks.setdefault(id(block), (block, []))[1].append(node["locus"])
    for block, loci in blocks.values():
        known = [locus for locus in loci if locus in texts]
        if not known:
            continue
        language = "language-ru"
        if isinstance(block, nodes.paragraph):
            original = nodes.paragraph("", "", *_spans(known, texts), classes=["edition-original", language])
            both = nodes.container("", classes=["edition-parallel"])
            block.replace_self(both)
            both += [block, original]
        else:
            block += nodes.inline("", "", *_spans(known, texts), classes=["edition-original", language])


def _spans(loci: Iterable[str], texts: dict[str, str]) -> list[nodes.Node]:
    spans: list[nodes.Node] = []
    for locus in loci:
        number = locus.rpartition(".")[2]
        spans += [nodes.superscript("", number), nodes.Text(f" {texts[locus]} ")]
    return spans


@cache
def sentences(folder: Path, settings: Settings) -> dict[str, str]:
    """Return the sentences of the texts in a folder, by locus; whatever departs from the manifests is ignored.

    The texts are files ``NAME.txt``, or ``NAME.json`` with ``loci``, each with its ``text``.

    Raises:
        sphinx.errors.ConfigError: if the folder holds no sentence of any source.
    """
    digests = _digests(settings)
    texts: dict[str, str] = {}
    for path in sorted(folder.glob("*")):
        for words in _passages(path):
            for match in find(words, digests):
                texts.setdefault(match.locus, " ".join(words[match.start : match.end]))
    if not texts:
        raise ConfigError(f"SOURCES={folder}: no file there holds a sentence of a source of this edition")
    return texts


def _passages(path: Path) -> Iterable[list[str]]:
    """Yield the passages of a file, as words: a whole text, or each sentence of a JSON file."""
    try:
        if path.suffix == ".txt":
            yield [word.text for word in words_of(read_text(path.read_bytes())[0])]
        elif path.suffix == ".json":
            for entry in json.loads(path.read_bytes())["loci"]:
                yield str(entry["text"]).split()
    except (TextError, ValueError, LookupError, TypeError):
        return  # not a text of a source; if no file is one, that is reported
