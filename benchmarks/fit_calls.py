"""Fit how the machine expects others to call: the figures of the outlooks of its judges.

    python -m benchmarks.fit_calls [--deals 150] [--seed 7]

Machines call against machines and, as often, against simple players, whose calls say little. Wherever a machine then
judges, the deal as it lies is one world beside those that were dealt at random. Temper and floor are those under which
the deal as it lies weighs most, by the mean of the logarithm; alertness is the part that was gained of what doubling
could have gained. Prints the figures, to be entered in the games' ``machine.py``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import log, prod
from random import Random
from typing import Any

from benchmarks.machine import rules_of
from gamerules import slam, two_hand_bridge
from gamerules.auction import Call
from gamerules.game import CHANCE, find
from gamerules.lab import matching
from gamerules.lab.deals import deal_of
from gamerules.lab.judging import Judge, Outlook, World
from gamerules.lab.policies import choose, policy
from gamerules.policy import Moment, Move
from gamerules.slam import machine as in_slam
from gamerules.two_hand_bridge import machine as in_bridge

TEMPERS = (15, 30, 45, 60, 75, 90, 120)
FLOORS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3)


def called(game: str, seats: tuple[str, str], seed: int, number: int) -> tuple[Any, tuple[Move, ...]]:
    """Call one deal, up to the reserves or the first card; return the state reached and the moves."""
    state = deal_of(game).start(rules_of(game), number % 2)
    past: tuple[Move, ...] = ()
    while state.phase not in ("reserve", "play"):
        if state.actor == CHANCE:
            action = matching.chance(state, len(past), seed, number)
        else:
            moment = Moment(find(game), state, past)
            action = choose(policy(seats[state.actor]), moment, f"{seed} {number}").action
        before, past, state = state, (*past, (state, action)), state.after(action)
        if deal_of(game).is_over(before, state):
            break
    return state, past


def judge_of(state: Any, rng: Random) -> Judge | None:
    """Return the judge of whoever calls; None where nothing is called."""
    if isinstance(state, slam.State) and state.phase in ("auction", "naming", "double", "answer"):
        return in_slam.Judge(state, state.actor or 0, rng)
    stage = getattr(state, "stage", None)
    if isinstance(stage, two_hand_bridge.Bidding):
        return in_bridge.Judge(state, stage, state.actor or 0, rng)
    return None


def hands_of(state: Any) -> tuple[int, int]:
    """Return both hands as bit masks."""
    hands = getattr(state, "hands", None) or state.stage.hands
    return int(getattr(hands[0], "mask", hands[0])), int(getattr(hands[1], "mask", hands[1]))


def moments(game: str, deals: int, seed: int) -> Iterator[tuple[bool, Any, Any, Judge, World]]:
    """Yield whenever a call was made: whether by a machine, the state, the call, its judge and the deal as it lies."""
    for number in range(deals):
        for other in ("machine", "simple"):
            seats = ("machine", other) if number % 4 < 2 else (other, "machine")
            ended, past = called(game, seats, seed, number)
            for state, call in past:
                judge = judge_of(state, Random(number)) if state.actor in (0, 1) else None
                if judge:
                    hands = hands_of(ended if isinstance(ended, slam.State) else state)
                    yield seats[state.actor] == "machine", state, call, judge, judge.outlook.world(*hands)


def standing(state: Any) -> Any:
    """Return the contract that may be doubled."""
    return state.contract if isinstance(state, slam.State) else state.stage.standing


def fitted(game: str, deals: int, seed: int) -> tuple[float, float, float]:
    """Return a game's alertness, temper and floor."""
    heard: list[tuple[list[float], list[list[float]]]] = []  # in the deal as it lies, and in the worlds dealt
    could, did = 0.0, 0.0
    for by_machine, state, call, judge, world in moments(game, deals, seed):
        if Call.DOUBLE in state.legal_actions():
            contract = standing(state)
            doubled = replace(contract, doubling=type(contract.doubling).DOUBLED)
            gained = max(0.0, judge.value(world, contract) - judge.value(world, doubled))
            could, did = could + gained, did + gained * (call is Call.DOUBLE)
        if by_machine and (mine := list(judge.gains(world))):
            heard.append((mine, [list(judge.gains(each)) for each in judge.worlds]))

    def weighs(setting: tuple[float, float]) -> float:
        likely = Outlook("", {}, None, 0.0, *setting).likely
        return sum(
            log(prod(map(likely, mine)) * len(others) / sum(prod(map(likely, other)) for other in others))
            for mine, others in heard
        )

    return did / could, *max(product(TEMPERS, FLOORS), key=weighs)


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=150, help="deals for each game and each kind of other (150)")
    parser.add_argument("--seed", type=int, default=7, help="the seed (7)")
    options = parser.parse_args()
    for game in ("slam", "two-hand-bridge"):
        alert, temper, floor = fitted(game, options.deals, options.seed)
        print(f"{game}: alert={alert:.2f}, temper={temper}, floor={floor}", flush=True)


if __name__ == "__main__":
    main()
