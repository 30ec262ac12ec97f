"""The private edition: the source's own sentences beside their translation, for those who have the texts.

The texts are read from a folder that the reader names, each sentence is recognised by its digest, and nothing of it
goes into the stored doctrees: it is added to the copy that is being drawn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.errors import ConfigError

from verify.doors.sphinx import site_of
from verify.draw.nodes import locus_node
from verify.settings import Settings
from verify.site.apparatus.align import TextError, find, read_text, words_of
from verify.texts.sources import load_manifests

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BANNER = (
    '<p class="edition-private" role="note">Private edition: it holds the sources’ own sentences, which may not be '
    "published.</p>\n"
)
"""What every page of a private edition says first."""


def add(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Set the original beside each block that translates some of it, if a folder of texts is given."""
    if not app.config.edition_private:
        return
    texts = sentences(Path(app.config.verify_sources), site_of(app).settings)
    blocks: dict[int, tuple[nodes.Element, list[str]]] = {}
    for node in doctree.findall(locus_node):
        block = _block(node)
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


def _block(node: nodes.Element) -> nodes.Element:
    """Return the paragraph, title or other block of text that a locus stands in."""
    block: nodes.Node | None = node.parent
    while isinstance(block, nodes.Inline) and isinstance(block, nodes.Element):
        block = block.parent
    assert isinstance(block, nodes.Element)
    return block


def _spans(loci: Iterable[str], texts: dict[str, str]) -> list[nodes.Node]:
    spans: list[nodes.Node] = []
    for locus in loci:
        number = locus.rpartition(".")[2]
        spans += [nodes.superscript("", number), nodes.Text(f" {texts[locus]} ")]
    return spans


@cache
def sentences(folder: Path, settings: Settings) -> dict[str, str]:
    """Return the sentences of the texts in a folder, by locus; what departs from the manifests is passed over.

    The texts are files ``NAME.txt``, or ``NAME.json`` with ``loci``, each with its ``text``.

    Raises:
        sphinx.errors.ConfigError: if the folder holds no sentence of any source.
    """
    manifests = load_manifests(settings)
    digests = {locus: entry.sha256 for manifest in manifests for locus, entry in manifest.sentences.items()}
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
        return  # not a text of a source; if no file is one, that is told
