"""The process from which the processes of units are forked: it has verify imported, but nothing of any game.

``python -m verify.run.worker`` reads units from its standard input. It runs one after the other, each in a process of
its own; passes on, to its standard output, that process's number, its results one by one, and how it ended. It judges
nothing: who started it keeps the clock. It ends, and ends what it runs, when its standard input does.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Set
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import IO, Any, Final

from verify.checks.page import PageRun
from verify.model import Unit
from verify.run import loader
from verify.run.listen import Reached

GRACE: Final = 0.5
"""How long a process that reports nothing more has to end, in seconds."""


def run_unit(unit: Unit, lost: Set[int], pipe: Connection) -> None:
    """Be the process of a unit: report its number, wait for the word to begin, then report each result; never returns.

    Args:
        unit: what to run.
        lost: the checks that hung or ended an earlier process, by their place in the unit; they are left out.
        pipe: where to report.
    """
    if hasattr(os, "register_at_fork"):
        os.setpgid(0, 0)  # what a check leaves running ends with it
        os.register_at_fork(after_in_child=pipe.close)
    sys.argv = [unit.page]
    loader.install(unit.settings.root / unit.settings.store / "code")
    reached = Reached(unit.settings)
    try:
        pipe.send(os.getpid())
        pipe.recv()
        page = PageRun(unit.settings)
        for index, check in enumerate(unit.checks):
            if index in lost:
                page.lose(check)
            else:
                pipe.send(replace(page.run(check), reached=reached.new()))
    except OSError:
        time.sleep(60 * GRACE)  # a check has closed the pipe: the process must not seem to have ended by itself
    except BaseException:
        os._exit(1)
    os._exit(0)


def serve(orders: IO[bytes], reports: IO[bytes], method: str) -> None:
    """Run each unit that is ordered until the orders end.

    Args:
        orders: units, each with the checks to leave out, pickled.
        reports: takes, pickled, the number of the process, the result of each check and, in a tuple, the status with
            which the process ended (minus a signal; None: it was ended).
        method: how processes are started, as :mod:`multiprocessing` calls it.

    Raises:
        EOFError: when there are no more orders.
    """
    context: Any = multiprocessing.get_context(method)
    while True:
        unit, lost = pickle.load(orders)
        pipe, theirs = context.Pipe()
        process = context.Process(target=run_unit, args=(unit, lost, theirs))
        process.start()
        theirs.close()
        try:
            _relay(pipe, orders, reports)
        finally:
            code = _end(process)
        reports.write(pickle.dumps((code,)))
        reports.flush()


def _relay(pipe: Connection, orders: IO[bytes], reports: IO[bytes]) -> None:
    """Pass on what a process reports until it reports nothing more; EOFError if nobody wants to know any more."""
    listened: list[Any] = [pipe, orders] if os.name == "posix" else [pipe]
    with pipe:
        while pipe in wait(listened):
            try:
                report = pipe.recv_bytes()
            except (EOFError, OSError):
                return
            reports.write(report)
            reports.flush()
            with contextlib.suppress(OSError):
                pipe.send(None)  # only now is its number known to who must end it if we are ended
    raise EOFError


def _end(process: Any) -> int | None:
    """End a process with everything it has started; return how it ended by itself, None if it did not."""
    until = time.monotonic() + GRACE
    while (code := process.exitcode) is None and time.monotonic() < until:
        time.sleep(0.001)  # no join: a check may have closed what that waits for
    with contextlib.suppress(ProcessLookupError, PermissionError, AttributeError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()
    return None if code is None else int(code)


def main(method: str) -> None:
    """Serve by way of the standard streams, which then lead nowhere."""
    orders, reports = open(os.dup(0), "rb"), open(os.dup(1), "wb")  # noqa: SIM115 - they live as long as the process
    for descriptor in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=orders.close)
        os.register_at_fork(after_in_child=reports.close)
    gc.freeze()
    with contextlib.suppress(EOFError, BrokenPipeError):
        serve(orders, reports, method)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
