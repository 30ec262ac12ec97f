"""The exchange: the dealer's opponent, then the dealer, may throw cards and take as many from the stock."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE
from gamerules.rules import IllegalAction, rule
from gamerules.two_hand_bridge.deal import HAND, PACK, upwards


class Exchange(StrEnum):
    """What a player says who throws no further card."""

    DONE = "done"


@rule("mendelev.two-hand-bridge.4", "mendelev.two-hand-bridge.5")
@dataclass(frozen=True, slots=True)
class Exchanging:
    """The exchange under way. A player throws card after card, is done, and then draws as many as were thrown.

    The dealer's opponent exchanges first and then the dealer; each may throw no card at all. Thrown cards lie face
    down and are out of the deal.

    Attributes:
        dealer: who dealt.
        hands: the cards held, by player.
        thrown: the cards thrown, by player.
        player: who exchanges; None when both have.
        drawing: whether that player is done throwing and draws.
    """

    dealer: int
    hands: tuple[CardSet, CardSet]
    thrown: tuple[CardSet, CardSet]
    player: int | None
    drawing: bool = False

    @classmethod
    def begin(cls, dealer: int, hands: tuple[CardSet, CardSet]) -> Exchanging:
        """Return the exchange at its beginning."""
        return cls(dealer, hands, (CardSet(), CardSet()), 1 - dealer)

    @property
    def actor(self) -> int | None:
        """The player who throws, chance while cards are drawn, None when both have exchanged."""
        return CHANCE if self.drawing else self.player

    @property
    def stock(self) -> CardSet:
        """The cards that lie in the stock, in no order."""
        out = self.hands[0].mask | self.hands[1].mask | self.thrown[0].mask | self.thrown[1].mask
        return CardSet.from_mask(PACK.mask & ~out)

    def legal_actions(self) -> tuple[Card | Exchange, ...]:
        """Return the cards that may be thrown and :attr:`Exchange.DONE`, or the cards that may be drawn."""
        if self.player is None:
            return ()
        if self.drawing:
            return upwards(self.stock.mask)
        return (*upwards(self.hands[self.player].mask), Exchange.DONE)

    def after(self, action: Any) -> Exchanging:
        """Return the exchange after a card thrown or drawn, or after a player is done.

        Raises:
            IllegalAction: if the card is not the player's to throw, or not in the stock.
        """
        player = self.player
        assert player is not None
        locus = "mendelev.two-hand-bridge.5" if player == self.dealer else "mendelev.two-hand-bridge.4"
        if self.drawing:
            if not isinstance(action, Card) or action not in self.stock:
                raise IllegalAction(action, locus, "it is not in the stock", self.legal_actions())
            hands = _put(self.hands, player, self.hands[player].add(action))
            if len(hands[player]) < HAND:
                return Exchanging(self.dealer, hands, self.thrown, player, True)
            return Exchanging(self.dealer, hands, self.thrown, self._next)
        if action is Exchange.DONE:
            if self.thrown[player]:
                return Exchanging(self.dealer, self.hands, self.thrown, player, True)
            return Exchanging(self.dealer, self.hands, self.thrown, self._next)
        if not isinstance(action, Card) or action not in self.hands[player]:
            raise IllegalAction(action, locus, "it is not in the player's hand", self.legal_actions())
        hands = _put(self.hands, player, self.hands[player].remove(action))
        thrown = _put(self.thrown, player, self.thrown[player].add(action))
        return Exchanging(self.dealer, hands, thrown, player)

    @property
    def _next(self) -> int | None:
        return self.dealer if self.player != self.dealer else None


def _put(pair: tuple[CardSet, CardSet], player: int, cards: CardSet) -> tuple[CardSet, CardSet]:
    return (cards, pair[1]) if player == 0 else (pair[0], cards)
