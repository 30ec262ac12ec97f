"""What of the code is rules: the definitions that carry out loci, and those that they reach by name.

A *definition* is a function, a method, or a name that is given a value at the top of a module or class. Rules are the
registered functions, classes, tables and decisions. From each of them the names that it uses are followed to other
definitions: a plain name to what it stands for in its module, an attribute to every definition of that name in the
same game, and in the modules that its module imports at the top, or they in turn. Names in annotations, decorators,
f-strings and raised errors are not followed: they describe, they do not rule.

An *area* is a game's package, or what a watched package holds besides games.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verify.run import reach as digest
from verify.run.reach import Reach
from verify.texts.coverage import Ruling

SHOWING: Final = frozenset(
    {"__repr__", "__str__", "__format__", "__hash__", "__reduce__", "__getstate__", "__setstate__", "parse"}
)
"""Methods that show or store a value, or read it from a text."""

MARKS: Final = frozenset({"gamerules.rules"})
"""What only ties code to text."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_UNSEEN: Final = (ast.JoinedStr, ast.Raise, ast.Assert)


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition.

    Attributes:
        module: its module.
        name: its name inside the module, dotted for members of a class.
        path: the module's file.
        first: its first line, decorators included.
        last: its last line.
        runs_later: whether it is a function, so that it runs when it is called and not with its module.
        names: the plain names that it uses.
        attributes: the attributes that it uses, each with the plain name before it, or an empty text.
    """

    module: str
    name: str
    path: Path
    first: int
    last: int
    runs_later: bool
    names: frozenset[str]
    attributes: frozenset[tuple[str, str]]

    @property
    def full(self) -> str:
        """The name with the module's."""
        return f"{self.module}.{self.name}"

    @property
    def short(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True)
class Module:
    """A module: its definitions by name, what imported names stand for, and the modules it imports at its top."""

    name: str
    path: Path
    definitions: dict[str, Definition] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    needs: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Place:
    """A definition that is a rule, or that rules reach.

    Attributes:
        definition: the definition.
        area: the game, or the watched package, that it belongs to.
        loci: the loci that it carries out: its own or, of a helper, those of the nearest rules that reach it.
    """

    definition: Definition
    area: str
    loci: tuple[str, ...]


