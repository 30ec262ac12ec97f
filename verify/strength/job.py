"""What passes to the process that tries breaks, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from verify.run.unit import Unit

Called = frozenset[tuple[str, int]]
"""Functions, as file and first line."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to run.

    Attributes:
        tries: the units, each with the processor time that it may take in seconds; those of one preload stand together.
        root: the project's root.
        store: the folder of stored results, relative to the root.
        overlay: the broken text of files, by path.
        listen: whether to note what each unit runs, and to run all of them, rather than to stop at the first failure.
    """

    tries: tuple[tuple[Unit, int], ...]
    root: Path
    store: str
    overlay: dict[str, bytes] = field(default_factory=dict)
    listen: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a unit.

    Attributes:
        place: the place of the check that failed, empty if all hold.
        says: what it said.
        seconds: the processor time taken.
        modules: the watched modules that were loaded in the end.
        called: the functions that were called.
    """

    place: str = ""
    says: str = ""
    seconds: float = 0.0
    modules: frozenset[str] = frozenset()
    called: Called = frozenset()


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a job: of each unit run, or why the modules cannot be imported."""

    tried: tuple[Tried, ...] = ()
    unimportable: str = ""
    called: Called = frozenset()
    """The functions called while modules were imported."""
