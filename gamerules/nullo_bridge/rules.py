"""The decisions of the nullo ending: what the lost first half leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gamerules.rules import BaseRules, decision, reading_rows


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """The readings in force, each a named decision."""

    MENDELEV: ClassVar[Rules]
    """The only witness, with the default reading of every open point."""

    tricks_before: int = decision(
        6,
        question="How many tricks were played before the surviving text begins?",
        readings={number: f"{number} tricks, so {13 - number} cards are left in each hand" for number in range(2, 10)},
        loci=("mendelev.nullo-deal.1", "mendelev.nullo-deal.5"),
        why="Every number from two to nine can be completed to a deal in which all the surviving sentences are true, "
        "and no other number can; six is what our illustration takes, in which the author's judgements hold too.",
    )
    the_five: str = decision(
        "takes the trick",
        question="Does the five of spades take the trick in which the four is led?",
        readings={
            "takes the trick": "no higher spade follows, so the five is the declarer's, who has the next lead",
            "covers the four": "it only goes higher than the four: it may be V's, and an unnamed spade of the "
            "declarer's may go higher still",
        },
        loci=("mendelev.nullo-deal.4", "mendelev.nullo-deal.5", "mendelev.nullo-deal.6"),
        why="The verb is the one for winning a trick, and the trick's other named cards leave one unnamed, as in the "
        "trick before, where it is V's; a card that took the trick would have been named.",
    )


Rules.MENDELEV = Rules()


def readings(name: str) -> list[tuple[str, str, str]]:
    """Return the readings of a decision as rows for a page: the reading, what it means, and whether it is adopted."""
    return reading_rows(Rules.MENDELEV, name)
