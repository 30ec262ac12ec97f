"""``gamerules solve FILE …``: what a deal is worth with open cards, and which cards played were errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamerules.cards import Card
from gamerules.commands.running import add_running, progress
from gamerules.extras import MissingExtraError
from gamerules.lab.statistics import counted
from gamerules.records import read
from gamerules.rules import GameRulesError, ImpossibleInputError

WHAT = "Solve deals with open cards: the tricks they are worth, a perfect line, and the errors of the play."
EPILOG = (
    "A file is a record of a game with play (.yaml) or boards of Portable Bridge Notation (.pbn). Of a record the play "
    "of each deal is solved from its first card on. With --reserves the choice of reserves, where there are any, is "
    "solved as a game of its own; with --strains a deal of two hands is solved in every strain, the same cards in hand."
    " A deal that cannot be solved is reported with its file and line, and the others are solved."
)
ENGINES = ("auto", "python", "dds")
NAMED = 12
"""How many reserves of a list are named in text."""
SEATS = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal to be solved, as plain values: solving it needs no file.

    Attributes:
        name: what it is called.
        place: its file and line, for messages.
        subject: the problem or the state in play, at the first card.
        cards: the cards that were played from there.
        sides: the names of those whose tricks are counted.
        players: the names of the players.
        disagreements: where its record breaks the rules and ends.
    """

    name: str
    place: str
    subject: Any
    cards: tuple[Card, ...]
    sides: tuple[str, ...]
    players: tuple[str, ...]
    disagreements: tuple[str, ...] = ()


