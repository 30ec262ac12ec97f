"""The worker processes of a run, one per job, each followed by a thread of ours."""

from __future__ import annotations

import contextlib
import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Final

from verify.model import Verdict
from verify.run import channel, follow
from verify.run.plan import Planned
from verify.settings import Settings, VerifyError, environment

CAN_FORK = hasattr(os, "fork")
"""Whether pages can have forked processes; elsewhere each has one started from nothing."""


STALLED: Final = 2 * follow.STARTUP
"""How long a worker may be seen to do nothing, in seconds, besides the time that a check may take."""


ALONE: Final = 0.6
"""How long the first worker is alone at least, in seconds."""

LIGHT: Final = 0.008
"""How long a light unit takes, in seconds: nearly all of it is forking, which two processes together do no faster."""


class WorkerError(VerifyError):
    """A worker process that cannot be started; the message holds what it said."""


class Pool:
    """Runs units, several at once; what comes of them does not depend on how many."""

    def __init__(self, settings: Settings, jobs: int) -> None:
        """Prepare it; nothing is started yet."""
        self.settings = settings
        self.jobs = jobs
        self.failed = threading.Event()
        self.errors: list[BaseException] = []

    def run(self, todo: Sequence[Planned], *, stop_at_failure: bool = False) -> None:
        """Run all units and put the results into them.

        Args:
            todo: the units, in the order in which they are begun.
            stop_at_failure: begin no further unit once a check has failed.

        Raises:
            WorkerError: if a worker cannot be started.
        """
        waiting: queue.SimpleQueue[Planned] = queue.SimpleQueue()
        for planned in todo:
            waiting.put(planned)
        workers = [Worker(self.settings) for _ in range(min(self.jobs, len(todo)))]
        threads = [
            threading.Thread(target=self._serve, args=(worker, waiting, stop_at_failure), daemon=True)
            for worker in workers
        ]
        begun: list[threading.Thread] = []
        try:
            for thread in threads:
                if len(begun) == 1 and self._one_suffices(begun[0], waiting):
                    break
                thread.start()
                begun.append(thread)
            for thread in begun:
                while thread.is_alive():
                    thread.join(0.2)  # lets an interrupt through
        finally:
            for worker in workers:
                worker.close()
        if self.errors:
            raise self.errors[0]

    def _one_suffices(self, first: threading.Thread, waiting: queue.SimpleQueue[Planned]) -> bool:
        """Wait as long as the first worker gets through light units; return whether it leaves nothing to others."""
        while True:
            before = waiting.qsize()
            first.join(ALONE)
            after = waiting.qsize()
            if not after or not first.is_alive():
                return True
            if before - after <= ALONE / LIGHT:
                return False

    def _serve(self, worker: Worker, waiting: queue.SimpleQueue[Planned], stop_at_failure: bool) -> None:
        while not (stop_at_failure and self.failed.is_set()) and not self.errors:
            try:
                planned = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                worker.run(planned)
            except BaseException as error:
                self.errors.append(error)
                return
            if any(result.verdict is Verdict.FAILS for result in planned.results.values()):
                self.failed.set()


class Worker:
    """A worker process: started when first needed, started anew when it is lost."""

    def __init__(self, settings: Settings) -> None:
        """Prepare it."""
        self.settings = settings
        self.process: _Process | None = None
        self.nursery: tuple[str, ...] | None = None
        self.unclean: set[tuple[str, ...]] = set()
        self.resources = contextlib.ExitStack()

    def run(self, planned: Planned) -> None:
        """Run one unit and put what comes of it into it."""
        if not CAN_FORK:
            _run_without_fork(self.settings, planned)
            return
        lost: dict[int, str] = {}
        careful = False
        while True:
            process = self._nursery(planned.unit.preload)
            try:
                channel.write(process.requests, (planned.unit, careful, lost))
                _wait(process, max(planned.unit.limits))
                lost = channel.read(process.replies, time.monotonic() + follow.STARTUP)
                planned.take(lost, channel.read(process.replies, time.monotonic() + follow.STARTUP))
                return
            except (EOFError, BrokenPipeError, TimeoutError) as error:
                if careful and isinstance(error, TimeoutError):
                    why = "was not finished: a check has stopped the process that runs all checks"
                    planned.take(
                        lost | {index: why for index in range(len(planned.unit.steps)) if index not in lost}, []
                    )
                    process.kill_child()
                    self.close()
                    return
                if careful:
                    index = follow.culprit(process.board.index, len(planned.unit.steps), lost)
                    lost[index] = "ended the process that runs all checks"
                careful = True  # the next time we know for sure which check it is
                process.kill_child()
                self.close()

    def _nursery(self, preload: tuple[str, ...]) -> _Process:
        """Return a process with a nursery in which these modules are imported, or none if they cannot be cleanly."""
        if preload in self.unclean:
            preload = ()
        if self.process is None:
            self.process, self.nursery = self._start(), None
        if self.nursery == preload:
            return self.process
        clean = False
        try:
            if self.nursery is not None:
                channel.write(self.process.requests, None)
            channel.write(self.process.requests, preload)
            self.nursery = preload
            limit = self.settings.time_limit if preload else follow.STARTUP
            clean = channel.read(self.process.replies, time.monotonic() + limit)
        except (TimeoutError, EOFError, BrokenPipeError):
            if not preload:
                raise WorkerError(f"the worker process fails: {self.process.said()}") from None
            self.close()
        if clean:
            return self.process
        self.unclean.add(preload)
        self.nursery = None
        return self._nursery(())

    def _start(self) -> _Process:
        """Start a process and wait until it is ready."""
        process = _Process(self.settings, self.resources.enter_context(_new_board()))
        try:
            channel.read(process.replies, time.monotonic() + follow.STARTUP)
        except (TimeoutError, EOFError):
            raise WorkerError(f"the worker process cannot be started: {process.said()}") from None
        Path(process.board.path).unlink(missing_ok=True)  # mapped on both sides: its name is needed no more
        return process

    def close(self) -> None:
        """End the process with everything it started."""
        if self.process is not None:
            self.process.close()
            self.process = None
        self.resources.close()


