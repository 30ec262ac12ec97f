"""What ``python -m verify strength`` breaks, and the file of the breaks left open."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from verify.settings import Settings, SettingsError

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


Fate = Literal["caught", "survived", "unviable"]
"""What becomes of a break; it is not viable if its module cannot even be imported."""
Tried = tuple[Break, Fate]


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


def alike(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return with how many equal texts two sequences begin, and with how many of the others they end."""
    most = min(len(one), len(other))
    head = next((number for number in range(most) if one[number] != other[number]), most)
    return head, next((number for number in range(most - head) if one[-1 - number] != other[-1 - number]), most - head)
