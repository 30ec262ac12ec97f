"""The nodes that our directives and roles leave in the doctree; all plain, so that doctrees stay picklable.

While pages are read a node only says what the author wrote. When pages are written :mod:`verify.draw` puts ordinary
nodes in the place of all but the inline ones, so that every builder can draw them.
"""

from __future__ import annotations

import hashlib

from docutils import nodes

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def text_digest(text: str) -> str:
    """Return a digest of a check's text that does not depend on blanks and tabs, of which parsers keep no count."""
    lines = "\n".join(" ".join(line.split()) for line in text.split("\n"))
    return hashlib.sha256(lines.strip("\n").encode()).hexdigest()[:16]


def inline_digest(text: str) -> str:
    """Return a digest of a role's text that does not depend on white space."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


class Seen:
    """What every node of ours has that the raw scan must have found too.

    Attributes of the node: ``kind``, ``path``, ``near`` (the line as the parser has it, which may be a few off),
    ``digest`` of the text, ``uid`` (copies share it) and, once it is matched, ``check``: its number on the page.
    """


class block_node(nodes.General, nodes.Element, Seen):  # noqa: N801 - docutils names nodes so
    """What one of our directives leaves: its ``kind`` is the directive's name; an erratum has children, its text."""


class locus_node(nodes.Inline, nodes.Element, Seen):  # noqa: N801
    """The number of a translated sentence, which is its address. Attribute: ``locus``."""


class claim_node(nodes.Inline, nodes.TextElement, Seen):  # noqa: N801
    """A claim, or a clause that holds (its ``kind`` says which); its child is the text shown."""


class reference_node(nodes.Inline, nodes.Element):  # noqa: N801
    """A link to a locus or an erratum, resolved when the page is written. Attributes: ``word``, ``name``."""


class card_node(nodes.Inline, nodes.Element):  # noqa: N801
    """One card, or the cards held of one suit. Attributes: ``suit`` (its letter), ``ranks``, ``spoken``."""

    def astext(self) -> str:
        """Return the card as text."""
        return f"{SIGNS[self['suit']]}{self['ranks']}"


class details_node(nodes.General, nodes.Element):  # noqa: N801
    """Something folded away where that is possible. Attribute: ``summary``."""


def blocks(doctree: nodes.Element, *kinds: str) -> list[nodes.Element]:
    """Return what directives of ours have left, all or only those of these kinds."""
    return [node for node in doctree.findall(block_node) if not kinds or node["kind"] in kinds]
