"""``gamerules completion SHELL``: a script by which a shell completes commands, games and options."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Sequence

from gamerules.game import names

WHAT = "Print a script that makes a shell complete commands, games and options."
EPILOG = """\
bash: eval "$(gamerules completion bash)"; zsh: eval "$(gamerules completion zsh)"; \
fish: gamerules completion fish | source"""
SHELLS = ("bash", "zsh", "fish")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the script; return 0."""
    from gamerules.cli import DONE, Parser

    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG)
    parser.add_argument("shell", choices=SHELLS, help="the shell")
    options = parser.parse_args(arguments)
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[options.shell](), end="")
    return DONE


def options_of(*words: str) -> tuple[str, ...]:
    """Return the long options that a command names in its help; none if it has no such help."""
    from gamerules.cli import main

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = main([*words, "--help"])
    return tuple(dict.fromkeys(_OPTION.findall(out.getvalue()))) if status == 0 else ()


def table() -> dict[str, tuple[str, ...]]:
    """Return the options by words: of each command, and of each command with each game that it takes."""
    from gamerules.cli import COMMANDS

    found: dict[str, tuple[str, ...]] = {}
    for command in COMMANDS:
        found[command] = options_of(command)
        for game in names():
            special = options_of(command, game)
            if special and special != found[command]:
                found[f"{command} {game}"] = special
    return found


def _bash() -> str:
    from gamerules.cli import COMMANDS

    rows = table()
    takes_game = sorted({key.partition(" ")[0] for key in rows if " " in key} | {"show", "score", "rota"})
    with_game = "\n".join(f'        "{key}") options="{" ".join(row)}" ;;' for key, row in rows.items() if " " in key)
    alone = "\n".join(f'            {key}) options="{" ".join(row)}" ;;' for key, row in rows.items() if " " not in key)
    return f"""\
# completion of gamerules for bash
_gamerules() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" command="${{COMP_WORDS[1]}}" options=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{" ".join(COMMANDS)}" -- "$word"))
        return
    fi
    case "$command" in
        {"|".join(takes_game)})
            if [ "$COMP_CWORD" -eq 2 ]; then
                COMPREPLY=($(compgen -W "{" ".join(names())}" -- "$word"))
                return
            fi ;;
        completion)
            COMPREPLY=($(compgen -W "{" ".join(SHELLS)}" -- "$word"))
            return ;;
    esac
    case "$command ${{COMP_WORDS[2]}}" in
{with_game}
        *) case "$command" in
{alone}
        esac ;;
    esac
    case "$word" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *) COMPREPLY=($(compgen -f -- "$word")) ;;
    esac
}}
complete -o filenames -F _gamerules gamerules
"""


def _zsh() -> str:
    return "# completion of gamerules for zsh\nautoload -U +X bashcompinit && bashcompinit\n" + _bash()


def _fish() -> str:
    from gamerules.cli import COMMANDS

    lines = ["# completion of gamerules for fish"]
    for name, command in COMMANDS.items():
        told = command.help.replace("'", "’")
        lines.append(f"complete -c gamerules -n __fish_use_subcommand -f -a {name} -d '{told}'")
    rows = table()
    for key, options in rows.items():
        called, _, game = key.partition(" ")
        condition = f"__fish_seen_subcommand_from {called}"
        if game:
            condition += f"; and __fish_seen_subcommand_from {game}"
        lines += [f"complete -c gamerules -n '{condition}' -l {option[2:]}" for option in options]
    for called in sorted({key.partition(" ")[0] for key in rows if " " in key}):
        condition = f"__fish_seen_subcommand_from {called}; and not __fish_seen_subcommand_from {' '.join(names())}"
        lines.append(f"complete -c gamerules -n '{condition}' -f -a '{' '.join(names())}'")
    lines.append(f"complete -c gamerules -n '__fish_seen_subcommand_from completion' -f -a '{' '.join(SHELLS)}'")
    return "\n".join(lines) + "\n"
