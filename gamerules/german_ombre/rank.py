"""The order of the cards: by colour, and by whether the suit is trumps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from gamerules.cards import CARDS, Card, CardSet, Rank, Suit
from gamerules.german_ombre.cards import playing_pack
from gamerules.rules import Status, rule

SPADILLE = Card.of(Suit.SPADES, Rank.ACE)
BASTO = Card.of(Suit.CLUBS, Rank.ACE)

_COURT = (Rank.KING, Rank.QUEEN, Rank.JACK)
_BLACK = (Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO)
_RED = (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN)


@rule("german-ombre.rank.9", "german-ombre.rank.10", "german-ombre.rank.11")
def plain_suit(suit: Suit) -> tuple[Card, ...]:
    """Return a suit that is not trumps, high to low: nine black cards or ten red ones; the black aces are trumps."""
    return tuple(Card.of(suit, rank) for rank in _COURT + (_RED if suit.is_red else _BLACK))


@rule(
    "german-ombre.rank.4",
    status=Status.CORRECTED,
    note="The two is printed for red trumps and the seven for red trumps again; the two belongs to the black.",
)
def manille(trump: Suit) -> Card:
    """Return the second trump: the card that would be the lowest of its suit, black two or red seven."""
    return plain_suit(trump)[-1]


@rule("german-ombre.rank.7", "german-ombre.rank.8")
def ponto(trump: Suit) -> Card | None:
    """Return the trump after the matadors: the ace of a red suit; black trumps have none."""
    return Card.of(trump, Rank.ACE) if trump.is_red else None


@rule(
    "german-ombre.rank.3",
    "german-ombre.rank.4",
    "german-ombre.rank.5",
    "german-ombre.rank.6",
    status=Status.CORRECTED,
    note="basto is the third trump only if a suit is trumps",
)
def matadors(trump: Suit) -> tuple[Card, Card, Card]:
    """Return the three highest trumps: spadille, manille, basto."""
    return SPADILLE, manille(trump), BASTO


@rule("german-ombre.rank.1")
def trump_suit(trump: Suit) -> tuple[Card, ...]:
    """Return the trumps, high to low: eleven if they are black, twelve if they are red."""
    first = ponto(trump)
    high = (*matadors(trump), first) if first else matadors(trump)
    return high + tuple(card for card in plain_suit(trump) if card not in high)


class Order:
    """The order of cards under one kind of trumps, tabulated by card for speed.

    Attributes:
        trumps: the trumps, high to low; empty in a null.
        suits: the other cards by suit, high to low.
        matadors: the trumps that have privileges, as a bit mask.
        same: for each card, the cards of its suit in play (bit masks): all trumps for a trump.
        exempt: for each card led, the matadors that it cannot force (bit masks): for a trump, the higher ones.
        power: for each card, its strength; a trump is stronger than any other card, and of two cards of one suit in
            play the higher is the stronger.
    """

    __slots__ = ("exempt", "matadors", "power", "same", "suits", "trumps")

    def __init__(self, trumps: tuple[Card, ...], suits: Mapping[Suit, tuple[Card, ...]], matadors: int) -> None:
        """Tabulate an order; every card of the pack stands in one of the lists."""
        self.trumps = trumps
        self.suits = MappingProxyType(dict(suits))
        self.matadors = matadors
        self.same = [0] * len(CARDS)
        self.exempt = [0] * len(CARDS)
        self.power = [0] * len(CARDS)
        for cards in (trumps, *suits.values()):
            for place, card in enumerate(cards):
                self.same[card] = CardSet(cards).mask
                self.power[card] = len(cards) - place + (len(playing_pack()) if cards is trumps else 0)
                if cards is trumps:
                    self.exempt[card] = CardSet(cards[:place]).mask & matadors

    def rows(self) -> Iterable[tuple[str, tuple[Card, ...]]]:
        """Yield the trumps, if any, and each suit, with a heading."""
        if self.trumps:
            yield "trumps", self.trumps
        for suit, cards in self.suits.items():
            yield suit.name.lower(), cards


@cache
def suit_order(trump: Suit) -> Order:
    """Return the order when a suit is trumps."""
    others = {suit: plain_suit(suit) for suit in reversed(Suit) if suit is not trump}
    return Order(trump_suit(trump), others, CardSet(matadors(trump)).mask)


@rule("german-ombre.contracts.15", "german-ombre.contracts.16")
@cache
def grand_order() -> Order:
    """Return the order in a grand: spadille and basto are the only trumps, twos, sevens and red aces are in place."""
    trumps = (SPADILLE, BASTO)
    return Order(trumps, {suit: plain_suit(suit) for suit in reversed(Suit)}, CardSet(trumps).mask)


@rule(
    "german-ombre.contracts.20",
    status=Status.CORRECTED,
    note="Printed as manille and basto; without trumps there is no manille, and the ace of spades would have no place.",
)
@cache
def null_order() -> Order:
    """Return the order in a null: no trumps, and spadille and basto are the lowest of their suits."""
    aces = {SPADILLE.suit: (SPADILLE,), BASTO.suit: (BASTO,)}
    return Order((), {suit: plain_suit(suit) + aces.get(suit, ()) for suit in reversed(Suit)}, 0)


def chart(trumps: str) -> list[list[str]]:
    """Return a chart of ranks: one row for the trumps and one for each suit, the cards high to low.

    Args:
        trumps: a suit's name, ``grand`` or ``null``.
    """
    special = {"grand": grand_order, "null": null_order}
    order = special[trumps]() if trumps in special else suit_order(Suit.parse(trumps))
    return [[name, " ".join(str(card) for card in cards), str(len(cards))] for name, cards in order.rows()]
