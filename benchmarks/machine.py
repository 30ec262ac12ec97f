"""How well the machine plays, against its goals: matches, losses against perfect play, its slowest choice.

    python -m benchmarks.machine [--minutes 60] [--only WORD] [--json FILE]

Every figure comes from fixed seeds and is printed with its interval of 95 %, its number of deals and its goal. A
measure takes the deals that it asks for, or as many as there is time for. ``--only`` measures what contains a word.
``--json`` keeps the figures, those measured before too.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import PACK_32, CardSet, Suit
from gamerules.game import CHANCE, find
from gamerules.lab import matching
from gamerules.lab.deals import deal_of
from gamerules.lab.machine import machine, solver
from gamerules.lab.play_alone import contest
from gamerules.lab.statistics import mean
from gamerules.policy import Choice, Moment, Move, Policy
from gamerules.rules import BaseRules
from gamerules.solve import position_of
from gamerules.solve.oracle import reserve_against
from gamerules.solve.positions import solver_of
from gamerules.solve.reserves import reserve_game

SEED = 18
One = Callable[[int], list[float]]
"""Measures one deal, by its number; an empty list where there is nothing to measure."""


def doubler(moment: Moment, rng: Random) -> Choice:
    """Never bid, double whatever may be doubled, and play and lay aside as the machine."""
    legal = moment.state.legal_actions()
    for call in (Call.DOUBLE, Call.PASS):
        if call in legal:
            return Choice(call, "it never bids and always doubles")
    return machine(moment, rng)


def rules_of(game: str) -> BaseRules:
    """Return a game's first rules."""
    return next(iter(find(game).presets.values()))


def against(game: str, one: str, other: str, number: int) -> list[float]:
    """Return what a policy wins in a deal of a match."""
    return [matching.gain(game, rules_of(game), one, other, SEED, number)]


def loss(game: str, contract: str, role: int, number: int) -> list[float]:
    """Return the tricks that the machine loses as declarer (role 0) or defender against a player who sees all."""
    here, found, rng = contest(game, contract), find(game), Random(f"{SEED} {number}")
    cards = sorted(here.pack)
    rng.shuffle(cards)
    hands = [CardSet(cards[:: here.players][: here.hand]), CardSet(cards[1 :: here.players][: here.hand])]
    declarer, leader = here.roles[number % len(here.roles)]
    state = here.start(hands if declarer == 0 else hands[::-1], declarer, leader)
    while state.phase != "play":  # the reserves, at random: only the play is measured
        state = state.after(rng.choice(state.legal_actions()))
    position: Any = position_of(state)
    best = solver_of(position).tricks(position)[0]
    past: tuple[Any, ...] = ()
    seat = declarer if role == 0 else 1 - declarer
    policies: list[Policy] = [solver, solver]
    policies[seat] = machine
    for _ in range(2 * len(position.hands[0]) + 2 * len(position.reserves[0])):
        action = policies[state.actor](Moment(found, state, past), rng).action
        past, state = (*past, (state, action)), state.after(action)
    short = best - here.taken(state)[0]
    return [float(short if seat == 0 else -short)]


def reserves(number: int) -> list[float]:
    """Return the tricks that the machine's reserve in Slam, spades trumps, loses to the equilibrium."""
    rng, cards = Random(f"{SEED} {number}"), sorted(PACK_32)
    rng.shuffle(cards)
    mine, theirs = CardSet(cards[:16]), CardSet(cards[16:])
    reserve, _ = reserve_against(mine, theirs, leads=False, trump=Suit.SPADES, misere=False, rng=rng)
    table = reserve_game((mine, theirs), 1, Suit.SPADES)
    found = table.equilibrium()
    return [float(found.value - table.expected(0, reserve, found, lambda tricks: tricks))]


def bid_freely(number: int) -> list[float]:
    """Return what the ombre won in hand, grand or null, where machines among themselves bid so high."""
    game = "german-ombre"
    state, _ = matching.played(game, rules_of(game), ("machine",) * 3, SEED, number)
    if state.result is None or int(state.result.contract) < 7:
        return []
    return [deal_of(game).returns(state)[state.deal.ombre]]


def seconds(game: str, number: int) -> list[float]:
    """Return the processor time of the slowest choice in a deal that machines play among themselves."""
    found, dealing, slowest = find(game), deal_of(game), 0.0
    state = dealing.start(rules_of(game), number % found.players)
    past: tuple[Move, ...] = ()
    while True:
        if state.actor == CHANCE:
            action = matching.chance(state, len(past), SEED, number)
        else:
            begin = time.process_time()
            action = machine(Moment(found, state, past), Random(number)).action
            slowest = max(slowest, time.process_time() - begin)
        before, past, state = state, (*past, (state, action)), state.after(action)
        if dealing.is_over(before, state):
            return [slowest]


