"""Makes the breaks: small changes of rules and of what they name, in their modules and those that these import.

mutmut would leave out whatever is decorated or runs with its module: nearly all. So only its operators are used, except
those a type checker would notice. Left alone is what describes: docstrings, annotations, decorators, texts of more than
one word, values of enumerations, raised errors but for the loci that they cite, and what is said about a table.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from importlib.util import resolve_name
from typing import Final

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

from gamerules.rules import LOCUS
from verify.settings import Settings, SettingsError
from verify.strength.results import Break, Key, alike, files
from verify.texts.coverage import Ruling

RULING: Final[Mapping[str, tuple[int | str, ...]]] = {
    "decision": (0, "default"),
    "Table": (2, "cells", "lost"),
    "Cell": (0, "value"),
    "field": ("default", "default_factory"),
}
"""Calls of which only these arguments, by position or keyword, are rules; the others describe."""

SHOWN: Final = ("__repr__", "__str__", "__format__", "__hash__", "__reduce__", "__getstate__", "__setstate__", "parse")
"""Methods that show or store a value, or read it from a text."""

_REFUSED: Final = (cst.Assign, cst.AnnAssign, cst.Lambda, cst.Call, cst.BaseString)
"""What mutmut changes into something that a type checker refuses, such as None, or, of texts, too often."""

_WORD: Final = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
_TEXT: Final = cst.FormattedString | cst.ConcatenatedString


def breaks(settings: Settings, rulings: Sequence[Ruling]) -> Iterator[Break]:
    """Yield every break of the rules, in the order of modules and their texts.

    Raises:
        SettingsError: if a glob of the setting ``tools`` fits no module, or one that carries out a locus.
    """
    sources = {name: path.read_text(encoding="utf-8") for name, path in files(settings).items()}
    carrying = {name for name in sources if any(ruling.name.startswith(f"{name}.") for ruling in rulings)}
    tools = {"gamerules.rules"}  # it only ties code to text
    for glob in settings.tools:
        if not (fitting := {name for name in sources if fnmatch(name, glob)}):
            raise SettingsError(f"tools: no watched module is called {glob!r}; delete it or mend it")
        if wrong := fitting & carrying:
            raise SettingsError(f"tools: {glob!r} fits {min(wrong)}, which carries out a locus; leave it out")
        tools |= fitting
    modules = sorted(carrying)
    for module in modules:  # it grows
        modules += sorted(sources.keys() & set(_imported(module, sources[module])) - {*modules, *tools})
    parts = [(name, *part) for name in sorted(modules) for part in _defined(f"{name}.", ast.parse(sources[name]).body)]
    own = {name: [one for one in rulings if f"{name}.".startswith(f"{one.name}.")] for _, name, _, _ in parts}
    wanted = _named({name: node for _, name, node, _ in parts}, {name for name in own if own[name]})
    for module, name, node, words in parts:
        if name in wanted:
            about = own[name] or [ruling for ruling in rulings if ruling.name.startswith(f"{module}.")]
            loci = tuple(dict.fromkeys(locus for ruling in about for locus in ruling.loci))
            for key, line, text in _of_definition(name, node, sources[module], words=words):
                yield Break(key, module, loci, line, text)


def _named(nodes: Mapping[str, ast.stmt], rules: set[str]) -> set[str]:
    """Return the rules, what they name, what that names and so on, and what happens by itself, as an addition does."""
    wanted = more = rules | {name for name in nodes if name.endswith("__")}
    while more:
        inside = (node for name in more for node in ast.walk(nodes[name]))
        used = {getattr(node, "id", getattr(node, "attr", "")) for node in inside}
        more = {name for name in nodes.keys() - wanted if name.rpartition(".")[2] in used}
        wanted = wanted | more
    return wanted


def _imported(module: str, source: str) -> Iterator[str]:
    """Yield the modules that a module imports at its top, and the names that it takes from them."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), module.rpartition(".")[0])
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))


