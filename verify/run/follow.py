"""Follows one unit through its processes: a check that hangs or ends its process is a failure of that check alone."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from verify.run.channel import BEHIND, Board

STARTUP: Final = 30.0
"""How long a process may take to begin or to end, in seconds, besides the time of the checks."""

GRACE: Final = 0.5
"""How long a process that has closed its channel has to end, in seconds: so long it may take to be seen as ended."""

_LOOK: Final = 0.1
"""Seconds between two looks at which check a process is at."""


IDLE: Final = 0.1
"""The part of its time limit that a check must have spent computing to count as one that hangs at the first try."""


class Running(Protocol):
    """A process that runs a unit."""

    @property
    def used(self) -> float:
        """The processor time that it took, in seconds, once it has ended; infinite where nobody can tell."""

    def wait(self, seconds: float) -> bytes | None:
        """Return what came of the unit, pickled; None if it has not come in time; EOFError if the process has ended."""

    def end(self, grace: float = 0.0) -> int | None:
        """End it after so many seconds, if it has not ended by then.

        Returns:
            How it ended by itself: its status, or minus the signal; None if it did not.
        """


def drive(
    limits: Sequence[float], lost: dict[int, str], spawn: Callable[[tuple[int, ...]], Running], board: Board
) -> bytes:
    """Run a unit in as many processes as it takes: one that hangs or ends is replaced, without the check that did it.

    Args:
        limits: how long each step may take, in seconds.
        lost: the steps that hung or ended a process, each with what it did, in words; it is added to.
        spawn: starts a process that leaves these steps out.
        board: shows what the process is at.

    Returns:
        What came of the other steps, pickled.
    """
    tried: set[int] = set()
    while True:
        board.at(-1)
        running = spawn(tuple(lost))
        try:
            outcome = _wait(running, limits, board)
        except TimeoutError as error:
            why = str(error)
            running.end()
            index = board.index
            if index >= 0 and index not in tried and running.used < IDLE * limits[index]:
                tried.add(index)  # it only waited: perhaps for a machine that stood still
                continue
        except EOFError:
            why = ended(running.end(GRACE))
        else:
            running.end()
            return outcome
        lost[culprit(board.index, len(limits), lost)] = why


def _wait(running: Running, limits: Sequence[float], board: Board) -> bytes:
    """Wait for what comes of a unit, as long as no step takes longer than it may.

    Raises:
        TimeoutError: if one does; the message says so.
        EOFError: if the process has ended.
    """
    while True:
        index = board.index
        limit = limits[index] if index >= 0 else STARTUP
        left = board.since + limit - time.monotonic()
        if left <= 0 and board.index == index:
            raise TimeoutError(f"ran longer than {limit:g} s and was stopped")
        if (outcome := running.wait(min(max(left, 0.0), _LOOK))) is not None:
            return outcome


def culprit(index: int, count: int, lost: dict[int, str]) -> int:
    """Return the step to blame for a process that is gone: the one it was at, or else the nearest not yet blamed."""
    if index >= 0 and index not in lost:
        return index
    left = [step for step in range(count) if step not in lost]
    return left[-1 if index == BEHIND else 0]


def ended(code: int | None) -> str:
    """Say in words how a process ended: with a status, or by a signal if the number is negative."""
    if code is None:
        return "closed the channel by which it reports"
    if code >= 0:
        return f"ended its process with status {code} before it was finished"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    return f"crashed: its process was killed by signal {-code} ({name})"