def run(arguments: Sequence[str], prog: str) -> int:
    """Print the solutions, or JSON.

    Returns:
        0; 1 if a record does not follow the rules and so ends early; 2 if a deal cannot be solved.
    """
    from gamerules.cli import DISAGREES, DONE, WRONG, Parser
    from gamerules.lab.running import run as run_tasks

    parser = Parser(prog=prog, description=WHAT, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record (.yaml) or boards (.pbn)")
    parser.add_argument("--engine", choices=ENGINES, default="auto", help="what searches (auto)")
    parser.add_argument("--reserves", action="store_true", help="solve the choice of reserves too")
    parser.add_argument("--strains", action="store_true", help="solve two hands in every strain too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_running(parser)
    options = parser.parse_args(arguments)
    deals, faults = _read(options.files)
    asked = tuple(name for name in ("reserves", "strains") if getattr(options, name))
    tasks = [(deal, options.engine, asked) for deal in deals]
    with progress(counted(len(tasks), "deal")) as tell:
        found = run_tasks(solve_one, tasks, jobs=options.jobs, scheduler=options.scheduler, progress=tell)
    faults += [str(data["error"]) for data in found if "error" in data]
    solved = [data for data in found if "error" not in data]
    if options.json:
        print(json.dumps(solved, ensure_ascii=False, indent=2))
    elif solved:
        print("\n\n".join(_text(deal) for deal in solved))
    for fault in faults:
        print(f"gamerules: error: {' '.join(fault.split())}", file=sys.stderr)
    return WRONG if faults else DISAGREES if any("disagreements" in data for data in solved) else DONE


def _read(files: Sequence[Path]) -> tuple[list[Deal], list[str]]:
    """Return the deals of files, and the errors of those that have none to solve."""
    deals, faults = [], []
    for path in files:
        try:
            for found in _boards(path) if path.suffix.lower() == ".pbn" else _record(path):
                if isinstance(found, Deal):
                    deals.append(found)
                else:
                    faults.append(found)
        except MissingExtraError:
            raise
        except GameRulesError as error:
            faults.append(str(error))
    return deals, faults


def _boards(path: Path) -> Iterator[Deal | str]:
    """Yield the boards of a file as deals, or what is wrong with one.

    Raises:
        gamerules.notation.pbn.PbnError: if the file holds no boards.
    """
    from gamerules.notation.boards import SIDES, open_hands
    from gamerules.notation.pbn import PbnError, load

    faults: list[PbnError] = []
    boards = load(path, faults)
    yield from map(str, faults)
    if not (boards or faults):
        raise PbnError(str(path), 1, 'the file has no boards; a board begins with a tag such as [Board "1"]')
    for number, board in enumerate(boards, 1):
        place, called = f"{path}:{board.line}", f"board {board.tags.get('Board', number)}"
        try:
            yield Deal(f"{path}, {called}", place, open_hands(board), board.play, SIDES, SEATS)
        except GameRulesError as error:
            yield f"{place}: {called}: {error}"


def _record(path: Path) -> Iterator[Deal]:
    """Yield the deals of a record: each begins where the play begins.

    Raises:
        gamerules.records.RecordError: if the record cannot be read, or no card is played in it.
    """
    from gamerules.records import RecordError, parse, replay

    record = parse(read(path, str(path)), str(path))
    played = replay(record)
    moments = played.moments
    told = [f"{path}:{d.line}: the record says {d.says}; the rules give {d.gives}" for d in played.disagreements]
    starts = [
        place
        for place, moment in enumerate(moments)
        if moment.state.phase == "play" and not (place and moments[place - 1].state.phase == "play")
    ]
    if not starts and told:
        yield Deal(str(path), f"{path}:1", None, (), (), (), tuple(told))
        return
    if not starts:
        raise RecordError(str(path), 1, "no card is played in this record, so there is nothing to solve")
    names = record.players
    for number, start in enumerate(starts, 1):
        cards = []
        for before, moment in zip(moments[start:], moments[start + 1 :], strict=False):
            if before.state.phase != "play" or not isinstance(moment.action, Card):
                break
            cards.append(moment.action)
        yield Deal(
            f"{path}: {record.title}" + f", deal {number}" * (len(starts) > 1),
            f"{path}:{record.steps[moments[start].step].line}",
            moments[start].state,
            tuple(cards),
            names if len(names) < 4 else (f"{names[0]} and {names[2]}", f"{names[1]} and {names[3]}"),
            names,
            tuple(told) if played.unreached and number == len(starts) else (),
        )


def solve_one(deal: Deal, engine: str, asked: Sequence[str]) -> dict[str, Any]:
    """Solve one deal; return it as plain data, with ``error`` if it cannot be solved.

    Args:
        deal: the deal.
        engine: what searches.
        asked: what else is asked: ``reserves``, ``strains``.

    Raises:
        gamerules.extras.MissingExtraError: if the engine needs a library that is not installed.
    """
    data: dict[str, Any] = {"name": deal.name}
    try:
        if deal.subject is not None:
            data |= _solved(deal, engine)
        if "reserves" in asked:
            data["reserves"] = _reserves(deal.subject, engine, deal.players)
        if "strains" in asked:
            data["strains"] = _strains(deal.subject, engine, deal.players)
    except MissingExtraError:
        raise
    except GameRulesError as error:
        data["error"] = f"{deal.place}: {error}"
    if deal.disagreements:
        data["disagreements"] = deal.disagreements
    return data


def _solved(deal: Deal, engine: str) -> dict[str, Any]:
    from gamerules.solve import Scored, ThreeHands, analyse_play, position_of, solve

    problem = position_of(deal.subject)
    unit = problem.unit if isinstance(problem, Scored) else "tricks"
    solution = solve(deal.subject, engine)
    judged = analyse_play(deal.subject, deal.cards, engine) if deal.cards else ()
    return {
        "model": solution.model,
        "engine": solution.engine,
        "nodes": solution.nodes,
        "tricks": {deal.sides[side]: tricks for side, tricks in enumerate(solution.tricks)},
        "line": " ".join(str(play.card) for play in solution.line),
        "cards judged": len(judged),
        "costs in": "prices of the game" if isinstance(problem, ThreeHands) else unit,
        "errors": [
            {
                "card": place,
                "player": deal.players[judgement.play.player],
                "played": str(judgement.play.card),
                "cost": judgement.cost,
                "best": " ".join(map(str, judgement.best)),
            }
            for place, judgement in enumerate(judged, 1)
            if judgement.is_error
        ],
    }


def _reserves(state: Any, engine: str, names: Sequence[str]) -> dict[str, Any]:
    from gamerules.solve import Scored, TwoHands, position_of
    from gamerules.solve.reserves import reserve_game

    position = position_of(state)
    cards = position.cards if isinstance(position, Scored) else position
    rises = position.rises if isinstance(position, Scored) else True
    if not isinstance(cards, TwoHands) or not cards.reserves[0] or rises is None:
        raise ImpossibleInputError("this deal has no reserves that can be solved; leave --reserves out")
    chosen = cards.reserves
    hands = cards.hands[0] | chosen[0], cards.hands[1] | chosen[1]
    game = reserve_game(hands, cards.leader, cards.trump, cards.misere or not rises, engine, kept=cards.kept)
    best = game.equilibrium()
    value = -best.value if game.misere else best.value
    ways = {"sure of": (None, None), "against the other's": (chosen[1], chosen[0])}
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
    } | {
        f"{what}, {told}": {names[p]: found(p, others[p]) for p in (0, 1)}
        for what, others in ways.items()
        for told, found in (
            (
                "reserves by tricks",
                lambda p, other: {str(n): len(all_) for n, all_ in game.by_tricks(p, other).items()},
            ),
            ("better", lambda p, other: [str(reserve) for reserve in game.better(p, chosen[p], other)]),
        )
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
        lines.append("  tricks: " + ", ".join(f"{who} {tricks}" for who, tricks in deal["tricks"].items()))
        lines.append(f"  line: {deal['line']}")
        for error in deal["errors"]:
            unit, _, rest = deal["costs in"].partition("s")
            cost = counted(error["cost"], unit) + rest
            what = f"{error['player']}'s {error['played']} costs {cost}"
            lines.append(f"  card {error['card']}: {what}; best: {error['best']}")
        if deal["cards judged"] and not deal["errors"]:
            lines.append(f"  none of the {deal['cards judged']} cards played was an error")
        done = "solved" if deal["engine"] == "dds" else f"{counted(deal['nodes'], 'position')} searched"
        lines.append(f"  {done} by {deal['engine']}; {deal['model']}")
    for part in ("reserves", "strains"):
        lines += [f"  {part}:"] if part in deal else []
        for name, value in deal.get(part, {}).items():
            lines.append(f"    {name}: {_shown(value)}")
    lines += [f"  {line}" for line in deal.get("disagreements", ())]
    return "\n".join(lines)


def _shown(value: Any) -> str:
    """Return a value as text, a mapping as ``name: value`` one after another."""
    if isinstance(value, list):
        more = f" and {len(value) - NAMED} more, which --json names" if len(value) > NAMED else ""
        return "; ".join(value[:NAMED]) + more or "none"
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{name}{':' * name.isdigit()} {_shown(each)}" for name, each in value.items())
