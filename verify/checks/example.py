"""Runs an example: a Python session whose every output is compared, strictly."""

from __future__ import annotations

import ast
import doctest
import sys
import traceback
from typing import Any, Final

from verify.checks import exceptions
from verify.checks.context import Context, Draft, captured
from verify.checks.differences import difference, parting, shortened
from verify.checks.prompts import PARSER, session, source_lines
from verify.checks.reached import assertions_reached
from verify.model import Edit, Place

_TRACEBACK: Final = "Traceback (most recent call last):\n"
_TOO_GENERAL: Final = {"BaseException", "Exception"}
_CHECKER: Final = doctest.OutputChecker()
_CANNOT_BE_SHOWN: Final = "no example can show this output as it is; show a part of it, or its repr()"


def run_example(context: Context, draft: Draft) -> None:
    """Run an example's statements in order and compare each output; a failing statement does not stop the rest.

    What is wrong with its form is reported in the words of its page, and so once.
    """
    must_break = bool(draft.check.option("breaks") or draft.check.option("raises"))
    statements, wrong = session(draft.check.text, dict(draft.check.options))
    for offset, says, hint in wrong:
        draft.report(says, draft.check.place.line + offset, hint=hint, loci=())
    sys.displayhook = sys.__displayhook__
    with assertions_reached(draft, statements):
        for statement in statements[:-1] if must_break else statements:
            _run_statement(context, draft, statement)
        if must_break and statements:
            _run_breaking(context, draft, statements[-1])


def _line(draft: Draft, statement: doctest.Example) -> int:
    """Return a statement's line in the file."""
    return draft.check.place.line + statement.lineno


def _execute(context: Context, draft: Draft, statement: doctest.Example) -> tuple[str, BaseException | None]:
    """Run a statement; return what it printed and what it raised."""
    code = context.compile(draft, statement.source, _line(draft, statement), "single")
    with captured() as out:
        try:
            context.run(exec, code)
        except BaseException as error:
            return out.getvalue(), error
    return out.getvalue(), None


def _run_statement(context: Context, draft: Draft, statement: doctest.Example) -> None:
    """Run a statement and compare its output or the exception that it shows."""
    got, error = _execute(context, draft, statement)
    line = _line(draft, statement)
    flags = doctest.DONT_ACCEPT_TRUE_FOR_1
    if "ellipsis" in dict(draft.check.options):
        flags |= doctest.ELLIPSIS
    if statement.want or any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(statement.source))):
        draft.compared += 1
    if error is None:
        _compare(draft, statement, statement.want, _as_written(got), flags)
    elif statement.exc_msg is None:
        draft.findings.append(context.raised(draft, error, line))
    else:
        raised = exceptions.unsuggested("".join(traceback.format_exception_only(type(error), error)[-1:]))
        _compare(draft, statement, exceptions.unsuggested(statement.exc_msg), _as_written(raised), flags, _TRACEBACK)


def _as_written(output: str) -> str:
    """Return an output as a page can hold it: its last line ended, no blanks at line ends, blanks instead of tabs."""
    if output and not output.endswith("\n"):
        output += "\n"
    return "\n".join(line.expandtabs().rstrip() for line in output.split("\n"))


def _marked(output: str) -> str:
    """Return an output as an example shows it, with a mark for each empty line."""
    lines = output.removesuffix("\n").split("\n") if output else []
    return "\n".join(text or doctest.BLANKLINE_MARKER for text in lines)


def _compare(draft: Draft, statement: doctest.Example, want: str, got: str, flags: int, before: str = "") -> None:
    """Compare an output; if it differs, add the finding and offer to rewrite it.

    Args:
        draft: the example's result in the making.
        statement: the statement.
        want: the output that it shows, or the last line of the traceback that it shows.
        got: what came, as a page can hold it.
        flags: doctest's flags.
        before: what an example shows before this.
    """
    if _CHECKER.check_output(want, got, flags):
        return
    line = _line(draft, statement)
    hint = "" if _can_be_shown(got) else _CANNOT_BE_SHOWN
    if not hint and not (flags & doctest.ELLIPSIS and doctest.ELLIPSIS_MARKER in want):
        place = Place(draft.check.place.path, line + source_lines(draft.check.text.split("\n"), statement), 0)
        draft.edits.append(Edit(place, statement.want.removesuffix("\n"), _marked(f"{before}{got}"), line))
    says, gives = want.removesuffix("\n"), _fitting(want, got, flags)
    if "\n" in says or "\n" in gives:
        first = parting(says.split("\n"), gives.split("\n")) + 1
        message = f"the example's output differs from what the rules give in line {first}"
        draft.report(message, line, hint=hint, difference=difference(says, gives))
        return
    draft.report(
        f"the example says {shortened(says) or 'nothing'}",
        line,
        gives=f"the rules give {shortened(gives) or 'no output'}",
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


def _run_breaking(context: Context, draft: Draft, statement: doctest.Example) -> None:
    """Run the last statement of an example that must fail, and see that it fails for the reason given."""
    got, error = _execute(context, draft, statement)
    line = _line(draft, statement)
    breaks, raises = draft.check.option("breaks"), draft.check.option("raises")
    draft.compared += 1
    wanted = "the example must " + " and ".join(
        f"{verb} {what}" for verb, what in (("break", breaks), ("raise", raises)) if what
    )
    if raises in _TOO_GENERAL:
        draft.report(f":raises: {raises} would hold for any failure", line, hint="name the error's own class")
    locus: Any = getattr(error, "locus", None)
    if error is None:
        printed = f" and print {shortened(got.strip())}" if got.strip() else ""
        draft.report(wanted, line, gives=f"the rules allow it{printed}")
    elif (raises and not _is_called(error, raises)) or (breaks and locus != breaks):
        gives = f"it raises {exceptions.describe(error)}" + ("" if locus or raises else ", which names no locus")
        frames = context.raised(draft, error).frames
        draft.report(wanted, line, gives=gives, frames=frames)


def _is_called(error: BaseException, name: str) -> bool:
    """Return whether an error's class, or one that it derives from, has this name (with its module or without)."""
    return any(name in (kind.__name__, f"{kind.__module__}.{kind.__qualname__}") for kind in type(error).__mro__)
