"""Positions to begin from, and a way to go on from them in words: for pages, tests and whoever tries a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from gamerules.cards import Card, CardSet, Suit
from gamerules.game import CHANCE
from gamerules.german_ombre.cards import FULL, PLAYERS
from gamerules.german_ombre.contracts import Contract, How
from gamerules.german_ombre.deal import HAND
from gamerules.german_ombre.march import March
from gamerules.german_ombre.phase_contract import open_bidding
from gamerules.german_ombre.phase_play import Playing, announce
from gamerules.german_ombre.record import said
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import Deal, Played, State, Triple
from gamerules.rules import ImpossibleInputError


def opening(
    hands: Sequence[str] = ("", "", ""), couleur: str = "clubs", dealer: int = 2, rules: Rules = Rules.DICTIONARY
) -> State:
    """Return the state in which the auction begins.

    Args:
        hands: the players' hands as text, as far as they are known: each up to nine cards.
        couleur: the couleur.
        dealer: the dealer; with player 2 forehand is player 0 and middlehand player 1.
        rules: the rules.

    Raises:
        ImpossibleInputError: if a hand has more than nine cards or a card is given twice.
    """
    _seated(dealer=dealer)
    return open_bidding(rules, Deal(dealer=dealer, couleur=Suit.parse(couleur)), masks(hands))


def ready(
    contract: str,
    hands: Sequence[str],
    *,
    trump: str | None = None,
    ombre: int = 0,
    dealer: int = 2,
    how: How = How.AUCTION,
    rules: Rules = Rules.DICTIONARY,
) -> State:
    """Return the state in which the ombre may announce a march or concede: the exchange is over.

    Args:
        contract: the game.
        hands: the three hands as text.
        trump: the trump suit, in contracts that have one.
        ombre: the ombre.
        dealer: the dealer.
        how: how the ombre came to play.
        rules: the rules.
    """
    _seated(ombre=ombre, dealer=dealer)
    return announce(rules, _deal(contract, trump, ombre, dealer, how), masks(hands))


def in_play(
    contract: str,
    hands: Sequence[str],
    *,
    trump: str | None = None,
    ombre: int = 0,
    leader: int = 0,
    taken: Triple = (0, 0, 0),
    march: March = March.NONE,
    how: How = How.AUCTION,
    rules: Rules = Rules.DICTIONARY,
) -> State:
    """Return a position of the play in which a player is to lead, with as few cards as one likes.

    Args:
        contract: the game.
        hands: the three hands as text, all of one length.
        trump: the trump suit, in contracts that have one.
        ombre: the ombre.
        leader: who leads.
        taken: the tricks already taken.
        march: whether a march was announced or begun.
        how: how the ombre came to play.
        rules: the rules.

    Raises:
        ImpossibleInputError: if no play reaches such a position.
    """
    _seated(ombre=ombre, leader=leader)
    held = masks(hands)
    if any(type(count) is not int or count < 0 for count in taken) or sum(taken) + held[0].bit_count() > HAND:
        raise ImpossibleInputError(f"tricks taken {taken} and {held[0].bit_count()} to come are no part of nine")
    first, *others = (mask.bit_count() for mask in held)
    if any(count != first for count in others):
        raise ImpossibleInputError("the three hands must be of one length when a player is to lead")
    deal = replace(_deal(contract, trump, ombre, 2, how), march=march, held=held)
    return Playing(rules, deal, held, leader, (), taken)


def _seated(**seats: int) -> None:
    for name, player in seats.items():
        if player not in range(PLAYERS):
            raise ImpossibleInputError(f"there is no player {player} to be the {name}; players are 0 to 2")


def masks(hands: Sequence[str]) -> Triple:
    """Return three hands as bit masks.

    Raises:
        ImpossibleInputError: if there are not three, one has more than nine cards, or a card is given twice or is not
            in the pack.
    """
    sets = [CardSet.parse(hand) for hand in hands]
    if len(sets) != 3 or any(len(cards) > HAND for cards in sets):
        raise ImpossibleInputError("three hands are needed, none of more than nine cards")
    if foreign := CardSet.from_mask((sets[0].mask | sets[1].mask | sets[2].mask) & ~FULL):
        raise ImpossibleInputError(f"{foreign} is not in the pack of forty, which has no 10, 9 or 8")
    first, second, third = sets
    if first & second or second & third or first & third:
        raise ImpossibleInputError("a card is given to two players; give each card once")
    return first.mask, second.mask, third.mask


def proceed(state: State, *texts: str) -> State:
    """Return the state after actions in words, each done by whoever acts: ``I play``, ``hand``, ``discard ♦2``, ``♠A``.

    For chance a text is one or more cards with spaces between.

    Raises:
        IllegalAction: if an action is not legal.
        RecordValueError: if a text cannot be read.
    """
    for text in texts:
        for action in _actions(state, text):
            state = state.after(action)
    return state


def _actions(state: State, text: str) -> Sequence[Any]:
    return [Card.parse(part) for part in text.split()] if state.actor == CHANCE else said(text)


def _deal(contract: str, trump: str | None, ombre: int, dealer: int, how: How) -> Played:
    suit = Suit.parse(trump) if trump else None
    named = Contract.parse(contract)
    if (suit is None) != (named in (Contract.GRAND, Contract.NULL)):
        raise ImpossibleInputError(f"{'no suit is' if suit is not None else 'a suit must be'} trumps in a {named}")
    return Played(dealer=dealer, how=how, ombre=ombre, contract=named, trump=suit)
