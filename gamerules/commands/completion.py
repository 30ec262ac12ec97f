"""``gamerules completion SHELL``: a script by which a shell completes commands, games, options and their values."""

from __future__ import annotations

import argparse
import contextlib
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gamerules.game import names

WHAT = "Print a script that makes a shell complete commands, games, options and their values."
EPILOG = """\
bash: eval "$(gamerules completion bash)"; zsh: eval "$(gamerules completion zsh)"; \
fish: gamerules completion fish | source"""
SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class Word:
    """An option, or a word that has its place in the line.

    Attributes:
        option: ``--seed``; empty for a word by place.
        takes_value: whether a value follows the option.
        values: the values it may have, if they are fixed.
        is_file: whether the value is a file's name.
    """

    option: str
    takes_value: bool
    values: tuple[str, ...]
    is_file: bool


GAME = Word("", True, (), False)
"""The word in whose place a game is named."""

FILES = ("FILE", "RECORD")
"""What stands for a file in help."""


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the script; return 0."""
    from gamerules.cli import DONE, Parser

    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG)
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    options = parser.parse_args(arguments)
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell](), end="")
    return DONE


def words_of(*words: str) -> tuple[Word, ...]:
    """Return the options and other words of a command, as its own parser knows them; none if it is refused."""
    from gamerules.cli import Parser, main

    asked: list[argparse.ArgumentParser] = []
    show = Parser.print_help

    def note(parser: argparse.ArgumentParser, file: object = None) -> None:
        asked.append(parser)

    Parser.print_help = note  # type: ignore[assignment, method-assign]
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            main([*words, "--help"])
    finally:
        Parser.print_help = show  # type: ignore[method-assign]
    return tuple(word for parser in asked for action in parser._actions for word in _words(action))


def _words(action: argparse.Action) -> Iterator[Word]:
    values = tuple(map(str, action.choices or ()))
    for name in action.option_strings or [""]:
        if not name.startswith("-") or name.startswith("--"):  # -h is short enough
            yield Word(name, action.nargs != 0, values, action.metavar in FILES)


Table = dict[str, tuple[Word, ...]]
"""The words that can follow, by what stands before: nothing, a command, or a command and a game that it takes."""


def table() -> Table:
    """Return the words of the program, of each command, and of each command with each game."""
    from gamerules.cli import COMMANDS

    found: Table = {"": words_of()}
    for command in COMMANDS:
        found[command] = words_of(command)
        if any(word == GAME for word in found[command]):
            found |= {f"{command} {game}": words for game in names() if (words := words_of(command, game))}
    return found


def _offered(rows: Table, key: str) -> list[str]:
    """Return what may be written next: options, and commands, games or other words that are fixed."""
    from gamerules.cli import COMMANDS

    games = [other.removeprefix(f"{key} ") for other in rows if key and other.startswith(f"{key} ")]
    fixed = [value for word in rows[key] if not word.option for value in word.values]
    return [*([] if key else COMMANDS), *games, *fixed, *(word.option for word in rows[key] if word.option)]


def _bash() -> str:
    def lines(words: Iterable[str]) -> str:
        return "$'" + "\\n".join(words) + "'"

    rows = table()
    offered, after = [], []
    for key, words in rows.items():
        files = "; files=yes" * any(word.is_file and not word.option for word in words)
        offered.append(f'        "{key}") words={lines(_offered(rows, key))}{files} ;;')
        after += [
            f'        "{key} {word.option}") words={lines(word.values)}; files={"yes" * word.is_file} ;;'
            for word in words
            if word.option and word.takes_value
        ]
    with_game = "|".join(dict.fromkeys(key.partition(" ")[0] for key in rows if " " in key))
    return f"""\
# completion of gamerules for bash
_gamerules() {{
    local IFS=$'\\n' words="" files="" key=""
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    if [ "$word" = "=" ]; then word=""; fi  # --seed=7 is three words
    if [ "$before" = "=" ]; then before="${{COMP_WORDS[COMP_CWORD-2]}}"; fi
    if [ "$COMP_CWORD" -gt 1 ]; then key="${{COMP_WORDS[1]}}"; fi
    if [ "$COMP_CWORD" -gt 2 ]; then
        case "$key" in
            {with_game}) key="$key ${{COMP_WORDS[2]}}" ;;
        esac
    fi
    case "$key" in
{chr(10).join(offered)}
    esac
    case "$word" in
        -*) files="" ;;
    esac
    case "$key $before" in
{chr(10).join(after)}
    esac
    if [ "$files" ]; then
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}}
complete -o filenames -F _gamerules gamerules
"""


def _zsh() -> str:
    return f"""\
# completion of gamerules for zsh
(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit; }}
autoload -Uz +X bashcompinit && bashcompinit
{_bash()}"""


def _fish() -> str:
    from gamerules.cli import COMMANDS

    def row(condition: str, *more: str) -> str:
        return " ".join(["complete -c gamerules -n", f"'{condition}'", *more])

    def values(words: Iterable[str]) -> str:
        return "-a '" + " ".join(word.replace(" ", "\\ ") for word in words) + "'"

    lines = ["# completion of gamerules for fish", "complete -c gamerules -f"]
    for name, command in COMMANDS.items():
        lines.append(row("__fish_use_subcommand", f"-a {name}", f"-d '{command.help.translate({39: chr(0x2019)})}'"))
    rows = table()
    for key, words in rows.items():
        called, _, game = key.partition(" ")
        games = [other.partition(" ")[2] for other in rows if called and other.startswith(f"{called} ")]
        condition = f"__fish_seen_subcommand_from {called}" if called else "__fish_use_subcommand"
        if game:
            condition += f"; and __fish_seen_subcommand_from {game}"
        elif games:
            condition += f"; and not __fish_seen_subcommand_from {' '.join(games)}"
            lines.append(row(condition, values(games)))
        for word in words:
            what = [values(word.values)] if word.values else []
            if word.option:
                kind = ["-r -F"] if word.is_file else ["-x"] if word.takes_value else []
                lines.append(row(condition, f"-l {word.option[2:]}", *kind, *what))
            elif word.is_file or what:
                lines.append(row(condition, *(what or ["-F"])))
    return "\n".join(lines) + "\n"
