"""Draws what the code of the games says: decisions, tables, rules side by side."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes

from gamerules import game as games
from gamerules.rules import Decision, Rule, Status, Table
from verify.draw.pages import table
from verify.site.apparatus.parts import (
    Context,
    GatherError,
    Nodes,
    all_games,
    default_rules,
    facts,
    heads,
    loci_links,
    paragraph,
    section,
    words,
)


def draw_decisions(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the decisions of all games, or of one: the question, the readings, the one adopted, loci and checks."""
    found: Nodes = []
    for game in all_games():
        if argument and game.name != argument:
            continue
        points = decisions_of(game)
        if points:
            entries = [_decision(context, game, name, point) for name, point in points.items()]
            found.append(section([nodes.Text(game.title)], f"decisions-{game.name}", *entries))
    if not found:
        raise GatherError(f"no installed game is called {argument!r}, or it has no decisions")
    return found


def decisions_of(game: games.Game) -> dict[str, Decision]:
    """Return the decisions of a game, by field name."""
    return default_rules(game).decisions()


KINDS = {
    "decision": "the source is silent or open",
    "variant": "the source offers a choice",
    "witness": "the witnesses differ",
}


def _decision(context: Context, game: games.Game, name: str, point: Decision) -> nodes.Node:
    adopted = {preset: getattr(rules, name) for preset, rules in game.presets.items()}
    readings = nodes.bullet_list("")
    for reading, meaning in point.readings.items():
        by = [preset for preset, value in adopted.items() if value == reading]
        item = [nodes.literal("", repr(reading)), nodes.Text(": "), *words(meaning)]
        if by:
            names = "" if len(by) == len(adopted) else f" by {', '.join(by)}"
            item += [nodes.Text(" "), nodes.strong("", f"(adopted{names})")]
        readings += nodes.list_item("", paragraph(*item))
    checks = dict.fromkeys(place for locus in point.loci for place in context.checks.get(locus, ()))
    entry = facts(
        [
            ("kind", [nodes.Text(KINDS.get(point.kind, point.kind))]),
            ("why", words(point.why)),
            ("loci", loci_links(point.loci)),
            ("in the code", [nodes.literal("", f"Rules.{name}")]),
            ("checks", [nodes.Text(f"{len(checks)}, on {_pages(checks)}")] if checks else [nodes.Text("none yet")]),
        ]
    )
    return section(words(point.question), f"decision-{game.name}-{name.replace('_', '-')}", readings, entry)


def _pages(places: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(place.rpartition(":")[0] for place in places))


def draw_cells(context: Context, argument: str, caption: str) -> Nodes:
    """Draw a table of the code cell by cell: figure, grade, evidence."""
    module, _, name = argument.partition(":")
    try:
        value = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        raise GatherError(f"{argument} is nowhere in the code; write it as package.module:TABLE") from None
    if not isinstance(value, Table):
        raise GatherError(f"{argument} is no Table")
    body: list[list[Nodes]] = [
        [
            [nodes.Text(key_text(key))],
            [nodes.Text(f"{cell.value:,}")],
            [nodes.Text(str(cell.grade))],
            words(cell.evidence),
        ]
        for key, cell in value.cells.items()
    ]
    body += [[[nodes.Text(key_text(key))], [nodes.Text("lost")], [], []] for key in value.lost]
    return [
        table(heads("Place", "Figure", "Grade", "Evidence"), body, name=f"cells-{name.lower()}", caption=caption),
        facts([("loci", loci_links(value.loci)), ("in the code", [nodes.literal("", value.name)])]),
    ]


def key_text(key: Any) -> str:
    """Return the key of a table's cell as a reader would say it."""
    if isinstance(key, tuple):
        return ", ".join(key_text(part) for part in key)
    return str(key).lower().replace("_", " ") if not isinstance(key, int) or isinstance(key, bool) else str(int(key))


def draw_sides(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the rules of all games side by side, part by part of a game."""
    from gamerules import rules

    data = tomllib.loads(Path(argument).read_text(encoding="utf-8"))
    loci = {row.locus for row in context.covered.rows}
    known = loci | {_section(locus) for locus in loci}
    found: Nodes = []
    for part in data["part"]:
        if unknown := [name for name in part["sections"] if name not in known]:
            raise GatherError(f"{Path(argument).name}: {part['title']}: no source has {', '.join(unknown)}")
        body: list[list[Nodes]] = []
        for game in all_games():
            names = {name for name in part["sections"] if name.startswith(game.sources)}
            entries = [entry for entry in rules.rules() if _loci_in(entry, names) and _is_of(entry, game)]
            body.append([[nodes.Text(game.title)], _rules_cell(entries, names)])
        columns = heads("Game", "What the code carries out")
        rows = table(columns, body, name=f"sides-{part['id']}-table", stubs=1)
        found.append(section([nodes.Text(part["title"])], f"sides-{part['id']}", rows))
    return found


def _section(locus: str) -> str:
    return locus.rpartition(".")[0]


def _loci_in(entry: Rule, names: Collection[str]) -> list[str]:
    """Return the loci of a rule that are named, or whose section is."""
    return [locus for locus in entry.loci if locus in names or _section(locus) in names]


def _is_of(entry: Rule, game: games.Game) -> bool:
    """Return whether a rule stands in the game's own package, not in a module that games share."""
    return entry.module.startswith(f"{type(default_rules(game)).__module__.rpartition('.')[0]}.")


def _rules_cell(entries: Sequence[Rule], names: Collection[str]) -> Nodes:
    if not entries:
        return [nodes.Text("no code of its own" if names else "–")]
    found: Nodes = []
    for entry in entries:
        status = "" if entry.status is Status.STATED else f" [{entry.status}]"
        found += [nodes.Text(" · ")] if found else []
        found += [*words(_as_rule(entry.doc)), nodes.Text(f"{status} "), *loci_links(_loci_in(entry, names))]
    return found


def _as_rule(doc: str) -> str:
    """Turn the first line of a docstring into a heading: ``Return who leads.`` becomes ``Who leads``."""
    text = doc.removeprefix("Return ").rstrip(".")
    return text[:1].upper() + text[1:]


def draw_overview(context: Context, argument: str, caption: str) -> Nodes:
    """Draw what playing each game shows."""
    from verify.site.apparatus.observe import observed

    rows: dict[str, list[Nodes]] = {}
    listed = all_games()
    for game in listed:
        for name, value in observed(game).items():
            rows.setdefault(name, [[nodes.Text(name)]]).append(words(value))
    return [
        table(
            heads("Fact", *(game.title for game in listed)),
            list(rows.values()),
            name="games-observed",
            caption=caption,
            stubs=1,
        )
    ]
