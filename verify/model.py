"""The values that pass between collecting, running and reporting: all plain, frozen and picklable."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Final

KINDS: Final = "verify.kinds"
"""The group of entry points by which further kinds of checks come; see ``verify.checks.kinds``."""
_OURS: Final = EntryPoint("console", "verify.checks.console:CONSOLE", KINDS)


class Kind(StrEnum):
    """What is run: checks, and two that are none: set-ups prepare the page's namespace, rows are drawn as a table.

    Further ones come by entry points; they are no attributes, and :meth:`checks` has them.
    """

    SETUP = "setup"
    ROWS = "rows"
    CLAIM = "claim"
    HOLDS = "holds"
    EXAMPLE = "example"
    RECORD = "record"

    @classmethod
    def _missing_(cls, value: object) -> Kind | None:
        """Make a kind that comes by an entry point."""
        if value not in cls.entries().names:
            return None
        kind = str.__new__(cls, value)
        kind._name_ = kind._value_ = str(value)
        return cls._value2member_map_.setdefault(value, kind)  # type: ignore[return-value]

    @staticmethod
    @cache
    def entries() -> EntryPoints:
        """Return the entry points of further kinds, by name."""
        return EntryPoints([_OURS, *(entry for entry in entry_points(group=KINDS) if entry.name != _OURS.name)])

    @classmethod
    def checks(cls) -> tuple[Kind, ...]:
        """Return all kinds of checks."""
        return (*(kind for kind in cls if kind.is_check), *map(cls, sorted(cls.entries().names)))

    @property
    def is_other(self) -> bool:
        """Whether it comes by an entry point."""
        return self.name not in Kind.__members__

    @property
    def is_alone(self) -> bool:
        """Whether each check of it has a process and a namespace of its own."""
        return self is Kind.RECORD or self.is_other

    @property
    def is_check(self) -> bool:
        """Whether something is compared with the text."""
        return self not in (Kind.SETUP, Kind.ROWS)

    @property
    def called(self) -> str:
        """What a message calls it."""
        return {Kind.ROWS: "table", Kind.HOLDS: "clause"}.get(self, self.value)

    @property
    def is_role(self) -> bool:
        """Whether it is words of the prose with an expression."""
        return self in (Kind.CLAIM, Kind.HOLDS)


class Verdict(StrEnum):
    """The result of a check."""

    HOLDS = "holds"
    FAILS = "fails"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place in a file; the path is relative to the project's root, with forward slashes; line and column from 1."""

    path: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        """Return ``path:line``."""
        return f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is run against the text, or a set-up that precedes such things.

    Attributes:
        page: the page (its path relative to the root) on which it is shown.
        place: where its text begins, in the file that holds it (an included file's own line).
        kind: claim, holds, example, record, setup or rows.
        loci: the loci it is bound to; those inside a record come with its result.
        text: the text to run: of a claim or clause the role's content, of an example or setup its code, of a record the
            file name as written, of rows what yields them.
        options: the directive's options, validated, sorted by name.
    """

    page: str
    place: Place
    kind: Kind
    loci: tuple[str, ...]
    text: str
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str, default: str = "") -> str:
        """Return an option's text."""
        return dict(self.options).get(name, default)

    @property
    def group(self) -> str:
        """Of a block of an existing page the group whose namespace it runs in; else nothing: the page has one."""
        return self.option("group")

    @property
    def fingerprint(self) -> str:
        """A short digest that stays the same when the check moves to another line."""
        parts = (self.page, self.kind, self.text, *self.loci, *(f"{k}={v}" for k, v in self.options))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class LocusUse:
    """A place where a page gives the translation of a locus."""

    locus: str
    place: Place


class Mentioned(StrEnum):
    """What a page may name that must exist, or that it lays down, elsewhere or on the page itself."""

    LOCUS = "locus"
    """A locus named: in a link, an option, a claim or a record."""
    ERRATUM = "erratum"
    """An erratum named in the running text."""
    ERRATUM_HERE = "erratum here"
    """An erratum laid down on this page."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that a page uses: what kind of thing it names, the name and where."""

    word: Mentioned
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault, ready to be reported.

    Attributes:
        place: where it stands.
        code: ``verify.claim``, ``verify.example``, ``verify.record``, ``verify.locus``, ``verify.option`` …
        says: what the text says, or what is wrong, in words.
        gives: what the rules give instead; empty where no rule is concerned.
        loci: the loci concerned.
        by: the loci of the rules that decide it.
        label: the moment, in words (``trick 4``).
        hint: how to mend it.
        difference: several lines that point at the character or step in which text and rules part.
        frames: the last frames of the author's page and of the rule, where a rule raised.
        shown_at: the page's place, where it is not the place of the fault.
    """

    place: Place
    code: str
    says: str
    gives: str = ""
    loci: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    label: str = ""
    hint: str = ""
    difference: str = ""
    frames: str = ""
    shown_at: Place | None = None

    @property
    def message(self) -> str:
        """The fault in one line, without its place."""
        head = " ".join(filter(None, (self.label, f"({', '.join(self.loci)})" if self.loci else "")))
        gives = f"{self.gives} by {', '.join(self.by)}" if self.gives and self.by else self.gives
        said = "; ".join(filter(None, (self.says, gives, self.hint)))
        shown = f" (shown on {self.shown_at})" if self.shown_at else ""
        return f"{head}: {said}{shown}" if head else f"{said}{shown}"

    def __str__(self) -> str:
        """Return the line that is printed: place, message, code."""
        return f"{self.place}: {self.message} [{self.code}]"


@dataclass(frozen=True, slots=True)
class Edit:
    """How an expectation would be rewritten so that it says what the rules give.

    Attributes:
        place: where the old text begins: with column 0 whole lines are meant, indented like the line ``below``.
        old: what stands there; of whole lines nothing means that lines are put in.
        new: what would stand there.
        below: of whole lines, the line of the statement whose output they are.
    """

    place: Place
    old: str
    new: str
    below: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one check.

    Attributes:
        check: the check.
        verdict: whether it holds.
        findings: the faults, at least one if it fails.
        loci: the loci it turned out to be about: its own and, for a record, those of the steps that were reached.
        compared: how many things were compared (expected outputs, facts, actions).
        edits: how its expectations could be rewritten, where they could.
        asked: the loci of the rules that it ran; an empty one stands for other functions of watched packages.
        notes: what is no fault, but should be known: of an existing page, what passes only by leniency; of a check that
            is skipped while it runs, why.
        reached: what its process had read up to its end, by name and state; results are the same without.
    """

    check: Check
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    loci: tuple[str, ...] = ()
    compared: int = 0
    edits: tuple[Edit, ...] = ()
    asked: tuple[str, ...] = ()
    notes: tuple[Finding, ...] = ()
    reached: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)

    @property
    def why_skipped(self) -> str:
        """Why it was not run, in words."""
        return self.check.option("skip") or "; ".join(note.says for note in self.notes)

    @property
    def unknown(self) -> tuple[str, ...]:
        """What it does that nobody can know beforehand, so that it is not stored but run each time."""
        return tuple(name.partition(":")[2] for name, _ in self.reached if name.startswith("unknown:"))


@dataclass(frozen=True, slots=True)
class Page:
    """What one page holds.

    Attributes:
        path: the page, relative to the root.
        checks: its checks and set-ups, in the order of the text.
        loci: the loci translated on it.
        files: every other file that it takes in (included files, records), relative to the root.
        findings: what is wrong with the page itself.
        mentions: the loci and errata that it names, for checks across the site.
        notes: what is no fault, but should be known: of an existing page, what is not run.
    """

    path: str
    checks: tuple[Check, ...] = ()
    loci: tuple[LocusUse, ...] = ()
    files: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    mentions: tuple[Mention, ...] = ()
    notes: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """What one process runs: the checks of one page that share a namespace, or one record.

    Attributes:
        page: the page.
        positions: where its checks and set-ups stand among those of the page.
        checks: they themselves, in order; none of them is skipped.
        limits: how long each of them may take, in seconds.
    """

    page: str
    positions: tuple[int, ...]
    checks: tuple[Check, ...]
    limits: tuple[float, ...]
