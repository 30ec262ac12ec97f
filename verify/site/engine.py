"""What the code of the installed games declares: rules, tables, decisions."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, TypeVar

from gamerules import game as games
from gamerules import rules
from gamerules.ledger import Entry
from gamerules.rules import BaseRules, Decision, LostTableError, Rule, Table

Thing = TypeVar("Thing")


def all_games() -> list[games.Game]:
    """Return all installed games, by title."""
    return sorted((games.find(name) for name in games.names()), key=lambda found: found.title)


def default_rules(game: games.Game) -> BaseRules:
    """Return a game's first preset, which is its default."""
    return next(iter(game.presets.values()))


def package_of(game: games.Game) -> str:
    """Return the name of the package that holds a game."""
    module = type(default_rules(game)).__module__
    return module.rpartition(".")[0] or module


def decisions_of(game: games.Game) -> dict[str, Decision]:
    """Return the decisions of a game, by field name."""
    return default_rules(game).decisions()


def all_rules() -> tuple[Rule, ...]:
    """Return the rules of all installed games, by name; a rule is known once its module is imported."""
    for name in games.names():
        _import_all(package_of(games.find(name)))
    return rules.rules()


@cache
def _import_all(package: str) -> None:
    """Import every module of a package; a game may also be a single module."""
    path = getattr(importlib.import_module(package), "__path__", ())
    for found in pkgutil.walk_packages(path, f"{package}."):
        importlib.import_module(found.name)


def rules_by_locus() -> dict[str, list[Rule]]:
    """Return the rules by the loci that they carry out."""
    return grouped((locus, entry) for entry in all_rules() for locus in entry.loci)


def grouped(pairs: Iterable[tuple[str, Thing]]) -> dict[str, list[Thing]]:
    """Return things by name: each name's in the order given."""
    named: dict[str, list[Thing]] = {}
    for name, thing in pairs:
        named.setdefault(name, []).append(thing)
    return named


def statuses() -> dict[str, list[str]]:
    """Return the evidence statuses of the code that carries each locus out."""
    return {
        locus: list(dict.fromkeys(str(entry.status) for entry in found)) for locus, found in rules_by_locus().items()
    }


def all_tables() -> list[tuple[Rule, Table]]:
    """Return every table of the installed games with its entry in the register of rules, by name."""
    found = []
    for entry in all_rules():
        module, _, name = entry.name.rpartition(".")
        value = getattr(importlib.import_module(module), name, None) if module == entry.module else None
        if isinstance(value, Table):
            found.append((entry, value))
    return found


def statement(doc: str) -> str:
    """Turn the first line of a docstring into a statement: ``Return who leads.`` becomes ``Who leads.``."""
    text = doc.removeprefix("Return ")
    return text[:1].upper() + text[1:]


def key_text(key: Any) -> str:
    """Return the key of a table's cell as a reader would say it."""
    if isinstance(key, tuple):
        return ", ".join(key_text(part) for part in key)
    return str(key).lower().replace("_", " ") if not isinstance(key, int) or isinstance(key, bool) else str(int(key))


def random_deals(game: games.Game, number: int) -> Iterator[list[Any]]:
    """Yield the states of random deals; none for a game that can only be scored."""
    if game.start is not None:
        players = tuple(f"player {seat + 1}" for seat in range(game.players))
        for seed in range(number):
            yield games.random_game(game.start(default_rules(game), players), Random(seed), game.policy)


def score_of(state: Any) -> tuple[Entry, ...]:
    """Return the score entries of a finished deal; none where a price is lost."""
    try:
        return tuple(state.ledger())
    except LostTableError:
        return ()
