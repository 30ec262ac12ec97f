"""Tries breaks on the checks that can notice them, several at once."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar

from verify.model import Page
from verify.run import channel
from verify.run import plan as run
from verify.run import reach as digest
from verify.run.unit import Unit
from verify.settings import Settings, VerifyError, environment
from verify.strength.breaks import Break
from verify.strength.code import Definition
from verify.strength.job import Called, Done, Job, Tried

PATIENCE: Final = 5
"""How many times the processor time of the unbroken rules a unit may take, besides three seconds."""


_T = TypeVar("_T")
_R = TypeVar("_R")


class Fate(StrEnum):
    """What came of a break."""

    CAUGHT = "caught"
    SURVIVED = "survived"
    UNREACHED = "unreached"
    """It survived, and no check runs what is broken."""
    UNVIABLE = "unviable"
    """The package cannot even be imported: no page is needed to notice that."""


@dataclass(frozen=True, slots=True)
class Tested:
    """A break and what came of it: the check that caught it, and what that said."""

    broken: Break
    fate: Fate
    place: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Sound:
    """A unit with what is known of it from a run with unbroken rules."""

    unit: Unit
    loci: frozenset[str]
    tried: Tried

    @property
    def seconds(self) -> int:
        """How much processor time it may take with broken rules."""
        return 3 + int(PATIENCE * self.tried.seconds)


class Trials:
    """The units of a site, and the processes in which they are tried."""

    def __init__(self, settings: Settings, jobs: int) -> None:
        """Start the processes; use it as a context."""
        self.settings = settings
        self.servers = [_Server(settings) for _ in range(jobs)]
        self.loaded = self.servers[0].loaded
        """The modules that the tool itself needs; those cannot be broken."""
        self.sound: list[Sound] = []
        self.at_import: Called = frozenset()

    def __enter__(self) -> Trials:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        for server in self.servers:
            server.close()

    def prepare(self, pages: Iterable[Page]) -> list[tuple[str, str]]:
        """Run all checks with unbroken rules and note what they reach.

        Returns:
            The checks that fail, with what they say: what they stand among is left out.

        Raises:
            VerifyError: if the rules cannot be imported.
        """
        reach = digest.Reach(self.settings)
        plans = [run.plan_page(page, self.settings, reach, {}, None) for page in pages]
        units = [planned.unit for plan in plans for planned in plan.units]
        by_preload: dict[tuple[str, ...], list[Unit]] = {}
        for unit in units:
            by_preload.setdefault(unit.preload, []).append(unit)
        limits = {id(unit): int(sum(unit.limits)) + 1 for unit in units}
        groups = list(by_preload.values())
        failing: list[tuple[str, str]] = []
        jobs = [
            Job(tuple((unit, limits[id(unit)]) for unit in group), self.settings.root, self.settings.store, listen=True)
            for group in groups
        ]
        for group, done in zip(groups, self._all(jobs, _run_job), strict=True):
            if done.unimportable:
                raise VerifyError(f"the rules cannot be imported: {done.unimportable}")
            self.at_import |= done.called
            for unit, tried in zip(group, done.tried, strict=True):
                loci = frozenset(locus for step in unit.steps for locus in step.loci)
                if tried.place:
                    failing.append((tried.place, tried.says))
                else:
                    self.sound.append(Sound(unit, loci, tried))
        return failing

    def run(self, broken: Sequence[Callable[[], Break]], said: Callable[[int], object]) -> list[Tested]:
        """Try breaks and return what came of each.

        Args:
            broken: makes each break when it is due.
            said: is told how many have been tried.
        """
        count = 0

        def one(server: _Server, make: Callable[[], Break]) -> Tested:
            nonlocal count
            tested = self._try(server, make())
            count += 1
            said(count)
            return tested

        return self._all(broken, one)

    def _try(self, server: _Server, broken: Break) -> Tested:
        try:
            compile(broken.source, broken.path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            return Tested(broken, Fate.UNVIABLE, "", str(error))
        sound = self._noticing(broken)
        if not sound:
            return Tested(broken, Fate.UNREACHED)
        definition = broken.place.definition
        overlay = {str(definition.path): broken.source.encode()}
        tries = tuple((one.unit, one.seconds) for one in sound)
        done = server.run(Job(tries, self.settings.root, self.settings.store, overlay))
        if done.unimportable:
            return Tested(broken, Fate.UNVIABLE, "", done.unimportable)
        failed = next((one for one in done.tried if one.place), None)
        if failed is None:
            return Tested(broken, Fate.SURVIVED)
        return Tested(broken, Fate.CAUGHT, failed.place, failed.says)

    def _noticing(self, broken: Break) -> list[Sound]:
        """Return the units that run what is broken, first those about its loci; those of one preload stand together."""
        definition, loci = broken.place.definition, frozenset(broken.place.loci)
        later = definition.runs_later and not _calls(self.at_import, definition)
        found = [
            sound
            for sound in self.sound
            if (_calls(sound.tried.called, definition) if later else definition.module in sound.tried.modules)
        ]
        found.sort(key=lambda sound: (not loci & sound.loci, sound.tried.seconds))
        first: dict[tuple[str, ...], int] = {}
        for number, sound in enumerate(found):
            first.setdefault(sound.unit.preload, number)
        return sorted(found, key=lambda sound: first[sound.unit.preload])

    def _all(self, todo: Sequence[_T], work: Callable[[_Server, _T], _R]) -> list[_R]:
        """Do some work for each of several things, on all processes, and return what came of it, in their order."""
        waiting: queue.SimpleQueue[tuple[int, _T]] = queue.SimpleQueue()
        for entry in enumerate(todo):
            waiting.put(entry)
        found: dict[int, _R] = {}
        errors: list[BaseException] = []

        def serve(server: _Server) -> None:
            while not errors:
                try:
                    number, thing = waiting.get_nowait()
                except queue.Empty:
                    return
                try:
                    found[number] = work(server, thing)
                except BaseException as error:
                    errors.append(error)

        threads = [threading.Thread(target=serve, args=(server,), daemon=True) for server in self.servers]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)  # lets an interrupt through
        if errors:
            raise errors[0]
        return [found[number] for number in range(len(todo))]


def _calls(called: Called, definition: Definition) -> bool:
    """Return whether one of these functions is in a definition."""
    path = str(definition.path)
    return any(file == path and definition.first <= line <= definition.last for file, line in called)


def _run_job(server: _Server, job: Job) -> Done:
    return server.run(job)


class _Server:
    """A process that runs jobs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._start()

    def _start(self) -> None:
        settings = self.settings
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "verify.strength.trial", str(settings.root / settings.store / "code")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            bufsize=0,
            cwd=settings.root,
            env=environment(settings),
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.requests, self.replies = self.popen.stdin.fileno(), self.popen.stdout.fileno()
        self.loaded: frozenset[str] = self._read()

    def run(self, job: Job) -> Done:
        """Run a job; a process that was lost is started once more.

        Raises:
            VerifyError: if it is lost again.
        """
        try:
            channel.write(self.requests, job)
            done: Done = self._read()
        except (VerifyError, BrokenPipeError):
            self.close()
            self._start()
            channel.write(self.requests, job)
            done = self._read()
        return done

    def _read(self) -> Any:
        try:
            return channel.read(self.replies)
        except EOFError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(1)
            self.errors.seek(0)
            said = self.errors.read().decode("utf-8", "replace").strip()
            raise VerifyError(
                f"the process that tries breaks has ended: {said or f'status {self.popen.poll()}'}"
            ) from None

    def close(self) -> None:
        """End the process."""
        for stream in (self.popen.stdin, self.popen.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(1)
        self.popen.kill()
        self.popen.wait()
        self.errors.close()
