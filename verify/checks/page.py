"""Runs the checks of one page in order: set-ups, claims and examples in one namespace, records by themselves.

Everything here happens in a process that the page has for itself (see :mod:`verify.run.worker`); nothing is cleaned up.
A Python warning that a check causes is a fault of the check: to allow one, filter it in a set-up
(``warnings.filterwarnings``). Only ResourceWarning, which comes whenever memory happens to be tidied, is ignored. The
namespace is a module called ``__main__``, as in a Python session.
"""

from __future__ import annotations
import __future__

import builtins
import io
import random
import sys
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from verify.checks import asks, faults
from verify.checks import claim as compare
from verify.model import FORM, Check, Edit, Finding, Kind, Place, Result, Verdict
from verify.run.unit import Outcome, Unit

_BUILTINS: Mapping[str, Any] = vars(builtins).copy()
_LIVE: dict[str, Any] = vars(builtins)
_FUTURES: Mapping[str, Any] = {name: getattr(__future__, name) for name in __future__.all_feature_names}


class Stop(Exception):  # noqa: N818 - it ends a step, it is no error of ours
    """Ends a step with a finding."""

    def __init__(self, finding: Finding) -> None:
        """Make it."""
        self.finding = finding
        super().__init__(str(finding))


@dataclass
class Step:
    """A step while it runs: what has been compared and what was found."""

    check: Check
    compared: int = 0
    findings: list[Finding] = field(default_factory=list)
    loci: tuple[str, ...] = ()
    edits: list[Edit] = field(default_factory=list)

    def fault(self, says: str, line: int = 0, **more: Any) -> None:
        """Add a finding at a line of the check's file (its own line if 0)."""
        self.findings.append(self.finding(says, line, **more))

    def finding(self, says: str, line: int = 0, **more: Any) -> Finding:
        """Make a finding at a line of the check's file (its own place if 0)."""
        place = Place(self.check.place.path, line) if line else self.check.place
        return replace(Finding(place, f"verify.{self.check.kind}", says, loci=self.check.loci), **more)

    def result(self) -> Result:
        """Return what came of it."""
        verdict = Verdict.FAILS if self.findings else Verdict.HOLDS
        loci = tuple(dict.fromkeys((*self.check.loci, *self.loci)))
        findings = tuple(sorted(self.findings, key=lambda finding: finding.place))
        return Result(self.check, verdict, findings, loci, self.compared, tuple(self.edits))


