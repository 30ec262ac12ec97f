"""``gamerules rota GAME``: who plays with whom, and who sits out, when more players come than a table seats."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gamerules.commands.options import split_game
from gamerules.rules import ImpossibleInputError

WHAT = "Print a table of who plays with whom, to keep the score of an evening on."


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the table, or with ``--json`` the rounds as JSON; return 0.

    Raises:
        ImpossibleInputError: if the names are not as many as the players, or not different.
    """
    from gamerules.cli import DONE, Parser

    game, rest = split_game(arguments, prog, WHAT, lambda game: game.rota)
    if game.rota is None:
        raise ImpossibleInputError(f"{game.title} has no rota")
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, allow_abbrev=False)
    parser.add_argument("--players", type=int, required=True, choices=list(game.rota.rounds), help="how many players")
    parser.add_argument("--names", metavar="A,B,…", help="their names, in the order in which they sit out")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(rest)
    if options.names is None:
        names = list(game.rota.letters[: options.players])
    else:
        names = [name.strip() for name in options.names.split(",")]
    if len(names) != options.players:
        raise ImpossibleInputError(f"names given: {len(names)}, players: {options.players}; give one for each")
    if len(set(names)) < len(names) or "" in names:
        raise ImpossibleInputError("the players need different names, none of them empty")
    rounds = game.rota.rounds[options.players](names)
    if options.json:
        data = [{"partners": one.partners, "out": one.out} for one in rounds]
        print(json.dumps({"game": game.name, "names": names, "rounds": data}, ensure_ascii=False, indent=2))
    else:
        print(game.rota.table(names, rounds))
    return DONE
