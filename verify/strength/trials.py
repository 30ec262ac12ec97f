"""Tries breaks, several at once, each in a copy of the project: nothing of the project itself is touched.

What code each process of a page runs is noted once, with unbroken rules; a break is tried where code that it changes
ran, and on all pages that read the broken module if that ran nowhere. What it turned red is kept with the stored
results, by page, until the module, the page or anything that the page reads is another.
"""

from __future__ import annotations

import hashlib
import json
import queue
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

from verify import session
from verify.model import Check, Kind, Page, Place, Result, Unit
from verify.run.plan import unit_of
from verify.run.pool import Worker
from verify.settings import Settings, VerifyError
from verify.strength.ran import RAN, named
from verify.strength.results import Break, Fate, Reds, Tried, files
from verify.texts.asked import Judge

_KEEP_EVERY: Final = 20  # breaks: so many are lost at most if a run is ended
_SLOWER: Final = 10
"""How many times as long as else a check may take while it is noted what runs."""
_PATIENCE: Final = (3.0, 4.0)
"""How long a check may take with broken rules: so many seconds, and so many times what all of its unit take."""
DEPENDS: Final = "verify.depends"
"""The code of a check that was not run since its set-up fails: it has noticed nothing itself."""

_Kept = dict[str, tuple[str, list[int]]]
"""The same of one break, with the digest of what each page depends on; of one that is not viable, ``_UNVIABLE``."""
_UNVIABLE: Final[_Kept] = {"": ("", [])}


@dataclass(frozen=True, slots=True)
class _Concerned:
    """A unit, the files that its process reads, and the code that it runs, as :func:`verify.strength.ran.named`."""

    unit: Unit
    files: frozenset[str]
    ran: frozenset[str]


def run(breaks: Sequence[Break], settings: Settings, jobs: int, minutes: float) -> Iterator[Tried]:
    """Try breaks, so many at once, and yield each with what becomes of it, in order.

    Args:
        breaks: the breaks.
        settings: the site's settings.
        jobs: how many are tried at once.
        minutes: how long to begin with another one, after which those that are left stay untried.

    Raises:
        VerifyError: if the pages do not hold with unbroken rules.
    """
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        first = copy(settings, Path(folder, "0"))
        pages = [page for page in session.scan_pages(first) if any(check.kind.is_check for check in page.checks)]
        digests = reached(session.verify_site(first, pages, whole=False, jobs=jobs))
        concerned, packages = _concerned(pages, first)
        idle: queue.SimpleQueue[_Room] = queue.SimpleQueue()
        for number in range(1, jobs + 1):
            idle.put(stack.enter_context(closing(_Room(copy(settings, Path(folder, str(number))), packages))))
        known = _Known(settings)
        todo = {broken: due for broken in breaks if (due := _due(broken, concerned, digests, known, settings))}

        def attempt(broken: Break) -> Reds | None:
            if time.monotonic() > end:
                return {}
            room = idle.get()
            try:
                return room.attempt(broken, todo[broken])
            finally:
                idle.put(room)

        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        ran = pool.map(attempt, todo)
        try:
            for number, broken in enumerate(breaks):
                name = known.name(broken)
                late = False
                if broken in todo:
                    reds = next(ran)
                    late = reds == {}
                    found = {page: (digests[page], sorted(red)) for page, red in (reds or {}).items()}
                    known.breaks[name] = _UNVIABLE if reds is None else known.breaks[name] | found
                    if number % _KEEP_EVERY == 0:
                        known.keep()
                kept = known.breaks[name]
                red = {page: red for page, (_, red) in kept.items() if page}
                fate: Fate = "unviable" if kept == _UNVIABLE else "caught" if any(red.values()) else "survived"
                yield broken, "untried" if late else fate, red
        finally:
            known.keep()


