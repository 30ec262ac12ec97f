"""Finds the checks of a page in its raw text, quickly and without Sphinx, just as the renderer would.

The block structure of MyST is read by :mod:`verify.collect.myst`, that of reST by :mod:`verify.collect.rst`. Both hand
what they find to a :class:`PageScan`, which validates it, binds it to loci and remembers what was wrong. Nothing is
skipped in silence: text that looks like one of our directives or roles but would not be run is a fault.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from gamerules.rules import LOCUS
from verify.checks import prompts
from verify.checks.claim import ClaimError, split_claim
from verify.collect import vocabulary as options
from verify.collect.lookalike import HINT_COMMENT, LookAlike, look_alikes
from verify.collect.vocabulary import DIRECTIVES, Directive, Options, Written
from verify.model import Check, Finding, Kind, LocusUse, Mention, Page, Place, Word

if TYPE_CHECKING:
    from verify.settings import Settings

RECORD_SUFFIXES = (".yaml", ".yml")
ONLY_PARTS = {"tab-set": "tab-item", "tab-set-code": "literal block"}
"""Directives that leave out whatever is no part of theirs, and what these parts are."""
ONLY_INLINE = frozenset({"parsed-literal", "button-link", "button-ref"})
"""Directives whose body is running text, in which roles count and directives do not."""
NEEDS_TEXT = frozenset({"admonition", "topic", "sidebar"})
"""Directives that are left out, title and all, if they have no text."""
_NEWLINES = re.compile(r"\r\n?|\n")
_RECORD_LOCUS = re.compile(rf"(?<![\w.-]){LOCUS.pattern}(?![\w-]|\.\w)")
_ERRATUM = re.compile(r"[^\W\d]\w*(-\w+)*")


@dataclass(frozen=True, slots=True)
class Line:
    """A line, or what is left of it inside a container.

    Attributes:
        number: its number in the file, from 1.
        column: how many columns of the file's line come before ``text``.
        text: the text, without the container's marks.
        lazy: whether it lies outside its container and can only go on with a paragraph inside it.
    """

    number: int
    column: int
    text: str
    lazy: bool = False

    @property
    def blank(self) -> bool:
        """Whether nothing but white space is left."""
        return not self.text or self.text.isspace()


def scan_page(root: Path, path: str, settings: Settings) -> Page:
    """Scan one page.

    Args:
        root: the project's root.
        path: the page, relative to the root, with forward slashes.
        settings: the site's settings; ``docs`` is the folder that absolute file names start from.

    Returns:
        The page with its checks, translated loci, files, mentions and faults; a file that cannot be read is a fault.
    """
    scan = PageScan(root, path, settings.docs)
    text = scan.read(path, Place(path, 1), path)
    if text is not None:
        scan.parse(path, lines_of(text), "rst" if path.endswith(".rst") else "myst")
    return scan.page()


def lines_of(text: str, first: int = 1) -> list[Line]:
    """Cut a text into lines, numbered from ``first``."""
    parts = _NEWLINES.split(text)
    if parts and not parts[-1]:
        parts.pop()
    return [Line(number, 0, part) for number, part in enumerate(parts, start=first)]


def trim(lines: Sequence[Line]) -> list[Line]:
    """Drop blank lines at both ends."""
    start, end = 0, len(lines)
    while start < end and lines[start].blank:
        start += 1
    while end > start and lines[end - 1].blank:
        end -= 1
    return list(lines[start:end])


def dedent(lines: Sequence[Line]) -> list[str]:
    """Return the lines' texts without their common indentation and without white space at their ends."""
    texts = [line.text.rstrip() for line in lines]
    indents = [len(text) - len(text.lstrip(" ")) for text in texts if text]
    common = min(indents, default=0)
    return [text[common:] for text in texts]


