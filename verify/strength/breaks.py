"""Makes the breaks: small changes of rule code, by mutmut's operators.

mutmut itself leaves out whatever is decorated and whatever runs with its module; in rule code that is nearly all, rules
and tables. So only its operators are used, and what they are let loose on is decided here:

- Descriptions are no rules. Left alone are docstrings, annotations, decorators, f-strings, texts of more than one word,
  variables that only ever hold such texts, raised errors and assertions but for the loci that they cite, and what is
  said about a table or decision (its question, readings, evidence, status): see :data:`RULING`.
- Single words (``"declarer"``) and loci name things, so they are changed: a word once, a locus to its neighbour. A word
  that is the value of an enumeration's member is only shown.
- What a type checker would refuse is no viable break: a value replaced by ``None``, a positional argument left out.
- ``strict=`` only guards, so it stays.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_assignment, operator_lambda

from gamerules.rules import LOCUS
from verify.strength.code import Place

RULING: Final[Mapping[str, tuple[frozenset[int], frozenset[str]]]] = {
    "decision": (frozenset({0}), frozenset({"default"})),
    "Table": (frozenset({2}), frozenset({"cells", "lost"})),
    "Cell": (frozenset({0}), frozenset({"value"})),
    "field": (frozenset(), frozenset({"default", "default_factory"})),
}
"""Calls of which only these arguments (by position, by keyword) are rules; the others describe."""

_REFUSED: Final = (operator_assignment, operator_lambda)
"""Operators that put None in the place of a value: a type checker notices."""

_GUARDS: Final = frozenset({"strict"})
_WORD: Final = re.compile(r"[a-z0-9]+([_-][a-z0-9]+)*")
_UNBROKEN: Final = (cst.Annotation, cst.Decorator, cst.FormattedString, cst.ConcatenatedString)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A break that could be made: which node of a module is replaced by which."""

    place: Place
    module: cst.Module
    old: cst.CSTNode
    new: cst.CSTNode

    def make(self, root: Path) -> Break:
        """Make the break."""
        before = self.module.code
        after = self.module.deep_replace(self.old, self.new)
        assert isinstance(after, cst.Module)
        path = self.place.definition.path
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
        return _compared(self.place, name, before, after.code)


@dataclass(frozen=True, slots=True)
class Break:
    """A break.

    Attributes:
        place: the definition that is broken.
        path: the file, relative to the root.
        line: the first line that is changed.
        old: what stands there, in one line.
        new: what is put in its place, in one line.
        difference: both with their surroundings, as a unified difference.
        source: the whole broken text of the file.
    """

    place: Place
    path: str
    line: int
    old: str
    new: str
    difference: str
    source: str

    @property
    def change(self) -> str:
        """What is changed into what."""
        return f"{self.old} -> {self.new}"


def candidates(places: Sequence[Place]) -> list[Candidate]:
    """Return every break that could be made in these places, in the order of modules and lines."""
    by_file: dict[Path, list[Place]] = {}
    for place in places:
        by_file.setdefault(place.definition.path, []).append(place)
    return [found for path, inside in by_file.items() for found in _of_file(path, inside)]


def _of_file(path: Path, places: Sequence[Place]) -> Iterator[Candidate]:
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    visitor = _Breaker(places)
    wrapper.visit(visitor)
    seen: set[tuple[int, str]] = set()
    for place, old, new in visitor.found:
        key = (id(old), wrapper.module.code_for_node(new))
        if key not in seen:
            seen.add(key)
            yield Candidate(place, wrapper.module, old, new)