def _concerned(pages: Sequence[Page], settings: Settings) -> tuple[list[_Concerned], list[str]]:
    """Return the units of these pages, with as much time as broken rules are given, and the packages they import.

    Raises:
        VerifyError: if one of them does not hold once the packages are imported.
    """
    units = [unit_of(page, part, settings) for page in pages for part in _parts(page)]
    with closing(Worker(settings, "verify.strength.ran")) as worker:
        slow = [replace(unit, limits=tuple(_SLOWER * limit for limit in unit.limits)) for unit in units]
        noted = [{name for result in worker.run(unit) for name, _ in result.reached} for unit in slow]
    packages = sorted(set(filter(None, map(_module, set().union(*noted)))))
    found: list[_Concerned] = []
    with closing(_Room(settings, packages)) as room:
        for unit, names in zip(units, noted, strict=True):
            begun = time.monotonic()
            red = [finding for result in room.run(unit) for finding in result.findings]
            if red:
                raise VerifyError(f"{unit.page} does not hold once other packages are imported: {red[0]}")
            patience = _PATIENCE[0] + _PATIENCE[1] * (time.monotonic() - begun)
            unit = replace(unit, limits=tuple(min(limit, patience) for limit in unit.limits))
            ran = frozenset(name for name in names if name.startswith(RAN))
            found.append(_Concerned(unit, frozenset(names - ran), ran))
    return found, packages


def _module(name: str) -> str:
    """Return what the module of another package is called whose file was read; empty if it is none."""
    rest = name.partition("-packages/")[2]
    parts = rest.removesuffix(".py").removesuffix("/__init__").split("/")
    return ".".join(parts) if rest.endswith(".py") and all(map(str.isidentifier, parts)) else ""


def _parts(page: Page) -> Iterator[list[int]]:
    """Yield where the checks of a page stand that run in one process: those that share a namespace, and each record."""
    every = [position for position, check in enumerate(page.checks) if not check.option("skip")]
    records = [position for position in every if page.checks[position].kind is Kind.RECORD]
    yield from filter(None, ([one for one in every if one not in records], *([one] for one in records)))


def _due(
    broken: Break, concerned: Iterable[_Concerned], digests: Mapping[str, str], known: _Known, settings: Settings
) -> list[Unit]:
    """Return where a break is still to be tried, first on pages about its loci; forget what no longer concerns it."""
    path = files(settings)[broken.module]
    file = path.relative_to(settings.root).as_posix()
    changed = {named(file, code) for code in _changed(_compiled(path), broken.source)}
    readers = [one for one in concerned if file in one.files]
    starting = [one for one in readers if any("another process" in name for name in one.files)]
    where = [one for one in readers if one.ran & changed or one in starting]
    where = where if any(one.ran & changed for one in where) else readers  # code that runs unseen, as in a thread
    kept = known.breaks.setdefault(known.name(broken), {})
    for page in kept.keys() - {"", *(one.unit.page for one in where)}:
        del kept[page]
    due = [one.unit for one in where if kept != _UNVIABLE and kept.get(one.unit.page, "_")[0] != digests[one.unit.page]]
    return sorted(due, key=lambda unit: not any(set(broken.loci) & set(check.loci) for check in unit.checks))


@cache
def _compiled(path: Path) -> CodeType:
    return compile(path.read_text(encoding="utf-8"), "", "exec", dont_inherit=True)


def _changed(code: CodeType, source: str) -> list[CodeType]:
    """Return the outermost parts of code, as functions, that a broken text changes; all of it if it is no Python."""
    try:
        return list(_different(code, compile(source, "", "exec", dont_inherit=True)))
    except SyntaxError:
        return [code]


def _different(code: CodeType, other: CodeType) -> Iterator[CodeType]:
    own, others = _inner(code), _inner(other)
    if _state(code) != _state(other) or len(own) != len(others):
        yield code
    else:
        for one, its in zip(own, others, strict=True):
            yield from _different(one, its)


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _state(code: CodeType) -> tuple[Any, ...]:
    """Return what code does, wherever it stands, but for what functions inside it do."""
    constants = [repr(one) for one in code.co_consts if not isinstance(one, CodeType)]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    return (code.co_code, code.co_exceptiontable, constants, names, counts)


