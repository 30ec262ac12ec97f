"""``gamerules match A B --game GAME``: two policies on the same deals, from every seat."""

from __future__ import annotations

from collections.abc import Sequence

from gamerules.commands.options import add_rules, chosen_rules
from gamerules.commands.running import add_running, positive, progress
from gamerules.game import find

WHAT = "Play two policies on the same deals and print the points a deal that the first wins, with an interval of 95%."
EPILOG = (
    "Each deal is played once from every seat: A in that seat, B in all others. A policy is one of those listed, one "
    "that an installed package offers under the entry points gamerules.policies, or MODULE:FUNCTION. The same seed "
    "gives the same deals and the same result, whatever the number of processes."
)


def run(arguments: Sequence[str], prog: str) -> int:
    """Play the match and print its result; return 0."""
    from gamerules.cli import DONE, Parser
    from gamerules.lab.deals import with_deals
    from gamerules.lab.matching import match
    from gamerules.lab.policies import names
    from gamerules.lab.statistics import counted

    first = Parser(add_help=False)
    first.add_argument("--game", choices=with_deals(), default=with_deals()[0])
    game = find(first.parse_known_args(arguments)[0].game)
    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG, allow_abbrev=False)
    for name in ("A", "B"):
        parser.add_argument(name, help=f"a policy: {', '.join(names())}, or MODULE:FUNCTION")
    parser.add_argument("--game", choices=with_deals(), required=True, help="the game")
    parser.add_argument("--deals", type=positive, default=20, metavar="N", help="how many deals (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed (1)")
    add_running(parser)
    add_rules(parser, game)
    options = parser.parse_args(arguments)
    with progress(counted(options.deals, "deal")) as tell:
        gained = match(
            game.name,
            options.A,
            options.B,
            options.deals,
            rules=chosen_rules(options, game),
            seed=options.seed,
            jobs=options.jobs,
            scheduler=options.scheduler,
            progress=tell,
        )
    print(
        f"{game.title}, {counted(options.deals, 'deal')}, seed {options.seed}: {options.A} wins {gained.number()} "
        f"points a deal against {options.B}"
    )
    return DONE
