"""Draws witnesses compared and terms across languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes

from verify.draw.pages import table
from verify.site.apparatus.parts import Context, GatherError, Nodes, foreign, heads, loci_links, paragraph, words


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


RELATIONS = {"agree": "they agree", "differ": "they differ", "only": "one alone"}


@dataclass(frozen=True, slots=True)
class Concordance:
    """Witnesses compared point by point."""

    title: str
    witnesses: tuple[str, ...]
    points: tuple[Point, ...]


def concordance(path: Path) -> Concordance:
    """Read a concordance.

    Raises:
        GatherError: if a point has an unknown relation or one that its readings do not bear out.
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
            raise GatherError(f"{path.name}: {point.topic}: the relation is one of {', '.join(RELATIONS)}")
        if (point.relation == "only") != (len(readings) == 1) or not readings:
            raise GatherError(f"{path.name}: {point.topic}: {point.relation!r} with {len(readings)} readings")
        points.append(point)
    return Concordance(data["title"], witnesses, tuple(points))


def draw_concordance(context: Context, argument: str, caption: str) -> Nodes:
    """Draw witnesses compared point by point."""
    found = concordance(Path(argument))
    names = [context.edition.sources[name].title if name in context.edition.sources else name
             for name in found.witnesses]  # fmt: skip
    body = []
    for point in found.points:
        row: list[Nodes] = [[nodes.Text(point.topic)]]
        for witness in found.witnesses:
            reading = point.readings.get(witness, Reading())
            row.append([*words(reading.says), nodes.Text(" "), *loci_links(reading.loci)] if reading.loci else [])
        note = words(f". {point.note}") if point.note else []
        row.append([nodes.Text(RELATIONS[point.relation]), *note])
        body.append(row)
    columns = heads("Point", *names, "Relation")
    return [table(columns, body, name="concordance-points", caption=caption or found.title, stubs=1)]


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
    """Read the terms; a file is read again only when it has changed.

    Raises:
        GatherError: if an entry misses a part or has one too many.
    """
    return list(_terms(path, path.stat().st_mtime_ns))


@cache
def _terms(path: Path, stamp: int) -> tuple[Term, ...]:
    import yaml

    found = []
    for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
        needed, known = {"term", "gloss", "ru", "loci"}, {"term", "gloss", "loci", *LANGUAGES}
        if not needed <= set(entry) <= known:
            raise GatherError(f"{path.name}: {entry.get('term')}: an entry has {', '.join(sorted(known))}")
        listed = {key: entry[key] if isinstance(entry[key], list) else [entry[key]] for key in entry}
        if not all(isinstance(word, str) for values in listed.values() for word in values):
            raise GatherError(f"{path.name}: {entry['term']}: words that YAML takes for something else need quotes")
        others = {code: entry[code] for code in LANGUAGES if code in entry and code != "ru"}
        found.append(Term(entry["term"], entry["gloss"], tuple(entry["ru"]), others, tuple(entry["loci"])))
    return tuple(sorted(found, key=lambda term: term.term.lower()))


def draw_terms(context: Context, argument: str, caption: str) -> Nodes:
    """Draw a glossary."""
    entries = nodes.definition_list("", classes=["edition-terms"])
    for term in terms(Path(argument)):
        other: Nodes = []
        for code, word in term.others.items():
            other += [nodes.Text(f"; {LANGUAGES[code]} "), foreign(word, code)]
        entries += nodes.definition_list_item(
            "",
            nodes.term("", "", nodes.Text(f"{term.term} "), foreign(term.forms[0], "ru"), ids=[term.ident]),
            nodes.definition(
                "",
                paragraph(nodes.Text(term.gloss)),
                paragraph(*loci_links(term.loci), *other),
            ),
        )
    return [entries]


def draw_languages(context: Context, argument: str, caption: str) -> Nodes:
    """Draw terms across languages."""
    body = []
    for term in terms(Path(argument)):
        words_of = {"ru": term.forms[0], **term.others}
        row: list[Nodes] = [[nodes.Text(term.term)]]
        row += [[foreign(words_of[code], code)] if code in words_of else [nodes.Text("–")] for code in LANGUAGES]
        body.append(row)
    return [table(heads("English", *LANGUAGES.values()), body, name="terms-by-language", caption=caption, stubs=1)]
