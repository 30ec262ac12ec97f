"""What ties code to text: rules with their loci, tables with their evidence, decisions with their readings.

Who wants to know which rules are asked listens to the audit event ``rules.listeners`` before this module is imported:
it comes with a list, and a function that is put into it is told the loci of each rule when it is called, and of each
table and figure when it is read. If the list stays empty, rules are the plain functions that they were written as.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import FunctionType, MappingProxyType
from typing import Any, Self, TypeVar, cast

LOCUS = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+\.[1-9][0-9]*")
"""The form of a locus: source, section and number, as in ``slam-dictionary.auction.6``."""

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Status(StrEnum):
    """The evidence status of a rule."""

    STATED = "stated"
    INFERRED = "inferred"
    CORRECTED = "corrected"
    CONFLICTING = "conflicting"
    LOST = "lost"


class Grade(StrEnum):
    """How well a figure is attested."""

    STATED = "stated"
    """The source prints it."""
    PROVED = "proved"
    """It follows from what the source prints."""
    HIGH = "high"
    """Regained: other descriptions agree with each other and with the source."""
    MEDIUM = "medium"
    LOW = "low"
    SUPPLIED = "supplied"
    """Brought by the reader, from a table of their own."""


class GameRulesError(Exception):
    """The base of every error that gamerules raises on purpose."""


class IllegalAction(GameRulesError, ValueError):  # noqa: N818 - the field's word (python-chess: IllegalMoveError)
    """An action that the rules forbid.

    Attributes:
        action: what was tried.
        locus: the sentence that it breaks.
        reason: why, in words.
        legal: what was legal instead.
    """

    def __init__(self, action: object, locus: str, reason: str, legal: Sequence[object] = ()) -> None:
        """Make the error; ``legal`` is listed in the message, at most a dozen of it."""
        self.action, self.locus, self.reason, self.legal = action, locus, reason, tuple(legal)
        shown = " ".join(str(choice) for choice in self.legal[:12])
        more = f" … ({len(self.legal)} in all)" if len(self.legal) > 12 else ""
        tail = f"; legal: {shown}{more}" if self.legal else ""
        if type(action) is str and self.legal and not any(type(choice) is str for choice in self.legal):
            kinds = " or ".join(dict.fromkeys(type(choice).__name__ for choice in self.legal))
            tail = f"; {action!r} is a str, and {kinds} was expected, as Card.parse('♠A') gives it{tail}"
        super().__init__(f"{action} is not legal: {reason} ({locus}){tail}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the four parts."""
        return (IllegalAction, (self.action, self.locus, self.reason, self.legal))


class ImpossibleInputError(GameRulesError, ValueError):
    """Input that no deal could produce, such as eleven tricks of ten; the message says how to mend it."""


