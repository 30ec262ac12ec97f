"""Reads a Python session with doctest's own parser, and says what is wrong with its form: what doctest passes over."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from verify.checks import faces

PARSER: Final = doctest.DocTestParser()
_NAMES: Final = {value: name for name, value in doctest.OPTIONFLAGS_BY_NAME.items()}
_ERROR: Final = re.compile(r"line (\d+) of the doc\w+ for \S+ (.*)", re.DOTALL)
_SHOWN: Final = re.compile(rf"{re.escape(doctest.BLANKLINE_MARKER)}|^Traceback .*", re.MULTILINE)
"""What stands in an output and says nothing of it."""
_OPTION: Final = re.compile(r":[a-z-]+:(\s|$)")
_EMPTY: Final = (">>>", "...")
_MAY_STAND_ALONE: Final = re.compile(r"\s*(?:(?:>>>|\.\.\.)\s*(?:#.*)?)?")

Unplaced = tuple[int, str, str]
"""A fault: the line's offset, what is wrong, how to mend it."""


def setup_findings(lines: Sequence[str]) -> list[Unplaced]:
    """Return what is wrong with the code of a set-up."""
    says, hint = "a set-up holds plain Python, but this line has a prompt", "remove the prompt, or make it an {example}"
    return [(offset, says, hint) for offset, line in enumerate(lines) if line.startswith(">>>")]


@lru_cache(4096)  # it is read when its page is, when it is run and when it is judged
def session(text: str, options: frozenset[str]) -> tuple[list[doctest.Example], list[Unplaced]]:
    """Take a session apart; return its statements (none if it is malformed), and what is wrong with it.

    Args:
        text: the session without the common indentation of its lines; the first is not blank.
        options: those of the example: with ``breaks`` or ``raises`` its last statement must raise an error, and so has
            no output; with ``ellipsis`` the sign ``...`` in an output stands for anything.
    """
    must_fail = "breaks" in options or "raises" in options
    lines = text.split("\n")
    try:
        statements = PARSER.get_examples(text, "example")
    except ValueError as error:
        match = _ERROR.search(str(error))
        offset, why = (int(match[1]) - 1, match[2]) if match else (0, str(error))
        says = f"malformed session: {why.replace('lacks blank', 'no space')}"
        return [], [(offset, says, "write it as at Python's own prompt")]
    for statement in statements:  # doctest has made blanks of tabs
        rows = lines[statement.lineno :][: statement.source.count("\n")]
        statement.source = "".join(f"{row[statement.indent + 4 :]}\n" for row in rows)
        statement.want = "".join(f"{row.rstrip()}\n" for row in statement.want.split("\n")[:-1])
    prompts = [offset for offset, line in enumerate(lines) if line.lstrip().startswith(">>>")]
    if not prompts:
        return [], [(0, "the example has no prompt, so it asserts nothing", "begin each statement with '>>> '")]
    findings = _stray(lines, statements, prompts[0])
    for statement in statements:
        if statement.indent:
            says = "'>>>' is indented otherwise than the lines around it"
            findings.append((statement.lineno, says, "align the prompts"))
        for flag in statement.options:
            hint = "give the whole example :skip: and a reason" if flag == doctest.SKIP else "use :ellipsis: if needed"
            says = f"the switch {_NAMES[flag]} is not allowed in an example, and has no effect"
            findings.append((statement.lineno, says, hint))
        findings += _empty_comparisons(statement, ellipsis="ellipsis" in options)
    if must_fail and statements and statements[-1].want:
        hint = "remove the output: the option says which error must be raised"
        says = "the last statement has an output, though it must raise an error"
        findings.append((statements[-1].lineno, says, hint))
    if not must_fail and not any(statement.want for statement in statements):
        hint = "write the output of its last statement, or name the error with :breaks: or :raises:"
        findings.append((prompts[-1], "the example has no output, so it asserts nothing", hint))
    return statements, findings


def passed_over(text: str, statements: Sequence[doctest.Example], *, ellipsis: bool) -> Iterator[Unplaced]:
    """Find what doctest passes over in a session: lines that belong to nothing, comparisons of nothing."""
    lines = text.split("\n")
    first = next((offset for offset, line in enumerate(lines) if line.lstrip().startswith(">>>")), 0)
    for stray in _stray(lines, statements, first):
        if lines[stray[0]].strip() not in _EMPTY:
            yield stray
    for statement in statements:
        yield from _empty_comparisons(statement, ellipsis=ellipsis)
    if not any(statement.want for statement in statements):
        yield 0, "the example has no output, so it asserts nothing", ""


def _empty_comparisons(statement: doctest.Example, *, ellipsis: bool) -> Iterator[Unplaced]:
    """Find what a statement compares with nothing: an output of ``...`` alone, an expression that cannot be false."""
    if ellipsis and doctest.ELLIPSIS_MARKER in statement.want and not re.search(r"\w", _SHOWN.sub("", statement.want)):
        yield statement.lineno, "the ellipsis stands for the whole output", "show the part that matters"
    body = faces.statements(statement.source)
    tests = [node.test for top in body for node in ast.walk(top) if isinstance(node, ast.Assert)]
    tests += [top.value for top in body if isinstance(top, ast.Expr) and not isinstance(top.value, ast.Constant)]
    for test in filter(faces.cannot_fail, tests):
        says = f"{ast.unparse(test)!r} cannot be false, so it asserts nothing"
        yield statement.lineno + test.lineno - 1, says, "compare what the rules give with something else"


def source_lines(lines: Sequence[str], statement: doctest.Example) -> int:
    """Return how many lines a statement takes up, an empty ``...`` that closes a block among them."""
    below = lines[statement.lineno + 1 :]
    return 1 + next((count for count, line in enumerate(below) if not line.lstrip(" ").startswith("...")), len(below))


def _stray(lines: Sequence[str], statements: Sequence[doctest.Example], first: int) -> list[Unplaced]:
    """Find the lines that belong to no statement and no output."""
    findings: list[Unplaced] = []
    used: set[int] = set()
    for statement in statements:
        end = statement.lineno + source_lines(lines, statement) + statement.want.count("\n")
        used.update(range(statement.lineno, end))
    for offset, line in enumerate(lines):
        if line.strip() in _EMPTY and offset not in used:
            findings.append((offset, "a prompt without a statement", "remove it"))
        elif offset not in used and not _MAY_STAND_ALONE.fullmatch(line):
            where, hint = "after a blank line or a comment", "write <BLANKLINE> for an empty line of output"
            if offset < first:
                where, hint = "before the first prompt", "begin it with '>>> '"
            if _OPTION.match(line):
                hint = "move the option to the top"
            says = f"{line.strip()!r} is neither statement nor output, and would not be compared: it stands {where}"
            findings.append((offset, says, hint))
    return findings
