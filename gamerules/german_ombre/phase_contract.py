"""The phases from the auction to the exchange: bidding, declaring, turning up, exchanging; and mort."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from gamerules.auction import Call
from gamerules.cards import Card, Suit, cards_of
from gamerules.game import CHANCE
from gamerules.german_ombre import all_pass, auction
from gamerules.german_ombre.auction import Auction, Word
from gamerules.german_ombre.cards import seats
from gamerules.german_ombre.contracts import (
    TERMS,
    Contract,
    How,
    Trumps,
    exchange_order,
    final_contracts,
    ladder,
    may_declare,
    on_the_table,
    trump_suits,
    turned_contract,
)
from gamerules.german_ombre.deal import completing, talon
from gamerules.german_ombre.phase_play import Over, announce
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import Deal, State, Triple, with_cards

# ---- what comes next


def open_bidding(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return the state in which the auction begins."""
    return Bidding(rules, deal, hands, auction.open_auction(_dealer(deal)))


def proceed(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return the state that follows when the auction is over and the ombre, if any, has declared what he must."""
    contract, couleur = deal.contract, deal.couleur
    if contract is not None and couleur is not None and deal.trump is None:
        suits = trump_suits(rules, contract, deal.how, couleur)
        if len(suits) > 1:
            return Naming(rules, deal, hands)
        deal = replace(deal, trump=suits[0] if suits else None)
    if completing(hands, _dealer(deal)) is not None:
        return Completing(rules, deal, hands)
    if deal.ombre is None or contract is None:
        return _all_passed(rules, deal, hands)
    if deal.trump is None and TERMS[contract].trumps is Trumps.TURNED:
        return TurningUp(rules, deal, hands)
    order = exchange_order(rules, contract, deal.how, deal.ombre, _dealer(deal))
    return _exchange(rules, deal, hands, order)


def _all_passed(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return what follows when all have passed: forced spadille, or mort, or after mort the end."""
    holder = all_pass.holder_of_spadille(hands)
    if deal.how is How.MORT:
        return Over(rules, deal, hands)
    if holder is not None:
        return proceed(rules, replace(deal, how=How.FORCED, ombre=holder, contract=all_pass.FORCED_GAME), hands)
    deal = replace(deal, how=How.MORT)
    first = seats(_dealer(deal))[0]
    if rules.mort == "whole-talon":
        return Taking(rules, deal, hands, first)
    if rules.mort_turn == "auction":
        return Exchanging(rules, deal, hands, seats(_dealer(deal)), Purpose.MORT)
    return Exchanging(rules, deal, hands, (first,), Purpose.MORT)


def _exchange(rules: Rules, deal: Deal, hands: Triple, order: tuple[int, ...]) -> State:
    """Return the exchange of the first player in the order, or the play if nobody or nothing is left to exchange."""
    if order and talon(hands, deal.discards):
        return Exchanging(rules, deal, hands, order, Purpose.GAME)
    return announce(rules, deal, hands)


def _dealer(deal: Deal) -> int:
    assert deal.dealer is not None
    return deal.dealer


# ---- the phases


@dataclass(frozen=True, slots=True)
class Bidding(State):
    """The auction.

    Attributes:
        auction: where it stands.
    """

    auction: Auction

    PHASE: ClassVar[str] = "auction"

    @property
    def actor(self) -> int | None:
        """Who speaks."""
        return self.auction.turn

    @property
    def declared(self) -> tuple[Contract, ...]:
        """The contracts that can be declared at all, low to high."""
        return ladder(self.rules.blind_tourne, self.deal.how)

    @property
    def able(self) -> tuple[Contract, ...]:
        """The contracts that the speaker's hand allows, low to high."""
        return _allowed(self, self.auction.turn, self.declared)

    def legal_actions(self) -> tuple[Any, ...]:
        """Return what the speaker may say."""
        return auction.calls(self.auction, self.able)

    def after(self, action: Any) -> State:
        """Return the state after a call."""
        if not self.is_legal(action):
            raise self.refuse(action, *auction.refusal(self.auction, action, self.able, self.declared))
        after = auction.after_call(self.auction, action)
        assert self.auction.turn is not None
        deal = replace(self.deal, calls=(*self.deal.calls, (self.auction.turn, action)))
        if after.turn is not None:
            return Bidding(self.rules, deal, self.hands, after)
        ombre = auction.ombre_of(after)
        if ombre is None:
            return proceed(self.rules, deal, self.hands)
        return Declaring(self.rules, replace(deal, ombre=ombre), self.hands, ombre, after.standing)


@dataclass(frozen=True, slots=True)
class Declaring(State):
    """The ombre, or in mort a player in his turn, declares the game that he will play.

    Attributes:
        player: who declares.
        bid: the bid with which he was left, if any.
        may_pass: whether he may pass instead, as in mort.
    """

    player: int
    bid: Contract | None = None
    may_pass: bool = False

    PHASE: ClassVar[str] = "contract"

    @property
    def actor(self) -> int:
        """Who declares."""
        return self.player

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the contracts that can be declared, after a pass where one may pass."""
        allowed = _allowed(self, self.player, final_contracts(self.rules, self.bid, self.deal.how))
        return (Call.PASS, *allowed) if self.may_pass else allowed

    def after(self, action: Any) -> State:
        """Return the state after the declaration, or after a pass in mort."""
        if not self.is_legal(action):
            raise self.refuse(action, *self._reason(action))
        if action is Call.PASS:
            return _pass_in_mort(self.rules, self.deal, self.hands, self.player)
        return proceed(self.rules, replace(self.deal, ombre=self.player, contract=action), self.hands)

    def _reason(self, action: Any) -> tuple[str, str]:
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
    """The ombre names trumps."""

    PHASE: ClassVar[str] = "trumps"

    @property
    def actor(self) -> int | None:
        """The ombre."""
        return self.deal.ombre

    def legal_actions(self) -> tuple[Suit, ...]:
        """Return the suits that may be trumps."""
        assert self.deal.contract is not None and self.deal.couleur is not None
        return trump_suits(self.rules, self.deal.contract, self.deal.how, self.deal.couleur)

    def after(self, action: Any) -> State:
        """Return the state after trumps were named."""
        if self.is_legal(action):
            return proceed(self.rules, replace(self.deal, trump=action), self.hands)
        if not isinstance(action, Suit):
            raise self.refuse(action, "german-ombre.contracts.2", "the ombre names a suit trumps")
        raise self.refuse(action, "german-ombre.contracts.4", "with the couleur as trumps it is a game in couleur")


@dataclass(frozen=True, slots=True)
class TurningUp(State):
    """The top card of the talon is turned, and its suit is trumps."""

    PHASE: ClassVar[str] = "turn-up"

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards of the talon."""
        return cards_of(self.talon_mask)

    def after(self, action: Any) -> State:
        """Return the state after the card was turned: it decides trumps, and whether the game is in couleur."""
        if not self.is_legal(action):
            raise self.refuse(action, "german-ombre.contracts.5", "the top card of the talon is turned")
        deal = self.deal
        assert deal.contract is not None and deal.couleur is not None
        contract = turned_contract(deal.contract, action, deal.couleur)
        deal = replace(deal, contract=contract, trump=action.suit, turned=action)
        return proceed(self.rules, deal, self.hands)


@dataclass(frozen=True, slots=True)
class Completing(State):
    """Hands known in part are filled up, so that a record may begin from what its source tells."""

    PHASE: ClassVar[str] = "unknown cards"

    @property
    def actor(self) -> int:
        """Chance."""
        return CHANCE

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards that are not known to be anywhere."""
        return cards_of(self.talon_mask)

    def after(self, action: Any) -> State:
        """Return the state after one more card became known, of the first hand that is not full."""
        if not self.is_legal(action):
            raise self.refuse(action, "german-ombre.deal.4", "the card is already known to be elsewhere")
        player = completing(self.hands, _dealer(self.deal))
        assert player is not None
        hands = with_cards(self.hands, player, self.hands[player] | action.mask)
        return proceed(self.rules, self.deal, hands)


# ---- mort


@dataclass(frozen=True, slots=True)
class Taking(State):
    """Mort by the variant: a player may lay off his whole hand and take the whole talon.

    Attributes:
        player: whose turn it is.
    """

    player: int

    PHASE: ClassVar[str] = "mort"

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.player

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the two choices."""
        return (Call.PASS, Word.TAKE)

    def after(self, action: Any) -> State:
        """Return the state after the choice: four cards are to be put away, or it is the next player's turn."""
        if not self.is_legal(action):
            raise self.refuse(action, "german-ombre.all-pass.6", "one takes the whole talon or passes")
        if action is Call.PASS:
            return _pass_in_mort(self.rules, self.deal, self.hands, self.player)
        discards = with_cards(self.deal.discards, self.player, self.hands[self.player])
        hands = with_cards(self.hands, self.player, self.talon_mask)
        return Exchanging(self.rules, replace(self.deal, discards=discards), hands, (self.player,), Purpose.WHOLE_TALON)


def _pass_in_mort(rules: Rules, deal: Deal, hands: Triple, player: int) -> State:
    """Return the state after a player has passed in mort: the next one's turn, or the end of the deal."""
    after = all_pass.next_in_mort(_dealer(deal), player)
    if after is None:
        return Over(rules, deal, hands)
    if rules.mort == "whole-talon":
        return Taking(rules, deal, hands, after)
    return Exchanging(rules, deal, hands, (after,), Purpose.MORT)


# ---- exchange


class Purpose(StrEnum):
    """What cards are exchanged for."""

    GAME = "game"
    """The exchange that the contract allows."""
    MORT = "mort"
    """Four cards, before a game is declared in mort."""
    WHOLE_TALON = "whole talon"
    """Four cards are put away after the whole talon was taken; nothing is drawn."""


_EXCHANGED_BY = {
    Purpose.GAME: "german-ombre.contracts.2",
    Purpose.MORT: "german-ombre.all-pass.4",
    Purpose.WHOLE_TALON: "german-ombre.all-pass.6",
}
"""The sentence that lays down each exchange."""


@dataclass(frozen=True, slots=True)
class Exchanging(State):
    """A player chooses cards to lay off, one by one, says ``enough`` and draws as many from the talon.

    Attributes:
        order: who exchanges, the present player first.
        purpose: what for.
        laid_off: the cards chosen so far (bit mask).
        owed: how many cards are still to be drawn.
    """

    order: tuple[int, ...]
    purpose: Purpose
    laid_off: int = 0
    owed: int = 0

    PHASE: ClassVar[str] = "exchange"

    @property
    def actor(self) -> int:
        """The player who exchanges; chance as long as he draws."""
        return CHANCE if self.owed else self.order[0]

    @property
    def chosen(self) -> int:
        """The cards chosen so far (bit mask)."""
        return self.laid_off

    def counts(self) -> tuple[int, ...]:
        """Return how many cards the player may lay off, in all: as many as the talon holds, or as mort has it."""
        if self.purpose is not Purpose.GAME:
            return tuple(all_pass.exchange_counts(self.rules))
        must = int(self._must_take())
        loose = (self.hands[self.order[0]] & ~self._fixed()).bit_count()
        return tuple(range(must, min(loose, self.talon_mask.bit_count()) + 1))

    def _must_take(self) -> bool:
        """Return whether the ombre has to take the card turned (decision ``turned_card``)."""
        deal = self.deal
        lies = deal.turned is not None and deal.turned_by is None
        return lies and self.rules.turned_card == "to-ombre" and self.order[0] == deal.ombre

    def _fixed(self) -> int:
        """Return the cards that cannot be laid off (bit mask): those that lie on the table."""
        return on_the_table(self.deal.contract) if self.order[0] == self.deal.ombre else 0

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the cards that may still be chosen, after ``enough`` where that may be said; or what may be drawn."""
        if self.owed:
            return cards_of(self.talon_mask)
        counts, chosen = self.counts(), self.laid_off.bit_count()
        enough = (Word.ENOUGH,) if chosen in counts else ()
        if chosen == counts[-1]:
            return enough
        return (*enough, *cards_of(self.hands[self.order[0]] & ~self.laid_off & ~self._fixed()))

    def after(self, action: Any) -> State:
        """Return the state after a card was chosen or drawn, or after ``enough``."""
        if not self.is_legal(action):
            raise self.refuse(action, *self._reason(action))
        if self.owed:
            return self._drawn(action)
        if action is not Word.ENOUGH:
            chosen = self.laid_off | 1 << action
            return Exchanging(self.rules, self.deal, self.hands, self.order, self.purpose, chosen)
        player, deal = self.order[0], self.deal
        number = 0 if self.purpose is Purpose.WHOLE_TALON else self.laid_off.bit_count()
        hands = with_cards(self.hands, player, self.hands[player] & ~self.laid_off)
        # The talon is what is in no hand and was not laid off, so that both change at once.
        deal = replace(deal, discards=with_cards(deal.discards, player, deal.discards[player] | self.laid_off))
        state = Exchanging(self.rules, deal, hands, self.order, self.purpose, 0, number)
        if number and deal.turned is not None and deal.turned_by is None:
            return state._drawn(deal.turned)
        return state if number else state._done()

    def _drawn(self, card: Card) -> State:
        """Return the state after the player drew a card."""
        player = self.order[0]
        hands = with_cards(self.hands, player, self.hands[player] | card.mask)
        deal = replace(self.deal, turned_by=player) if card == self.deal.turned else self.deal
        state = Exchanging(self.rules, deal, hands, self.order, self.purpose, 0, self.owed - 1)
        return state if state.owed else state._done()

    def _done(self) -> State:
        """Return the state after the player's exchange."""
        rules, deal, hands, player = self.rules, self.deal, self.hands, self.order[0]
        if self.purpose is Purpose.GAME:
            return _exchange(rules, deal, hands, self.order[1:])
        if self.purpose is Purpose.WHOLE_TALON:
            return Declaring(rules, deal, hands, player)
        if rules.mort_turn == "declare-in-turn":
            return Declaring(rules, deal, hands, player, may_pass=True)
        if self.order[1:]:
            return replace(self, order=self.order[1:])
        return open_bidding(rules, deal, hands)

    def _reason(self, action: Any) -> tuple[str, str]:
        if self.owed:
            return "german-ombre.contracts.2", "as many cards are drawn from the talon as were laid off"
        counts, chosen = self.counts(), self.laid_off.bit_count()
        where = _EXCHANGED_BY[self.purpose]
        if action is Word.ENOUGH:
            if self.purpose is Purpose.GAME:
                return "german-ombre.contracts.5", "the ombre takes the card turned, and lays off at least one"
            done = "put away" if self.purpose is Purpose.WHOLE_TALON else "exchanged"
            return where, f"four cards are {done}, not {chosen}"
        if isinstance(action, Card) and self._fixed() & action.mask:
            return "german-ombre.contracts.10", "the matadors of a grosstourné lie on the table"
        if chosen == counts[-1]:
            return where, f"no more than {counts[-1]} cards can be laid off"
        return where, "a card of the hand is laid off"


def _allowed(state: State, player: int | None, contracts: tuple[Contract, ...]) -> tuple[Contract, ...]:
    """Return those of the contracts that a player's hand allows."""
    assert player is not None
    first, second, third = state.hands
    hand = state.hands[player]
    elsewhere = (first | second | third) & ~hand
    return tuple([contract for contract in contracts if may_declare(contract, hand, elsewhere)])
