"""Compares the figure that a page shows with the value that its expression yields."""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

_CLAIM = re.compile(r"(?P<shown>.+?)\s+<(?P<expression>\S.*?)>\s*(?:\|(?P<loci>[^<>|]*))?", re.DOTALL)
_DIGITS = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_RATIO = re.compile(r"(?:(?P<whole>\d+)[ \u00a0]+)?(?P<top>\d+)\s*[/⁄∕]\s*(?P<bottom>\d+)")
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4,
    "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8,
    "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
}  # fmt: skip


_WORDS = {word: value for value, word in enumerate(_UNITS)} | {"hundred": 100, "a hundred": 100, "one hundred": 100}
for _ten, _name in enumerate(_TENS, start=2):
    _WORDS |= {f"{_name}-{_UNITS[unit]}" if unit else _name: _ten * 10 + unit for unit in range(10)}


class ClaimError(ValueError):
    """A claim that cannot be read; the message says how it is written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim taken apart: what is shown, the expression, and the loci after a bar (none if left out)."""

    shown: str
    expression: str
    loci: tuple[str, ...] = ()


def split_claim(text: str) -> Claim:
    """Take the content of a claim role apart: ``188 <deal.total()>`` or ``188 <deal.total()> | locus locus``.

    Raises:
        ClaimError: if it is not in that form.
    """
    match = _CLAIM.fullmatch(text.strip())
    if match is None:
        raise ClaimError(f"the claim {squeeze(text)!r} has no expression; write it as `188 <expression>`")
    return Claim(squeeze(match["shown"]), match["expression"].strip(), tuple((match["loci"] or "").split()))


def squeeze(text: str) -> str:
    """Make each run of white space one space."""
    return " ".join(text.split())


def number(text: str) -> Fraction | None:
    """Read a number as a page writes it; None if the text is not a number.

    Digits with or without thousands commas (``17,000``), a sign, decimals, fractions (``1/2``, ``2 1/2``, ``½``,
    ``two thirds``, ``one and a half``) and English words from zero to one hundred (``forty-eight``).
    """
    word = squeeze(text).lower()
    plain = re.sub(r"^(minus |[-−]) ?", "", word)
    value = _unsigned(plain)
    return value if value is None or plain == word else -value


def _unsigned(word: str) -> Fraction | None:
    if _DIGITS.fullmatch(word):
        return Fraction(word.replace(",", ""))
    if word in _WORDS:
        return Fraction(_WORDS[word])
    if word and unicodedata.decomposition(word[-1]).startswith("<fraction>"):  # 2½
        word = f"{word[:-1].strip()} {unicodedata.normalize('NFKC', word[-1])}".strip()
    if match := _RATIO.fullmatch(word):
        bottom = int(match["bottom"])
        return Fraction(int(match["whole"] or 0)) + Fraction(int(match["top"]), bottom) if bottom else None
    return _worded_fraction(word)


def _worded_fraction(word: str) -> Fraction | None:
    """Read ``half``, ``two thirds``, ``three-quarters``, ``one and a half``."""
    whole_text, joint, part_text = word.rpartition(" and ")
    whole = _WORDS.get(whole_text) if joint else 0
    count_text, _, name = part_text.replace("-", " ").rpartition(" ")
    count = 1 if count_text in ("", "a", "an") else _WORDS.get(count_text)
    if whole is None or count is None or name not in _PARTS:
        return None
    return Fraction(whole) + Fraction(count, _PARTS[name])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What differs: the page's text, the rules' value as a text, and a hint where the form is at fault."""

    says: str
    gives: str
    hint: str = ""


def mismatch(shown: str, value: Any) -> Mismatch | None:
    """Compare what a page shows with a value; None if they agree.

    True and False decide by themselves; numbers are read with :func:`number`; cards in any notation of
    :mod:`gamerules.cards`; everything else (names of suits too) must equal ``str(value)``, white space apart.
    """
    text = squeeze(shown)
    if isinstance(value, bool):
        return None if value else Mismatch(text, "False")
    given = squeeze(str(value))
    if text == given or _same_cards(text, value):
        return None
    if not isinstance(value, (int, Fraction)) or number(given) is None:
        return Mismatch(text, given or repr(value))
    read = number(text)
    hint = "put just the figure into the role (digits, 17,000 or a word up to one hundred), or let it yield True"
    return None if read == value else Mismatch(text, figure(value), hint if read is None else "")


def figure(value: int | Fraction) -> str:
    """Write a number as a page does: with commas from a thousand on, and the sign as a hyphen."""
    return f"{int(value):,}" if value == int(value) else str(value)


def in_style(shown: str, value: int) -> str:
    """Write a whole number as a page wrote another: in words or digits, with its thousands commas and minus sign."""
    size, words = abs(value), {number: word for word, number in _WORDS.items()}
    if shown[:1].isalpha() and size in words:
        text = f"minus {words[size]}" if value < 0 else words[size]
        return text.capitalize() if shown[0].isupper() else text
    minus = ("−" if shown.startswith("−") else "-") if value < 0 else ""
    plain = re.fullmatch(r"[-−]?\d{4,}", shown)
    return f"{minus}{size}" if plain else f"{minus}{size:,}"


def _same_cards(text: str, value: Any) -> bool:
    """Compare cards whatever notation the page uses; a page that has cards has imported their module."""
    cards = sys.modules.get("gamerules.cards")
    if cards is None or not isinstance(value, (cards.Card, cards.CardSet)):
        return False
    try:
        return bool(type(value).parse(text) == value)
    except cards.CardError:
        return False
