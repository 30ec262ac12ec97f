"""Turns the translated passages of a page into TEI: blocks of text cut into one ``seg`` for each locus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from docutils import nodes

from verify.checks.figures import number
from verify.draw.nodes import block_node, claim_node, locus_node, reference_node
from verify.model import Mentioned
from verify.site.apparatus.addresses import locus_path
from verify.site.facts import SUPPLIED, sentence_blocks

NS = "http://www.tei-c.org/ns/1.0"
XML = "{http://www.w3.org/XML/1998/namespace}"
EDITOR = "#resp-0"
"""Who answers for what is not the source's."""
_HIGHLIGHT: dict[type[nodes.Element], str] = {
    nodes.emphasis: "italic",
    nodes.strong: "bold",
    nodes.superscript: "superscript",
    nodes.subscript: "subscript",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page that translates something: a heading, a paragraph or a whole table.

    Attributes:
        node: the block.
        loci: the loci in it, in order.
        continues: whether it continues the sentence of the block before, which is then its only locus.
    """

    node: nodes.Element
    loci: tuple[str, ...]
    continues: bool

    def element(self, headed: bool, segments: Segments) -> ET.Element:
        """Return the block as TEI; ``headed`` says whether a heading may stand here."""
        writer = _Writer(segments, self.loci[0] if self.continues else "")
        if isinstance(self.node, nodes.table):
            return writer.table(self.node)
        if isinstance(self.node, nodes.title):
            element = ET.Element(f"{{{NS}}}head") if headed else ET.Element(f"{{{NS}}}p", {"rend": "heading"})
        else:
            element = ET.Element(f"{{{NS}}}p")
        writer.fill(element, self.node)
        return element


def blocks_of(doctree: nodes.document) -> Iterator[Block]:
    """Yield the blocks of a page that translate something, in order."""
    last = ""
    for node, continues in sentence_blocks(doctree, nodes.table).items():
        loci = (last,) if continues else tuple(node["locus"] for node in node.findall(locus_node))
        last = loci[-1]
        yield Block(node, loci, continues)


@dataclass(frozen=True, slots=True)
class Segments:
    """What the pages do not know of the segments.

    Attributes:
        attributes: the attributes of each locus's segment: its evidence.
        notes: writes the note of an erratum into an element.
        errata: the errata of each locus.
    """

    attributes: Mapping[str, dict[str, str]]
    notes: Callable[[ET.Element, str], None]
    errata: Mapping[str, Sequence[str]]


def add_text(element: ET.Element, text: str) -> None:
    """Append text to what an element already has."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


class _Writer:
    """Writes inline content; knows in which locus it is."""

    def __init__(self, known: Segments, locus: str) -> None:
        self.known, self.locus = known, locus

    def table(self, node: nodes.table) -> ET.Element:
        """Return a table; its caption is left out unless it holds a locus."""
        element = ET.Element(f"{{{NS}}}table")
        for title in node.findall(nodes.title):
            if any(True for _ in title.findall(locus_node)):
                self.fill(ET.SubElement(element, f"{{{NS}}}head"), title)
        for row in node.findall(nodes.row):
            role = "label" if isinstance(row.parent, nodes.thead) else "data"
            cells = ET.SubElement(element, f"{{{NS}}}row", {"role": role})
            for entry in row.children:
                cell = ET.SubElement(cells, f"{{{NS}}}cell")
                if role == "label" and not any(row.findall(locus_node)):
                    add_text(cell, entry.astext())  # our own words, over a table of the source
                else:
                    self.fill(cell, entry)
        return element

    def fill(self, element: ET.Element, node: nodes.Node) -> None:
        """Write a block's content into an element, a seg for each locus; what precedes the first is left out."""
        target: ET.Element | None = None
        if self.locus and (isinstance(node, nodes.entry) or not any(node.findall(locus_node))):
            target = self._segment(element, "corresp")
        for child in _flat(node):
            if isinstance(child, locus_node):
                self.locus = child["locus"]
                target = self._segment(element, f"{XML}id")
            elif target is not None:
                self._inline(target, child)
        for segment in element:
            for name in self._unmarked(segment):
                self.known.notes(segment, name)
            _trim(segment)
        for segment in [segment for segment in element if not len(segment) and not segment.text]:
            if segment.get("corresp", "").startswith("#"):
                element.remove(segment)

    def _unmarked(self, segment: ET.Element) -> list[str]:
        """Return the errata of a locus's own segment that have no mark in its text."""
        here = {ref.get("target") for ref in segment.iter(f"{{{NS}}}ref")}
        named = self.known.errata.get(segment.get(f"{XML}id", ""), ())
        return [name for name in named if f"#erratum-{name}" not in here]

    def _segment(self, element: ET.Element, by: str) -> ET.Element:
        """Begin a seg: a locus's own (``xml:id``), or its continuation in another cell (``corresp``)."""
        if len(element):
            add_text(element, " ")
        if by == "corresp":
            return ET.SubElement(element, f"{{{NS}}}seg", {"type": "locus", "corresp": f"#{self.locus}"})
        return ET.SubElement(
            element,
            f"{{{NS}}}seg",
            {
                by: self.locus,
                "type": "locus",
                "n": self.locus.rpartition(".")[2],
                "corresp": f"../{locus_path(self.locus)}",
                **self.known.attributes.get(self.locus, {}),
            },
        )

    def _inline(self, target: ET.Element, node: nodes.Node) -> None:
        if isinstance(node, nodes.Text):
            add_text(target, node.astext().replace("\n", " "))
        elif isinstance(node, reference_node):
            self._reference(target, node)
        elif isinstance(node, claim_node):
            self._claim(target, node)
        elif isinstance(node, nodes.literal):
            ET.SubElement(target, f"{{{NS}}}code").text = node.astext()
        elif isinstance(node, nodes.Element) and not isinstance(node, block_node):
            self._element(target, node)

    def _reference(self, target: ET.Element, node: nodes.Element) -> None:
        name = node["name"]
        if node["word"] == Mentioned.ERRATUM:
            self.known.notes(target, name)
        else:
            note = ET.SubElement(target, f"{{{NS}}}note", {"type": "reference", "resp": EDITOR})
            ET.SubElement(note, f"{{{NS}}}ref", {"type": "locus", "target": f"#{name}"}).text = name

    def _claim(self, target: ET.Element, node: nodes.Element) -> None:
        value = number(node.astext())
        if value is None or value.denominator != 1:
            for child in node.children:
                self._inline(target, child)
        else:
            ET.SubElement(target, f"{{{NS}}}num", {"value": str(value)}).text = node.astext()

    def _element(self, target: ET.Element, node: nodes.Element) -> None:
        """Write an inline element: highlighted, in another language, or a link; others leave just their content."""
        inner = target
        classes: list[str] = node.get("classes", [])
        language = next((name[9:] for name in classes if name.startswith("language-")), "")
        if language:
            inner = ET.SubElement(target, f"{{{NS}}}foreign", {f"{XML}lang": language})
        elif SUPPLIED in classes:
            inner = ET.SubElement(target, f"{{{NS}}}supplied", {"resp": EDITOR})
        elif type(node) in _HIGHLIGHT:
            inner = ET.SubElement(target, f"{{{NS}}}hi", {"rend": _HIGHLIGHT[type(node)]})
        elif isinstance(node, nodes.reference) and "://" in node.get("refuri", ""):
            inner = ET.SubElement(target, f"{{{NS}}}ref", {"target": node["refuri"]})
        for child in node.children:
            self._inline(inner, child)


def _flat(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the content of a block without the paragraphs in it; loci inside emphasis and the like are taken out."""
    for child in node.children:
        if isinstance(child, block_node):
            continue
        blocky = isinstance(child, nodes.Element) and not isinstance(child, nodes.Inline)
        holds = isinstance(child, nodes.Element) and any(True for _ in child.findall(locus_node))
        if isinstance(child, locus_node) or not (blocky or holds):
            yield child
        else:
            yield from _flat(child)


def _trim(element: ET.Element) -> None:
    """Strip white space from both ends of an element's content."""
    if element.text:
        element.text = element.text.lstrip()
    if len(element):
        element[-1].tail = (element[-1].tail or "").rstrip()
    elif element.text:
        element.text = element.text.rstrip()
