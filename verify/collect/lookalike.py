"""Recognises text that looks like one of our directives or roles, wherever it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verify.collect.vocabulary import DIRECTIVES, ROLES, near
from verify.model import Place

DIRECTIVE_NAMES = tuple(DIRECTIVES)
ALL_NAMES = (*DIRECTIVE_NAMES, *(role for role in ROLES if role not in DIRECTIVE_NAMES))

HINT_COMMENT = "take it out of there, or remove it; to keep a check from being run, give it :skip: and a reason"

_LOOKS = re.compile(
    r"(?P<fence>`{3,}|~{3,}|:{3,})[ \t]*\{[ \t]*(?P<directive>[A-Za-z-]+)[ \t]*\}"
    r"|(?<!\\)\{[ \t]*(?P<role>[A-Za-z-]+)[ \t]*\}[ \t]?`"
    r"|(?:^|(?<=[\s>|-]))\.\.[ \t]?(?P<rst>[A-Za-z-]+)[ \t]?::"
    r"|(?:^|(?<=[\s(>|,;'\x22-])):(?P<rstrole>[A-Za-z-]+):`"
)


@dataclass(frozen=True, slots=True)
class LookAlike:
    """A text that looks like a check: where it stands, how it is written, and whether it is a directive."""

    place: Place
    shown: str
    block: bool = False


def look_alikes(path: str, lines: Iterable[tuple[int, int, str]]) -> Iterator[LookAlike]:
    """Yield what looks like a check in lines given as (number, columns before, text)."""
    for number, column, text in lines:
        if "{" not in text and ":" not in text:
            continue
        for match in _LOOKS.finditer(text):
            word = match["directive"] or match["rst"]
            known = DIRECTIVE_NAMES if word else ROLES
            name = near(word or match["role"] or match["rstrole"], known)
            if name:
                yield LookAlike(Place(path, number, column + match.start() + 1), match[0].strip("` "), bool(word))
