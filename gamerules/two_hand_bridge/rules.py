"""The decisions of two-hand bridge: where the text is silent, which reading is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gamerules.contract_bridge import Laws
from gamerules.rules import BaseRules, decision, reading_rows


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """The readings in force, each a named decision."""

    MENDELEV: ClassVar[Rules]
    """The only witness, with the default reading of every open point."""

    first_call: str = decision(
        "dealer",
        question="Who calls first?",
        readings={
            "dealer": "the dealer, as in traditional bridge",
            "opponent": "the dealer's opponent, who was also the first to exchange",
        },
        loci=("mendelev.two-hand-bridge.6", "mendelev.two-hand-bridge.13"),
        why="The text only says that the auction begins, and leaves what it does not say to traditional bridge, "
        "where the dealer calls first; the accounts of honeymoon bridge that say it at all agree.",
    )
    redealt_by: str = decision(
        "same",
        question="After two passes, who deals again?",
        readings={
            "same": "the same player: the deal is done again",
            "next": "the other player: the turn to deal passes on, as after a passed-out deal in bridge",
        },
        loci=("mendelev.two-hand-bridge.7", "mendelev.two-hand-bridge.2"),
        why="The verb means to deal over again, which names one and the same deal; the turn passes with each deal "
        "that is played.",
    )
    nullo_overtricks: bool = decision(
        True,
        question="Does a nullo score for tricks fewer than it allows?",
        readings={
            True: "each counts as an overtrick of a 30-point strain",
            False: "nothing is scored beyond the contract",
        },
        loci=("mendelev.two-hand-bridge.13", "mendelev.two-hand-bridge.8"),
        why="All scoring that is not named is that of traditional bridge, and there every contract has overtricks.",
    )
    nullo_slams: bool = decision(
        True,
        question="Does a slam in nullo earn the slam premium?",
        readings={True: "as any slam bid and made", False: "only its trick score"},
        loci=("mendelev.two-hand-bridge.8", "mendelev.two-hand-bridge.13"),
        why="The text itself calls six and seven nullo the small and the grand slam.",
    )
    nullo_undertricks: bool = decision(
        True,
        question="Is a nullo that takes too many tricks paid for as one that falls short?",
        readings={
            True: "each trick too many counts as an undertrick",
            False: "the opponent scores nothing",
        },
        loci=("mendelev.two-hand-bridge.13",),
        why="All scoring that is not named is that of traditional bridge; without a penalty any nullo could be bid "
        "free of risk.",
    )
    nullo_honours: bool = decision(
        False,
        question="Do four aces in one hand score 150 in nullo, as they do at no trump?",
        readings={False: "nullo has no honours", True: "the four aces score 150"},
        loci=("mendelev.two-hand-bridge.13",),
        why="The Laws give honours to trump suits and to no trump by name; nullo is neither, and a premium for aces "
        "would reward the hand least fit for it.",
    )
    laws: Laws = decision(  # noqa: RUF009 - a decision is a field
        Laws.OF_1987,
        question="Which figures are those of traditional bridge?",
        readings={
            Laws.OF_1987: "those of the duplicate Laws since 1987, and of the rubber Laws today: redoubled contracts "
            "made 100; doubled undertricks from the fourth on 300",
            Laws.OF_1943: "those of 1943, before that revision: redoubled contracts made 50; doubled undertricks after "
            "the first 200",
        },
        loci=("mendelev.two-hand-bridge.13",),
        why="The encyclopedia bears no date; the figures in force today are those its readers would look up.",
    )


Rules.MENDELEV = Rules()


def readings(name: str) -> list[tuple[str, str, str]]:
    """Return the readings of a decision as rows for a page: the reading, what it means, and whether it is adopted."""
    return reading_rows(Rules.MENDELEV, name)
