"""What is found on a page while its parser runs: the stand-ins of directives and roles tell it here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from verify.collect.lookalike import LookAlike, LookAlikes
from verify.collect.vocabulary import Written
from verify.model import Finding, Place

ONLY_PARTS = {"tab-set": "tab-item", "tab-set-code": "literal block"}
"""Directives that leave out whatever is no part of theirs, and what these parts are."""


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


class Finder(LookAlikes):
    """Takes in what is found on a page.

    Attributes:
        ran: what the parser ran, by code.
        stands: where the other look-alikes stand, by code, and how to mend it; nothing where one is shown as written.
        faults: what is wrong.
        lines: the lines of each file that is read.
    """

    def __init__(self) -> None:
        """Begin a page."""
        super().__init__()
        self.ran: dict[str, Found] = {}
        self.stands: dict[str, tuple[str, str]] = {}
        self.faults: list[Finding] = []
        self.lines: dict[str, list[str]] = {}
        self._holders: list[Found | str] = []

    def fault(self, place: Place, says: str, hint: str = "", code: str = "verify.scan") -> None:
        """Remember that something is wrong."""
        self.faults.append(Finding(place, code, says, hint=hint))

    def run(self, found: Found) -> None:
        """Take in what the parser ran; of what it runs twice, as a substitution, the first time counts."""
        found.inside = next((holder for holder in reversed(self._holders) if isinstance(holder, Found)), None)
        self.ran.setdefault(found.look.code, found)
        names = [holder.look.name if isinstance(holder, Found) else holder for holder in self._holders]
        for holder, inner in pairwise([*names, found.look.name]):
            part = ONLY_PARTS.get(holder, inner)
            if inner != part:
                says = f"{found.look.name} stands in a {holder} outside its {part}s, where it is left out"
                self.fault(found.look.place, says, "move it")

    @contextmanager
    def within(self, holder: Found | str) -> Iterator[None]:
        """Hold the body of one of ours, or of a directive of somebody else."""
        self._holders.append(holder)
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
