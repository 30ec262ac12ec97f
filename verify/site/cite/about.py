"""What an edition says about itself and its sources: the file ``edition.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime
from pathlib import Path
from subprocess import DEVNULL, SubprocessError, run
from typing import Any
from urllib.parse import urljoin, urlsplit

from gamerules.rules import suggest


class AboutError(ValueError):
    """A description that cannot be used; the message says where and how to fix it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A person (family and given name) or, with an empty ``family``, a body under its own name.

    Attributes:
        family: the family name, in the original script.
        given: the given names, or the name of the body.
        latin: the whole name in Latin letters, for labels and sorting.
    """

    family: str
    given: str
    latin: str = ""

    @property
    def is_body(self) -> bool:
        """Whether it is a body, not a person."""
        return not self.family

    def __str__(self) -> str:
        """Return the name in its natural order."""
        return f"{self.given} {self.family}".strip()

    @property
    def inverted(self) -> str:
        """The name for sorting: ``family, given``, or the body's name."""
        return self.given if self.is_body else f"{self.family}, {self.given}".rstrip(", ")


@dataclass(frozen=True, slots=True)
class Source:
    """What is known of one source; what is not known is empty.

    Attributes:
        name: the first part of its loci.
        title: its title in English.
        original_title: its title in the original, six words at most.
        language: its language, as a BCP 47 tag.
        siglum: the short sign under which it is cited as a witness.
        author: its author.
        book: the book it comes from.
        year: the year of that book.
        found: how and in what state it was found.
        evidence: how its origin is known, with what was seen.
        extent: what of it survives.
        kind: what it is, as CSL names it: an entry of an encyclopaedia or a chapter of a book.
    """

    name: str
    title: str
    original_title: str = ""
    language: str = ""
    siglum: str = ""
    author: Name | None = None
    book: str = ""
    year: str = ""
    found: str = ""
    evidence: str = ""
    extent: str = ""
    kind: str = "entry-encyclopedia"


@dataclass(frozen=True, slots=True)
class Right:
    """The rights in one part of the edition.

    Attributes:
        covers: what they are rights in.
        name: the name of the licence or statement.
        url: its address.
        spdx: its identifier in the list of SPDX; empty for a statement, which is no licence.
        note: what else is to be said.
    """

    covers: str
    name: str
    url: str
    spdx: str = ""
    note: str = ""

    def __str__(self) -> str:
        """Say which rights there are in what."""
        return f"{self.covers}: {self.name} ({self.url})"


@dataclass(frozen=True, slots=True)
class Edition:
    """The edition as a whole.

    Attributes:
        title: its title, the container of every page.
        summary: what it is, in one sentence.
        authors: who answers for it, publishes it and wrote its own words; never the author of a source.
        translators: who translated its sources.
        language: its language, as a BCP 47 tag.
        version: the version that was built.
        issued: the date of that version.
        base: the public address, with a closing slash; empty while the edition is not published.
        sources: its sources, by name.
        labels: words for the sections of loci where the name itself will not do, by ``source.section``.
        rights: the rights in its parts: the code, our own words, the translations.
    """

    title: str
    summary: str
    authors: tuple[Name, ...]
    translators: tuple[Name, ...]
    language: str
    version: str
    issued: date
    base: str = ""
    sources: Mapping[str, Source] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    rights: Mapping[str, Right] = field(default_factory=dict)

    @property
    def publisher(self) -> str:
        """Who publishes it."""
        return "; ".join(map(str, self.authors))

    def source(self, name: str) -> Source:
        """Return what is known of a source; of one that the edition does not describe, its name."""
        return self.sources.get(name, Source(name, name))

    def address(self, path: str) -> str:
        """Return the public address of a path of the site; empty while the edition is not published."""
        return urljoin(self.base, path) if self.base else ""


_TOP = ("title", "summary", "authors", "translators", "language", "dated", "rights", "source", "label")
_SOURCE = tuple(item.name.replace("_", "-") for item in fields(Source) if item.name != "name")
_RIGHT = tuple(item.name for item in fields(Right))
KINDS = ("entry-encyclopedia", "chapter")
"""What a source may be."""


