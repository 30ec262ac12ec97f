"""A rule's module is named after the section that it carries out, or the game's ``SECTIONS`` says where it stands."""

from collections import defaultdict
from importlib import import_module
from pkgutil import iter_modules

import pytest

from gamerules import game as games
from gamerules.rules import rules

OURS = ("german-ombre", "nullo-bridge", "slam", "two-hand-bridge", "vint")


def carried_out(game: games.Game) -> dict[str, set[str]]:
    """The modules that carry out each section of a game's sources, as the registry of rules has it.

    A witness whose sections bear the game's name, as ``slam-auction``, has its sections without it.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for rule in rules():
        for locus in rule.loci:
            if locus.startswith(game.sources):
                section = locus.split(".")[-2].removeprefix(f"{game.name}-")
                found[section].add(rule.module.rpartition(".")[2])
    return found


@pytest.mark.parametrize("name", OURS)
def test_modules_are_named_after_sections(name: str) -> None:
    package = import_module(f"gamerules.{name.replace('-', '_')}")
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    elsewhere = {
        section: modules - {section.replace("-", "_")} for section, modules in carried_out(games.find(name)).items()
    }
    assert {s: set(m) for s, m in package.SECTIONS.items()} == {s: m for s, m in elsewhere.items() if m}


def test_every_rule_of_the_games_belongs_to_a_section() -> None:
    sources = tuple(prefix for name in OURS for prefix in games.find(name).sources)
    packages = tuple(f"gamerules.{name.replace('-', '_')}." for name in OURS)
    of_games = [rule for rule in rules() if rule.module.startswith(packages)]
    assert [(rule.name, locus) for rule in of_games for locus in rule.loci if not locus.startswith(sources)] == []
    assert len(of_games) > 150


@pytest.mark.parametrize("name", OURS)
def test_a_game_stands_in_its_module_of_that_name(name: str) -> None:
    assert import_module(f"gamerules.{name.replace('-', '_')}.game").GAME is games.find(name)
