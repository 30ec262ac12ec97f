"""Figures of every kind: digits by the language, what stands around them, and words."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from num2words import num2words

from verify.checks.claim import ClaimError, mismatch, split_claim
from verify.checks.figures import _english, _words, figure, figures, in_style, readings, shows
from verify.checks.inert import value_of
from verify.collect.page import scan_page
from verify.settings import Settings, SettingsError, from_mapping

if TYPE_CHECKING:
    from tests.verify.conftest import Site

LANGUAGES = ("en", "ru", "de", "fr")


@pytest.mark.parametrize(
    ("shown", "value", "other"),
    [
        ("12,570", Decimal(12570), Decimal(12571)), ("20", Decimal("20.00"), Decimal("20.01")),
        ("0.333", 0.3333, 0.3336), ("2.14", 2.1399, 2.15), ("5", 5.0, 5.6), ("6.02e23", 6.0221e23, 6.03e23),
        ("half", 0.5, 0.25), ("twelve", 12.0, 12.5), ("2 1/2", 2.5, 2.25),
        ("£12,570", Decimal(12570), Decimal(12571)), ("$5", 5, 6), ("5 US dollars", 5, 6), ("−£5", -5, 5),
        ("£2.5 million", 2_500_000, 2_500_001), ("1 million", 10**6, 10**6 + 1), ("5 km", 5, 6), ("−5 °C", -5, 5),
        ("32.5%", Fraction(325, 1000), Fraction(326, 1000)), ("32.5%", 0.3251, 0.3256), ("2½ %", Fraction(1, 40), 2.5),
        ("2.14 ± 0.01", 2.149, 2.151), ("2.14 ± 0.01", Fraction(215, 100), Fraction(216, 100)),
        ("50% ± 5%", 0.55, 0.56), ("≈ 0.33", Fraction(1, 3), Fraction(2, 5)), ("≈ 2.5 million", 2_512_345, 2_612_345),
        ("a dozen", 12, 11), ("two hundred", 200, 201), ("one thousand two hundred thirty-four", 1234, 1235),
        ("one thousand, two hundred and thirty-four", 1234, 1235), ("1,234th", 1234, 1235),
        ("two thirds", Fraction(2, 3), Fraction(1, 3)), ("three hundredths", Fraction(3, 100), 3),
    ],
)  # fmt: skip
def test_a_figure_shows_one_value_and_not_another(shown: str, value: Any, other: Any) -> None:
    assert mismatch(shown, value) is None
    assert mismatch(shown, other) is not None


@pytest.mark.parametrize(
    ("language", "shown", "value", "other"),
    [
        ("de", "11.432,00", 11432, Fraction(11432, 1000)), ("de", "11.432,00 €", Decimal(11432), 11433),
        ("de", "12,5 %", 0.125, 0.12), ("de", "zweiter", 2, 3), ("de", "eine", 1, 2), ("de", "3.", 3, 4),
        ("de", "zwei Millionen", 2_000_000, 2_000_001), ("de", "2,5 Mio.", 2_500_000, 2_500_001),
        ("ru", "17 000", 17000, 17), ("ru", "два", 2, 3), ("ru", "двух", 2, 3), ("ru", "вторая", 2, 3),
        ("ru", "минус пять", -5, 5), ("ru", "3-й", 3, 4), ("ru", "2,5 миллиона", 2_500_000, 2_500_001),
        ("fr", "1 234,50", Decimal("1234.50"), 1234), ("fr", "vingt-et-un", 21, 22), ("fr", "première", 1, 2),
        ("fr", "une", 1, 2), ("en_IN", "12,34,567", 1234567, 1234568), ("de_CH", "17’000", 17000, 17001),
    ],
)  # fmt: skip
def test_figures_are_read_by_the_language(language: str, shown: str, value: Any, other: Any) -> None:
    assert mismatch(shown, value, language) is None
    assert mismatch(shown, other, language) is not None


@pytest.mark.parametrize(
    "shown", ["1,88", "12,3456", "17 000", "17.000,00", "1_000", "nan", "188 points", "5 frobs", "£"]
)
def test_what_is_written_otherwise_is_no_figure(shown: str) -> None:
    assert readings(shown) == set()


@given(st.sampled_from(LANGUAGES), st.integers(-(10**15), 10**15))
def test_a_number_in_words_is_read_back(language: str, value: int) -> None:
    shown = num2words(value, lang=language)
    assert shows(shown, value, language)
    assert not shows(shown, value + 1, language)


@given(st.sampled_from(LANGUAGES), st.integers(1, 10**4))
def test_an_ordinal_in_words_is_read_back(language: str, value: int) -> None:
    shown = num2words(value, lang=language, to="ordinal")
    assert shows(shown, value, language)
    assert not shows(shown, value + 1, language)


@given(
    st.sampled_from(("en", "en_IN", "de", "de_CH", "fr", "ru")),
    st.one_of(
        st.integers(-(10**12), 10**12),
        st.decimals(-(10**9), 10**9, places=3),
        st.floats(-1e15, 1e15).filter(lambda value: not 0 < abs(value) < 1e-9),
    ),
)
def test_what_is_written_is_read_back(language: str, value: Any) -> None:
    assert mismatch(figure(value, language), value, language) is None


@given(st.sampled_from(["0.5", "17,000.25", "5 km", "£12.50", "32.5%", "−1.1", "2.5 million"]), st.floats(-1e9, 1e9))
def test_a_float_in_the_style_of_another_figure_holds(shown: str, value: float) -> None:
    assert mismatch(in_style(shown, value), value) is None


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_a_float_holds_rounded_and_not_one_place_off(value: float, places: int) -> None:
    unit = Fraction(1, 10**places)
    shown = round(Fraction(repr(value)), places)
    assert mismatch(figure(float(shown), "en", places), value) is None
    assert mismatch(figure(shown + 2 * unit, "en", places), value) is not None


@pytest.mark.parametrize(
    ("shown", "value", "hint"),
    [
        ("0.333", Fraction(1, 3), "write all of it, or ≈ 0.333 if it is meant to be rounded"),
        ("32.5%", 32.5, "put the sign behind the role"),
        ("17.000", 17, ""), ("17.000", 18, ""),
        ("188 tricks", 188, "put just the figure into the role"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_to_write_instead(shown: str, value: Any, hint: str) -> None:
    found = mismatch(shown, value)
    assert (hint in found.hint if hint else not found.hint) if found else value == 17


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("numpy.float64", "12.0", 12.0), ("numpy.int64", "12", 12), ("numpy.bool", "True", True),
        ("sympy.core.numbers.Rational", "1/3", Fraction(1, 3)), ("__main__.Points", "-5", -5),
        ("decimal.Decimal", "20.00", Decimal(20)), ("builtins.str", "12", "12"), ("builtins.float", "nan", "nan"),
        ("__main__.Yes", "True", "True"), ("builtins.int", "2_0", "2_0"), ("builtins.float", "1e+16", 1e16),
    ],
)  # fmt: skip
def test_the_numbers_of_other_libraries_are_numbers(kind: str, text: str, value: Any) -> None:
    assert value_of(kind, text) == value
    assert isinstance(value_of(kind, text), type(value))


def test_a_number_too_large_to_reckon_with_is_a_text() -> None:
    assert mismatch("5", Decimal("1e999999999")) is not None
    assert mismatch("1e999999999", 5) is not None


def test_a_clause_may_have_no_figure_of_its_language() -> None:
    assert figures("alle drei Asse", "de") == ["drei"]
    assert figures("kein Ass", "de") == []
    assert figures("вторая рука", "ru") == ["вторая"]


def test_a_claim_may_be_in_another_language() -> None:
    claim = split_claim("два <2> | slam.play.1 in:ru no-rule: quoted")
    assert (claim.language, claim.loci, claim.no_rule) == ("ru", ("slam.play.1",), "quoted")
    assert split_claim("zwei <2>", "de").language == "de"
    with pytest.raises(ClaimError, match="'xy'; write it as in:ru"):
        split_claim("два <2> | in:xy")


def test_the_language_of_a_site(site: Site) -> None:
    site.with_settings(language="de")
    text = (
        "```{setup}\nfrom toy.engine import points\n```\n\n{claim}`zwei <points(1)>` {claim}`1.000 <points(500)>`\n\n"
    )
    assert site.messages(text) == []
    (message,) = site.messages(f"{text}{{claim}}`1,000 <points(500)>`\n")
    assert "the page says 1,000; the rules give 1.000" in message
    assert site.messages(f"{text}{{claim}}`two <points(1)> | in:en`\n") == []
    with pytest.raises(SettingsError, match="language is one that Babel knows, as en or de_AT, not 'xy'"):
        from_mapping(site.root, {"language": "xy"})
    assert Settings(root=site.root).language == "en"


def test_words_without_num2words_are_one_clear_error(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "num2words", None)
    _words.cache_clear()
    start = "```{setup}\nfrom toy.engine import points\n```\n\n"
    assert site.messages(f"{start}{{claim}}`two <points(1)>` {{claim}}`forty-two <points(21)>`\n") == []
    (message,) = set(site.messages(f"{start}{{claim}}`six hundred <points(300)>` {{claim}}`три <points(2)> | in:ru`\n"))
    assert message.startswith("pyproject.toml:1: the pages may show numbers in words")
    assert message.endswith("install the extra words: pip install num2words [verify.words]")
    site.with_settings(language="de")
    site.write("docs/clause.md", f"{start}it {{holds}}`is so with all of them <points(1) == 2>`\n")
    assert [str(finding) for finding in scan_page(site.root, "docs/clause.md", site.settings).findings] == [message]


def test_our_english_words_are_those_of_num2words() -> None:
    for kind, value in product(("cardinal", "ordinal"), range(100)):
        assert _english(value, kind) == num2words(value, to=kind)
