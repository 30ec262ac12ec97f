"""What the author concludes, put to solvers: no more tricks, not the third diamond, four spades, five clubs."""

from __future__ import annotations

from typing import Final

from gamerules.cards import Card, CardSet, Suit
from gamerules.contract_bridge import BOOK, TRICKS
from gamerules.nullo_bridge.deals import Deal
from gamerules.nullo_bridge.ending import TAKEN_AFTER, THIRD_DIAMOND, TOLD, taken_before
from gamerules.nullo_bridge.seats import Seat
from gamerules.rules import Status, rule
from gamerules.solve.four_hands import FourHands, Solver

SPADES: Final = (Seat.B, Suit.SPADES, 4)
CLUBS: Final = (Seat.V, Suit.CLUBS, 5)
"""The contracts that the opponents are said to have had: who, in what, how high."""

LONGEST: Final = 8
"""The most cards a hand may hold for the ending to be solved after each lead."""

DECLARING: Final = 1
"""The place of the declarer's side in a solver's answer: players 1 and 3."""


def _four(hands: tuple[CardSet, ...], leader: Seat, trump: Suit | None, misere: bool) -> FourHands:
    return FourHands((hands[0], hands[1], hands[2], hands[3]), int(leader), trump, misere)


@rule("mendelev.nullo-deal.7", status=Status.INFERRED, note="Seen from all four hands, as the author sees them.")
def tricks_in(deal: Deal, declarer: Seat, trump: Suit) -> int:
    """Return the tricks that a seat's side takes with a trump suit, with the best play of all four hands open.

    A deal of no more than five tricks is searched here; longer ones are put to the solver that endplay brings.

    Raises:
        gamerules.extras.MissingExtraError: if endplay is wanted and not installed.
    """
    position = _four(deal.hands, declarer.next, trump, misere=False)
    return Solver(position).tricks(position)[declarer % 2]


@rule("mendelev.nullo-deal.7")
def makes(tricks: int, level: int) -> bool:
    """Return whether so many tricks make a contract of this level."""
    return tricks >= BOOK + level


@rule("mendelev.nullo-deal.6", status=Status.INFERRED, note="With the best play of both sides and all hands open.")
def tricks_to_come(deal: Deal) -> int:
    """Return the tricks that the declarer's side still takes once the declarer has led the small diamond."""
    number = deal.before + len(TOLD)
    lead = deal.tricks[number][Seat.DECLARER]
    position, _ = _four(deal.hands_at(number), Seat.DECLARER, None, misere=True).after(lead)
    return Solver(position).tricks(position)[DECLARING]


@rule("mendelev.nullo-deal.1", status=Status.INFERRED, note="With the best play of both sides and all hands open.")
def total_after(deal: Deal, lead: Card) -> int | None:
    """Return the tricks of the declarer's side in the whole deal if B begins the surviving text with this lead.

    None if the hands are so long that it would take minutes.
    """
    if TRICKS - deal.before > LONGEST:
        return None
    position, _ = _four(deal.hands_at(deal.before), Seat.B, None, misere=True).after(lead)
    return taken_before() + Solver(position).tricks(position)[DECLARING]


def diamonds_of_b(deal: Deal) -> CardSet:
    """Return the diamonds that B can lead as the surviving text begins."""
    return deal.hands_at(deal.before)[Seat.B].of_suit(Suit.DIAMONDS)


def fits_the_text(deal: Deal) -> bool:
    """Return whether a deal, played by the rules, shows all that the surviving sentences tell; no solver is asked.

    Raises:
        gamerules.rules.IllegalAction: if a card is not legal.
    """
    states = deal.replay()
    first = deal.before
    for number, told in enumerate(TOLD, start=first):
        if states[number].turn is not told.leader:
            return False
        if any(deal.tricks[number][seat] != card for seat, card in told.cards.items()):
            return False
    after = states[first + len(TOLD)]
    gone = sum(deal.tricks[number][Seat.B].suit == Suit.DIAMONDS for number in range(first))
    dummy = deal.hands_at(first)[Seat.DUMMY]
    return (
        after.turn is Seat.DECLARER
        and after.taken[0] == TAKEN_AFTER == states[-1].taken[0]
        and deal.tricks[first + len(TOLD)][Seat.DECLARER].suit == Suit.DIAMONDS
        and gone == THIRD_DIAMOND - 1
        and bool(diamonds_of_b(deal))
        and not dummy.of_suit(Suit.DIAMONDS)
        and all(len(hand) == TRICKS for hand in deal.hands)
    )
