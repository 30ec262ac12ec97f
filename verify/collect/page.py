"""Collects the checks of a page: what its own parser ran is validated, bound to loci, and what is wrong remembered.

Nothing is skipped in silence: text that looks like one of our directives or roles but would not be run is a fault.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from gamerules.rules import LOCUS
from verify.checks import faces, prompts
from verify.checks.claim import ClaimError, split_claim
from verify.checks.figures import WordsError
from verify.checks.kinds import kind_of
from verify.checks.rows import RowsError, parse
from verify.collect import existing
from verify.collect import vocabulary as options
from verify.collect.find import Found
from verify.collect.parse import Reader
from verify.collect.vocabulary import DIRECTIVES, Options, Takes
from verify.model import Check, Finding, Kind, LocusUse, Mention, Mentioned, Page, Place

LEFT_OUT = "verify.left-out"
"""The code of the note that a page is left out."""
if TYPE_CHECKING:
    from verify.settings import Settings

_RECORD_LOCUS = re.compile(rf"(?<![\w.-]){LOCUS.pattern}(?![\w-]|\.\w)")
_NO_RULE = re.compile(r"^[ \t]*(#|note:|label:|title:).*| #.*", re.MULTILINE)
_LATE = re.compile(r":([a-z]+):(\s|$)")


def scan_page(root: Path, path: str, settings: Settings) -> Page:
    """Scan one page.

    Args:
        root: the project's root.
        path: the page, relative to the root, with forward slashes.
        settings: the site's settings; ``docs`` is the folder that absolute file names start from.

    Returns:
        The page with its checks, translated loci, files, mentions and faults; a file that cannot be read is a fault.
    """
    below = Path(path).relative_to(settings.docs).as_posix() if Path(path).is_relative_to(settings.docs) else path
    for glob, _, why in (entry.partition(": ") for entry in settings.left_out):
        if fnmatch(below, glob):
            return Page(path, notes=(Finding(Place(path, 1), LEFT_OUT, f"the page is left out: {why}"),))
    return PageScan(Reader(root, path, settings), settings.language).page()


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return findings in the order of the text, each once."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: (finding.place, finding.code, finding.says)))


class PageScan:
    """Takes in what the parser ran on a page, in the order of the text."""

    def __init__(self, reader: Reader, language: str) -> None:
        """Read the page, whose figures are in this language."""
        self.reader, self.report, self.language = reader, reader.report, language
        self.checks: list[Check] = []
        self.loci: list[LocusUse] = []
        self.mentions: list[Mention] = []
        self._names: dict[str, Place] = {}
        self._last_locus: tuple[str, ...] = ()
        self._errata: dict[str, Found] = {}
        reader.read_page()
        for found in reader.ran.values():
            self._take(found)
        if reader.blocks:
            self.checks += existing.checks_of(reader, reader.path, reader.conf)
        for erratum in self._errata.values():
            hint = "put an {example}, {claim} or {holds} into it that proves it"
            self.report(erratum.look.place, f"the erratum {erratum.argument} has no check", hint, "verify.erratum")

    def page(self) -> Page:
        """Return what was found; each fault once, in the order of the text."""
        path, files = self.reader.path, tuple(self.reader.files)
        findings, notes = map(_in_order, (self.reader.findings, self.reader.notes))
        return Page(path, tuple(self.checks), tuple(self.loci), files, findings, tuple(self.mentions), notes)

    def _take(self, found: Found) -> None:
        look = found.look
        if look.written.lower() != look.name:
            says = f"{look.shown} is not a {'directive' if look.is_block else 'role'}, so it is not run"
            self.report(look.place, says, f"write {look.well(in_myst=look.in_myst)}")
            return
        if look.written != look.name:
            self.report(
                look.place, f"{look.shown} is written with capitals", f"write {look.well(in_myst=look.in_myst)}"
            )
        (self._directive if look.is_block else self._role)(found)

    def _directive(self, found: Found) -> None:
        at, name, argument = found.look.place, found.look.name, found.argument
        directive = DIRECTIVES[name]
        read = options.validate(directive, found.options, at, self.report)
        if directive.argument and not argument:
            self.report(at, f"{{{name}}} has no argument", f"write {directive.argument} after it", "verify.option")
        elif argument and not directive.argument:
            self.report(at, f"{{{name}}} takes no argument, but has {argument!r}", "move it below", "verify.option")
        for option in ("loci", "locus", "breaks"):
            self.mentions += [Mention(Mentioned.LOCUS, locus, read.places[option]) for locus in read.words(option)]
        self._name(read)
        takes_body = {"setup": self._code, "example": self._code, "erratum": self._erratum}
        takes_body |= dict.fromkeys(Kind.entries().names, self._code)
        if name in takes_body:
            takes_body[name](found, read)
        elif found.text:
            self.report(Place(at.path, found.first), f"{{{name}}} has no body", "move the text out of it")
        if name not in takes_body and argument and directive.argument:
            (self._record if name == "record" else self._rows)(found, read)

    def _role(self, found: Found) -> None:
        name, text, place = found.look.name, " ".join(found.text.split()), found.look.place
        if name in ("claim", "holds"):
            self._claim(found, name)
        elif name == "erratum":
            self.mentions.append(Mention(Mentioned.ERRATUM, text, place))
        elif not self._is_locus(text, place, f"{{{name}}}"):
            return
        elif name == "locus":
            self.loci.append(LocusUse(text, place))
            self._last_locus = (text,)
        else:
            self.mentions.append(Mention(Mentioned.LOCUS, text, place))

    def _is_locus(self, text: str, place: Place, holder: str) -> bool:
        says, hint = options.value_fault(Takes.LOCUS, text)
        if says:
            self.report(place, f"{holder} has {text!r}, which is not a locus", hint, "verify.locus")
        return not says

    # ---- one directive or role each

    def _name(self, read: Options) -> None:
        name = read.values.get("name", "")
        if not name or (first := self._names.setdefault(name, read.places["name"])) is read.places["name"]:
            return
        says, hint = f"the name {name!r} is given twice on this page, first at {first}", "choose another"
        if first == read.places["name"]:
            says = f"the file is included more than once on {self.reader.path}, and the name {name!r} with it"
            hint = "include it once, or leave the name out"
        self.report(read.places["name"], says, hint, "verify.option")

    def _code(self, found: Found, read: Options) -> None:
        at, name = found.look.place, found.look.name
        for file in read.words("uses"):
            if not (self.reader.root / self.reader.takes_in(file)).is_file():
                self.report(read.places["uses"], f"the file {file} does not exist", "check the name", "verify.file")
        if not found.text:
            self.report(at, f"{{{name}}} is empty, so it asserts nothing", "write Python in it", f"verify.{name}")
            return
        texts = self.reader.written(at.path, found.first, found.text)
        margin = len(texts[0]) - len(textwrap.dedent("\n".join(texts)).partition("\n")[0])
        texts = [line[margin:] for line in texts]
        if name != "setup":  # of an output, blanks at line ends are not compared
            texts = [line if line.startswith((">>>", "...")) else line.rstrip() for line in texts]
        text, place = "\n".join(texts), self.reader.place_of(texts[0], at.path, found.first)
        wrong = list(self._faults(Kind(name), texts, read))
        said = {offset for offset, _, _ in wrong}
        for offset, line in enumerate(texts):
            late = _LATE.match(line)
            if late and offset not in said and options.near(late[1], tuple(DIRECTIVES[name].options)):
                says = f"the option {late[1]!r} stands after the text has begun, so it would be read as text"
                self.report(Place(at.path, found.first + offset), says, "move it to the top", "verify.option")
        for offset, says, hint in wrong:
            self.report(Place(place.path, place.line + offset), says, hint, f"verify.{name}")
        loci = tuple(dict.fromkeys((*read.words("loci"), *read.words("breaks"))))
        self._check(found, place, loci or (found.inside.loci if found.inside and name == "example" else ()), text, read)

    def _faults(self, kind: Kind, texts: list[str], read: Options) -> Iterable[tuple[int, str, str]]:
        """Return what is wrong with the form of a text; one that says why it is not run is skipped."""
        text = "\n".join(texts)
        if kind.is_other and (why := kind_of(kind).skipped(text)):
            read.values.setdefault("skip", why)
        if kind is Kind.SETUP:
            return prompts.setup_findings(texts)
        if "skip" in read.places and ">>>" not in text:
            return ()  # a session of another kind, which is shown, counted and listed
        return kind_of(kind).faults(text) if kind.is_other else prompts.session(text, frozenset(read.places))[1]

    def _record(self, found: Found, read: Options) -> None:
        at, argument = found.look.place, found.argument
        path = self.reader.takes_in(argument)
        if not argument.endswith((".yaml", ".yml")):
            self.report(at, f"{argument} is not a record", "name a .yaml file", "verify.record")
        else:
            text = self.reader.text(path, at, argument) or ""
            for number, line in enumerate(_NO_RULE.sub("", text).split("\n"), start=1):
                for match in _RECORD_LOCUS.finditer(line):
                    self.mentions.append(Mention(Mentioned.LOCUS, match[0], Place(path, number, match.start() + 1)))
        self._check(found, at, read.words("loci") or (found.inside.loci if found.inside else ()), argument, read)

    def _erratum(self, found: Found, read: Options) -> None:
        at, argument = found.look.place, found.argument
        found.loci, self._errata[found.look.code] = read.words("locus"), found
        says, _ = options.value_fault(Takes.NAME, argument)
        if not says:
            self.mentions.append(Mention(Mentioned.ERRATUM_HERE, argument, at))
        elif argument:
            self.report(at, f"the erratum's name {says}", "write it as S-1", "verify.erratum")

    def _rows(self, found: Found, read: Options) -> None:
        try:
            parse(found.argument)
        except RowsError as error:
            says, hint = f"{{rows}} {error}", "write it as package.module:callable"
            self.report(found.look.place, says, hint, "verify.rows")
            return
        self._check(found, found.look.place, (), found.argument, read)

    def _claim(self, found: Found, name: str) -> None:
        """Take in a claim, or a clause that holds."""
        place, called = found.look.place, Kind(name).called
        try:
            claim = split_claim(found.text, self.language)
            says, hint = faces.fault(Kind(name), claim)
        except ClaimError as error:
            self.report(place, f"the {called} {error}", "", f"verify.{name}")
            return
        except WordsError as error:
            self.reader.findings.append(error.finding)
            says = ""
        if says:
            self.report(place, says, hint, f"verify.{name}")
        loci = tuple(locus for locus in claim.loci if self._is_locus(locus, place, f"the {called}"))
        self.mentions += [Mention(Mentioned.LOCUS, locus, place) for locus in loci]
        around = found.inside.loci if found.inside else self._last_locus
        if claim.no_rule == "":
            self.report(place, "no-rule: has no reason", "write one after it", f"verify.{name}")
        read = Options({"no-rule": claim.no_rule} if claim.no_rule else {})
        self._check(found, place, loci or around, found.text, read)

    def _check(self, found: Found, place: Place, loci: tuple[str, ...], text: str, read: Options) -> None:
        must_fail = {name: "" for name in ("breaks", "raises") if name in read.places}  # whatever their values
        values = must_fail | read.values
        kept = tuple(sorted((name, value) for name, value in values.items() if name != "loci"))
        kind = Kind(found.look.name)
        self.checks.append(Check(self.reader.path, place, kind, loci, text, kept))
        if found.inside and kind.is_check:
            self._errata.pop(found.inside.look.code, None)
