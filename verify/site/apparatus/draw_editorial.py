"""Draws what the editors have written down: errata, what is lost, witnesses compared, terms across languages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from docutils import nodes

from verify.draw.table import cells, paragraph, table
from verify.site import facts
from verify.site.apparatus.files import LANGUAGES, RELATIONS, Reading, concordance, lost_tables, terms
from verify.site.cite.about import Edition
from verify.site.context import Context, GatherError
from verify.site.engine import grouped
from verify.site.facts import Erratum
from verify.site.parts import Nodes, erratum_link, foreign, loci_links, section, words
from verify.texts.asked import OPTION


def draw_errata(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the errata of all pages, or of one source."""
    errata = [
        erratum
        for erratum in facts.errata_of_site(context.env)
        if not argument or any(locus.startswith(f"{argument}.") for locus in erratum.loci)
    ]
    if not errata:
        raise GatherError("no page declares an erratum" + (f" for {argument}" if argument else ""))
    by_source = grouped((erratum.loci[0].partition(".")[0], erratum) for erratum in errata)
    return [_of_source(context.edition, source, found) for source, found in sorted(by_source.items())]


def _of_source(edition: Edition, source: str, errata: Sequence[Erratum]) -> nodes.Node:
    told = edition.source(source)
    entries = nodes.definition_list("", classes=["edition-errata"])
    for erratum in errata:
        stands = foreign(f"“{erratum.stands}”", told.language or "und")
        meant = [nodes.Text(" – read: "), *words(erratum.meant)] if erratum.meant else []
        meant += [nodes.Text(" – "), *words(erratum.comment)] if erratum.comment else []
        entries += nodes.definition_list_item(
            "",
            nodes.term("", "", erratum_link(erratum.name), nodes.Text(f" {erratum.grade}")),
            nodes.definition(
                "",
                paragraph(stands, *meant, nodes.Text(" ("), *loci_links(erratum.loci), nodes.Text(")")),
                paragraph(*words(erratum.argument)),
            ),
        )
    return section([nodes.Text(told.title)], f"errata-{source}", entries)


def draw_exceptions(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the checks that say why they run no rule of their sentence."""
    rows: list[list[Sequence[nodes.Node]]] = [
        [
            [nodes.literal("", str(check.place).removeprefix(f"{context.site.settings.docs}/"))],
            loci_links(check.loci),
            words(check.option(OPTION)),
        ]
        for check in context.covered.exceptions
    ]
    return [table(cells("Check", "Sentence", "Why no rule runs"), rows, name="exceptions", caption=caption)]


def draw_lost(context: Context, argument: str, caption: str) -> Nodes:
    """Draw an overview of what is lost."""
    entries = lost_tables(Path(argument))
    body: list[list[Nodes]] = []
    for entry in entries:
        link = nodes.reference("", "", nodes.Text(entry["title"]), refuri=_to(context, entry["page"]), internal=True)
        body.append([[link], loci_links(entry["loci"]), words(entry["state"]), words(entry["remains"])])
    return [
        table(cells("What is lost", "Locus", "State", "What is known"), body, name="lost-overview", caption=caption)
    ]


def _to(context: Context, docname: str) -> str:
    if docname not in context.env.found_docs:
        raise GatherError(f"there is no page {docname!r}")
    return context.app.builder.get_relative_uri(context.docname, docname)


def draw_concordance(context: Context, argument: str, caption: str) -> Nodes:
    """Draw witnesses compared point by point."""
    found = concordance(Path(argument))
    names = [context.edition.source(name).title for name in found.witnesses]
    body = []
    for point in found.points:
        row: list[Nodes] = [[nodes.Text(point.topic)]]
        for witness in found.witnesses:
            reading = point.readings.get(witness, Reading())
            row.append([*words(reading.says), nodes.Text(" "), *loci_links(reading.loci)] if reading.loci else [])
        note = words(f". {point.note}") if point.note else []
        row.append([nodes.Text(RELATIONS[point.relation]), *note])
        body.append(row)
    columns = cells("Point", *names, "Relation")
    return [table(columns, body, name="concordance-points", caption=caption or found.title, stubs=1)]


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
    return [table(cells("English", *LANGUAGES.values()), body, name="terms-by-language", caption=caption, stubs=1)]
