"""What passes between verify and the processes that run checks; nothing here imports a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from verify.model import Check

STARTUP: Final = 30.0
"""How long a process may take to begin or to end, in seconds, besides the time of the checks."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What one process runs: the checks of one page that share a namespace, or one record.

    Attributes:
        page: the page.
        positions: where its checks and set-ups stand among those of the page.
        checks: they themselves, in order; none of them is skipped.
        limits: how long each of them may take, in seconds.
        root: the project's root.
        docs: the folder of the pages.
        watch: the packages that hold rules.
        store: the folder of stored results, relative to the root.
    """

    page: str
    positions: tuple[int, ...]
    checks: tuple[Check, ...]
    limits: tuple[float, ...]
    root: Path
    docs: str
    watch: tuple[str, ...]
    store: str


class Ended(NamedTuple):
    """How the process of a unit ended: its status (minus a signal; None: it was ended), the seconds it computed."""

    code: int | None
    used: float
