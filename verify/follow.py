"""Follows one unit through its processes: a check that hangs or ends its process is a failure of that check alone."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from verify.model import Check, Finding, Result, Verdict

if TYPE_CHECKING:
    from verify.execute import Unit

STARTUP = 30.0
"""How long a process may take to begin or to end, in seconds, besides the time of the checks."""


class Running(Protocol):
    """A process that runs a unit."""

    pid: int

    def frame(self, timeout: float) -> Any:
        """Return its next frame; TimeoutError if none comes in time, EOFError if it has ended."""

    def end(self) -> int:
        """Kill it and return how it ended: its status, or minus the signal."""

    def status(self) -> int:
        """Return how a process that has closed its side ended."""


def drive(
    unit: Unit,
    lost: dict[int, Result],
    spawn: Callable[[tuple[int, ...]], Running],
    tell: Callable[..., None],
) -> None:
    """Run a unit in as many processes as it takes: one that hangs or ends is replaced, without the check that did it.

    Args:
        unit: what to run.
        lost: the results of checks that hung or ended a process before; they are left out.
        spawn: starts a process that leaves these steps out.
        tell: is told ``("start", index, pid)``, ``("done", index, result, seen)`` for each step and ``("end",)``.
    """
    done: set[int] = set(lost)
    while True:
        running, current = spawn(tuple(lost)), -1
        try:
            while True:
                frame = running.frame(unit.limits[current] if current >= 0 else STARTUP)
                if frame[0] == "end":
                    running.end()
                    tell("end")
                    return
                current = frame[1] if frame[0] == "start" else -1
                if frame[0] == "start":
                    tell("start", current, running.pid)
                elif frame[1] not in done:
                    done.add(frame[1])
                    tell(*frame)
        except TimeoutError:
            running.end()
            limit = unit.limits[current] if current >= 0 else STARTUP
            why = f"ran longer than {limit:g} s and was stopped"
        except EOFError:
            why = ended(running.status())
        if current < 0:
            current = next((index for index in range(len(unit.steps)) if index not in done), -1)
        if current < 0:
            tell("end")
            return
        lost[current] = gone(unit.steps[current], why)
        done.add(current)
        tell("done", current, lost[current], None)


def gone(check: Check, why: str) -> Result:
    """Return the result of a check that hung or ended its process."""
    finding = Finding(check.place, f"verify.{check.kind}", f"the {check.kind} {why}", loci=check.loci)
    return Result(check, Verdict.FAILS, (finding,), check.loci, 0)


def ended(code: int) -> str:
    """Say in words how a process ended: with a status, or by a signal if the number is negative."""
    if code >= 0:
        return f"ended its process with status {code} before it was finished"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    return f"crashed: its process was killed by signal {-code} ({name})"
