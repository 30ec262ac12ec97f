"""Runs the checks of pages: takes from the store what still holds, runs the rest in processes of their own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from verify.checks import files
from verify.model import Check, Finding, Kind, Page, Place, Result, Unit, Verdict
from verify.run import reach
from verify.run.store import Kept, Store
from verify.settings import Settings, environment, in_ci
from verify.texts.asked import Judge


@dataclass(frozen=True, slots=True)
class Run:
    """The results of a run.

    Attributes:
        results: one for each check and set-up, in the order of pages and text.
        reused: how many of the checks were taken from the store.
    """

    results: tuple[Result, ...]
    reused: int


def run_site(
    pages: Iterable[Page],
    settings: Settings,
    *,
    select: Callable[[Check], bool] | None = None,
    jobs: int | None = None,
    fresh: bool | None = None,
    fail_fast: bool = False,
) -> Run:
    """Run the checks of pages; what one page does reaches no other.

    Args:
        pages: the pages.
        settings: the site's settings.
        select: which checks to run; what comes before them on their page runs too, but only set-ups have results.
        jobs: how many pages run at once; the setting if left out. The results do not depend on it.
        fresh: whether to ignore stored results; if left out, exactly when ``CI`` is set.
        fail_fast: stop after the first check that fails, in the order of pages and text.
    """
    store = Store(settings.root / settings.store)
    find = _Lookup(settings, store, in_ci() if fresh is None else fresh)
    plans = [Plan(page, select, find) for page in pages]
    todo = [(plan, unit) for plan in plans for unit in plan.units]
    if todo:
        from verify.run.pool import run_units  # processes are needed only if something runs

        units = [unit for _, unit in todo]
        ran = run_units(units, settings, jobs or settings.workers, stop_at_failure=fail_fast)
        for (plan, unit), results in zip(todo, ran, strict=True):
            plan.take(unit, results, store)
    store.save((plan.page.path for plan in plans), {key for plan in plans for key in plan.keys})
    judge = Judge(settings)
    found = [(judge(result), stored) for plan in plans for result, stored in plan.found()]
    if fail_fast and Verdict.FAILS in (verdicts := [result.verdict for result, _ in found]):
        found = found[: verdicts.index(Verdict.FAILS) + 1]
    reused = sum(stored and result.check.kind.is_check for result, stored in found)
    return Run(tuple(result for result, _ in found), reused)


class _Lookup:
    """Finds the keys of checks, and what is stored under them that still holds."""

    def __init__(self, settings: Settings, store: Store, fresh: bool) -> None:
        self.settings = settings
        self.store = store
        self.fresh = fresh
        self.digest = cache(partial(reach.state, settings.root, environment(settings)))
        self.own = reach.own()
        self.watched = reach.watched_digest(settings.watch, settings.root)

    def keys(self, page: Page) -> Iterator[str]:
        """Yield the keys of a page's checks: each covers all before it in the page's namespace; a skip has none."""
        settings = self.settings
        given = [self.own, page.path, settings.docs, settings.language, settings.watch, settings.memory_limit]
        given.append(settings.existing)
        start = hashlib.sha256(json.dumps(given).encode())
        sessions: dict[str, Any] = {}
        for check in page.checks:
            if "skip" in dict(check.options):
                yield ""
                continue
            uses = [(name, self.digest(name)) for name in files.used_files(check, settings.docs)]
            part = [check.kind, check.text, check.options, check.loci, time_limit(check, settings), uses]
            if _vouched(check):
                part.append(self.watched)
            key = start.copy() if check.kind.is_alone else sessions.setdefault(check.group, start.copy())
            key.update(json.dumps(part).encode())
            yield key.hexdigest()

    def result(self, check: Check, key: str) -> Result | None:
        """Return the result of a check that need not run: one that is skipped or stored."""
        if not key:
            return _skipped(check)
        kept = None if self.fresh else self.store.find(key, self.digest)
        if kept is None:
            return None
        path, code = check.place.path, f"verify.{check.kind}"
        notes = tuple(
            Finding(Place(path, check.place.line + offset), code, says, gives, check.loci, hint=hint)
            for offset, says, gives, hint in kept.notes
        )
        held = Result(check, Verdict.HOLDS, (), kept.loci, kept.compared)
        return replace(held, asked=kept.asked, notes=notes, reached=kept.reached)


class Plan:
    """What is known of one page, and what is to be done for it.

    Attributes:
        page: the page.
        keys: the keys of its checks and set-ups, empty for what is skipped.
        units: what must run.
    """

    def __init__(self, page: Page, select: Callable[[Check], bool] | None, find: _Lookup) -> None:
        """Make it.

        Args:
            page: the page.
            select: which checks are wanted.
            find: tells what is stored.
        """
        self.page = page
        self.keys = list(find.keys(page))
        known = [find.result(check, key) for check, key in zip(page.checks, self.keys, strict=True)]
        self._known = {position: result for position, result in enumerate(known) if result is not None}
        self._ran: dict[int, Result] = {}
        self._wanted = _wanted(page.checks, select)
        spaces = _spaces(page.checks)
        due = [position for position, wanted in enumerate(self._wanted) if wanted and position not in self._known]
        last = {spaces[position]: position for position in due}
        parts: dict[str, list[int]] = {space: [] for space in last}
        for position, space in enumerate(spaces):
            if self.keys[position] and position <= last.get(space, -1):
                parts[space].append(position)
        self.units = [unit_of(page, part, find.settings) for part in parts.values()]

    def take(self, unit: Unit, results: Sequence[Result], store: Store) -> None:
        """Take in the results of a unit, each with all that was read up to its end, and store those that can be."""
        reached: dict[str, str] = {}
        for position, result in zip(unit.positions, results, strict=False):
            check = self.page.checks[position]
            reached.update(() if _vouched(check) else result.reached)
            result = replace(result, check=check, reached=tuple(sorted(reached.items())))
            self._ran[position] = result
            key = self.keys[position]
            store.entries.pop(key, None)
            if result.verdict is Verdict.HOLDS and not result.unknown:
                line = result.check.place.line
                notes = tuple((note.place.line - line, note.says, note.gives, note.hint) for note in result.notes)
                kept = self.page.path, result.compared, result.loci, result.asked, notes, result.reached
                store.entries[key] = Kept(*kept)

    def found(self) -> Iterator[tuple[Result, bool]]:
        """Yield the results that are wanted, as far as they are known, and whether each comes from the store."""
        for position, result in sorted((self._ran | self._known).items()):
            if self._wanted[position]:
                yield result, position in self._known and bool(self.keys[position])


def unit_of(page: Page, positions: Sequence[int], settings: Settings) -> Unit:
    """Return what one process runs of a page: the checks at these positions, none of which is skipped."""
    checks = tuple(page.checks[position] for position in positions)
    limits = tuple(time_limit(check, settings) for check in checks)
    return Unit(page.path, tuple(positions), checks, limits)


def _wanted(checks: Sequence[Check], select: Callable[[Check], bool] | None) -> list[bool]:
    """Tell which checks are wanted: those selected, and each set-up that one of them depends on."""
    if select is None:
        return [True] * len(checks)
    chosen = [check.kind is not Kind.SETUP and select(check) for check in checks]
    spaces = _spaces(checks)
    last = {space: position for position, space in enumerate(spaces) if chosen[position]}
    return [
        position <= last.get(spaces[position], -1) if check.kind is Kind.SETUP else chosen[position]
        for position, check in enumerate(checks)
    ]


def _spaces(checks: Sequence[Check]) -> list[str]:
    """Return what each check shares its namespace with, by name: one that is alone with none."""
    return [f"alone {at}" if one.kind.is_alone else f"group {one.group}" for at, one in enumerate(checks)]


def _vouched(check: Check) -> bool:
    """Return whether a check of a kind that starts processes says what it uses: that and the rules are all, then."""
    return check.kind.is_other and bool(check.option("uses"))


def _skipped(check: Check) -> Result:
    """Return the result of a check with ``:skip:``."""
    if check.option("skip").strip():
        return Result(check, Verdict.SKIPPED, (), check.loci, 0)
    finding = Finding(check.place, "verify.skip", ":skip: has no reason", loci=check.loci, hint="write one after it")
    return Result(check, Verdict.FAILS, (finding,), check.loci, 0)


def time_limit(check: Check, settings: Settings) -> float:
    """Return how long a check may take, in seconds: its ``:timeout:``, which its page has judged, or the setting."""
    return float(check.option("timeout") or settings.time_limit)
