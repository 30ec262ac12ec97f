"""Lists the rules, tables and decisions of packages, as JSON: ``python -m verify.texts.rulings NAME …``."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

from verify.checks.exceptions import origin
from verify.checks.said import RAISED, take
from verify.checks.told import told

Entry = tuple[str, tuple[str, ...], str, int]
"""The dotted name, the loci, the file (below the current folder, if it lies there) and the line."""


def rulings(packages: Sequence[str]) -> list[Entry]:
    """Import packages and the games in them and return what they register, by name."""
    from gamerules import game, rules

    for name in packages:
        importlib.import_module(name)
    found: set[Entry] = set()
    for point in entry_points(group=game.ENTRY_POINTS):
        if point.module.partition(".")[0] in packages:
            for preset in game.find(point.name).presets.values():
                kind = type(preset)
                file, prefix = _file(kind.__module__), f"{kind.__module__}.{kind.__qualname__}"
                found |= {(f"{prefix}.{field}", made.loci, file, 1) for field, made in kind.decisions().items()}
    return sorted(found | {(rule.name, rule.loci, _file(rule.module), rule.line) for rule in rules.rules()})


def _file(module: str) -> str:
    path, here = Path(str(sys.modules[module].__file__)), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


if __name__ == "__main__":
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    sys.stdout = sys.stderr  # what the packages print is not part of the answer
    try:
        found = rulings(sys.argv[1:])
    except Exception as error:
        raised = take(told(error), RAISED)
        sys.exit(f"{origin(raised, Path.cwd())}: {raised.described}")
    json.dump(found, out)
    out.flush()
