"""Everything that belongs to no page: citation files, data, and pages that lead on from old addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree
from sphinx.util import logging

from gamerules.rules import GameRulesError
from verify.site.apparatus import addresses, collect, panel
from verify.site.apparatus.gather_errata import lost_tables
from verify.site.apparatus.gather_words import concordance
from verify.site.apparatus.parts import Context, GatherError
from verify.site.data import tables
from verify.site.data.package import FILES as DATA_FILES
from verify.site.data.package import files as data_files
from verify.site.tei import document as tei
from verify.site.tei import schema as tei_schema

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from verify.site.cite.about import Edition

logger = logging.getLogger(__name__)

TEI_FILE = "data/edition.tei.xml"
FILES: Mapping[str, str] = {
    TEI_FILE: "The whole edition as TEI P5: translations, loci, errata, witnesses, what is lost.",
    **DATA_FILES,
}
"""The files of the downloads page, each with what it holds."""


def write_all(app: Sphinx, edition: Edition) -> None:
    """Write all files, each only if its content has changed."""
    from verify.site.apparatus.extension import fail

    try:
        context = Context.of(app, "index")
        text = tei_file(context)
        made = {**citations(app, edition), TEI_FILE: text, **data_files(context, text), **redirects(app)}
    except (GatherError, GameRulesError) as error:
        fail(app, str(error))
        return
    pages = {f"../{address}" for address in tables.addresses_of(context)}
    for pointer in sorted(set(tei.dangling(text, pages))):
        fail(app, f"{TEI_FILE}: the pointer {pointer} leads nowhere")
    for fault in invalid(text):
        fail(app, f"{TEI_FILE}: {fault}")
    for path, content in made.items():
        write(Path(app.outdir) / path, content)


def invalid(text: str) -> list[str]:
    """Return where a TEI file breaks its schema."""
    schema = etree.RelaxNG(etree.parse(str(tei_schema.FILE)))
    schema.validate(etree.fromstring(text.encode()))
    return [f"line {entry.line}: {entry.message}" for entry in schema.error_log]


def write(path: Path, text: str) -> None:
    """Write a file unless it has this content already."""
    data = text.encode()
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def citations(app: Sphinx, edition: Edition) -> dict[str, str]:
    """Return the files for reference managers: of every page and of every locus."""
    from verify.site.apparatus.extension import locus_citation, page_citation

    made: dict[str, str] = {}
    for docname in sorted(app.env.found_docs):
        made |= panel.files(docname, page_citation(app, edition, docname))
    for locus, docname in collect.loci_of_site(app.env).items():
        made |= panel.files(locus, locus_citation(app, edition, locus, docname))
    return made


def tei_file(context: Context) -> str:
    """Return the edition as TEI."""
    app = context.app
    facts = collect.all_facts(app.env)
    translating = [docname for docname, page in facts.items() if page.loci]
    statuses = tables.statuses(context)
    material = tei.Material(
        edition=context.edition,
        order=tables.order(context),
        doctrees={app.builder.get_target_uri(docname): app.env.get_doctree(docname) for docname in translating},
        errata=collect.errata_of_site(app.env),
        statuses=statuses,
        concordances=[concordance(path) for path in _gathered(context, "concordance")],
        lost=[entry for path in _gathered(context, "lost-tables") for entry in lost_tables(path)],
    )
    return tei.document(material)


def _gathered(context: Context, what: str) -> Iterable[Path]:
    """Return the data files that pages gather for one directive, each once."""
    found = collect.gathered(context.app.env)
    return [Path(argument) for name, argument in found if name == what]


def redirects(app: Sphinx) -> dict[str, str]:
    """Return a page for each address that has moved, which sends readers on."""
    register = addresses.read(Path(app.srcdir) / addresses.FILE)
    made = {}
    for old, new in register.moved.items():
        if "#" in old:
            continue  # the part after # never reaches a server; the page itself must keep the id
        target = escape("../" * old.count("/") + new)
        made[old] = (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Moved</title>\n'
            f'<meta http-equiv="refresh" content="0; url={target}"><meta name="robots" content="noindex"></head>\n'
            f'<body><p>This page is now at <a href="{target}">{escape(new)}</a>.</p></body></html>\n'
        )
    return made