class FileError(GameRulesError, ValueError):
    """A file that cannot be read as what it should be; the message says what is wrong and how to mend it.

    Attributes:
        path: the file.
        line: the line in it, from 1.
        message: the message without the place.
    """

    def __init__(self, path: str, line: int, message: str) -> None:
        """Make the error."""
        self.path, self.line, self.message = path, line, message
        super().__init__(f"{path}:{line}: {message}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the three parts."""
        return (type(self), (self.path, self.line, self.message))


class LostTableError(GameRulesError, LookupError):
    """A figure was asked for whose table is lost.

    Attributes:
        locus: the sentence that points to the lost table.
    """

    def __init__(self, what: str, locus: str, supply: str) -> None:
        """Make the error: ``what`` is the figure, ``supply`` says how to bring a table of one's own."""
        self.what, self.locus, self.supply = what, locus, supply
        super().__init__(f"{what} is lost: the table that {locus} refers to did not survive; {supply}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by the three parts."""
        return (LostTableError, (self.what, self.locus, self.supply))


@dataclass(frozen=True, slots=True)
class Rule:
    """A piece of code that carries out one or more loci.

    Attributes:
        name: the dotted name of the function, class or table.
        loci: the sentences it carries out.
        status: the evidence status.
        doc: the first line of its docstring, or the table's title.
        module: the module it stands in.
        line: the line of that module's file where it begins.
        note: what a reader should know of the evidence.
    """

    name: str
    loci: tuple[str, ...]
    status: Status
    doc: str
    module: str
    line: int
    note: str = ""


_REGISTRY: dict[str, Rule] = {}
_LISTENERS: list[Callable[[Sequence[str]], object]] = []
sys.audit("rules.listeners", _LISTENERS)


def _register(entry: Rule) -> Rule:
    if not entry.loci:
        raise ValueError(f"{entry.name} names no locus; a rule carries out at least one")
    for locus in entry.loci:
        if not LOCUS.fullmatch(locus):
            raise ValueError(f"{entry.name}: {locus!r} is not a locus; write it as source.section.number")
    _REGISTRY[entry.name] = entry
    return entry


def rule(*loci: str, status: Status = Status.STATED, note: str = "") -> Callable[[T], T]:
    """Mark a function or class as the rule that carries out these loci; it is returned as it is if nobody listens.

    Raises:
        ValueError: if no locus is given or one is malformed.
    """

    def mark(thing: T) -> T:
        target = cast(Any, thing)
        code = getattr(inspect.unwrap(target), "__code__", None)
        _register(
            Rule(
                name=f"{target.__module__}.{target.__qualname__}",
                loci=loci,
                status=status,
                doc=(inspect.getdoc(target) or "").partition("\n")[0],
                module=target.__module__,
                line=sys._getframe(1).f_lineno if code is None else code.co_firstlineno,
                note=note,
            )
        )
        return cast(T, _telling(target, loci)) if _LISTENERS else thing

    return mark


def _telling(thing: Any, loci: Sequence[str]) -> Any:
    """Return a function that tells the listeners these loci whenever it is called; a class, its methods made so."""
    if not isinstance(thing, type):
        return _told(thing, loci)
    for name, method in list(vars(thing).items()):
        if isinstance(method, FunctionType):
            setattr(thing, name, _told(method, loci))
        elif isinstance(method, (classmethod, staticmethod)):
            setattr(thing, name, type(method)(_told(method.__func__, loci)))
        elif isinstance(method, property) and method.fget:
            setattr(thing, name, property(_told(method.fget, loci), doc=method.__doc__))
    return thing


def _told(function: Callable[..., Any], loci: Sequence[str] | None = None) -> Callable[..., Any]:
    """Return a function that tells the listeners at each call; without loci, those of the object whose method it is."""

    @functools.wraps(function)
    def telling(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        for listener in _LISTENERS:
            listener(args[0].loci if loci is None else loci)
        return function(*args, **kwargs)

    return telling


def rules() -> tuple[Rule, ...]:
    """Return all rules registered by the modules imported so far, by name."""
    return tuple(_REGISTRY[name] for name in sorted(_REGISTRY))


def loci_of(thing: object) -> tuple[str, ...]:
    """Return the loci that a function, class or table carries out; empty if it is not a rule."""
    if isinstance(thing, Table):
        return thing.loci
    target = cast(Any, thing)
    entry = _REGISTRY.get(f"{getattr(target, '__module__', '')}.{getattr(target, '__qualname__', '')}")
    return entry.loci if entry else ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a table, with its grade and where it comes from."""

    value: int
    grade: Grade = Grade.STATED
    evidence: str = ""


class Table(Mapping[Any, int]):
    """A source's table of figures: printed, regained or lost, cell by cell.

    A lost cell is a key without a figure: asking for it raises :class:`LostTableError`. A key that the table never had
    raises ``KeyError``.
    """

    def __init__(
        self,
        name: str,
        loci: str | tuple[str, ...],
        cells: Mapping[Any, int | Cell],
        *,
        lost: Sequence[Any] = (),
        supply: str = "supply a table of your own",
        status: Status = Status.STATED,
    ) -> None:
        """Make a table.

        Args:
            name: the name of the module-level constant that holds it.
            loci: the sentences that print it or point to it.
            cells: the figures known, by key.
            lost: the keys whose figures are lost.
            supply: how to bring a table of one's own, for the error message.
            status: the evidence status of the table as a whole.
        """
        self.loci = (loci,) if isinstance(loci, str) else loci
        self.supply = supply
        self.cells: Mapping[Any, Cell] = MappingProxyType(
            {key: cell if isinstance(cell, Cell) else Cell(cell) for key, cell in cells.items()}
        )
        self.lost = tuple(lost)
        frame = sys._getframe(1)
        module = str(frame.f_globals["__name__"])
        self.name = f"{module}.{name}"
        _register(Rule(self.name, self.loci, status, name.replace("_", " ").lower(), module, frame.f_lineno))

    def __getitem__(self, key: Any) -> int:
        """Return a figure.

        Raises:
            LostTableError: if the figure is lost.
            KeyError: if the table has no such place.
        """
        if key in self.cells:
            return self.cells[key].value
        if key in self.lost:
            raise LostTableError(f"{self.name.rpartition('.')[2]}[{key}]", self.loci[0], self.supply)
        raise KeyError(f"{self.name} has no place {key!r}; it has {list(self.cells) + list(self.lost)}")

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the keys whose figures are known."""
        return iter(self.cells)

    def __len__(self) -> int:
        """Return the number of figures known."""
        return len(self.cells)

    def __hash__(self) -> int:
        """Hash by identity: a table is a constant of its module."""
        return id(self)

    def __repr__(self) -> str:
        """Return the table's name and figures."""
        return f"<Table {self.name}: {dict(self)}>"


class _Figure(int):
    """A whole number that tells the listeners its loci whenever it is used."""

    loci: tuple[str, ...]


_USES = "add radd sub rsub mul rmul floordiv rfloordiv mod rmod eq ne lt le gt ge hash index int neg repr str format"
for _name in ("__getitem__", "__iter__", "__len__") if _LISTENERS else ():
    setattr(Table, _name, _told(getattr(Table, _name)))
for _name in _USES.split():
    setattr(_Figure, f"__{_name}__", _told(getattr(int, f"__{_name}__")))


def figure(name: str, loci: str | tuple[str, ...], value: int) -> int:
    """Register a figure that stands by itself, and return it: a table of one cell.

    Args:
        name: the name of the module-level constant that holds it.
        loci: the sentences that print it.
        value: the figure.
    """
    frame, known = sys._getframe(1), (loci,) if isinstance(loci, str) else loci
    module, doc = str(frame.f_globals["__name__"]), name.replace("_", " ").lower()
    _register(Rule(f"{module}.{name}", known, Status.STATED, doc, module, frame.f_lineno))
    if not _LISTENERS:
        return value
    told = _Figure(value)
    told.loci = known
    return told


@dataclass(frozen=True, slots=True)
class Decision:
    """An open point of a source, or a variant that it offers: the question, its readings and the reason for one.

    Attributes:
        question: the open point, as a question.
        readings: every value the field may take, each with what it means.
        loci: the sentences that leave the point open.
        why: why the default was adopted.
        kind: ``decision`` (the source is silent or open), ``variant`` (the source itself offers a choice), ``supplied``
            (the source does not tell it; the readings are from other descriptions, which ``why`` names) or
            ``witness`` (the witnesses differ).
    """

    question: str
    readings: Mapping[Any, str]
    loci: tuple[str, ...]
    why: str
    kind: str = "decision"


def decision(
    default: T,
    *,
    question: str,
    readings: Mapping[T, str],
    loci: tuple[str, ...],
    why: str,
    kind: str = "decision",
) -> T:
    """Return a dataclass field that names a decision; for classes derived from :class:`BaseRules`."""
    if default not in readings:
        raise ValueError(f"the default {default!r} is not among the readings of {question!r}")
    entry = Decision(question, MappingProxyType(dict(readings)), loci, why, kind)
    return dataclasses.field(default=default, metadata={"decision": entry})


@dataclass(frozen=True, kw_only=True)
class BaseRules:
    """The base of every game's ``Rules``: a frozen dataclass whose fields are variants and decisions."""

    def __post_init__(self) -> None:
        """Refuse a value that is not among its field's readings."""
        for name, entry in self.decisions().items():
            value = getattr(self, name)
            if value not in entry.readings:
                readings = ", ".join(repr(choice) for choice in entry.readings)
                raise ImpossibleInputError(
                    f"{name}={value!r} is not an option of this decision; choose one of {readings}"
                )

    @classmethod
    def decisions(cls) -> dict[str, Decision]:
        """Return the named decisions of this game, by field name."""
        return {
            field.name: field.metadata["decision"] for field in dataclasses.fields(cls) if "decision" in field.metadata
        }

    def adopting(self, name: str, text: str) -> Self:
        """Return these rules with another reading of one decision, written as text.

        Raises:
            ImpossibleInputError: on an unknown decision or reading; near ones are suggested.
        """
        known = self.decisions()
        if name not in known:
            raise ImpossibleInputError(f"there is no decision {name!r}{suggest(name, list(known))}")
        readings = {str(reading).lower(): reading for reading in known[name].readings}
        if text.lower() not in readings:
            raise ImpossibleInputError(f"{name} has no reading {text!r}{suggest(text.lower(), list(readings))}")
        return dataclasses.replace(self, **{name: readings[text.lower()]})


def reading_rows(rules: BaseRules, name: str) -> list[tuple[str, str, str]]:
    """Return the readings of a decision as rows for a page: the reading, what it means, and ``yes`` if adopted."""
    adopted = getattr(rules, name)
    return [
        (str(reading), meaning, "yes" if reading == adopted else "")
        for reading, meaning in rules.decisions()[name].readings.items()
    ]


def suggest(word: str, known: Sequence[str]) -> str:
    """Return ``; did you mean …?`` for the nearest known word, or the list of all if none is near."""
    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(sorted(known))}"
