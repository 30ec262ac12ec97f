"""The three seats, choosing the dealer, dealing nine cards to each, and the talon of thirteen."""

from __future__ import annotations

from functools import cache

from gamerules.cards import Card, Rank
from gamerules.german_ombre.cards import FULL, PLAYERS
from gamerules.german_ombre.rules import Rules
from gamerules.rules import figure, rule

HAND = figure("HAND", "german-ombre.deal.4", 9)
"""Cards dealt to each player."""
PACKET = 3
"""Cards dealt at a time."""
DEALT = HAND * PLAYERS


@rule("german-ombre.players.1", "german-ombre.deal.1")
def next_player(player: int) -> int:
    """Return the player to the right, whose turn follows; players are numbered from 0 to the right."""
    return (player + 1) % PLAYERS


@rule("german-ombre.deal.2")
@cache
def seats(dealer: int) -> tuple[int, int, int]:
    """Return forehand (to the dealer's right), middlehand and the dealer, who is rearhand."""
    first = next_player(dealer)
    return first, next_player(first), dealer


@rule("german-ombre.deal.3")
def chooses_dealer(card: Card) -> bool:
    """Return whether a card drawn makes its drawer the dealer: a black ace does."""
    return card.rank is Rank.ACE and not card.suit.is_red


def left_to_draw(rules: Rules, drawn: int) -> int:
    """Return the cards that may still be drawn for the deal (bit masks; decision ``drawn_cards``)."""
    return FULL if rules.drawn_cards == "go-back" else FULL & ~drawn


@rule("german-ombre.deal.4")
def receiver(dealt: int, dealer: int) -> int:
    """Return who receives the next card when so many have been dealt: three at a time, forehand first."""
    return seats(dealer)[dealt // PACKET % PLAYERS]


@rule("german-ombre.deal.5", "german-ombre.deal.6")
def talon(hands: tuple[int, int, int], discards: tuple[int, int, int]) -> int:
    """Return what lies in the talon (bit masks): the cards that are in no hand and were not discarded."""
    return FULL & ~(hands[0] | hands[1] | hands[2] | discards[0] | discards[1] | discards[2])


def completing(hands: tuple[int, int, int], dealer: int) -> int | None:
    """Return who receives the next card when hands known in part are filled up; None if all are full."""
    return next((player for player in seats(dealer) if hands[player].bit_count() < HAND), None)
