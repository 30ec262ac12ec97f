"""``gamerules deal GAME``: cards dealt, or a whole deal played and written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamerules.commands.options import add_rules, chosen_rules, split_game
from gamerules.commands.running import natural
from gamerules.game import CHANCE, Game

WHAT = "Deal the cards and show the hands; or play the deal by a simple policy and print its record."


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the hands, a record in YAML or a board in PBN; return 0."""
    from gamerules.cli import DONE, Parser
    from gamerules.lab.deals import deal_of
    from gamerules.lab.simulating import POLICIES, play_deal, record_of

    game, rest = split_game(arguments, prog, WHAT, lambda game: game.adapters().dealing)
    deal_of(game.name)  # refuses a game without deals
    board = game.adapters().board
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT, allow_abbrev=False)
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the seed (1)")
    parser.add_argument("--number", type=natural, default=1, metavar="N", help="which deal of that seed, from 0 (1)")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--played", action="store_true", help="play the deal and print its record, for gamerules replay")
    if board:
        kinds.add_argument("--pbn", action="store_true", help="play the deal and print it as Portable Bridge Notation")
    parser.add_argument("--policy", choices=POLICIES, default="game", help="who plays (game)")
    add_rules(parser, game)
    options = parser.parse_args(rest)
    rules = chosen_rules(options, game)
    if options.played:
        print(record_of(game.name, rules, options.seed, options.number, options.policy), end="")
        return DONE
    first, actions, _ = play_deal(game.name, rules, options.seed, options.number, options.policy)
    if board and options.pbn:
        from gamerules.notation.pbn import write

        print(write([board(first, actions)]), end="")
        return DONE
    print("\n".join(_hands(game, _dealt(first, actions))))
    return DONE


def _dealt(first: Any, actions: Sequence[Any]) -> Any:
    """Return the first state in which a player with cards is to act."""
    state = first
    for action in actions:
        if state.actor != CHANCE and state.phase not in ("draw", "deal", "cut", "couleur"):
            break
        state = state.after(action)
    return state


def _hands(game: Game, state: Any) -> list[str]:
    picture = game.draw(state, None)
    lines = []
    for holding in picture.holdings:
        owner = "nobody" if holding.owner is None else f"player {holding.owner + 1}"
        lines.append(f"{owner}, {holding.zone}: {holding.cards}" + f" and {holding.hidden} more" * bool(holding.hidden))
    return [*lines, *(f"{name}: {value}" for name, value in picture.notes)]
