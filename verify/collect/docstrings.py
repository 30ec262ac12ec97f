"""The Python sessions in docstrings that a page shows by autodoc, found in the source: nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from verify.model import Place
from verify.run.reach import watched_files

KINDS: Final = ("module", "class", "exception", "function", "method", "decorator", "data", "attribute", "property")
DIRECTIVES: Final = frozenset(f"auto{kind}" for kind in KINDS)
MODULES: Final = frozenset({"automodule", "currentmodule", "module", "py:currentmodule", "py:module"})
"""The directives that name the module in which the names that follow are looked for."""
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def sessions(name: str, root: Path) -> Iterator[Place]:
    """Yield where sessions begin in the docstrings of an object and of what it holds, one for each docstring.

    Args:
        name: the object's full name: a module, or something in one; of one that is not found nothing is known.
        root: the project's root, to which the places are relative where they are below it.
    """
    parts = name.replace("::", ".").partition("(")[0].strip().split(".")
    known = watched_files(parts[:1], root) if all(map(str.isidentifier, parts)) else {}
    for count in range(len(parts), 0, -1):
        base = "/".join(parts[:count])
        if file := known.get(f"{base}.py") or known.get(f"{base}/__init__.py"):
            path = file.relative_to(root).as_posix() if file.is_relative_to(root) else file.as_posix()
            yield from (Place(path, line) for line in _lines(file.read_text("utf-8"), parts[count:]))
            return


def _lines(text: str, names: list[str]) -> Iterator[int]:
    """Yield the line of the first prompt in each docstring of an object, by its names from the module inwards."""
    node: ast.AST | None = ast.parse(text)
    for name in names:
        inside = ast.iter_child_nodes(node) if node else ()
        node = next((child for child in inside if getattr(child, "name", "") == name), None)
    for one in ast.walk(node) if node else ():
        if isinstance(one, _DOCUMENTED) and ast.get_docstring(one):
            first, last = one.body[0].lineno, one.body[0].end_lineno
            numbered = enumerate(text.split("\n")[first - 1 : last], first)
            yield from [number for number, line in numbered if line.lstrip(" \t\"'rR").startswith(">>>")][:1]
