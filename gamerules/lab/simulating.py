"""Deals by the thousand: whole deals by a policy, or the play alone under a contract given.

Every deal has its own source of randomness, made from seed and number, so that deal 17 of seed 1 is the same deal
whatever runs beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from gamerules.extras import need
from gamerules.game import find
from gamerules.lab.deals import Outcome, deal_of
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
    first = state = deal.start(rules, number % deal.players)
    actions = []
    while True:
        action = choose(state, rng) if choose else rng.choice(state.legal_actions())
        actions.append(action)
        before, state = state, state.after(action)
        if deal.is_over(before, state):
            return first, actions, (before, state)


def outcomes_of(game: str, rules: BaseRules, seed: int, first: int, count: int, policy: str) -> list[Outcome]:
    """Return the outcomes of some deals of a run."""
    outcome = deal_of(game).outcome
    made = []
    for number in range(first, first + count):
        _, _, (before, state) = play_deal(game, rules, seed, number, policy)
        made.append(outcome(state, before))
    return made


def simulate(
    game: str,
    deals: int,
    *,
    rules: BaseRules | None = None,
    seed: int = 1,
    policy: str = "game",
    jobs: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Outcome]:
    """Play whole deals and return their outcomes, the same for the same seed however many work on it.

    Args:
        game: the game's name.
        deals: how many deals.
        rules: the rules; the game's first preset if left out.
        seed: the seed.
        policy: ``game`` for the game's own policy, ``uniform`` for any legal action alike.
        jobs: how many processes.
        scheduler: the address of a Dask scheduler.
        progress: told how many tasks are done, and of how many.

    Raises:
        ImpossibleInputError: if there is nothing to simulate.
    """
    if deals < 1:
        raise ImpossibleInputError(f"{deals} deals cannot be played; give at least one")
    if policy not in POLICIES:
        raise ImpossibleInputError(f"no policy is called {policy!r}; choose one of {', '.join(POLICIES)}")
    chosen = rules or next(iter(find(deal_of(game).game).presets.values()))
    tasks = [(game, chosen, seed, begin, min(CHUNK, deals - begin), policy) for begin in range(0, deals, CHUNK)]
    chunks = run(outcomes_of, tasks, jobs=jobs, scheduler=scheduler, progress=progress)
    return [outcome for chunk in chunks for outcome in chunk]


def record_of(game: str, rules: BaseRules, seed: int, number: int, policy: str = "game") -> str:
    """Return the record of one deal of a run, as YAML.

    Raises:
        ImpossibleInputError: if the game's deals cannot be written down.
    """
    from gamerules.notation.writing import PLAYERS, write_record

    first, actions, _ = play_deal(game, rules, seed, number, policy)
    deal = deal_of(game)
    begin, done, start = deal.recorded(first, actions, PLAYERS)
    return write_record(find(game), begin, done, start=start, title=f"deal {number} of seed {seed}")


# ---- the play alone

PLAY_CHUNK = {"python": 250, "numba": 50_000}
"""Deals in one task, by engine."""


def played_outcomes(game: str, contract: str, seed: int, first: int, count: int, engine: str) -> list[Outcome]:
    """Return the outcomes of some deals of a run in which one contract is played."""
    from gamerules.lab.play_alone import by_state, contest, outcome_of

    here = contest(game, contract)
    if engine == "numba":
        from gamerules.lab.batch import arrays

        taken: Sequence[Sequence[int]] = arrays(here, seed, first, count)[1].tolist()
    else:
        taken = [by_state(here, seed, number).tricks for number in range(first, first + count)]
    known: dict[tuple[int, tuple[int, ...]], Outcome] = {}
    made = []
    for number, tricks in enumerate(taken, first):
        key = (here.roles(number)[0], tuple(tricks))
        if key not in known:
            known[key] = outcome_of(here, number, key[1])
        made.append(known[key])
    return made


def simulate_play(
    game: str,
    contract: str,
    deals: int,
    *,
    seed: int = 1,
    engine: str = "python",
    jobs: int = 1,
    scheduler: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Outcome]:
    """Deal cards and play one contract, every card any legal one; the same deals and cards whatever the engine.

    Args:
        game: the game's name.
        contract: the contract, one of :func:`gamerules.lab.play_alone.contracts_of`.
        deals: how many deals.
        seed: the seed.
        engine: ``python``, the game's own states, or ``numba``, compiled.
        jobs: how many processes.
        scheduler: the address of a Dask scheduler.
        progress: told how many tasks are done, and of how many.

    Raises:
        ImpossibleInputError: if there is nothing to simulate.
        gamerules.extras.MissingExtraError: if numba is wanted and not installed.
    """
    from gamerules.lab.play_alone import contest

    if deals < 1:
        raise ImpossibleInputError(f"{deals} deals cannot be played; give at least one")
    if engine not in PLAY_CHUNK:
        raise ImpossibleInputError(f"no engine is called {engine!r}; choose one of {', '.join(PLAY_CHUNK)}")
    if engine == "numba":
        need("numba")
    contest(game, contract)  # an unknown one is told before any process is started
    size = PLAY_CHUNK[engine]
    tasks = [(game, contract, seed, begin, min(size, deals - begin), engine) for begin in range(0, deals, size)]
    chunks = run(played_outcomes, tasks, jobs=jobs, scheduler=scheduler, progress=progress)
    return [outcome for chunk in chunks for outcome in chunk]
