"""The strains of vint, the sides of a deal, and the readings that the text leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from gamerules.rules import BaseRules, ImpossibleInputError, decision, suggest


class Strain(StrEnum):
    """The strain of a contract, in the order of bidding from spades up; in the score only trumps or none matters."""

    SPADES = "spades"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    NO_TRUMP = "notrump"

    @property
    def has_trumps(self) -> bool:
        """Whether a suit is trumps."""
        return self is not Strain.NO_TRUMP

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain by its name; ``no trump`` and ``no trumps`` are understood too.

        Raises:
            ImpossibleInputError: if the text names no strain.
        """
        key = text.strip().lower().replace(" ", "").replace("-", "").replace("notrumps", "notrump")
        try:
            return cls(key)
        except ValueError:
            raise ImpossibleInputError(f"{text!r} is no strain{suggest(key, [str(s) for s in cls])}") from None


DECLARERS = "declarers"
OPPONENTS = "opponents"
SIDES = (DECLARERS, OPPONENTS)
"""The sides of one deal: those who named the game, and those against them."""

LEVELS = range(1, 8)
"""The levels of the bidding, from the simple game (1) to the grand slam (7)."""

SMALL_SLAM = 6
GRAND_SLAM = 7
TRICKS = 13
"""Tricks in a deal."""


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """The variants that the manual offers and the readings adopted where it is silent or open."""

    from_hand: bool = decision(
        False,
        question="Does a slam bid straight from the hand, without a word to the partner, count tenfold?",
        readings={False: "no; such a bid is a slam like any other", True: "yes, as the company has agreed"},
        loci=("vint-viii.slams.4", "vint-viii.slams.5"),
        why="the manual says that it is often not played and is a matter of agreement",
        kind="variant",
    )
    from_hand_answer: str = decision(
        "alone",
        question="Who pays when a slam bid from the hand fails?",
        readings={"alone": "the one who bid it, for both partners", "together": "both partners, as always"},
        loci=("vint-viii.slams.6", "vint-viii.slams.7"),
        why="the manual states it, and lets partners agree otherwise beforehand",
        kind="variant",
    )
    from_hand_failed: str = decision(
        "tenfold",
        question="What passes to the opponents when a slam bid from the hand fails?",
        readings={"tenfold": "the tenfold premium", "plain": "the premium of an ordinary slam bid"},
        loci=("vint-viii.failed-slams.1", "vint-viii.slams.4"),
        why="what passes is the entry that the bidders would have been entitled to, and that is the tenfold one",
    )
    opponents_slam: bool = decision(
        True,
        question="Do the opponents write for a slam when it is they who take twelve or thirteen tricks?",
        readings={True: "yes, as for any slam that was not bid", False: "no, only the declarers can make a slam"},
        loci=("vint-viii.slams.3", "vint-viii.tricks.4"),
        why="a slam that comes about unbid is written, and the sentence does not limit it to one side",
    )
    small_slam_in_failed_grand: bool = decision(
        False,
        question="Do declarers who bid the grand slam and take twelve tricks write for a small slam made?",
        readings={False: "no, they have failed", True: "yes, twelve tricks are a small slam that came about unbid"},
        loci=("vint-viii.failed-slams.2", "vint-viii.slams.3"),
        why="the worked sum of 17,000 names no entry for the side that failed",
    )

    MANUAL: ClassVar[Rules]


Rules.MANUAL = Rules()

PRESETS: Mapping[str, Rules] = {"MANUAL": Rules.MANUAL}
