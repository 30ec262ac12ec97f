"""Judges an example: a Python session whose every output is compared, strictly."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Sequence
from typing import Final

from verify.checks import exceptions
from verify.checks.differences import difference, parting, shortened
from verify.checks.draft import Draft, Stop
from verify.checks.prompts import PARSER, Unplaced, session, source_lines
from verify.checks.reached import never_reached
from verify.checks.said import Part, Piece, Said
from verify.model import Check, Edit, Place

HEADER: Final = "Traceback (most recent call last):\n"
_TRACEBACK: Final = re.compile(
    r"^Traceback \((?:most recent call last|innermost last)\):\s*$.*?^(?P<msg>\w.*)", re.MULTILINE | re.DOTALL
)
"""A traceback at the end of an output, as doctest reads it: its frames are not compared."""
_TOO_GENERAL: Final = {"BaseException", "Exception"}
_CHECKER: Final = doctest.OutputChecker()
_CANNOT_BE_SHOWN: Final = "no example can show this output as it is; show a part of it, or its repr()"


def pieces(check: Check) -> list[Piece]:
    """Return the statements of an example, as they are run in order."""
    statements, path = _session(check)[0], check.place.path
    return [("single", statement.source, path, _line(check, statement)) for statement in statements]


def judge_example(draft: Draft, said: Said) -> None:
    """Compare each output of an example; a failing statement does not stop the rest.

    What is wrong with its form is reported in the words of its page, and so once.
    """
    statements, wrong = _session(draft.check)
    for offset, says, hint in wrong:
        draft.report(says, draft.check.place.line + offset, hint=hint, loci=())
    for index, (statement, part) in enumerate(zip(statements, said.parts, strict=False), start=1):
        if part.refused:
            raise Stop(exceptions.refused(draft, statement.source, _line(draft.check, statement), part.refused))
        if index == len(statements) and _must_break(draft.check):
            _judge_breaking(draft, statement, part)
        else:
            _judge_statement(draft, statement, part)
    if len(said.parts) != len(statements):
        raise ValueError("not each statement has an outcome")
    for line in [] if draft.findings else never_reached(statements, draft.check.place.line, said.ran):
        says = "the assertion is never reached, so it asserts nothing"
        draft.report(says, line, hint="let this example reach it, or remove it")


def _must_break(check: Check) -> bool:
    return not {"breaks", "raises"}.isdisjoint(dict(check.options))  # without a value the page has reported it


def _session(check: Check) -> tuple[Sequence[doctest.Example], Sequence[Unplaced]]:
    return session(check.text, frozenset(dict(check.options)))


def _line(check: Check, statement: doctest.Example) -> int:
    """Return a statement's line in the file."""
    return check.place.line + statement.lineno


def _judge_statement(draft: Draft, statement: doctest.Example, part: Part) -> None:
    """Compare a statement's output, or what it printed and then the exception that it shows."""
    flags = doctest.DONT_ACCEPT_TRUE_FOR_1
    if "ellipsis" in dict(draft.check.options):
        flags |= doctest.ELLIPSIS
    if statement.want or any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(statement.source))):
        draft.compared += 1
    got, shown = _as_written(part.out), _TRACEBACK.search(statement.want)
    if part.raised is None:
        compare(draft, statement, statement.want, got, got, flags)
    elif shown is None:
        draft.findings.append(exceptions.raised(draft, part.raised, _line(draft.check, statement)))
    else:
        raised = _as_written(exceptions.unsuggested(part.raised.text))
        want = statement.want[: shown.start()] + exceptions.unsuggested(shown["msg"])
        compare(draft, statement, want, got + raised, f"{got}{HEADER}{raised}", flags)


def _as_written(output: str) -> str:
    """Return an output as a page can hold it: its last line ended, no blanks at line ends, blanks instead of tabs."""
    if output and not output.endswith("\n"):
        output += "\n"
    return "\n".join(line.expandtabs().rstrip() for line in output.split("\n"))


