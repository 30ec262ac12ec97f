"""Says which checks ask the rules: a figure that Python alone works out compares the page with itself.

What a page names comes from the rules if it is imported from a package that is watched, or from gamerules. So does
whatever a statement touches in which such a name occurs: ``deal`` in ``deal = State()``, ``totals`` in
``totals.append(score(deal))``. Python's own names (literals, builtins, its library, what a page makes of those alone)
ask nothing, but for those that may lead anywhere: files, other processes, imports by name. Only the text is looked at,
so that nothing depends on what happens to run; where it leaves a doubt, a check counts as asking.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from verify.checks.claim import ClaimError, split_claim
from verify.model import Check, Kind

_ENGINE: Final = "gamerules"
_ANYWHERE: Final = {
    *("importlib", "os", "pathlib", "pkgutil", "runpy", "subprocess", "sys"),
    *("open", "eval", "exec", "globals", "__import__"),
}
_BUILTINS: Final = frozenset(dir(builtins)) - _ANYWHERE
_CODE: Final = re.compile(r"^\s*(?:>>>|\.\.\.)(?: (.*))?$", re.MULTILINE)
_NAMES: Final = ("id", "name", "asname", "rest")
"""The fields in which a node of the syntax tree has a name."""


def code_of(check: Check) -> str:
    """Return the code of a set-up, of a claim or clause (its expression) or of an example (no outputs)."""
    match check.kind:
        case Kind.CLAIM | Kind.HOLDS:
            with suppress(ClaimError):
                return split_claim(check.text).expression.replace("\n", " ")
        case Kind.EXAMPLE:
            return "\n".join(_CODE.findall(check.text))
    return check.text


class Asking:
    """What on one page comes from the rules, as far as its text has been taken in."""

    def __init__(self, watch: Sequence[str]) -> None:
        """Begin a page.

        Args:
            watch: the packages that hold rules.
        """
        self._rules = {_ENGINE, *watch}
        self._names = set(_ANYWHERE)
        self._others: list[set[str]] = []
        self._bound: set[str] = set()
        self._all = False

    def asks(self, code: str) -> bool:
        """Take in a piece of code and return whether it asks the rules."""
        try:
            statements = ast.parse(code).body
        except (SyntaxError, ValueError):
            self._all = True
            return True
        new = [set(self._named(statement)) for statement in statements]
        self._others += new
        while reached := [names for names in self._others if not names.isdisjoint(self._names)]:
            self._others = [names for names in self._others if names.isdisjoint(self._names)]
            self._names.update(*reached)
            self._names -= _BUILTINS - self._bound
        return self._all or any(not names.isdisjoint(self._names) for names in new)

    def _named(self, statement: ast.stmt) -> Iterator[str]:
        """Yield the names in a statement, those of modules by their package; packages of rules are noted."""
        for node in ast.walk(statement):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                packages = {module.partition(".")[0] for module in modules}
                yield from packages
                self._names |= packages & self._rules
                self._all |= node.names[0].name == "*" and not packages.isdisjoint(self._rules)
            for field in _NAMES:
                name = getattr(node, field, None)
                if isinstance(name, str):
                    if not isinstance(getattr(node, "ctx", None), ast.Load):
                        self._bound.add(name)
                    yield name
