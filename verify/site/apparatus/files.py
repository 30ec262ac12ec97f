"""What the editors have written down in data files: witnesses compared, terms, what is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from verify.site.context import GatherError


@dataclass(frozen=True, slots=True)
class Reading:
    """What one witness has at a point: its loci and what it says, in our words."""

    loci: tuple[str, ...] = ()
    says: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a concordance: its topic, whether the witnesses agree, their readings, and a remark."""

    topic: str
    relation: str
    readings: Mapping[str, Reading]
    note: str = ""


RELATIONS = {"agree": "they agree", "differ": "they differ", "only": "one alone", "open": "it is open"}


@dataclass(frozen=True, slots=True)
class Shared:
    """Two sentences of different witnesses with words in common: how many stand in a row, in the originals."""

    loci: tuple[str, ...]
    words: int


@dataclass(frozen=True, slots=True)
class Concordance:
    """Witnesses compared point by point, and the passages that they share word for word."""

    title: str
    witnesses: tuple[str, ...]
    points: tuple[Point, ...]
    shared: tuple[Shared, ...] = ()


def concordance(path: Path) -> Concordance:
    """Read a concordance.

    Raises:
        GatherError: if a point has an unknown relation, or one that its readings contradict.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    witnesses = tuple(data["witnesses"])
    points = []
    for entry in data["point"]:
        readings = {
            witness: Reading(tuple(entry[witness]["loci"]), entry[witness].get("says", ""))
            for witness in witnesses
            if witness in entry
        }
        point = Point(entry["topic"], entry["relation"], readings, entry.get("note", ""))
        if point.relation not in RELATIONS:
            raise GatherError(f"{path.name}: {point.topic}: the relation must be one of {', '.join(RELATIONS)}")
        if (point.relation == "only") != (len(readings) == 1) or not readings:
            raise GatherError(f"{path.name}: {point.topic}: {point.relation!r} with {len(readings)} readings")
        points.append(point)
    shared = tuple(Shared(tuple(entry["loci"]), entry["words"]) for entry in data.get("shared", ()))
    return Concordance(data["title"], witnesses, tuple(points), shared)


@dataclass(frozen=True, slots=True)
class Term:
    """A term across languages; see the data file for what each part is."""

    term: str
    gloss: str
    forms: tuple[str, ...]
    others: Mapping[str, str]
    loci: tuple[str, ...]

    @property
    def ident(self) -> str:
        """The term's address on a page."""
        return "term-" + "".join(letter if letter.isalnum() else "-" for letter in self.term)


LANGUAGES = {"ru": "Russian", "de": "German", "fr": "French", "pl": "Polish"}


def terms(path: Path) -> list[Term]:
    """Read the terms, by name.

    Raises:
        GatherError: if an entry lacks a part or has one too many.
    """
    return list(_terms(path.name, path.read_text(encoding="utf-8")))


@lru_cache(maxsize=1)
def _terms(name: str, text: str) -> tuple[Term, ...]:
    import yaml

    found = []
    for entry in yaml.safe_load(text):
        needed, known = {"term", "gloss", "ru", "loci"}, {"term", "gloss", "loci", *LANGUAGES}
        if not needed <= set(entry) <= known:
            raise GatherError(f"{name}: {entry.get('term')}: an entry can only have {', '.join(sorted(known))}")
        listed = {key: entry[key] if isinstance(entry[key], list) else [entry[key]] for key in entry}
        if not all(isinstance(word, str) for values in listed.values() for word in values):
            raise GatherError(f"{name}: {entry['term']}: put words that YAML does not read as text in quotes")
        others = {code: entry[code] for code in LANGUAGES if code in entry and code != "ru"}
        found.append(Term(entry["term"], entry["gloss"], tuple(entry["ru"]), others, tuple(entry["loci"])))
    return tuple(sorted(found, key=lambda term: term.term.lower()))


def lost_tables(path: Path) -> list[dict[str, Any]]:
    """Read what is known to be lost.

    Raises:
        GatherError: if an entry lacks a part.
    """
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["lost"]
    for entry in entries:
        if missing := {"id", "title", "page", "loci", "unit", "state", "remains"} - set(entry):
            raise GatherError(f"{path.name}: {entry.get('id', 'an entry')} has no {', '.join(sorted(missing))}")
    return entries
