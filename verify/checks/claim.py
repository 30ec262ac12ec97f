"""Compares the figure that a page shows with the value that its expression yields; a clause must be True."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from verify.model import Kind

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
_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip


def _ordinal(word: str) -> str:
    """Make ``twenty-first`` of ``twenty-one``."""
    head, hyphen, last = word.rpartition("-")
    return head + hyphen + _IRREGULAR.get(last, re.sub("y$", "ie", last) + "th")


_ORDINALS = {_ordinal(word): value for word, value in _WORDS.items() if value}
_MULTIPLES = {"once": 1, "single": 1, "twice": 2, "double": 2, "both": 2, "thrice": 3}
_NAUGHT = dict.fromkeys(("no", "none", "nobody", "nothing"), 0)
_NEGATION = "no"
"""The word for 0 that a clause may have, where it only denies."""


class ClaimError(ValueError):
    """A claim that cannot be read; the message says how it is written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim taken apart: what is shown, the expression, and after a bar the loci and why no rule runs, if given."""

    shown: str
    expression: str
    loci: tuple[str, ...] = ()
    no_rule: str | None = None


def split_claim(text: str) -> Claim:
    """Take the content of a claim or clause apart: ``188 <deal.total()>`` or ``188 <deal.total()> | locus locus``.

    Behind the loci may stand why no rule runs: ``11 <len(printed)> | locus no-rule: the source miscounts``.

    Raises:
        ClaimError: if it is not in that form.
    """
    match = _CLAIM.fullmatch(text.strip())
    if match is None:
        raise ClaimError(f"{squeeze(text)!r} has no expression; write it as `188 <expression>`")
    loci, given, reason = (match["loci"] or "").partition("no-rule:")
    no_rule = squeeze(reason) if given else None
    return Claim(squeeze(match["shown"]), match["expression"].strip(), tuple(loci.split()), no_rule)


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


def readings(text: str) -> set[Fraction]:
    """Return every number that a text may stand for; none if it is not a number.

    Beside those of :func:`number` these are ordinals (``third``, ``3rd``, which may be a fraction too), multiples
    (``twice``, ``double``, ``tenfold``, ``both``) and the words for 0 (``no``, ``none``, ``nobody``, ``nothing``).
    """
    word = squeeze(text).lower()
    plain = re.sub(r"(?<=\d)(st|nd|rd|th)$|(?<=\w)-?fold$", "", word)
    known = _ORDINALS | _MULTIPLES | _NAUGHT
    found = {number(text), number(plain), Fraction(known[word]) if word in known else None}
    return {value for value in found if value is not None}


def figures(text: str) -> list[str]:
    """Return the words of a clause that are figures and so must be claims of their own: all that holds a digit too."""
    words = re.findall(r"[^\s,.;:!?()\"“”]+", text)
    return [word for word in words if re.search(r"\d", word) or (word.lower() != _NEGATION and readings(word))]


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

    Numbers are read with :func:`readings`; cards in any notation of :mod:`gamerules.cards`; everything else (names of
    suits too) must equal ``str(value)``, white space and a capital at the beginning apart. True and False are no
    figures, so they never agree: nothing would be compared with the words.
    """
    text = squeeze(shown)
    if isinstance(value, bool):
        hint = "let it yield the figure or name that is shown, or use {holds} for a clause that is true"
        return Mismatch(text, f"{value}, which is compared with no word", hint)
    given = squeeze(str(value))
    if text == given or text == given[:1].upper() + given[1:] or _same_cards(text, value):
        return None
    if not isinstance(value, (int, Fraction)) or number(given) is None:
        return Mismatch(text, given or repr(value))
    read = readings(text)
    hint = "put just the figure into the role (digits, 17,000 or a word up to one hundred)"
    return None if value in read else Mismatch(text, figure(value), "" if read else hint)


def untrue(shown: str, value: Any) -> Mismatch | None:
    """Say what is wrong with the value of a clause; None if it is True itself, not just something that counts as it."""
    if value is True:
        return None
    hint = "" if value is False else "a clause holds when its expression is True: write it as a comparison"
    return Mismatch(squeeze(shown), repr(value), hint)


COMPARED: Final[Mapping[Kind, Callable[[str, Any], Mismatch | None]]] = {Kind.CLAIM: mismatch, Kind.HOLDS: untrue}
"""What compares the words of each role with its value."""


def figure(value: int | Fraction) -> str:
    """Write a number as a page does: with commas from a thousand on, and the sign as a hyphen."""
    return f"{int(value):,}" if value == int(value) else str(value)


def in_style(shown: str, value: int) -> str:
    """Write a whole number as a page wrote another: in words or digits, with its thousands commas and minus sign."""
    known = next((words for words in (_ORDINALS, _MULTIPLES, _NAUGHT) if squeeze(shown).lower() in words), _WORDS)
    size, words = abs(value), {number: word for word, number in known.items()}
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