def _of_definition(name: str, node: ast.stmt, source: str, *, words: bool) -> Iterator[tuple[Key, int, str]]:
    """Yield the key, the line and the whole text of each break of a definition."""
    first, last = node.lineno - 1, node.end_lineno
    lines = source.splitlines(keepends=True)
    counts: Counter[tuple[str, str]] = Counter()
    for text in dict.fromkeys(_broken("".join(lines[first:last]), words=words)):
        before, after = lines[first:last], text.splitlines(keepends=True)
        head, tail = alike(before, after)
        old, new = (" ".join(map(str.strip, some[head : len(some) - tail])) for some in (before, after))
        counts[old, new] += 1
        full = name if counts[old, new] == 1 else f"{name}#{counts[old, new]}"
        yield (full, old, new), first + head + 1, "".join((*lines[:first], text, *lines[last:]))


def _defined(prefix: str, body: Iterable[ast.stmt], *, words: bool = True) -> Iterator[tuple[str, ast.stmt, bool]]:
    """Yield each function, method and assignment: its full name, its code, and whether the words in it are rules."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name not in SHOWN:
            yield prefix + node.name, node, True
        elif isinstance(node, ast.ClassDef):
            shown = any(ast.unparse(base).endswith(("Enum", "Flag")) for base in node.bases)
            yield from _defined(f"{prefix}{node.name}.", node.body, words=not shown)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target).strip("()")
            if not target.startswith("__"):
                yield prefix + target, node, words


def _broken(whole: str, *, words: bool) -> Iterator[str]:
    """Yield the broken texts of a definition."""
    before = "class _:\n" if whole[0].isspace() else ""  # members of a class are indented
    tree = cst.parse_module(before + whole)
    for old, new in _changes(tree, words=words):
        yield cst.ensure_type(tree.deep_replace(old, new), cst.Module).code.removeprefix(before)


def _changes(node: cst.CSTNode, *, words: bool, raising: bool = False) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Yield each node inside a node that can be broken, with what is put in its place."""
    if _describes(node):
        return
    raising = raising or isinstance(node, cst.Raise | cst.Assert)
    children, ruling = node.children, None
    if isinstance(node, cst.Call):
        function = node.func.attr if isinstance(node.func, cst.Attribute) else node.func
        ruling = RULING.get(function.value) if isinstance(function, cst.Name) else None
        children = node.args if ruling else children
    if isinstance(node, cst.SimpleString):
        yield from ((node, new) for new in _other_word(node) if words)
    elif not raising and not ruling:
        for kind, operator in mutation_operators:
            if kind not in _REFUSED and isinstance(node, kind):
                yield from ((node, new) for new in operator(node))
        yield from _further(node)
    for number, child in enumerate(children):
        name = child.keyword.value if isinstance(child, cst.Arg) and child.keyword else number
        if not ruling or name in ruling:
            yield from _changes(child, words=words, raising=raising)


def _further(node: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """Yield what mutmut has no operators for: a bare condition denied, a single argument with a keyword left out."""
    if isinstance(node, cst.If) and not isinstance(
        node.test, cst.Comparison | cst.BooleanOperation | cst.UnaryOperation
    ):
        inside = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        yield node.test, cst.UnaryOperation(cst.Not(), inside)
    if isinstance(node, cst.Call) and len(node.args) > 1:
        for number, argument in enumerate(node.args):
            if argument.keyword and not _describes(argument) and not _is_text(argument.value):
                yield node, node.with_changes(args=[*node.args[:number], *node.args[number + 1 :]])


def _describes(node: cst.CSTNode) -> bool:
    """Return whether it is no rule: a docstring, an annotation, the guard ``strict=`` and the like."""
    return (
        isinstance(node, cst.Annotation | cst.Decorator | _TEXT)
        or (isinstance(node, cst.Expr) and isinstance(node.value, cst.BaseString))
        or (isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value == "strict")
        or (isinstance(node, cst.IfExp) and (_is_text(node.body) or _is_text(node.orelse)))  # it chooses between texts
    )


def _is_text(node: cst.BaseExpression) -> bool:
    """Return whether an expression is a text for people: more than a word, or put together."""
    return isinstance(node, _TEXT) or (isinstance(node, cst.SimpleString) and not list(_other_word(node)))


def _other_word(node: cst.SimpleString) -> Iterator[cst.SimpleString]:
    """Yield another word, or the next locus; nothing for a text."""
    value = str(node.evaluated_value)
    if LOCUS.fullmatch(value):
        head, _, number = value.rpartition(".")
        yield node.with_changes(value=repr(f"{head}.{int(number) + 1}"))
    elif _WORD.fullmatch(value):
        yield node.with_changes(value=repr(f"XX{value}XX"))