class _Room:
    """A copy of the project, in which one break at a time is tried, with some packages imported beforehand."""

    def __init__(self, settings: Settings, packages: Sequence[str]) -> None:
        """Make it where the copy is."""
        self._settings = settings
        self._judge = Judge(settings)
        self._worker = Worker(settings, "verify.strength.ran", *packages)
        self.close = self._worker.close

    def run(self, unit: Unit) -> list[Result]:
        """Run a unit, up to a check that hangs or ends its process; what it asks is judged as well."""
        return [self._judge(result) for result in self._worker.run(unit, whole=False)]

    def attempt(self, broken: Break, units: Sequence[Unit]) -> Reds | None:
        """Break the rules, run the units and mend the rules; return what is red by page, None if not viable."""
        file = files(self._settings)[broken.module]
        whole = file.read_text(encoding="utf-8")
        reds: dict[str, list[int]] = {unit.page: [] for unit in units}
        file.write_text(broken.source, encoding="utf-8")
        try:
            place = Place(file.name, 1)
            lone = Check(file.name, place, Kind.SETUP, (), f"import {broken.module}")
            if self.run(Unit(file.name, (0,), (lone,), (self._settings.time_limit,)))[0].findings:
                return None
            for unit in units:
                results = self.run(unit)
                for position, result in zip(unit.positions, results, strict=False):
                    if any(finding.code != DEPENDS for finding in result.findings):
                        reds[unit.page].append(position)
                if len(results) < len(unit.checks):
                    break  # rules that run for ever are noticed as well, and it would take hours to say by how many
        finally:
            file.write_text(whole, encoding="utf-8")
        return reds


class _Known:
    """What earlier runs have found out, in the folder of stored results; what cannot be read counts as nothing."""

    def __init__(self, settings: Settings) -> None:
        self.breaks: dict[str, _Kept] = {}
        self._file = settings.root / settings.store / "strength.json"
        with suppress(OSError, ValueError, AttributeError):
            document = json.loads(self._file.read_text(encoding="utf-8"))
            self.breaks = {name: {page: (d, red) for page, (d, red) in of.items()} for name, of in document.items()}

    @staticmethod
    def name(broken: Break) -> str:
        """Return what a break is kept under: it is another one when anything else in its module changes."""
        return hashlib.sha256("\0".join((broken.module, *broken.key, broken.source)).encode()).hexdigest()[:16]

    def keep(self) -> None:
        """Write it."""
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(self.breaks), encoding="utf-8")


def reached(outcome: session.Verification) -> dict[str, str]:
    """Return by page the digest of all that the results of its checks depend on.

    Raises:
        VerifyError: if the pages do not hold.
    """
    if not outcome.holds:
        raise VerifyError(f"the pages do not hold with unbroken rules; mend them first: {outcome.findings[0]}")
    states: dict[str, set[tuple[str, str]]] = defaultdict(set)
    texts: dict[str, list[str]] = defaultdict(list)
    for result in outcome.results:
        states[result.check.page].update(result.reached)
        texts[result.check.page].append(result.check.fingerprint)
    parts = {page: json.dumps([sorted(states[page]), texts[page]]) for page in texts}
    return {page: hashlib.sha256(part.encode()).hexdigest()[:16] for page, part in parts.items()}


def copy(settings: Settings, folder: Path) -> Settings:
    """Copy the project into a folder, without what is installed or built; return the settings there."""
    shutil.copytree(settings.root, folder, ignore=shutil.ignore_patterns(".*", "_build", "node_modules"))
    with suppress(FileNotFoundError):
        shutil.copytree(settings.root / settings.store, folder / settings.store)
    return replace(settings, root=folder)
