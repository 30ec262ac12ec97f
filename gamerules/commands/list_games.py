"""``gamerules list``: the games that are installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from gamerules.game import UnknownGameError, find, names


def run(arguments: Sequence[str], prog: str) -> int:
    """Print a line for each game, or JSON: its name, its title, its players, and what the command line can do with it.

    Returns 2 if a game that is registered cannot be imported; the others are listed all the same.
    """
    from gamerules.cli import DONE, WRONG, Parser

    parser = Parser(prog=prog, description="List the games and what can be done with each.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    width = max(len(name) for name in names())
    status, found = DONE, []
    for name in names():
        try:
            game = find(name)
        except UnknownGameError as error:
            print(f"gamerules: error: {error}", file=sys.stderr)
            status = WRONG
            continue
        deals = game.adapters().dealing
        abilities: dict[str, object] = {"show": game, "score": game.score, "rota": game.rota, "replay": game.start}
        abilities |= {"deal": deals, "play": deals, "simulate": deals}
        offers = [word for word, there in abilities.items() if there is not None]
        found.append({"name": name, "title": game.title, "players": game.players, "offers": offers})
        if not options.json:
            print(f"{name:<{width}}  {game.title}; {game.players} players; {', '.join(offers)}")
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    return status
