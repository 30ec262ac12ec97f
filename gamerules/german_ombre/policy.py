"""A simple player: random deals in which the bidding, the exchange and the play look like a game."""

from __future__ import annotations

from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, Rank, Suit
from gamerules.game import CHANCE
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.phase_contract import Exchanging
from gamerules.german_ombre.phase_play import Playing
from gamerules.german_ombre.rank import suit_order
from gamerules.german_ombre.state import State

_FRAGE_FROM = 9
"""The strength from which the player bids at all; each two points more are worth a higher game."""
_AT_RANDOM = 0.02
"""How often a hand is bid at random, so that rare games are seen too."""


def policy(state: State, rng: Random) -> Any:
    """Return an action for a state: chance and tricks at random among what is sensible, bids by strength."""
    actions = state.legal_actions()
    if state.actor == CHANCE or len(actions) == 1:
        return rng.choice(actions)
    if state.phase in ("auction", "contract", "mort"):
        return _call(state, actions, rng)
    if state.phase == "trumps":
        suits = (action for action in actions if isinstance(action, Suit))
        return max(suits, key=lambda suit: strength(_hand(state), suit))
    if isinstance(state, Exchanging):
        return _exchange(state, actions)
    if state.phase == "announcement":
        return Word.MARCH if best(_hand(state))[0] > 2 * _FRAGE_FROM and Word.MARCH in actions else Word.BEGIN
    if isinstance(state, Playing) and Word.STOP in actions:
        return Word.STOP if rng.random() < 0.5 else rng.choice(actions[1:])
    return rng.choice(actions)


def strength(hand: int, trump: Suit) -> int:
    """Return how good a hand (bit mask) is with a suit as trumps: trumps count, high ones more, and so do kings."""
    order = suit_order(trump)
    trumps = [card for card in order.trumps if hand >> card & 1]
    kings = sum(hand >> Card.of(suit, Rank.KING) & 1 for suit in Suit if suit is not trump)
    return len(trumps) + sum(2 for card in trumps if order.matadors >> card & 1) + kings


def best(hand: int) -> tuple[int, Suit]:
    """Return a hand's greatest strength and the suit that gives it."""
    return max((strength(hand, suit), suit) for suit in Suit)


def _hand(state: State) -> int:
    return state.hands[state.actor or 0]


def _call(state: State, actions: tuple[Any, ...], rng: Random) -> Any:
    """Return a call: the lowest game if the hand is worth it, else a pass; now and then anything."""
    if rng.random() < _AT_RANDOM:
        return rng.choice(actions)
    level = (best(_hand(state))[0] - _FRAGE_FROM) // 2
    if level < 0:
        return Call.PASS if Call.PASS in actions else actions[0]
    ceiling = (Contract.FRAGE, Contract.GROSSTOURNE, Contract.HAND, Contract.GRAND)[min(level, 3)]
    for word in (Word.PLAY, Word.HERE, Word.TAKE):
        if word in actions:
            return word
    bids = [action for action in actions if isinstance(action, Contract) and action <= ceiling]
    if bids:
        return bids[-1] if Call.PASS not in actions else bids[0]
    return Call.PASS if Call.PASS in actions else actions[0]


def _exchange(state: Exchanging, actions: tuple[Any, ...]) -> Any:
    """Return a card to discard: neither trump nor king; or ``enough``, and in Moor the rest of the four."""
    named = state.deal.trump
    trump = best(_hand(state))[1] if named is None else named
    order = suit_order(trump)
    keep = order.same[order.trumps[0]]
    loose = [a for a in actions if isinstance(a, Card) and not keep >> a & 1 and a.rank is not Rank.KING]
    if loose:
        return min(loose, key=lambda card: order.power[card])
    return Word.ENOUGH if Word.ENOUGH in actions else actions[-1]
