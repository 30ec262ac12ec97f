"""The sheets of the edition, each made from the pages, the checks or the code."""

from __future__ import annotations

from collections.abc import Container, Iterable

from gamerules.rules import Grade, Status
from verify.model import Kind, Verdict
from verify.site import engine, facts
from verify.site.apparatus.addresses import locus_path
from verify.site.apparatus.draw_games import KINDS
from verify.site.apparatus.files import LANGUAGES, RELATIONS, concordance, lost_tables, terms
from verify.site.apparatus.source_command import file_digest
from verify.site.cite.formats import split_locus
from verify.site.context import Context
from verify.site.data.sheet import Field, Sheet, Value
from verify.site.engine import all_games, all_tables, decisions_of, default_rules, key_text

LOST = "lost"


def sheets(context: Context) -> list[Sheet]:
    """Return all sheets except those of the records."""
    made = [
        _sources(context),
        _loci(context),
        _games(),
        _rules(),
        _tables(),
        _decisions(),
        _readings(),
        _errata(context),
        _lost(context),
        _concordance(context),
        _shared(context),
        _terms(context),
        _forms(context),
        _checks(context),
    ]
    known = {row[0] for sheet in made if sheet.name == "loci" for row in sheet.rows}
    return [*made, _links(made, known)]


def _sources(context: Context) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for manifest in context.manifests:
        source = context.edition.source(manifest.source)
        rows.append(
            (
                source.name, source.title, source.original_title or None, source.language or None,
                str(source.author) if source.author else None, source.book or None, source.year or None,
                len(manifest.sentences), file_digest(manifest, context.site.settings),
            )
        )  # fmt: skip
    fields = (
        Field("source", "the name, the first part of its loci"),
        Field("title", "the title in English"),
        Field("original_title", "the title in the original", required=False),
        Field("language", "the language, as a BCP 47 tag", required=False),
        Field("author", "the author, where known", required=False),
        Field("book", "the book it comes from, as far as known", required=False),
        Field("year", "the year of that book, where known", required=False),
        Field("sentences", "how many sentences it has", type="integer"),
        Field("sha256", "SHA-256 of the text's file"),
    )
    return Sheet("sources", "The sources", fields, tuple(rows), ("source",))


def _loci(context: Context) -> Sheet:
    evidence, texts, shown = engine.statuses(), facts.texts_of_site(context.env), facts.shown_of_site(context.env)
    errata = engine.grouped((locus, each.name) for each in facts.errata_of_site(context.env) for locus in each.loci)
    pages = facts.loci_of_site(context.env)
    rows: list[tuple[Value, ...]] = []
    for manifest in context.manifests:
        for locus, sentence in manifest.sentences.items():
            source, section, number = split_locus(locus)
            page = context.uri(pages[locus]) if locus in pages else None
            rows.append(
                (
                    locus, source, section, number, sentence.kind, " ".join(evidence.get(locus, ())) or None,
                    locus_path(locus) if page else None, f"{page}#{locus}" if page else None, texts.get(locus),
                    shown[locus] if shown.get(locus) != texts.get(locus) else None,
                    " ".join(errata.get(locus, ())) or None, sentence.sha256,
                )
            )  # fmt: skip
    fields = (
        Field("locus", "the sentence's name"),
        Field("source", "the source", points_to="sources.source"),
        Field("section", "the section of the source"),
        Field("number", "the number in the section", type="integer"),
        Field("kind", "rule, example, table, heading, quotation …"),
        Field("evidence", "the statuses of the code that carries it out, separated by spaces", required=False),
        Field("address", "its permanent address, relative to the site", required=False),
        Field("page", "the page that translates it, relative to the site", required=False),
        Field("translation", "the translation as plain text: the source's own words and no others", required=False),
        Field("edited", "the same with the editor's words in square brackets, where there are any", required=False),
        Field("errata", "its errata, separated by spaces", required=False),
        Field("sha256", "SHA-256 of the original sentence, runs of white space made one space"),
    )
    return Sheet("loci", "The sentences of the sources and their translations", fields, tuple(rows), ("locus",))


def _games() -> Sheet:
    rows = tuple((game.name, game.title, game.players, " ".join(game.presets)) for game in all_games())
    fields = (
        Field("game", "the name, as in commands and addresses"),
        Field("title", "the name in prose"),
        Field("players", "how many play", type="integer"),
        Field("presets", "its named rules, separated by spaces; the first is the default"),
    )
    return Sheet("games", "The games", fields, rows, ("game",))


