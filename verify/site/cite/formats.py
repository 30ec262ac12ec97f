"""How a page or a locus is cited, and the files that reference managers read.

The writers are our own because common libraries lose Cyrillic names or the translator. Each file has both a year and a
full date, and the version just once, as the edition.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from verify.site.apparatus.addresses import locus_path
from verify.site.cite.about import Edition, Name, Right, Source

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class Citation:
    """Everything that a citation of one page or locus says.

    Attributes:
        key: the key in bibliographies; ASCII, without spaces.
        title: what is cited.
        container: the edition it is part of.
        authors: its authors.
        translators: its translators.
        version: the edition's version.
        issued: the date of that version.
        language: its language.
        address: its public address; empty while it has none.
        original_title: the title of what it translates.
        kind: what is cited: one of the :data:`KINDS`.
        publisher: who publishes the edition.
        rights: the rights in what is cited.
    """

    key: str
    title: str
    container: str
    authors: tuple[Name, ...]
    translators: tuple[Name, ...]
    version: str
    issued: date
    language: str
    address: str = ""
    original_title: str = ""
    kind: str = "webpage"
    publisher: str = ""
    rights: Right | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """What one kind of thing is called in each format: BibTeX, RIS, Zotero and the container there, schema.org."""

    bibtex: str
    ris: str
    zotero: str
    container: str
    schema: str


KINDS = {
    "entry-encyclopedia": Kind("incollection", "ENCYC", "encyclopediaArticle", "encyclopediaTitle", "Article"),
    "chapter": Kind("incollection", "CHAP", "bookSection", "publicationTitle", "Chapter"),
    "webpage": Kind("misc", "ELEC", "webpage", "websiteTitle", "WebPage"),
    "dataset": Kind("misc", "DATA", "dataset", "repository", "Dataset"),
}
"""What can be cited, by the name that CSL has for it."""


def for_page(edition: Edition, title: str, path: str, sources: Sequence[str] = ()) -> Citation:
    """Return how a page is cited.

    Args:
        edition: the edition.
        title: the page's title.
        path: the page's path from the site's root.
        sources: the names of the sources that it translates. Where the author of each of them is known, the page is
            cited under those authors; a page that translates nothing is cited under the edition's.
    """
    works = [edition.sources[name] for name in dict.fromkeys(sources) if name in edition.sources]
    known = tuple(dict.fromkeys(work.author for work in works if work.author))
    titles = tuple(dict.fromkeys(work.original_title for work in works if work.original_title))
    own = edition.authors if not works else ()
    kinds = {work.kind for work in works}
    return Citation(
        key=_key(edition, re.sub(r"\.html$", "", path)),
        title=title,
        container=edition.title,
        authors=known if works and all(work.author for work in works) else own,
        translators=edition.translators if works else (),
        version=edition.version,
        issued=edition.issued,
        language=edition.language,
        address=edition.address(path),
        original_title=" / ".join(titles),
        kind=kinds.pop() if len(kinds) == 1 else "webpage",
        publisher=edition.publisher,
        rights=edition.rights.get("translations" if works else "words"),
    )


def for_data(edition: Edition, path: str) -> Citation:
    """Return how the data files are cited; ``path`` is the page that offers them."""
    return Citation(
        key=_key(edition, "data"),
        title=f"{edition.title}: data of the edition",
        container=edition.title,
        authors=edition.authors,
        translators=edition.translators,
        version=edition.version,
        issued=edition.issued,
        language=edition.language,
        address=edition.address(path),
        kind="dataset",
        publisher=edition.publisher,
        rights=edition.rights.get("words"),
    )


def for_locus(edition: Edition, locus: str) -> Citation:
    """Return how one locus is cited: under its author, where one is known, and by the address that names no page."""
    source, section, number = split_locus(locus)
    work = edition.sources.get(source, Source(source, source.replace("-", " ")))
    place = edition.labels.get(f"{source}.{section}", section.replace("-", " ").replace(".", ", "))
    return Citation(
        key=_key(edition, locus),
        title=f"{work.title}, {place}, sentence {number} ({locus})",
        container=edition.title,
        authors=(work.author,) if work.author else (),
        translators=edition.translators,
        version=edition.version,
        issued=edition.issued,
        language=edition.language,
        address=edition.address(locus_path(locus)),
        original_title=work.original_title,
        kind=work.kind,
        publisher=edition.publisher,
        rights=edition.rights.get("translations"),
    )


def split_locus(locus: str) -> tuple[str, str, int]:
    """Return the source, the section and the number of a locus."""
    source, _, rest = locus.partition(".")
    section, _, number = rest.rpartition(".")
    return source, section, int(number)


def to_csl(citations: Iterable[Citation]) -> str:
    """Return CSL-JSON."""
    return json.dumps([csl_item(citation) for citation in citations], ensure_ascii=False, indent=2) + "\n"


def csl_item(citation: Citation) -> dict[str, Any]:
    """Return one item of CSL-JSON as plain data."""
    day = citation.issued
    item: dict[str, Any] = {
        "id": citation.key,
        "type": citation.kind,
        "title": citation.title,
        "container-title": citation.container,
        "author": [_csl_name(name) for name in citation.authors],
        "translator": [_csl_name(name) for name in citation.translators],
        **_csl_version(citation),
        "publisher": citation.publisher,
        "issued": {"date-parts": [[day.year, day.month, day.day]]},
        "language": citation.language,
        "original-title": f'<span class="nocase">{citation.original_title}</span>' if citation.original_title else "",
        "license": citation.rights.url if citation.rights else "",
        "URL": citation.address,
    }
    return {key: value for key, value in item.items() if value}


def _csl_version(citation: Citation) -> dict[str, str]:
    """Return the version under the one name that the kind has for it."""
    return {"version": citation.version} if citation.kind == "dataset" else {"edition": f"version {citation.version}"}


def to_bibtex(citations: Iterable[Citation]) -> str:
    """Return BibTeX that classic BibTeX and biblatex both read, in UTF-8."""
    return "\n".join(_bibtex_entry(citation) for citation in citations)


def to_ris(citations: Iterable[Citation]) -> str:
    """Return RIS, in UTF-8 with CRLF line ends, as the format requires."""
    return "".join(f"{line}\r\n" for citation in citations for line in _ris_lines(citation))


def _key(edition: Edition, what: str) -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", f"{edition.title}-{edition.version}-{what}").strip("-").lower()


def _csl_name(name: Name) -> dict[str, str]:
    return {"literal": name.given} if name.is_body else {"family": name.family, "given": name.given}


_TEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "$": r"\$", "#": r"\#", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter) for letter in text)


def _bibtex_entry(citation: Citation) -> str:
    names = {"author": citation.authors, "translator": citation.translators}
    values = {role: " and ".join(_bibtex_name(name) for name in people) for role, people in names.items()}
    fields = {
        "author": values["author"],
        "title": f"{{{_tex(citation.title)}}}",
        "booktitle" if KINDS[citation.kind].bibtex != "misc" else "howpublished": f"{{{_tex(citation.container)}}}",
        "translator": values["translator"],
        "edition": _tex(citation.version),  # BibTeX adds the word "edition" itself
        "year": str(citation.issued.year),
        "date": citation.issued.isoformat(),
        "publisher": f"{{{_tex(citation.publisher)}}}" if citation.publisher else "",
        "origtitle": f"{{{_tex(citation.original_title)}}}" if citation.original_title else "",
        "langid": {"en": "english"}.get(citation.language, citation.language),
        "url": citation.address,  # read verbatim, so nothing is escaped
    }
    lines = [f"  {field} = {{{value}}}," for field, value in fields.items() if value]
    # The month is a macro of every style, so it has no braces.
    lines.insert(
        [line.startswith("  year") for line in lines].index(True) + 1, f"  month = {MONTHS[citation.issued.month - 1]},"
    )
    return "\n".join([f"@{KINDS[citation.kind].bibtex}{{{citation.key},", *lines, "}", ""])


def _bibtex_name(name: Name) -> str:
    return f"{{{_tex(name.given)}}}" if name.is_body else _tex(name.inverted)


def _ris_lines(citation: Citation) -> list[str]:
    fields = [
        ("TY", KINDS[citation.kind].ris),
        ("ID", citation.key),
        *(("AU", name.inverted) for name in citation.authors),
        *(("A4", name.inverted) for name in citation.translators),
        ("TI", citation.title),
        ("T2", citation.container),
        ("ET", f"version {citation.version}"),
        ("PB", citation.publisher),
        ("PY", str(citation.issued.year)),
        ("DA", citation.issued.strftime("%Y/%m/%d")),
        ("LA", citation.language),
        ("OP", citation.original_title),
        ("UR", citation.address),
    ]
    return [f"{tag}  - {value}" for tag, value in fields if value] + ["ER  - "]
