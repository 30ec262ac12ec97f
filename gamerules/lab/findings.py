"""What was found: how the figures of a game's studies are made, and the files in which they are kept.

A game names a module whose ``STUDIES`` are its studies, each a function with its seed and size. ``python -m
gamerules.lab.findings`` (``make findings``) makes the findings of all installed games and writes one file each, with a
digest of question, parameters and results; a file that was touched afterwards, or whose parameters are not those of the
code, is refused.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from gamerules.cards import CardSet
from gamerules.game import find, names
from gamerules.lab.statistics import Estimate, mean, share
from gamerules.rules import GameRulesError, suggest


class FindingError(GameRulesError, LookupError):
    """A finding that is not there, was changed by hand, or was made with other parameters."""


@dataclass(frozen=True, slots=True)
class Study:
    """One question and how it is answered.

    Attributes:
        question: the question.
        model: what was assumed.
        parameters: seed, size and the like.
        make: makes the results from the parameters; plain data.
    """

    question: str
    model: str
    parameters: Mapping[str, Any]
    make: Callable[..., dict[str, Any]]


@cache
def studies() -> Mapping[str, Study]:
    """Return the studies of all installed games, by name."""
    return {name: study for module in _modules() for name, study in module.STUDIES.items()}


def _modules() -> list[Any]:
    return [import_module(game.findings) for game in map(find, names()) if game.findings]


def path_of(name: str) -> Path:
    """Return the file of a finding: in the folder ``data`` of the game whose study it is."""
    (package,) = (module.__package__ for module in _modules() if name in module.STUDIES)
    return Path(str(files(package).joinpath("data", f"{name}.json")))


# ---- reading


def stored(name: str) -> dict[str, Any]:
    """Return the results of a finding from its file.

    Raises:
        FindingError: if there is no such finding or file, or the file is not what the code would write.
    """
    if name not in studies():
        raise FindingError(f"there is no finding called {name!r}{suggest(name, list(studies()))}")
    study, path = studies()[name], path_of(name)
    if not path.is_file():
        raise FindingError(f"{name} was never made; run: make findings")
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("digest") != digest(data):
        raise FindingError(f"{name}.json was changed by hand: its digest does not match; run: make findings")
    if {key: data[key] for key in ("question", "model", "parameters")} != _asked(study):
        raise FindingError(f"{name}.json was made with other parameters than the code has; run: make findings")
    results = data["results"]
    assert isinstance(results, dict)
    return results


def _asked(study: Study) -> dict[str, Any]:
    return {"question": study.question, "model": study.model, "parameters": dict(study.parameters)}


def made_from() -> list[list[str]]:
    """Return a row for each study: its question, what was assumed, the seed and the number of deals."""
    return [
        [
            each.question,
            each.model,
            *(f"{each.parameters[key]:,}" if each.parameters else "—" for key in ("seed", "size")),
        ]
        for each in studies().values()
    ]


def digest(data: Mapping[str, Any]) -> str:
    """Return the digest of a finding's file: SHA-256 of all but the digest, as JSON with sorted names."""
    content = {name: value for name, value in data.items() if name != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def share_of(name: str, *path: str) -> Estimate:
    """Return a share of a finding with its interval; ``path`` leads to a count among ``size`` deals."""
    results = stored(name)
    found: Any = results
    for step in path:
        found = found[step]
    return share(int(found), int(results["size"]))


def percent(name: str, *path: str) -> str:
    """Return a share of a finding as text: ``32.5%``."""
    return f"{100 * share_of(name, *path).value:.1f}%"


def between(name: str, *path: str) -> str:
    """Return the interval of a share as text: ``31.6% to 33.4%``."""
    found = share_of(name, *path)
    return f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"


def average(name: str, key: str) -> str:
    """Return a mean of a finding as text: ``4.63``."""
    return f"{float(stored(name)[key]['mean']):.2f}"


def average_between(name: str, key: str) -> str:
    """Return the interval of a mean as text: ``4.60 to 4.66``."""
    found = stored(name)[key]
    return f"{float(found['low']):.2f} to {float(found['high']):.2f}"


# ---- making


def write(name: str) -> Path:
    """Make a finding and write its file."""
    study, path = studies()[name], path_of(name)
    data = {**_asked(study), "results": study.make(**study.parameters)}
    data["digest"] = digest(data)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def dealt(rng: Random, pack: CardSet, *sizes: int) -> tuple[CardSet, ...]:
    """Return so many cards of a pack to each of some hands."""
    order = sorted(pack)
    rng.shuffle(order)
    cards = iter(order)
    return tuple(CardSet(islice(cards, size)) for size in sizes)


def mean_of(values: list[float]) -> dict[str, float]:
    """Return the mean of values and its interval, as results keep them."""
    found = mean(values)
    return {"mean": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6)}


def main(wanted: list[str]) -> int:
    """Make the findings named, or all; return 0."""
    for name in wanted or studies():
        print(write(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