class PageRun:
    """The checks of one page while they run."""

    def __init__(self, unit: Unit, around: Callable[[], AbstractContextManager[None]]) -> None:
        """Prepare a namespace.

        Args:
            unit: what to run.
            around: makes the context in which each step runs (it watches which files are read).
        """
        self.unit = unit
        self.around = around
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.namespace: dict[str, Any] = module.__dict__
        self.builtins: Mapping[str, Any] = _LIVE.copy()
        self.broken: Check | None = None
        self.asking = asks.Asking(unit.watch)
        self.warned: list[tuple[warnings.WarningMessage, str]] = []
        warnings.resetwarnings()
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.showwarning = self._note_warning
        random.seed(0)

    def step(self, check: Check) -> Result:
        """Run one step; whatever its code does short of ending the process, a result comes back."""
        step, asked = Step(check), True
        if self.broken is not None and check.kind not in (Kind.RECORD, Kind.ROWS):
            return cannot_run(check, self.broken)
        self.warned.clear()
        try:
            asked = self.asks(check)
            runner = _runner(check.kind)
            with self.around():
                runner(self, step)
        except Stop as stop:
            step.findings.append(stop.finding)
        except Exception as error:
            cause = f"the page has changed what Python itself needs: {faults.describe(error)}"
            step.fault(f"the {check.kind.called} cannot be run, for {cause}")
        self._report_warnings(step)
        if check.kind is Kind.SETUP:
            if step.findings:
                self.broken = check
        elif check.kind.is_check and not step.compared and not step.findings:
            step.fault(_COMPARES_NOTHING[check.kind], code=FORM)
        elif not asked and not step.findings:
            step.fault(f"the {check.kind} holds, but it asks nothing of the rules", hint=_ASKS_NOTHING)
        return step.result()

    def asks(self, check: Check) -> bool:
        """Take in a check; return False for a claim, or an example bound to loci, that asks nothing of the rules."""
        if check.kind is Kind.CLAIM or (check.kind is Kind.EXAMPLE and check.loci):
            return self.asking.asks(asks.code_of(check))
        if check.kind not in (Kind.RECORD, Kind.ROWS):
            self.asking.take(asks.code_of(check))
        return True

    def lose(self, check: Check) -> None:
        """Note that a step cannot be run because it hung or ended the process."""
        self.asks(check)
        if check.kind is Kind.SETUP:
            self.broken = check

    @property
    def flags(self) -> int:
        """The compiler flags of the ``from __future__`` imports so far."""
        flags = 0
        for name, feature in _FUTURES.items():
            if name in self.namespace and self.namespace[name] is feature:
                flags |= feature.compiler_flag
        return flags

    def compile(self, step: Step, source: str, line: int, mode: str) -> types.CodeType:
        """Compile code so that it knows its true file and line.

        Raises:
            Stop: if it is no Python.
        """
        padded = "\n" * (line - 1) + source
        try:
            code = compile(padded, step.check.place.path, mode, self.flags, dont_inherit=True)
            return cast(types.CodeType, code)
        except SyntaxError as error:
            at = min(error.lineno or line, line + source.count("\n"))
            text = source.splitlines()[at - line].rstrip() if source.strip() else ""
            caret = f"{text}\n{' ' * ((error.offset or 1) - 1)}^"
            raise Stop(step.finding(f"not Python: {error.msg}", at, difference=caret)) from None
        except ValueError as error:
            raise Stop(step.finding(f"not Python: {error}", line)) from None

    def raised(self, step: Step, error: BaseException, line: int) -> Finding:
        """Make the finding for an exception that nobody expected."""
        return faults.raised(
            step.check,
            error,
            line,
            code=f"verify.{step.check.kind}",
            root=self.unit.root,
            watch=self.unit.watch,
        )

    def _note_warning(
        self, message: Any, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
    ) -> None:
        if category is SyntaxWarning and filename.endswith(".py"):
            return  # shown only when the interpreter happens to compile the file anew
        self.warned.append((warnings.WarningMessage(message, category, filename, lineno), filename))

    def _report_warnings(self, step: Step) -> None:
        own = step.check.place.path
        for entry, filename in self.warned:
            line = entry.lineno if filename == own else 0
            by = "" if filename == own else f" in {_shown_file(filename, self.unit.root)}:{entry.lineno}"
            what = f"{entry.category.__name__}{by}: {compare.squeeze(str(entry.message))}"
            says = f"the {step.check.kind.called} causes {what}"
            step.fault(says, line, hint="mend the cause, or filter the warning in a set-up")


def cannot_run(check: Check, cause: Check) -> Result:
    """Return the result of a check whose set-up failed."""
    finding = Finding(
        check.place,
        "verify.depends",
        f"the {check.kind} was not run: its set-up on {cause.place} fails",
        loci=check.loci,
    )
    return Result(check, Verdict.FAILS, (finding,), check.loci, 0)


def _shown_file(filename: str, root: Path) -> str:
    path = Path(filename)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else filename


@contextmanager
def captured() -> Iterator[io.StringIO]:
    """Catch what is printed; both streams, so that nothing leaks."""
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        yield out


class Running:
    """The context in which a page's own code runs: what it prints is caught, and it has its own builtins.

    A page may replace builtins, which then stay so for its later code; nothing else is to meet with them.
    """

    def __init__(self, page: PageRun) -> None:
        """Make it."""
        self.page = page
        self.captured = captured()

    def __enter__(self) -> io.StringIO:
        """Give the page its builtins; return what takes up the print."""
        out = self.captured.__enter__()
        _LIVE.update(self.page.builtins)
        return out

    def __exit__(self, *error: Any) -> None:
        """Take the page's builtins away, before anything else needs one."""
        self.page.builtins = _LIVE.copy()
        _LIVE.update(_BUILTINS)
        self.captured.__exit__(*error)


