"""The files of ``python -m verify strength``: the breaks left open, and the outcome of a run, as rows for a page."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from verify.settings import Settings, SettingsError, find_root, load_settings

_TOKEN: Final = re.compile(r"\w+|[<>=!]+|\W")
_AROUND: Final = 8  # how many words and signs are shown on either side of a change

Key = tuple[str, str, str]
"""A break, even when lines move: the definition (``#2`` of its second alike), what stands there, what is put there."""
KEYS: Final = ("definition", "old", "new", "why")


@dataclass(frozen=True, slots=True)
class Break:
    """A break: its module, the loci of its definition (of a helper, its module's), the line, the whole broken text."""

    key: Key
    module: str
    loci: tuple[str, ...]
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A break, what became of it (not viable: its module cannot even be imported), and where checks failed, if any."""

    broken: Break
    fate: Literal["caught", "survived", "unviable"]
    failed: tuple[str, ...] = ()


def files(settings: Settings) -> dict[str, Path]:
    """Return the files of the project's own watched modules, by name; packages' own modules and verify are left out."""
    return {
        ".".join(path.relative_to(base).with_suffix("").parts): path
        for base in (settings.root, settings.root / "src")
        for top in sorted(set(settings.watch) - {"verify"})
        for path in (*base.glob(f"{top}.py"), *sorted((base / top).rglob("*.py")))
        if path.name != "__init__.py"
    }


def area(module: str) -> str:
    """Return the game that a module is about: the package in which it is, written with hyphens, or the top package."""
    parts = module.replace("_", "-").split(".")
    return parts[1] if len(parts) > 2 else parts[0]


def digest(settings: Settings, modules: Sequence[str]) -> str:
    """Return the digest of the code of some modules."""
    code = (path.read_bytes() for name, path in files(settings).items() if name in modules)
    return hashlib.sha256(b"\0".join(code)).hexdigest()


def left_open(settings: Settings) -> dict[Key, str]:
    """Return why breaks may survive; nothing if there is no file, a SettingsError if it is not in form."""
    path = settings.root / settings.open_breaks
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["open"] if path.exists() else []
        found = [tuple(one[key] for key in KEYS) for one in entries if one["why"]]
    except (ValueError, LookupError, TypeError) as error:
        raise SettingsError(f"{settings.open_breaks}: an [[open]] entry has {', '.join(KEYS)}: {error!r}") from None
    return {(definition, old, new): why for definition, old, new, why in found}


def area_rows() -> list[list[str]]:
    """Return a row for each area: name, viable breaks, caught, share, left open, whether its code has since changed.

    Without a stored outcome it raises a SettingsError, as the others do.
    """
    settings, outcome = _stored()
    return [
        [name, f"{area['viable']:,}", f"{area['caught']:,}", f"{area['share']:.1%}", str(area["open"]), changed]
        for name, area in outcome["areas"].items()
        for changed in ["no" if digest(settings, area["modules"]) == area["code"] else "yes"]
    ]


def survivor_rows() -> list[list[str]]:
    """Return a row for each break that survived: the rule, the change, the first of its loci."""
    found = [[*_shown(one), (one["loci"] or "—")[0]] for one in _stored()[1]["survivors"] if not one["why"]]
    return found or [["—"] * 3]


def open_rows() -> list[list[str]]:
    """Return a row for each break that nothing could notice: the rule, the change, why."""
    return [[*_shown(one), one["why"]] for one in _stored()[1]["survivors"] if one["why"]] or [["—"] * 3]


def _shown(broken: Mapping[str, Any]) -> tuple[str, str]:
    """Return the rule, which may be broken into lines at its dots, and what was changed into what, where it stands."""
    old, new = (_TOKEN.findall(broken[name]) for name in ("old", "new"))
    head, tail = alike(old, new)
    was, put = ("".join(tokens[head : len(tokens) - tail]).strip() or "nothing" for tokens in (old, new))
    left, right = "".join(old[:head][-_AROUND:]), "".join(old[len(old) - tail :][:_AROUND])
    change = f"{'…' * (head > _AROUND)}{left}‹{was} → {put}›{right}{'…' * (tail > _AROUND)}"
    return broken["definition"].partition(".")[2].replace(".", ".\u200b"), change


def alike(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return with how many equal texts two sequences begin, and with how many of the others they end."""
    most = min(len(one), len(other))
    head = next((number for number in range(most) if one[number] != other[number]), most)
    return head, next((number for number in range(most - head) if one[-1 - number] != other[-1 - number]), most - head)


def _stored() -> tuple[Settings, dict[str, Any]]:
    settings = load_settings(find_root(Path.cwd()))
    path = (settings.root / settings.open_breaks).with_suffix(".json")
    try:
        return settings, json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        name, hint = path.relative_to(settings.root), "make one: python -m verify strength --write"
        raise SettingsError(f"{name}: no outcome of a run of strength: {error}; {hint}") from None
