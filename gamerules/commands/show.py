"""``gamerules show GAME``: its rules with their loci, and its decisions with their readings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gamerules.commands.options import split_game
from gamerules.game import Game
from gamerules.rules import BaseRules, Rule, rules

WHAT = "Show a game's rules, each with the sentences that it carries out, and its decisions."


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the rules and decisions as text, or with ``--json`` as JSON; return 0."""
    from gamerules.cli import DONE, Parser

    game, rest = split_game(arguments, prog, WHAT)
    parser = Parser(prog=f"{prog} {game.name}", description=WHAT)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(rest)
    if options.json:
        print(json.dumps(_data(game), ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(game)))
    return DONE


def _rules(game: Game) -> list[Rule]:
    """Return the rules that carry out sentences of the game's sources, in the order of the modules."""
    found = (entry for entry in rules() if any(locus.startswith(game.sources) for locus in entry.loci))
    return sorted(found, key=lambda entry: (entry.module, entry.line))


def _default(game: Game) -> BaseRules:
    return next(iter(game.presets.values()))


def _lines(game: Game) -> list[str]:
    sources = ", ".join(f"{source}*" if source.endswith("-") else source.rstrip(".") for source in game.sources)
    lines = [f"{game.title} ({game.name}): {game.players} players; from {sources}", "", "rules"]
    for entry in _rules(game):
        status = "" if entry.status == "stated" else f" [{entry.status}]"
        lines += [f"  {entry.name}{status}: {entry.doc}", f"    {' '.join(entry.loci)}"]
    lines += ["", f"decisions (* marks the reading of {next(iter(game.presets))})"]
    default = _default(game)
    for name, point in default.decisions().items():
        lines += [f"  {name} ({point.kind}): {point.question}"]
        for reading, meaning in point.readings.items():
            mark = "*" if reading == getattr(default, name) else " "
            lines.append(f"  {mark} {str(reading).lower()}: {meaning}")
        lines += [f"    why: {point.why}", f"    {' '.join(point.loci)}"]
    return lines


def _data(game: Game) -> dict[str, Any]:
    default = _default(game)
    return {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "sources": game.sources,
        "presets": list(game.presets),
        "rules": [
            {"name": entry.name, "does": entry.doc, "status": entry.status, "loci": entry.loci, "note": entry.note}
            for entry in _rules(game)
        ],
        "decisions": [
            {
                "name": name,
                "kind": entry.kind,
                "question": entry.question,
                "readings": {str(reading).lower(): meaning for reading, meaning in entry.readings.items()},
                "adopted": str(getattr(default, name)).lower(),
                "why": entry.why,
                "loci": entry.loci,
            }
            for name, entry in default.decisions().items()
        ],
    }
