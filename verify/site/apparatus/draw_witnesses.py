"""Draws two witnesses side by side, in the words of the translation, with their differences marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from docutils import nodes

from verify.draw import cards
from verify.draw.table import cells, table
from verify.site import facts
from verify.site.apparatus.files import RELATIONS, Concordance, Point, Reading, concordance
from verify.site.context import Context, GatherError
from verify.site.parts import Nodes, locus_link

DIFFERS = "differs"
"""The class of words that the other witness does not have."""


def draw_witnesses(context: Context, argument: str, caption: str) -> Nodes:
    """Draw each point of a concordance with the sentences of both witnesses; words that differ are marked."""
    found = concordance(Path(argument))
    texts = facts.texts_of_site(context.env)
    body: list[list[Nodes]] = []
    for point in found.points:
        readings = [point.readings.get(name, Reading()).loci for name in found.witnesses]
        if missing := [locus for loci in readings for locus in loci if locus not in texts]:
            raise GatherError(f"{point.topic}: no page translates {', '.join(missing)}")
        columns = _columns(readings, texts)
        body.append([[nodes.Text(point.topic)], *columns, _verdict(found, point)])
    names = [context.edition.source(name).title for name in found.witnesses]
    heads = cells("Point", *names, "Relation")
    return [table(heads, body, name="witnesses", caption=caption or found.title, stubs=1)]


def _columns(readings: Sequence[Sequence[str]], texts: Mapping[str, str]) -> list[Nodes]:
    """Return the sentences of each witness; where one is silent nothing is marked."""
    words = [[word for locus in loci for word in texts[locus].split()] for loci in readings]
    marks = differing(*words) if all(words) else [[False] * len(found) for found in words]
    columns: list[Nodes] = []
    for loci, marked in zip(readings, marks, strict=True):
        flags = iter(marked)
        column: Nodes = []
        for locus in loci:
            sentence = _marked((word, next(flags)) for word in texts[locus].split())
            column += [nodes.Text(" "), locus_link(locus), nodes.Text(" "), *sentence]
        columns.append(column[1:])
    return columns


def differing(one: Sequence[str], other: Sequence[str]) -> list[list[bool]]:
    """Return for each word of two texts whether the other text lacks it at that place.

    Capitals and punctuation make no difference.
    """
    first, second = ([re.sub(r"\W+", "", word).lower() for word in words] for words in (one, other))
    marks = [[True] * len(first), [True] * len(second)]
    for block in SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks():
        marks[0][block.a : block.a + block.size] = [False] * block.size
        marks[1][block.b : block.b + block.size] = [False] * block.size
    return marks


def _marked(words: Iterable[tuple[str, bool]]) -> Nodes:
    """Return words as nodes; those in a row that differ are marked as one."""
    runs: list[tuple[bool, list[str]]] = []
    for word, differs in words:
        if not runs or runs[-1][0] != differs:
            runs.append((differs, []))
        runs[-1][1].append(word)
    made: Nodes = []
    for differs, found in runs:
        inner = list(cards.text(" ".join(found)))
        made += [*(nodes.Text(" ") for _ in made[:1])]
        made += [nodes.inline("", "", *inner, classes=[DIFFERS])] if differs else inner
    return made


def _verdict(found: Concordance, point: Point) -> Nodes:
    loci = {locus for reading in point.readings.values() for locus in reading.loci}
    longest = max((shared.words for shared in found.shared if loci >= set(shared.loci)), default=0)
    same = f"; {longest} words in a row are the same in Russian" if longest else ""
    return [nodes.Text(f"{RELATIONS[point.relation]}{same}")]
