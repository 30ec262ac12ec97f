"""Two policies on the same deals: each plays every seat against the other, and the points are compared.

A deal's cards lie in one order for each kind of chance, whoever plays: the same cards are dealt, and whoever draws from
a talon draws the next of them.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from gamerules.adapters import Move
from gamerules.cards import CARDS, Card
from gamerules.game import CHANCE, find
from gamerules.lab.deals import deal_of
from gamerules.lab.policies import choose, policy
from gamerules.lab.running import run
from gamerules.lab.statistics import Estimate, mean
from gamerules.policy import Moment
from gamerules.rules import BaseRules, ImpossibleInputError

CHUNK = 10
"""Deals in one task."""


@cache
def _order(seed: int, number: int, phase: str) -> dict[Any, int]:
    cards = list(CARDS)
    Random(f"{seed} {number} {phase}").shuffle(cards)
    return {card: place for place, card in enumerate(cards)}


def chance(state: Any, past: int, seed: int, number: int) -> Any:
    """Return what chance does in a deal of a match, from its seed, its number and how many moves went before."""
    legal = state.legal_actions()
    if all(isinstance(action, Card) for action in legal):
        order = _order(seed, number, str(state.phase))
        return min(legal, key=order.__getitem__)
    return Random(f"{seed} {number} {past}").choice(legal)


def played(game: str, rules: BaseRules, seats: tuple[str, ...], seed: int, number: int) -> tuple[Any, tuple[Move, ...]]:
    """Play one deal.

    Args:
        game: the game's name.
        rules: its rules.
        seats: the policy of each player, by name.
        seed: the seed of the match.
        number: the deal's number; dealers take turns by it.

    Returns:
        The state that ends the deal, and all moves.
    """
    deal, found = deal_of(game), find(game)
    policies = [policy(name) for name in seats]
    state = deal.start(rules, number % found.players)
    past: tuple[Move, ...] = ()
    while True:
        if state.actor == CHANCE:
            action = chance(state, len(past), seed, number)
        else:
            action = choose(policies[state.actor], Moment(found, state, past), f"{seed} {number}").action
        past = (*past, (state, action))
        before, state = state, state.after(action)
        if deal.is_over(before, state):
            return state, past


def gain(game: str, rules: BaseRules, one: str, other: str, seed: int, number: int) -> float:
    """Return what the first policy wins in a deal, the mean of all seats, the other policy in all other seats."""
    won = []
    for seat in range(find(game).players):
        seats = tuple(one if player == seat else other for player in range(find(game).players))
        won.append(deal_of(game).returns(played(game, rules, seats, seed, number)[0])[seat])
    return sum(won) / len(won)


def _gains(game: str, rules: BaseRules, one: str, other: str, seed: int, numbers: range) -> list[float]:
    return [gain(game, rules, one, other, seed, number) for number in numbers]


def match(
    game: str, one: str, other: str, deals: int, *, rules: BaseRules | None = None, seed: int = 1, **where: Any
) -> Estimate:
    """Play a match and return the points a deal that the first policy wins.

    Args:
        game: the game's name.
        one: a policy, by name (see :func:`gamerules.lab.policies.policy`).
        other: another, which takes all other seats.
        deals: how many deals; each is played once from every seat.
        rules: the rules; the game's first preset if left out.
        seed: the seed.
        **where: ``jobs``, ``scheduler`` and ``progress``, as for :func:`gamerules.lab.running.run`.

    Raises:
        ImpossibleInputError: if there is no such policy, nothing to deal, or no deals are wanted.
    """
    if deals < 1:
        raise ImpossibleInputError(f"{deals} deals cannot be played; give at least one")
    deal_of(game)
    for name in (one, other):
        policy(name)  # an unknown one is refused before any process is started
    chosen = rules or next(iter(find(game).presets.values()))
    tasks = [
        (game, chosen, one, other, seed, range(begin, min(begin + CHUNK, deals))) for begin in range(0, deals, CHUNK)
    ]
    return mean([gained for chunk in run(_gains, tasks, **where) for gained in chunk])
