"""Options that several commands share: a game by name, its preset and its decisions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from gamerules.game import Game, find, installed
from gamerules.rules import BaseRules


def split_game(
    arguments: Sequence[str], prog: str, what: str, takes: Callable[[Game], object] = lambda game: True
) -> tuple[Game, list[str]]:
    """Take the game's name off the front of the arguments and find the game.

    Args:
        arguments: the words after the command.
        prog: the command, for messages.
        what: what the command does, for its help.
        takes: whether the command takes a game, for its help; which it refuses is up to the command.

    Raises:
        gamerules.game.UnknownGameError: if no game has that name.
        SystemExit: after the help, or if no game was named.
    """
    if arguments and not arguments[0].startswith("-"):
        return find(arguments[0]), list(arguments[1:])
    from gamerules.cli import Parser

    parser = Parser(prog=prog, usage=f"{prog} GAME …", description=what, epilog=f"{prog} GAME --help shows more.")
    names = [game.name for game in installed() if takes(game)]
    parser.add_argument("GAME", help=f"one of {', '.join(names)}")
    parser.parse_args(arguments)
    raise AssertionError("argparse leaves when a word is missing")


def add_rules(parser: argparse.ArgumentParser, game: Game) -> None:
    """Add ``--rules PRESET`` and ``--decision NAME=READING`` to a parser."""
    parser.add_argument(
        "--rules", default=next(iter(game.presets)), choices=list(game.presets), help="the named rules to use"
    )
    parser.add_argument(
        "--decision",
        action="append",
        default=[],
        metavar="NAME=READING",
        help=f"differ from the rules in one point; gamerules show {game.name} lists them",
    )


def chosen_rules(options: argparse.Namespace, game: Game) -> BaseRules:
    """Return the rules that the options ask for.

    Raises:
        ImpossibleInputError: on an unknown decision or reading.
    """
    rules = game.presets[options.rules]
    for choice in options.decision:
        name, _, text = choice.partition("=")
        rules = rules.adopting(name, text)
    return rules


def label(rules: BaseRules, preset: str, game: Game) -> str:
    """Return the preset's name, and every decision in which the rules differ from it."""
    named = game.presets[preset]
    apart = [name for name in named.decisions() if getattr(rules, name) != getattr(named, name)]
    return ", ".join([preset, *(f"{name}={str(getattr(rules, name)).lower()}" for name in apart)])
