"""The crude count of what looks like one of our directives or roles, or like a Python prompt; and what the parser ran.

The count knows nothing of blocks and is independent of the parsers. Each look-alike gets a code, which is put in the
place of its name (of a prompt: of its last mark) and is as long, so that the parser reads the page as it would without.
What the parser runs then says by its code where it stands: the stand-ins of directives and roles report it here. A code
that was not run shows what would be skipped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from verify.collect.vocabulary import DIRECTIVES, EXISTING, ROLES, Written, near
from verify.model import Finding, Kind, Place

ONLY_PARTS = {"tab-set": "tab-item", "tab-set-code": "literal block"}
"""Directives that leave out whatever is not a part of theirs, and what these parts are."""
FOREIGN = EXISTING.keys() | {"include", "csv-table"}
"""Directives of others whose place must be known."""

_FORMS = {
    "prompt": r"^(?:[\s>|+*-]|\d+[.)])*?>>(?P<prompt>>)",
    "fence": r"(?:`{3,}|~{3,}|:{3,})[ \t]*\{[ \t]*NAME[ \t]*\}?",
    "plain": r"(?:`{3,}|~{3,})[ \t]*NAME(?=[ \t:]*$)",
    "role": r"(?<!\\)\{[ \t]*NAME[ \t]*\}[ \t]?`",
    "loose": r"(?<![\\\])`{])\{[ \t]*NAME[ \t]*\}",
    "rst": r"(?:^|(?<=[\s>|-]))\.\.[ \t]*NAME[ \t]?::",
    "comment": r"(?:^|(?<=[\s>|-]))\.\.[ \t]+NAME[ \t]*:(?!:)",
    "suffix": r"(?<=`):NAME:(?!`)",
    "rstrole": r"(?<!\\):NAME:`",
}
"""How ours are written, in MyST and in reST, well or nearly; the first that fits counts."""
QUIET = frozenset({"prompt", "loose"})
"""The forms that matter in the running text alone."""
_DIRECTIVES = tuple(DIRECTIVES)
_BLOCKS = frozenset({"fence", "plain", "rst", "comment"})
_LOOKS = re.compile("|".join(form.replace("NAME", rf"(?P<{name}>[A-Za-z-]+)") for name, form in _FORMS.items()))
_CODE = re.compile(r"q[0-9a-f]{2,}|[\U000F0000-\U000FFFFD]")


class LookAlike(NamedTuple):
    """A text that looks like a check.

    Attributes:
        code: what stands in the place of its name.
        place: where it stands.
        key: its number among the page's look-alikes, behind those of the includes that lead to it: sorts by the text.
        form: how it is written.
        written: its name as it is written; of a prompt, the mark that its code replaces.
        name: the name of ours, or of ``FOREIGN``, that is meant.
        shown: the text itself.
    """

    code: str
    place: Place
    key: tuple[int, ...]
    form: str
    written: str
    name: str
    shown: str

    @property
    def is_block(self) -> bool:
        """Whether it is written as a directive is."""
        return self.form in _BLOCKS

    @property
    def in_myst(self) -> bool:
        """Whether it is written as in MyST, and not as in reST."""
        return self.form in ("fence", "plain", "role", "loose")

    def well(self, *, in_myst: bool) -> str:
        """Return how the one that is meant is written."""
        if in_myst:
            return f"{{{self.name}}}"
        return f".. {self.name}::" if self.is_block else f":{self.name}:"


@dataclass(slots=True)
class Found:
    """One of ours that the parser ran, or a block of an existing page.

    Attributes:
        look: its look-alike: what it is and where it stands.
        text: of a role its content; of a directive its body.
        argument: what stands behind a directive's name.
        first: the line on which the body begins.
        options: its options.
        inside: the erratum that holds it.
        loci: of an erratum, the loci that it is about.
        owner: of a block in a docstring the object that has it, as ``module:name``.
    """

    look: LookAlike
    text: str
    argument: str = ""
    first: int = 0
    options: Sequence[Written] = ()
    inside: Found | None = None
    loci: tuple[str, ...] = ()
    owner: str = ""


@dataclass
class Finder:
    """Takes in what is found on a page.

    Attributes:
        looks: its look-alikes, by their codes.
        ran: what the parser ran, by code.
        blocks: the blocks of an existing page, by code; sessions have the look-alike of their first prompt.
        notes: what is no fault, but should be known.
        stands: where the other look-alikes stand, by code, and how to mend it; nothing where one is shown as written.
        findings: what is wrong.
        lines: the lines of each file that is read.
        fences: the kinds whose plain fences are run.
    """

    looks: dict[str, LookAlike] = field(default_factory=dict, init=False)
    ran: dict[str, Found] = field(default_factory=dict, init=False)
    stands: dict[str, tuple[str, str]] = field(default_factory=dict, init=False)
    blocks: dict[str, Found] = field(default_factory=dict, init=False)
    findings: list[Finding] = field(default_factory=list, init=False)
    notes: list[Finding] = field(default_factory=list, init=False)
    lines: dict[str, list[str]] = field(default_factory=dict, init=False)
    fences: Collection[str] = ()
    _holders: list[tuple[str, Found | None]] = field(default_factory=list, init=False)

    def mark(self, path: str, text: str, within: tuple[int, ...] = ()) -> str:
        """Return a file's text with a code in each look-alike; ``within`` are the keys of the includes above it."""
        lines = enumerate(text.split("\n"), start=1)
        return "\n".join(_LOOKS.sub(partial(self._code, path, number, within), line) for number, line in lines)

    def _code(self, path: str, line: int, within: tuple[int, ...], match: re.Match[str]) -> str:
        form, text = match.lastgroup or "", match[0]
        start, end = match.start(form) - match.start(), match.end(form) - match.start()
        name = _meant(form, text[start:end], self.fences)
        if not name:
            return text
        index, begin = len(self.looks), match.start()
        if form == "prompt":
            begin += start - 2
        elif form == "suffix":
            begin = max(match.string.rfind("`", 0, begin - 1), 0)
        code = chr(0xF0000 + index) if form == "prompt" else f"q{index:0{max(end - start - 1, 2)}x}"
        shown, key = text.strip("` \t"), (*within, index)
        self.looks[code] = LookAlike(code, Place(path, line, begin + 1), key, form, text[start:end], name, shown)
        return text[:start] + code + text[end:]

    def codes(self, text: str) -> list[str]:
        """Return the codes in a text."""
        return [code for code in _CODE.findall(text) if code in self.looks]

    def plain(self, text: str) -> str:
        """Return a text as its author wrote it."""
        return _CODE.sub(lambda match: self.looks[match[0]].written if match[0] in self.looks else match[0], text)

    def report(self, place: Place, says: str, hint: str = "", code: str = "verify.scan") -> None:
        """Remember that something is wrong."""
        self.findings.append(Finding(place, code, says, hint=hint))

    def run(self, found: Found) -> None:
        """Take in what the parser ran; of what it runs twice, as a substitution, the first time counts."""
        found.inside = next((holder for _, holder in reversed(self._holders) if holder), None)
        self.ran.setdefault(found.look.code, found)
        for holder, inner in pairwise([*(name for name, _ in self._holders), found.look.name]):
            part = ONLY_PARTS.get(holder, inner)
            if inner != part:
                says = f"{found.look.name} stands in a {holder} outside its {part}s, where it is left out"
                self.report(found.look.place, says, "move it")

    @contextmanager
    def within(self, name: str, found: Found | None = None) -> Iterator[None]:
        """Hold the body of a directive, be it one of ours or not."""
        self._holders.append((name, found))
        yield
        self._holders.pop()

    def take(self, text: str) -> str:
        """Return a text of ours as its author wrote it; what looks like ours in it is a part of it."""
        self.stands = dict.fromkeys(self.codes(text), ("", "")) | self.stands
        return self.plain(text)

    def written(self, path: str, first: int, text: str) -> list[str]:
        """Return the lines of a text of ours as they stand in its file: parsers change tabs and blanks at line ends."""
        lines: list[str] = []
        margin = 0
        for number, line in enumerate(text.split("\n"), start=first):
            raw = self.lines[path][number - 1] if number <= len(self.lines[path]) else ""
            lead, words = line[: len(line) - len(line.lstrip())], map(re.escape, line.split())
            match = re.search(r"\s+".join(words) + r"\s*$", raw)
            if not line.strip():
                lines.append("" if raw.strip() else raw[margin:])
            elif match and not ("\t" in raw[: match.start()] and lead.strip("\t")):
                margin = match.start() - len(lead)
                lines.append(f"{lead}{match[0]}")
            else:
                says = "the parser reads the line otherwise than it is written"
                self.report(Place(path, number), says, "indent it with blanks, not tabs, or write it more plainly")
                lines.append(line)
        return lines

    def place_of(self, text: str, path: str, number: int) -> Place:
        """Return where a text stands on a line, which is read to make sure that it does."""
        line = self.lines[path][number - 1] if number <= len(self.lines[path]) else ""
        place = Place(path, number, max(line.find(text), 0) + 1)
        if not all(word in line for word in text.split()[:1]):
            says = f"{text!r} is not found on the line on which it should stand"
            hint = "take out form feeds and line separators, or report this bug in verify"
            self.report(place, says, hint, "verify.agreement")
        return place


def _meant(form: str, written: str, fences: Collection[str]) -> str:
    """Return which name is meant, in a plain fence one of those that are run; an empty text if none of ours."""
    if form == "prompt":
        return form
    lower = written.lower()
    if form == "plain" and lower in Kind.entries().names:
        return lower if lower in fences else ""
    if form in _BLOCKS and (lower in FOREIGN or (form == "plain" and lower not in DIRECTIVES)):
        return lower if lower in FOREIGN else ""
    return near(written, _DIRECTIVES if form in _BLOCKS else ROLES)
