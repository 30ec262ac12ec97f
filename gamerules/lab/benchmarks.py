"""The figures of the last runs of benchmarks/compare.py and benchmarks/machine.py, as rows for their page."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def figures() -> dict[str, Any]:
    """Return all figures of the run."""
    return _data("benchmarks.json")


def _data(name: str) -> dict[str, Any]:
    data = json.loads(files("gamerules.lab").joinpath("data", name).read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def ours() -> list[str]:
    """Return the names of our games, played by their states; the first is what the others are compared with."""
    return [name for name in figures()["actions a second"] if name.startswith("gamerules ") and "," not in name]


def ahead(engines: str) -> float:
    """Return how many times as many actions the slowest of our games makes as the fastest of some other engines.

    Args:
        engines: what their names contain.
    """
    speeds = figures()["actions a second"]
    others = [value for name, value in speeds.items() if engines in name]
    return float(min(speeds[name] for name in ours()) / max(others))


def speed_rows() -> list[list[str]]:
    """Return what a second brings: the engine, its actions, and how many times as many as our first game's."""
    speeds = figures()["actions a second"]
    base = speeds[ours()[0]]
    return [[name, f"{value:,.0f}", f"{value / base:.2f}"] for name, value in speeds.items()]


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


def machine_rows() -> list[list[str]]:
    """Return how well the machine plays: what was measured, mean and interval, greatest, deals, goal, verdict."""
    return [
        [
            name,
            f"{f['value']:.2f} ({f['low']:.2f} to {f['high']:.2f})",
            f"{f['most']:.2f}",
            str(f["deals"]),
            f["goal"],
            f["verdict"],
        ]
        for name, f in _data("machine.json").items()
    ]


def verdicts(verdict: str) -> list[str]:
    """Return what was measured of the machine with this verdict."""
    return [name for name, f in _data("machine.json").items() if f["verdict"] == verdict]
