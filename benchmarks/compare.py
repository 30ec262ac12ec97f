"""Random legal actions a second over whole deals: gamerules, OpenSpiel and RLCard, side by side in one run.

    python benchmarks/compare.py [--seconds 1.0] [--rounds 5] [--json FILE]

Every engine plays whole deals from the deal on, each action any legal one, in one process and by processor time; the
engines take turns, round after round, and the median round counts. Engines that are not installed are left out. So that
a busy machine disturbs as little as may be, read the ratios and not the figures.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gamerules.extras import MissingExtraError, need
from gamerules.game import find
from gamerules.lab.deals import deal_of

Deal = Callable[[Random], int]
"""Plays one deal and returns how many actions it took."""


def ours(name: str) -> Deal:
    """Return whole deals of one of our games, by its states."""
    deal = deal_of(name)
    rules = next(iter(find(name).presets.values()))

    def play(rng: Random) -> int:
        state, actions = deal.start(rules, 0), 0
        while True:
            legal = state.legal_actions()
            before, state = state, state.after(legal[int(rng.random() * len(legal))])
            actions += 1
            if deal.is_over(before, state):
                return actions

    return play


def play_alone(name: str, contract: str) -> Deal:
    """Return deals in which one contract is played, without an auction."""
    from gamerules.lab.play_alone import contest, tricks_of

    here = contest(name, contract)

    def play(rng: Random) -> int:
        tricks_of(here, 1, rng.randrange(1 << 30))
        return here.cards

    return play


def openspiel(name: str) -> Deal:
    """Return whole games of OpenSpiel through its Python interface."""
    pyspiel = need("pyspiel")
    if name.startswith("python_"):
        need("open_spiel.python.games")
    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            actions += 1
        return actions

    return play


def rlcard_game() -> Deal:
    """Return whole deals of RLCard's bridge, the bare game."""
    need("rlcard")
    module = need("rlcard.games.bridge.game")
    game = module.BridgeGame()

    def play(rng: Random) -> int:
        game.init_game()
        actions = 0
        while not game.is_over():
            legal = game.judger.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            actions += 1
        return actions

    return play


def rlcard_environment() -> Deal:
    """Return whole deals of RLCard's bridge through its environment."""
    environment = need("rlcard").make("bridge", config={"seed": 1})

    def play(rng: Random) -> int:
        state, _ = environment.reset()
        actions = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(rng.random() * len(legal))])
            actions += 1
        return actions

    return play


ENGINES: dict[str, Callable[[], Deal]] = {
    "gamerules slam": lambda: ours("slam"),
    "gamerules german-ombre": lambda: ours("german-ombre"),
    "gamerules two-hand-bridge": lambda: ours("two-hand-bridge"),
    "gamerules nullo-bridge": lambda: ours("nullo-bridge"),
    "gamerules slam, play alone": lambda: play_alone("slam", "diamonds"),
    "OpenSpiel bridge (C++)": lambda: openspiel("bridge(use_double_dummy_result=false)"),
    "OpenSpiel kuhn_poker (Python)": lambda: openspiel("python_kuhn_poker"),
    "OpenSpiel tic_tac_toe (Python)": lambda: openspiel("python_tic_tac_toe"),
    "OpenSpiel block_dominoes (Python)": lambda: openspiel("python_block_dominoes"),
    "RLCard bridge, bare game": rlcard_game,
    "RLCard bridge, environment": rlcard_environment,
}

IMPORTS = {
    "nothing": "",
    "gamerules.slam": "import gamerules.slam",
    "gamerules.cli": "import gamerules.cli",
    "pyspiel": "import pyspiel",
    "endplay": "import endplay",
    "rlcard": "import rlcard",
}


def rate(play: Deal, rng: Random, seconds: float) -> float:
    """Return the actions a second of processor time."""
    begin, actions = time.process_time(), 0
    while True:
        actions += play(rng)
        spent = time.process_time() - begin
        if spent >= seconds:
            return actions / spent


def rates(seconds: float, rounds: int) -> dict[str, float]:
    """Return the median rate of every engine that is installed."""
    plays: dict[str, Deal] = {}
    for name, make in ENGINES.items():
        try:
            plays[name] = make()
        except MissingExtraError as error:
            print(f"{name}: left out: {error}", file=sys.stderr)
    found: dict[str, list[float]] = {name: [] for name in plays}
    for number in range(rounds):
        for name, play in plays.items():
            found[name].append(rate(play, Random(number), seconds))
    return {name: statistics.median(values) for name, values in found.items()}


