"""The matadors' privilege: no lower trump that is led can force them out."""

from __future__ import annotations

from gamerules.cards import Card
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.rank import Order
from gamerules.rules import Status, rule

MATADORS = 3
"""How many matadors there are where a suit is trumps."""


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


@rule("german-ombre.matadors.1", status=Status.INFERRED)
def sure_tricks(contract: Contract, matadors: int) -> int:
    """Return the tricks that the ombre takes by his matadors, whatever is played.

    A matador loses only to a higher one, which beats no more than one of his. All three are beaten by nothing; two, in
    a grand, are all the trumps there are; of any other two one at least is safe; a single one may lose.
    """
    if matadors < 2:
        return 0
    if contract is Contract.GRAND:
        return 2
    return 3 if matadors == MATADORS else 1
