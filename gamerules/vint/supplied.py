"""What is supplied: the chapter tells only the score, so deal, auction and play come from other descriptions.

Nothing here is the source's, and no code that plays the game carries a locus of it. Each piece of it names instead the
descriptions that tell it, by their keys in the bibliography; where none that we could see tells, it names none and says
what was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

T = TypeVar("T")

DESCRIPTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "foster-vint": "Foster",
        "britannica-vint": "Britannica, 1911",
        "bse-vint": "Soviet encyclopedia",
        "pagat-vint": "Pagat, after a book of 1886",
        "korttipelit-vint": "Korttipelit",
        "wikipedia-vint": "Wikipedia, English",
        "dorogaved-vint": "a Russian page",
    }
)
"""The descriptions used, by their keys in the bibliography."""


def supplied(*descriptions: str, taken: str = "") -> Callable[[T], T]:
    """Mark a function or class as supplied; it is returned as it is.

    Args:
        descriptions: the keys of the descriptions that tell it.
        taken: where it is taken from if none of them tells it.

    Raises:
        ValueError: if it names neither, or a description that is not known.
    """
    unknown = set(descriptions) - set(DESCRIPTIONS)
    if unknown or not (descriptions or taken):
        raise ValueError(
            f"a supplied rule names its descriptions, some of {', '.join(DESCRIPTIONS)}, or what was taken"
        )

    def mark(thing: T) -> T:
        target: Any = thing
        SUPPLIED[f"{target.__module__}.{target.__qualname__}"] = (descriptions, taken)
        return thing

    return mark


SUPPLIED: Final[dict[str, tuple[tuple[str, ...], str]]] = {}
"""All that is supplied, by name: the descriptions that tell it, and what was taken where none does."""


def by(*descriptions: str) -> str:
    """Return what stands in the place of a locus where a supplied rule forbids an action."""
    return f"supplied: {', '.join(descriptions) or 'as at bridge'}"


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the play and what the descriptions say of it.

    Attributes:
        name: the point.
        told: what each description that tells it says, in our words.
        taken: what is played here.
    """

    name: str
    told: Mapping[str, str]
    taken: str


POINTS: Final = (
    Point(
        "Partners",
        {
            "britannica-vint": "whoever sits opposite",
            "bse-vint": "sit opposite",
            "pagat-vint": "fixed, sit opposite",
            "korttipelit-vint": "the two who drew the lowest cards, opposite",
            "wikipedia-vint": "whoever sits opposite",
            "dorogaved-vint": "the two who drew the lowest cards, opposite",
        },
        "sit opposite",
    ),
    Point(
        "Deal",
        {
            "bse-vint": "52 cards, 13 each",
            "pagat-vint": "52 cards",
            "wikipedia-vint": "52 cards; clockwise",
            "dorogaved-vint": "52 cards, 13 each, one by one",
        },
        "13 each, one by one, to the left of the dealer first",
    ),
    Point(
        "First call",
        {
            "foster-vint": "the dealer's, then each in turn",
            "bse-vint": "the dealer's",
            "dorogaved-vint": "the dealer's, then to the left",
        },
        "the dealer's, then to the left",
    ),
    Point(
        "Strains, from the lowest",
        {
            "britannica-vint": "spades, clubs, diamonds, hearts, no trumps",
            "korttipelit-vint": "spades, clubs, diamonds, hearts, no trumps",
            "dorogaved-vint": "spades, clubs, diamonds, hearts, where seats are drawn for",
        },
        "spades, clubs, diamonds, hearts, no trumps",
    ),
    Point(
        "Levels",
        {
            "foster-vint": "one to seven odd tricks",
            "bse-vint": "the simple game is seven tricks, the slams twelve and thirteen",
            "korttipelit-vint": "tricks over six",
        },
        "one to seven over six tricks",
    ),
    Point(
        "Passes that end the auction",
        {"pagat-vint": "twelve", "korttipelit-vint": "eight; many books say three", "wikipedia-vint": "eight"},
        "eight, or twelve, or three (passes)",
    ),
    Point(
        "Over one's own bid",
        {"foster-vint": "only when outbid", "pagat-vint": "allowed, even when all others have passed"},
        "allowed, or not (own_bid)",
    ),
    Point(
        "Dummy",
        {"foster-vint": "none", "pagat-vint": "none", "korttipelit-vint": "none", "wikipedia-vint": "none"},
        "none",
    ),
    Point(
        "First lead",
        {
            "foster-vint": "left of the highest bidder",
            "britannica-vint": "not said; leads much as at bridge",
            "wikipedia-vint": "not said; play as at whist",
        },
        "left of the declarer, or of the dealer (first_lead)",
    ),
    Point(
        "Tricks",
        {"foster-vint": "follow suit; trumps win", "wikipedia-vint": "follow suit; trumps win"},
        "follow suit; the highest trump wins, or else the highest card of the suit led",
    ),
    Point(
        "All pass at once",
        {},
        "a star, as the chapter has it; who deals next is a decision (after_all_pass)",
    ),
)
"""The points of the play, with what each description was seen to say; what is left out was not seen there."""


def point_rows() -> list[tuple[str, ...]]:
    """Return the comparison as rows: the point, what each description says of it, and what is played here."""
    return [(point.name, *(point.told.get(key, "–") for key in DESCRIPTIONS), point.taken) for point in POINTS]