def _rules() -> Sheet:
    entries = engine.all_rules()
    loci = {entry.name: entry.loci for entry in entries}
    rows = tuple((entry.name, str(entry.status), entry.doc or None, entry.note or None) for entry in entries)
    fields = (
        Field("rule", "the dotted name of the function, class or table"),
        Field("evidence", "its evidence status", choices=tuple(str(status) for status in Status)),
        Field("about", "what it does", required=False),
        Field("note", "what a reader should know of the evidence", required=False),
    )
    return Sheet("rules", "The code that carries out the sentences", fields, rows, ("rule",), loci)


def _tables() -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for entry, table in all_tables():
        for key, cell in table.cells.items():
            rows.append((entry.name, key_text(key), cell.value, str(cell.grade), cell.evidence or None))
        rows += [(entry.name, key_text(key), None, LOST, None) for key in table.lost]
    fields = (
        Field("table", "the table's name in the code", points_to="rules.rule"),
        Field("place", "the place in the table"),
        Field("figure", "the figure; none where it is lost", type="integer", required=False),
        Field("grade", "how well it is attested", choices=(*(str(grade) for grade in Grade), LOST)),
        Field("evidence", "where it comes from", required=False),
    )
    return Sheet("tables", "The tables, figure by figure", fields, tuple(rows), ("table", "place"))


def _decisions() -> Sheet:
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    for game in all_games():
        default = default_rules(game)
        for field, point in decisions_of(game).items():
            name = f"{game.name}.{field}"
            named[name] = point.loci
            adopted = repr(getattr(default, field))
            rows.append((name, game.name, field, point.kind, point.question, adopted, point.why))
    fields = (
        Field("decision", "game and field"),
        Field("game", "the game", points_to="games.game"),
        Field("field", "the field of the game's Rules"),
        Field("kind", "what left the point open", choices=tuple(KINDS)),
        Field("question", "the open point"),
        Field("adopted", "the reading of the default rules"),
        Field("why", "the reason for it"),
    )
    return Sheet("decisions", "Decisions and variants", fields, tuple(rows), ("decision",), named)


def _readings() -> Sheet:
    rows: list[tuple[Value, ...]] = []
    for game in all_games():
        for field, point in decisions_of(game).items():
            for reading, meaning in point.readings.items():
                by = [name for name, preset in game.presets.items() if getattr(preset, field) == reading]
                rows.append((f"{game.name}.{field}", repr(reading), meaning, " ".join(by) or None))
    fields = (
        Field("decision", "the decision", points_to="decisions.decision"),
        Field("reading", "the value of the field"),
        Field("meaning", "what it means"),
        Field("adopted_by", "the named rules that adopt it, separated by spaces", required=False),
    )
    return Sheet("readings", "The readings of each decision", fields, tuple(rows), ("decision", "reading"))


def _errata(context: Context) -> Sheet:
    errata = facts.errata_of_site(context.env)
    loci = {erratum.name: erratum.loci for erratum in errata}
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (
            erratum.name, erratum.stands or None, erratum.meant or None, erratum.comment or None,
            erratum.grade, erratum.argument,
            f"{context.uri(erratum.docname)}#{erratum.anchor}",
        )
        for erratum in errata
    )  # fmt: skip
    fields = (
        Field("erratum", "its name"),
        Field("stands", "what the source says, six words at most", required=False),
        Field("meant", "what must have been meant, in English", required=False),
        Field("comment", "what is to be said where there is no reading", required=False),
        Field("grade", "how sure that is", choices=("proved", "very probable", "open", "withdrawn")),
        Field("argument", "the argument"),
        Field("address", "where the argument is run, relative to the site"),
    )
    return Sheet("errata", "Errata", fields, rows, ("erratum",), loci)


def _lost(context: Context) -> Sheet:
    entries = [entry for path in context.files_named("lost-tables") for entry in lost_tables(path)]
    loci = {entry["id"]: tuple(entry["loci"]) for entry in entries}
    keys = ("id", "title", "unit", "state", "remains")
    rows = tuple((*(entry[key] for key in keys), f"{entry['page']}.html") for entry in entries)
    fields = (
        Field("lost", "its name"),
        Field("title", "what it was"),
        Field("unit", "table, figure or text"),
        Field("state", "how much of it has been regained", choices=("regained", "narrowed", "lost")),
        Field("remains", "what is known of it"),
        Field("address", "the page about it, relative to the site"),
    )
    return Sheet("lost", "What is lost", fields, rows, ("lost",), loci)


