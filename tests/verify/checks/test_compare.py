"""Claims: taken apart, and figures compared as a page writes them."""

from __future__ import annotations

import ast
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules.cards import Card, CardSet
from verify.checks.claim import Claim, ClaimError, mismatch, split_claim, untrue
from verify.checks.faces import cannot_fail, fault
from verify.checks.figures import figure, figures, in_style, number, shows
from verify.model import Kind

NO_WORD = ", which is compared with no word"
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ('188 <deal.total("declarer")>', Claim("188", 'deal.total("declarer")')),
        ("two\n fit <len(t) == 2>", Claim("two fit", "len(t) == 2")),
        ("x <a > b> | slam.play.1 slam.play.2", Claim("x", "a > b", ("slam.play.1", "slam.play.2"))),
        ("x <a | b>", Claim("x", "a | b")),
    ],
)
def test_claims_are_taken_apart(text: str, claim: Claim) -> None:
    assert split_claim(text) == claim


@pytest.mark.parametrize("text", ["188", "<188>", "188 <>", "188 < 5", ""])
def test_what_is_no_claim(text: str) -> None:
    with pytest.raises(ClaimError, match="has no expression; write it as"):
        split_claim(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("188", 188), ("17,000", 17000), ("1,234,567", 1234567), ("0", 0), ("-5", -5), ("−5", -5), ("minus five", -5),
        ("Forty-Eight", 48), ("one hundred", 100), ("a hundred", 100), ("½", Fraction(1, 2)), ("2½", Fraction(5, 2)),
        ("2 ½", Fraction(5, 2)), ("1/3", Fraction(1, 3)), ("2 1/2", Fraction(5, 2)), ("two thirds", Fraction(2, 3)),
        ("three-quarters", Fraction(3, 4)), ("one and a half", Fraction(3, 2)), ("half", Fraction(1, 2)),
        ("1.5", Fraction(3, 2)),
        ("1,88", None), ("12,3456", None), ("1/0", None), ("forty eight", None), ("twenty-ten", None), ("no", None),
        ("", None), ("188 points", None), ("1 000", None), ("half a", None), ("one hundred and one", None),
    ],
)  # fmt: skip
def test_numbers_as_a_page_writes_them(text: str, value: Any) -> None:
    assert number(text) == value


@given(st.integers(-(10**9), 10**9))
def test_every_figure_that_we_write_is_read_back(value: Any) -> None:
    assert number(figure(value)) == value
    assert number(str(value)) == value
    assert mismatch(figure(value), value) is None
    assert mismatch(figure(value + 1), value) is not None


@given(st.fractions())
def test_every_fraction_that_we_write_is_read_back(value: Any) -> None:
    assert number(figure(value)) == value


def test_the_words_up_to_a_hundred() -> None:
    words = [number(f"{TENS[ten - 2]}-nine") for ten in range(2, 10)]
    assert words == [29, 39, 49, 59, 69, 79, 89, 99]


class Suit(IntEnum):
    HEARTS = 2

    def __str__(self) -> str:
        return "hearts"


@pytest.mark.parametrize(
    ("shown", "value", "gives"),
    [
        ("whatever fits", True, f"True{NO_WORD}"), ("1", True, f"True{NO_WORD}"), ("True", True, f"True{NO_WORD}"),
        ("0", False, f"False{NO_WORD}"),
        ("third", 3, None), ("Third", 4, "4"), ("twenty-first", 21, None), ("twentieth", 20, None),
        ("hundredth", 100, None),
        ("third", Fraction(1, 3), None), ("3rd", 3, None), ("3rd", 4, "4"), ("ninth", 9, None), ("twelfth", 12, None),
        ("once", 1, None), ("twice", 2, None), ("twice", 3, "3"), ("thrice", 3, None),
        ("Both", 2, None), ("both", 1, "1"),
        ("double", 2, None), ("single", 1, None), ("tenfold", 10, None), ("tenfold", 9, "9"), ("10-fold", 10, None),
        ("none", 0, None), ("no", 0, None), ("nobody", 0, None), ("nothing", 0, None), ("none", 1, "1"),
        ("Hand", "hand", None), ("hand", "Hand", "Hand"), ("HAND", "hand", "hand"),
        ("188", 188, None), ("188", 187, "187"), ("17000", 17000, None), ("16,999", 17000, "17,000"),
        ("half", Fraction(1, 2), None), ("2", Fraction(2), None), ("½", Fraction(1, 3), "1/3"),
        ("Danilov", "Danilov", None), ("Danilov  wins", "Danilov\nwins", None), ("Danilov", "Kabanov", "Kabanov"),
        ("None", None, None), ("nothing", None, "None"), ("hearts", Suit.HEARTS, None), ("2", Suit.HEARTS, "hearts"),
        ("1.5", 1.5, None), ("x", "", "''"),
        ("♥QJ9", CardSet.parse("♥QJ9"), None), ("♥QJ8", CardSet.parse("♥QJ9"), "♥QJ9"),
        ("rubbish", CardSet.parse("♥Q"), "♥Q"),
        ("♥Q", Card.parse("♥Q"), None), ("♥K", Card.parse("♥Q"), "♥Q"),
    ],
)  # fmt: skip
def test_values_are_compared(shown: str, value: Any, gives: str | None) -> None:
    found = mismatch(shown, value)
    assert (found and found.gives) == gives


