"""Draws what is known of the sources, their sentences, and the files of the edition."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from verify.draw.table import cells, facts, joined, paragraph, table
from verify.site import engine
from verify.site.apparatus import book
from verify.site.apparatus.source_command import file_digest
from verify.site.cite.about import Source
from verify.site.context import SITES, Context, GatherError
from verify.site.data.package import FILES
from verify.site.parts import Nodes, foreign, locus_link, section, words
from verify.texts import sources


def draw_sources(context: Context, argument: str, caption: str) -> Nodes:
    """Draw what is known of every source, or of one."""
    found: Nodes = []
    for manifest in context.manifests:
        if argument and manifest.source != argument:
            continue
        found.append(_source(context, context.edition.source(manifest.source), manifest))
    if not found:
        raise GatherError(f"there is no source {argument!r}")
    return found


def _source(context: Context, source: Source, manifest: sources.Manifest) -> nodes.Node:
    unknown = "unknown"
    language = source.language or "und"
    author: Nodes = [foreign(str(source.author), language)] if source.author else [nodes.Text(unknown)]
    if source.author and source.author.latin:
        author.append(nodes.Text(f" ({source.author.latin})"))
    return section(
        [nodes.Text(f"{source.title} ")],
        f"source-{source.name}",
        facts(
            [
                ("name in loci", [nodes.literal("", source.name)]),
                ("siglum", words(source.siglum)),
                ("original title", [foreign(source.original_title, language)] if source.original_title else []),
                ("author", author),
                ("book", words(source.book or unknown)),
                ("year", words(source.year or unknown)),
                ("how it was found", words(source.found)),
                ("how its origin is known", words(source.evidence)),
                ("what survives", words(source.extent)),
                ("sentences", [nodes.Text(str(len(manifest.sentences)))]),
                ("digest of the text", [nodes.literal("", file_digest(manifest, context.site.settings))]),
            ]
        ),
    )


def draw_rights(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the rights in each part of the edition."""
    entries = nodes.bullet_list("")
    for right in context.edition.rights.values():
        link = nodes.reference("", right.name, refuri=right.url)
        more = words(f". {right.note}" if right.note else ".")
        entries += nodes.list_item("", paragraph(nodes.Text(f"{right.covers}: "), link, *more))
    return [entries]


def draw_sentences(context: Context, argument: str, caption: str) -> Nodes:
    """Draw every sentence of a source: kind, evidence status, code, checks, digest."""
    rows = [row for row in context.covered.rows if row.source == argument]
    if not rows:
        raise GatherError(f"there is no source {argument!r}")
    digests = {locus: entry.sha256 for manifest in context.manifests for locus, entry in manifest.sentences.items()}
    statuses = {entry.name: str(entry.status) for entry in engine.all_rules()}
    body: list[list[Nodes]] = [
        [
            [locus_link(row.locus)],
            [nodes.Text(row.kind)],
            [nodes.Text(", ".join(dict.fromkeys(statuses[name] for name in row.rules if name in statuses)) or "–")],
            _codes(row.rules),
            [nodes.Text(str(len(row.checks)))],
            [nodes.literal("", digests[row.locus], classes=["edition-digest"])],
        ]
        for row in rows
    ]
    columns = cells("Locus", "Kind", "Evidence", "In the code", "Checks", "SHA-256 of the sentence")
    return [table(columns, body, name=f"sentences-{argument}", caption=caption)]


def _codes(names: Iterable[str]) -> Nodes:
    return joined(nodes.literal("", ".".join(name.split(".")[-2:])) for name in names)


def draw_files(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the list of the files that the build makes."""
    entries = nodes.definition_list("")
    offered = {book.name(context): "The whole site as a book (EPUB)."} if book.offered(context) else {}
    for path, what in {**offered, **FILES}.items():
        also: Nodes = []
        for twin in twins(path):
            also += [nodes.Text(" "), _file_link(context, twin)]
        entries += nodes.definition_list_item(
            "",
            nodes.term("", "", _file_link(context, path)),
            nodes.definition("", paragraph(*words(what), *also)),
        )
    return [entries]


def twins(path: str) -> list[str]:
    """Return the other forms of a data file: the JSON of a CSV file, and the schema of that."""
    folder, _, name = path.rpartition("/")
    stem, _, extension = name.partition(".")
    return [f"{folder}/{stem}.json", f"{folder}/schemas/{stem}.schema.json"] if extension == "csv" else []


def _file_link(context: Context, path: str) -> nodes.Node:
    """Return a link to a file of the site; only its name in other outputs, such as a book."""
    name = nodes.literal("", path)
    if context.app.builder.name not in SITES:
        return name
    up = context.app.builder.get_relative_uri(context.docname, "index").rpartition("/")[0]
    return nodes.reference("", "", name, refuri=f"{up}/{path}" if up else path, internal=True)
