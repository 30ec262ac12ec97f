"""The building blocks of what is drawn on pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from docutils import nodes

from gamerules.rules import LOCUS
from verify.draw import cards
from verify.draw.nodes import reference_node
from verify.draw.table import joined
from verify.model import Mentioned

Nodes: TypeAlias = list[nodes.Node]


def words(text: str) -> Nodes:
    """Return a text as nodes: loci become links, ``code`` is set as code, cards are drawn as cards."""
    found: Nodes = []
    for number, part in enumerate(text.split("`")):
        if number % 2:
            found.append(nodes.literal("", part))
            continue
        at = 0
        for match in LOCUS.finditer(part):
            found += [*cards.text(part[at : match.start()]), locus_link(match.group())]
            at = match.end()
        found += cards.text(part[at:])
    return found


def locus_link(locus: str) -> nodes.Node:
    """Return a link to a locus."""
    return reference_node("", word=str(Mentioned.LOCUS), name=locus)


def erratum_link(name: str) -> nodes.Node:
    """Return a link to an erratum."""
    return reference_node("", word=str(Mentioned.ERRATUM), name=name)


def loci_links(loci: Iterable[str]) -> Nodes:
    """Return links to loci, with commas between them."""
    return joined(map(locus_link, loci))


def foreign(text: str, language: str) -> nodes.Node:
    """Return a passage in another language, marked as such."""
    return nodes.inline("", text, classes=[f"language-{language}"])


def section(title: Nodes, ident: str, *children: nodes.Node) -> nodes.section:
    """Return a section with its typed address."""
    return nodes.section("", nodes.title("", "", *title), *children, ids=[ident])