def _run_setup(page: PageRun, step: Step) -> None:
    check = step.check
    code = page.compile(step, check.text, check.place.line, "exec")
    try:
        with Running(page):
            exec(code, page.namespace)
    except BaseException as error:
        raise Stop(page.raised(step, error, check.place.line)) from None


def _run_rows(page: PageRun, step: Step) -> None:
    """Evaluate the rows, which know nothing of the page's namespace; they are drawn when the page is written."""
    from verify.checks import rows

    check = step.check
    try:
        with captured():
            rows.evaluate(check.text, len(rows.heads(check.option("header"))))
    except rows.RowsError as error:
        raise Stop(step.finding(str(error))) from None
    except BaseException as error:
        raise Stop(page.raised(step, error, check.place.line)) from None


def _run_claim(page: PageRun, step: Step) -> None:
    check = step.check
    try:
        claim = compare.split_claim(check.text)
    except compare.ClaimError as error:
        raise Stop(step.finding(str(error))) from None
    expression = claim.expression.replace("\n", " ")
    code = page.compile(step, expression, check.place.line, "eval")
    try:
        with Running(page):
            value = eval(code, page.namespace)
        with captured():
            differs = compare.mismatch(claim.shown, value)
    except BaseException as error:
        raise Stop(replace(page.raised(step, error, check.place.line), place=check.place)) from None
    step.compared = 1
    if differs is None:
        return
    if differs.gives == "False":
        step.fault(f"the page claims {differs.says!r}", gives=f"by the rules {expression} is False")
        return
    from verify.checks.differences import difference, shortened

    hint = differs.hint
    if not hint:
        figures = isinstance(value, int) and None not in map(compare.number, (claim.shown, differs.gives))
        new = compare.in_style(claim.shown, value) if figures else differs.gives
        if compare.mismatch(new, value) is None:
            step.edits.append(Edit(check.place, claim.shown, new))
        else:
            hint = "no claim can show this value"
    step.fault(
        f"the page says {shortened(differs.says)}",
        gives=f"the rules give {shortened(differs.gives)}",
        hint=hint,
        difference=difference(differs.says, differs.gives),
    )


def _runner(kind: Kind) -> Callable[[PageRun, Step], None]:
    """Return what runs checks of this kind; its needs are imported before anything is watched."""
    match kind:
        case Kind.SETUP:
            return _run_setup
        case Kind.ROWS:
            return _run_rows
        case Kind.CLAIM:
            return _run_claim
        case Kind.EXAMPLE:
            from verify.checks.example import run_example  # it needs doctest, which is slow to import

            return run_example
        case Kind.RECORD:
            from verify.checks.record import run_record  # it needs gamerules' records, which other sites may lack

            return run_record


_ASKS_NOTHING = "name something that comes from gamerules or a package under watch in pyproject.toml"
_COMPARES_NOTHING: Mapping[Kind, str] = {
    Kind.CLAIM: "the claim compares nothing",
    Kind.EXAMPLE: "the example compares nothing; give it output, or :breaks: or :raises:",
    Kind.RECORD: "the record compares nothing; give a step 'does', 'refuses' or 'says'",
}


def run_unit(
    unit: Unit,
    lost: Sequence[int],
    at: Callable[[int], None],
    around: Callable[[], AbstractContextManager[None]],
    seen: Callable[[], tuple[tuple[str, ...], tuple[str, ...]]],
) -> list[Outcome]:
    """Run a unit's steps in order and return what came of each.

    Args:
        unit: what to run.
        lost: the steps that hung or ended an earlier process; they are left out.
        at: is told the index of the step that begins.
        around: makes the context in which each step runs.
        seen: returns which files and modules were reached so far beyond what the text names.
    """
    page = PageRun(unit, around)
    outcomes: list[Outcome] = []
    for index, check in enumerate(unit.steps):
        if index in lost:
            page.lose(check)
            continue
        at(index)
        result = page.step(check)
        outcomes.append((index, result.findings, result.loci, result.compared, result.edits, *seen()))
    return outcomes
