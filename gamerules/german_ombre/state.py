"""What every phase of the game has in common: the rules, the facts of the deal, the hands; and what a player sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit, cards_of
from gamerules.game import CHANCE, Drawn
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.contracts import Contract, How, on_the_table
from gamerules.german_ombre.couleur import Cut
from gamerules.german_ombre.deal import talon
from gamerules.german_ombre.march import March
from gamerules.german_ombre.rank import Order, grand_order, null_order, suit_order
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import SIDES, Result, settle
from gamerules.ledger import Ledger
from gamerules.rules import IllegalAction, rule

Action = Card | Suit | Contract | Call | Word | Cut
"""What a player or chance does."""

Triple = tuple[int, int, int]
"""One number for each player; of cards, a bit mask."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a deal, as far as they have come about. All are public but ``discards`` and ``held``.

    Attributes:
        dealer: the dealer.
        cut: how the second pack was cut.
        couleur: the couleur.
        couleur_card: the card that was turned for it.
        calls: the calls of the auction with their players, in order.
        how: how the ombre comes to play.
        ombre: the ombre.
        contract: the game played, once it is declared.
        trump: the trump suit, if there is one.
        turned: the card turned in a tourné.
        turned_by: who has drawn that card; None as long as it lies on the talon.
        march: whether a march was announced or begun.
        discards: the cards each player has discarded (bit masks).
        held: the hands with which the play began (bit masks).
    """

    dealer: int | None = None
    cut: Cut | None = None
    couleur: Suit | None = None
    couleur_card: Card | None = None
    calls: tuple[tuple[int, Any], ...] = ()
    how: How = How.AUCTION
    ombre: int | None = None
    contract: Contract | None = None
    trump: Suit | None = None
    turned: Card | None = None
    turned_by: int | None = None
    march: March = March.NONE
    discards: Triple = (0, 0, 0)
    held: Triple = (0, 0, 0)

    def settled(self, **changes: Any) -> Played:
        """Return the facts once it is settled who plays what: ``ombre`` and ``contract``, and whatever else changes."""
        return Played(**{field.name: getattr(self, field.name) for field in fields(self)} | changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Facts):
    """The facts from the deal on: there is a dealer."""

    dealer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Deal):
    """The facts after the auction: there is an ombre, and he has declared his game."""

    ombre: int
    contract: Contract

    @property
    def order(self) -> Order:
        """The order of the cards under the contract.

        Raises:
            ValueError: if the trumps are not known yet.
        """
        if self.trump is not None:
            return suit_order(self.trump)
        if self.contract is Contract.GRAND:
            return grand_order()
        if self.contract is Contract.NULL:
            return null_order()
        raise ValueError("the trumps are not known yet; ask once the contract and its trumps are settled")


@dataclass(frozen=True, slots=True)
class View:
    """What one player may see.

    Attributes:
        player: the player.
        phase: the phase.
        actor: who acts.
        deal: the public facts of the deal, with the player's own discards and nobody else's.
        hand: the player's hand.
        chosen: the cards that the player has so far chosen to discard.
        open_cards: what lies face up: the card turned, as long as it is on the talon, and the matadors of a
            grosstourné that have not been played.
        counts: how many cards each player holds.
        exchanged: how many cards each player has discarded.
        talon: how many cards lie in the talon.
        drawn: the cards drawn to choose the dealer.
        trick: the cards on the table.
        leader: who led to the trick, or is to lead.
        taken: the tricks each player has taken.
        actions: what the player may do; empty when it is another's turn.
        result: how the game ended, when it is over.
    """

    player: int
    phase: str
    actor: int | None
    deal: Facts
    hand: CardSet
    chosen: CardSet
    open_cards: CardSet
    counts: Triple
    exchanged: Triple
    talon: int
    drawn: CardSet
    trick: tuple[Card, ...]
    leader: int | None
    taken: Triple
    actions: tuple[Action, ...]
    result: Result | None


@dataclass(frozen=True, slots=True)
class State(Drawn, ABC):
    """A position of the game. Each phase is a class of its own with the fields that it needs.

    Players are numbered from 0 to the right, as the game runs; player 0 draws first for the deal.

    Attributes:
        rules: the variants and decisions in force, and the tariff.
        deal: the facts of the deal so far.
        hands: the players' hands (bit masks). In a record they may be known in part only, until the exchange.
    """

    rules: Rules
    deal: Facts
    hands: Triple

    phase: ClassVar[str] = ""
    """What is going on, in one word."""
    REFUSAL: ClassVar[tuple[str, str]] = ("", "")
    """The locus that an illegal action breaks, and the reason, where these are always the same."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """Who acts: a player, chance (``gamerules.game.CHANCE``), or None when the deal is over."""

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """Return all legal actions in a fixed order; empty exactly when the deal is over."""

    def after(self, action: Any) -> State:
        """Return the state after an action.

        Raises:
            IllegalAction: if the action is not legal; it names the locus and lists what was.
        """
        if not self.is_legal(action):
            raise IllegalAction(action, *self._refusal(action), self.legal_actions())
        return self._after(action)

    def is_legal(self, action: Any) -> bool:
        """Return whether an action is legal."""
        return any(type(action) is type(choice) and action == choice for choice in self.legal_actions())

    def _after(self, action: Any) -> State:
        """Return the state after a legal action; only the end of the deal has none."""
        raise NotImplementedError

    def _refusal(self, action: Any) -> tuple[str, str]:
        """Return the locus that an illegal action breaks, and the reason."""
        return self.REFUSAL

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return False

    @property
    def result(self) -> Result | None:
        """How the game ended; None as long as it goes on, and for a deal in which nobody played."""
        return None

    def ledger(self) -> Ledger:
        """Return the settlement; empty until the deal is over, and for a deal in which nobody played.

        Raises:
            LostTableError: if it needs a value that is lost and the rules' tariff does not bring; ``result`` is always
                there, and ``result.outcome(rules)`` with its ``multiple`` gives the outcome in values of the game.
        """
        return settle(self.result, self.rules) if self.result else Ledger(SIDES)

    def hand(self, player: int) -> CardSet:
        """Return a player's hand."""
        return CardSet.from_mask(self.hands[player])

    @property
    def talon(self) -> CardSet:
        """The cards of the talon, in no order; with hands known in part, all that is not known to be elsewhere."""
        return CardSet.from_mask(self.talon_mask)

    @property
    def talon_mask(self) -> int:
        """The talon as a bit mask; once the play has begun, what was in no hand then."""
        return talon(self.deal.held if self.deal.held[0] else self.hands, self.deal.discards)

    @property
    def talon_count(self) -> int:
        """How many cards lie in the talon."""
        return self.talon_mask.bit_count()

    # ---- what phases show beyond hands and facts; each phase that has such things says so

    @property
    def chosen(self) -> int:
        """The cards that the actor has so far chosen to discard (bit mask)."""
        return 0

    @property
    def drawn(self) -> int:
        """The cards drawn to choose the dealer (bit mask)."""
        return 0

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table."""
        return ()

    @property
    def leader(self) -> int | None:
        """Who led to the trick on the table, or is to lead."""
        return None

    @property
    def taken(self) -> Triple:
        """The tricks each player has taken."""
        return (0, 0, 0)

    @rule("german-ombre.deal.5", "german-ombre.contracts.10")
    def view(self, player: int) -> View:
        """Return what a player may see: hands, talon and discards lie face down, a grosstourné's matadors face up."""
        mine = player == self.actor
        deal = self.deal
        own = tuple(mask if index == player else 0 for index, mask in enumerate(deal.discards))
        exposed = on_the_table(deal.contract) & (self.hands[0] | self.hands[1] | self.hands[2])
        if deal.turned is not None and deal.turned_by is None:
            exposed |= deal.turned.mask
        counts = tuple(mask.bit_count() for mask in self.hands)
        exchanged = tuple(mask.bit_count() for mask in deal.discards)
        return View(
            player=player,
            phase=self.phase,
            actor=self.actor,
            deal=replace(deal, discards=_triple(own), held=(0, 0, 0)),
            hand=self.hand(player),
            chosen=CardSet.from_mask(self.chosen if mine else 0),
            open_cards=CardSet.from_mask(exposed),
            counts=_triple(counts),
            exchanged=_triple(exchanged),
            talon=self.talon_count,
            drawn=CardSet.from_mask(self.drawn),
            trick=self.trick,
            leader=self.leader,
            taken=self.taken,
            actions=self.legal_actions() if mine else (),
            result=self.result,
        )


@dataclass(frozen=True, slots=True)
class Chance(State):
    """A state in which a card is dealt, drawn or turned."""

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    @property
    def cards(self) -> int:
        """The cards that it may be (bit mask): those of which it is not known that they are elsewhere."""
        return talon(self.hands, self.deal.discards)

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards that it may be."""
        return cards_of(self.cards)

    def is_legal(self, action: Any) -> bool:
        """Return whether the action is one of these cards."""
        return type(action) is Card and self.cards >> action & 1 == 1


def with_cards(hands: Triple, player: int, mask: int) -> Triple:
    """Return the hands with one player's replaced by a bit mask."""
    first, second, third = hands
    if player == 0:
        return mask, second, third
    return (first, mask, third) if player == 1 else (first, second, mask)


def _triple(numbers: tuple[int, ...]) -> Triple:
    first, second, third = numbers
    return first, second, third
