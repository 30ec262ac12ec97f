"""``gamerules simulate GAME``: deals by the thousand, counted, with intervals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from gamerules.commands.options import add_rules, chosen_rules, split_game
from gamerules.commands.running import add_running, positive, progress

WHAT = "Play many deals and count how they end, with intervals of 95%."
EPILOG = (
    "Without --contract whole deals are played by the game's own policy, which bids and lays aside as a simple player "
    "would and plays its cards at random. With --contract cards are dealt and that contract is played, every card any "
    "legal one. The same seed gives the same deals whatever the number of processes, on any machine."
)


def run(arguments: Sequence[str], prog: str) -> int:
    """Print tables of outcomes, or JSON; save results and draw pictures on request; return 0."""
    from gamerules.cli import DONE, Parser
    from gamerules.lab.play_alone import contracts_of
    from gamerules.lab.saving import check, draw, save
    from gamerules.lab.simulating import PLAY_CHUNK, POLICIES, simulate, simulate_play
    from gamerules.lab.statistics import tables, text

    game, rest = split_game(arguments, prog, WHAT)
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("--deals", type=positive, default=1000, metavar="N", help="how many deals (1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed (1)")
    parser.add_argument("--policy", choices=POLICIES, default="game", help="who acts in whole deals (game)")
    contracts = contracts_of(game.name)
    if contracts:
        parser.add_argument("--contract", choices=contracts, help="play this contract alone")
        parser.add_argument(
            "--engine", choices=list(PLAY_CHUNK), default="python", help="with --contract: what plays (python)"
        )
    add_running(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="save results, one deal a row: .csv or .parquet")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the distributions: .svg, .png or .pdf")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    add_rules(parser, game)
    options = parser.parse_args(rest)
    rules = chosen_rules(options, game)
    check(options.out, options.plot)
    with progress(f"{options.deals:,} deals") as tell:
        if contracts and options.contract:
            outcomes = simulate_play(
                game.name,
                options.contract,
                options.deals,
                seed=options.seed,
                engine=options.engine,
                jobs=options.jobs,
                scheduler=options.scheduler,
                progress=tell,
            )
        else:
            outcomes = simulate(
                game.name,
                options.deals,
                rules=rules,
                seed=options.seed,
                policy=options.policy,
                jobs=options.jobs,
                scheduler=options.scheduler,
                progress=tell,
            )
    if options.out:
        save(outcomes, options.out)
    if options.plot:
        draw(outcomes, options.plot)
    if options.json:
        told = {name: dict(rows) for name, rows in tables(outcomes)}
        data = {"game": game.name, "deals": len(outcomes), "seed": options.seed, "tables": told}
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        print(text(outcomes))
    return DONE
