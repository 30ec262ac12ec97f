"""The surviving text as data: three tricks with the cards it names, and the lead of the fourth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gamerules.cards import Card, CardSet, Suit
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import Seat
from gamerules.nullo_bridge.state import State, Unnamed

LEVEL: Final = 4
"""The nullo that was bid (mendelev.nullo-deal.6)."""

TAKEN_AFTER: Final = 3
"""The tricks of the declarer's side after the third surviving trick (mendelev.nullo-deal.5)."""

THIRD_DIAMOND: Final = 3
"""Which of B's diamonds the text is about: two are gone (mendelev.nullo-deal.1)."""

THE_FIVE: Final = Card.parse("♠5")
"""The card of the third trick whose player the text leaves out (mendelev.nullo-deal.4)."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the text tells of one trick.

    Attributes:
        loci: the sentences that tell it.
        leader: who leads.
        cards: the cards that it names, by seat.
    """

    loci: tuple[str, ...]
    leader: Seat
    cards: Mapping[Seat, Card]


def _told(loci: tuple[str, ...], leader: Seat, **cards: str) -> Told:
    named = {Seat[seat]: Card.parse(card) for seat, card in cards.items()}
    return Told(loci, leader, named)


TOLD: Final = (
    _told(("mendelev.nullo-deal.2", "mendelev.nullo-deal.3"), Seat.B, B="♥Q", DUMMY="♥10", V="♥9", DECLARER="♣J"),
    _told(("mendelev.nullo-deal.4",), Seat.B, B="♥J", DUMMY="♥A", DECLARER="♠7"),
    _told(("mendelev.nullo-deal.4", "mendelev.nullo-deal.5"), Seat.DUMMY, DUMMY="♠4", B="♠2"),
)
"""The three tricks; in the third ♠5 is named too, without its player (see :data:`THE_FIVE`)."""


WINNERS: Final = (TOLD[1].leader, TOLD[2].leader, Seat.DECLARER)
"""Who took the three tricks: each leads to the next, and the declarer to the fourth (mendelev.nullo-deal.6)."""


def taken_before() -> int:
    """Return the tricks that the declarer's side had before the surviving text: three, less those that it tells."""
    return TAKEN_AFTER - sum(seat.is_declaring for seat in WINNERS)


def known_hands(cards: int) -> tuple[Hand, Hand, Hand, Hand]:
    """Return what the text tells of the hands as it begins, each of so many cards; ♠5 is read as the declarer's."""
    named: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for trick in TOLD:
        for seat, card in trick.cards.items():
            named[seat].append(card)
    named[Seat.DECLARER].append(THE_FIVE)
    # The declarer throws a club on a heart; dummy could throw a card on a diamond.
    lacks = {Seat.DECLARER: (Suit.HEARTS,), Seat.DUMMY: (Suit.DIAMONDS,)}
    b, dummy, v, declarer = (
        Hand(CardSet(named[seat]), cards - len(named[seat])).lacking(*lacks.get(seat, ())) for seat in Seat
    )
    return (b, dummy, v, declarer)


def opening(rules: Rules = Rules.MENDELEV) -> State:
    """Return the position in which the surviving text begins, as far as it is known."""
    before = rules.tricks_before
    ours = taken_before()
    return State.start(known_hands(13 - before), rules, level=LEVEL, leader=Seat.B, taken=(ours, before - ours))


def after_the_text(rules: Rules = Rules.MENDELEV) -> State:
    """Return the position after the three tricks told: what the text leaves known, and what it does not."""
    state = opening(rules)
    for trick in TOLD:
        for _ in Seat:
            seat = state.turn
            card = trick.cards.get(seat) or (THE_FIVE if seat is Seat.DECLARER else None)
            state = state.after(Unnamed.CARD if card is None else card)
    return state
