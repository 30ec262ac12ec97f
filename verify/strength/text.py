"""Tries the changes of the text in a copy of the project: each must fail where it is made."""

from __future__ import annotations

import ast
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final

from verify import session
from verify.checks import files
from verify.checks.prompts import PARSER
from verify.model import Check, Kind, Page, Result, Unit, Verdict
from verify.run.plan import unit_of
from verify.run.pool import run_units
from verify.settings import Settings
from verify.strength.changes import LONG, Change, applied, beside, of_page, of_record
from verify.strength.trials import DEPENDS, copy, reached

_RECORDS: Final = 100
"""How many changed records one process replays."""

Asked = list[list[tuple[Change, int]]]
"""For each check of a unit its changes, each with the line at which it must fail; no list if all must hold."""


def run(pages: Sequence[Page], settings: Settings, jobs: int) -> Iterator[tuple[Change, bool]]:
    """Try all changes of these pages and yield each, with whether it was noticed where it was made.

    Raises:
        VerifyError: if the pages do not hold.
    """
    with tempfile.TemporaryDirectory() as folder:
        copied = copy(settings, Path(folder, "copy"))
        reached(session.verify_site(copied, pages, whole=False, jobs=jobs))
        todo = [one for page in pages for one in (*_records(page, copied), *_rounds(page, copied))]
        ran = run_units([unit for unit, _ in todo], copied, jobs)
    shortened: dict[str, bool] = {}
    for (unit, asked), results in zip(todo, ran, strict=True):
        if not asked:
            shortened[unit.page] = all(result.verdict is Verdict.HOLDS for result in results)
        for result, changes in zip(results, asked, strict=bool(asked)):
            for change, line in changes:
                yield change, shortened.get(unit.page, True) and _noticed(result, change, line)


def _noticed(result: Result, change: Change, line: int) -> bool:
    """Return whether a result has a fault between the line where a change must fail and the last where it may."""
    last, record = line + change.last - change.statement, change.check.kind is Kind.RECORD
    own = (one for one in result.findings if one.code != DEPENDS and bool(one.shown_at) is record)  # at its own file
    return any(line <= one.place.line <= last for one in own)


def _rounds(page: Page, settings: Settings) -> Iterator[tuple[Unit, Asked]]:
    """Yield the runs of a page that it takes to make each change of its claims and examples once.

    The last ones, for long outputs, leave out the examples that define nothing; one run shows that it holds without.
    """
    changes = list(of_page(page.checks))
    rounds = max(map(len, changes), default=0)
    for number in range(rounds):
        if number == LONG:
            kept = [
                one for one, own in zip(page.checks, changes, strict=True) if len(own) > LONG or _needed(one, number)
            ]
            yield unit_of(replace(page, checks=tuple(kept)), range(len(kept)), settings), []
        last = max(at for at, own in enumerate(changes) if number < len(own))
        checks: list[Check] = []
        asked: Asked = []
        for check, own in zip(page.checks[: last + 1], changes, strict=False):
            if number < len(own):
                check, lines = applied(check, own[number])
                asked.append(list(zip(own[number], lines, strict=True)))
            elif _needed(check, number):
                asked.append([])
            else:
                continue
            checks.append(check)
        yield unit_of(replace(page, checks=tuple(checks)), range(len(checks)), settings), asked


def _needed(check: Check, number: int) -> bool:
    """Return whether what stands below an unchanged check may need it in a round."""
    if check.kind is not Kind.EXAMPLE or "skip" in dict(check.options):
        return check.kind is Kind.SETUP
    statements = (node for one in PARSER.get_examples(check.text) for node in ast.parse(one.source).body)
    return number < LONG or any(not isinstance(node, ast.Expr) for node in statements)


def _records(page: Page, settings: Settings) -> Iterator[tuple[Unit, Asked]]:
    """Yield the runs of a page's changed records, whose files are written."""
    for check in page.checks:
        if check.kind is Kind.RECORD and "skip" not in dict(check.options):
            text = (settings.root / files.record_path(check, settings.docs)).read_text(encoding="utf-8")
            changes = enumerate(of_record(check, text, settings.docs))
            while some := list(islice(changes, _RECORDS)):
                checks = tuple(beside(check, number) for number, _ in some)
                for changed, (_, change) in zip(checks, some, strict=True):
                    path = settings.root / files.record_path(changed, settings.docs)
                    path.write_text(change.text or "", encoding="utf-8")
                asked = [[(change, change.statement)] for _, change in some]
                yield unit_of(replace(page, checks=checks), range(len(checks)), settings), asked
