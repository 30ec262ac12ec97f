"""The pack of Slam and the order of its cards."""

from __future__ import annotations

from functools import cache

from gamerules.cards import PACK_32, CardSet, Suit
from gamerules.rules import rule
from gamerules.slam.strain import Strain
from gamerules.tricks import StandardOrder


@rule("slam-dictionary.cards.1", "mendelev.slam-cards.1", "mendelev.slam-cards.2")
def pack() -> CardSet:
    """Return the thirty-two cards, ace to seven in each suit."""
    return PACK_32


PACK = pack()
"""The pack."""

SUIT_MASKS = tuple(PACK.of_suit(suit).mask for suit in Suit)
"""The eight cards of each suit as a bit mask, by suit."""


@rule("slam-dictionary.cards.1", "mendelev.slam-cards.2", "mendelev.slam-cards.4")
@cache
def card_order(strain: Strain) -> StandardOrder:
    """Return the order of cards under a strain: ace high, seven low; the suit named is trumps, else there are none."""
    return StandardOrder(strain.suit)