@dataclass(frozen=True)
class Measure:
    """Something to measure.

    Attributes:
        one: measures one deal.
        deals: how many deals to take.
        goal: what the end of the interval that is worse for the machine is to reach, or the greatest value; None: none.
        kind: ``least`` or ``most``, which the interval is to reach, or ``each`` for a most that no deal may pass.
    """

    one: One
    deals: int
    goal: float | None = None
    kind: str = "most"

    def words(self) -> str:
        """Return the goal in words."""
        if self.goal is None:
            return "—"
        return {"least": "at least", "most": "at most", "each": "never over"}[self.kind] + f" {self.goal:g}"

    def verdict(self, found: Mapping[str, float]) -> str:
        """Return whether a figure meets the goal: with its interval, by its mean only, or not."""
        if self.goal is None:
            return "—"
        sign = -1 if self.kind == "least" else 1
        worse, mean_ = found["low" if self.kind == "least" else "high"], found["value"]
        if self.kind == "each":
            return "met" if found["most"] <= self.goal else "not met"
        met = [sign * figure <= sign * self.goal for figure in (worse, mean_)]
        return "met" if met[0] else "by the mean only" if met[1] else "not met"


DOUBLER = "benchmarks.machine:doubler"
MEASURES: dict[str, Measure] = {
    "Slam: against careful, points a deal": Measure(partial(against, "slam", "machine", "careful"), 500, 80, "least"),
    "Slam: what one gains who never bids and always doubles": Measure(
        partial(against, "slam", DOUBLER, "machine"), 200, 0
    ),
    "two-hand bridge: against careful, points a deal": Measure(
        partial(against, "two-hand-bridge", "machine", "careful"), 200
    ),
    "two-hand bridge: what one gains who never bids and always doubles": Measure(
        partial(against, "two-hand-bridge", DOUBLER, "machine"), 200, 0
    ),
    "German Ombre: against careful, prices a deal": Measure(
        partial(against, "german-ombre", "machine", "careful"), 200
    ),
    "German Ombre: hand, grand and null bid freely, prices": Measure(bid_freely, 800, 0, "least"),
    "Slam: loss of the reserve to the equilibrium, tricks": Measure(reserves, 50, 0.25),
    "two-hand bridge, no trumps: loss as declarer, tricks": Measure(
        partial(loss, "two-hand-bridge", "no trump", 0), 200, 0.9
    ),
    "two-hand bridge, no trumps: loss as defender, tricks": Measure(
        partial(loss, "two-hand-bridge", "no trump", 1), 200, 1.2
    ),
    "Slam, spades: loss as declarer, tricks": Measure(partial(loss, "slam", "spades", 0), 200, 0.12),
    "Slam, spades: loss as defender, tricks": Measure(partial(loss, "slam", "spades", 1), 200, 0.18),
    "Slam: slowest choice of a deal, seconds": Measure(partial(seconds, "slam"), 40, 1, "each"),
    "two-hand bridge: slowest choice of a deal, seconds": Measure(partial(seconds, "two-hand-bridge"), 40, 1, "each"),
    "German Ombre: slowest choice of a deal, seconds": Measure(partial(seconds, "german-ombre"), 40, 1, "each"),
}
"""What is measured, over how many deals, and the goals."""


def figure(measure: Measure, minutes: float) -> dict[str, Any] | None:
    """Measure deal after deal; return the figure with its interval and its verdict, None if too few deals tell."""
    end, values = time.monotonic() + 60 * minutes, []
    for number in range(measure.deals):
        values += measure.one(number)
        if time.monotonic() > end:
            break
    if len(values) < 2:
        return None
    found = mean(values)
    told = {"value": found.value, "low": found.low, "high": found.high, "most": max(values)}
    told = {name: round(value, 3) for name, value in told.items()}
    return {**told, "deals": len(values), "goal": measure.words(), "verdict": measure.verdict(told)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60, help="the most time for one measure (60)")
    parser.add_argument("--only", default="", metavar="WORD", help="measure only what contains a word")
    parser.add_argument("--json", type=Path, help="keep the figures in a file")
    options = parser.parse_args()
    kept: dict[str, Any] = {}
    if options.json and options.json.exists():
        kept = json.loads(options.json.read_text(encoding="utf-8"))
    for name, measure in MEASURES.items():
        if options.only not in name:
            continue
        found = figure(measure, options.minutes)
        if found is None:
            print(f"{name}: too few deals to tell")
            continue
        kept[name] = found
        print(f"{name}: {found['value']} ({found['low']} to {found['high']}), at most {found['most']}, ", end="")
        print(f"{found['deals']} deals; {found['goal']}: {found['verdict']}", flush=True)
        if options.json:
            kept = {name: kept[name] for name in MEASURES if name in kept}
            options.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
