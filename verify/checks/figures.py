"""Figures as a page writes them in its language: digits and what stands around them by Babel, words by num2words."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, Literal, NamedTuple

from verify.model import Finding, Place

Number = int | float | Decimal | Fraction
ENGLISH: Final = "en"

_NUMERAL: Final = re.compile(
    r"(?P<before>\D*?) ?(?:(?:(?P<whole>\d+) )?(?P<top>\d+) ?[/⁄∕] ?(?P<bottom>\d+)"
    r"|(?P<decimal>\d(?:[\d.,'’ ]*\d)?(?:e[+-]?\d{1,3})?)) ?(?P<after>\D*)"
)
_VALUE: Final = re.compile(
    r"-?(\d{1,300}(/[1-9]\d*)?|\d{1,300}\.\d+(e[+-]?\d{1,3})?|\d{1,300}e[+-]?\d{1,3})", re.IGNORECASE
)
"""The text of a value that is a number, of a size with which one can reckon."""
_SIGN: Final = re.compile(r"(?:[-−]|minus |moins |минус ) ?", re.IGNORECASE)
_SPELT: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "en": ((r",| and(?= )", ""), (r"^an? ", "one "), (r"(?<=\w)-?fold$", "")),
    "de": ((r"(?<=te)[rsnm]$", ""), (r"^ein(?:e[rsnm]?)?$", "eins")),
    "fr": (("-", " "), (r"ère$", "er"), (r"^une$", "un"), (r"^seconde?$", "deuxième")),
}
"""What is written in several ways, by language, and the way in which it is compared."""
_FORMS: Final[Mapping[str, tuple[dict[str, str], ...]]] = {
    "ru": tuple({"gender": gender, "case": case} for gender in "mfn" for case in "nagdip"),
}
"""The forms of a word that num2words makes, beside the one that it makes unasked, by language."""
_MORE: Final[Mapping[str, Mapping[str, int]]] = {
    "en": {"once": 1, "single": 1, "twice": 2, "double": 2, "both": 2, "thrice": 3, "dozen": 12, "one dozen": 12,
           "hundred": 100, "hundredth": 100, "thousand": 1000, "million": 10**6,
           "no": 0, "none": 0, "nobody": 0, "nothing": 0},
    "de": {"einmal": 1, "zweimal": 2, "dreimal": 3, "beide": 2, "kein": 0, "keine": 0, "dutzend": 12},
    "fr": {"aucun": 0, "aucune": 0, "double": 2, "triple": 3, "douzaine": 12},
    "ru": {"оба": 2, "обе": 2, "дважды": 2, "трижды": 3, "дюжина": 12},
}  # fmt: skip
_DENIES: Final = {"no", "kein", "keine", "aucun", "aucune"}
"""The words for 0 that a clause may have, where they only deny."""
_MARKS: Final = {
    "en": ("st", "nd", "rd", "th", "fold", "-fold"), "de": (".",), "fr": ("er", "re", "e", "ème"),
    "ru": ("-й", "-я", "-е", "-го", "-му"),
}  # fmt: skip
"""What stands behind the digits of an ordinal, by language."""
_NO_UNITS: Final = ("graphics-", "length-point", "concentr-item", "concentr-part")
"""Units of CLDR that stand behind too many other figures: points and items of any kind."""
_UNITS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_IRREGULAR: Final = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_KINDS: Final = ("cardinal", "ordinal")
_OTHERS: Final = "others"
_LENGTHS: Final[tuple[Literal["long", "short"], ...]] = ("long", "short")
_FEW: Final = range(101)
"""The numbers that are known in words wherever they stand, in English without num2words; a claim knows its value."""


class WordsError(Exception):
    """Numbers in words cannot be read, for num2words is missing."""

    finding: Final = Finding(
        Place("pyproject.toml", 1),
        "verify.words",
        "the pages may show numbers in words; num2words, which reads all but English ones up to 100, is not installed",
        hint="install the extra words: pip install num2words",
    )
    """What is wrong and how to mend it, once for the whole site."""


class Figure(NamedTuple):
    """A number as it is written.

    Attributes:
        value: the number.
        unit: what 1 in its last decimal place is worth; 0 if it is not written in decimals.
        margin: by how much the value may differ, as far as the page says so.
    """

    value: Fraction
    unit: Fraction = Fraction(0)
    margin: Fraction | None = None

    def fits(self, value: Number) -> bool:
        """Return whether a value may be shown so: an exact one as it is, a float rounded to the last place written."""
        exact = exactly(value)
        if exact is None:
            return False
        if self.margin is None and not (isinstance(value, float) and self.unit):
            return self.value == exact or (isinstance(value, float) and float(self.value) == value)
        return abs(exact - self.value) <= (self.unit / 2 if self.margin is None else self.margin)


def exactly(value: object) -> Fraction | None:
    """Return a number as it prints itself; None if it is none, not finite, or too large to reckon with."""
    return Fraction(text) if _VALUE.fullmatch(text := str(value)) else None


def squeeze(text: str) -> str:
    """Make each run of white space one space."""
    return " ".join(text.split())


def number(text: str, language: str = ENGLISH) -> Fraction | None:
    """Read a plain number; None if the text is none.

    Digits as the language groups them (``17,000``), a sign, decimals, fractions (``1/2``, ``2½``, in English also ``two
    thirds``, ``one and a half``), and words up to a hundred.
    """
    return next((one.value for one in _read(squeeze(text), language, plain=True)), None)


def readings(text: str, language: str = ENGLISH) -> set[Figure]:
    """Return every figure that a text may stand for; none if it is none.

    Beside those of :func:`number` these are figures with a currency, a unit, a per cent or a power of ten in words
    (``£2.5 million``), rounded or with a margin (``≈ 0.33``, ``2.14 ± 0.01``), ordinals (``third``, ``3rd``, which may
    be a fraction too), multiples (``twice``, ``tenfold``) and words for 0.

    Raises:
        WordsError: if num2words is needed and not there.
    """
    head, stated, tail = squeeze(text).partition("±")
    if stated:
        margins = {one.value for one in _read(tail, language)}
        return {one._replace(margin=margin) for one in _read(head, language) for margin in margins}
    if head.startswith("≈"):
        return {one._replace(margin=one.unit / 2) for one in _read(head[1:], language)}
    return set(_read(head, language))


def shows(text: str, value: Number, language: str = ENGLISH) -> bool:
    """Return whether a text shows a number: see :func:`readings`; in words it may be of any size."""
    if any(one.fits(value) for one in readings(text, language)):
        return True
    exact, word = exactly(value), _normal(text, language)
    if exact is None or exact.denominator != 1 or not word[:1].isalpha():
        return False
    return any(word == _normal(made, language) for kind in _KINDS for made in _in_words(int(exact), language, kind))


def figures(text: str, language: str = ENGLISH) -> list[str]:
    """Return the words of a clause that are figures and so must be claims of their own: all that holds a digit too."""
    words = re.findall(r"[^\s,.;:!?()\"“”]+", text)
    return [
        word for word in words if re.search(r"\d", word) or (word.lower() not in _DENIES and readings(word, language))
    ]


def figure(value: Number, language: str = ENGLISH, places: int | None = None) -> str:
    """Write a number as a page does: digits as the language groups them, to so many decimal places if given."""
    from babel.numbers import format_decimal

    exact = exactly(value)
    if exact is None or (exact.denominator != 1 and isinstance(value, Fraction) and places is None):
        return str(value)
    if places is None:
        decimal = Decimal(int(exact)) if exact.denominator == 1 else Decimal(str(value))
        return format_decimal(decimal, locale=_locale(language), decimal_quantization=False)
    rounded = round(exact * 10**places)
    with localcontext(prec=1000):
        return format_decimal(Decimal(rounded).scaleb(-places), f"#,##0.{'0' * places}", _locale(language))


def in_style(shown: str, value: Number, language: str = ENGLISH) -> str:
    """Write a number as a page wrote another: in words or digits, with its groups, places, sign and what is around."""
    text, exact = squeeze(shown), exactly(value)
    match, word = _NUMERAL.fullmatch(_unsigned(text)), _normal(_unsigned(text), language)
    if exact is not None and word[:1].isalpha() and abs(exact) in _FEW:
        for kind in (kind for kind in _KINDS if word in _words(language, kind)):
            made = "".join(_in_words(int(exact), language, kind)[:1])
            return made.capitalize() if text[0].isupper() else made
    if exact is None or match is None or "e" in (match["decimal"] or "e"):
        return figure(value, language)
    size = abs(exact) / min(_scales(match, language), default=Fraction(1))
    places = len(match["decimal"].partition(_symbols(language)["decimal"])[2])
    if not isinstance(value, float) and (size * 10**places).denominator != 1:
        return figure(value, language)
    digits, group = figure(size, language, places), _symbols(language)["group"]
    if re.match(r"\d{4}", match["decimal"]):
        digits = digits.replace(group, "")
    minus = ("−" if text.startswith("−") else "-") if exact < 0 else ""
    before, after = match.string[: match.start("decimal")], match.string[match.end("decimal") :]
    return f"{minus}{before}{digits}{after}"


def _read(text: str, language: str, *, plain: bool = False) -> Iterator[Figure]:
    """Yield what a text may stand for; if plain, only digits with nothing around them and cardinals in words."""
    unsigned = _unsigned(text.strip())
    sign = 1 if unsigned == text.strip() else -1
    written = squeeze(re.sub("[¼-¾⅐-⅞]", lambda match: f" {unicodedata.normalize('NFKC', match[0])}", unsigned))
    if match := _NUMERAL.fullmatch(written):
        scales = _scales(match, language) if not (plain and match["before"] + match["after"]) else ()
        found = [Figure(one.value * scale, one.unit * scale) for one in _numerals(match, language) for scale in scales]
    else:
        found = [Figure(value) for value in _in_letters(unsigned.lower(), language, plain=plain)]
    yield from (one._replace(value=sign * one.value) for one in found)


def _unsigned(text: str) -> str:
    return _SIGN.sub("", text, count=1) if _SIGN.match(text) else text


# ---- digits, and what stands around them


def _numerals(match: re.Match[str], language: str) -> Iterator[Figure]:
    """Yield the number that digits show, if they are written as the language writes them."""
    from babel.numbers import NumberFormatError, parse_decimal

    if match["top"]:
        if bottom := int(match["bottom"]):
            yield Figure(int(match["whole"] or 0) + Fraction(int(match["top"]), bottom))
        return
    group = _symbols(language)["group"]
    alike = next((signs for signs in (" ", "'’") if squeeze(group) in signs), group)
    text = re.sub(f"[{re.escape(alike)}]", group, match["decimal"])
    with suppress(NumberFormatError):
        decimal = parse_decimal(text, _locale(language), strict=True)
        yield Figure(Fraction(decimal), Fraction(10) ** int(decimal.as_tuple().exponent))


def _scales(match: re.Match[str], language: str) -> set[Fraction]:
    """Return by what a number may have to be multiplied for what stands around its digits; none if that is unknown."""
    if not match["before"] + match["after"]:
        return {Fraction(1)}
    known, after = _around(language), match["after"].strip()
    return {
        one * two * three
        for second, third in {(after, ""), after.partition(" ")[::2]}
        for one, two, three in product(*(known.get(text, ()) for text in (match["before"].strip(), second, third)))
    }


@cache
def _around(language: str) -> Mapping[str, set[Fraction]]:
    """Return what may stand around a figure in a language, with the number by which that multiplies it."""
    from babel import numbers, units

    locale, known = _locale(language), defaultdict[str, set[Fraction]](set)
    made: list[tuple[str, Fraction]] = [("", Fraction(1))]
    made += [(mark, Fraction(1)) for mark in _MARKS.get(locale.language, ())]
    for code in locale.currencies:
        names = [numbers.get_currency_name(code, count, locale) for count in (None, 1, 2, 5)]
        made += [(name, Fraction(1)) for name in (code, numbers.get_currency_symbol(code, locale), *names)]
    for unit in locale.unit_display_names:
        scale = {"concentr-percent": Fraction(1, 100), "concentr-permille": Fraction(1, 1000)}.get(unit, Fraction(1))
        for length, count in product(_LENGTHS, (1, 2, 5)) if not unit.startswith(_NO_UNITS) else ():
            made.append((units.format_unit(count, unit, length, locale=locale), scale))
    for count, power, length in product((1, 2, 5), range(3, 15), _LENGTHS):
        text = numbers.format_compact_decimal(count * 10**power, format_type=length, locale=locale)
        if digits := re.match(r"\d+", text):
            made.append((text, Fraction(count * 10**power, int(digits[0]))))
    for text, scale in made:
        known[squeeze(re.sub(r"\d+", "", text))].add(scale)
    return known


def is_language(name: str) -> bool:
    """Return whether Babel knows a language by this name, as ``en`` or ``de_AT``."""
    from babel.localedata import exists

    return exists(name.replace("-", "_"))


@cache
def _locale(language: str) -> Any:
    from babel import Locale

    return Locale.parse(language.replace("-", "_"))


def _symbols(language: str) -> Mapping[str, str]:
    """Return the signs with which a language writes numbers, as ``decimal`` and ``group``."""
    symbols: Mapping[str, str] = _locale(language).number_symbols["latn"]
    return symbols


# ---- words


def _in_letters(text: str, language: str, *, plain: bool) -> Iterator[Fraction]:
    """Yield the numbers that a text in words may stand for."""
    word = _normal(text, language)
    if not word[:1].isalpha():
        return
    kinds = _KINDS[:1] if plain else (*_KINDS, _OTHERS)
    yield from (Fraction(_words(language, kind)[word]) for kind in kinds if word in _words(language, kind))
    if _locale(language).language == ENGLISH:
        yield from _worded_fraction(text, language)


def _worded_fraction(text: str, language: str) -> Iterator[Fraction]:
    """Read ``half``, ``two thirds``, ``three-quarters``, ``one and a half``."""
    cardinals, parts = _words(language, _KINDS[0]), _words(language, _KINDS[1])
    whole_text, joint, part_text = text.rpartition(" and ")
    count_text, _, name = part_text.replace("-", " ").rpartition(" ")
    whole = cardinals.get(whole_text) if joint else 0
    count = 1 if count_text in ("", "a", "an") else cardinals.get(count_text)
    name = {"halve": "half", "quarter": "fourth"}.get(name.removesuffix("s"), name.removesuffix("s"))
    part = 2 if name == "half" else parts.get(name) or parts.get(f"one {name}", 0)
    if whole is not None and count is not None and (part > 2 or name == "half"):
        yield Fraction(whole) + Fraction(count, part)


@cache
def _words(language: str, kind: str) -> Mapping[str, int]:
    """Return numbers by their words: cardinals, ordinals, or others that have a meaning of their own."""
    if kind == _OTHERS:
        return _MORE.get(_locale(language).language, {})
    return {_normal(word, language): value for value in _FEW for word in _in_words(value, language, kind)}


def _in_words(value: int, language: str, kind: str) -> list[str]:
    """Write a number in words, in each of their forms; nothing if the language has no word for it."""
    if _locale(language).language == ENGLISH and abs(value) in _FEW:
        return [_english(abs(value), kind) if value >= 0 else f"minus {_english(abs(value), kind)}"]
    try:
        import num2words
    except ImportError:
        raise WordsError from None
    names = (language.replace("-", "_"), _locale(language).language)
    name = next((name for name in names if name in num2words.CONVERTER_CLASSES), "")
    with suppress(NotImplementedError, OverflowError, TypeError):
        return [num2words.num2words(value, lang=name, to=kind, **form) for form in _FORMS.get(name, ({},)) if name]
    return []


def _english(value: int, kind: str) -> str:
    """Write a number up to a hundred, as ``twenty-one`` or ``twenty-first``."""
    ten, unit = divmod(value, 10)
    word = "one hundred" if ten > 9 else _UNITS[value] if value < 20 else "-".join((_TENS[ten - 2], _UNITS[unit]))
    word = word.removesuffix("-zero")
    head, hyphen, last = word.rpartition("-")
    return word if kind == _KINDS[0] else head + hyphen + _IRREGULAR.get(last, re.sub("y$", "ie", last) + "th")


def _normal(text: str, language: str) -> str:
    """Return words in the one way in which they are compared."""
    text = squeeze(text).lower()
    for written, meant in _SPELT.get(_locale(language).language, ()):
        text = re.sub(written, meant, text)
    return text
