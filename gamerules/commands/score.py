"""``gamerules score GAME …``: the ledger of a deal, from its result."""

from __future__ import annotations

import json
from collections.abc import Sequence

from gamerules.commands.options import add_rules, chosen_rules, label, split_game
from gamerules.rules import ImpossibleInputError

WHAT = "Score the result of a deal, entry by entry, each with the sentence that awards it."


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the ledger as a table, or with ``--json`` as JSON; return 0."""
    from gamerules.cli import DONE, Parser

    game, rest = split_game(arguments, prog, WHAT, lambda game: game.score)
    if game.score is None:
        raise ImpossibleInputError(f"{game.title} has no score command")
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, allow_abbrev=False)
    game.score.add_arguments(parser)
    add_rules(parser, game)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(rest)
    preset, options.rules = options.rules, chosen_rules(options, game)
    ledger = game.score.ledger(options)
    if options.json:
        rules = label(options.rules, preset, game)
        print(json.dumps({"game": game.name, "rules": rules, **ledger.as_dict()}, ensure_ascii=False, indent=2))
    else:
        print(ledger.table())
    return DONE
