"""The play alone: cards dealt at random, a contract given, and every card any legal one.

Bidding by chance is no bidding, so whoever asks what a contract is worth in the play begins here. The same deals are
played by a game's own states (:func:`by_state`) or by a compiled kernel (:mod:`gamerules.lab.batch`), with the same
cards, one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamerules.adapters import Columns, Contest
from gamerules.cards import Card, CardSet
from gamerules.game import find
from gamerules.lab.counter import Counter
from gamerules.rules import ImpossibleInputError, suggest


@dataclass(frozen=True, slots=True)
class Played:
    """One deal played.

    Attributes:
        cards: the cards in the order in which they were played.
        tricks: the tricks of each side.
    """

    cards: tuple[Card, ...]
    tricks: tuple[int, ...]


def by_state(contest: Contest, seed: int, number: int) -> Played:
    """Play one deal by the game's own states, which check every card."""
    source = Counter(seed, number)
    order = sorted(contest.pack)
    for place in range(contest.players * contest.hand):
        other = place + source.below(len(order) - place)
        order[place], order[other] = order[other], order[place]
    hands = [CardSet(order[p * contest.hand : (p + 1) * contest.hand]) for p in range(contest.players)]
    declarer, leader = roles(contest, number)
    state = contest.start(hands, declarer, leader)
    while state.phase != "play":
        choices = state.legal_actions()
        state = state.after(choices[source.below(len(choices))])
    cards: list[Card] = []
    for _ in range(contest.cards):
        legal = [action for action in state.legal_actions() if isinstance(action, Card)]
        cards.append(legal[source.below(len(legal))])
        state = state.after(cards[-1])
    return Played(tuple(cards), tuple(contest.taken(state)))


def contest(game: str, contract: str) -> Contest:
    """Return a contest by game and contract: ``slam`` and ``diamonds``, or ``german-ombre`` and ``grand``.

    Raises:
        ImpossibleInputError: if the game has none, or none of that contract.
    """
    contests = find(game).adapters().contests
    if not contests:
        raise ImpossibleInputError(f"{game} has no play to simulate alone")
    if contract not in contests:
        raise ImpossibleInputError(f"{game} has no contract {contract!r} to play{suggest(contract, list(contests))}")
    return contests[contract](contract)


def contracts_of(game: str) -> tuple[str, ...]:
    """Return the contracts whose play can be simulated alone."""
    return tuple(find(game).adapters().contests)


def outcome_of(contest: Contest, number: int, tricks: Sequence[int]) -> Columns:
    """Return the result of a deal, from its number and the tricks of each side."""
    declarer = contest.sides[roles(contest, number)[0]]
    return contest.outcome([tricks[(declarer + turn) % len(tricks)] for turn in range(len(tricks))])


def roles(contest: Contest, number: int) -> tuple[int, int]:
    """Return who declares and who leads in the deal of a number."""
    return contest.roles[number % len(contest.roles)]