class PageScan:
    """Collects what a page holds while its text is read."""

    def __init__(self, root: Path, path: str, docs: str) -> None:
        """Begin a page."""
        self.root, self.path, self.docs = root, path, docs
        self.checks: list[Check] = []
        self.loci: list[LocusUse] = []
        self.files: dict[str, None] = {}
        self.faults: list[Finding] = []
        self.mentions: list[Mention] = []
        self.including: list[str] = [path]
        self._names: dict[str, Place] = {}
        self._notes: dict[str, Place] = {}
        self._last_locus: tuple[str, ...] = ()
        self._errata: list[tuple[str, ...]] = []
        self._holders: list[str] = []

    def page(self) -> Page:
        """Return what was found; each fault once, in the order of the text."""
        faults = sorted(dict.fromkeys(self.faults), key=lambda fault: (fault.place, fault.code, fault.says))
        return Page(
            self.path, tuple(self.checks), tuple(self.loci), tuple(self.files), tuple(faults), tuple(self.mentions)
        )

    def fault(self, place: Place, says: str, hint: str = "", code: str = "verify.scan") -> None:
        """Remember that something is wrong."""
        self.faults.append(Finding(place, code, says, hint=hint))

    def look_alikes(self, found: Iterable[LookAlike], where: str, hint: str = HINT_COMMENT) -> None:
        """Remember text that looks like a check but stands where nothing is run."""
        for item in found:
            self.fault(item.place, f"{item.shown} stands in {where}, where it is not run", hint)

    # ---- files

    def parse(self, path: str, lines: Sequence[Line], markup: str) -> None:
        """Read the blocks of a file."""
        if markup == "rst":
            from verify.collect.rst import RstScanner

            RstScanner(self, path).document(lines)
        else:
            from verify.collect.myst import MystScanner

            MystScanner(self, path).document(lines)

    def read(self, path: str, place: Place, shown: str) -> str | None:
        """Return a file's text, or remember why it cannot be had."""
        try:
            raw = (self.root / path).read_bytes()
        except OSError as error:
            why = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
            self.fault(place, f"the file {shown} {why}", "check the name and the folder", "verify.file")
            return None
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = len(_NEWLINES.split(raw[: error.start].decode("utf-8", "replace")))
            says = f"the file is not UTF-8: byte {error.start} (0x{raw[error.start]:02x}) cannot be read"
            self.fault(Place(path, line), says, "save it as UTF-8", "verify.file")
            return None

    def resolve(self, name: str) -> str:
        """Return a file's path relative to the root, from a name relative to the page (or, with a slash, to docs)."""
        base = self.docs if name.startswith("/") else posixpath.dirname(self.path)
        return posixpath.normpath(posixpath.join(base, name.lstrip("/")))

    def include(self, name: str, written: Sequence[Written], place: Place, markup: str) -> None:
        """Read an included file at its own lines; shown as a literal, it holds no checks."""
        path = self.resolve(name.strip())
        self.files[path] = None
        given = {option.name: option.value for option in written}
        if path in self.including:
            self.fault(place, f"the file {name} includes itself", "break the circle", "verify.file")
            return
        text = self.read(path, place, name)
        if text is None or given.keys() & {"literal", "code"}:
            return
        lines = self._section(lines_of(text), given, place)
        if given.get("parser", "").lower() in ("rst", "restructuredtext"):
            markup = "rst"
        elif "myst" in given.get("parser", "").lower() or "markdown" in given.get("parser", "").lower():
            markup = "myst"
        self.including.append(path)
        self.parse(path, lines, markup)
        self.including.pop()

    def _section(self, lines: list[Line], given: dict[str, str], place: Place) -> list[Line]:
        """Apply start-line, end-line, start-after and end-before."""
        bounds: list[int | None] = []
        for option in ("start-line", "end-line"):
            value = given.get(option, "").strip()
            if value and not re.fullmatch(r"[-+]?\d+", value):
                self.fault(place, f"the option {option!r} is {value!r}, which is no line number", "", "verify.option")
                value = ""
            bounds.append(int(value) if value else None)
        lines = lines[bounds[0] : bounds[1]]
        text = "\n".join(line.text for line in lines)
        first = lines[0].number if lines else 1
        for option in ("start-after", "end-before"):
            mark = given.get(option, "")
            if not mark:
                continue
            at = text.find(mark)
            if at < 0:
                says = f"the included file has no text {mark!r}, which the option {option!r} looks for"
                self.fault(place, says, "check the spelling", "verify.option")
                return []
            if option == "start-after":
                first += text.count("\n", 0, at + len(mark))
                text = text[at + len(mark) :]
            else:
                text = text[:at]
        return lines_of(text, first)

    # ---- what the renderers' readers find

    def directive(
        self,
        name: str,
        argument: str,
        body: Sequence[Line],
        written: Sequence[Written],
        at: Place,
        read_blocks: Callable[[], object],
    ) -> None:
        """Take in one of our directives.

        Args:
            name: its name.
            argument: what stands after the name.
            body: its lines without the options.
            written: its options.
            at: its opening line.
            read_blocks: reads the body as blocks, which only an erratum has.
        """
        self._seen(name, at)
        directive = DIRECTIVES[name]
        read = options.validate(directive, written, at)
        self.faults += read.faults
        argument = argument.strip()
        if directive.argument and not argument:
            self.fault(at, f"{{{name}}} has no argument", f"write {directive.argument} after it", "verify.option")
        elif argument and not directive.argument:
            self.fault(at, f"{{{name}}} takes no argument, but has {argument!r}", "move it below", "verify.option")
        self._mention_options(read)
        self._name(read)
        lines = trim(body)
        match name:
            case "setup" | "example":
                self._code(directive, lines, read, at)
            case "record":
                self._no_body(name, lines, at)
                if argument:
                    self._record(argument, read, at)
            case "erratum":
                self._erratum(argument, lines, at)
                with self._proof(argument, read.words("locus"), at):
                    read_blocks()
            case "rows":
                self._no_body(name, lines, at)
                if argument:
                    self._rows(argument, read, at)
            case _:
                self._no_body(name, lines, at)

    def role(self, name: str, content: str, place: Place) -> None:
        """Take in one of our roles."""
        self._seen(name, place)
        text = " ".join(content.split())
        if name == "claim":
            self._claim(content, place)
        elif name == "erratum":
            self.mentions.append(Mention(Word.ERRATUM, text, place))
        elif not LOCUS.fullmatch(text):
            says, hint = options.locus_fault(text)
            self.fault(place, f"{{{name}}} {says}", hint, "verify.locus")
        elif name == "locus":
            self.loci.append(LocusUse(text, place))
            self._last_locus = (text,)
        else:
            self.mentions.append(Mention(Word.LOCUS, text, place))

    @contextmanager
    def inside(
        self, name: str, body: Sequence[Line], written: Sequence[Written], at: Place, is_text: Callable[[int], bool]
    ) -> Iterator[None]:
        """Hold the body of a directive of somebody else: a table or figure with something of ours must be in form.

        Args:
            name: its name.
            body: its lines without the options.
            written: its options.
            at: its opening line.
            is_text: tells whether a paragraph begins on the line with this index.
        """
        before = self._count()
        self._holders.append(name)
        yield
        self._holders.pop()
        if self._count() == before:
            return
        if name == "list-table":
            from verify.collect import list_table

            if wrong := list_table.fault(body, written):
                self._left_out(name, *wrong, at)
        elif name in NEEDS_TEXT and not trim(body):
            self._left_out(name, None, "it has nothing but a title", at)
        elif name == "figure":
            first = next((index for index, line in enumerate(body) if not line.blank), 0)
            if not is_text(first):
                self._left_out(name, body[first], "it has no caption, which is a paragraph, before its other text", at)

    def csv_table(
        self,
        body: Sequence[Line],
        written: Sequence[Written],
        at: Place,
        read_title: Callable[[], object],
        read_blocks: Callable[[list[Line]], object],
    ) -> None:
        """Read a csv-table; one with something of ours must be in form, and on the page."""
        from verify.collect import csv_table

        before = self._count()
        read_title()
        given = {option.name: option.value.strip() for option in written}
        if file := given.get("file", ""):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(at.path), file))
            self.files[path] = None
            rows = [(line.number, 0, line.text) for line in lines_of(self.read(path, at, file) or "")]
            self.look_alikes(look_alikes(path, rows), "a file of a csv-table", "write the table on the page")
        try:
            cells = csv_table.cells(body, written)
        except csv_table.CsvError as error:
            shown = look_alikes(at.path, [(line.number, line.column, line.text) for line in body])
            if self._count() > before or any(shown):
                self._left_out("csv-table", error.line, str(error), at)
            return
        for cell in cells:
            read_blocks(cell)

    def only_inline(self, name: str, body: Sequence[Line], at: Place) -> None:
        """Report directives of ours in the body of a directive that reads no blocks."""
        found = look_alikes(at.path, [(line.number, line.column, line.text) for line in body])
        self.look_alikes([item for item in found if item.block], name, "put it behind that")

    def _left_out(self, name: str, line: Line | None, says: str, at: Place) -> None:
        place = Place(at.path, line.number, line.column + 1) if line else at
        self.fault(place, f"the {name} may be left out, with what is checked in it: {says}", "mend its form")

    def _count(self) -> int:
        return len(self.checks) + len(self.loci)

    def _seen(self, name: str, at: Place) -> None:
        """Report something of ours inside a directive that leaves out whatever is no part of it."""
        for holder, inner in pairwise([*self._holders, ""]):
            part = ONLY_PARTS.get(holder, inner)
            if inner != part:
                self.fault(at, f"{name} stands in a {holder} outside its {part}s, where it is left out", "move it")

    def note(self, label: str, at: Place) -> None:
        """Take in a footnote: of two with one label the parser leaves one out."""
        if label in self._notes:
            says = f"the footnote {label} is given twice, first at {self._notes[label]}"
            self.fault(at, says, "choose another label")
        self._notes.setdefault(label, at)

    @contextmanager
    def _proof(self, name: str, loci: tuple[str, ...], at: Place) -> Iterator[None]:
        """Hold the body of an erratum: its checks are bound to its loci, and it must have one."""
        before = len(self.checks)
        self._errata.append(loci)
        yield
        self._errata.pop()
        if not any(check.kind in (Kind.CLAIM, Kind.EXAMPLE, Kind.RECORD) for check in self.checks[before:]):
            hint = "put an {example} or a {claim} into it that proves it"
            self.fault(at, f"the erratum {name} has no check", hint, "verify.erratum")

    # ---- one directive each

    def _context(self) -> tuple[str, ...]:
        return self._errata[-1] if self._errata else self._last_locus

    def _mention_options(self, read: Options) -> None:
        for name in ("loci", "locus", "breaks"):
            if name in read.values:
                self.mentions += [Mention(Word.LOCUS, locus, read.places[name]) for locus in read.words(name)]

    def _name(self, read: Options) -> None:
        name = read.values.get("name", "")
        if not name:
            return
        place = read.places["name"]
        first = self._names.get(name)
        if first == place:
            says = f"the file is included more than once on {self.path}, and the name {name!r} with it"
            self.fault(place, says, "include it once, or leave the name out", "verify.option")
        elif first:
            says = f"the name {name!r} is given twice on this page, first at {first}"
            self.fault(place, says, "choose another", "verify.option")
        else:
            self._names[name] = place

    def _no_body(self, name: str, lines: list[Line], at: Place) -> None:
        if lines:
            self.fault(Place(at.path, lines[0].number), f"{{{name}}} has no body", "move the text out of it")

    def _code(self, directive: Directive, lines: list[Line], read: Options, at: Place) -> None:
        name = directive.name
        for file in read.words("uses"):
            path = self.resolve(file)
            self.files[path] = None
            if not (self.root / path).is_file():
                self.fault(read.places["uses"], f"the file {file} does not exist", "check the name", "verify.file")
        if not lines:
            hint = "write Python in it" if name == "setup" else "write a Python session in it, with its output"
            self.fault(at, f"{{{name}}} is empty, so it asserts nothing", hint, f"verify.{name}")
            return
        place = Place(at.path, lines[0].number, lines[0].column + 1)
        texts = dedent(lines)
        for number, text in enumerate(texts):
            if (late := re.match(r":([a-z]+):(\s|$)", text)) and options.near(late[1], tuple(directive.options)):
                says = f"the option {late[1]!r} stands after the text has begun, so it would be read as text"
                self.fault(Place(at.path, lines[number].number), says, "move it to the top", "verify.option")
        if name == "setup":
            problems = prompts.setup_faults(texts)
        else:
            ends = "breaks" in read.places or "raises" in read.places
            problems = prompts.session_faults(texts, must_fail=ends)
        for offset, says, hint in problems:
            self.fault(Place(at.path, lines[0].number + offset), says, hint, f"verify.{name}")
        loci = dict.fromkeys((*read.words("loci"), *read.words("breaks")))
        bound = tuple(loci) or (self._errata[-1] if self._errata and name == "example" else ())
        self._check(Kind(name), place, bound, "\n".join(texts), read)

    def _record(self, argument: str, read: Options, at: Place) -> None:
        path = self.resolve(argument)
        self.files[path] = None
        if not argument.endswith(RECORD_SUFFIXES):
            self.fault(at, f"{argument} is no record", "name a .yaml file", "verify.record")
        else:
            text = self.read(path, at, argument)
            for number, line in enumerate(_NEWLINES.split(text or ""), start=1):
                if "." in line and not line.lstrip().startswith(("#", "note:", "label:", "title:")):
                    for match in _RECORD_LOCUS.finditer(line.partition(" #")[0]):
                        self.mentions.append(Mention(Word.LOCUS, match[0], Place(path, number, match.start() + 1)))
        self._check(Kind.RECORD, at, read.words("loci") or (self._errata[-1] if self._errata else ()), argument, read)

    def _erratum(self, argument: str, lines: list[Line], at: Place) -> None:
        if not _ERRATUM.fullmatch(argument):
            if argument:
                self.fault(at, f"{argument!r} is no name of an erratum", "write it as S-1", "verify.erratum")
        else:
            self.mentions.append(Mention(Word.ERRATUM_HERE, argument, at))
        if not lines:
            self.fault(at, f"the erratum {argument} says nothing", "argue for it, with a check", "verify.erratum")

    def _rows(self, argument: str, read: Options, at: Place) -> None:
        from verify.checks.rows import RowsError, parse

        try:
            parse(argument)
        except RowsError as error:
            self.fault(at, f"{{rows}} {error}", "write it as package.module:callable", "verify.rows")
            return
        self._check(Kind.ROWS, at, (), argument.strip(), read)

    def _claim(self, content: str, place: Place) -> None:
        try:
            claim = split_claim(content)
        except ClaimError as error:
            self.fault(place, str(error), "", "verify.claim")
            return
        for locus in claim.loci:
            if not LOCUS.fullmatch(locus):
                says, hint = options.locus_fault(locus)
                self.fault(place, f"the claim {says}", hint, "verify.locus")
        loci = tuple(locus for locus in claim.loci if LOCUS.fullmatch(locus))
        self.mentions += [Mention(Word.LOCUS, locus, place) for locus in loci]
        self._check(Kind.CLAIM, place, loci or self._context(), content, Options())

    def _check(self, kind: Kind, place: Place, loci: tuple[str, ...], text: str, read: Options) -> None:
        kept = tuple(sorted((name, value) for name, value in read.values.items() if name != "loci"))
        self.checks.append(Check(self.path, place, kind, loci, text, kept))
