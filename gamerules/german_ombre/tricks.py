"""Tricks: who leads, what may be played, who wins."""

from __future__ import annotations

from gamerules.cards import Card
from gamerules.german_ombre.cards import PLAYERS
from gamerules.german_ombre.deal import seats
from gamerules.german_ombre.matadors import compelled
from gamerules.german_ombre.rank import Order
from gamerules.rules import rule

TRICKS = 9


@rule("german-ombre.tricks.1")
def first_leader(dealer: int) -> int:
    """Return who leads to the first trick: forehand, whoever is ombre."""
    return seats(dealer)[0]


@rule("german-ombre.tricks.3")
def playable(hand: int, led: Card | None, order: Order) -> int:
    """Return what may be played from a hand (bit masks): the suit led if it must be followed, else anything.

    Nobody need trump who cannot follow, nor play higher.
    """
    if led is None or not compelled(hand, led, order):
        return hand
    return hand & order.same[led]


@rule("german-ombre.tricks.2", "german-ombre.tricks.4")
def winner(trick: tuple[Card, ...], leader: int, order: Order) -> int:
    """Return who wins a trick and leads to the next: the highest trump in it, or else the highest of the suit led."""
    power = order.power
    same = order.same[trick[0]]
    trumps = order.same[order.trumps[0]] if order.trumps else 0
    best = 0
    for place in range(1, len(trick)):
        card = trick[place]
        if (same | trumps) >> card & 1 and power[card] > power[trick[best]]:
            best = place
    return (leader + best) % PLAYERS


@rule("german-ombre.tricks.5")
def with_trick(taken: tuple[int, int, int], player: int) -> tuple[int, int, int]:
    """Return the counts of tricks after one more for a player; each keeps his own."""
    first, second, third = (count + (player == index) for index, count in enumerate(taken))
    return first, second, third


def refusal(card: object, hand: int, led: Card | None, order: Order) -> tuple[str, str]:
    """Return the locus and reason why something cannot be played: no card, not held, or not of the suit led."""
    if type(card) is not Card:
        return "german-ombre.tricks.2", "a card must be played here"
    if led is None or not hand >> card & 1:
        return "german-ombre.tricks.2", "the card is not in the hand"
    if not order.matadors & order.same[led]:
        return "german-ombre.tricks.3", f"the suit of {led} must be followed"
    if hand & order.same[led] & ~order.matadors:
        return "german-ombre.matadors.2", "trumps were led, and there is one in the hand that is not a matador"
    return "german-ombre.matadors.5", f"{led} is the higher matador and forces a lower one"
