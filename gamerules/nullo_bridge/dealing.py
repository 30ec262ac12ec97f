"""A nullo from the deal on: the text tells only an ending, so whole hands are dealt here and then played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamerules.cards import CARDS, PACK_52, Card, CardSet, cards_of
from gamerules.game import CHANCE, Drawn, Holding, Picture
from gamerules.ledger import Ledger
from gamerules.nullo_bridge.ending import LEVEL
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, SIDES
from gamerules.nullo_bridge.state import State
from gamerules.rules import IllegalAction

Masks = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Dealing(Drawn):
    """Fifty-two cards are dealt, one at a time, to four seats; then the nullo is played.

    Attributes:
        rules: the readings in force.
        masks: the cards dealt to each seat (bit masks).
    """

    rules: Rules
    masks: Masks = (0, 0, 0, 0)

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    @property
    def phase(self) -> str:
        """``deal``."""
        return "deal"

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do: no."""
        return False

    @property
    def _rest(self) -> int:
        """The cards not yet dealt (bit mask)."""
        return PACK_52.mask - sum(self.masks)

    @property
    def receivers(self) -> tuple[int, ...]:
        """The seats that get the cards still to be dealt, in order."""
        return (tuple(map(int, SEATS)) * (len(CARDS) // len(SEATS)))[len(CARDS) - self._rest.bit_count() :]

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards not yet dealt, lowest number first."""
        return cards_of(self._rest)[::-1]

    def after(self, card: Any) -> Dealing | State:
        """Return the state after a card: the play, once all are dealt.

        Raises:
            IllegalAction: if the card was dealt before.
        """
        rest = self._rest
        if not isinstance(card, Card) or not rest >> card & 1:
            raise IllegalAction(card, "mendelev.nullo-deal.6", "it is not an undealt card", self.legal_actions())
        dealt = list(self.masks)
        dealt[self.receivers[0]] |= 1 << card
        first, second, third, fourth = dealt
        masks = (first, second, third, fourth)
        if rest != 1 << card:
            return Dealing(self.rules, masks)
        b, dummy, v, declarer = (Hand(CardSet.from_mask(mask)) for mask in masks)
        return State.start((b, dummy, v, declarer), self.rules, level=LEVEL)

    def ledger(self) -> Ledger:
        """Return an empty ledger."""
        return Ledger(SIDES)

    def view(self, player: int) -> Dealing:
        """Return what a seat may see: its own cards."""
        first, second, third, fourth = (mask if seat == player else 0 for seat, mask in enumerate(self.masks))
        return Dealing(self.rules, (first, second, third, fourth))

    def picture(self, player: int | None) -> Picture:
        """Draw the deal; ``player`` limits it to that seat's cards."""
        hands = [
            Holding(seat, "hand", CardSet.from_mask(mask))
            if player in (None, seat)
            else Holding(seat, "hand", CardSet(), mask.bit_count())
            for seat, mask in enumerate(self.masks)
        ]
        return Picture(self.phase, self.actor, tuple(hands))
