"""Everything that belongs to no page: citation files, data, and redirects from old addresses."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path

from gamerules.rules import GameRulesError
from verify.site import engine, facts
from verify.site.apparatus import addresses, locus_pages
from verify.site.apparatus.files import concordance, lost_tables
from verify.site.cite import draw_panel, formats
from verify.site.context import Context, GatherError, fail, make
from verify.site.data import package
from verify.site.data.package import TEI_FILE
from verify.site.tei import document as tei
from verify.site.tei import dts


def write_all(context: Context) -> bool:
    """Write all files, each only if its content has changed; return whether nothing is wrong with them."""
    try:
        text = tei_file(context)
        made = {**citations(context), TEI_FILE: text, **package.files(context), **redirects(context)}
        made |= dts.files(context.edition, text)
    except (GatherError, GameRulesError, addresses.RegisterError) as error:
        fail(context.app, str(error))
        return False
    pages = {f"../{address}" for address in facts.addresses_of_site(context.env)}
    findings = [f"the pointer {pointer} leads nowhere" for pointer in sorted(set(tei.dangling(text, pages)))]
    findings += tei.invalid(text)
    for finding in findings:
        fail(context.app, f"{TEI_FILE}: {finding}")
    for path, content in made.items():
        write(Path(context.app.outdir) / path, content)
    return not findings


def write_loci(context: Context) -> None:
    """Write the pages of the loci, of those sections where something has changed."""
    if context.site.outcome is None:
        return
    pages = locus_pages.Pages(context)

    def section(name: str) -> bool:
        for path, content in pages.files(name).items():
            write(Path(context.app.outdir) / path, content)
        return True

    for found in locus_pages.sections(pages):
        make(context, f"/{found.name}", found.state, found.paths, partial(section, found.name))


def write(path: Path, text: str) -> None:
    """Write a file unless it has this content already."""
    data = text.encode()
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def citations(context: Context) -> dict[str, str]:
    """Return the files for reference managers: of every page and of every locus."""
    made: dict[str, str] = {}
    for docname in sorted(context.env.found_docs):
        made |= draw_panel.files(docname, context.page_citation(docname))
    for locus in facts.loci_of_site(context.env):
        made |= draw_panel.files(locus, context.locus_citation(locus))
    return made | draw_panel.files("data", formats.for_data(context.edition, f"{package.FOLDER}/datapackage.json"))


def tei_file(context: Context) -> str:
    """Return the edition as TEI."""
    env = context.env
    translating = [docname for docname, page in facts.all_facts(env).items() if page.loci]
    return tei.document(
        tei.Material(
            edition=context.edition,
            order={manifest.source: list(manifest.sentences) for manifest in context.manifests},
            doctrees=[env.get_doctree(docname) for docname in translating],
            errata=facts.errata_of_site(env),
            statuses=engine.statuses(),
            concordances=[concordance(path) for path in context.files_named("concordance")],
            lost=[entry for path in context.files_named("lost-tables") for entry in lost_tables(path)],
        )
    )


def redirects(context: Context) -> dict[str, str]:
    """Return a page for each address that has moved, which sends readers on."""
    register = addresses.read(Path(context.app.srcdir) / addresses.FILE)
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
