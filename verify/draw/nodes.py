"""The nodes that our directives and roles leave in the doctree; all plain, so that doctrees stay picklable.

While pages are read a node only says what the author wrote. When pages are written :mod:`verify.draw` puts ordinary
nodes in the place of all but the inline ones, so that every builder can draw them.
"""

from __future__ import annotations

import hashlib
import textwrap

from docutils import nodes

SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def text_digest(text: str) -> str:
    """Return a digest of a check's text that does not depend on indentation, tabs or white space at line ends."""
    lines = "\n".join(line.rstrip() for line in text.expandtabs().split("\n"))
    return hashlib.sha256(textwrap.dedent(lines).strip("\n").encode()).hexdigest()[:16]


def inline_digest(text: str) -> str:
    """Return a digest of a role's text that does not depend on white space."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


class Seen:
    """What every node of ours has that the raw scan must have found too.

    Attributes of the node: ``kind``, ``path``, ``near`` (the line as the parser has it, which may be a few off),
    ``digest`` of the text, ``uid`` (copies share it) and, once it is matched, ``check``: its number on the page.
    """


class setup_node(nodes.General, nodes.Element, Seen):  # noqa: N801 - docutils names nodes so
    """A set-up; drawn only if the author asks for it."""


class example_node(nodes.General, nodes.Element, Seen):  # noqa: N801
    """An example."""


class record_node(nodes.General, nodes.Element, Seen):  # noqa: N801
    """A record."""


class rows_node(nodes.General, nodes.Element, Seen):  # noqa: N801
    """A table of rows that the rules yield."""


class erratum_node(nodes.General, nodes.Element, Seen):  # noqa: N801
    """An erratum; its children are the argument."""


class summary_node(nodes.General, nodes.Element):  # noqa: N801
    """How many checks just ran."""


class locus_node(nodes.Inline, nodes.Element, Seen):  # noqa: N801
    """The number of a translated sentence, which is its address. Attribute: ``locus``."""


class claim_node(nodes.Inline, nodes.TextElement, Seen):  # noqa: N801
    """A claim; its child is the text shown."""


class reference_node(nodes.Inline, nodes.Element):  # noqa: N801
    """A link to a locus or an erratum, resolved when the page is written. Attributes: ``word``, ``name``."""


class card_node(nodes.Inline, nodes.Element):  # noqa: N801
    """One card, or the cards held of one suit. Attributes: ``suit`` (its letter), ``ranks``, ``spoken``."""

    def astext(self) -> str:
        """Return the card as text."""
        return f"{SIGNS[self['suit']]}{self['ranks']}"


class details_node(nodes.General, nodes.Element):  # noqa: N801
    """Something folded away where that is possible. Attribute: ``summary``."""


BLOCKS = (setup_node, example_node, record_node, rows_node, erratum_node, summary_node)
OURS = (*BLOCKS, locus_node, claim_node, reference_node)
