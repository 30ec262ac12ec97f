"""Runs the checks of a page in order, rows and records by themselves, all others in one namespace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from verify.checks import asks, exceptions, faces, rows
from verify.checks import claim as compare
from verify.checks.context import Context, Draft, Stop, captured
from verify.checks.differences import difference, shortened
from verify.checks.example import run_example
from verify.model import Check, Edit, Kind, Result
from verify.settings import Settings


class PageRun:
    """The checks of one page while they run."""

    def __init__(self, settings: Settings) -> None:
        """Prepare to run a page's checks."""
        self.context = Context(settings)
        self.broken: Check | None = None
        self.asking = asks.Asking(settings.watch)

    def run(self, check: Check) -> Result:
        """Run one check; whatever its code does short of ending the process, a result comes back."""
        draft, asked = Draft(check), True
        if self.broken is not None and check.kind not in (Kind.RECORD, Kind.ROWS):
            says = f"the {check.kind.called} was not run: its set-up on {self.broken.place} fails"
            draft.report(says, code="verify.depends")
            return draft.result()
        self.context.warned.clear()
        try:
            asked = self.asks(check)
            _runner(check.kind)(self.context, draft)
        except Stop as stop:
            draft.findings.append(stop.finding)
        except Exception as error:
            cause = f"the page has changed what Python itself needs: {exceptions.describe(error)}"
            draft.report(f"the {check.kind.called} cannot be run, for {cause}")
        self.context.report_warnings(draft)
        if check.kind is Kind.SETUP:
            if draft.findings:
                self.broken = check
        elif not asked and not draft.findings:
            draft.report(f"the {check.kind.called} passes, but runs no rule", hint=_ASKS_NOTHING)
        return draft.result()

    def asks(self, check: Check) -> bool:
        """Take in a check; return False for a claim, clause, or example with loci that asks nothing of the rules."""
        asked = check.kind in (Kind.RECORD, Kind.ROWS) or self.asking.asks(asks.code_of(check))
        return asked or not (check.kind.is_role or (check.kind is Kind.EXAMPLE and check.loci))

    def lose(self, check: Check) -> None:
        """Note that a check is not run because it hung or ended an earlier process."""
        self.asks(check)
        if check.kind is Kind.SETUP:
            self.broken = check


def _run_setup(context: Context, draft: Draft) -> None:
    check = draft.check
    code = context.compile(draft, check.text, check.place.line, "exec")
    try:
        with captured():
            context.run(exec, code)
    except BaseException as error:
        raise Stop(context.raised(draft, error)) from None


def _run_rows(context: Context, draft: Draft) -> None:
    """Evaluate the rows, which know nothing of the page's namespace; they are drawn when the page is written."""
    check = draft.check
    try:
        with captured():
            rows.evaluate(check.text, len(rows.heads(check.option("header"))))
    except rows.RowsError as error:
        raise Stop(draft.finding(str(error))) from None
    except BaseException as error:
        raise Stop(context.raised(draft, error)) from None


def _run_claim(context: Context, draft: Draft) -> None:
    check = draft.check
    try:
        claim = compare.split_claim(check.text)
    except compare.ClaimError as error:
        raise Stop(draft.finding(str(error))) from None
    says, hint = faces.fault(check.kind, claim)
    if says:
        raise Stop(draft.finding(says, hint=hint, loci=()))  # in the words of its page, and so once
    expression = claim.expression.replace("\n", " ")
    code = context.compile(draft, expression, check.place.line, "eval")
    try:
        with captured():
            value = context.run(eval, code)
            differs = compare.COMPARED[check.kind](claim.shown, value)
    except BaseException as error:
        raise Stop(replace(context.raised(draft, error), place=check.place)) from None
    draft.compared = 1
    if differs is None:
        return
    if check.kind is Kind.HOLDS or isinstance(value, bool):
        gives = f"by the rules {expression} is {shortened(differs.gives)}"
        draft.report(f"the page states {differs.says!r}", gives=gives, hint=differs.hint)
        return
    hint = differs.hint
    if not hint:
        figures = isinstance(value, int) and None not in map(compare.number, (claim.shown, differs.gives))
        new = compare.in_style(claim.shown, value) if figures else differs.gives
        if compare.mismatch(new, value) is None:
            draft.edits.append(Edit(check.place, claim.shown, new))
        else:
            hint = "no claim can show this value"
    draft.report(
        f"the page says {shortened(differs.says)}",
        gives=f"the rules give {shortened(differs.gives)}",
        hint=hint,
        difference=difference(differs.says, differs.gives),
    )


def _runner(kind: Kind) -> Callable[[Context, Draft], None]:
    """Return what runs checks of this kind."""
    if kind is Kind.RECORD:
        from verify.checks.record import run_record  # it imports gamerules, which other pages must not find imported

        return run_record
    return _RUNNERS[kind]


_RUNNERS: Mapping[Kind, Callable[[Context, Draft], None]] = {
    Kind.SETUP: _run_setup,
    Kind.ROWS: _run_rows,
    Kind.CLAIM: _run_claim,
    Kind.HOLDS: _run_claim,
    Kind.EXAMPLE: run_example,
}
_ASKS_NOTHING = "name something that comes from gamerules or a package under watch in pyproject.toml"
