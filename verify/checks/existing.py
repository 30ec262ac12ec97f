"""Judges the blocks of an existing page: what doctest passes holds, and what passes only by its leniency is noted.

Options of a block: ``group``, ``flags`` (doctest's, as a number), ``skipif`` (a condition) and, of code whose output
stands apart, ``output`` (the text) and ``output-line`` (how many lines below the code it begins).
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence
from typing import Final

from verify.checks import exceptions, prompts
from verify.checks.differences import difference
from verify.checks.draft import Draft, Stop
from verify.checks.example import HEADER, compare
from verify.checks.said import Part, Piece, Raised, Said
from verify.model import Check, Finding, Kind

FLAGS: Final = doctest.DONT_ACCEPT_TRUE_FOR_1 | doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
"""The flags of ``sphinx.ext.doctest`` where a site sets none."""
_CHECKER: Final = doctest.OutputChecker()
_TRACEBACK: Final = vars(doctest.DocTestParser)["_EXCEPTION_RE"]
_KIND: Final = vars(doctest)["_strip_exception_details"]
_MISSING: Final = re.compile(r"(?:NameError: name|ModuleNotFoundError: No module named) '(\w+)")
_LAID_DOWN: Final = re.compile(r"^(?:(?:async )?def |class )?(\w+)(?= *[=(:])", re.MULTILINE)
"""What looks like a name that is bound, where code is not Python."""


def pieces(check: Check) -> list[Piece]:
    """Return the code of a block, or of a set-up; a condition comes first."""
    path, line = check.place.path, check.place.line
    condition: list[Piece] = [("skipif", check.option("skipif"), path, line)] if check.option("skipif") else []
    if check.kind is Kind.SETUP:
        return [*condition, ("exec", check.text, path, line)]
    mode = "exec" if "output" in dict(check.options) else "single"
    return [*condition, *((mode, one.source, _file(check, number), 1) for number, one in _to_run(check))]


def _file(check: Check, number: int) -> str:
    """Return the name that the code of a statement has for Python, as doctest gives it."""
    return f"<doctest {check.group}[{number}]>"


def statements(check: Check) -> list[doctest.Example]:
    """Return the statements of a block.

    Raises:
        ValueError: if doctest cannot read it.
    """
    options = dict(check.options)
    if "output" not in options:
        return prompts.PARSER.get_examples(check.text)
    shown, apart = _TRACEBACK.match(options["output"]), {doctest.DONT_ACCEPT_BLANKLINE: True}
    return [doctest.Example(check.text, options["output"], shown and shown["msg"], options=apart)]


def _flags(check: Check, statement: doctest.Example) -> int:
    flags = int(check.option("flags"))
    for flag, on in statement.options.items():
        flags = flags | flag if on else flags & ~flag
    return flags


def _to_run(check: Check) -> list[tuple[int, doctest.Example]]:
    """Return the statements that are not skipped, each with its number."""
    numbered = enumerate(statements(check))
    return [(number, one) for number, one in numbered if not _flags(check, one) & doctest.SKIP]


class Group:
    """Judges the blocks of one group."""

    def __init__(self) -> None:
        """Begin it."""
        self._lost: dict[str, int] = {}

    def judge(self, draft: Draft, said: Said) -> None:
        """Compare a block, or see that a set-up raises nothing."""
        parts, condition = list(said.parts), draft.check.option("skipif")
        if condition:
            first = parts.pop(0)
            if first.raised:
                raise Stop(draft.finding(f"the condition of skipif raises {first.raised.described}"))
            draft.skipped = f"skipif: {condition}" if first.value is True else ""
        if draft.skipped:
            return
        if draft.check.kind is Kind.SETUP:
            _judge_setup(draft, *parts)
        else:
            self._judge_block(draft, parts)

    def _judge_block(self, draft: Draft, parts: Sequence[Part]) -> None:
        check = draft.check
        draft.notes += _notes(draft)
        ahead = _to_run(check)
        for at, ((number, statement), part) in enumerate(zip(ahead, parts, strict=True)):
            flags, line = _flags(check, statement), check.place.line + statement.lineno
            draft.compared += bool(statement.want)
            if _passes(statement, part, flags):
                draft.notes += _stale(draft, statement, part, line)
            elif part.raised and (why := self._follows(statement, part.raised, line)):
                draft.notes.append(draft.finding(why, line))
                draft.skipped = why
                self._lose(line, *(one.source for _, one in ahead[at:]))
                return
            else:
                _report(draft, statement, part, number)

    def _follows(self, statement: doctest.Example, error: Raised, line: int) -> str:
        """Return from which earlier failure one only follows, in words: that has left out a name that is missing."""
        missing = "".join(_MISSING.findall(error.text)[:1])
        if missing in self._lost:
            return f"not run, because {missing} is missing since line {self._lost[missing]} fails"
        if missing:
            self._lost[missing] = line
        self._lose(line, statement.source)
        return ""

    def _lose(self, line: int, *sources: str) -> None:
        """Take in that statements have not bound what they should have, because of the failure on a line."""
        self._lost |= dict.fromkeys((name for source in sources for name in _bound(source)), line)


def _bound(source: str) -> Iterator[str]:
    """Yield the names that a statement would have bound."""
    try:
        found = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        yield from _LAID_DOWN.findall(source)
        return
    for node in found:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield (other or name).partition(".")[0]


def _judge_setup(draft: Draft, part: Part) -> None:
    if part.raised:
        raise Stop(exceptions.raised(draft, part.raised))
    if part.out:
        draft.report("the set-up prints something, which counts as a failure", hint="let it print nothing")


def _passes(statement: doctest.Example, part: Part, flags: int) -> bool:
    """Return whether doctest passes a statement."""
    if part.raised is None:
        return _CHECKER.check_output(statement.want, _ended(part.out), flags)
    if statement.exc_msg is None:
        return False
    want, got = statement.exc_msg, part.raised.text
    kind_only = bool(flags & doctest.IGNORE_EXCEPTION_DETAIL) and _CHECKER.check_output(_KIND(want), _KIND(got), flags)
    return kind_only or _CHECKER.check_output(want, got, flags)


def _ended(output: str) -> str:
    return output if not output or output.endswith("\n") else f"{output}\n"


def _report(draft: Draft, statement: doctest.Example, part: Part, number: int) -> None:
    """Add the finding for a statement that fails."""
    check, error, flags = draft.check, part.raised, _flags(draft.check, statement)
    first, own = check.place.line + statement.lineno, _file(check, number)
    if error and statement.exc_msg is None:
        frames = [
            at._replace(file=check.place.path, line=first + at.line - 1) if at.file == own else at
            for at in error.frames
        ]
        draft.findings.append(exceptions.raised(draft, error._replace(frames=frames), first))
        return
    want = statement.exc_msg or statement.want if error else statement.want
    got = error.text if error else _ended(part.out)
    if line := check.option("output-line"):
        says = "the output differs from what the code gives"
        draft.report(
            says, check.place.line + int(line), difference=difference(want.removesuffix("\n"), got.removesuffix("\n"))
        )
    else:
        compare(draft, statement, want, got, f"{HEADER}{got}" if error else got, flags)


def _notes(draft: Draft) -> Iterator[Finding]:
    """Find what is skipped in a block, and what is compared with nothing."""
    check, found = draft.check, statements(draft.check)
    for statement in found:
        if _flags(check, statement) & doctest.SKIP:
            yield draft.finding("the statement is skipped by its flag", check.place.line + statement.lineno)
    if "output" in dict(check.options):
        if not check.option("output"):
            yield draft.finding("the code has no output, so it asserts nothing")
        return
    ellipsis = bool(int(check.option("flags")) & doctest.ELLIPSIS)
    for offset, says, _ in prompts.passed_over(check.text, found, ellipsis=ellipsis):
        yield draft.finding(says, check.place.line + offset)


def _stale(draft: Draft, statement: doctest.Example, part: Part, line: int) -> Iterator[Finding]:
    """Find what of an exception is not as the page shows it, though doctest passes it."""
    if part.raised is None or doctest.IGNORE_EXCEPTION_DETAIL in statement.options:
        return
    want, got = map(exceptions.unsuggested, (statement.exc_msg or "", part.raised.text))
    if not _CHECKER.check_output(want, got, _flags(draft.check, statement)):
        says, gives = f"the page shows {want.strip()}", f"it raises {got.strip()}"
        yield draft.finding(says, line, gives=f"{gives}, and only its kind is compared")
    if part.out:
        yield draft.finding("what it prints before it raises is not compared", line)
