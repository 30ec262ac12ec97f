"""Notes for a page's margin: how far each section runs as written, and what the other witness says of a sentence.

Where a window has no margin a note folds under the paragraph that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

from verify.site.apparatus.files import Point, concordance
from verify.site.context import Context
from verify.site.engine import grouped
from verify.site.reader import tidy
from verify.site.reader.draw_panels import Known

_SENTENCE = re.compile(r'<span class="locus" id="(?P<locus>[^"]+)"|<a class="locus" id="(?P<bare>[^"]+)"')
_RELATION = {"agree": "says the same", "differ": "differs", "open": "may differ"}


def add_notes(body: str, context: Context, known: Known) -> str:
    """Return a page's body with its notes; a page that translates nothing has none."""
    loci = [match["locus"] or match["bare"] for match in _SENTENCE.finditer(body)]
    notes: dict[str, list[str]] = {}
    for section, found in groupby(loci, key=lambda locus: locus.rpartition(".")[0]):
        held = list(found)
        if said := _state(held, known):
            notes.setdefault(f"{section}.{held[0].rpartition('.')[2]}", []).append(said)
    for locus, points in _points(context).items():
        if locus in loci:
            notes.setdefault(locus, []).extend(filter(None, (_witness(locus, point, context) for point in points)))
    for locus, parts in notes.items():
        if parts:
            kind = (
                "margin-note" if any("<strong>" in part or ":" in part for part in parts) else "margin-note aside-only"
            )
            text = "".join(f"<p>{part}</p>" for part in dict.fromkeys(parts))
            note = (
                f'<aside class="{kind}" data-pagefind-ignore="all" aria-label="About sentence {locus}">{text}</aside>'
            )
            body = _put(body, locus, note)
    return body


def _state(loci: Sequence[str], known: Known) -> str:
    """Say how much of a section is carried out by code, and by how many checks that is proved."""
    rules = [locus for locus in loci if known.rules.get(locus)]
    checks = {id(shown) for locus in rules for shown in known.checks.get(locus, ())}
    if not rules or not checks:
        return ""
    many = f"{len(checks)} check{'' if len(checks) == 1 else 's'}"
    if len(loci) == 1:
        return f"<strong>Runs as written.</strong> This sentence is carried out by code and proved by {many}."
    whole = "Both" if len(loci) == 2 else f"All {len(loci)}"
    which = whole if len(rules) == len(loci) else f"{len(rules)} of {len(loci)}"
    return f"<strong>Runs as written.</strong> {which} sentences here are carried out by code, and proved by {many}."


def _points(context: Context) -> Mapping[str, Sequence[Point]]:
    """Return the points at which two witnesses are compared, by the first locus of each reading."""
    points = [point for path in context.files_named("concordance") for point in concordance(path).points]
    return grouped((reading.loci[0], point) for point in points for reading in point.readings.values() if reading.loci)


def _witness(locus: str, point: Point, context: Context) -> str:
    """Say what the other witness has at a point, in its words."""
    own = locus.partition(".")[0]
    others = [(name, reading) for name, reading in point.readings.items() if name != own and reading.loci]
    said = []
    for name, reading in others:
        who = escape(_short(context, name))
        href = context.locus_address(reading.loci[0])
        link = f'<a href="{escape(href)}">{who}</a>' if href else who
        words = f": {tidy.russian(tidy.html_of(reading.says))}" if point.relation in ("differ", "open") else ""
        said.append(f"{link} {_RELATION[point.relation]}{words}.")
    return " ".join(said)


def _short(context: Context, name: str) -> str:
    """Return a witness as one calls it in passing: by its author, or by what kind of book it is."""
    author = context.edition.source(name).author
    return author.latin.rpartition(" ")[2] if author else "The dictionary"


def _put(body: str, locus: str, note: str) -> str:
    """Put a note beside the paragraph of a sentence, or before the list or table that it is in."""
    at = body.index(f'id="{locus}"')
    start, end = body.rfind("<p>", 0, at), body.find("</p>", at)
    inside = body[start:at]
    if start < 0 or end < 0 or "</p>" in inside or re.search(r"<(td|th|li|dd|dt)\b[^>]*>\s*$", body[:start][-40:]):
        return body
    return f'{body[:start]}<div class="noted">{note}{body[start : end + 4]}</div>{body[end + 4 :]}'
