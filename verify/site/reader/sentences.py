"""The translated sentences of a site, as plain text, by locus."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from verify.draw.nodes import BLOCKS, locus_node, reference_node

WHOLE = (nodes.row, nodes.TextElement)
"""What a sentence may end with at the latest: the row of a table, a paragraph, a title."""


def sentences_of(doctree: nodes.document) -> dict[str, str]:
    """Return the text of each locus that a page translates: from its number to the next one or the end of its block."""
    found: dict[str, str] = {}
    seen: set[int] = set()
    for locus in list(doctree.findall(locus_node)):
        block = _block(locus)
        if id(block) not in seen:
            seen.add(id(block))
            found.update(_cut(block))
    return found


def _block(node: nodes.Element) -> nodes.Element:
    """Return the row that a node stands in, or else its paragraph, title or other text."""
    block: nodes.Element = node
    at: nodes.Element | None = node.parent
    while at is not None:
        if isinstance(at, nodes.row):
            return at
        if block is node and isinstance(at, WHOLE) and not isinstance(at, nodes.Inline):
            block = at
        at = at.parent
    return block


def _cut(block: nodes.Element) -> dict[str, str]:
    parts: dict[str, list[str]] = {}
    at: list[str] | None = None
    for piece in _pieces(block):
        if isinstance(piece, locus_node):
            at = parts.setdefault(piece["locus"], [])
        elif at is not None:
            at.append(piece)
    return {locus: " ".join("".join(words).split()) for locus, words in parts.items()}


def _pieces(node: nodes.Node) -> Iterator[str | locus_node]:
    """Yield numbers and texts in order; links to loci and errata and all checks are left out."""
    if isinstance(node, nodes.Text):
        yield node.astext()
    elif isinstance(node, locus_node):
        yield node
    elif isinstance(node, nodes.Element) and not isinstance(node, (*BLOCKS, reference_node)):
        for child in node.children:
            yield from _pieces(child)
        if not isinstance(node, nodes.Inline):
            yield " "
