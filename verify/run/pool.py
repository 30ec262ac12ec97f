"""Runs units in processes of their own: a check that hangs or ends its process is a failure of that check alone.

One worker for each job forks these processes (see :mod:`verify.run.worker`), and a thread of ours follows each worker.
The thread knows by the results that have come which check is being run, keeps the time, and runs what is left of a unit
again without the check that hung, ended its process or killed the worker.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final

from verify.model import Finding, Result, Unit, Verdict
from verify.settings import Settings, VerifyError, environment

METHOD: Final = "fork" if hasattr(os, "fork") else "spawn"
"""How a worker starts the processes of units."""

STARTUP: Final = 30.0
"""How long a process may take to begin or to end, in seconds, besides the time of the checks."""


class WorkerError(VerifyError):
    """A worker that cannot be started; the message holds what it said."""


def run_units(
    units: Sequence[Unit], settings: Settings, jobs: int, *, stop_at_failure: bool = False
) -> list[list[Result]]:
    """Run units, several at once.

    Args:
        units: the units, in the order in which they are begun.
        settings: the site's settings.
        jobs: how many run at once; the results do not depend on it.
        stop_at_failure: begin no further unit once a check has failed.

    Returns:
        The results of each unit, one for each of its checks; none of a unit that was not begun.

    Raises:
        WorkerError: if a worker cannot be started.
    """
    workers = [Worker(settings) for _ in range(min(jobs, len(units)))]
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)
    failed = threading.Event()

    def run(unit: Unit) -> list[Result]:
        if stop_at_failure and failed.is_set():
            return []
        worker = idle.get()
        try:
            results = worker.run(unit)
        finally:
            idle.put(worker)
        if any(result.verdict is Verdict.FAILS for result in results):
            failed.set()
        return results

    executor = ThreadPoolExecutor(len(workers))
    try:
        return list(executor.map(run, units))
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()
        executor.shutdown()


class Worker:
    """A worker process: started when first needed, and again when it is lost."""

    def __init__(self, settings: Settings) -> None:
        """Prepare it."""
        self._settings = settings
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._page = 0

    def run(self, unit: Unit) -> list[Result]:
        """Run a unit, in as many processes as it takes, and return its results in order.

        Raises:
            WorkerError: if the worker cannot be started.
        """
        lost: dict[int, str] = {}
        doubted: set[int] = set()
        results: dict[int, Result] = {}
        while left := [index for index in range(len(unit.checks)) if index not in lost]:
            results.clear()
            why, certain = self._try(unit, left, results)
            if not why:
                break
            index = left[len(results)]
            if certain or index in doubted:
                lost[index] = why
            doubted.add(index)
        return [results[i] if i not in lost else _failed(unit, i, lost[i]) for i in range(len(unit.checks))]

    def _try(self, unit: Unit, left: Sequence[int], results: dict[int, Result]) -> tuple[str, bool]:
        """Run these checks of a unit in one process; add their results one by one.

        Returns:
            What the first check without a result did (empty if all have one), and whether it surely is to blame: a
            machine may stand still for a while, and a worker be killed from outside.
        """
        self._begin(unit, frozenset(range(len(unit.checks))).difference(left))
        why = ""
        try:
            for index in left:
                why = f"ran longer than {unit.limits[index]:g} s and was stopped"
                message = self._next(unit.limits[index])
                if not isinstance(message, Result):
                    return _said(message[0]), True
                results[index] = message
            self._await_end()
        except TimeoutError:
            self._kill_page()
            try:
                self._await_end()
            except (TimeoutError, EOFError):
                self._end()
                why = "stopped the worker process"
        except EOFError:
            self._end()
            why = "killed the worker process"
        return "" if len(results) == len(left) else why, False

    def _begin(self, unit: Unit, lost: frozenset[int]) -> None:
        """Let the worker start a process for a unit.

        Raises:
            WorkerError: if it does not.
        """
        again, process = self._process is not None, self._process or self._started()
        self._process = process
        try:
            assert process.stdin is not None
            pickle.dump((unit, lost), process.stdin)
            process.stdin.flush()
            self._page = self._next(STARTUP)
        except (EOFError, OSError):
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip()
            self._end()
            if not again:
                raise WorkerError(f"the worker process fails: {said or 'it said nothing'}") from None
            self._begin(unit, lost)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerError("the run has been ended")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()
        process = subprocess.Popen(
            [sys.executable, "-m", "verify.run.worker", METHOD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=self._settings.root,
            env=environment(self._settings),
            start_new_session=True,
        )
        threading.Thread(target=_listen, args=(process.stdout, self._messages), daemon=True).start()
        return process

    def _next(self, seconds: float) -> Any:
        """Return the next message; TimeoutError if none comes in time, EOFError if none will come any more."""
        try:
            message = self._messages.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if message is None:
            raise EOFError
        return message

    def _await_end(self) -> None:
        """Wait for the end of a unit's process; see :meth:`_next`."""
        while isinstance(self._next(STARTUP), Result):
            pass
        self._page = 0

    def _kill_page(self) -> None:
        """Kill the process of a unit, if there is one, with everything it has started."""
        page, self._page = self._page, 0
        if page:
            with contextlib.suppress(OSError):
                os.killpg(page, signal.SIGKILL) if hasattr(os, "killpg") else os.kill(page, signal.SIGTERM)

    def _end(self) -> None:
        """Let the process end, or make it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            process.stdin and process.stdin.close()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.returncode:
            self._kill_page()  # or nobody would
        self._errors.close()

    def close(self) -> None:
        """End it with everything it has started, for good."""
        self._closed = True
        self._end()


def _listen(stream: IO[bytes], messages: queue.SimpleQueue[Any]) -> None:
    """Take up what a worker reports, at last None."""
    with stream, contextlib.suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
        while True:
            messages.put(pickle.load(stream))
    messages.put(None)


def _failed(unit: Unit, index: int, why: str) -> Result:
    """Return the result of a check that was lost."""
    check = unit.checks[index]
    finding = Finding(check.place, f"verify.{check.kind}", f"the {check.kind.called} {why}", loci=check.loci)
    return Result(check, Verdict.FAILS, (finding,), check.loci, 0)


def _said(code: int | None) -> str:
    """Say in words how a process ended: with a status, or by a signal if the number is negative."""
    if code is None:
        return "closed verify's result pipe"
    if code >= 0:
        return f"ended its process with status {code} before it was finished"
    names = {number.value: number.name for number in signal.Signals}
    return f"crashed: its process was killed by signal {-code} ({names.get(-code, 'unknown')})"
