"""How the machine bids, declares and names trumps in German Ombre: by playing the game out over hands that fit.

The hands not seen are dealt several times, the exchange is made as the simple player makes it, and the solver tells
what each deal is worth with open cards. What is hopeless at a glance is not played out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import PACK_40, Card, CardSet, Rank, Suit
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.contracts import TERMS, Contract, Trumps
from gamerules.german_ombre.deal import HAND, seats
from gamerules.german_ombre.outcome import by_tricks, multiple, of_null
from gamerules.german_ombre.phase_contract import Bidding, Declaring, Naming
from gamerules.german_ombre.phase_play import Announcing
from gamerules.german_ombre.policy import best, strength
from gamerules.german_ombre.rank import Order, grand_order, null_order, suit_order
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import State
from gamerules.policy import Choice, Moment
from gamerules.solve import ThreeHands, three_hands
from gamerules.solve.positions import aim_of

MOST = 8
"""The most deals that are played out for one contract."""
WORK = 2_500
"""How many positions are searched for one contract before no further deal is looked at."""
LEAST = {Trumps.NAMED: 7, Trumps.COULEUR: 7, Trumps.ACES: 7, Trumps.NONE: 0, Trumps.TURNED: 9}
"""The strength from which a contract is played out at all, by its trumps: trumps count, matadors twice more, kings."""
LOWEST = 4.2
"""The mean strength of its cards up to which a null is played out."""
MARGIN = 0.15
"""How much more than nothing a contract must promise, in multiples of its price: talk and defence cost something."""
KEPT = 5
"""How many cards an opponent keeps when he exchanges, about."""


@dataclass(frozen=True)
class Hand:
    """A player's hand before the play, and what the games promise that he may play with it.

    Attributes:
        rules: the rules.
        cards: the hand (a bit mask).
        player: whose it is.
        dealer: who dealt.
        couleur: the couleur.
        seed: the seed of the deals: asked again, a contract promises the same.
        laid: the cards that the player has laid aside (a bit mask), None as long as he may still exchange.
    """

    rules: Rules
    cards: int
    player: int
    dealer: int
    couleur: Suit | None
    seed: str
    laid: int | None = None

    @cached_property
    def unseen(self) -> list[Card]:
        """The cards that the player does not know."""
        return sorted(PACK_40 - CardSet.from_mask(self.cards | (self.laid or 0)))

    def trump(self, contract: Contract) -> Suit | None:
        """Return the suit that the player would name, if it is his to name."""
        kind = TERMS[contract].trumps
        if kind is Trumps.COULEUR:
            return self.couleur
        if kind is not Trumps.NAMED:
            return None
        open_to = [suit for suit in Suit if suit is not self.couleur]
        return max(open_to, key=lambda suit: strength(self.cards, suit))

    def promises(self, contract: Contract) -> float:
        """Return what a contract promises, in multiples of its price; a loss for sure where it is hopeless."""
        kind = TERMS[contract].trumps
        trump = self.trump(contract)
        if kind is Trumps.TURNED:
            return (best(self.cards)[0] - LEAST[kind]) / 10 - MARGIN
        if kind is Trumps.NONE:
            hopeful = self.weight(null_order()) <= LOWEST
        elif kind is Trumps.ACES:
            hopeful = self.weight(grand_order()) >= LEAST[kind]
        else:
            assert trump is not None
            hopeful = strength(self.cards, trump) >= LEAST[kind]
        return self.played_out(contract, trump, _worth(self.rules, contract)) if hopeful else -1.0

    def weight(self, order: Order) -> float:
        """Return the mean strength of the cards in an order."""
        return sum(order.power[card] for card in CardSet.from_mask(self.cards)) / HAND

    def played_out(self, contract: Contract, trump: Suit | None, worth: three_hands.Worth) -> float:
        """Return what a contract is worth on average with these trumps, played out over many deals."""
        order = _order(contract, trump)
        rng = Random(f"{self.seed} {contract} {self.cards}")
        total = work = deals = 0
        while deals < MOST and work < WORK:
            deal = self._deal(contract, order, rng)
            asked = three_hands.Solver(deal, worth)
            total += asked.value(deal)
            work += asked.nodes
            deals += 1
        return total / deals

    def _deal(self, contract: Contract, order: Order, rng: Random) -> ThreeHands:
        """Return one way in which the hands may lie when the play begins."""
        pool = rng.sample(self.unseen, len(self.unseen))
        mine = CardSet.from_mask(self.cards)
        if TERMS[contract].ombre_exchanges and self.laid is None:
            mine, pool = _exchanged(mine, order, pool, HAND)
        hands = {self.player: mine}
        others = [player for player in range(3) if player != self.player]
        dealt = {player: CardSet(pool[HAND * place : HAND * (place + 1)]) for place, player in enumerate(others)}
        stock = pool[2 * HAND :]
        for player in others:
            hands[player] = dealt[player]
            if TERMS[contract].opponents_exchange:
                hands[player], stock = _exchanged(dealt[player], order, stock, HAND - KEPT)
        return ThreeHands((hands[0], hands[1], hands[2]), self.player, seats(self.dealer)[0], order)


def _order(contract: Contract, trump: Suit | None) -> Order:
    if trump is not None:
        return suit_order(trump)
    return null_order() if contract is Contract.NULL else grand_order()


def _worth(rules: Rules, contract: Contract) -> Callable[[int, int, int], int]:
    if contract is Contract.NULL:
        return lambda ombre, one, other: multiple(of_null(rules, ombre))
    return lambda ombre, one, other: multiple(by_tricks(rules, ombre, one, other))


def _exchanged(hand: CardSet, order: Order, stock: list[Card], most: int) -> tuple[CardSet, list[Card]]:
    """Return a hand after laying off what is neither trump nor king, the weakest first, and what is left to draw."""
    loose = [card for card in hand if card not in order.trumps and card.rank is not Rank.KING]
    gone = sorted(loose, key=order.power.__getitem__)[: min(most, len(stock))]
    return (hand - CardSet(gone)) | CardSet(stock[: len(gone)]), stock[len(gone) :]


# ---- the choices


def advise(moment: Moment, rng: Random) -> Choice | None:
    """Choose what to bid, declare, name or announce; None where the simple player chooses, and in play."""
    state: Any = moment.state
    if isinstance(state, Bidding):
        return _bid(state, _hand(state, moment.player))
    if isinstance(state, Declaring):
        return _declare(state, _hand(state, moment.player))
    if isinstance(state, Naming):
        return _name(state, _hand(state, moment.player))
    if isinstance(state, Announcing):
        return _announce(state, replace(_hand(state, moment.player), laid=state.deal.discards[moment.player]))
    return None


def _hand(state: State, player: int) -> Hand:
    deal: Any = state.deal
    return Hand(state.rules, state.hands[player], player, deal.dealer, deal.couleur, "bid")


def _bid(state: Bidding, hand: Hand) -> Choice:
    """Bid the lowest game that is worth playing, hold what may be held, or pass."""
    legal = state.legal_actions()
    standing = state.auction.standing
    opening = (Contract.FRAGE,) if Word.PLAY in legal else ()
    held = (standing,) if standing is not None and Word.HERE in legal else ()
    for contract in (*opening, *held, *(call for call in legal if isinstance(call, Contract))):
        promised = hand.promises(contract)
        if promised > MARGIN:
            call = Word.PLAY if opening else Word.HERE if contract is standing else contract
            return Choice(call, f"a {contract} should bring {promised:+.1f} times its price on average")
    return Choice(Call.PASS, "no game that may be bid promises a gain")


def _declare(state: Declaring, hand: Hand) -> Choice:
    """Declare the game that promises most, the lowest of equals; pass where one may and none promises a gain."""
    legal = [action for action in state.legal_actions() if isinstance(action, Contract)]
    promised = {contract: hand.promises(contract) for contract in legal}
    found = max(legal, key=promised.__getitem__, default=None)
    if found is None or (state.may_pass and promised[found] <= MARGIN):
        return Choice(Call.PASS, "no game promises a gain")
    return Choice(found, f"it should bring {promised[found]:+.1f} times its price on average, the most of all")


def _name(state: Naming, hand: Hand) -> Choice:
    """Name the suit that promises most, of the two strongest."""
    contract = state.deal.contract
    suits = sorted(state.suits, key=lambda suit: strength(hand.cards, suit))[-2:]
    worth = _worth(hand.rules, contract)
    promised = {suit: hand.played_out(contract, suit, worth) for suit in reversed(suits)}
    suit = max(promised, key=promised.__getitem__)
    return Choice(suit, f"it should bring {promised[suit]:+.1f} times the price on average, the most of all suits")


def _announce(state: Announcing, hand: Hand) -> Choice:
    """Announce a march if it is likelier made than not; never concede: with closed cards no defence is as good."""
    deal = state.deal
    words = [word for word in state.legal_actions() if word is not Word.CONCEDE]
    values = {
        word: hand.played_out(deal.contract, deal.trump, aim_of(state.after(word))[0]) - (word is Word.MARCH) / 2
        for word in words
    }
    word = max(words, key=values.__getitem__)
    return Choice(word, f"it is worth {values[word]:+.1f} times the price on average, the most of all")
