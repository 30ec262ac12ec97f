"""The deal: thirteen cards each, the rest a face-down stock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gamerules.cards import PACK_52, Card, CardSet, cards_of
from gamerules.game import CHANCE
from gamerules.rules import IllegalAction, figure, rule

PLAYERS: Final = figure("PLAYERS", "mendelev.two-hand-bridge.1", 2)
HAND: Final = figure("HAND", "mendelev.two-hand-bridge.3", 13)
"""The cards of a hand."""

PACK: Final = PACK_52


def upwards(mask: int) -> tuple[Card, ...]:
    """Return the cards of a bit mask, lowest number first."""
    return cards_of(mask)[::-1]


@rule("mendelev.two-hand-bridge.2")
def next_dealer(dealer: int) -> int:
    """Return who deals the next deal: the players take turns."""
    return 1 - dealer


@rule("mendelev.two-hand-bridge.3")
@dataclass(frozen=True, slots=True)
class Dealing:
    """The deal under way: one card at a time, to the dealer's opponent first.

    Attributes:
        dealer: who deals.
        hands: the cards dealt so far, by player.
    """

    dealer: int
    hands: tuple[CardSet, CardSet] = (CardSet(), CardSet())

    @property
    def receivers(self) -> tuple[int, ...]:
        """The players who get the cards still to be dealt, in order."""
        done = len(self.hands[0]) + len(self.hands[1])
        return ((1 - self.dealer, self.dealer) * HAND)[done:]

    @property
    def actor(self) -> int | None:
        """Chance, until both hands are full."""
        return CHANCE if len(self.hands[self.dealer]) < HAND else None

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards not yet dealt."""
        return upwards(PACK.mask & ~(self.hands[0].mask | self.hands[1].mask))

    def after(self, action: Any) -> Dealing:
        """Return the deal with one card more.

        Raises:
            IllegalAction: if the card was dealt before.
        """
        if not isinstance(action, Card) or (self.hands[0].mask | self.hands[1].mask) >> action & 1:
            raise IllegalAction(action, "mendelev.two-hand-bridge.3", "it is not an undealt card", self.legal_actions())
        player = self.receivers[0]
        hand = self.hands[player].add(action)
        return Dealing(self.dealer, (hand, self.hands[1]) if player == 0 else (self.hands[0], hand))
