"""Draws what the code of the games says, and what playing them shows: decisions, tables, rules side by side."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes

from gamerules.cards import Card, CardSet
from gamerules.game import Game
from gamerules.rules import Decision, Rule, Status, Table
from verify.draw.table import cells, facts, paragraph, table
from verify.site import engine
from verify.site.context import Context, GatherError
from verify.site.engine import all_games, decisions_of, key_text
from verify.site.parts import Nodes, loci_links, section, words


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
        raise GatherError(f"there is no installed game {argument!r}, or it has no decisions")
    return found


KINDS = {
    "decision": "the source is silent or open",
    "variant": "the source offers a choice",
    "witness": "the witnesses differ",
    "supplied": "supplied: the source does not tell it, and other descriptions do",
}


def _decision(context: Context, game: Game, name: str, point: Decision) -> nodes.Node:
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
        raise GatherError(f"{argument} is not in the code; write it as package.module:TABLE") from None
    if not isinstance(value, Table):
        raise GatherError(f"{argument} is not a Table")
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
        table(cells("Place", "Figure", "Grade", "Evidence"), body, name=f"cells-{name.lower()}", caption=caption),
        facts([("loci", loci_links(value.loci)), ("in the code", [nodes.literal("", value.name)])]),
    ]


def draw_sides(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the rules of all games side by side, part by part of a game."""
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
            entries = [entry for entry in engine.all_rules() if _loci_in(entry, names) and _is_of(entry, game)]
            body.append([[nodes.Text(game.title)], _rules_cell(entries, names)])
        columns = cells("Game", "What the code carries out")
        rows = table(columns, body, name=f"sides-{part['id']}-table", stubs=1)
        found.append(section([nodes.Text(part["title"])], f"sides-{part['id']}", rows))
    return found


def _section(locus: str) -> str:
    return locus.rpartition(".")[0]


def _loci_in(entry: Rule, names: Collection[str]) -> list[str]:
    """Return the loci of a rule that are named, or whose section is."""
    return [locus for locus in entry.loci if locus in names or _section(locus) in names]


def _is_of(entry: Rule, game: Game) -> bool:
    """Return whether a rule is in the game's own package, not in a module that games share."""
    return entry.module.startswith(f"{engine.package_of(game)}.")


def _rules_cell(entries: Sequence[Rule], names: Collection[str]) -> Nodes:
    if not entries:
        return [nodes.Text("no code of its own" if names else "–")]
    found: Nodes = []
    for entry in entries:
        status = "" if entry.status is Status.STATED else f" [{entry.status}]"
        found += [nodes.Text(" · ")] if found else []
        found += words(engine.statement(entry.doc).rstrip("."))
        found += [nodes.Text(f"{status} "), *loci_links(_loci_in(entry, names))]
    return found


def draw_overview(context: Context, argument: str, caption: str) -> Nodes:
    """Draw what playing each game shows."""
    rows: dict[str, list[Nodes]] = {}
    listed = all_games()
    for game in listed:
        for name, value in _observed(game).items():
            rows.setdefault(name, [[nodes.Text(name)]]).append(words(value))
    return [
        table(
            cells("Fact", *(game.title for game in listed)),
            list(rows.values()),
            name="games-observed",
            caption=caption,
            stubs=1,
        )
    ]


# ---- what playing a game shows

DEALS = 5
"""How many random deals are watched; enough for every card to be seen, since each deal shows the whole pack."""


def _observed(game: Game) -> dict[str, str]:
    """Return what playing a game shows, by name of the fact; every game has the same facts."""
    shown = {
        "Players": str(game.players),
        "Described in": ", ".join(f"`{source.rstrip('-.')}`" for source in game.sources),
        "Named rules": ", ".join(f"`{name}`" for name in game.presets),
        "Decisions and variants": str(len(decisions_of(game))),
    }
    cards = CardSet()
    phases: dict[str, None] = {}
    lines: dict[str, None] = {}
    for states in engine.random_deals(game, DEALS):
        for state in states:
            phases[state.phase] = None
            cards |= _cards_of(game, state)
        lines.update(dict.fromkeys(str(entry.line) for entry in engine.score_of(states[-1])))
    shown["Pack"] = _pack(cards)
    shown["Phases of a deal"] = ", ".join(phases) or "–"
    shown["Scores stand"] = " and ".join(f"{line} the line" for line in sorted(lines)) or "–"
    shown["Scored by command"] = "yes" if game.score else "no"
    return shown


def _cards_of(game: Game, state: Any) -> CardSet:
    if game.picture is None:
        return CardSet()
    picture = game.picture(state, None)
    found = CardSet(card for _, card in picture.trick)
    for holding in picture.holdings:
        found |= holding.cards
    return found


def _pack(cards: CardSet) -> str:
    """Describe a pack: its size, and its ranks if they are the same in every suit."""
    if not cards:
        return "–"
    suits: dict[Any, list[str]] = {}
    for card in cards:
        assert isinstance(card, Card)
        suits.setdefault(card.suit, []).append(card.rank.letter)
    ranks = {tuple(letters) for letters in suits.values()}
    same = f": {' '.join(next(iter(ranks)))} in each of {len(suits)} suits" if len(ranks) == 1 else ""
    return f"{len(cards)} cards{same}"