def _concordance(context: Context) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    for path in context.files_named("concordance"):
        for point in concordance(path).points:
            for witness, reading in point.readings.items():
                name = f"{point.topic} / {witness}"
                named[name] = reading.loci
                rows.append((name, point.topic, witness, point.relation, reading.says or None))
    fields = (
        Field("reading", "point and witness"),
        Field("point", "the point compared"),
        Field("witness", "the witness", points_to="sources.source"),
        Field("relation", "how the witnesses compare", choices=tuple(RELATIONS)),
        Field("says", "what the witness says, in our words", required=False),
    )
    return Sheet("concordance", "The witnesses compared", fields, tuple(rows), ("reading",), named)


def _shared(context: Context) -> Sheet:
    found = [shared for path in context.files_named("concordance") for shared in concordance(path).shared]
    rows = tuple((shared.loci[0], shared.loci[1], shared.words) for shared in found)
    fields = (
        Field("locus", "a sentence of one witness", points_to="loci.locus"),
        Field("other", "a sentence of another", points_to="loci.locus"),
        Field("words", "how many words in a row are the same in the originals", type="integer"),
    )
    return Sheet("shared", "The passages that two witnesses share", fields, rows, ("locus", "other"))


def _terms(context: Context) -> Sheet:
    found = [term for path in context.files_named("terms") for term in terms(path)]
    loci = {term.term: term.loci for term in found}
    others = [code for code in LANGUAGES if code != "ru"]
    rows = tuple((term.term, term.gloss, term.forms[0], *(term.others.get(code) for code in others)) for term in found)
    fields = (
        Field("term", "the English term"),
        Field("gloss", "what it means"),
        Field("ru", "the Russian term of the sources"),
        *(Field(code, f"the term in {LANGUAGES[code]}", required=False) for code in others),
    )
    return Sheet("terms", "The terms across languages", fields, rows, ("term",), loci)


def _forms(context: Context) -> Sheet:
    found = [term for path in context.files_named("terms") for term in terms(path)]
    rows = tuple((term.term, form) for term in found for form in dict.fromkeys(term.forms))
    fields = (
        Field("term", "the term", points_to="terms.term"),
        Field("form", "a form of the Russian word"),
    )
    return Sheet("term_forms", "The forms of the Russian terms", fields, rows, ("term", "form"))


def _checks(context: Context) -> Sheet:
    rows: list[tuple[Value, ...]] = []
    named: dict[str, tuple[str, ...]] = {}
    numbers: dict[str, int] = {}
    for result in context.results:
        check = result.check
        if not check.kind.is_check:
            continue
        numbers[check.page] = numbers.get(check.page, 0) + 1
        name = f"{check.page}#{numbers[check.page]}"
        named[name] = tuple(dict.fromkeys((*check.loci, *result.loci)))
        rows.append((name, str(check.kind), str(result.verdict), check.place.path, check.place.line))
    fields = (
        Field("check", "its page and its number on it"),
        Field("kind", "claim, holds, example or record", choices=tuple(map(str, Kind.checks()))),
        Field("verdict", "the result", choices=tuple(str(verdict) for verdict in Verdict)),
        Field("file", "the file that it is in"),
        Field("line", "the line", type="integer"),
    )
    return Sheet("checks", "The checks that were run", fields, tuple(rows), ("check",), named)


def _links(sheets: Iterable[Sheet], known: Container[Value]) -> Sheet:
    named = {sheet.name: sheet.loci for sheet in sheets if sheet.loci is not None}
    rows: list[tuple[Value, ...]] = [
        (kind, name, locus)
        for kind, loci in named.items()
        for name, found in loci.items()
        for locus in dict.fromkeys(found)
        if locus in known
    ]
    fields = (
        Field("sheet", "the sheet of the thing", choices=tuple(named)),
        Field("name", "the thing, by the first column of its sheet"),
        Field("locus", "a sentence that it is about", points_to="loci.locus"),
    )
    return Sheet("links", "What is about which sentence", fields, tuple(rows), ("sheet", "name", "locus"))