class _Breaker(cst.CSTVisitor):
    """Finds what can be broken in a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = {place.definition.name: place for place in places}
        self.found: list[tuple[Place, cst.CSTNode, cst.CSTNode]] = []
        self.names: list[str] = []
        self.depth = 0
        self.raising = 0
        self.in_enumeration = False
        self.texts: frozenset[str] = frozenset()

    # ---- where we are

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.ClassDef | cst.FunctionDef):
            if not self.depth:
                self.names.append(node.name.value)
            if isinstance(node, cst.ClassDef):
                self.in_enumeration = _is_enumeration(node)
            if isinstance(node, cst.FunctionDef):
                self.depth += 1
                if self.depth == 1:
                    self.texts = _text_names(node)
        if isinstance(node, _UNBROKEN) or _is_docstring(node):
            return False
        if isinstance(node, cst.Raise | cst.Assert):
            self.raising += 1
        if isinstance(node, cst.IfExp) and (_is_text(node.body) or _is_text(node.orelse)):
            return False  # it chooses between texts
        if isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in _GUARDS:
            return False
        place = self._place(node)
        if place is not None:
            self.found += [(place, node, new) for new in self._broken(node)]
        if isinstance(node, cst.Call) and (name := _called(node)) in RULING:
            positions, keywords = RULING[name]
            for number, argument in enumerate(node.args):
                word = argument.keyword.value if argument.keyword else ""
                if word in keywords or (not word and number in positions):
                    argument.visit(self)
            self._leave_raise(node)
            return False
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._leave_raise(original_node)
        if isinstance(original_node, cst.FunctionDef):
            self.depth -= 1
            if not self.depth:
                self.texts = frozenset()
        if isinstance(original_node, cst.ClassDef | cst.FunctionDef) and not self.depth:
            self.names.pop()
        if isinstance(original_node, cst.ClassDef):
            self.in_enumeration = False

    def _leave_raise(self, node: cst.CSTNode) -> None:
        if isinstance(node, cst.Raise | cst.Assert):
            self.raising -= 1

    def _place(self, node: cst.CSTNode) -> Place | None:
        """Return the place that a node is in, if it is one of ours."""
        inside = ".".join(self.names)
        if self.depth:
            return self.places.get(inside)
        position = self.get_metadata(PositionProvider, node, None)
        if position is None:
            return None
        line = position.start.line
        for place in self.places.values():
            definition = place.definition
            if not definition.runs_later and definition.first <= line <= definition.last:
                return place
        return None

    # ---- what becomes of a node

    def _broken(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        if isinstance(node, cst.SimpleString):
            if not self.in_enumeration or self.depth:
                yield from _other_word(node)
            return
        if self.raising or isinstance(node, cst.BaseString):
            return
        if isinstance(node, cst.Call) and _called(node) in RULING:
            return
        for kind, operator in mutation_operators:
            if isinstance(node, kind) and operator not in _REFUSED:
                for new in operator(node):
                    if not (isinstance(node, cst.Call) and isinstance(new, cst.Call) and self._is_idle(node, new)):
                        yield new
        if isinstance(node, cst.If) and not isinstance(node.test, cst.Comparison | cst.BooleanOperation):
            yield node.with_changes(test=_negated(node.test))  # mutmut has nothing for a bare condition

    def _is_idle(self, old: cst.Call, new: cst.Call) -> bool:
        """Return whether a call differs in an argument that is a text or a guard, or that a type checker would miss."""
        if len(new.args) == len(old.args) and new.func is old.func:
            return True  # one argument is None instead
        kept = {id(argument) for argument in new.args}
        return any(
            argument.keyword is None or argument.keyword.value in _GUARDS or self._is_text(argument.value)
            for argument in old.args
            if id(argument) not in kept
        )

    def _is_text(self, node: cst.BaseExpression) -> bool:
        return _is_text(node) or (isinstance(node, cst.Name) and node.value in self.texts)


def _called(node: cst.Call) -> str:
    """Return the name of the function called, without what stands before it."""
    if isinstance(node.func, cst.Attribute):
        return node.func.attr.value
    return node.func.value if isinstance(node.func, cst.Name) else ""


def _is_enumeration(node: cst.ClassDef) -> bool:
    """Return whether a class is an enumeration, by the names of its bases."""
    bases = [base.value for base in node.bases]
    return any(isinstance(base, cst.Name) and base.value.endswith(("Enum", "Flag")) for base in bases)


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.BaseString)


def _is_text(node: cst.BaseExpression) -> bool:
    """Return whether an expression is a text for people: more than a word, or put together."""
    if isinstance(node, cst.IfExp):
        return _is_text(node.body) and _is_text(node.orelse)
    if isinstance(node, cst.SimpleString):
        value = node.evaluated_value
        return isinstance(value, str) and not _WORD.fullmatch(value) and not LOCUS.fullmatch(value)
    return isinstance(node, cst.FormattedString | cst.ConcatenatedString)


def _text_names(function: cst.FunctionDef) -> frozenset[str]:
    """Return the variables of a function that only ever hold texts."""
    texts: dict[str, bool] = {}

    class Assigned(cst.CSTVisitor):
        def visit_Assign(self, node: cst.Assign) -> None:  # noqa: N802 - libcst calls it so
            for target in node.targets:
                if isinstance(target.target, cst.Name):
                    name = target.target.value
                    texts[name] = texts.get(name, True) and _is_text(node.value)

    function.visit(Assigned())
    return frozenset(name for name, always in texts.items() if always)


def _other_word(node: cst.SimpleString) -> Iterator[cst.SimpleString]:
    """Yield another word, or the next locus; nothing for a text."""
    value = node.evaluated_value
    if not isinstance(value, str):
        return
    if LOCUS.fullmatch(value):
        head, _, number = value.rpartition(".")
        yield node.with_changes(value=repr(f"{head}.{int(number) + 1}"))
    elif _WORD.fullmatch(value):
        yield node.with_changes(value=repr(f"XX{value}XX"))


def _negated(test: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return test.expression
    inside = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.UnaryOperation(cst.Not(whitespace_after=cst.SimpleWhitespace(" ")), inside)


def _compared(place: Place, path: str, before: str, after: str) -> Break:
    old, new = before.splitlines(), after.splitlines()
    difference = list(difflib.unified_diff(old, new, path, path, lineterm="", n=1))
    removed, added, line, first = [], [], 0, 0
    for text in difference[2:]:
        if match := re.match(r"@@ -(\d+)", text):
            line = int(match[1])
        elif text.startswith("-"):
            removed.append(text[1:].strip())
            first = first or line
            line += 1
        elif text.startswith("+"):
            added.append(text[1:].strip())
            first = first or line
        else:
            line += 1
    return Break(place, path, first, _one(removed), _one(added), "\n".join(difference), after)


def _one(lines: Iterable[str]) -> str:
    return " ".join(lines)