def load(path: Path, *, version: str, issued: date | None = None, base: str = "") -> Edition:
    """Read a description.

    Args:
        path: the file.
        version: the version that is built.
        issued: the date of the version; if left out, the file's own ``dated``.
        base: the public address; empty while there is none.

    Raises:
        AboutError: if the file is missing or not TOML, or has an unknown, missing or malformed entry.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AboutError(f"{path}: the file does not exist; it describes the edition and its sources") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AboutError(f"{path}: not TOML: {error}") from None
    _known(document, _TOP, str(path))
    for needed in ("title", "summary", "authors", "language", "dated"):
        if needed not in document:
            raise AboutError(f"{path}: {needed!r} is missing; add it")
    dated = document["dated"]
    if not isinstance(dated, date):
        raise AboutError(f"{path}: dated must be a date, as in dated = 2026-01-31, not {dated!r}")
    return Edition(
        title=document["title"],
        summary=document["summary"],
        authors=tuple(_name(entry, path) for entry in document["authors"]),
        translators=tuple(_name(entry, path) for entry in document.get("translators", [])),
        language=document["language"],
        version=version,
        issued=issued or dated,
        base=checked_base(base),
        sources={name: _source(name, entry, path) for name, entry in document.get("source", {}).items()},
        labels=document.get("label", {}),
        rights={name: _right(name, entry, path) for name, entry in document.get("rights", {}).items()},
    )


def checked_base(base: str) -> str:
    """Return a public address, with a closing slash.

    Raises:
        AboutError: if it is not an absolute http(s) address.
    """
    if not base:
        return ""
    parts = urlsplit(base)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise AboutError(f"html_baseurl: {base!r} is not a public address; write it in full, as https://HOST/PATH/")
    return base if base.endswith("/") else f"{base}/"


def build_date(root: Path, environment: Mapping[str, str]) -> date | None:
    """Return the date that every build of this state has, whenever it is made.

    It is ``SOURCE_DATE_EPOCH`` if that is set, or else the date of the last commit; None if there is neither.

    Raises:
        AboutError: if ``SOURCE_DATE_EPOCH`` is not a number of seconds.
    """
    epoch = environment.get("SOURCE_DATE_EPOCH", "")
    if not epoch:
        try:
            command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
            epoch = run(command, stdout=-1, stderr=DEVNULL, check=True, text=True, timeout=20).stdout.strip()
        except (OSError, SubprocessError):
            return None
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise AboutError(f"SOURCE_DATE_EPOCH={epoch!r} is not a number of seconds since 1970") from None


def _known(entry: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in entry:
        if key not in known:
            raise AboutError(f"{where}: {key!r} is unknown{suggest(key, known)}")


def _name(entry: Any, path: Path) -> Name:
    """Read a name: a text is a body's, a table has family and given."""
    if isinstance(entry, str) and entry:
        return Name("", entry)
    if isinstance(entry, dict) and entry.get("family"):
        _known(entry, ("family", "given", "latin"), f"{path}: a name")
        return Name(entry["family"], entry.get("given", ""), entry.get("latin", ""))
    raise AboutError(f'{path}: {entry!r} is not a name; write "a body" or {{ family = "…", given = "…" }}')


def _source(name: str, entry: Any, path: Path) -> Source:
    where = f"{path}: [source.{name}]"
    _known(entry, _SOURCE, where)
    if not entry.get("title"):
        raise AboutError(f"{where}: 'title' is missing; give it in English")
    if entry.get("kind", KINDS[0]) not in KINDS:
        raise AboutError(f"{where}: kind must be one of {', '.join(KINDS)}, not {entry['kind']!r}")
    values = {key.replace("-", "_"): value for key, value in entry.items() if key != "author"}
    return Source(name=name, author=_name(entry["author"], path) if "author" in entry else None, **values)


def _right(name: str, entry: Any, path: Path) -> Right:
    where = f"{path}: [rights.{name}]"
    _known(entry, _RIGHT, where)
    for needed in ("covers", "name", "url"):
        if needed not in entry:
            raise AboutError(f"{where}: {needed!r} is missing; add it")
    return Right(**entry)
