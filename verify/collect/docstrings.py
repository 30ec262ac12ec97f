"""The docstrings that a page shows by autodoc, found in the source: nothing is imported."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from verify.run.reach import watched_files

KINDS: Final = ("module", "class", "exception", "function", "method", "decorator", "data", "attribute", "property")
DIRECTIVES: Final = frozenset(f"auto{kind}" for kind in KINDS)
MODULES: Final = frozenset({"automodule", "currentmodule", "module", "py:currentmodule", "py:module"})
"""The directives that name the module in which the names that follow are looked for."""
_MOST_HOPS: Final = 8


class Docstring(NamedTuple):
    """A docstring.

    Attributes:
        path: its file, relative to the root where it is below it.
        line: the line on which it begins.
        owner: the object that has it, as ``module:name``.
        text: what it says, without the common indentation.
    """

    path: str
    line: int
    owner: str
    text: str


def shown_by(options: Mapping[str, str]) -> Callable[[str], bool]:
    """Return what tells of a name whether a directive with these options shows it, within the object that it names."""
    members, left_out = options.get("members"), _names(options.get("exclude-members", ""))
    private, special = options.get("private-members"), options.get("special-members")

    def shows(name: str) -> bool:
        if members is None or "no-members" in options or name in left_out:
            return False
        if name.startswith("_"):
            wanted = special if name.endswith("__") else private
            return wanted is not None and (not wanted or name in _names(wanted))
        return not members or name in _names(members)

    return shows


def _names(words: str) -> list[str]:
    return words.replace(",", " ").split()


def docstrings(name: str, root: Path, shows: Callable[[str], bool], hops: int = _MOST_HOPS) -> Iterator[Docstring]:
    """Yield the docstrings of an object and of what is shown of what it holds.

    Args:
        name: the object's full name: a module, or something in one; of one that is not found nothing is known.
        root: the project's root.
        shows: tells of a name within the object whether it is shown.
        hops: how many imports are followed to where it is laid down.
    """
    parts = name.replace("::", ".").partition("(")[0].strip().split(".")
    known = watched_files(parts[:1], root) if hops and all(map(str.isidentifier, parts)) else {}
    files = {count: _file(known, parts[:count]) for count in range(len(parts), 0, -1)}
    count, file = next(((count, file) for count, file in files.items() if file), (0, None))
    if file is None:
        return
    tree, module, inside = ast.parse(file.read_text("utf-8")), parts[:count], parts[count:]
    if not inside or inside[0] in dict(_held(tree)):
        path = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
        yield from _docstrings(tree, path, ".".join(module), inside, shows)
        return
    for other in _elsewhere(tree, module, inside, file):
        if found := list(docstrings(other, root, shows, hops - 1)):
            yield from found
            return


def _file(known: Mapping[str, Path], parts: list[str]) -> Path | None:
    base = "/".join(parts)
    return known.get(f"{base}.py") or known.get(f"{base}/__init__.py")


def _elsewhere(tree: ast.Module, module: list[str], inside: list[str], file: Path) -> Iterator[str]:
    """Yield under which full names an object may be laid down that a module only imports, or gives another name."""
    package = module if file.name == "__init__.py" else module[:-1]
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=source, names=names, level=level):
                above = [*(package[: len(package) - level + 1] if level else []), *filter(None, [source])]
                for alias in names:
                    if alias.name == "*":
                        yield ".".join([*above, *inside])
                    elif (alias.asname or alias.name) == inside[0]:
                        yield ".".join([*above, alias.name, *inside[1:]])
            case ast.Assign(value=ast.Name(id=other), targets=targets):
                if any(isinstance(to, ast.Name) and to.id == inside[0] for to in targets):
                    yield ".".join([*module, other, *inside[1:]])


def _docstrings(
    tree: ast.AST, path: str, module: str, names: list[str], shows: Callable[[str], bool]
) -> Iterator[Docstring]:
    """Yield those of an object, by its names from the module inwards."""
    node: ast.AST | None = tree
    for name in names:
        inside = dict(_held(node)) if node else {}
        node = inside.get(name)
    ahead = [(node, names)] if node else []
    while ahead:
        node, names = ahead.pop(0)
        if constant := _constant(node):
            first, _, rest = str(constant.value).expandtabs().partition("\n")
            text = f"{first.lstrip()}\n{textwrap.dedent(rest)}"
            yield Docstring(path, constant.lineno, f"{module}:{'.'.join(names)}", text)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            ahead += [(child, [*names, name]) for name, child in _held(node) if shows(name)]


def _held(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what a module or a class holds, by name; a string below an assignment is the docstring of its name."""
    children = list(ast.iter_child_nodes(node))
    for before, child in zip([None, *children], children, strict=False):
        match child:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, child
            case ast.If() | ast.Try():
                yield from _held(child)
            case ast.Expr(value=ast.Constant(value=str())):
                match before:
                    case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                        yield name, child


def _constant(node: ast.AST) -> ast.Constant | None:
    """Return the docstring of something, or what is one itself."""
    first = node if isinstance(node, ast.Expr) else next(iter(getattr(node, "body", [])), None)
    match first:
        case ast.Expr(value=ast.Constant(value=str()) as constant):
            return constant
    return None