def _wait(process: _Process, limit: float) -> None:
    """Wait for a worker's reply, as long as it gets on: each check has its limit, and so has each process.

    Raises:
        TimeoutError: if it does not get on.
    """
    while True:
        since = process.board.since
        if channel.is_ready(process.replies, limit + STALLED):
            return
        if process.board.since == since:
            raise TimeoutError


@contextlib.contextmanager
def _new_board() -> Iterator[channel.Board]:
    """Make a board in a file that lives as long as the context."""
    with tempfile.NamedTemporaryFile(prefix="verify-", delete=False) as file:
        file.write(bytes(channel.Board.SIZE))
    board = channel.Board(file.name)
    try:
        yield board
    finally:
        board.close()
        Path(file.name).unlink(missing_ok=True)


class _Process:
    """A worker process with its channels."""

    def __init__(self, settings: Settings, board: channel.Board, *arguments: str) -> None:
        self.board = board
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.popen = _start(settings, self.errors, board.path, *arguments)
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.requests, self.replies = self.popen.stdin.fileno(), self.popen.stdout.fileno()

    def said(self) -> str:
        """Return what the process wrote to its standard error."""
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace").strip() or "it said nothing"

    def kill_child(self) -> None:
        """Kill the child of a worker that is gone."""
        if self.board.pid:
            with contextlib.suppress(OSError):
                os.killpg(self.board.pid, signal.SIGKILL)

    def close(self) -> None:
        """Let the process end, or make it."""
        for stream in (self.popen.stdin, self.popen.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self.popen.wait(0.5)
        except subprocess.TimeoutExpired:
            self.kill_child()  # or nobody would: it is in no group of ours
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.popen.pid, signal.SIGKILL)
            self.popen.kill()
            self.popen.wait()
        self.errors.close()


class _Once:
    """A process for one unit, where there is no fork."""

    used = math.inf

    def __init__(self, settings: Settings, board: channel.Board, planned: Planned, lost: tuple[int, ...]) -> None:
        self.process = _Process(settings, board, "once")
        channel.write(self.process.requests, (planned.unit, False, lost))
        self.outcome: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        try:
            self.outcome.put(channel.read_raw(self.process.replies))
        except (EOFError, OSError):
            self.outcome.put(None)

    def wait(self, seconds: float) -> bytes | None:
        """Return what came of the unit; None if it has not come in time; EOFError if the process has ended."""
        try:
            outcome = self.outcome.get(timeout=seconds)
        except queue.Empty:
            return None
        if outcome is None:
            raise EOFError
        return outcome

    def end(self, grace: float = 0.0) -> int | None:
        """End the process after so many seconds and return how it ended by itself; None if it did not."""
        popen = self.process.popen
        with contextlib.suppress(subprocess.TimeoutExpired):
            popen.wait(grace)
        code = popen.poll()
        if code is None:
            popen.kill()
            popen.wait()
        self.reader.join()
        self.process.close()
        return code


def _run_without_fork(settings: Settings, planned: Planned) -> None:
    """Run one unit in a process of its own, started from nothing."""
    lost: dict[int, str] = {}
    with _new_board() as board:
        start = partial(_Once, settings, board, planned)
        outcomes = follow.drive(planned.unit.limits, lost, start, board)
    planned.take(lost, pickle.loads(outcomes))


def _start(settings: Settings, errors: IO[bytes], board: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a worker process."""
    cache = str(settings.root / settings.store / "code")
    return subprocess.Popen(
        [sys.executable, "-m", "verify.run.worker", board, cache, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        cwd=settings.root,
        env=environment(settings),
        start_new_session=True,
    )