class Code:
    """The watched code, parsed; nothing is imported."""

    def __init__(self, reach: Reach, leave_out: Iterable[str] = ()) -> None:
        """Parse every watched module but those to be left out."""
        skipped = MARKS.union(leave_out)
        games = digest.games(reach.settings.root)
        self._games = {name: module.partition(":")[0] for name, module in games.items()}
        self.modules: dict[str, Module] = {}
        for name in sorted(reach.everything() - skipped):
            path = reach.path(name)
            if path is not None:
                self.modules[name] = _parse(name, path)
        self._needs: dict[str, frozenset[str]] = {}
        self._members: dict[str, list[Definition]] = {}
        for module in self.modules.values():
            for definition in module.definitions.values():
                if "." in definition.name:
                    self._members.setdefault(definition.short, []).append(definition)

    def area(self, module: str) -> str:
        """Return the game whose package a module is in, or else the watched package."""
        for game, package in self._games.items():
            if module == package or module.startswith(f"{package}."):
                return game
        return module.partition(".")[0]

    def places(self, rulings: Sequence[Ruling]) -> list[Place]:
        """Return the rules and all that they reach, in the order of modules and lines."""
        loci: dict[str, dict[str, None]] = {}
        level: list[Definition] = []
        for ruling in rulings:
            for definition in self._ruled(ruling.name):
                known = loci.setdefault(definition.full, {})
                known.update(dict.fromkeys(ruling.loci))
                level.append(definition)
        found = {definition.full: definition for definition in level}
        while level:  # breadth first: a helper has the loci of the rules that are nearest to it
            reached: dict[str, Definition] = {}
            for definition in dict.fromkeys(level):
                for target in self._used(definition):
                    if target.full in found:
                        continue
                    reached[target.full] = target
                    loci.setdefault(target.full, {}).update(loci[definition.full])
            found |= reached
            level = list(reached.values())
        return [
            Place(definition, self.area(definition.module), tuple(loci[definition.full]))
            for definition in sorted(found.values(), key=lambda one: (one.module, one.first))
        ]

    def _ruled(self, name: str) -> Iterator[Definition]:
        """Return the definitions that a registered name stands for: of a class, all its members."""
        module = name.rpartition(".")[0]
        while module and module not in self.modules:
            module = module.rpartition(".")[0]
        if not module:
            return
        inside = name.removeprefix(f"{module}.")
        for definition in self.modules[module].definitions.values():
            if definition.name == inside or (
                definition.name.startswith(f"{inside}.") and definition.short not in SHOWING
            ):
                yield definition

    def _used(self, definition: Definition) -> Iterator[Definition]:
        """Return the definitions that a definition names."""
        for name in definition.names:
            yield from self._named(definition.module, name)
        near = self._near(definition.module)
        for base, attribute in definition.attributes:
            stands_for = self.modules[definition.module].imported.get(base, "")
            if stands_for in self.modules:
                yield from self._named(stands_for, attribute)
                continue
            for member in self._members.get(attribute, ()):
                if member.module in near and attribute not in SHOWING:
                    yield member

    def _near(self, module: str) -> frozenset[str]:
        """Return the modules of the same game, and those that a module imports at its top, or they in turn."""
        if module not in self._needs:
            reached: set[str] = set()
            waiting = [module]
            while waiting:
                name = waiting.pop()
                if name in self.modules and name not in reached:
                    reached.add(name)
                    waiting += self.modules[name].needs
            if (area := self.area(module)) in self._games:
                reached |= {name for name in self.modules if self.area(name) == area}
            self._needs[module] = frozenset(reached)
        return self._needs[module]

    def _named(self, module: str, name: str) -> Iterator[Definition]:
        """Return what a plain name stands for in a module: of a class, what happens by itself as well."""
        for _ in range(8):  # a name may be handed on from package to package
            if module not in self.modules:
                return
            here = self.modules[module]
            inside = [one for one in here.definitions.values() if one.name == name or one.name.startswith(f"{name}.")]
            if inside or name not in here.imported:
                break
            module, _, name = here.imported[name].rpartition(".")
        else:
            return
        for definition in inside:
            member = definition.short if definition.name != name else ""
            by_itself = not definition.runs_later or (member.startswith("__") and member not in SHOWING)
            if not member or by_itself:
                yield definition


def _parse(name: str, path: Path) -> Module:
    """Parse a module."""
    module = Module(name, path)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            module.imported.update({alias.asname or alias.name: alias.name for alias in node.names})
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
            module.imported.update({alias.asname or alias.name: f"{base}.{alias.name}" for alias in node.names})
    for node in tree.body:
        if isinstance(node, ast.Import):
            module.needs.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                full = module.imported[alias.asname or alias.name]
                module.needs.update((full, full.rpartition(".")[0]))
    _define(module, tree.body, "")
    return module


def _define(module: Module, body: Iterable[ast.stmt], prefix: str) -> None:
    """Note the definitions in a module's or class's body."""
    for node in body:
        if isinstance(node, _Function):
            _note(module, prefix + node.name, node, [*node.decorator_list, node], runs_later=True)
        elif isinstance(node, ast.ClassDef):
            _define(module, node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(part, ast.Name) and not part.id.startswith("__"):
                        _note(module, prefix + part.id, node, [node], runs_later=False)


def _note(module: Module, name: str, node: ast.stmt, lines: Sequence[ast.AST], *, runs_later: bool) -> None:
    names: set[str] = set()
    attributes: set[tuple[str, str]] = set()
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _UNSEEN):
            continue
        if isinstance(part, ast.Name):
            names.add(part.id)
        elif isinstance(part, ast.Attribute):
            attributes.add((part.value.id if isinstance(part.value, ast.Name) else "", part.attr))
        unseen = _described(part)
        waiting += [child for child in ast.iter_child_nodes(part) if child not in unseen]
    first = min(getattr(part, "lineno", 1) for part in lines)
    last = node.end_lineno or first
    module.definitions[name] = Definition(
        module.name, name, module.path, first, last, runs_later, frozenset(names), frozenset(attributes)
    )


def _described(node: ast.AST) -> Sequence[ast.AST]:
    """Return the parts of a node that describe it: annotations and decorators."""
    if isinstance(node, _Function):
        return [*node.decorator_list, *([node.returns] if node.returns else [])]
    if isinstance(node, ast.arg | ast.AnnAssign):
        return [node.annotation] if node.annotation else []
    return []
