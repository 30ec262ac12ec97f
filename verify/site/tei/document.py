"""The whole edition as one TEI P5 file: the translations locus by locus, the errata, the witnesses, what is lost.

Everything comes from the pages' doctrees and from data that the site itself shows. The order of the text is that of the
sources, whatever pages it is on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from docutils import nodes

from verify.site.apparatus.files import Concordance
from verify.site.cite.about import Edition, Source
from verify.site.cite.formats import split_locus
from verify.site.engine import grouped
from verify.site.facts import Erratum
from verify.site.tei.text import EDITOR, NS, XML, Block, Segments, add_text, blocks_of

SCHEMA = Path(__file__).parent / "tei.rng"
"""The schema of the Text Encoding Initiative, reduced by scripts/tei_schema.py to what is used here."""
CERTAINTY = {"proved": "high", "very probable": "medium", "open": "low"}
"""How TEI expresses the grade of an erratum."""


@dataclass(frozen=True, slots=True)
class Material:
    """What the file is made from.

    Attributes:
        edition: the edition.
        order: the loci of each source, in the order of its text.
        doctrees: the pages that translate something.
        errata: all errata.
        statuses: the evidence statuses of the code that carries each locus out.
        concordances: witnesses compared.
        lost: what is lost: id, title, loci, unit, state, remains.
    """

    edition: Edition
    order: Mapping[str, Sequence[str]]
    doctrees: Sequence[nodes.document]
    errata: Sequence[Erratum] = ()
    statuses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    concordances: Sequence[Concordance] = ()
    lost: Sequence[Mapping[str, object]] = ()


def document(material: Material) -> str:
    """Return the TEI file as text; the same material always gives the same bytes."""
    ET.register_namespace("", NS)
    root = ET.Element(f"{{{NS}}}TEI", {f"{XML}lang": material.edition.language})
    _header(root, material)
    text = _sub(root, "text")
    group = _sub(text, "group")
    blocks = [block for tree in material.doctrees for block in blocks_of(tree)]
    segments = _segments(material)
    for source, loci in material.order.items():
        _source(group, source, loci, blocks, material, segments)
    back = _sub(text, "back")
    _errata(back, material)
    _lost(back, material)
    for concordance in material.concordances:
        _concordance(back, concordance, material)
    if not len(back):
        text.remove(back)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def dangling(text: str, others: Iterable[str] = ()) -> list[str]:
    """Return the pointers of a TEI file that lead nowhere: local ones without an id, relative ones without a file.

    Args:
        text: the file.
        others: the addresses that exist elsewhere, as ``../page.html#id``.
    """
    root = ET.fromstring(text)
    ids = {element.get(f"{XML}id") for element in root.iter()}
    known = set(others)
    found = []
    for element in root.iter():
        for name in ("target", "corresp", "ana", "wit", "resp", "who"):
            for pointer in (element.get(name) or "").split():
                local = pointer.startswith("#")
                if (local and pointer[1:] not in ids) or (not local and "://" not in pointer and pointer not in known):
                    found.append(pointer)
    return found


def invalid(text: str) -> list[str]:
    """Return where a TEI file breaks the schema."""
    from lxml import etree

    schema = etree.RelaxNG(etree.parse(str(SCHEMA)))
    schema.validate(etree.fromstring(text.encode()))
    return [f"line {entry.line}: {entry.message}" for entry in schema.error_log]


# ---- header


def _header(root: ET.Element, material: Material) -> None:
    edition = material.edition
    header = _sub(root, "teiHeader")
    file_desc = _sub(header, "fileDesc")
    title = _sub(file_desc, "titleStmt")
    _sub(title, "title", text=f"{edition.title}: {edition.summary[:1].lower()}{edition.summary[1:]}")
    answering = [("edition", name) for name in edition.authors]
    answering += [("translation", name) for name in edition.translators]
    for number, (role, who) in enumerate(answering):
        statement = _sub(title, "respStmt", {f"{XML}id": f"resp-{number}"})
        _sub(statement, "resp", text=role)
        _sub(statement, "orgName" if who.is_body else "persName", text=str(who))
    stated = _sub(_sub(file_desc, "editionStmt"), "edition", {"n": edition.version}, f"Version {edition.version}, ")
    _sub(stated, "date", {"when": edition.issued.isoformat()}, edition.issued.isoformat())
    _publication(file_desc, edition)
    source_desc = _sub(file_desc, "sourceDesc")
    works = _sub(source_desc, "listBibl")
    for name in material.order:
        _work(works, edition.source(name))
    if witnesses := dict.fromkeys(name for found in material.concordances for name in found.witnesses):
        listed = _sub(source_desc, "listWit")
        for name in witnesses:
            work = edition.source(name)
            attributes = {f"{XML}id": f"wit-{name}", "n": work.siglum or name, "corresp": f"#work-{name}"}
            _sub(listed, "witness", attributes, work.title)
    encoding = _sub(header, "encodingDesc")
    _sub(_sub(encoding, "projectDesc"), "p", text=_PROJECT)
    declaration = _sub(encoding, "editorialDecl")
    _sub(_sub(declaration, "correction"), "p", text=_CORRECTION)
    _sub(_sub(declaration, "segmentation"), "p", text=_SEGMENTATION)
    taxonomy = _sub(_sub(encoding, "classDecl"), "taxonomy", {f"{XML}id": "evidence"})
    for status, meaning in _EVIDENCE.items():
        category = _sub(taxonomy, "category", {f"{XML}id": f"evidence-{status}"})
        _sub(category, "catDesc", text=f"{status}: {meaning}")
    languages = _sub(_sub(header, "profileDesc"), "langUsage")
    _sub(languages, "language", {"ident": edition.language}, "the translation and the editors' prose")
    for code in sorted({source.language for source in edition.sources.values() if source.language}):
        _sub(languages, "language", {"ident": code}, "terms and short quotations of the sources")


_PROJECT = (
    "Rules of games translated sentence by sentence. Each sentence that states a rule, gives an example or prints a "
    "table is carried out by code, and the pages are built only if code and text agree. The sources' own sentences are "
    "not part of this file."
)
_CORRECTION = (
    "Nothing is corrected silently. The translation follows the source as it is. A note of the editor stands at each "
    "erratum: sic quotes the original, six words at most, and corr says in English what must have been meant, with its "
    "certainty; the argument is in the back. Words that the editor adds inside a sentence are marked as supplied."
)
_SEGMENTATION = "Each seg is one sentence of the source; its xml:id is the locus under which it is cited."
_EVIDENCE = {
    "stated": "the source says it",
    "inferred": "it follows from what the source says elsewhere",
    "corrected": "the source says something else, which cannot stand",
    "conflicting": "the source contradicts itself, or the witnesses differ",
    "lost": "what the source said is lost",
}


def _publication(file_desc: ET.Element, edition: Edition) -> None:
    """Write who publishes the file, under which name, and the rights in its parts."""
    published = _sub(file_desc, "publicationStmt")
    _sub(published, "publisher", text=edition.publisher)
    _sub(published, "date", {"when": edition.issued.isoformat()}, str(edition.issued.year))
    _sub(published, "idno", {"type": "edition"}, f"{edition.title} {edition.version}")
    if edition.base:
        _sub(published, "idno", {"type": "URL"}, edition.address(""))
    if not edition.rights:
        return
    availability = _sub(published, "availability")
    for right in edition.rights.values():
        said = f"{right.covers}: {right.name}. {right.note}".strip()
        if right.spdx:
            _sub(availability, "licence", {"target": right.url}, said)
        else:
            _sub(_sub(availability, "p", text=f"{said} "), "ref", {"target": right.url}, right.url)


def _work(parent: ET.Element, source: Source) -> None:
    """Write what is known of a source; one without a known author has none."""
    bibl = _sub(parent, "bibl", {f"{XML}id": f"work-{source.name}"})
    if source.author:
        author = _sub(bibl, "author", {f"{XML}lang": source.language or "und"}, str(source.author))
        author.tail = ": "
    _sub(bibl, "title", {"level": "a"}, source.title).tail = " "
    if source.original_title:
        title = _sub(bibl, "title", {"level": "a", f"{XML}lang": source.language or "und"}, source.original_title)
        title.tail = " "
    known = "; ".join(part for part in (source.book, source.year or "year unknown") if part)
    _sub(bibl, "note", text=f"{known}. {source.extent}".strip())


# ---- the text


def _source(
    group: ET.Element,
    source: str,
    loci: Sequence[str],
    blocks: Sequence[Block],
    material: Material,
    segments: Segments,
) -> None:
    """Write the translation of one source, in the order of its loci."""
    place = {locus: index for index, locus in enumerate(loci)}
    own = sorted((block for block in blocks if block.loci[0] in place), key=lambda block: place[block.loci[0]])
    if not own:
        return
    body = _sub(_sub(group, "text", {f"{XML}id": source, "corresp": f"#work-{source}"}), "body")
    lost = [entry for entry in material.lost if any(locus in place for locus in _loci(entry))]
    division: ET.Element | None = None
    current = ""
    for block in own:
        section = split_locus(block.loci[0])[1]
        if division is None or section != current:
            division, current = _sub(body, "div", {"type": "section", "n": section}), section
        headed = all(element.tag == f"{{{NS}}}head" for element in division)
        element = block.element(headed, segments)
        division.append(element)
        element.tail = "\n"
        for entry in lost:
            if _loci(entry)[0] in block.loci and not block.continues:
                _gap(division, entry)
    for division in body:
        if all(element.tag == f"{{{NS}}}head" for element in division):
            _sub(division, "ab")  # a division is more than its heading


def _segments(material: Material) -> Segments:
    """Return what the pages do not know of the segments: their evidence, and the errata with their readings."""
    errata = {erratum.name: erratum for erratum in material.errata}
    attributes = {
        locus: {"ana": " ".join(f"#evidence-{status}" for status in statuses)}
        for locus, statuses in material.statuses.items()
        if statuses
    }

    def note(parent: ET.Element, name: str) -> None:
        if name in errata:
            holder = _sub(parent, "note", {"type": "erratum", "resp": EDITOR})
            _readings(holder, errata[name], material)
            _sub(holder, "ref", {"type": "erratum", "target": f"#erratum-{name}"}, name)

    return Segments(attributes, note, grouped((erratum.loci[0], name) for name, erratum in errata.items()))


def _readings(parent: ET.Element, erratum: Erratum, material: Material) -> None:
    """Write what the source has and, where there is a reading, what must have been meant."""
    language = material.edition.source(erratum.loci[0].partition(".")[0]).language or "und"
    holder = _sub(parent, "choice") if erratum.meant else parent
    sic = _sub(holder, "sic", {f"{XML}lang": language}, erratum.stands)
    if erratum.meant:
        cert = CERTAINTY.get(erratum.grade, "unknown")
        _sub(holder, "corr", {"cert": cert, "resp": EDITOR}, erratum.meant)
    (holder if erratum.meant else sic).tail = " "
    if erratum.comment:
        _sub(parent, "note", {"type": "comment", "resp": EDITOR}, erratum.comment).tail = " "


def _gap(parent: ET.Element, entry: Mapping[str, object]) -> None:
    holder = _sub(parent, "ab", {"type": "lost"})
    gap = _sub(holder, "gap", {"reason": "lost", "unit": str(entry["unit"]), "corresp": f"#lost-{entry['id']}"})
    _sub(gap, "desc", text=str(entry["title"]))


# ---- the back


def _errata(back: ET.Element, material: Material) -> None:
    if not material.errata:
        return
    division = _division(back, "errata", "Errata")
    entries = _sub(division, "list")
    for erratum in material.errata:
        item = _sub(entries, "item", {f"{XML}id": f"erratum-{erratum.name}", "corresp": _pointers(erratum.loci)})
        _sub(item, "label", text=erratum.name).tail = " "
        _readings(item, erratum, material)
        cert = CERTAINTY.get(erratum.grade, "unknown")
        _sub(item, "note", {"type": "argument", "cert": cert}, erratum.argument)


def _lost(back: ET.Element, material: Material) -> None:
    if not material.lost:
        return
    division = _division(back, "lost", "What is lost")
    entries = _sub(division, "list")
    for entry in material.lost:
        item = _sub(entries, "item", {f"{XML}id": f"lost-{entry['id']}", "corresp": _pointers(_loci(entry))})
        _sub(item, "label", text=str(entry["title"])).tail = " "
        _sub(item, "note", {"type": "state"}, str(entry["state"])).tail = " "
        _sub(item, "note", {"type": "remains"}, str(entry["remains"]))


def _concordance(back: ET.Element, concordance: Concordance, material: Material) -> None:
    division = _division(back, "concordance", concordance.title)
    apparatus = _sub(division, "listApp")
    for point in concordance.points:
        app = _sub(apparatus, "app", {"type": point.relation, "n": point.topic})
        for witness, reading in point.readings.items():
            rdg = _sub(app, "rdg", {"wit": f"#wit-{witness}"}, f"{reading.says} ")
            for locus in reading.loci:
                _sub(rdg, "ptr", {"target": f"#{locus}"})
        if point.note:
            _sub(app, "note", text=point.note)
    for shared in concordance.shared:
        told = _sub(
            division, "note", {"type": "shared", "resp": EDITOR}, f"{shared.words} words in a row are the same: "
        )
        for locus in shared.loci:
            _sub(told, "ptr", {"target": f"#{locus}"})


def _division(back: ET.Element, kind: str, title: str) -> ET.Element:
    division = _sub(back, "div", {"type": kind})
    _sub(division, "head", text=title)
    return division


def _loci(entry: Mapping[str, object]) -> list[str]:
    return [str(locus) for locus in entry["loci"]]  # type: ignore[attr-defined]


def _pointers(loci: Iterable[str]) -> str:
    return " ".join(f"#{locus}" for locus in loci)


def _sub(parent: ET.Element, name: str, attributes: Mapping[str, str] | None = None, text: str = "") -> ET.Element:
    element = ET.SubElement(parent, f"{{{NS}}}{name}", dict(attributes or {}))
    if text:
        add_text(element, text)
    return element
