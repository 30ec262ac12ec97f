"""What passes to the process that runs checks, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verify.model import Check, Edit, Finding


@dataclass(frozen=True, slots=True)
class Unit:
    """What one process runs: checks of one page that share a namespace, or one record.

    Attributes:
        page: the page.
        steps: its checks and set-ups, in order; none of them is skipped.
        preload: the modules to import before the process is made.
        root: the project's root.
        docs: the folder of the pages.
        watch: the packages that hold rules.
        store: the folder of stored results, relative to the root.
        limits: how long each step may take, in seconds.
    """

    page: str
    steps: tuple[Check, ...]
    preload: tuple[str, ...]
    root: Path
    docs: str
    watch: tuple[str, ...]
    store: str
    limits: tuple[float, ...]


Outcome = tuple[int, tuple[Finding, ...], tuple[str, ...], int, tuple[Edit, ...], tuple[str, ...], tuple[str, ...]]
"""What came of one step: its index, findings, loci, things compared and edits; and the files and modules reached."""
