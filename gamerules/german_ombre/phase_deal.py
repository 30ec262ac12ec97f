"""The phases before the auction: drawing for the deal, dealing, cutting the second pack, turning the couleur."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gamerules.cards import Card, cards_of
from gamerules.game import CHANCE
from gamerules.german_ombre.cards import couleur_pack, next_player
from gamerules.german_ombre.couleur import Cut, couleur_of, cuts, cutter
from gamerules.german_ombre.deal import DEALT, chooses_dealer, left_to_draw, receiver
from gamerules.german_ombre.state import State, with_cards


@dataclass(frozen=True, slots=True)
class Drawing(State):
    """Cards are drawn in turn; whoever first draws a black ace deals.

    Attributes:
        drawer: who draws the next card.
        seen: the cards drawn so far (bit mask).
    """

    drawer: int = 0
    seen: int = 0

    PHASE: ClassVar[str] = "draw"

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    @property
    def drawn(self) -> int:
        """The cards drawn so far (bit mask)."""
        return self.seen

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards that may be drawn."""
        return cards_of(left_to_draw(self.rules, self.seen))

    def after(self, action: Any) -> State:
        """Return the state after a card was drawn: the next draws, or its drawer deals."""
        if type(action) is not Card or not left_to_draw(self.rules, self.seen) >> action & 1:
            raise self.refuse(action, "german-ombre.deal.3", "a card of the pack is drawn")
        if chooses_dealer(action):
            return Dealing(self.rules, replace(self.deal, dealer=self.drawer), self.hands)
        return Drawing(self.rules, self.deal, self.hands, next_player(self.drawer), self.seen | 1 << action)


@dataclass(frozen=True, slots=True)
class Dealing(State):
    """Nine cards are dealt to each player, three at a time.

    Attributes:
        dealt: how many cards have been dealt.
    """

    dealt: int = 0

    PHASE: ClassVar[str] = "deal"

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards not dealt yet."""
        return cards_of(self.talon_mask)

    def after(self, action: Any) -> State:
        """Return the state after a card was dealt; with the last the second pack is cut."""
        if type(action) is not Card or not self.talon_mask >> action & 1:
            raise self.refuse(action, "german-ombre.deal.4", "a card is dealt that has not been dealt yet")
        assert self.deal.dealer is not None
        player = receiver(self.dealt, self.deal.dealer)
        hands = with_cards(self.hands, player, self.hands[player] | 1 << action)
        if self.dealt + 1 == DEALT:
            return Cutting(self.rules, self.deal, hands)
        return Dealing(self.rules, self.deal, hands, self.dealt + 1)


@dataclass(frozen=True, slots=True)
class Cutting(State):
    """The first hand cuts the second pack."""

    PHASE: ClassVar[str] = "cut"

    @property
    def actor(self) -> int:
        """The first hand."""
        assert self.deal.dealer is not None
        return cutter(self.deal.dealer)

    def legal_actions(self) -> tuple[Cut, ...]:
        """Return the cuts that leave enough cards in either part."""
        return cuts()

    def after(self, action: Any) -> State:
        """Return the state after a cut."""
        if not self.is_legal(action):
            raise self.refuse(action, "german-ombre.couleur.1", "either part has at least five cards")
        return Turning(self.rules, replace(self.deal, cut=action), self.hands)


@dataclass(frozen=True, slots=True)
class Turning(State):
    """The top card of the second pack is turned; its suit is the couleur."""

    PHASE: ClassVar[str] = "couleur"

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards of the second pack."""
        return cards_of(couleur_pack().mask)

    def after(self, action: Any) -> State:
        """Return the state after the couleur was turned: the auction."""
        from gamerules.german_ombre.phase_contract import open_bidding

        if not self.is_legal(action):
            raise self.refuse(action, "german-ombre.couleur.1", "a card of the second pack is turned")
        deal = replace(self.deal, couleur=couleur_of(action), couleur_card=action)
        return open_bidding(self.rules, deal, self.hands)
