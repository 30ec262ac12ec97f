"""The sheets of the edition, each made from the pages, the checks or the code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from gamerules import rules
from gamerules.rules import Grade, Status
from verify.model import Kind, Verdict
from verify.site.apparatus import collect
from verify.site.apparatus.gather_engine import KINDS, decisions_of, key_text
from verify.site.apparatus.gather_errata import lost_tables
from verify.site.apparatus.gather_words import LANGUAGES, RELATIONS, concordance, terms
from verify.site.apparatus.parts import Context, all_games, all_tables, default_rules
from verify.site.apparatus.source_command import file_digest
from verify.site.cite.about import Source
from verify.site.cite.formats import split_locus
from verify.site.data.sheet import Column, Sheet, Value
from verify.site.tei.text import NS, XML
from verify.texts import sources

LOST = "lost"

Links = dict[str, dict[str, tuple[str, ...]]]
"""The loci of each thing, by its kind and then by its name."""


def order(context: Context) -> dict[str, list[str]]:
    """Return the loci of each source, in the order of its text."""
    manifests = sources.load_manifests(context.site.settings)
    return {manifest.source: list(manifest.sentences) for manifest in manifests}


def statuses(context: Context) -> dict[str, list[str]]:
    """Return the evidence statuses of the code that carries each locus out."""
    all_games()  # a rule is known once its game is imported
    found: dict[str, dict[str, None]] = {}
    for entry in rules.rules():
        for locus in entry.loci:
            found.setdefault(locus, {})[str(entry.status)] = None
    return {locus: list(names) for locus, names in found.items()}


def addresses_of(context: Context) -> list[str]:
    """Return the addresses of the site: pages, loci, errata."""
    from verify.site.apparatus.extension import present_addresses

    return present_addresses(context.app.env)


def translations(tei: str) -> dict[str, str]:
    """Return the translation of each locus, as plain text, from the edition's TEI."""
    found: dict[str, list[str]] = {}
    for element in ET.fromstring(tei).iter(f"{{{NS}}}seg"):
        locus = element.get(f"{XML}id") or element.get("corresp", "").removeprefix("#")
        found.setdefault(locus, []).append("".join(element.itertext()))
    return {locus: " ".join(" ".join(parts).split()) for locus, parts in found.items()}


def sheets(context: Context, tei: str) -> tuple[list[Sheet], Links]:
    """Return all sheets but those of the records, and the loci that belong to their rows."""
    links: Links = {}
    made = [
        _sources(context),
        _loci(context, translations(tei)),
        _games(),
        _rules(links),
        _tables(links),
        _decisions(links),
        _readings(),
        _errata(context, links),
        _lost(context, links),
        _concordance(context, links),
        _terms(context, links),
        _forms(context),
        _checks(context, links),
    ]
    known = {row[0] for sheet in made if sheet.name == "loci" for row in sheet.rows}
    made.append(_links(links, known))
    return made, links


def _sources(context: Context) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for manifest in sources.load_manifests(context.site.settings):
        source = context.edition.sources.get(manifest.source, Source(manifest.source, manifest.source))
        rows.append(
            (
                source.name, source.title, source.original_title or None, source.language or None,
                str(source.author) if source.author else None, source.book or None, source.year or None,
                len(manifest.sentences), file_digest(manifest, context.site.settings),
            )
        )  # fmt: skip
    columns = (
        Column("source", "the name, the first part of its loci"),
        Column("title", "the title in English"),
        Column("original_title", "the title in the original", required=False),
        Column("language", "the language, as a BCP 47 tag", required=False),
        Column("author", "the author, where known", required=False),
        Column("book", "the book it comes from, as far as known", required=False),
        Column("year", "the year of that book, where known", required=False),
        Column("sentences", "how many sentences it has", type="integer"),
        Column("sha256", "SHA-256 of the text's file"),
    )
    return Sheet("sources", "The sources", columns, tuple(rows), ("source",))


