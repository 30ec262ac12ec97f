"""The directives and roles of a verified page: which options each takes, and what a value must look like.

One table serves the raw scan, the Sphinx directives and the reference for authors, so that they cannot drift apart.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple

from gamerules.rules import LOCUS, suggest
from verify.model import Kind, Place

CODE = "verify.option"


class Takes(Enum):
    """What an option's value is, in the words of the reference for authors."""

    FLAG = "nothing: its presence says it"
    TEXT = "a text"
    NAME = "a name of your choice, once on its page"
    ERROR = "the name of an exception class"
    SECONDS = "a number of seconds"
    LOCUS = "one locus"
    LOCI = "loci, separated by spaces"
    FILES = "files, relative to the page, separated by spaces"
    QUOTATION = "at most six words quoted from the source"
    GRADE = "proved, very probable, open or withdrawn"
    RULES = "dotted names of rules after the package, separated by spaces, or none"


_AS_LOCUS = "write it as source.section.number"
_FORMS = {
    Takes.FLAG: ("", "takes no value, but has {!r}", "leave the value out"),
    Takes.LOCUS: (LOCUS.pattern, "takes one locus, not {!r}", _AS_LOCUS),
    Takes.LOCI: (rf"{LOCUS.pattern}(\s+{LOCUS.pattern})*", "has {!r}, where a word is not a locus", _AS_LOCUS),
    Takes.SECONDS: (r"(?=.*[1-9])\d+(\.\d+)?", "is {!r}, which is not a number of seconds", "write it as 20 or 0.5"),
    Takes.NAME: (r"[^\W\d]\w*([.:-]\w+)*", "is {!r}, which is not a name", "use letters and digits"),
    Takes.ERROR: (
        r"[^\W\d]\w*(\.[^\W\d]\w*)*",
        "is {!r}, which does not name an error class",
        "write it as ValueError",
    ),
    Takes.GRADE: (
        "proved|very probable|open|withdrawn",
        "is {!r}, which is unknown",
        "write proved, very probable, open or withdrawn",
    ),
    Takes.RULES: (
        r"none|[a-zA-Z_][\w.]*(\s+[a-zA-Z_][\w.]*)*",
        "has {!r}, where a word is not a dotted name",
        "write it as vint.rota.six",
    ),
    Takes.QUOTATION: (r"\S+(\s+\S+){0,5}", "quotes more than six words", "quote just the words that matter"),
}
"""What a value must look like, what is wrong with one that does not, and how to mend it."""


class Directive(NamedTuple):
    """One of our directives.

    Attributes:
        name: its name.
        argument: what stands after the name, in words; empty if nothing may.
        options: its options and what each takes.
        required: the options that must be given.
    """

    name: str
    argument: str
    options: dict[str, Takes]
    required: tuple[str, ...] = ()


_ALL = (
    Directive("setup", "", {"show": Takes.FLAG, "uses": Takes.FILES, "timeout": Takes.SECONDS}),
    Directive("example", "",
              {"loci": Takes.LOCI, "breaks": Takes.LOCUS, "raises": Takes.ERROR, "skip": Takes.TEXT,
               "no-rule": Takes.TEXT, "name": Takes.NAME, "uses": Takes.FILES, "timeout": Takes.SECONDS,
               "ellipsis": Takes.FLAG, "hide": Takes.FLAG}),
    Directive("record", "the record's file, relative to the page",
              {"loci": Takes.LOCI, "skip": Takes.TEXT, "no-rule": Takes.TEXT, "name": Takes.NAME,
               "timeout": Takes.SECONDS}),
    Directive("erratum", "the erratum's name, as S-1",
              {"locus": Takes.LOCI, "stands": Takes.QUOTATION, "meant": Takes.TEXT, "comment": Takes.TEXT,
               "grade": Takes.GRADE, "letters": Takes.FLAG, "rules": Takes.RULES},
              required=("locus", "stands", "grade")),
    Directive("rows", "package.module:callable, with literal arguments in brackets if need be",
              {"header": Takes.TEXT, "caption": Takes.TEXT}),
    Directive("verify-summary", "", {}),
    *(Directive(name, "", {"skip": Takes.TEXT, "name": Takes.NAME, "uses": Takes.FILES, "timeout": Takes.SECONDS,
                           "hide": Takes.FLAG}) for name in sorted(Kind.entries().names)),
)  # fmt: skip
DIRECTIVES = {directive.name: directive for directive in _ALL}
_GROUPS = "its groups, separated by commas"
_IF = {"skipif": Takes.TEXT}
_SHOWN = _IF | {"hide": Takes.FLAG, "pyversion": Takes.TEXT, "trim-doctest-flags": Takes.FLAG,
                "no-trim-doctest-flags": Takes.FLAG}  # fmt: skip
EXISTING = {
    "doctest": Directive("doctest", _GROUPS, _SHOWN | {"options": Takes.TEXT}),
    "testcode": Directive("testcode", _GROUPS, _SHOWN),
    "testoutput": Directive("testoutput", _GROUPS, _SHOWN | {"options": Takes.TEXT}),
    "testsetup": Directive("testsetup", _GROUPS, _IF),
    "testcleanup": Directive("testcleanup", _GROUPS, _IF),
}
"""The directives of ``sphinx.ext.doctest``, which are run on existing pages."""
ROLES = ("locus", "locus-ref", "claim", "holds", "erratum")

# Directives and roles of others whose names come near ours.
_OTHERS = frozenset({"testsetup", "errata-list", "rubric", "sample", "samp"})


@cache
def near(name: str, known: tuple[str, ...]) -> str:
    """Return the known name that a word was probably meant to be, or ``""``; a known name in capitals counts."""
    lower = name.strip().lower()
    close = [] if lower in _OTHERS else difflib.get_close_matches(lower, known, n=1, cutoff=0.76)
    return "".join(close)


class Written(NamedTuple):
    """An option as written: its name, its value and where the name stands."""

    name: str
    value: str
    place: Place


@dataclass(slots=True)
class Options:
    """The options of one directive, read and validated.

    Attributes:
        values: the good ones, by name.
        places: where each stands.
    """

    values: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def words(self, name: str) -> tuple[str, ...]:
        """Return an option's value as words."""
        return tuple(self.values.get(name, "").split())


def validate(directive: Directive, written: Iterable[Written], place: Place, finding: Callable[..., None]) -> Options:
    """Check options against a directive's table; each fault stands on the option's own line."""
    result, name = Options(), directive.name

    for option in written:
        takes, value = directive.options.get(option.name), option.value.strip()
        if takes is None:
            hint = suggest(option.name.lower(), list(directive.options)).removeprefix("; ")
            finding(option.place, f"{{{name}}} has no option {option.name!r}", hint, CODE)
        elif option.name in result.places:
            finding(option.place, f"the option {option.name!r} is given twice", "remove one", CODE)
        else:
            result.places[option.name] = option.place
            says, hint = value_fault(takes, value)
            if says:
                finding(option.place, f"the option {option.name!r} {says}", hint, CODE)
            else:
                result.values[option.name] = value or "yes"
    for required in directive.required:
        if required not in result.places:
            finding(place, f"{{{name}}} has no option {required!r}", f"add :{required}:", CODE)
    return result


def value_fault(takes: Takes, value: str) -> tuple[str, str]:
    """Return what is wrong with a value and how to mend it; two empty texts if nothing is."""
    if not value and takes is not Takes.FLAG:
        return "is empty", "give it a value or a reason, or remove the option"
    form, says, hint = _FORMS.get(takes, (".*", "", ""))
    return ("", "") if re.fullmatch(form, value, re.DOTALL) else (says.format(value), hint)
