"""What is found on a page while its parser runs: the stand-ins of directives and roles report it here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from verify.collect.lookalike import LookAlike, LookAlikes
from verify.collect.vocabulary import Written
from verify.model import Finding, Place

ONLY_PARTS = {"tab-set": "tab-item", "tab-set-code": "literal block"}
"""Directives that leave out whatever is not a part of theirs, and what these parts are."""


@dataclass(slots=True)
class Found:
    """One of ours that the parser ran.

    Attributes:
        look: its look-alike: what it is and where it stands.
        text: of a role its content; of a directive its body.
        argument: what stands behind a directive's name.
        first: the line on which the body begins.
        options: its options.
        inside: the erratum that holds it.
    """

    look: LookAlike
    text: str
    argument: str = ""
    first: int = 0
    options: Sequence[Written] = ()
    inside: Found | None = None


@dataclass
class Finder(LookAlikes):
    """Takes in what is found on a page.

    Attributes:
        ran: what the parser ran, by code.
        stands: where the other look-alikes stand, by code, and how to mend it; nothing where one is shown as written.
        faults: what is wrong.
        lines: the lines of each file that is read.
    """

    ran: dict[str, Found] = field(default_factory=dict, init=False)
    stands: dict[str, tuple[str, str]] = field(default_factory=dict, init=False)
    faults: list[Finding] = field(default_factory=list, init=False)
    lines: dict[str, list[str]] = field(default_factory=dict, init=False)
    _holders: list[tuple[str, Found | None]] = field(default_factory=list, init=False)

    def fault(self, place: Place, says: str, hint: str = "", code: str = "verify.scan") -> None:
        """Remember that something is wrong."""
        self.faults.append(Finding(place, code, says, hint=hint))

    def run(self, found: Found) -> None:
        """Take in what the parser ran; of what it runs twice, as a substitution, the first time counts."""
        found.inside = next((holder for _, holder in reversed(self._holders) if holder), None)
        self.ran.setdefault(found.look.code, found)
        for holder, inner in pairwise([*(name for name, _ in self._holders), found.look.name]):
            part = ONLY_PARTS.get(holder, inner)
            if inner != part:
                says = f"{found.look.name} stands in a {holder} outside its {part}s, where it is left out"
                self.fault(found.look.place, says, "move it")

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

    def place_of(self, text: str, path: str, number: int) -> Place:
        """Return where a text stands on a line, which is read to make sure that it does."""
        line = self.lines[path][number - 1] if number <= len(self.lines[path]) else ""
        place = Place(path, number, max(line.find(text), 0) + 1)
        if not all(word in line for word in text.split()[:1]):
            says = f"{text!r} is not found on the line on which it should stand"
            self.fault(
                place, says, "take out form feeds and line separators, or report this bug in verify", "verify.agreement"
            )
        return place
