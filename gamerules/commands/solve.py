"""``gamerules solve FILE …``: what a deal is worth with open cards, and which cards played were errors."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gamerules.cards import Card
from gamerules.commands.running import add_running, progress
from gamerules.rules import ImpossibleInputError

WHAT = "Solve deals with open cards: the tricks they are worth, a perfect line, and the errors of the play."
EPILOG = (
    "A file is a record of a game with play (.yaml) or boards of Portable Bridge Notation (.pbn). Of a record the play "
    "is solved from its first card on. With --reserves the choice of reserves in Slam is solved as a game of its own; "
    "with --strains a deal of two hands is solved in every strain, the same cards in hand."
)
ENGINES = ("auto", "python", "numba", "dds")


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the solutions, or JSON; return 1 if a record does not follow the rules and cannot be solved."""
    from gamerules.cli import DISAGREES, DONE, Parser
    from gamerules.lab.running import run as run_tasks

    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record (.yaml) or boards (.pbn)")
    parser.add_argument("--engine", choices=ENGINES, default="auto", help="what searches (auto)")
    parser.add_argument("--reserves", action="store_true", help="Slam: solve the choice of reserves too")
    parser.add_argument("--strains", action="store_true", help="two hands: the tricks in every strain too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_running(parser)
    options = parser.parse_args(arguments)
    tasks = [task for path in options.files for task in _tasks(path, options)]
    with progress(f"{len(tasks)} deals") as tell:
        found = run_tasks(solve_one, tasks, jobs=options.jobs, scheduler=options.scheduler, progress=tell)
    if options.json:
        print(json.dumps([deal for deal, _ in found], ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(_text(deal) for deal, _ in found))
    return DONE if all(follows for _, follows in found) else DISAGREES


Task = tuple[str, str, str, tuple[str, ...]]
"""A deal's name, its text (a record or one board), the engine, and what else is asked. Other machines need no file."""


def _tasks(path: Path, options: argparse.Namespace) -> list[Task]:
    """Return the deals of a file as tasks."""
    from gamerules.notation.pbn import PbnError, parse, write

    asked = tuple(name for name in ("reserves", "strains") if getattr(options, name))
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".pbn":
            return [(str(path), text, options.engine, asked)]
        boards = parse(text, str(path))
    except FileNotFoundError:
        raise PbnError(str(path), 1, "the file does not exist; check the name and the folder") from None
    except UnicodeDecodeError as error:
        raise PbnError(str(path), 1, f"the file is not UTF-8 (byte {error.start}); save it as UTF-8") from None
    names = [f"{path}, board {board.tags.get('Board', number)}" for number, board in enumerate(boards, 1)]
    return [(name, write([board]), options.engine, asked) for name, board in zip(names, boards, strict=True)]


def solve_one(name: str, text: str, engine: str, asked: Sequence[str]) -> tuple[dict[str, Any], bool]:
    """Solve one deal; return it as plain data, and whether it followed the rules as far as it was needed.

    Args:
        name: the deal's name, for messages; of a record its file.
        text: a record, or one board.
        engine: what searches.
        asked: what else is asked: ``reserves``, ``strains``.
    """
    if text.startswith("% PBN"):
        return _board(name, text, engine, asked), True
    return _record(name, text, engine, asked)


def _board(name: str, text: str, engine: str, asked: Sequence[str]) -> dict[str, Any]:
    from gamerules.notation.boards import open_hands
    from gamerules.notation.pbn import parse

    (board,) = parse(text, name)
    try:
        position = open_hands(board)
    except ImpossibleInputError as error:
        raise ImpossibleInputError(f"{name}: {error}") from None
    if asked:
        raise ImpossibleInputError(f"{name}: only Slam has reserves and two open hands; leave --{asked[0]} out")
    return _solved(name, position, board.play, engine, _bridge_side, _bridge_seat)


def _bridge_side(side: int) -> str:
    return ("N-S", "E-W")[side]


def _bridge_seat(player: int) -> str:
    return ("North", "East", "South", "West")[player]


def _record(path: str, text: str, engine: str, asked: Sequence[str]) -> tuple[dict[str, Any], bool]:
    from gamerules.records import parse, replay
    from gamerules.solve import FourHands, SolverError, position_of

    record = parse(text, path)
    played = replay(record)
    begun = next((n for n, moment in enumerate(played.moments) if moment.state.phase == "play"), None)
    if begun is None:
        broken = [f"{path}:{d.line}: the record says {d.says}; the rules give {d.gives}" for d in played.disagreements]
        if broken:
            return {"name": path, "disagreements": broken}, False
        raise SolverError(f"{path}:1: no card is played in this record, so there is nothing to solve")
    first = played.moments[begun].state
    cards = []
    for moment in played.moments[begun + 1 :]:
        if not isinstance(moment.action, Card):
            break
        cards.append(moment.action)
    names = record.players
    sides: Callable[[int], str] = names.__getitem__
    if isinstance(position_of(first), FourHands):
        sides = (f"{names[0]} and {names[2]}", f"{names[1]} and {names[3]}").__getitem__
    data = _solved(f"{path}: {record.title}", first, cards, engine, sides, names.__getitem__)
    if "reserves" in asked:
        data["reserves"] = _reserves(first, engine, names)
    if "strains" in asked:
        data["strains"] = _strains(first, engine, names)
    unfinished = [d for d in played.disagreements if played.unreached]
    if unfinished:
        data["disagreements"] = [
            f"{path}:{d.line}: the record says {d.says}; the rules give {d.gives}" for d in unfinished
        ]
    return data, not unfinished


def _solved(
    name: str,
    subject: Any,
    cards: Sequence[Card],
    engine: str,
    sides: Callable[[int], str],
    names: Callable[[int], str],
) -> dict[str, Any]:
    from gamerules.solve import ThreeHands, analyse_play, position_of, solve

    solution = solve(subject, engine)
    judged = analyse_play(subject, cards, engine) if cards else ()
    return {
        "name": name,
        "model": solution.model,
        "engine": solution.engine,
        "nodes": solution.nodes,
        "tricks": {sides(side): tricks for side, tricks in enumerate(solution.tricks)},
        "line": " ".join(str(play.card) for play in solution.line),
        "cards judged": len(judged),
        "costs in": "prices of the game" if isinstance(position_of(subject), ThreeHands) else "tricks",
        "errors": [
            {
                "card": place,
                "player": names(judgement.play.player),
                "played": str(judgement.play.card),
                "cost": judgement.cost,
                "best": " ".join(map(str, judgement.best)),
            }
            for place, judgement in enumerate(judged, 1)
            if judgement.is_error
        ],
    }


def _reserves(state: Any, engine: str, names: Sequence[str]) -> dict[str, Any]:
    from gamerules.solve import TwoHands, position_of
    from gamerules.solve.reserves import reserve_game

    position = position_of(state)
    if not isinstance(position, TwoHands) or not position.reserves[0]:
        raise ImpossibleInputError("only Slam has reserves; leave --reserves out")
    hands = position.hands[0] | position.reserves[0], position.hands[1] | position.reserves[1]
    game = reserve_game(hands, position.leader, position.trump, position.misere, engine)
    best = game.equilibrium()
    value = -best.value if position.misere else best.value
    chosen = position.reserves
    return {
        "model": game.model,
        "nodes": game.nodes,
        f"value to {names[0]}": str(value),
        "chosen": {names[p]: str(chosen[p]) for p in (0, 1)},
        "sure of": {names[p]: game.secure(p, chosen[p]) for p in (0, 1)},
        "best": {
            names[p]: {str(game.choices[p][place]): str(weight) for place, weight in mixture.items()}
            for p, mixture in ((0, best.rows), (1, best.columns))
        },
    }


def _strains(state: Any, engine: str, names: Sequence[str]) -> dict[str, dict[str, int]]:
    from gamerules.solve import TwoHands, position_of
    from gamerules.solve.two_hands import every_strain

    position = position_of(state)
    if not isinstance(position, TwoHands):
        raise ImpossibleInputError("only a deal of two open hands is solved in every strain; leave --strains out")
    return {
        strain: {names[0]: tricks[0], names[1]: tricks[1]} for strain, tricks in every_strain(position, engine).items()
    }


def _text(deal: dict[str, Any]) -> str:
    lines = [str(deal["name"])]
    if "tricks" in deal:
        lines.append("  " + ", ".join(f"{who}: {tricks}" for who, tricks in deal["tricks"].items()) + " tricks")
        lines.append(f"  line: {deal['line']}")
        for error in deal["errors"]:
            what = f"{error['player']}'s {error['played']} costs {error['cost']} {deal['costs in']}"
            lines.append(f"  card {error['card']}: {what}; best: {error['best']}")
        if deal["cards judged"] and not deal["errors"]:
            lines.append(f"  none of the {deal['cards judged']} cards played was an error")
        lines.append(f"  {deal['nodes']:,} positions searched by {deal['engine']}; {deal['model']}")
    for part in ("reserves", "strains"):
        lines += [f"  {part}:"] if part in deal else []
        for name, value in deal.get(part, {}).items():
            lines.append(f"    {name}: {_shown(value)}")
    lines += [f"  {line}" for line in deal.get("disagreements", ())]
    return "\n".join(lines)


def _shown(value: Any) -> str:
    """Return a value as text, a mapping as ``name: value`` one after another."""
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{name} {_shown(each)}" for name, each in value.items())
