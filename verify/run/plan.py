"""Runs the checks of pages: takes from the store what still holds, runs the rest in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from verify.model import Check, Finding, Kind, Page, Result, Verdict
from verify.run import reach as digest
from verify.run.store import Kept, Store
from verify.run.unit import Outcome, Unit
from verify.settings import Settings, in_ci


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a run.

    Attributes:
        results: one for each check and set-up, in the order of pages and text.
        reused: how many of them were taken from the store.
    """

    results: tuple[Result, ...]
    reused: int


def run_pages(
    pages: Iterable[Page], settings: Settings, *, jobs: int | None = None, fresh: bool | None = None
) -> list[Result]:
    """Run all checks of these pages and return one result for each check and set-up, in the order of pages and text.

    Args:
        pages: the pages; what one of them does reaches no other.
        settings: the site's settings.
        jobs: how many pages run at once; the setting if left out. The results do not depend on it.
        fresh: whether to ignore stored results; if left out, exactly when ``CI`` is set.
    """
    return list(run_site(pages, settings, jobs=jobs, fresh=fresh).results)


def run_site(
    pages: Iterable[Page],
    settings: Settings,
    *,
    select: Callable[[Check], bool] | None = None,
    jobs: int | None = None,
    fresh: bool | None = None,
    fail_fast: bool = False,
) -> Run:
    """Run checks as :func:`run_pages` does, and tell how many results were reused.

    Args:
        pages: the pages.
        settings: the site's settings.
        select: which checks to run; what comes before them on their page runs too, but only set-ups have results.
        jobs: how many pages run at once.
        fresh: whether to ignore stored results.
        fail_fast: stop after the first check that fails, in the order of pages and text.
    """
    fresh = in_ci() if fresh is None else fresh
    store = Store(settings.root / settings.store)
    reach = digest.Reach(settings, store.imports)
    plans = [plan_page(page, settings, reach, {} if fresh else store.entries, select) for page in pages]
    todo = [unit for plan in plans for unit in plan.units]
    if todo:
        from verify.run.pool import Pool  # processes are needed only if something runs

        if not fail_fast:
            todo.sort(key=lambda planned: planned.unit.preload)  # stable: each nursery is made once
        Pool(settings, jobs or settings.workers).run(todo, stop_at_failure=fail_fast)
    for plan in plans:
        plan.keep(store, reach)
    store.save(
        (plan.page for plan in plans),
        {key for plan in plans for key in plan.keys if key},
        reach.sources(),
    )
    results = [result for plan in plans for result in plan.results()]
    if fail_fast:
        first = next((place for place, result in enumerate(results) if result.verdict is Verdict.FAILS), len(results))
        results = results[: first + 1]
    stored = {id(plan.known[index]) for plan in plans for index in plan.stored}
    reused = sum(id(result) in stored and result.check.kind.is_check for result in results)
    return Run(tuple(results), reused)


@dataclass
class Planned:
    """A unit with the positions of its steps on the page, and what came of it."""

    unit: Unit
    positions: tuple[int, ...]
    results: dict[int, Result] = field(default_factory=dict)
    reached: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)

    def take(self, lost: dict[int, str], outcomes: list[Outcome]) -> None:
        """Take what came of the steps; ``lost`` are those that hung or ended their process."""
        for index, why in lost.items():
            check = self.unit.steps[index]
            finding = Finding(check.place, f"verify.{check.kind}", f"the {check.kind.called} {why}", loci=check.loci)
            self.results[index] = Result(check, Verdict.FAILS, (finding,), check.loci, 0)
        for index, findings, loci, compared, edits, files, modules in outcomes:
            verdict = Verdict.FAILS if findings else Verdict.HOLDS
            self.results[index] = Result(self.unit.steps[index], verdict, findings, loci, compared, edits)
            self.reached[index] = (files, modules)


