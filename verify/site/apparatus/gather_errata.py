"""Draws the errata of the whole site and what is known to be lost."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from docutils import nodes

from verify.draw.pages import table
from verify.site.apparatus import collect
from verify.site.apparatus.collect import Erratum
from verify.site.apparatus.parts import (
    Context,
    GatherError,
    Nodes,
    erratum_link,
    foreign,
    heads,
    loci_links,
    paragraph,
    section,
    words,
)
from verify.site.cite.about import Edition


def draw_errata(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the errata of all pages, or of one source."""
    errata = [
        erratum
        for erratum in collect.errata_of_site(context.app.env)
        if not argument or any(locus.startswith(f"{argument}.") for locus in erratum.loci)
    ]
    if not errata:
        raise GatherError("no page lays an erratum down" + (f" for {argument}" if argument else ""))
    by_source: dict[str, list[Erratum]] = {}
    for erratum in errata:
        by_source.setdefault(erratum.loci[0].partition(".")[0], []).append(erratum)
    return [_of_source(context.edition, source, found) for source, found in sorted(by_source.items())]


def _of_source(edition: Edition, source: str, errata: Sequence[Erratum]) -> nodes.Node:
    title = edition.sources[source].title if source in edition.sources else source
    entries = nodes.definition_list("", classes=["edition-errata"])
    for erratum in errata:
        stands = foreign(f"“{erratum.stands}”", language_of(edition, erratum.loci))
        meant = [nodes.Text(" – read: "), *words(erratum.meant)] if erratum.meant else []
        entries += nodes.definition_list_item(
            "",
            nodes.term("", "", erratum_link(erratum.name), nodes.Text(f" {erratum.grade}")),
            nodes.definition(
                "",
                paragraph(stands, *meant, nodes.Text(" ("), *loci_links(erratum.loci), nodes.Text(")")),
                paragraph(*words(erratum.argument)),
            ),
        )
    return section([nodes.Text(title)], f"errata-{source}", entries)


def language_of(edition: Edition, loci: Sequence[str]) -> str:
    """Return the language of the source of a locus; ``und`` (undetermined) if the edition does not tell it."""
    source = edition.sources.get(loci[0].partition(".")[0]) if loci else None
    return source.language if source and source.language else "und"


def draw_lost(context: Context, argument: str, caption: str) -> Nodes:
    """Draw an overview of what is lost."""
    entries = lost_tables(Path(argument))
    body: list[list[Nodes]] = []
    for entry in entries:
        link = nodes.reference("", "", nodes.Text(entry["title"]), refuri=_to(context, entry["page"]), internal=True)
        body.append([[link], loci_links(entry["loci"]), words(entry["state"]), words(entry["remains"])])
    return [
        table(heads("What is lost", "Locus", "State", "What is known"), body, name="lost-overview", caption=caption)
    ]


def _to(context: Context, docname: str) -> str:
    if docname not in context.app.env.found_docs:
        raise GatherError(f"there is no page {docname!r}")
    return context.app.builder.get_relative_uri(context.docname, docname)


def lost_tables(path: Path) -> list[dict[str, Any]]:
    """Read what is known to be lost.

    Raises:
        GatherError: if an entry misses a part.
    """
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["lost"]
    for entry in entries:
        if missing := {"id", "title", "page", "loci", "unit", "state", "remains"} - set(entry):
            raise GatherError(f"{path.name}: {entry.get('id', 'an entry')} has no {', '.join(sorted(missing))}")
    return entries
