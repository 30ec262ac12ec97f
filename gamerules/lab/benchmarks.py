"""The figures of the last run of benchmarks/compare.py, as rows for the page that shows them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

BASE = "gamerules slam"
"""The engine with which the others are compared."""

OURS = tuple(f"gamerules {name}" for name in ("slam", "german-ombre", "two-hand-bridge", "nullo-bridge"))
"""Our games, played by their states."""


def figures() -> dict[str, Any]:
    """Return all figures of the run."""
    data = json.loads(files("gamerules.lab").joinpath("data", "benchmarks.json").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def ahead(engines: str) -> float:
    """Return how many times as many actions the slowest of our games makes as the fastest of some other engines.

    Args:
        engines: what their names contain.
    """
    speeds = figures()["actions a second"]
    others = [value for name, value in speeds.items() if engines in name]
    return float(min(speeds[name] for name in OURS) / max(others))


def speed_rows() -> list[list[str]]:
    """Return what a second brings: the engine, its actions, and how many times as many as ours at Slam."""
    speeds = figures()["actions a second"]
    return [[name, f"{value:,.0f}", f"{value / speeds[BASE]:.2f}"] for name, value in speeds.items()]


def import_rows() -> list[list[str]]:
    """Return what an import takes over a bare interpreter: the module, and milliseconds."""
    times = figures()["import, ms"]
    return [[name, f"{value - times['nothing']:.0f}"] for name, value in times.items() if name != "nothing"]


def solver_rows() -> list[list[str]]:
    """Return what solving random deals takes: the problem, and milliseconds in the median and at most."""
    return [
        [name, f"{times['median']:.1f}", f"{times['greatest']:.1f}", str(times["deals"])]
        for name, times in figures()["solving, ms"].items()
    ]