def imports(rounds: int) -> dict[str, float]:
    """Return the processor time, in milliseconds, that a bare interpreter with an import takes, median of rounds."""
    found = {}
    for name, line in IMPORTS.items():
        times = []
        for _ in range(rounds):
            script = f"import time\n{line}\nprint(time.process_time())"
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
            if done.returncode:
                break
            times.append(1000 * float(done.stdout))
        if times:
            found[name] = statistics.median(times)
    return found


def solvers(deals: int) -> dict[str, dict[str, float]]:
    """Return what solving random deals takes: median and greatest processor time, in milliseconds."""
    found: dict[str, dict[str, float]] = {}
    for name, solve in problems(deals):
        times = []
        for once in solve:
            begin = time.process_time()
            once()
            times.append(1000 * (time.process_time() - begin))
        times = times[1:]  # the first one pays for what is imported
        found[name] = {"median": statistics.median(times), "greatest": max(times), "deals": len(times)}
    return found


def problems(deals: int) -> Iterator[tuple[str, list[Callable[[], Any]]]]:
    """Yield every kind of problem with so many random deals of it."""
    from gamerules.cards import PACK_32, PACK_40, PACK_52, CardSet, Suit
    from gamerules.german_ombre.rank import suit_order
    from gamerules.lab.findings import dealt
    from gamerules.solve import ThreeHands, TwoHands, three_hands, two_hands

    def outcome(ombre: int, one: int, other: int) -> int:
        return 2 * (ombre > max(one, other)) + (ombre == max(one, other))

    def two(position: TwoHands) -> Any:
        return two_hands.Solver(position).tricks(position)

    def three(position: ThreeHands) -> Any:
        return three_hands.Solver(position, outcome).value(position)

    for kind, trump, misere in (("spades", Suit.SPADES, False), ("no trumps", None, False), ("nullo", None, True)):
        rng = Random(1)
        slam: list[Callable[[], Any]] = []
        bridge: list[Callable[[], Any]] = []
        for _ in range(deals + 1):
            mine, yours, aside, other = dealt(rng, PACK_32, 13, 13, 3, 3)
            slam.append(partial(two, TwoHands((mine, yours), 0, trump, misere, 4, (aside, other))))
            mine, yours = dealt(rng, PACK_52, 13, 13)
            bridge.append(partial(two, TwoHands((mine, yours), 0, trump, misere)))
        yield f"slam, {kind}", slam
        yield f"two-hand bridge, {kind}", bridge
    rng = Random(1)
    ombre: list[Callable[[], Any]] = []
    for _ in range(deals + 1):
        first, second, third = dealt(rng, PACK_40, 9, 9, 9)
        suit = max(Suit, key=lambda s: len(first & CardSet(suit_order(s).trumps)))
        ombre.append(partial(three, ThreeHands((first, second, third), 0, 0, suit_order(suit))))
    yield "german-ombre, the longest suit", ombre


def whole_nullo() -> dict[str, float]:
    """Return what the illustration of the nullo of four takes from its first card: seconds, positions, tricks."""
    from gamerules.nullo_bridge.findings import ILLUSTRATION, finding
    from gamerules.nullo_bridge.seats import Seat
    from gamerules.solve import FourHands
    from gamerules.solve.four_hands import Solver

    first = finding(ILLUSTRATION).deal.replay()[0]
    north, east, south, west = (hand.known for hand in first.hands)
    position = FourHands((north, east, south, west), int(first.turn), None, True)
    begin, solver = time.process_time(), Solver(position)
    tricks = solver.tricks(position)[Seat.DECLARER % 2]
    return {"seconds": time.process_time() - begin, "positions": solver.nodes, "tricks": tricks}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each engine and round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (5)")
    parser.add_argument("--deals", type=int, default=40, help="random deals for each solver (40)")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    speed = rates(options.seconds, options.rounds)
    base = speed["gamerules slam"]
    print("random legal actions a second, and how many times as fast as gamerules slam")
    for name, value in speed.items():
        print(f"  {name:<36} {value:>14,.0f}  {value / base:>8.2f}")
    loaded = imports(options.rounds)
    print("processor time of an import, milliseconds, the bare interpreter's included")
    for name, value in loaded.items():
        print(f"  {name:<36} {value:>14,.0f}")
    solved = solvers(options.deals)
    print("solving random deals, milliseconds: median, greatest")
    for name, times in solved.items():
        print(f"  {name:<44} {times['median']:>8.1f} {times['greatest']:>8.1f}")
    nullo = whole_nullo()
    print(f"the illustration of the nullo, whole: {nullo}")
    if options.json:
        data = {"actions a second": speed, "import, ms": loaded, "solving, ms": solved, "whole nullo": nullo}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
