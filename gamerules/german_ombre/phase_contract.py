"""The phases from the auction to the exchange: bidding, declaring, turning up, exchanging; and Moor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gamerules.auction import Call
from gamerules.cards import Card, Suit, cards_of
from gamerules.game import CHANCE
from gamerules.german_ombre import all_pass, auction
from gamerules.german_ombre.auction import Auction, Word
from gamerules.german_ombre.contracts import (
    TERMS,
    Contract,
    How,
    Trumps,
    exchange_order,
    ladder,
    may_declare,
    on_the_table,
    trump_suits,
    turned_contract,
)
from gamerules.german_ombre.deal import completing, seats, talon
from gamerules.german_ombre.phase_play import Over, announce
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import Action, Chance, Deal, Played, State, Triple, with_cards

# ---- what comes next


def open_bidding(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return the state in which the auction begins."""
    return Bidding(rules, deal, hands, auction.open_auction(deal.dealer))


def proceed(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return the state that follows when the auction is over and the ombre, if any, has declared what he must."""
    if isinstance(deal, Played) and deal.couleur is not None and deal.trump is None:
        suits = trump_suits(rules, deal.contract, deal.how, deal.couleur)
        if len(suits) > 1:
            return Naming(rules, deal, hands, suits)
        deal = replace(deal, trump=suits[0] if suits else None)
    player = completing(hands, deal.dealer)
    if player is not None:
        return Completing(rules, deal, hands, player)
    if not isinstance(deal, Played):
        return _all_passed(rules, deal, hands)
    if deal.trump is None and TERMS[deal.contract].trumps is Trumps.TURNED:
        return TurningUp(rules, deal, hands)
    return _exchange(rules, deal, hands, exchange_order(rules, deal.contract, deal.how, deal.ombre, deal.dealer))


def _all_passed(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return what follows when all have passed: forced spadille, or Moor, or after Moor the end."""
    holder = all_pass.holder_of_spadille(hands)
    if deal.how is How.MORT:
        return Over(rules, deal, hands)
    if holder is not None:
        return proceed(rules, deal.settled(how=How.FORCED, ombre=holder, contract=all_pass.FORCED_GAME), hands)
    order = seats(deal.dealer)
    if rules.mort == "four-cards" and rules.mort_turn == "auction":
        return ExchangingFour(rules, replace(deal, how=How.MORT), hands, order)
    return _turn_in_mort(rules, replace(deal, how=How.MORT), hands, order[0])


def _turn_in_mort(rules: Rules, deal: Deal, hands: Triple, player: int | None) -> State:
    """Return the state in which it is a player's turn in Moor, or the end of the deal after the last one's."""
    if player is None:
        return Over(rules, deal, hands)
    if rules.mort == "whole-talon":
        return Taking(rules, deal, hands, player)
    return ExchangingFour(rules, deal, hands, (player,))


def _exchange(rules: Rules, deal: Played, hands: Triple, order: tuple[int, ...]) -> State:
    """Return the exchange of the first player in the order, or the play if nobody or nothing is left to exchange."""
    if order and talon(hands, deal.discards):
        return ExchangingForGame(rules, deal, hands, order)
    return announce(rules, deal, hands)


def _allowed(state: State, player: int, contracts: tuple[Contract, ...]) -> tuple[Contract, ...]:
    """Return those of the contracts that a player's hand allows."""
    first, second, third = state.hands
    hand = state.hands[player]
    elsewhere = (first | second | third) & ~hand
    return tuple([contract for contract in contracts if may_declare(contract, hand, elsewhere)])


# ---- the phases


@dataclass(frozen=True, slots=True)
class Bidding(State):
    """The auction.

    Attributes:
        auction: where it stands.
    """

    deal: Deal
    auction: Auction

    phase = "auction"

    @property
    def actor(self) -> int:
        """Who speaks."""
        return self.auction.turn

    @property
    def declared(self) -> tuple[Contract, ...]:
        """The contracts that can be declared at all, low to high."""
        return ladder(self.rules.blind_tourne, self.deal.how)

    @property
    def able(self) -> tuple[Contract, ...]:
        """The contracts that the speaker's hand allows, low to high."""
        return _allowed(self, self.actor, self.declared)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return what the speaker may say."""
        return auction.calls(self.auction, self.able)

    def _after(self, call: Any) -> State:
        """Return the state after a call."""
        after = auction.after_call(self.auction, call)
        deal = replace(self.deal, calls=(*self.deal.calls, (self.actor, call)))
        if not after.is_over:
            return Bidding(self.rules, deal, self.hands, after)
        ombre = auction.ombre_of(after)
        if ombre is None:
            return proceed(self.rules, deal, self.hands)
        return Declaring(self.rules, replace(deal, ombre=ombre), self.hands, ombre, after.standing)

    def _refusal(self, action: Any) -> tuple[str, str]:
        return auction.refusal(self.auction, action, self.able, self.declared)


@dataclass(frozen=True, slots=True)
class Declaring(State):
    """The ombre, or in Moor a player in his turn, declares the game that he will play.

    Attributes:
        player: who declares.
        bid: the bid with which he was left, if any.
        may_pass: whether he may pass instead, as in Moor.
    """

    deal: Deal
    player: int
    bid: Contract | None = None
    may_pass: bool = False

    phase = "contract"

    @property
    def actor(self) -> int:
        """Who declares."""
        return self.player

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the contracts that can be declared, after a pass where one may pass."""
        allowed = _allowed(self, self.player, auction.final_contracts(self.rules, self.bid, self.deal.how))
        return (Call.PASS, *allowed) if self.may_pass else allowed

    def _after(self, action: Any) -> State:
        """Return the state after the declaration, or after a pass in Moor."""
        if action is Call.PASS:
            after = all_pass.next_in_mort(self.deal.dealer, self.player)
            return _turn_in_mort(self.rules, self.deal, self.hands, after)
        return proceed(self.rules, self.deal.settled(ombre=self.player, contract=action), self.hands)

    def _refusal(self, action: Any) -> tuple[str, str]:
        if not isinstance(action, Contract):
            return "german-ombre.auction.9", "the ombre names the game that he will play"
        if self.bid is not None and action < self.bid:
            return "german-ombre.auction.9", f"the game may be higher than the bid of {self.bid}, not lower"
        declared = ladder(self.rules.blind_tourne, self.deal.how)
        if action in _allowed(self, self.player, declared):
            return "german-ombre.auction.10", f"the game is the one that was bid, {self.bid}"
        return auction.not_declared(action, declared)


@dataclass(frozen=True, slots=True)
class Naming(State):
    """The ombre names trumps.

    Attributes:
        suits: the suits that may be trumps.
    """

    deal: Played
    suits: tuple[Suit, ...]

    phase = "trumps"

    @property
    def actor(self) -> int:
        """The ombre."""
        return self.deal.ombre

    def legal_actions(self) -> tuple[Suit, ...]:
        """Return the suits that may be trumps."""
        return self.suits

    def _after(self, suit: Suit) -> State:
        return proceed(self.rules, replace(self.deal, trump=suit), self.hands)

    def _refusal(self, action: Any) -> tuple[str, str]:
        if not isinstance(action, Suit):
            return "german-ombre.contracts.2", "the ombre names a suit trumps"
        return "german-ombre.contracts.4", "with the couleur as trumps it is a game in couleur"


@dataclass(frozen=True, slots=True)
class TurningUp(Chance):
    """The top card of the talon is turned; it decides trumps, and whether the game is in couleur."""

    deal: Played

    phase = "turn-up"
    REFUSAL = ("german-ombre.contracts.5", "the top card of the talon is turned")

    def _after(self, card: Card) -> State:
        contract = turned_contract(self.deal.contract, card, self.deal.couleur)
        return proceed(self.rules, replace(self.deal, contract=contract, trump=card.suit, turned=card), self.hands)


@dataclass(frozen=True, slots=True)
class Completing(Chance):
    """Hands known in part are filled up, so that a record may begin from what its source tells.

    Attributes:
        player: whose hand is filled up: the first that is not full.
    """

    deal: Deal
    player: int

    phase = "unknown cards"
    REFUSAL = ("german-ombre.deal.4", "the card is already known to be elsewhere")

    def _after(self, card: Card) -> State:
        hands = with_cards(self.hands, self.player, self.hands[self.player] | card.mask)
        return proceed(self.rules, self.deal, hands)


@dataclass(frozen=True, slots=True)
class Taking(State):
    """Moor by the variant: a player may discard his whole hand and take the whole talon.

    Attributes:
        player: whose turn it is.
    """

    deal: Deal
    player: int

    phase = "mort"
    REFUSAL = ("german-ombre.all-pass.6", "take the whole talon, or pass")

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.player

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the two choices."""
        return (Call.PASS, Word.TAKE)

    def _after(self, action: Any) -> State:
        """Return the state after the choice: four cards are to be discarded, or it is the next player's turn."""
        deal, player = self.deal, self.player
        if action is Call.PASS:
            return _turn_in_mort(self.rules, deal, self.hands, all_pass.next_in_mort(deal.dealer, player))
        deal = replace(deal, discards=with_cards(deal.discards, player, self.hands[player]))
        hands = with_cards(self.hands, player, self.talon_mask)
        return PuttingAway(self.rules, deal, hands, (player,))


# ---- exchange


@dataclass(frozen=True, slots=True)
class Exchanging(State):
    """A player chooses cards to discard, one by one, says ``enough`` and draws as many from the talon.

    Attributes:
        order: who exchanges, the present player first.
        chosen: the cards chosen so far (bit mask).
        owed: how many cards are still to be drawn.
    """

    deal: Deal
    order: tuple[int, ...]
    chosen: int = 0
    owed: int = 0

    phase = "exchange"
    LOCUS: ClassVar[str] = ""
    """The sentence that lays down the exchange."""
    DONE: ClassVar[str] = "exchanged"
    """What is done with the cards, in a word."""

    @property
    def actor(self) -> int:
        """The player who exchanges; chance as long as he draws."""
        return CHANCE if self.owed else self.order[0]

    @property
    def fixed(self) -> int:
        """The cards that cannot be discarded (bit mask)."""
        return 0

    def counts(self) -> tuple[int, ...]:
        """Return how many cards the player may discard, in all."""
        return tuple(all_pass.exchange_counts(self.rules))

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the cards that may still be chosen, after ``enough`` where that may be said; or what may be drawn."""
        if self.owed:
            return cards_of(self.talon_mask)
        counts, number = self.counts(), self.chosen.bit_count()
        enough = (Word.ENOUGH,) if number in counts else ()
        if number == counts[-1]:
            return enough
        return (*enough, *cards_of(self.hands[self.order[0]] & ~self.chosen & ~self.fixed))

    def _after(self, action: Any) -> State:
        """Return the state after a card was chosen or drawn, or after ``enough``."""
        if self.owed:
            return self._drawn(action)
        if action is not Word.ENOUGH:
            return type(self)(self.rules, self.deal, self.hands, self.order, self.chosen | 1 << action)
        player, deal, number = self.order[0], self.deal, self._to_draw()
        hands = with_cards(self.hands, player, self.hands[player] & ~self.chosen)
        # The talon is what is in no hand and was not discarded, so that both change at once.
        deal = replace(deal, discards=with_cards(deal.discards, player, deal.discards[player] | self.chosen))
        state = type(self)(self.rules, deal, hands, self.order, 0, number)
        if number and deal.turned is not None and deal.turned_by is None:
            return state._drawn(deal.turned)
        return state if number else state._done()

    def _to_draw(self) -> int:
        return self.chosen.bit_count()

    def _drawn(self, card: Card) -> State:
        """Return the state after the player drew a card."""
        player = self.order[0]
        hands = with_cards(self.hands, player, self.hands[player] | card.mask)
        deal = replace(self.deal, turned_by=player) if card == self.deal.turned else self.deal
        state = type(self)(self.rules, deal, hands, self.order, 0, self.owed - 1)
        return state if state.owed else state._done()

    def _done(self) -> State:
        """Return the state after the player's exchange."""
        raise NotImplementedError

    def _refusal(self, action: Any) -> tuple[str, str]:
        if self.owed:
            return "german-ombre.contracts.2", "as many cards are drawn from the talon as were discarded"
        counts = self.counts()
        if action is Word.ENOUGH:
            return self.LOCUS, f"four cards are {self.DONE}, not {self.chosen.bit_count()}"
        if self.chosen.bit_count() == counts[-1]:
            return self.LOCUS, f"no more than {counts[-1]} cards can be discarded"
        return self.LOCUS, "a card of the hand is discarded"


@dataclass(frozen=True, slots=True)
class ExchangingForGame(Exchanging):
    """The exchange that the contract allows."""

    deal: Played

    LOCUS = "german-ombre.contracts.2"

    @property
    def fixed(self) -> int:
        """The cards that cannot be discarded (bit mask): those of the ombre that lie on the table."""
        return on_the_table(self.deal.contract) if self.order[0] == self.deal.ombre else 0

    def counts(self) -> tuple[int, ...]:
        """Return how many cards the player may discard, in all: as many as the talon holds."""
        loose = (self.hands[self.order[0]] & ~self.fixed).bit_count()
        return tuple(range(int(self._must_take()), min(loose, self.talon_mask.bit_count()) + 1))

    def _must_take(self) -> bool:
        """Return whether the ombre has to take the card turned (decision ``turned_card``)."""
        deal = self.deal
        lies = deal.turned is not None and deal.turned_by is None
        return lies and self.rules.turned_card == "to-ombre" and self.order[0] == deal.ombre

    def _done(self) -> State:
        return _exchange(self.rules, self.deal, self.hands, self.order[1:])

    def _refusal(self, action: Any) -> tuple[str, str]:
        if action is Word.ENOUGH and not self.owed:
            return "german-ombre.contracts.5", "the ombre takes the card turned, and discards at least one"
        if isinstance(action, Card) and self.fixed & action.mask and not self.owed:
            return "german-ombre.contracts.10", "the matadors of a grosstourné lie on the table"
        return Exchanging._refusal(self, action)


@dataclass(frozen=True, slots=True)
class ExchangingFour(Exchanging):
    """The exchange of four cards before a game is bid in Moor."""

    LOCUS = "german-ombre.all-pass.4"

    def _done(self) -> State:
        rules, deal, hands = self.rules, self.deal, self.hands
        if rules.mort_turn == "declare-in-turn":
            return Declaring(rules, deal, hands, self.order[0], may_pass=True)
        if self.order[1:]:
            return ExchangingFour(rules, deal, hands, self.order[1:])
        return open_bidding(rules, deal, hands)


@dataclass(frozen=True, slots=True)
class PuttingAway(Exchanging):
    """Four cards are discarded after the whole talon was taken; nothing is drawn."""

    LOCUS = "german-ombre.all-pass.6"
    DONE = "discarded"

    def _to_draw(self) -> int:
        return 0

    def _done(self) -> State:
        return Declaring(self.rules, self.deal, self.hands, self.order[0])
