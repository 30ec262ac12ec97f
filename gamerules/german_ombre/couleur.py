"""The couleur: a second pack is cut and a card turned; its suit outranks the others in the bidding."""

from __future__ import annotations

from gamerules.cards import Card, Suit
from gamerules.german_ombre.cards import couleur_pack
from gamerules.german_ombre.deal import seats
from gamerules.rules import rule

LEAST_PART = 5
"""Cards that each part of the cut pack must have at least."""


class Cut(int):
    """A cut of the second pack: how many cards are lifted off."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the cut in words."""
        return f"cut {int(self)}"

    def __repr__(self) -> str:
        """Return an expression that makes the cut again."""
        return f"Cut({int(self)})"


_CUTS = tuple(Cut(lifted) for lifted in range(LEAST_PART, len(couleur_pack()) - LEAST_PART + 1))


@rule("german-ombre.couleur.1")
def shuffler(dealer: int) -> int:
    """Return who shuffles the second pack: the dealer's left-hand neighbour, who is middlehand."""
    return seats(dealer)[1]


@rule("german-ombre.couleur.1")
def cutter(dealer: int) -> int:
    """Return who cuts the second pack: forehand."""
    return seats(dealer)[0]


@rule("german-ombre.couleur.1")
def cuts() -> tuple[Cut, ...]:
    """Return the cuts that leave at least five cards in either part."""
    return _CUTS


@rule("german-ombre.couleur.2")
def couleur_of(turned: Card) -> Suit:
    """Return the couleur: the suit of the card turned from the second pack."""
    return turned.suit
