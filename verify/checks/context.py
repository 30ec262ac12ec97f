"""What the checks of a page run in: one namespace, in order, in a process that the page has for itself.

A Python warning that a check causes is a fault of the check: to allow one, filter it in a set-up
(``warnings.filterwarnings``). Only ResourceWarning, which comes whenever memory happens to be tidied, is ignored. The
namespace is a module called ``__main__``, as in a Python session. Nothing is cleaned up.
"""

from __future__ import annotations
import __future__

import builtins
import io
import random
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from typing import Any, cast

from verify.checks import exceptions
from verify.checks.claim import squeeze
from verify.model import Check, Edit, Finding, Place, Result, Verdict
from verify.settings import Settings

_BUILTINS: Mapping[str, Any] = vars(builtins).copy()
_LIVE: dict[str, Any] = vars(builtins)
_FUTURES: Mapping[str, Any] = {name: getattr(__future__, name) for name in __future__.all_feature_names}


class Stop(Exception):  # noqa: N818 - it ends a check, it is not an error of ours
    """Ends a check with a finding."""

    def __init__(self, finding: Finding) -> None:
        """Make it."""
        self.finding = finding
        super().__init__(str(finding))


@dataclass
class Draft:
    """A result in the making: what has been compared and found while the check runs."""

    check: Check
    compared: int = 0
    findings: list[Finding] = field(default_factory=list)
    loci: tuple[str, ...] = ()
    edits: list[Edit] = field(default_factory=list)

    def report(self, says: str, line: int = 0, **more: Any) -> None:
        """Add a finding at a line of the check's file (its own line if 0)."""
        self.findings.append(self.finding(says, line, **more))

    def finding(self, says: str, line: int = 0, **more: Any) -> Finding:
        """Make a finding at a line of the check's file (its own place if 0)."""
        place = Place(self.check.place.path, line) if line else self.check.place
        return replace(Finding(place, f"verify.{self.check.kind}", says, loci=self.check.loci), **more)

    def result(self) -> Result:
        """Return the result."""
        verdict = Verdict.FAILS if self.findings else Verdict.HOLDS
        loci = tuple(dict.fromkeys((*self.check.loci, *self.loci)))
        findings = tuple(sorted(self.findings, key=lambda finding: finding.place))
        return Result(self.check, verdict, findings, loci, self.compared, tuple(self.edits))


class Context:
    """The namespace of a page and its surroundings."""

    def __init__(self, settings: Settings) -> None:
        """Prepare it."""
        self.settings = settings
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.namespace: dict[str, Any] = module.__dict__
        self.builtins: Mapping[str, Any] = _LIVE.copy()
        self.warned: list[warnings.WarningMessage] = []
        self._modules, self._loaded = sys.modules, sys.modules.copy()
        warnings.resetwarnings()
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.showwarning = self._note_warning
        random.seed(0)

    def compile(self, draft: Draft, source: str, line: int, mode: str) -> types.CodeType:
        """Compile code so that it knows its true file and line.

        Raises:
            Stop: if it is not Python.
        """
        padded = "\n" * (line - 1) + source
        try:
            code = compile(padded, draft.check.place.path, mode, self._flags, dont_inherit=True)
            return cast(types.CodeType, code)
        except SyntaxError as error:
            at = min(error.lineno or line, line + source.count("\n"))
            text = source.splitlines()[at - line].rstrip() if source.strip() else ""
            caret = f"{text}\n{' ' * ((error.offset or 1) - 1)}^"
            raise Stop(draft.finding(f"not Python: {error.msg}", at, difference=caret)) from None
        except ValueError as error:
            raise Stop(draft.finding(f"not Python: {error}", line)) from None

    @property
    def _flags(self) -> int:
        """The compiler flags of the ``from __future__`` imports so far."""
        on = [name for name, feature in _FUTURES.items() if self.namespace.get(name) is feature]
        return sum(_FUTURES[name].compiler_flag for name in on)

    def run(self, how: Callable[..., Any], code: types.CodeType) -> Any:
        """Run a page's code by ``exec`` or ``eval``; builtins that it replaces stay so for this page alone."""
        _LIVE.update(self.builtins)
        try:
            return how(code, self.namespace)
        finally:
            self.builtins = _LIVE.copy()
            _LIVE.update(_BUILTINS)

    def raised(self, draft: Draft, error: BaseException, line: int = 0) -> Finding:
        """Make the finding for an exception that nobody expected, at a line of the check's file (its own if 0)."""
        return exceptions.raised(draft.check, error, line or draft.check.place.line, self.settings)

    def _note_warning(
        self, message: Any, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
    ) -> None:
        if category is SyntaxWarning and filename.endswith(".py"):
            return  # shown only when the interpreter happens to compile the file again
        self.warned.append(warnings.WarningMessage(message, category, filename, lineno))

    def report_warnings(self, draft: Draft) -> None:
        """Add a finding for each warning since the last call, and for modules that Python itself needs and has lost."""
        if sys.modules is not self._modules or not self._loaded.keys() <= self._modules.keys():
            sys.modules = self._modules
            sys.modules.update(self._loaded)
            says, hint = "takes away modules that Python itself needs", "leave in sys.modules what was there before"
            if not draft.findings:
                draft.report(f"the {draft.check.kind.called} {says}", hint=hint)
        own = draft.check.place.path
        for entry in self.warned:
            line = entry.lineno if entry.filename == own else 0
            by = "" if line else f" in {exceptions.named(entry.filename, self.settings.root)}:{entry.lineno}"
            what = f"{entry.category.__name__}{by}: {squeeze(str(entry.message))}"
            says = f"the {draft.check.kind.called} causes {what}"
            draft.report(says, line, hint="mend the cause, or filter the warning in a set-up")
        self.warned.clear()


@contextmanager
def captured() -> Iterator[io.StringIO]:
    """Catch what is printed; both streams, so that nothing leaks."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        yield out
