"""Tricks: what is led, what must follow, who wins. Sizes are data, card order is a function of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gamerules.cards import Card, CardSet, Suit


@dataclass(frozen=True, slots=True)
class TrickShape:
    """How many cards make a trick, and from which zone they are played (``hand``, ``reserve``)."""

    size: int
    zone: str = "hand"


@dataclass(frozen=True, slots=True)
class Play:
    """A card on the table and the player who put it there."""

    player: int
    card: Card

    def __str__(self) -> str:
        """Return the card."""
        return str(self.card)


class CardOrder(Protocol):
    """The order of cards under one contract."""

    def suit_of(self, card: Card) -> Suit:
        """Return the suit the card belongs to in play; a game may count some cards as trumps."""

    def strength(self, card: Card, led: Suit) -> int:
        """Return how strong the card is in a trick where ``led`` was led; 0 if it cannot win."""


@dataclass(frozen=True, slots=True)
class StandardOrder:
    """Ace high to two, with a trump suit or none."""

    trump: Suit | None = None

    def suit_of(self, card: Card) -> Suit:
        """Return the printed suit."""
        return card.suit

    def strength(self, card: Card, led: Suit) -> int:
        """Return the rank, raised above all others for a trump; 0 for a discard."""
        if card.suit == self.trump:
            return 100 + card.rank
        return int(card.rank) if card.suit == led else 0


def following(hand: CardSet, led: Suit, order: CardOrder) -> CardSet:
    """Return what may be played to a lead when suit must be followed: cards of it if there are any, else all."""
    same = CardSet(card for card in hand if order.suit_of(card) == led)
    return same or hand


def winning_play(trick: Sequence[Play], order: CardOrder) -> Play:
    """Return the play that wins: the highest trump, or else the highest card of the suit led.

    Raises:
        ValueError: if no card was played.
    """
    if not trick:
        raise ValueError("no card was played, so nobody wins; ask once the trick has a card")
    led = order.suit_of(trick[0].card)
    return max(trick, key=lambda play: order.strength(play.card, led))
