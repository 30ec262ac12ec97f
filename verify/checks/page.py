"""Judges the checks of a page in order, from what its process says of each: comparison and verdict are made here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from verify.checks import claim as compare
from verify.checks import example, exceptions, existing, faces, figures, files, rows
from verify.checks.differences import difference, shortened
from verify.checks.draft import Draft, Stop
from verify.checks.figures import squeeze
from verify.checks.inert import value_of
from verify.checks.kinds import kind_of
from verify.checks.prompts import setup_findings
from verify.checks.record import judge_record
from verify.checks.said import PAIR, Part, Piece, Said, take
from verify.model import Check, Edit, Kind, Result
from verify.settings import STRICT, Settings


class PageJudge:
    """Judges the checks of one page that share a namespace."""

    def __init__(self, settings: Settings) -> None:
        """Begin a page."""
        self.settings = settings
        self.broken: Check | None = None
        self._group = existing.Group()

    def judge(self, check: Check, said: Said) -> Result:
        """Return the result of a check; whatever its process says of it, there is one."""
        draft = Draft(check, self.settings)
        if self.broken is not None and not (check.kind.is_alone or check.kind is Kind.ROWS):
            says = f"the {check.kind.called} was not run: its set-up on {self.broken.place} fails"
            if check.kind.is_check or not check.group:
                draft.report(says, code="verify.depends")
            draft.skipped = says  # a clean-up has nothing to do
            return draft.result()
        try:
            if said.failed:
                why = f"the page has changed what Python itself needs: {squeeze(said.failed)}"
                raise Stop(draft.finding(f"the {check.kind.called} cannot be run, for {why}"))
            (self._group.judge if check.group else _JUDGES.get(check.kind, _judge_other))(draft, said)
        except Stop as stop:
            draft.findings.append(stop.finding)
        except figures.WordsError as error:
            draft.findings.append(error.finding)
        except (ValueError, LookupError, OSError, SyntaxError, RecursionError):
            draft.report(f"the {check.kind.called} has no result: what its process says of it cannot be read")
        if said.took_away and not draft.findings:
            says, hint = "takes away modules that Python itself needs", "leave in sys.modules what was there before"
            draft.report(f"the {check.kind.called} {says}", hint=hint)
        self._report_warnings(draft, said)
        if check.kind is Kind.SETUP and draft.findings:
            self.broken = check
        asked = tuple(sorted({*said.asked, *draft.asked}))
        return replace(draft.result(), asked=asked, reached=tuple(said.reached))

    def lose(self, check: Check, why: str) -> Result:
        """Return the result of a check that hung or ended its process."""
        if check.kind is Kind.SETUP:
            self.broken = check
        draft = Draft(check, self.settings)
        draft.report(f"the {check.kind.called} {why}")
        return draft.result()

    def _report_warnings(self, draft: Draft, said: Said) -> None:
        own = draft.check.place.path
        if draft.check.group and self.settings.existing != STRICT:
            return  # doctest minds no warning
        for category, file, line, text in said.warned:
            by = "" if file == own else f" in {exceptions.named(file, self.settings.root)}:{line}"
            says = f"the {draft.check.kind.called} causes {category}{by}: {squeeze(text)}"
            draft.report(says, 0 if by else line, hint="mend the cause, or filter the warning in a set-up")


def pieces(check: Check, settings: Settings) -> list[Piece]:
    """Return the code of a check, which is all that its page's process gets of it; none if it cannot be read."""
    path, line = check.place.path, check.place.line
    if check.group:
        return existing.pieces(check)
    match check.kind:
        case Kind.EXAMPLE:
            return example.pieces(check)
        case Kind.RECORD:
            return [("record", files.record_path(check, settings.docs), path, 0)]
        case Kind.ROWS:
            return [("rows", check.text, path, 0)]
        case Kind.SETUP:
            return [("exec", check.text, path, line)]
    if check.kind.is_other:
        return [("call", f"{kind_of(check.kind).run}\n{check.text}", path, line)]
    try:
        return [("eval", _expression(compare.split_claim(check.text)), path, line)]
    except compare.ClaimError:
        return []


def _expression(claim: compare.Claim) -> str:
    return claim.expression.replace("\n", " ")


def _only(draft: Draft, said: Said, source: str = "") -> Part:
    """Return what came of the only piece of a check's code, which has raised nothing.

    Raises:
        Stop: if it has, or is not Python.
    """
    (part,) = said.parts
    if part.refused:
        raise Stop(exceptions.refused(draft, source, draft.check.place.line, part.refused))
    if part.raised:
        raise Stop(exceptions.raised(draft, part.raised))
    return part


def _judge_setup(draft: Draft, said: Said) -> None:
    """See that a set-up runs; what is wrong with its form is reported in the words of its page, and so once."""
    wrong = setup_findings(draft.check.text.split("\n"))
    for offset, says, hint in wrong:
        draft.report(says, draft.check.place.line + offset, hint=hint, loci=())
    if not wrong:
        _only(draft, said, draft.check.text)


def _judge_rows(draft: Draft, said: Said) -> None:
    """See that rows are a table; they are drawn when the page is written."""
    width, wanted = _only(draft, said).value, len(rows.heads(draft.check.option("header")))
    if isinstance(width, str):
        draft.report(width)
    elif take(width, int) != wanted and wanted:
        draft.report(f"{draft.check.text}: row 1 has {width} cells, not {wanted}")


def _judge_claim(draft: Draft, said: Said) -> None:
    check = draft.check
    try:
        claim = compare.split_claim(check.text, draft.settings.language)
    except compare.ClaimError as error:
        raise Stop(draft.finding(str(error))) from None
    says, hint = faces.fault(check.kind, claim)
    if says:
        raise Stop(draft.finding(says, hint=hint, loci=()))  # in the words of its page, and so once
    expression = _expression(claim)
    try:
        part = _only(draft, said, expression)
    except Stop as stop:
        raise Stop(replace(stop.finding, place=check.place)) from None
    value = value_of(*take(part.value, PAIR))
    differs = compare.COMPARED[check.kind](claim.shown, value, claim.language)
    draft.compared = 1
    if differs is None:
        return
    if check.kind is Kind.HOLDS or isinstance(value, bool):
        gives = f"by the rules {expression} is {shortened(differs.gives)}"
        draft.report(f"the page states {differs.says!r}", gives=gives, hint=differs.hint)
        return
    hint = differs.hint
    if not hint:
        numeral = isinstance(value, figures.Number) and figures.readings(claim.shown, claim.language)
        new = figures.in_style(claim.shown, value, claim.language) if numeral else differs.gives
        if compare.mismatch(new, value, claim.language) is None:
            draft.edits.append(Edit(check.place, claim.shown, new))
        else:
            hint = "no claim can show this value"
    draft.report(
        f"the page says {shortened(differs.says)}",
        gives=f"the rules give {shortened(differs.gives)}",
        hint=hint,
        difference=difference(differs.says, differs.gives),
    )


def _judge_other(draft: Draft, said: Said) -> None:
    kind_of(draft.check.kind).judge(draft, _only(draft, said).value)


_JUDGES: Mapping[Kind, Callable[[Draft, Said], None]] = {
    Kind.SETUP: _judge_setup,
    Kind.ROWS: _judge_rows,
    Kind.CLAIM: _judge_claim,
    Kind.HOLDS: _judge_claim,
    Kind.EXAMPLE: example.judge_example,
    Kind.RECORD: judge_record,
}
