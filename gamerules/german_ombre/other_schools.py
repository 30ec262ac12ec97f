"""What other schools pay: nothing here is a rule of German Ombre, but a company may agree to play by it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gamerules.german_ombre.table import Price, Tariff

DANISH = {
    "play": (1, -1, -2),
    "better play": (1, -1, -2),
    "bought nolo": (2, -2, -3),
    "tourné": (2, -2, -3),
    "tourné respect": (3, -3, -4),
    "solo": (3, -3, -4),
    "solo in spades": (4, -4, -5),
    "pure nolo": (4, -4, -5),
    "open nolo": (6, -6, -7),
}
"""The tariff of the Dansk L'hombre-Union: won, lost singly, lost by codille."""


def danish_rows() -> list[list[str]]:
    """Return the Danish tariff as rows: the game, won, lost singly (bête), lost by codille."""
    return [[game, *(f"{figure:+d}".replace("-", "−") for figure in figures)] for game, figures in DANISH.items()]


CZECH = {
    "solo": 2,
    "solo in colour": 4,
    "grandissimo": 8,
    "nullissimo": 16,
    "mort": 4,
}
"""What a Czech page of l'hombre pays, in points, as far as its games are those of German Ombre."""

_COUNTERPARTS: Final = {
    "danish": {
        Price.FRAGE: DANISH["play"][0],
        Price.TOURNE: DANISH["tourné"][0],
        Price.HAND: DANISH["solo"][0],
        Price.HAND_COULEUR: DANISH["solo in spades"][0],
        Price.NULL: DANISH["pure nolo"][0],
    },
    "czech": {
        Price.HAND: CZECH["solo"],
        Price.HAND_COULEUR: CZECH["solo in colour"],
        Price.GRAND: CZECH["grandissimo"],
        Price.NULL: CZECH["nullissimo"],
        Price.MORT: CZECH["mort"],
    },
}
"""The games of other schools that have a counterpart here: their values when won, by place of the tariff."""

SOURCES: Final[Mapping[str, str]] = MappingProxyType({"danish": "danish-lhombre", "czech": "hrejsi-lhombre"})
"""Where each tariff was seen, by its key in the bibliography."""

TARIFFS: Final[Mapping[str, Tariff]] = MappingProxyType(
    {
        name: Tariff.of({str(place): figure for place, figure in figures.items()}, name)
        for name, figures in _COUNTERPARTS.items()
    }
)
"""Published tariffs that a company may choose by name; where one has no counterpart, what survives of ours stands."""


def tariff_rows() -> list[list[str]]:
    """Return the published tariffs as rows: the place, and its figure in each; a dash where it has no counterpart."""
    figures = [dict(tariff.supplied) for tariff in TARIFFS.values()]
    return [
        [price.words, *(str(each.get(price, "–")) for each in figures)]
        for price in Price
        if any(price in each for each in figures)
    ]
