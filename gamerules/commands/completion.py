"""``gamerules completion SHELL``: a shell completion script for commands, games, options and their values."""

from __future__ import annotations

import contextlib
import io
from argparse import ArgumentParser
from collections.abc import Sequence

from gamerules.extras import need
from gamerules.game import names

WHAT = "Print a shell completion script for commands, games, options and their values."
EPILOG = """\
bash: eval "$(gamerules completion bash)"; zsh: eval "$(gamerules completion zsh)"; \
fish: gamerules completion fish | source"""
FILES = ("FILE", "RECORD")
"""What stands for a file in help."""
SPACES = {"bash": r"\\\ ", "zsh": r"\ ", "fish": " "}
"""A space within a value, as shtab needs it for each shell; bash reads the value twice."""
PREAMBLE = {"zsh": "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }"}


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the script; return 0.

    Raises:
        gamerules.extras.MissingExtraError: if shtab is not installed.
    """
    from gamerules.cli import DONE, Parser

    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG)
    parser.add_argument("shell", choices=list(SPACES), help="the shell")
    shell = parser.parse_args(arguments).shell
    print(need("shtab", "completion").complete(tree(shell), shell, preamble=PREAMBLE))
    return DONE


def tree(shell: str) -> ArgumentParser:
    """Return one parser of all that can be written: the commands, the games that each takes, and their options."""
    from gamerules.cli import COMMANDS

    top = ArgumentParser("gamerules", parents=parsers_of(shell), add_help=False)
    commands = top.add_subparsers()
    for name, command in COMMANDS.items():
        own = parsers_of(shell, name)
        if not any(action.dest == "GAME" for parser in own for action in parser._actions):
            commands.add_parser(name, help=command.help, parents=own, add_help=False)
            continue
        games = commands.add_parser(name, help=command.help).add_subparsers()
        for game in names():
            if found := parsers_of(shell, name, game):
                games.add_parser(game, help=found[0].description, parents=found, add_help=False)
    return top


def parsers_of(shell: str, *words: str) -> list[ArgumentParser]:
    """Return the parser that answers to ``gamerules WORDS --help``, ready for the shell; none if they are refused."""
    from gamerules.cli import Parser, main

    asked: list[ArgumentParser] = []
    show = Parser.print_help
    Parser.print_help = lambda parser, file=None: asked.append(parser)  # type: ignore[assignment, method-assign]
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            main([*words, "--help"])
    finally:
        Parser.print_help = show  # type: ignore[method-assign]
    for action in (action for parser in asked for action in parser._actions):
        if action.metavar in FILES:
            action.complete = need("shtab", "completion").FILE  # type: ignore[attr-defined]
        if action.choices:
            action.choices = [str(choice).replace(" ", SPACES[shell]) for choice in action.choices]
    return asked
