"""Differences: they point at the right character, name what cannot be seen, and stay short."""

from __future__ import annotations

import pytest

from verify.checks.differences import difference, shortened


@pytest.mark.parametrize(
    ("says", "gives", "names"),
    [
        ("TK", "TК", "says U+004B LATIN CAPITAL LETTER K, gives U+041A CYRILLIC CAPITAL LETTER KA"),
        ("é", "e\u0301", "says U+00E9 LATIN SMALL LETTER E WITH ACUTE, gives U+0065 LATIN SMALL LETTER E"),
        ("3", "³", "says U+0033 DIGIT THREE, gives U+00B3 SUPERSCRIPT THREE"),
        ("a b", "a\u00a0b", "says U+0020 SPACE, gives U+00A0 NO-BREAK SPACE"),
        ("a-b", "a\u2212b", "says U+002D HYPHEN-MINUS, gives U+2212 MINUS SIGN"),
        ("♥", "♥\ufe0f", "says nothing, gives U+FE0F VARIATION SELECTOR-16"),
        ("a", "a\r", "says nothing, gives U+000D"),
        ("ab", "a\x1bb", "says U+0062 LATIN SMALL LETTER B, gives U+001B"),
    ],
)
def test_signs_that_look_alike_are_named(says: str, gives: str, names: str) -> None:
    assert difference(says, gives).splitlines()[-1] == names
    assert difference(f"x\n{says}", f"x\n{gives}").splitlines()[-1] == names


@pytest.mark.parametrize(("says", "gives"), [("8", "9"), ("♥K", "♠K"), ("ab", "abc"), ("дама", "туз"), ("a b", "ab")])
def test_signs_that_look_different_are_not_named(says: str, gives: str) -> None:
    assert difference(says, gives).splitlines()[-1].strip() == "^"


def test_a_very_long_line_is_cut_around_the_difference() -> None:
    says = "a" * 3_000_000
    gives = f"{'a' * 2_000_000}b{'a' * 999_999}"
    shown = difference(says, gives).splitlines()
    assert [len(line) < 120 for line in shown] == [True] * 3
    assert shown[1][shown[2].index("^")] == "b"
    assert shown[0][shown[2].index("^")] == "a"


def test_a_very_long_line_among_others_is_cut_around_the_difference() -> None:
    shown = difference(f"x\n{'a' * 9000}", f"x\n{'a' * 8000}b{'a' * 999}").splitlines()
    assert max(map(len, shown)) < 120
    assert shown[1][shown[2].index("^")] == "b"


def test_long_texts_are_shortened() -> None:
    assert shortened("a" * 400) == "a" * 400
    assert shortened("a" * 3_000_000) == f"{'a' * 150}… (3,000,000 characters)"


def test_what_a_terminal_would_obey_is_escaped() -> None:
    assert difference("ab", "a\rb").splitlines()[:3] == ["says:  ab", r"gives: a\rb", "        ^"]
    assert shortened("a\x1b[0m\u2028b\n") == "a\\x1b[0m\\u2028b\n"
