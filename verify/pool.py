"""The worker processes of a run, one per job, each followed by a thread of ours."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from verify import channel, follow
from verify.model import Result, Verdict
from verify.run import Planned
from verify.settings import Settings

_CAN_FORK = hasattr(os, "fork")


class WorkerError(RuntimeError):
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
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)  # lets an interrupt through
        finally:
            for worker in workers:
                worker.close()
        if self.errors:
            raise self.errors[0]

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
        self.process: subprocess.Popen[bytes] | None = None
        self.nursery: tuple[str, ...] | None = None
        self.unclean: set[tuple[str, ...]] = set()
        self.child = 0

    def run(self, planned: Planned) -> None:
        """Run one unit and put its results into it."""
        lost: dict[int, Result] = {}
        if not _CAN_FORK:
            follow.drive(planned.unit, lost, lambda steps: _Once(self.settings, planned, steps), _Listener(planned))
            return
        while not self._follow(planned, lost):
            pass

    def _follow(self, planned: Planned, lost: dict[int, Result]) -> bool:
        """Send a unit to the worker and take its results; return False if the worker was lost meanwhile."""
        listener = _Listener(planned)
        try:
            requests, replies = self._nursery(planned.unit.preload)
            channel.write(requests, (planned.unit, lost))
            while True:
                frame = channel.read(replies)
                if frame[0] == "end":
                    return True
                if frame[0] == "start":
                    self.child = frame[2]
                listener(*frame)
        except (EOFError, BrokenPipeError):
            self._kill_child()
            self.close()
        index = listener.current if listener.current is not None else planned.first_open()
        if index is None:
            return True
        lost[index] = follow.gone(planned.unit.steps[index], "ended the process that runs all checks")
        listener("done", index, lost[index], None)
        return False

    def _nursery(self, preload: tuple[str, ...]) -> tuple[int, int]:
        """Return the channels to a nursery in which these modules are imported, or none if they cannot be cleanly."""
        if preload in self.unclean:
            preload = ()
        requests, replies = self._channels()
        if self.nursery == preload:
            return requests, replies
        if self.nursery is not None:
            channel.write(requests, None)
        channel.write(requests, preload)
        self.nursery = preload
        try:
            clean = channel.read(replies, time.monotonic() + self.settings.time_limit)[1]
        except (TimeoutError, EOFError):
            if not preload:
                raise WorkerError(f"the worker process cannot be started: {self._said()}") from None
            self.close()
            clean = False
        if clean:
            return requests, replies
        self.unclean.add(preload)
        self.nursery = None
        return self._nursery(())

    def _channels(self) -> tuple[int, int]:
        """Return the descriptors of the process's input and output, starting it if need be."""
        if self.process is None:
            self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            self.process = _start(self.settings, self.errors)
            self.nursery = None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin.fileno(), self.process.stdout.fileno()

    def _said(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace").strip() or "it said nothing"

    def _kill_child(self) -> None:
        """Kill the child of a lost worker."""
        if self.child:
            with contextlib.suppress(OSError):
                os.killpg(self.child, signal.SIGKILL)
        self.child = 0

    def close(self) -> None:
        """End the process with everything it started."""
        if self.process is None:
            return
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            _kill(self.process)
        self.errors.close()
        self.process = None


class _Listener:
    """Takes the frames of a unit."""

    def __init__(self, planned: Planned) -> None:
        self.planned = planned
        self.current: int | None = None

    def __call__(self, *frame: Any) -> None:
        if frame[0] == "start":
            self.current = frame[1]
        elif frame[0] == "done":
            self.current = None
            self.planned.results[frame[1]] = frame[2]
            self.planned.seen[frame[1]] = frame[3]


class _Once:
    """A process for one unit, where there is no fork."""

    def __init__(self, settings: Settings, planned: Planned, lost: tuple[int, ...]) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        self.process = _start(settings, self.errors, "--once")
        self.pid = self.process.pid
        assert self.process.stdin is not None
        channel.write(self.process.stdin.fileno(), (planned.unit, lost))
        self.frames: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self.frames.put(channel.read(self.process.stdout.fileno()))
        except (EOFError, OSError, ValueError):
            self.frames.put(None)

    def frame(self, timeout: float) -> Any:
        """Return the next frame."""
        try:
            frame = self.frames.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError from None
        if frame is None:
            raise EOFError
        return frame

    def end(self) -> int:
        """Kill the process."""
        _kill(self.process)
        return self.status()

    def status(self) -> int:
        """Wait for the process and return how it ended."""
        code = self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        self.errors.close()
        return code


def _start(settings: Settings, errors: Any, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a worker process."""
    ours = str(Path(__file__).parent.parent)
    paths = [str(settings.root), str(settings.root / "src"), os.environ.get("PYTHONPATH", ""), ours]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
    }
    cache = str(settings.root / settings.store / "code")
    return subprocess.Popen(
        [sys.executable, "-m", "verify.worker", cache, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        bufsize=0,
        cwd=settings.root,
        env=environment,
        start_new_session=True,
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
