"""The play alone: cards dealt at random, a contract given, and every card any legal one.

Random bids mean nothing, so whoever asks what a contract is worth in the play begins here.
"""

from __future__ import annotations

from gamerules.adapters import Columns, Contest
from gamerules.cards import Card, CardSet
from gamerules.game import find
from gamerules.lab.counter import Counter
from gamerules.rules import ImpossibleInputError, suggest


def tricks_of(contest: Contest, seed: int, number: int) -> tuple[int, ...]:
    """Play one deal by the game's own states, which check every card, and return the tricks of each side."""
    source = Counter(seed, number)
    order = sorted(contest.pack)
    for place in range(contest.players * contest.hand):
        other = place + source.below(len(order) - place)
        order[place], order[other] = order[other], order[place]
    hands = [CardSet(order[p * contest.hand : (p + 1) * contest.hand]) for p in range(contest.players)]
    state = contest.start(hands, *_roles(contest, number))
    while state.phase != "play":
        choices = state.legal_actions()
        state = state.after(choices[source.below(len(choices))])
    for _ in range(contest.cards):
        legal = [action for action in state.legal_actions() if isinstance(action, Card)]
        state = state.after(legal[source.below(len(legal))])
    return tuple(contest.taken(state))


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


def outcome_of(contest: Contest, seed: int, number: int) -> Columns:
    """Play one deal and return its result."""
    tricks = tricks_of(contest, seed, number)
    declarer = contest.sides[_roles(contest, number)[0]]
    return contest.outcome([tricks[(declarer + turn) % len(tricks)] for turn in range(len(tricks))])


def _roles(contest: Contest, number: int) -> tuple[int, int]:
    """Return who declares and who leads in the deal of a number."""
    return contest.roles[number % len(contest.roles)]
