"""Deals by the thousand: whole deals by a policy, or the play alone under a contract given.

Every deal has its own source of randomness, made from seed and number, so that deal 17 of seed 1 is the same deal
whatever runs beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from gamerules.adapters import Columns
from gamerules.game import find
from gamerules.lab.deals import deal_of
from gamerules.lab.play_alone import contest, outcome_of
from gamerules.lab.running import run
from gamerules.rules import BaseRules, ImpossibleInputError

CHUNK = 250
"""Deals in one task: enough to be worth a process, few enough to show progress."""

POLICIES = ("game", "uniform")


def play_deal(game: str, rules: BaseRules, seed: int, number: int, policy: str = "game") -> tuple[Any, list[Any], Any]:
    """Play one deal.

    Args:
        game: the game's name.
        rules: its rules.
        seed: the seed of the whole run.
        number: the number of the deal; dealers take turns by it.
        policy: ``game`` for the game's own, ``uniform`` for any legal action alike.

    Returns:
        The first state, the actions, and the last two states as a pair.
    """
    deal, choose = deal_of(game), find(game).policy if policy == "game" else None
    rng = Random(f"{seed} {number}")
    first = state = deal.start(rules, number % find(game).players)
    actions = []
    while True:
        action = choose(state, rng) if choose else rng.choice(state.legal_actions())
        actions.append(action)
        before, state = state, state.after(action)
        if deal.is_over(before, state):
            return first, actions, (before, state)


def _whole(game: str, rules: BaseRules, seed: int, policy: str, numbers: range) -> list[Columns]:
    """Return the results of some whole deals of a run."""
    ends = (play_deal(game, rules, seed, number, policy)[2] for number in numbers)
    return [deal_of(game).outcome(state, before) for before, state in ends]


def simulate(
    game: str,
    deals: int,
    *,
    rules: BaseRules | None = None,
    seed: int = 1,
    policy: str = "game",
    **where: Any,
) -> list[Columns]:
    """Play whole deals and return their results, the same for the same seed however many work on it.

    Args:
        game: the game's name.
        deals: how many deals.
        rules: the rules; the game's first preset if left out.
        seed: the seed.
        policy: ``game`` for the game's own policy, ``uniform`` for any legal action alike.
        **where: ``jobs``, ``scheduler`` and ``progress``, as for :func:`gamerules.lab.running.run`.

    Raises:
        ImpossibleInputError: if there is nothing to simulate.
    """
    if policy not in POLICIES:
        raise ImpossibleInputError(f"there is no policy called {policy!r}; choose one of {', '.join(POLICIES)}")
    deal_of(game)  # a game without deals is refused before any process is started
    chosen = rules or next(iter(find(game).presets.values()))
    return _in_chunks(_whole, (game, chosen, seed, policy), deals, where)


def _in_chunks(
    play: Callable[..., list[Columns]], how: tuple[Any, ...], deals: int, where: dict[str, Any]
) -> list[Columns]:
    """Play deals in chunks and return their results, in order.

    Raises:
        ImpossibleInputError: if no deals are wanted.
    """
    if deals < 1:
        raise ImpossibleInputError(f"{deals} deals cannot be played; give at least one")
    tasks = [(*how, range(begin, min(begin + CHUNK, deals))) for begin in range(0, deals, CHUNK)]
    return [columns for chunk in run(play, tasks, **where) for columns in chunk]


def record_of(game: str, rules: BaseRules, seed: int, number: int, policy: str = "game") -> str:
    """Return the record of one deal of a run, as YAML.

    Raises:
        ImpossibleInputError: if the rules cannot be written down.
    """
    from gamerules.notation.writing import PLAYERS, write_record

    first, actions, _ = play_deal(game, rules, seed, number, policy)
    begin, done, start = deal_of(game).recorded(first, actions, PLAYERS)
    return write_record(find(game), begin, done, start=start, title=f"deal {number} of seed {seed}")


# ---- the play alone


def _alone(game: str, contract: str, seed: int, numbers: range) -> list[Columns]:
    """Return the results of some deals of a run in which one contract is played."""
    here = contest(game, contract)
    return [outcome_of(here, seed, number) for number in numbers]


def simulate_play(game: str, contract: str, deals: int, *, seed: int = 1, **where: Any) -> list[Columns]:
    """Deal cards and play one contract, every card any legal one.

    Args:
        game: the game's name.
        contract: the contract, one of :func:`gamerules.lab.play_alone.contracts_of`.
        deals: how many deals.
        seed: the seed.
        **where: as for :func:`simulate`.

    Raises:
        ImpossibleInputError: if there is nothing to simulate.
    """
    contest(game, contract)  # an unknown one is reported before any process is started
    return _in_chunks(_alone, (game, contract, seed), deals, where)
