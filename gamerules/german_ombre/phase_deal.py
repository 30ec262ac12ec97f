"""The phases before the auction: drawing for the deal, dealing, cutting the second pack, turning the couleur."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamerules.cards import Card
from gamerules.german_ombre.cards import couleur_pack
from gamerules.german_ombre.couleur import Cut, couleur_of, cuts, cutter
from gamerules.german_ombre.deal import DEALT, chooses_dealer, left_to_draw, next_player, receiver
from gamerules.german_ombre.phase_contract import open_bidding
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import Chance, Deal, Facts, State, Triple, with_cards
from gamerules.rules import rule


@dataclass(frozen=True, slots=True)
class Drawing(Chance):
    """The beginning of a deal: cards are drawn in turn; whoever first draws a black ace deals.

    Attributes:
        drawer: who draws the next card.
        drawn: the cards drawn so far (bit mask).
    """

    rules: Rules = Rules.DICTIONARY
    deal: Facts = Facts()  # noqa: RUF009 - a frozen value
    hands: Triple = (0, 0, 0)
    drawer: int = 0
    drawn: int = 0

    phase = "draw"
    REFUSAL = ("german-ombre.deal.3", "a card of the pack is drawn")

    @property
    def cards(self) -> int:
        """The cards that may be drawn (bit mask)."""
        return left_to_draw(self.rules, self.drawn)

    def _after(self, card: Card) -> State:
        """Return the state after a card was drawn: the next draws, or its drawer deals."""
        if chooses_dealer(card):
            return Dealing(self.rules, Deal(dealer=self.drawer), self.hands)
        return Drawing(self.rules, self.deal, self.hands, next_player(self.drawer), self.drawn | 1 << card)


@rule("german-ombre.all-pass.7", "german-ombre.deal.3")
def next_deal(end: State) -> Drawing:
    """Return the beginning of the next deal, for which the dealer is drawn again; also after a deal thrown in."""
    return Drawing(end.rules)


@dataclass(frozen=True, slots=True)
class Dealing(Chance):
    """Nine cards are dealt to each player, three at a time.

    Attributes:
        dealt: how many cards have been dealt.
    """

    deal: Deal
    dealt: int = 0

    phase = "deal"
    REFUSAL = ("german-ombre.deal.4", "a card is dealt that has not been dealt yet")

    def _after(self, card: Card) -> State:
        """Return the state after a card was dealt; with the last the second pack is cut."""
        player = receiver(self.dealt, self.deal.dealer)
        hands = with_cards(self.hands, player, self.hands[player] | 1 << card)
        if self.dealt + 1 == DEALT:
            return Cutting(self.rules, self.deal, hands)
        return Dealing(self.rules, self.deal, hands, self.dealt + 1)


@dataclass(frozen=True, slots=True)
class Cutting(State):
    """Forehand cuts the second pack."""

    deal: Deal

    phase = "cut"
    REFUSAL = ("german-ombre.couleur.1", "either part has at least five cards")

    @property
    def actor(self) -> int:
        """Forehand."""
        return cutter(self.deal.dealer)

    def legal_actions(self) -> tuple[Cut, ...]:
        """Return the cuts that leave enough cards in either part."""
        return cuts()

    def _after(self, cut: Cut) -> State:
        return Turning(self.rules, replace(self.deal, cut=cut), self.hands)


@dataclass(frozen=True, slots=True)
class Turning(Chance):
    """The top card of the second pack is turned; its suit is the couleur, and the auction begins."""

    deal: Deal

    phase = "couleur"
    REFUSAL = ("german-ombre.couleur.1", "a card of the second pack is turned")

    @property
    def cards(self) -> int:
        """The cards of the second pack (bit mask)."""
        return couleur_pack().mask

    def _after(self, card: Card) -> State:
        deal = replace(self.deal, couleur=couleur_of(card), couleur_card=card)
        return open_bidding(self.rules, deal, self.hands)
