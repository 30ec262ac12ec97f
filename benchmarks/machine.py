"""How well the machine plays: matches, losses against perfect play, the loss of its reserve, its slowest choice.

    python -m benchmarks.machine [--scale 1.0] [--only WORD] [--json FILE]

Every figure comes from fixed seeds and is printed with its interval of 95 % and its number of deals; ``--scale`` takes
more deals or fewer. ``--only`` measures what contains a word. ``--json`` keeps the figures, those measured before too.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
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
from gamerules.lab.statistics import Estimate, mean
from gamerules.policy import Choice, Moment, Policy
from gamerules.rules import BaseRules
from gamerules.solve import position_of
from gamerules.solve.oracle import reserve_against
from gamerules.solve.positions import solver_of
from gamerules.solve.reserves import reserve_game

SEED = 18
Measure = Callable[[int], list[float]]


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


def against(game: str, one: str, other: str, deals: int) -> list[float]:
    """Return what a policy wins in each deal of a match."""
    return [matching.gain(game, rules_of(game), one, other, SEED, number) for number in range(deals)]


def loss(game: str, contract: str, role: int, deals: int) -> list[float]:
    """Return the tricks that the machine loses as declarer (role 0) or defender against a player who sees all."""
    here, found, lost = contest(game, contract), find(game), []
    for number in range(deals):
        rng = Random(f"{SEED} {number}")
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
        lost.append(float(short if seat == 0 else -short))
    return lost


def reserves(deals: int) -> list[float]:
    """Return the tricks that the machine's reserve in Slam, spades trumps, loses to the equilibrium."""
    rng, lost = Random(SEED), []
    for _ in range(deals):
        cards = sorted(PACK_32)
        rng.shuffle(cards)
        mine, theirs = CardSet(cards[:16]), CardSet(cards[16:])
        reserve, _ = reserve_against(mine, theirs, leads=False, trump=Suit.SPADES, misere=False, rng=rng)
        table = reserve_game((mine, theirs), 1, Suit.SPADES)
        found = table.equilibrium()
        lost.append(float(found.value - table.expected(0, reserve, found, lambda tricks: tricks)))
    return lost


def bid_freely(deals: int) -> list[float]:
    """Return what the ombre won in hand, grand and null, wherever machines among themselves bid so high."""
    won = []
    for number in range(deals):
        state, _ = matching.played("german-ombre", rules_of("german-ombre"), ("machine",) * 3, SEED, number)
        if state.result is not None and int(state.result.contract) >= 7:
            won.append(deal_of("german-ombre").returns(state)[state.deal.ombre])
    return won


def seconds(game: str, deals: int) -> list[float]:
    """Return the processor time of the slowest choice of each deal that machines play among themselves."""
    found, dealing, slowest = find(game), deal_of(game), []
    for number in range(deals):
        state, worst = dealing.start(rules_of(game), number % found.players), 0.0
        past: tuple[Any, ...] = ()
        while True:
            if state.actor == CHANCE:
                action = matching.chance(state, len(past), SEED, number)
            else:
                begin = time.process_time()
                action = machine(Moment(found, state, past), Random(number)).action
                worst = max(worst, time.process_time() - begin)
            before, past, state = state, (*past, (state, action)), state.after(action)
            if dealing.is_over(before, state):
                break
        slowest.append(worst)
    return slowest


DOUBLER = "benchmarks.machine:doubler"
MEASURES: dict[str, tuple[Measure, int]] = {
    "slam: machine against careful, points a deal": (partial(against, "slam", "machine", "careful"), 500),
    "slam: never bids, only doubles, against the machine": (partial(against, "slam", DOUBLER, "machine"), 200),
    "two-hand bridge: machine against careful, points a deal": (
        partial(against, "two-hand-bridge", "machine", "careful"),
        200,
    ),
    "two-hand bridge: never bids, only doubles, against the machine": (
        partial(against, "two-hand-bridge", DOUBLER, "machine"),
        200,
    ),
    "german ombre: machine against careful, prices a deal": (
        partial(against, "german-ombre", "machine", "careful"),
        200,
    ),
    "german ombre: hand, grand and null bid freely, prices": (bid_freely, 400),
    "slam: loss of the reserve to the equilibrium, tricks": (reserves, 50),
    "two-hand bridge, no trumps: loss as declarer, tricks": (partial(loss, "two-hand-bridge", "no trump", 0), 200),
    "two-hand bridge, no trumps: loss as defender, tricks": (partial(loss, "two-hand-bridge", "no trump", 1), 200),
    "slam, spades: loss as declarer, tricks": (partial(loss, "slam", "spades", 0), 200),
    "slam, spades: loss as defender, tricks": (partial(loss, "slam", "spades", 1), 200),
    "slam: slowest choice of a deal, seconds": (partial(seconds, "slam"), 40),
    "two-hand bridge: slowest choice of a deal, seconds": (partial(seconds, "two-hand-bridge"), 40),
    "german ombre: slowest choice of a deal, seconds": (partial(seconds, "german-ombre"), 40),
}
"""What is measured, and over how many deals."""


def figure(values: list[float]) -> dict[str, float]:
    """Return a mean with its interval, the greatest value and the number of deals."""
    found: Estimate = mean(values)
    return {
        "value": round(found.value, 3),
        "low": round(found.low, 3),
        "high": round(found.high, 3),
        "most": round(max(values), 3),
        "deals": len(values),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="how many times as many deals (1.0)")
    parser.add_argument("--only", default="", metavar="WORD", help="measure only what contains a word")
    parser.add_argument("--json", type=Path, help="keep the figures in a file")
    options = parser.parse_args()
    kept: dict[str, Any] = {}
    if options.json and options.json.exists():
        kept = json.loads(options.json.read_text(encoding="utf-8"))
    for name, (measure, deals) in MEASURES.items():
        if options.only not in name:
            continue
        values = measure(max(2, round(deals * options.scale)))
        if len(values) < 2:
            print(f"{name}: too few deals to tell")
            continue
        kept[name] = figure(values)
        print(f"{name}: {mean(values).number()}, at most {max(values):.2f}, {len(values)} deals", flush=True)
        if options.json:
            options.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