def _loci(context: Context, texts: Mapping[str, str]) -> Sheet:
    evidence = statuses(context)
    pages = collect.loci_of_site(context.app.env)
    rows: list[tuple[Value, ...]] = []
    for manifest in sources.load_manifests(context.site.settings):
        for locus, sentence in manifest.sentences.items():
            source, section, number = split_locus(locus)
            page = context.app.builder.get_target_uri(pages[locus]) if locus in pages else None
            rows.append(
                (
                    locus, source, section, number, sentence.kind, " ".join(evidence.get(locus, ())) or None,
                    f"{page}#{locus}" if page else None, texts.get(locus), sentence.sha256,
                )
            )  # fmt: skip
    columns = (
        Column("locus", "the sentence's name"),
        Column("source", "the source", points_to="sources.source"),
        Column("section", "the section of the source"),
        Column("number", "the number in the section", type="integer"),
        Column("kind", "rule, example, table, heading, quotation …"),
        Column("evidence", "the statuses of the code that carries it out, separated by spaces", required=False),
        Column("address", "where it is translated, relative to the site", required=False),
        Column("translation", "the translation, as plain text", required=False),
        Column("sha256", "SHA-256 of the original sentence, runs of white space made one space"),
    )
    return Sheet("loci", "The sentences of the sources and their translations", columns, tuple(rows), ("locus",))


def _games() -> Sheet:
    rows = tuple((game.name, game.title, game.players, " ".join(game.presets)) for game in all_games())
    columns = (
        Column("game", "the name, as in commands and addresses"),
        Column("title", "the name in prose"),
        Column("players", "how many play", type="integer"),
        Column("presets", "its named rules, separated by spaces; the first is the default"),
    )
    return Sheet("games", "The games", columns, rows, ("game",))


def _rules(links: Links) -> Sheet:
    entries = rules.rules()
    links["rules"] = {entry.name: entry.loci for entry in entries}
    rows = tuple((entry.name, str(entry.status), entry.doc or None, entry.note or None) for entry in entries)
    columns = (
        Column("rule", "the dotted name of the function, class or table"),
        Column("evidence", "its evidence status", choices=tuple(str(status) for status in Status)),
        Column("about", "what it does", required=False),
        Column("note", "what a reader should know of the evidence", required=False),
    )
    return Sheet("rules", "The code that carries the sentences out", columns, rows, ("rule",))


def _tables(links: Links) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for entry, table in all_tables():
        for key, cell in table.cells.items():
            rows.append((entry.name, key_text(key), cell.value, str(cell.grade), cell.evidence or None))
        rows += [(entry.name, key_text(key), None, LOST, None) for key in table.lost]
    columns = (
        Column("table", "the table's name in the code", points_to="rules.rule"),
        Column("place", "the place in the table"),
        Column("figure", "the figure; none where it is lost", type="integer", required=False),
        Column("grade", "how well it is attested", choices=(*(str(grade) for grade in Grade), LOST)),
        Column("evidence", "where it comes from", required=False),
    )
    return Sheet("tables", "The tables, figure by figure", columns, tuple(rows), ("table", "place"))


def _decisions(links: Links) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    for game in all_games():
        default = default_rules(game)
        for field, point in decisions_of(game).items():
            name = f"{game.name}.{field}"
            named[name] = point.loci
            adopted = repr(getattr(default, field))
            rows.append((name, game.name, field, point.kind, point.question, adopted, point.why))
    links["decisions"] = named
    columns = (
        Column("decision", "game and field"),
        Column("game", "the game", points_to="games.game"),
        Column("field", "the field of the game's Rules"),
        Column("kind", "what left the point open", choices=tuple(KINDS)),
        Column("question", "the open point"),
        Column("adopted", "the reading of the default rules"),
        Column("why", "the reason for it"),
    )
    return Sheet("decisions", "Decisions and variants", columns, tuple(rows), ("decision",))


def _readings() -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for game in all_games():
        for field, point in decisions_of(game).items():
            for reading, meaning in point.readings.items():
                by = [name for name, preset in game.presets.items() if getattr(preset, field) == reading]
                rows.append((f"{game.name}.{field}", repr(reading), meaning, " ".join(by) or None))
    columns = (
        Column("decision", "the decision", points_to="decisions.decision"),
        Column("reading", "the value of the field"),
        Column("meaning", "what it means"),
        Column("adopted_by", "the named rules that adopt it, separated by spaces", required=False),
    )
    return Sheet("readings", "The readings of each decision", columns, tuple(rows), ("decision", "reading"))


def _errata(context: Context, links: Links) -> Sheet:
    errata = collect.errata_of_site(context.app.env)
    links["errata"] = {erratum.name: erratum.loci for erratum in errata}
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (
            erratum.name, erratum.stands or None, erratum.meant or None, erratum.grade, erratum.argument,
            f"{context.app.builder.get_target_uri(erratum.docname)}#{erratum.anchor}",
        )
        for erratum in errata
    )  # fmt: skip
    columns = (
        Column("erratum", "its name"),
        Column("stands", "what stands there, six words at most", required=False),
        Column("meant", "what must have been meant, in English", required=False),
        Column("grade", "how sure that is", choices=("proved", "very probable", "open")),
        Column("argument", "the argument"),
        Column("address", "where the argument is run, relative to the site"),
    )
    return Sheet("errata", "Errata", columns, rows, ("erratum",))


