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
        "britannica-vint": "Encyclopædia Britannica, 1911",
        "bse-vint": "Great Soviet Encyclopedia, 1st edition",
        "pagat-vint": "Pagat, after a Moscow book of 1886",
        "wikipedia-vint": "Wikipedia, in English",
        "dorogaved-vint": "a Russian page of rules",
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
            "bse-vint": "those who sit opposite each other",
            "pagat-vint": "fixed pairs, opposite each other",
            "wikipedia-vint": "whoever sits opposite",
            "dorogaved-vint": "the two who drew the lowest cards, opposite each other",
        },
        "partners sit opposite each other",
    ),
    Point(
        "Deal",
        {
            "bse-vint": "52 cards, 13 to each",
            "pagat-vint": "52 cards",
            "wikipedia-vint": "52 cards, clockwise",
            "dorogaved-vint": "52 cards, 13 to each, one at a time",
        },
        "13 to each, one at a time, to the left of the dealer first",
    ),
    Point(
        "First call",
        {"bse-vint": "the dealer's", "dorogaved-vint": "the dealer's, then to the left"},
        "the dealer's, then to the left",
    ),
    Point(
        "Rank of the strains",
        {
            "britannica-vint": "spades, clubs, diamonds, hearts, no trumps",
            "dorogaved-vint": "spades, clubs, diamonds, hearts, as ranked for equal cards at the draw for seats",
        },
        "spades, clubs, diamonds, hearts, no trumps",
    ),
    Point(
        "Levels",
        {"bse-vint": "the simple game takes seven tricks, the double one eight, the slams twelve and thirteen"},
        "one to seven over six tricks, as the chapter has it",
    ),
    Point(
        "End of the auction",
        {
            "pagat-vint": "twelve passes",
            "wikipedia-vint": "eight passes running, the last bidder's own two among them",
        },
        "twelve passes running, or eight: the decision `passes`",
    ),
    Point(
        "Over one's own bid",
        {"pagat-vint": "allowed, even when all others have passed"},
        "allowed",
    ),
    Point("Dummy", {"pagat-vint": "none", "wikipedia-vint": "none"}, "none: each plays his own hand"),
    Point(
        "First lead",
        {
            "britannica-vint": "leads are much as at bridge; who leads is not said",
            "wikipedia-vint": "the play is that of whist; who leads is not said",
        },
        "the declarer's left, or the dealer's: the decision `first_lead`",
    ),
    Point(
        "Following suit",
        {"wikipedia-vint": "whoever can follows suit, else any card; the highest trump or card of the suit led wins"},
        "the same",
    ),
    Point(
        "All pass at once",
        {},
        "the cards are thrown in and a star is put, as the chapter has it; who deals next is"
        " the decision `after_all_pass`",
    ),
)
"""The points of the play, with what each description was seen to say; what is left out was not seen there."""


def point_rows() -> list[tuple[str, ...]]:
    """Return the comparison as rows: the point, what each description says of it, and what is played here."""
    return [(point.name, *(point.told.get(key, "–") for key in DESCRIPTIONS), point.taken) for point in POINTS]
