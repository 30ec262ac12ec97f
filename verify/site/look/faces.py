"""Cuts the set of playing cards that npm installs into one small file for each card.

The set is svg-cards (LGPL-2.1): one drawing that holds all cards and the parts they share. A card's file has the parts
that it uses and no other. Its corners are left empty: pages write rank and suit there as text, at a size that fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree

SET = "node_modules/svg-cards/svg-cards.svg"
"""The drawing of all cards, below the project's root."""
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = {"s": "spade", "h": "heart", "d": "diamond", "c": "club"}
RED, BLACK = "#a51c2b", "#1d1a17"
INKS = {"s": (BLACK, BLACK), "h": (RED, RED), "d": (RED, "#1458b8"), "c": (BLACK, "#17693a")}
"""The ink of a suit's signs in a pack of two colours and in one of four."""

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NAMES = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}
_CORNERS = {"#base", "#ace", "#jack", "#queen", "#king", *(f"#n_{rank}" for rank in RANKS)}
_LARGE = ("matrix(-2.4,", "scale(2.4,")  # how the signs in the field are drawn; those in the corners are smaller
_PATH = re.compile(r'(?<= d=")[^"]*')
_FIGURE = re.compile(r"-?\d+\.\d{2,}")


def files(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each file; none if the set is not installed.

    ``hQ.svg`` is the queen of hearts in a pack of two colours, ``four/dQ.svg`` that of diamonds in one of four.
    """
    path = root / SET
    if not path.is_file():
        return
    ElementTree.register_namespace("", _SVG[1:-1])
    ElementTree.register_namespace("xlink", _HREF[1:-5])
    drawing = ElementTree.parse(path).getroot()
    parts = {part.get("id", ""): part for part in drawing.iter() if part.get("id")}
    for letter, suit in SUITS.items():
        two, four = INKS[letter]
        for rank in RANKS:
            card = parts[f"{suit}_{_NAMES.get(rank, rank)}"]
            yield f"{letter}{rank}.svg", _file(card, parts, suit, two)
            if four != two:
                yield f"four/{letter}{rank}.svg", _file(card, parts, suit, four)


def installed(root: Path) -> bool:
    """Return whether the set of cards is there to be cut up."""
    return (root / SET).is_file()


def _file(card: ElementTree.Element, parts: dict[str, ElementTree.Element], suit: str, ink: str) -> str:
    art = deepcopy(card)
    if card.get("id") == f"{suit}_1":  # one large sign
        art = ElementTree.Element(f"{_SVG}use", {_HREF: f"#{suit}", "transform": "translate(84.5 122.3) scale(-5)"})
    corner = [use for use in art if use.get(_HREF) == f"#{suit}" and not use.get("transform", "").startswith(_LARGE)]
    for use in [use for use in art if use.get(_HREF) in _CORNERS] + corner:
        art.remove(use)
    used = dict.fromkeys(_uses(art, parts))
    defs = ElementTree.Element(f"{_SVG}defs")
    defs.extend(deepcopy(parts[name]) for name in used)
    _colour(next((part for part in defs if part.get("id") == suit), defs), ink)
    root = ElementTree.Element(f"{_SVG}svg", viewBox="0 0 169.1 244.6")
    root.extend([defs, art])
    text = ElementTree.tostring(root, encoding="unicode")
    return _PATH.sub(lambda path: _FIGURE.sub(lambda match: f"{float(match[0]):.1f}", path[0]), text)


def _uses(part: ElementTree.Element, parts: dict[str, ElementTree.Element]) -> Iterator[str]:
    """Yield the names of all parts that a part uses, those used by others first."""
    for element in part.iter():
        name = element.get(_HREF, "")[1:]
        if name:
            yield from _uses(parts[name], parts)
            yield name


def _colour(sign: ElementTree.Element, ink: str) -> None:
    for element in sign.iter():
        element.set("fill", ink)
        element.attrib.pop("style", None)
