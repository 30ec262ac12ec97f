"""The matadors' privilege: no lower trump that is led can force them out."""

from __future__ import annotations

from gamerules.cards import Card
from gamerules.german_ombre.rank import Order
from gamerules.rules import rule


@rule(
    "german-ombre.matadors.1",
    "german-ombre.matadors.2",
    "german-ombre.matadors.3",
    "german-ombre.matadors.4",
    "german-ombre.matadors.5",
)
def compelled(hand: int, led: Card, order: Order) -> bool:
    """Return whether a hand (bit mask) must follow to a card led.

    It must if it has any card of the suit led that is not a matador higher than that card: a lower trump never forces
    a matador, a lower matador never forces a higher one, but a higher matador forces a lower one.
    """
    return bool(hand & order.same[led] & ~order.exempt[led])
