"""The process from which the processes of pages are forked: it has what they need imported, but nothing of any game.

``python -m verify.run.worker`` reads orders from its standard input: the settings, then units. It runs one unit after
the other, each in a process of its own, and passes on to its standard output, a line each: ``pid`` and the number of
that process, what the process says, each line with a ``-`` before it, and ``end`` with how it ended. It judges nothing:
who started it keeps the clock. It ends, and ends what it runs, when its standard input does.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from verify.run import child, loader
from verify.run.listen import Reached
from verify.settings import Settings

GRACE: Final = 0.5
"""How long a process that says nothing more has to end, in seconds."""

LONGEST: Final = 1 << 24
"""How long a line may be that a process says, in bytes."""

_PR_SET_PDEATHSIG: Final = 1
_PRCTL: Final[Any] = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def serve(orders: int, reports: int, settings: Settings, lines: Any, reached: Reached) -> None:
    """Run each unit that is ordered, one on a line, until the orders end; ``reached`` tells what it has read.

    Raises:
        EOFError: if they end while a unit runs.
    """
    child.prepare()
    gc.freeze()
    for line in lines:
        here, there = os.pipe()
        worker = os.getpid()
        pid = os.fork()
        if not pid:
            _begin(worker, reports, (orders, here), there)
            child.be(json.loads(line), reached, settings.watch, there, settings.memory_limit << 20)
        os.close(there)
        try:
            _relay(here, orders, reports)
        finally:
            os.close(here)
            status = _end(pid)
        os.write(reports, f"end {status}\n".encode())


def _begin(worker: int, reports: int, foreign: tuple[int, ...], pipe: int) -> None:
    """Make this the process of a unit: it ends with the worker, and what its checks leave running with it."""
    os.setpgid(0, 0)
    _signal_at_end(signal.SIGKILL)
    if os.getppid() != worker:
        os._exit(1)
    os.write(reports, f"pid {os.getpid()}\n".encode())  # it must be known, to be ended if the worker is
    for descriptor in (reports, *foreign):
        os.close(descriptor)
    os.register_at_fork(after_in_child=lambda: os.close(pipe))


def _signal_at_end(number: int) -> None:
    """Get a signal when whoever has started this process ends, however it does (on Linux)."""
    if _PRCTL:
        _PRCTL(_PR_SET_PDEATHSIG, number)


def _relay(pipe: int, orders: int, reports: int) -> None:
    """Pass on what a process says until it says nothing more, or too much; EOFError if nobody wants to know it."""
    rest = b""
    while pipe in select.select([pipe, orders], [], [])[0]:
        data = os.read(pipe, 1 << 16)
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > LONGEST:
            return _write(reports, b"-\n")
        if not data:
            return None
        _write(reports, b"".join(b"-%b\n" % line for line in lines))
    raise EOFError


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _end(pid: int) -> int | None:
    """End a process with everything it has started; return how it ended by itself, None if it did not."""
    until, ended, status = time.monotonic() + GRACE, 0, 0
    while not ended and time.monotonic() < until:
        ended, status = os.waitpid(pid, os.WNOHANG)
        time.sleep(0 if ended else 0.0002)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if ended:
        return os.waitstatus_to_exitcode(status)
    os.kill(pid, signal.SIGKILL)  # a check may have left the group
    os.waitpid(pid, 0)
    return None


def _settings(data: dict[str, Any]) -> Settings:
    values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Settings(root=Path(values.pop("root")), **values)


def main(listen: Callable[[Settings], Reached] = Reached) -> None:
    """Serve by way of the standard streams, which then lead nowhere; ``listen`` begins to note what is read."""
    _signal_at_end(signal.SIGCONT)  # a check may have stopped us: we must see that the orders have ended
    orders, reports = os.dup(0), os.dup(1)
    for descriptor in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    with open(orders, "rb", closefd=False) as lines, contextlib.suppress(EOFError, BrokenPipeError):
        settings = _settings(json.loads(lines.readline()))
        loader.install(settings.root / settings.store / "code")
        serve(orders, reports, settings, lines, listen(settings))
    os._exit(0)


if __name__ == "__main__":
    main()
