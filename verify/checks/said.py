"""What the process of a page says of a check, taken in with care: the page's code may have said it."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

Piece = tuple[str, str, str, int]
"""Code that a page's process runs: how (as :func:`compile` calls it, ``skipif``, ``rows`` or ``record``), what, and the
file and the line where it stands."""


class Frame(NamedTuple):
    """A line of code that was being run: its file, line, function (``<module>`` outside of any) and module."""

    file: str
    line: int
    name: str
    module: str


class Raised(NamedTuple):
    """An exception.

    Attributes:
        kinds: the names of its class and of those that this derives from, each without its module and with it.
        text: what a traceback shows below its frames: class and message, notes, the exceptions of a group.
        syntax: of code that is not Python what is wrong with it, or nothing.
        file: the file of that code.
        line: the line in it.
        locus: the locus that it names, or nothing.
        frames: where it passed, outermost first.
        by: the loci of the innermost rule among them.
        step: of a record that was being played the line, loci and label of the step.
    """

    kinds: list[str]
    text: str
    syntax: str
    file: str
    line: int
    locus: str
    frames: list[Frame]
    by: list[str]
    step: tuple[int, list[str], str] | None

    @property
    def described(self) -> str:
        """Class and message in one line."""
        return " ".join((f"{self.kinds[0]}: {self.syntax}" if self.syntax else self.text).split())


class Part(NamedTuple):
    """What came of one piece of a check's code.

    Attributes:
        out: what it printed.
        value: what it yielded, in the inert form of its kind of code.
        raised: what it raised.
        refused: why it was not run: what is not Python in it, with the line and the column (0: unknown).
    """

    out: str
    value: Any
    raised: Raised | None
    refused: tuple[str, int, int] | None


class Said(NamedTuple):
    """What came of a check.

    Attributes:
        parts: of each piece of its code, up to the first that is refused; none if it was not run.
        warned: the warnings that it caused: category, file, line and text.
        reached: what the process had read since the check before, by name and state.
        failed: why it could not be run, where the page has changed what Python itself needs; else nothing.
        took_away: whether modules that Python itself needs were gone after it.
        asked: the loci of the rules that it ran, and an empty one for other functions of watched packages.
        ran: the lines and columns of its code that ran, where an assertion stands in it.
    """

    parts: list[Part]
    warned: list[tuple[str, str, int, str]]
    reached: list[tuple[str, str]]
    failed: str
    took_away: bool
    asked: list[str]
    ran: list[tuple[int, int]]


class Maybe(NamedTuple):
    """A form that may be missing."""

    form: Any


def several(*items: Any) -> tuple[Any, ...]:
    """Make a tuple."""
    return items


PAIR: Final = (several, str, str)
_STEP: Final = (several, int, [str], str)
RAISED: Final = (Raised, [str], str, str, str, int, str, [(Frame, str, int, str, str)], [str], Maybe(_STEP))
_PART: Final = (Part, str, object, Maybe(RAISED), Maybe((several, str, int, int)))
_SAID: Final = (Said, [_PART], [(several, str, str, int, str)], [PAIR], str, bool, [str], [(several, int, int)])


def take(data: Any, form: Any) -> Any:
    """Take in JSON of a form: a type, a list of one form, or, of a tuple, what makes something of items of its forms.

    Raises:
        ValueError: if it has another form.
    """
    match form:
        case Maybe():
            return None if data is None else take(data, form.form)
        case [one] if isinstance(form, list) and isinstance(data, list):
            return [take(item, one) for item in data]
        case (make, *items) if isinstance(form, tuple) and isinstance(data, list) and len(data) == len(items):
            return make(*map(take, data, items))
        case type() if form in (type(data), object):
            return data
    raise ValueError("it has another form")


def read(line: bytes) -> Said:
    """Take in what a page's process says of a check.

    Raises:
        ValueError: if it is nothing of the kind.
    """
    try:
        said: Said = take(json.loads(line), _SAID)
    except RecursionError:
        raise ValueError("it has another form") from None
    return said
