"""The deal: ten cards each, then two, then two, by twos."""

from __future__ import annotations

from gamerules.cards import Card
from gamerules.rules import rule
from gamerules.slam.cards import PACK

FIRST, SECOND, THIRD, LAST = 20, 24, 28, 32
"""How many cards have been dealt in all when the rounds of the auction begin, and when the deal is complete."""

BEFORE_A_ROUND = (FIRST, SECOND, THIRD)
"""How many cards have been dealt when a round of the auction begins."""


@rule(
    "slam-dictionary.deal.1",
    "slam-dictionary.deal.3",
    "mendelev.slam-deal.1",
    "mendelev.slam-deal.3",
    note="That the non-dealer is served first is the common custom; the texts do not say.",
)
def receiver(dealt: int, dealer: int) -> int:
    """Return who receives the next card when so many have been dealt: two at a time, the non-dealer first."""
    return 1 - dealer if dealt // 2 % 2 == 0 else dealer


@rule("slam-dictionary.cards.1", "mendelev.slam-cards.1")
def refusal(card: object, undealt: int) -> tuple[str, str] | None:
    """Return the locus and reason why this card cannot be dealt, or None if it can.

    Args:
        card: what is to be dealt.
        undealt: the cards still in the pack, as a bit mask.
    """
    if not isinstance(card, Card):
        return "slam-dictionary.deal.1", "a card must be dealt here"
    if card not in PACK:
        return "slam-dictionary.cards.1", "the pack runs from the ace down to the seven"
    if not undealt >> card & 1:
        return "slam-dictionary.cards.1", "the card has been dealt already"
    return None
