"""What ``python -m verify strength`` breaks, what is stored of it, and the file of what is excused."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch, fnmatchcase
from pathlib import Path
from typing import Any, Final, Literal

from verify.model import Check, Finding, Page, Place
from verify.settings import Settings, SettingsError

Key = tuple[str, str, str]
"""A break, even when lines move: the definition (``#2`` of its second alike), what stands there, what is put there."""
KEYS: Final = ("definition", "old", "new", "why")
"""How it is written in the file of what is excused; of a change of the text, the file is its definition."""


@dataclass(frozen=True, slots=True)
class Break:
    """A break: its module, the loci of its definition (of a helper, its module's), the line, the whole broken text."""

    key: Key
    module: str
    loci: tuple[str, ...]
    line: int
    source: str


Fate = Literal["caught", "survived", "unviable", "untried"]
"""What becomes of a break; it is not viable if its module cannot even be imported, and untried if time was up."""
Reds = Mapping[str, Sequence[int]]
"""By page, where the checks and set-ups that a break turned red stand among those of the page."""
Tried = tuple[Break, Fate, Reds]


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
    """Return why breaks and changes may survive; nothing if there is no file, a SettingsError if it is not in form."""
    return {(definition, old, new): why for definition, old, new, why in _entries(settings, "open", KEYS)}


def left_open_by(survivors: Iterable[Key], reasons: Mapping[Key, str]) -> dict[Key, Key]:
    """Return the entry that excuses each survivor, if one does: its own or, of the text, one whose globs fit."""
    globs = [entry for entry in reasons if "/" in entry[0]]
    found = {key: [key, *(one for one in globs if all(map(fnmatchcase, key, one)))] for key in survivors}
    return {key: entry for key, entries in found.items() for entry in entries[::-1] if entry in reasons}


def _entries(settings: Settings, name: str, keys: Sequence[str]) -> list[tuple[str, ...]]:
    path = settings.root / settings.open_breaks
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get(name, []) if path.exists() else []
        return [tuple(one[key] for key in keys) for one in entries if one["why"]]
    except (ValueError, LookupError, TypeError) as error:
        raise SettingsError(f"{settings.open_breaks}: an [[{name}]] entry has {', '.join(keys)}: {error!r}") from None


# ---- check by check


def stored(settings: Settings) -> dict[str, Any]:
    """Return what is stored of the last whole runs; nothing if there is none.

    Raises:
        SettingsError: if it cannot be read.
    """
    path = _file(settings)
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return dict(found)
    except (OSError, ValueError, TypeError) as error:
        name, hint = path.relative_to(settings.root), "make it again: python -m verify strength --write"
        raise SettingsError(f"{name}: no outcome of a run of strength: {error}; {hint}") from None


def store(settings: Settings, **parts: Any) -> None:
    """Store parts of the outcome of a whole run; the others stay."""
    text = json.dumps(stored(settings) | parts, ensure_ascii=False, indent=1)
    _file(settings).write_text(f"{text}\n", encoding="utf-8")


def _file(settings: Settings) -> Path:
    return (settings.root / settings.open_breaks).with_suffix(".json")


def tried_checks(pages: Iterable[Page]) -> Iterator[Check]:
    """Yield the checks that breaks are tried on: all that are not skipped."""
    return (one for page in pages for one in page.checks if one.kind.is_check and not one.option("skip"))


def count_red(pages: Iterable[Page], tried: Sequence[Tried]) -> dict[str, int]:
    """Return, by its fingerprint, how many breaks turned each check red; 0 only once all breaks have been tried."""
    known = {page.path: page.checks for page in pages}
    times = dict.fromkeys((one.fingerprint for one in tried_checks(pages)), 0)
    for _, _, reds in tried:
        for name in {known[page][at].fingerprint for page, places in reds.items() for at in places} & times.keys():
            times[name] += 1
    complete = all(fate != "untried" for _, fate, _ in tried)
    return {name: number for name, number in times.items() if number or complete}


def excused(check: Check, excuses: Mapping[str, str]) -> str:
    """Return the glob that excuses a check; empty if none does. It is of its page, a locus or its fingerprint."""
    names = (check.page, check.fingerprint, *check.loci)
    return next((glob for glob in excuses if any(fnmatch(name, glob) for name in names)), "")


def excuses(settings: Settings) -> dict[str, str]:
    """Return why some checks need never be red, by the globs that name them; errors as in :func:`left_open`."""
    return {glob: why for glob, why in _entries(settings, "never-red", ("checks", "why"))}  # noqa: C416 - pairs


def never_red(pages: Sequence[Page], settings: Settings, times: Mapping[str, int]) -> list[Finding]:
    """Find the checks that no break of the rules has ever turned red, and excuses that fit none.

    Args:
        pages: the site's pages.
        settings: its settings.
        times: how many breaks turned each check red; one that is not among them has not been tried yet.
    """
    never = [one for one in tried_checks(pages) if times.get(one.fingerprint) == 0]
    why = excuses(settings) if times else {}
    found = [excused(one, why) for one in never]
    says, own = "no break of the rules has ever turned this {} red", settings.open_breaks
    hint = "let it ask the rule itself, or name {} in {} under [[never-red]], with a reason"
    faults = [
        Finding(
            one.place, "verify.strength", says.format(one.kind), "", one.loci, hint=hint.format(one.fingerprint, own)
        )
        for one, glob in zip(never, found, strict=True)
        if not glob
    ]
    gone, hint = "never-red: {!r} fits no check that no break has turned red", "delete the entry, or mend its spelling"
    stale = [glob for glob in why if glob not in found]
    return faults + [Finding(Place(own, 1), "verify.strength", gone.format(glob), hint=hint) for glob in stale]


def alike(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return with how many equal texts two sequences begin, and with how many of the others they end."""
    most = min(len(one), len(other))
    head = next((number for number in range(most) if one[number] != other[number]), most)
    return head, next((number for number in range(most - head) if one[-1 - number] != other[-1 - number]), most - head)
