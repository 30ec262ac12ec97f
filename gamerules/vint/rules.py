"""The variants that the text offers, and the readings adopted where it is silent or open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gamerules.rules import BaseRules, decision
from gamerules.vint.coronets import CoronetPrices


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """The variants that the manual offers and the readings adopted where it is silent or open.

    ``coronets`` is not a decision: the prices of coronets are lost, and a reader who has a table may give it here.
    """

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
        question="Do the opponents score for a slam when it is they who take twelve or thirteen tricks?",
        readings={True: "yes, as for any slam that was not bid", False: "no, only the declarers can make a slam"},
        loci=("vint-viii.slams.3", "vint-viii.tricks.4"),
        why="a slam that comes about unbid is scored, and the sentence does not limit it to one side",
    )
    small_slam_in_failed_grand: bool = decision(
        False,
        question="Do declarers who bid the grand slam and take twelve tricks score for a small slam made?",
        readings={False: "no, they have failed", True: "yes, twelve tricks are a small slam that came about unbid"},
        loci=("vint-viii.failed-slams.2", "vint-viii.slams.3"),
        why="the worked sum of 17,000 names no entry for the side that failed",
    )
    last_game: str = decision(
        "both",
        question="Does the game that ends the rubber earn its own 1,000 besides the 2,000 of the rubber?",
        readings={"both": "yes, 3,000 in all", "rubber": "no, 2,000 in all"},
        loci=("vint-viii.bonuses.1",),
        why="1,000 is for ending a game and 2,000 for ending the rubber; the last game ends both",
    )
    stars: str = decision(
        "each",
        question="What are several stars worth to the side that takes the rubber?",
        readings={"each": "1,000 each", "one": "1,000 in all"},
        loci=("vint-viii.bonuses.2",),
        why="a star is put for each deal passed out, and it is the star that gives the right to 1,000",
    )
    passes: int = decision(
        8,
        question="How many passes running end the auction after a bid?",
        readings={
            8: "eight: each player has passed twice, the last bidder too",
            12: "twelve: each player has passed three times",
            3: "three, as at bridge: all others have passed",
        },
        loci=("vint-viii.slams.4",),
        why="supplied; the chapter has bids after a partner's word, and not how the words end. Eight is told by two "
        "descriptions, one of which has compared others and calls three a mistake; twelve after a book of 1886",
        kind="supplied",
    )
    own_bid: bool = decision(
        True,
        question="May a player bid over his own bid when nobody else has?",
        readings={True: "yes, at his next turn", False: "no; he must pass unless his bid was outbid"},
        loci=("vint-viii.slams.4",),
        why="supplied; one description allows it and one forbids it, and passes of the last bidder are counted only "
        "where he might have bid",
        kind="supplied",
    )
    first_lead: str = decision(
        "declarer",
        question="Who leads to the first trick?",
        readings={
            "declarer": "the player to the left of the declarer, as at bridge",
            "dealer": "the player to the left of the dealer, as at whist",
        },
        loci=("vint-viii.tricks.1",),
        why="supplied; one description says it outright; another speaks of whist, where the dealer's left leads",
        kind="supplied",
    )
    after_all_pass: str = decision(
        "next",
        question="Who deals after all have passed?",
        readings={"next": "the player to the dealer's left, as after any deal", "same": "the same dealer again"},
        loci=("vint-viii.bonuses.2",),
        why="supplied; no description that we could see says it, and each such deal gets its star",
        kind="supplied",
    )
    coronets: CoronetPrices | None = None

    MANUAL: ClassVar[Rules]


Rules.MANUAL = Rules()

PRESETS: Mapping[str, Rules] = {"MANUAL": Rules.MANUAL}


def decision_rows() -> list[tuple[str, ...]]:
    """Return the decisions on the text as rows: question and name, the reading adopted, the others, and why."""
    return _rows(supplied=False)


def supplied_rows() -> list[tuple[str, ...]]:
    """Return the supplied decisions on the play as rows: question and name, what is played, the others, and why."""
    return [(*cells, why.removeprefix("supplied; ")) for *cells, why in _rows(supplied=True)]


def _rows(*, supplied: bool) -> list[tuple[str, ...]]:
    return [
        (
            f"{point.question} ({name})",
            point.readings[getattr(Rules.MANUAL, name)],
            "; ".join(meaning for reading, meaning in point.readings.items() if reading != getattr(Rules.MANUAL, name)),
            point.why,
        )
        for name, point in Rules.decisions().items()
        if (point.kind == "supplied") == supplied
    ]
