"""The rules as values: the variants that the text offers, the readings adopted where it is silent, and the tariff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from gamerules.german_ombre.table import Tariff
from gamerules.rules import BaseRules, decision


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """How German Ombre is played. ``Rules.DICTIONARY`` follows the text and its worked example.

    Attributes:
        tariff: the values to settle by; what it does not hold is lost.
    """

    DICTIONARY: ClassVar[Rules]
    """The text with its worked example, and the readings adopted where it is silent or open."""
    NOTE: ClassVar[Rules]
    """The same, but the note under the tariff stands against the worked example: a grand pays no matadors."""
    VARIANTS: ClassVar[Rules]
    """The same as ``DICTIONARY`` with every variant that the text offers."""

    tariff: Tariff = Tariff.SURVIVING

    # ---- variants that the text itself offers

    blind_tourne: str = decision(
        "no",
        question="May a tourné in couleur be bid blind, before the card is turned?",
        readings={
            "no": "no: it comes about when the card turned happens to be of the couleur",
            "tourne": "yes: it outbids a plain tourné, and counts as one if the card is of another suit",
            "both": "yes, and a grosstourné in couleur likewise, which the text calls a combination of the two",
        },
        loci=("german-ombre.contracts.8", "german-ombre.contracts.7", "german-ombre.contracts.11"),
        why="the text gives the blind bid as a variant, and of the tourné alone",
        kind="variant",
    )
    final_contract: str = decision(
        "may-rise",
        question="May the ombre play a higher game than the one he bid?",
        readings={
            "may-rise": "yes, any higher game",
            "as-bid": "no; only one who was left with a hand (in couleur or not) may go up to a grand or null",
        },
        loci=("german-ombre.auction.10", "german-ombre.auction.9"),
        why="the text states the right and gives the strict form as a variant",
        kind="variant",
    )
    mort: str = decision(
        "four-cards",
        question="How does Moor begin?",
        readings={
            "four-cards": "each player in turn may exchange four cards",
            "whole-talon": "each in turn may discard his whole hand for the talon, of which he discards four",
        },
        loci=("german-ombre.all-pass.6", "german-ombre.all-pass.4"),
        why="the text gives the exchange of the whole hand as a variant",
        kind="variant",
    )

    # ---- where the text is silent or open

    drawn_cards: str = decision(
        "stay-out",
        question="Do cards drawn for the deal go back into the pack before the next is drawn?",
        readings={"stay-out": "no, they stay out", "go-back": "yes"},
        loci=("german-ombre.deal.3",),
        why="no sentence sends them back, and so the draw is sure to end",
    )
    turned_card: str = decision(
        "top-of-talon",
        question="What becomes of the card turned in a tourné?",
        readings={
            "top-of-talon": "it stays on top of the talon, and whoever draws first takes it",
            "to-ombre": "the ombre must take it, and so must discard at least one card",
        },
        loci=("german-ombre.contracts.5",),
        why="the text has it turned for its suit and then has the exchange 'as in frage'; it gives it to nobody",
    )
    forced_trumps: str = decision(
        "any-suit",
        question="May the couleur be named trumps in a forced spadille?",
        readings={"any-suit": "yes", "plain-suit": "no: he must play a frage, not a frage in couleur"},
        loci=("german-ombre.all-pass.2", "german-ombre.contracts.4"),
        why="the game has one value, so the couleur gains nothing by it, and no sentence forbids it",
    )
    mort_turn: str = decision(
        "declare-in-turn",
        question="Who becomes ombre in Moor?",
        readings={
            "declare-in-turn": "whoever first bids a game in his turn, after his exchange",
            "auction": "the winner of a new auction, held after all have exchanged",
        },
        loci=("german-ombre.all-pass.4", "german-ombre.all-pass.5"),
        why="exchange and bid are told as one turn, and as every game has one value none can outbid another",
    )
    mort_number: str = decision(
        "exactly-four",
        question="Must one who exchanges in Moor exchange four cards?",
        readings={"exactly-four": "yes, four or none", "up-to-four": "no, four at most"},
        loci=("german-ombre.all-pass.4",),
        why="the text says four; the talon holds enough for three times four",
    )
    mort_exchange: str = decision(
        "of-the-game",
        question="Does the game bid in Moor bring its own exchange?",
        readings={"of-the-game": "yes, as far as the talon goes", "none": "no: the four cards took its place"},
        loci=("german-ombre.all-pass.4", "german-ombre.contracts.2", "german-ombre.contracts.13"),
        why="the text takes no right away from the games that it lets be bid",
    )
    one_four_four: str = decision(
        "puesta",
        question="What does the ombre lose who takes one trick against four and four?",
        readings={"puesta": "a puesta: the tricks fell 4–4–1", "codille": "a codille: he is beaten by both"},
        loci=("german-ombre.outcome.2", "german-ombre.outcome.3"),
        why="the text names the split 4–4–1 a tie and does not say whose the one is; no opponent has a majority",
    )
    null_lost: str = decision(
        "puesta",
        question="What does the ombre lose who takes a trick in a null?",
        readings={"puesta": "the value of the game", "codille": "twice the value"},
        loci=("german-ombre.contracts.19", "german-ombre.outcome.2", "german-ombre.outcome.3"),
        why="the outcomes are told of majorities, which even a null that is made leaves to an opponent",
    )
    announced_march_lost: str = decision(
        "by-tricks",
        question="Is a contract won whose announced march fails?",
        readings={
            "by-tricks": "if the ombre has more tricks than either opponent",
            "won": "yes, always, as the sentence taken alone says",
        },
        loci=("german-ombre.march.4", "german-ombre.march.3", "german-ombre.outcome.3"),
        why="'still considered won' is true of a march begun at the sixth trick, when five are home; one announced may "
        "fail at the first",
    )
    grand_matadors: str = decision(
        "paid",
        question="Are matadors paid in a grand?",
        readings={
            "paid": "yes: the worked example pays three, twice over",
            "unpaid": "no: the note under the tariff says that there is no such premium",
        },
        loci=(
            "german-ombre.table.2",
            "german-ombre.example.1",
            "german-ombre.example.3",
            "german-ombre.outcome.4",
            "german-ombre.contracts.16",
        ),
        why="the text contradicts itself; so that its worked sum comes out, the example is followed by default, and "
        "Rules.NOTE follows the note",
    )
    fewer_matadors: str = decision(
        "nothing",
        question="Is anything paid for one matador or two?",
        readings={
            "nothing": "no: the premium is for all three together",
            "lost": "perhaps, but the value is lost",
        },
        loci=("german-ombre.example.1", "german-ombre.outcome.4", "german-ombre.table.1"),
        why="the only premium that survives is two for three, which cannot be so much apiece",
    )


Rules.DICTIONARY = Rules()
Rules.NOTE = Rules(grand_matadors="unpaid")
Rules.VARIANTS = Rules(blind_tourne="tourne", final_contract="as-bid", mort="whole-talon")

PRESETS: Mapping[str, Rules] = {
    "DICTIONARY": Rules.DICTIONARY,
    "NOTE": Rules.NOTE,
    "VARIANTS": Rules.VARIANTS,
}


def reading_rows(name: str) -> list[list[str]]:
    """Return the readings of a decision as rows; an asterisk marks the one that ``Rules.DICTIONARY`` adopts."""
    point = Rules.decisions()[name]
    adopted = getattr(Rules.DICTIONARY, name)
    return [[f"{reading} *" if reading == adopted else str(reading), what] for reading, what in point.readings.items()]
