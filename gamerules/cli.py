"""The command line: ``gamerules COMMAND …``, or ``python -m gamerules``.

Every command is a module with ``run(arguments, prog) -> exit status``; it is imported when it is called, so that the
program starts fast. To add one, write the module and name it in :data:`COMMANDS`.

Exit statuses: 0 done; 1 a text and the rules disagree; 2 usage error, bad input or output that cannot be written,
reported in one line on standard error; 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Final, NoReturn

import gamerules
from gamerules.rules import GameRulesError, suggest

DONE: Final = 0
DISAGREES: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130
"""As shells have it: 128 and the number of the signal."""


@dataclass(frozen=True, slots=True)
class Command:
    """One command: the module that holds it, and what it does in one line."""

    module: str
    help: str


COMMANDS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "list": Command("gamerules.commands.list_games", "list the games and what can be done with each"),
        "show": Command("gamerules.commands.show", "show a game's rules with their loci, and its decisions"),
        "score": Command("gamerules.commands.score", "score the result of a deal"),
        "rota": Command("gamerules.commands.rota", "print a table of who plays with whom"),
        "replay": Command("gamerules.commands.replay", "play a record by the rules and check what it says"),
        "deal": Command("gamerules.commands.deal", "deal cards, or play a deal and print its record"),
        "play": Command("gamerules.commands.play", "play a deal at the terminal against the machine"),
        "solve": Command("gamerules.commands.solve", "solve deals with open cards and name the errors of the play"),
        "simulate": Command("gamerules.commands.simulate", "play many deals and count how they end"),
        "match": Command("gamerules.commands.match", "play two policies on the same deals and compare their points"),
        "completion": Command("gamerules.commands.completion", "print a shell completion script"),
    }
)
"""All commands, in the order in which the help lists them."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line that says what is wrong and where to read more."""
        self.exit(WRONG, f"{self.prog}: error: {' '.join(message.split())}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Args:
        arguments: the words after the program's name; the process's own if left out.
    """
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        status = _run(words)
        sys.stdout.flush()  # what cannot be written is reported here, not when Python ends
        return status
    except GameRulesError as error:
        return _tell(f"error: {' '.join(str(error).split())}")
    except UnicodeEncodeError as error:
        sign = f"U+{ord(error.object[error.start]):04X}"
        return _tell(f"error: the output encoding {error.encoding} has no {sign}; set PYTHONIOENCODING=utf-8")
    except KeyboardInterrupt:
        return _tell("interrupted", INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone, as in "gamerules show slam | head"
        _drop_output()
        return DONE
    except OSError as error:
        if error.filename is None:
            _drop_output()
        return _tell(f"error: {error.filename or 'the output cannot be written'}: {error.strerror or error}")


def _run(words: Sequence[str]) -> int:
    name, *rest = words
    try:
        if name in COMMANDS:
            return int(import_module(COMMANDS[name].module).run(rest, f"gamerules {name}"))
        parser = _parser()
        if not name.startswith("-"):
            parser.error(f"there is no command called {name!r}{suggest(name, list(COMMANDS))}")
        parser.parse_args(words)
        parser.error("no command was given")
    except SystemExit as leaving:  # argparse: help, version or usage error
        return leaving.code if isinstance(leaving.code, int) else DONE


def _tell(message: str, status: int = WRONG) -> int:
    print(f"gamerules: {message}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Discard what is still to be written, so that Python does not try once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> Parser:
    listing = "\n".join(f"  {name:<10}  {command.help}" for name, command in COMMANDS.items())
    parser = Parser(
        prog="gamerules",
        usage="gamerules COMMAND …",
        description=gamerules.__doc__,
        epilog=f"commands:\n{listing}\n\n"
        "gamerules COMMAND --help says more about each.\n\n"
        "exit status: 0 done; 1 a text and the rules disagree; 2 usage error or bad input; 130 interrupted",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"gamerules {gamerules.__version__}")
    return parser