def _data(context: Context, what: str) -> list[Path]:
    return [Path(argument) for name, argument in collect.gathered(context.app.env) if name == what]


def _lost(context: Context, links: Links) -> Sheet:
    entries = [entry for path in _data(context, "lost-tables") for entry in lost_tables(path)]
    links["lost"] = {entry["id"]: tuple(entry["loci"]) for entry in entries}
    keys = ("id", "title", "unit", "state", "remains")
    rows = tuple((*(entry[key] for key in keys), f"{entry['page']}.html") for entry in entries)
    columns = (
        Column("lost", "its name"),
        Column("title", "what it was"),
        Column("unit", "table, figure or text"),
        Column("state", "what came of it", choices=("regained", "narrowed", "lost")),
        Column("remains", "what is known of it"),
        Column("address", "the page about it, relative to the site"),
    )
    return Sheet("lost", "What is lost", columns, rows, ("lost",))


def _concordance(context: Context, links: Links) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    for path in _data(context, "concordance"):
        for point in concordance(path).points:
            for witness, reading in point.readings.items():
                name = f"{point.topic} / {witness}"
                named[name] = reading.loci
                rows.append((name, point.topic, witness, point.relation, reading.says or None))
    links["concordance"] = named
    columns = (
        Column("reading", "point and witness"),
        Column("point", "the point compared"),
        Column("witness", "the witness", points_to="sources.source"),
        Column("relation", "how the witnesses stand to each other", choices=tuple(RELATIONS)),
        Column("says", "what the witness says, in our words", required=False),
    )
    return Sheet("concordance", "The witnesses compared", columns, tuple(rows), ("reading",))


def _terms(context: Context, links: Links) -> Sheet:
    found = [term for path in _data(context, "terms") for term in terms(path)]
    links["terms"] = {term.term: term.loci for term in found}
    others = [code for code in LANGUAGES if code != "ru"]
    rows = tuple((term.term, term.gloss, term.forms[0], *(term.others.get(code) for code in others)) for term in found)
    columns = (
        Column("term", "the English term"),
        Column("gloss", "what it means"),
        Column("ru", "the Russian term of the sources"),
        *(Column(code, f"the term in {LANGUAGES[code]}", required=False) for code in others),
    )
    return Sheet("terms", "The terms across languages", columns, rows, ("term",))


def _forms(context: Context) -> Sheet:
    found = [term for path in _data(context, "terms") for term in terms(path)]
    rows = tuple((term.term, form) for term in found for form in dict.fromkeys(term.forms))
    columns = (
        Column("term", "the term", points_to="terms.term"),
        Column("form", "a form of the Russian word"),
    )
    return Sheet("term_forms", "The forms of the Russian terms", columns, rows, ("term", "form"))


def _checks(context: Context, links: Links) -> Sheet:
    outcome = context.site.outcome
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, int] = {}
    for result in outcome.results if outcome else ():
        check = result.check
        if not check.kind.is_check:
            continue
        numbers[check.page] = numbers.get(check.page, 0) + 1
        name = f"{check.page}#{numbers[check.page]}"
        named[name] = tuple(dict.fromkeys((*check.loci, *result.loci)))
        rows.append((name, str(check.kind), str(result.verdict), check.place.path, check.place.line))
    links["checks"] = named
    columns = (
        Column("check", "its page and its number on it"),
        Column("kind", "claim, example or record", choices=tuple(str(kind) for kind in Kind if kind.is_check)),
        Column("verdict", "what came of it", choices=tuple(str(verdict) for verdict in Verdict)),
        Column("file", "the file that it stands in"),
        Column("line", "the line", type="integer"),
    )
    return Sheet("checks", "The checks that were run", columns, tuple(rows), ("check",))


def _links(links: Links, known: Iterable[Value]) -> Sheet:
    loci = set(known)
    rows: list[tuple[Value, ...]] = [
        (kind, name, locus)
        for kind, named in links.items()
        for name, found in named.items()
        for locus in dict.fromkeys(found)
        if locus in loci
    ]
    columns = (
        Column("sheet", "the sheet of the thing", choices=tuple(links)),
        Column("name", "the thing, by the first column of its sheet"),
        Column("locus", "a sentence that it is about", points_to="loci.locus"),
    )
    return Sheet("links", "What is about which sentence", columns, tuple(rows), ("sheet", "name", "locus"))
