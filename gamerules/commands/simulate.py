"""``gamerules simulate GAME``: many deals, and how often each outcome came, with confidence intervals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamerules.commands.options import add_rules, chosen_rules, label, split_game
from gamerules.commands.running import add_running, positive, progress
from gamerules.game import Game

if TYPE_CHECKING:
    from gamerules.lab.statistics import Estimate, Summary

WHAT = "Play many deals and count how they end, with intervals of 95%."
EPILOG = (
    "Without --contract whole deals are played by the game's own policy, which bids and lays aside as a simple player "
    "would, and plays its cards so too or at random; they are numbered from 0, and gamerules deal shows one by its "
    "number. With --contract cards are dealt and that contract is played by the game's first rules, every card any "
    "legal one. The same seed gives the same deals whatever the number of processes, on any machine."
)


def run(arguments: Sequence[str], prog: str) -> int:
    """Print tables of outcomes, or JSON; save results and draw pictures on request; return 0."""
    from gamerules.cli import DONE, Parser
    from gamerules.lab.deals import deal_of
    from gamerules.lab.play_alone import contracts_of
    from gamerules.lab.saving import check, draw, save
    from gamerules.lab.simulating import POLICIES, simulate, simulate_play
    from gamerules.lab.statistics import counted, text

    game, rest = split_game(arguments, prog, WHAT, lambda game: game.adapters().dealing)
    deal_of(game.name)  # a game without deals is refused before its help is shown
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("--deals", type=positive, default=1000, metavar="N", help="how many deals (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed (1)")
    parser.add_argument("--policy", choices=POLICIES, help="who plays whole deals (game)")
    parser.set_defaults(contract=None)
    contracts = contracts_of(game.name)
    if contracts:
        parser.add_argument("--contract", choices=contracts, help="play this contract alone")
    add_running(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="save results, one deal a row: .csv or .parquet")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the distributions: .svg, .png or .pdf")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    add_rules(parser, game)
    options = parser.parse_args(rest)
    _refuse(parser, options, game)
    rules = chosen_rules(options, game)
    check(options.out, options.plot)
    policy = None if options.contract else options.policy or "game"
    with progress(counted(options.deals, "deal")) as tell:
        where = {"jobs": options.jobs, "scheduler": options.scheduler, "progress": tell}
        if policy:
            outcomes = simulate(game.name, options.deals, rules=rules, seed=options.seed, policy=policy, **where)
        else:
            outcomes = simulate_play(game.name, options.contract, options.deals, seed=options.seed, **where)
    try:
        if options.out:
            save(outcomes, options.out)
        if options.plot:
            draw(outcomes, options.plot)
    finally:  # a full disk must not lose the tables
        if options.json:
            done = {"game": game.name, "rules": label(rules, options.rules, game), "contract": options.contract}
            print(_json({**done, "policy": policy, "deals": len(outcomes), "seed": options.seed}, outcomes))
        else:
            print(text(outcomes))
    return DONE


def _refuse(parser: argparse.ArgumentParser, options: argparse.Namespace, game: Game) -> None:
    """Refuse options that would have no effect beside others.

    Raises:
        SystemExit: with one line that names them.
    """
    if options.contract is None:
        return
    if options.policy is not None:
        parser.error("argument --policy: not allowed with argument --contract, where cards are played at random")
    if options.decision or options.rules != next(iter(game.presets)):
        parser.error("arguments --rules and --decision: not allowed with --contract, which uses the first rules")


def _json(done: dict[str, Any], outcomes: Sequence[dict[str, str | int]]) -> str:
    """Return what was done and its result, as JSON whose names never change."""
    from gamerules.lab.statistics import summary

    return json.dumps(
        {**done, "columns": [_column(column) for column in summary(outcomes)]}, ensure_ascii=False, indent=2
    )


def _column(column: Summary) -> dict[str, Any]:
    return {
        "name": column.name,
        "deals": column.size,
        "mean": _figure(column.mean) if column.mean else None,
        "values": [{"value": value, "deals": deals, "share": _figure(share)} for value, deals, share in column.shares],
    }


def _figure(estimate: Estimate) -> dict[str, float | None]:
    """Return a figure and its interval; one without bounds has none."""
    ends = {"low": estimate.low, "high": estimate.high}
    return {"value": estimate.value, **{name: end if isfinite(end) else None for name, end in ends.items()}}
