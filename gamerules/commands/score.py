"""``gamerules score GAME …``: the ledger of a deal, from its result."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from gamerules.commands.options import add_rules, chosen_rules, label, split_game
from gamerules.game import Game
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
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--json", action="store_true", help="print JSON")
    if game.score.result and game.adapters().witness:
        kinds.add_argument("--deal", action="store_true", help="print the record of a deal that ends so")
    options = parser.parse_args(rest)
    preset, options.rules = options.rules, chosen_rules(options, game)
    if getattr(options, "deal", False):  # a price that is lost is no reason to make none
        print(_deal(game, game.score.result, options), end="")
        return DONE
    ledger = game.score.ledger(options)
    if options.json:
        rules = label(options.rules, preset, game)
        print(json.dumps({"game": game.name, "rules": rules, **ledger.as_dict()}, ensure_ascii=False, indent=2))
    else:
        print(ledger.table())
    return DONE


def _deal(game: Game, result: Callable[[argparse.Namespace], Any] | None, options: argparse.Namespace) -> str:
    """Return the record of a deal that ends in the result given.

    Raises:
        ImpossibleInputError: if no deal was found that does.
    """
    from gamerules.notation.writing import PLAYERS, write_record
    from gamerules.possible import witness

    adapters = game.adapters()
    assert adapters.witness and adapters.dealing and result
    found = witness(adapters.witness, result(options), options.rules)
    if found is None:
        raise ImpossibleInputError("no deal was found that ends so, and no rule that forbids it")
    names = PLAYERS[: game.players]
    first, actions, start = adapters.dealing.recorded(found.first, found.actions, names)
    return write_record(game, first, actions, players=names, start=start, title="A deal that ends so")
