"""Reduces the schema of the Text Encoding Initiative to the elements and attributes that this edition uses.

``tei_all`` takes half a minute to compile; what is left of it here takes a moment. Nothing is added: elements and
optional attributes are only forbidden, so whatever is valid by the reduced schema is valid by ``tei_all``, too.

Usage: python scripts/tei_schema.py tei_all.rng (from a release of the TEI guidelines)
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

FILE = Path(__file__).parents[1] / "verify/site/tei/tei.rng"
RNG = "{http://relaxng.org/ns/structure/1.0}"
# fmt: off
ELEMENTS = frozenset((
    "TEI", "teiHeader", "fileDesc", "titleStmt", "title", "respStmt", "resp", "orgName", "persName", "editionStmt",
    "edition", "date", "publicationStmt", "publisher", "idno", "availability", "licence", "sourceDesc", "listBibl",
    "listWit", "witness", "bibl", "author",
    "note", "encodingDesc", "projectDesc", "editorialDecl", "correction", "segmentation", "classDecl", "taxonomy",
    "category", "catDesc", "profileDesc", "langUsage", "language", "p", "text", "group", "body", "back", "div", "head",
    "ab", "seg", "ref", "ptr", "num", "foreign", "hi", "code", "table", "row", "cell", "list", "item", "label",
    "choice", "sic", "corr", "supplied", "gap", "desc", "listApp", "app", "rdg",
))
ATTRIBUTES = frozenset((
    "xml:id", "xml:lang", "n", "type", "when", "level", "rend", "role", "corresp", "ana", "target", "value", "reason",
    "unit", "wit", "cert", "resp", "ident",
))
# fmt: on
_HEAD = """\
The schema tei_all of the Text Encoding Initiative ({edition}), reduced to what this edition uses.
Changed: elements and attributes that are not used were taken out, by scripts/tei_schema.py. Copyright TEI
Consortium; TEI material is available under CC BY and under the BSD 2-Clause licence, and is used here under CC BY 3.0.
"""


def reduce(text: str) -> str:
    """Return a schema reduced to :data:`ELEMENTS` and :data:`ATTRIBUTES`.

    Raises:
        ValueError: if an element or attribute is not in the schema.
    """
    ET.register_namespace("", RNG[1:-1])
    ET.register_namespace("a", "http://relaxng.org/ns/compatibility/annotations/1.0")
    root = ET.fromstring(text)
    edition = text.partition("TEI Edition: ")[2].partition(". ")[0] or "of unknown version"
    _strip(root)
    found = {element.get("name") for element in root.iter(f"{RNG}element")}
    if missing := sorted(ELEMENTS - found):
        raise ValueError(f"the schema has no element {', '.join(missing)}; use tei_all.rng of TEI P5")
    start = root.find(f"{RNG}start")
    assert start is not None
    for child in list(start):
        start.remove(child)
    ET.SubElement(start, f"{RNG}ref", {"name": "TEI"})
    _forbid(root)
    changed = True
    while changed:
        changed = any([_simplify(root), _drop_empty(root)])
    _prune(root)
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<!--\n{_HEAD.format(edition=edition)}-->\n{body}\n'


def _strip(root: ET.Element) -> None:
    """Take out everything that is not RELAX NG itself: documentation and Schematron rules."""
    for parent in list(root.iter()):
        for child in list(parent):
            if not str(child.tag).startswith(RNG):  # a comment's tag is a function
                parent.remove(child)
        if parent.tag not in (f"{RNG}value", f"{RNG}param", f"{RNG}name"):
            parent.text = None
        parent.tail = None


def _forbid(root: ET.Element) -> None:
    """Put ``notAllowed`` in the place of every element and attribute that is not used."""
    used = {f"{RNG}element": ELEMENTS, f"{RNG}attribute": ATTRIBUTES}
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            if child.get("name", "") not in used.get(child.tag, {child.get("name", "")}):
                parent[index] = ET.Element(f"{RNG}notAllowed")


_SEQUENCES = frozenset(f"{RNG}{name}" for name in ("group", "interleave", "define", "element", "oneOrMore", "list"))
_OPTIONS = frozenset(f"{RNG}{name}" for name in ("optional", "zeroOrMore"))


def _simplify(root: ET.Element) -> bool:
    """Move ``notAllowed`` and ``empty`` up as far as possible; return whether anything changed."""
    changed = False
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            new = _simpler(child)
            if new is not None:
                parent[index] = new
                changed = True
        if parent.tag == f"{RNG}choice":
            forbidden = [child for child in parent if child.tag == f"{RNG}notAllowed"]
            if forbidden and len(forbidden) < len(parent):
                for child in forbidden:
                    parent.remove(child)
                changed = True
        if parent.tag in _SEQUENCES:
            empties = [child for child in parent if child.tag == f"{RNG}empty"]
            for child in empties if len(parent) > len(empties) else empties[1:]:
                parent.remove(child)
                changed = True
    return changed


def _simpler(child: ET.Element) -> ET.Element | None:
    """Return what may stand in a pattern's place, or None if it is as simple as it can be."""
    tags = [inner.tag for inner in child]
    forbidden = f"{RNG}notAllowed" in tags
    if child.tag in _OPTIONS and (forbidden or tags == [f"{RNG}empty"]):
        return ET.Element(f"{RNG}empty")
    if child.tag == f"{RNG}choice" and tags and all(tag == f"{RNG}notAllowed" for tag in tags):
        return ET.Element(f"{RNG}notAllowed")
    if child.tag in _SEQUENCES and child.tag not in (f"{RNG}define", f"{RNG}element") and forbidden:
        return ET.Element(f"{RNG}notAllowed")
    if child.tag in (f"{RNG}group", f"{RNG}interleave", f"{RNG}choice") and len(child) == 1:
        return child[0]
    return None


def _drop_empty(root: ET.Element) -> bool:
    """Replace references to patterns that forbid everything or nothing; return whether anything changed."""
    fate: dict[str, str] = {}
    for define in root.findall(f"{RNG}define"):
        tags = [child.tag for child in define]
        if f"{RNG}notAllowed" in tags:
            fate[define.get("name", "")] = f"{RNG}notAllowed"
        elif not tags or tags == [f"{RNG}empty"]:
            fate[define.get("name", "")] = f"{RNG}empty"
    changed = False
    for parent in list(root.iter()):
        for index, child in enumerate(list(parent)):
            if child.tag == f"{RNG}ref" and child.get("name") in fate:
                parent[index] = ET.Element(fate[str(child.get("name"))])
                changed = True
    return changed


def _prune(root: ET.Element) -> None:
    """Take out the definitions that nothing refers to any more."""
    defines = {define.get("name"): define for define in root.findall(f"{RNG}define")}
    reached: set[str | None] = set()
    waiting = [root.find(f"{RNG}start")]
    while waiting:
        pattern = waiting.pop()
        assert pattern is not None
        for ref in pattern.iter(f"{RNG}ref"):
            name = ref.get("name")
            if name not in reached:
                reached.add(name)
                waiting.append(defines[name])
    for name, define in defines.items():
        if name not in reached:
            root.remove(define)


def main(arguments: Sequence[str]) -> int:
    """Write the reduced schema."""
    if len(arguments) != 1:
        print("usage: python scripts/tei_schema.py tei_all.rng", file=sys.stderr)
        return 2
    FILE.write_text(reduce(Path(arguments[0]).read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