def test_a_text_that_is_no_number_gets_a_hint() -> None:
    found = mismatch("188 points", 188)
    assert found is not None
    assert "put just the figure into the role" in found.hint


@pytest.mark.parametrize(
    ("value", "gives"), [(True, None), (False, "False"), (1, "1"), ("yes", "'yes'"), (None, "None")]
)
def test_a_clause_must_be_true_itself(value: Any, gives: str | None) -> None:
    found = untrue("it holds", value)
    assert (found and found.gives) == gives
    assert bool(found and found.hint) == (value not in (True, False) or value is not bool(value))


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("the trumps come first", ["first"]), ("it goes twice, as a rule", ["twice"]), ("4–4–1", ["4–4–1"]),
        ("the 3rd hand", ["3rd"]), ("forty-eight of them (both sides)", ["forty-eight", "both"]), ("½ of it", ["½"]),
        ("none is left", ["none"]), ("a hundred", ["hundred"]), ("tenfold", ["tenfold"]), ("“two”", ["two"]),
        ("no ponto", []), ("someone of the others is to speak at last", []), ("beaten by hearts", []),
    ],
)  # fmt: skip
def test_the_figures_of_a_clause(shown: str, found: list[str]) -> None:
    assert figures(shown) == found


@pytest.mark.parametrize(
    "expression",
    [
        "True",
        "1",
        "x is x",
        "x == x",
        "points(3) <= points( 3 )",
        "x is x is x",
        "not False",
        "x > 1 or True",
        "x == x and y is y",
    ],
)
def test_what_cannot_be_false(expression: str) -> None:
    assert cannot_fail(ast.parse(expression, mode="eval").body)


@pytest.mark.parametrize(
    "expression", ["x", "x is y", "x != x", "x < x", "points(3) > 0", "x == x and y", "not x", "False"]
)
def test_what_can_be_false(expression: str) -> None:
    assert not cannot_fail(ast.parse(expression, mode="eval").body)


@pytest.mark.parametrize(
    ("shown", "expression"),
    [
        ("five", '"five" if deal else ""'), ("Five", 'deal and "five"'), ("5", "5 if deal else 0"),
        ("clubs", '("", "clubs")[x]'),
        ("clubs", '["", "clubs"][x]'), ("clubs", '{1: "clubs"}[x]'), ("clubs", '(y := "clubs" if x else "")'),
        ("clubs", '"clubs".format(x)'), ("five", "deal or 5"), ("8", "8"),
    ],
)  # fmt: skip
def test_a_claim_may_not_hold_its_own_answer(shown: str, expression: str) -> None:
    assert fault(Kind.CLAIM, Claim(shown, expression))[0] == (
        f"the claim's expression holds {shown!r} itself, so the rules are not asked for it"
    )


@pytest.mark.parametrize(
    ("shown", "expression"),
    [
        ("clubs", 'winner("clubs", "hearts")'),
        ("5", "points(5)"),
        ("8", "points(4) if x else 0"),
        ("7", "9 - x"),
        ("x", "x("),
    ],
)
def test_what_asks_the_rules(shown: str, expression: str) -> None:
    assert fault(Kind.CLAIM, Claim(shown, expression)) == ("", "")


@given(st.sampled_from(["5", "five", "Minus five", "-5", "−5", "17000", "17,000", "½"]), st.integers(-20000, 20000))
def test_a_figure_in_the_style_of_another_is_read_back(shown: str, value: int) -> None:
    assert number(in_style(shown, value)) == value


@pytest.mark.parametrize(("shown", "new"), [("third", "fourth"), ("Third", "Fourth"), ("twice", "4"), ("none", "4")])
def test_an_ordinal_stays_one(shown: str, new: str) -> None:
    assert in_style(shown, 4) == new
    assert shows(new, 4)
