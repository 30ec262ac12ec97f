"""The directions of the house: who may import whom, who may name a game, and that grep finds every locus."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from gamerules.rules import LOCUS

ROOT = Path(__file__).parents[2]
POINTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
GAMES = {name: point.partition(":")[0] for name, point in POINTS["gamerules.games"].items()}
"""The package of each game, by the game's name."""
NAMES = {*GAMES, *(name.replace("-", "_") for name in GAMES)}
OTHER_GAMES = ("gamerules.contract_bridge",)
"""Games that ours are compared with: they may speak of slams."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax trees of gamerules and verify, by the module's name."""
    files = [file for top in ("gamerules", "verify") for file in sorted((ROOT / top).rglob("*.py"))]
    return {named(file): ast.parse(file.read_bytes(), str(file)) for file in files}


def named(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def imported(module: str) -> Iterator[str]:
    """Yield what a module imports, wherever the import stands: in functions and under TYPE_CHECKING too."""
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{module}:{node.lineno}: a relative import"
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield submodule if submodule in modules() else node.module


@cache
def imports(module: str) -> frozenset[str]:
    """Return the modules of gamerules and verify that a module imports."""
    return frozenset(name for name in imported(module) if name in modules()) - {module}


def reached(module: str) -> set[str]:
    """Return all modules that are run when a module is imported, by way of others and of packages too."""
    found: set[str] = set()
    ahead = [module]
    while ahead:
        name = ahead.pop()
        new = {*imports(name), name.rpartition(".")[0] or name} - found
        found |= new
        ahead += new
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    try:
        TopologicalSorter({module: imports(module) for module in modules()}).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_the_rules_know_nothing_of_the_tool_that_verifies_them() -> None:
    assert [m for m in modules() if within(m, "gamerules") and any(within(t, "verify") for t in imported(m))] == []


def test_the_tool_knows_nothing_of_this_site() -> None:
    core = [module for module in modules() if within(module, "verify") and not within(module, "verify.site")]
    assert [m for m in core if any(within(t, "verify.site") for t in imported(m))] == []


@pytest.mark.parametrize("game", GAMES)
def test_no_game_reaches_another(game: str) -> None:
    others = [package for name, package in GAMES.items() if name != game]
    own = [module for module in modules() if within(module, GAMES[game])]
    assert {m: t for m in own for t in reached(m) if within(t, *others)} == {}


def test_what_all_games_share_names_none() -> None:
    shared = [module for module in modules() if not within(module, "verify.site", *GAMES.values(), *OTHER_GAMES)]
    naming = [f"{m} imports {t}" for m in shared for t in imported(m) if within(t, *GAMES.values())]
    naming += [
        f"{m}:{line}: {text!r}"
        for m in shared
        for line, text in texts(m)
        if text in NAMES or within(text, *GAMES.values())
    ]
    assert naming == []


def texts(module: str) -> Iterator[tuple[int, str]]:
    """Yield the string constants of a module, with their lines."""
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_every_locus_of_a_rule_or_table_is_a_literal() -> None:
    hidden = [f"{m}:{locus.lineno}: {ast.unparse(locus)}" for m in modules() for locus in loci(m) if not literal(locus)]
    assert hidden == []


def loci(module: str) -> Iterator[ast.expr]:
    """Yield what a module passes to ``rule``, ``Table`` and ``figure`` as their loci."""
    nodes = list(ast.walk(modules()[module]))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "gamerules.rules"]
    ours = {alias.name for node in froms for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ours:
            if node.func.id == "rule":
                yield from node.args
            elif node.func.id in ("Table", "figure"):
                yield node.args[1]


def literal(node: ast.expr) -> bool:
    return all(isinstance(part, ast.Constant) for part in (node.elts if isinstance(node, ast.Tuple) else [node]))


def test_every_locus_in_code_exists() -> None:
    manifests = [json.loads(file.read_bytes()) for file in (ROOT / "docs" / "sources").glob("*.json")]
    known = {entry["locus"] for manifest in manifests for entry in manifest["loci"]}
    assert [
        f"{m}:{n}: {text}" for m in modules() for n, text in texts(m) if LOCUS.fullmatch(text) and text not in known
    ] == []


def test_no_locus_in_code_is_put_together() -> None:
    """One that is made of a prefix and a number would escape grep."""
    manifests = [json.loads(file.read_bytes()) for file in (ROOT / "docs" / "sources").glob("*.json")]
    prefixes = tuple(f"{manifest['source']}." for manifest in manifests)
    assert [f"{m}:{node.lineno}: {ast.unparse(node)}" for m in modules() for node in made(m, prefixes)] == []


def made(module: str, prefixes: tuple[str, ...]) -> Iterator[ast.JoinedStr]:
    """Yield the f-strings that begin with a source's name, or that end with a number behind a value."""
    for node in ast.walk(modules()[module]):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "" for part in node.values]
            if str(parts[0]).startswith(prefixes) or re.fullmatch(r"\.[1-9][0-9]*", str(parts[-1])):
                yield node
