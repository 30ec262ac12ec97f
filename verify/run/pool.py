"""Runs units in processes of their own: a check that hangs or ends its process is a failure of that check alone.

One worker for each job forks these processes (see :mod:`verify.run.worker`), and a thread of ours follows each worker.
The thread knows by what they have said which check is being run, keeps the time, and runs what is left of a unit again
without the check that hung, ended its process or killed the worker. What a page's process says is judged here.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import IO, Final

from verify.checks.page import PageJudge, pieces
from verify.checks.said import Piece, Said, read
from verify.model import Result, Unit, Verdict
from verify.run.child import FULL
from verify.settings import Settings, VerifyError, environment

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

    def __init__(self, settings: Settings, *program: str) -> None:
        """Prepare it; ``program`` is what runs instead of :mod:`verify.run.worker`, with its arguments."""
        self._settings = settings
        self._program = program or ("verify.run.worker",)
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._page = 0

    def run(self, unit: Unit, *, whole: bool = True) -> list[Result]:
        """Run a unit, in as many processes as it takes, and return its results in order.

        Args:
            unit: the unit.
            whole: go on after a check that hung or ended its process; else it is the last that has a result.

        Raises:
            WorkerError: if the worker cannot be started.
        """
        code = [pieces(check, self._settings) for check in unit.checks]
        lost: dict[int, str] = {}
        doubted: set[int] = set()
        said: dict[int, Said] = {}
        while left := [index for index in range(len(unit.checks)) if index not in lost]:
            said.clear()
            why, certain = self._try(unit, code, left, said)
            if not why:
                break
            index = left[len(said)]
            if certain or index in doubted:
                lost[index] = why
                if not whole:
                    break
            doubted.add(index)
        judge = PageJudge(self._settings)
        return [
            judge.lose(check, lost[index]) if index in lost else judge.judge(check, said[index])
            for index, check in enumerate(unit.checks)
            if index in lost or index in said
        ]

    def _try(
        self, unit: Unit, code: Sequence[Sequence[Piece]], left: Sequence[int], said: dict[int, Said]
    ) -> tuple[str, bool]:
        """Run these checks of a unit in one process; add what it says of them one by one.

        Returns:
            What the first check of which it says nothing did (empty if there is none), and whether it surely is to
            blame: a machine may stand still for a while, and a worker be killed from outside.
        """
        token = secrets.token_hex()
        checks = [(check.kind, code[index] if index in left else None) for index, check in enumerate(unit.checks)]
        bare = bool(unit.checks[0].group)
        self._begin(json.dumps({"page": unit.page, "token": token, "bare": bare, "checks": checks}))
        why = ""
        try:
            for index in left:
                why = f"ran longer than {unit.limits[index]:g} s and was stopped"
                line = self._next(unit.limits[index])
                if line.startswith(b"end "):
                    return _ended(line, self._settings), True
                try:
                    said[index] = read(line.removeprefix(f"-{token}".encode()))
                except ValueError:
                    self._kill_page()
                    self._await_end()
                    return "has no result: what its process says of it is too long, or cannot be read", True
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
        return "" if len(said) == len(left) else why, False

    def _begin(self, order: str) -> None:
        """Let the worker start a process for a unit.

        Raises:
            WorkerError: if it does not.
        """
        again, process = self._process is not None, self._process or self._started()
        self._process = process
        try:
            assert process.stdin is not None
            process.stdin.write(f"{order}\n".encode())
            process.stdin.flush()
            self._page = int(self._next(STARTUP).removeprefix(b"pid "))
        except (EOFError, OSError):
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip()
            self._end()
            if not again:
                raise WorkerError(f"the worker process fails: {said or 'it said nothing'}") from None
            self._begin(order)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerError("the run has been ended")
        if not hasattr(os, "fork"):
            raise WorkerError("checks run only where processes can be forked: on Linux, macOS or in WSL")
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        process = subprocess.Popen(
            [sys.executable, "-m", *self._program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=self._settings.root,
            env=environment(self._settings),
            start_new_session=True,
        )
        threading.Thread(target=_listen, args=(process.stdout, self._lines), daemon=True).start()
        assert process.stdin is not None
        process.stdin.write(f"{json.dumps(asdict(self._settings), default=str)}\n".encode())
        return process

    def _next(self, seconds: float) -> bytes:
        """Return the next line; TimeoutError if none comes in time, EOFError if none will come any more."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if not line:
            raise EOFError
        return line

    def _await_end(self) -> None:
        """Wait for the end of a unit's process; see :meth:`_next`."""
        until = time.monotonic() + STARTUP
        while not self._next(max(until - time.monotonic(), 0)).startswith(b"end "):
            pass
        self._page = 0

    def _kill_page(self) -> None:
        """Kill the process of a unit, if there is one, with everything it has started."""
        page, self._page = self._page, 0
        if page:
            for kill in (os.killpg, os.kill):  # a check may have left the group
                with contextlib.suppress(OSError):
                    kill(page, signal.SIGKILL)

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


def _listen(stream: IO[bytes], lines: queue.SimpleQueue[bytes]) -> None:
    """Take up what a worker passes on, at last an empty line."""
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")


def _ended(line: bytes, settings: Settings) -> str:
    """Say in words how a process ended: with a status, or by a signal if the number is negative."""
    if line == b"end None\n":
        return "closed verify's result pipe"
    code = int(line.removeprefix(b"end "))
    if code == FULL:
        return f"needed more than the {settings.memory_limit:,} MB of memory that a page may use (memory-limit)"
    if code >= 0:
        return f"ended its process with status {code} before it was finished"
    names = {number.value: number.name for number in signal.Signals}
    return f"crashed: its process was killed by signal {-code} ({names.get(-code, 'unknown')})"