@dataclass
class Plan:
    """What is to be done for one page.

    Attributes:
        page: the page.
        checks: its checks and set-ups.
        chosen: which of them are wanted.
        keys: their keys, empty for what is skipped.
        known: the results known without running anything, by position.
        stored: the positions whose results came from the store.
        units: what must run.
    """

    page: str
    checks: tuple[Check, ...]
    chosen: list[bool]
    keys: list[str]
    known: dict[int, Result]
    stored: set[int]
    units: list[Planned] = field(default_factory=list)

    def results(self) -> list[Result]:
        """Return the results of the checks chosen, as far as they were run."""
        found = dict(self.known)
        for planned in self.units:
            for index, result in planned.results.items():
                found.setdefault(planned.positions[index], result)
        return [found[index] for index in sorted(found) if self.chosen[index]]

    def keep(self, store: Store, reach: digest.Reach) -> None:
        """Put what holds into the store."""
        for planned in self.units:
            for index, result in planned.results.items():
                if result.verdict is Verdict.HOLDS:
                    key, (files, modules) = self.keys[planned.positions[index]], planned.reached[index]
                    store.entries[key] = Kept(
                        self.page,
                        result.compared,
                        result.loci,
                        {name: reach.below(name) for name in files},
                        {name: reach.module(name) for name in modules},
                    )


def plan_page(
    page: Page,
    settings: Settings,
    reach: digest.Reach,
    entries: dict[str, Kept],
    select: Callable[[Check], bool] | None,
) -> Plan:
    """Work out the keys of a page's checks, what the store knows of them and what must run."""
    keys = digest.PageKeys(reach, page.path)
    plan = Plan(page.path, page.checks, _chosen(page.checks, select), [], {}, set())
    session: list[int] = []
    for index, check in enumerate(page.checks):
        limit = time_limit(check, settings)
        if (skipped := _skipped(check)) is not None:
            plan.keys.append("")
            plan.known[index] = skipped
            continue
        key = keys.add(check, limit)
        plan.keys.append(key)
        kept = entries.get(key)
        if kept is not None and _still(kept, reach):
            plan.known[index] = Result(check, Verdict.HOLDS, (), kept.loci, kept.compared)
            plan.stored.add(index)
        if check.kind is not Kind.RECORD:
            session.append(index)
        elif index not in plan.known and plan.chosen[index]:
            preload = digest.record_modules(settings.root, digest.record_path(check, settings.docs))
            plan.units.append(_planned(page, (index,), preload, settings))
    last = max((index for index in session if index not in plan.known and plan.chosen[index]), default=-1)
    if last >= 0:
        preload = keys.preload
        plan.units.insert(0, _planned(page, tuple(index for index in session if index <= last), preload, settings))
    return plan


def _chosen(checks: Sequence[Check], select: Callable[[Check], bool] | None) -> list[bool]:
    """Tell which checks are wanted: those selected, and each set-up that one of them depends on."""
    if select is None:
        return [True] * len(checks)
    chosen = [check.kind is not Kind.SETUP and select(check) for check in checks]
    session = [wanted and check.kind is not Kind.RECORD for wanted, check in zip(chosen, checks, strict=True)]
    return [any(session[index:]) if check.kind is Kind.SETUP else chosen[index] for index, check in enumerate(checks)]


def _planned(page: Page, positions: tuple[int, ...], preload: tuple[str, ...], settings: Settings) -> Planned:
    steps = tuple(page.checks[index] for index in positions)
    limits = tuple(time_limit(step, settings) for step in steps)
    unit = Unit(page.path, steps, preload, settings.root, settings.docs, settings.watch, settings.store, limits)
    return Planned(unit, positions)


def _still(kept: Kept, reach: digest.Reach) -> bool:
    """Return whether what a stored check reached while it ran is what it was."""
    return all(reach.below(name) == value for name, value in kept.files.items()) and all(
        reach.module(name) == value for name, value in kept.modules.items()
    )


def _skipped(check: Check) -> Result | None:
    """Return the result of a check with ``:skip:``; None if it has none."""
    options = dict(check.options)
    if "skip" not in options:
        return None
    if options["skip"].strip():
        return Result(check, Verdict.SKIPPED, (), check.loci, 0)
    fault = Finding(check.place, "verify.skip", ":skip: has no reason", loci=check.loci, hint="write one after it")
    return Result(check, Verdict.FAILS, (fault,), check.loci, 0)


def time_limit(check: Check, settings: Settings) -> float:
    """Return how long a check may take, in seconds: its ``:timeout:`` or the setting."""
    try:
        own = float(check.option("timeout") or settings.time_limit)
    except ValueError:
        return settings.time_limit
    return own if own > 0 else settings.time_limit
