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
from verify.site.cite.about import Edition, Name, Source
from verify.site.cite.formats import split_locus
from verify.site.facts import Erratum
from verify.site.tei.text import NS, XML, Block, add_text, blocks_of

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
        doctrees: the pages that translate something, by the path of each in the site.
        errata: all errata.
        statuses: the evidence statuses of the code that carries each locus out.
        concordances: witnesses compared.
        lost: what is lost: id, title, loci, unit, state, remains.
    """

    edition: Edition
    order: Mapping[str, Sequence[str]]
    doctrees: Mapping[str, nodes.document]
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
    blocks = [block for path, tree in material.doctrees.items() for block in blocks_of(tree, path)]
    for source, loci in material.order.items():
        _source(group, source, loci, blocks, material)
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
    for number, name in enumerate(dict.fromkeys((*edition.authors, *edition.translators))):
        statement = _sub(title, "respStmt", {f"{XML}id": f"resp-{number}"})
        _sub(statement, "resp", text=_responsibility(name, edition))
        _sub(statement, "orgName" if name.is_body else "persName", text=str(name))
    stated = _sub(_sub(file_desc, "editionStmt"), "edition", {"n": edition.version}, f"Version {edition.version}, ")
    _sub(stated, "date", {"when": edition.issued.isoformat()}, edition.issued.isoformat())
    published = _sub(file_desc, "publicationStmt")
    _sub(published, "publisher", text="; ".join(str(name) for name in edition.authors))
    _sub(published, "date", {"when": edition.issued.isoformat()}, str(edition.issued.year))
    if edition.base:
        _sub(published, "idno", {"type": "URL"}, edition.address(""))
    source_desc = _sub(file_desc, "sourceDesc")
    witnesses = _sub(source_desc, "listWit")
    for source in material.order:
        _witness(witnesses, edition.source(source))
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
    "Nothing is corrected silently. The translation follows the source as it is; each erratum in the back quotes "
    "at most six words as sic and says in corr, in English, what must have been meant, with its certainty."
)
_SEGMENTATION = "Each seg is one sentence of the source; its xml:id is the locus under which it is cited."
_EVIDENCE = {
    "stated": "the source says it",
    "inferred": "it follows from what the source says elsewhere",
    "corrected": "the source says something else, which cannot stand",
    "conflicting": "the source contradicts itself, or the witnesses differ",
    "lost": "what the source said is lost",
}


def _responsibility(name: Name, edition: Edition) -> str:
    parts = [
        part for part, names in (("edition", edition.authors), ("translation", edition.translators)) if name in names
    ]
    return " and ".join(parts)


def _witness(parent: ET.Element, source: Source) -> None:
    witness = _sub(parent, "witness", {f"{XML}id": f"wit-{source.name}", "n": source.siglum or source.name})
    bibl = _sub(witness, "bibl")
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


def _source(group: ET.Element, source: str, loci: Sequence[str], blocks: Sequence[Block], material: Material) -> None:
    """Write the translation of one source, in the order of its loci."""
    place = {locus: index for index, locus in enumerate(loci)}
    own = sorted((block for block in blocks if block.loci[0] in place), key=lambda block: place[block.loci[0]])
    if not own:
        return
    body = _sub(_sub(group, "text", {f"{XML}id": source, "corresp": f"#wit-{source}"}), "body")
    attributes = _attributes(material)
    lost = [entry for entry in material.lost if any(locus in place for locus in _loci(entry))]
    division: ET.Element | None = None
    current = ""
    for block in own:
        section = split_locus(block.loci[0])[1]
        if division is None or section != current:
            division, current = _sub(body, "div", {"type": "section", "n": section}), section
        headed = all(element.tag == f"{{{NS}}}head" for element in division)
        element = block.element(headed, attributes)
        division.append(element)
        element.tail = "\n"
        for entry in lost:
            if _loci(entry)[0] in block.loci:
                _gap(division, entry)
    for division in body:
        if all(element.tag == f"{{{NS}}}head" for element in division):
            _sub(division, "ab")  # a division is more than its heading


def _attributes(material: Material) -> Mapping[str, dict[str, str]]:
    """Return the attributes of each locus's seg that the pages do not know: its evidence."""
    return {
        locus: {"ana": " ".join(f"#evidence-{status}" for status in statuses)}
        for locus, statuses in material.statuses.items()
        if statuses
    }


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
        language = material.edition.source(erratum.loci[0].partition(".")[0]).language or "und"
        cert = CERTAINTY.get(erratum.grade, "unknown")
        if erratum.meant:
            choice = _sub(item, "choice")
            _sub(choice, "sic", {f"{XML}lang": language}, erratum.stands)
            _sub(choice, "corr", {"cert": cert, "resp": "#resp-0"}, erratum.meant)
            choice.tail = " "
        else:
            _sub(item, "sic", {f"{XML}lang": language}, erratum.stands).tail = " "
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