def _marked(output: str) -> str:
    """Return an output as an example shows it, with a mark for each empty line."""
    lines = output.removesuffix("\n").split("\n") if output else []
    return "\n".join(text or doctest.BLANKLINE_MARKER for text in lines)


def compare(draft: Draft, statement: doctest.Example, want: str, got: str, whole: str, flags: int) -> None:
    """Compare an output; if it differs, add the finding and offer to rewrite it.

    Args:
        draft: the example's result in the making.
        statement: the statement.
        want: the output that it shows, without the frames of a traceback.
        got: what came, as a page can hold it.
        whole: the same with all that an example must hold.
        flags: doctest's flags.
    """
    if _CHECKER.check_output(want, got, flags):
        return
    line = _line(draft.check, statement)
    hint = "" if _can_be_shown(whole) else _CANNOT_BE_SHOWN
    if not hint and not (flags & doctest.ELLIPSIS and doctest.ELLIPSIS_MARKER in want):
        place = Place(draft.check.place.path, line + source_lines(draft.check.text.split("\n"), statement), 0)
        draft.edits.append(Edit(place, statement.want.removesuffix("\n"), _marked(whole), line))
    says, gives = want.removesuffix("\n"), _fitting(want, got, flags)
    if "\n" in says or "\n" in gives:
        first = parting(says.split("\n"), gives.split("\n")) + 1
        message = f"the example's output differs from what {draft.who} in line {first}"
        draft.report(message, line, hint=hint, difference=difference(says, gives))
        return
    draft.report(
        f"the example says {shortened(says) or 'nothing'}",
        line,
        gives=f"{draft.who} {shortened(gives) or 'no output'}",
        hint=hint,
        difference=difference(says, gives) if says and gives else "",
    )


def _fitting(want: str, got: str, flags: int) -> str:
    """Return an output as an example shows it; its lines that fit those expected, only written otherwise, as these."""
    lines = _marked(got).split("\n")
    for index, (said, given) in enumerate(zip(want.split("\n"), got.split("\n"), strict=False)):
        if index < len(lines) and said and _CHECKER.check_output(f"{said}\n", f"{given}\n", flags):
            lines[index] = said
    return "\n".join(lines)


def _can_be_shown(got: str) -> bool:
    """Return whether an example can show an output: written below a statement, it must be read as it is."""
    if got.splitlines() != got.split("\n")[:-1]:
        return False  # it holds another line end, and no page keeps it
    try:
        got.encode()
        statements = PARSER.get_examples(f">>> 0\n{_marked(got)}\n")
    except ValueError:
        return False
    return len(statements) == 1 and _CHECKER.check_output(statements[0].want, got, doctest.DONT_ACCEPT_TRUE_FOR_1)


def _judge_breaking(draft: Draft, statement: doctest.Example, part: Part) -> None:
    """See that the last statement of an example that must fail does so for the reason given."""
    line, error = _line(draft.check, statement), part.raised
    breaks, raises = draft.check.option("breaks"), draft.check.option("raises")
    draft.compared += 1
    reasons = [f"{verb} {what}" for verb, what in (("break", breaks), ("raise", raises)) if what]
    wanted = f"the example must {' and '.join(reasons) or 'fail'}"
    if raises in _TOO_GENERAL:
        draft.report(f":raises: {raises} would hold for any failure", line, hint="name the error's own class")
    if error is None:
        printed = f" and print {shortened(part.out.strip())}" if part.out.strip() else ""
        draft.report(wanted, line, gives=f"the rules allow it{printed}")
    elif (raises and raises not in error.kinds) or (breaks and error.locus != breaks):
        gives = f"it raises {error.described}" + ("" if error.locus or raises else ", which names no locus")
        draft.report(wanted, line, gives=gives, frames=exceptions.raised(draft, error).frames)
    elif breaks:
        draft.asked = (breaks,)  # whoever raised it carries the locus out
