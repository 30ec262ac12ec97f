"""Grades of errata and statuses of rules agree, on the pages of this project and by the rule itself."""

from dataclasses import replace

import pytest

from gamerules.rules import Rule, Status
from verify.site.apparatus.evidence import SURE, disagreements
from verify.site.facts import Erratum

PROVED = Erratum(
    name="E-1",
    loci=("x.y.1", "x.y.2"),
    stands="stands",
    meant="meant",
    comment="",
    grade="proved",
    letters=False,
    rules=("m.f",),
    argument="it is so",
    docname="errata",
    anchor="erratum-E-1",
)
STATED = Rule("game.m.f", ("x.y.1",), Status.STATED, "Do it.", "m", 1)
CORRECTED = replace(STATED, name="game.m.g", loci=("x.y.2",), status=Status.CORRECTED)
BOTH = {"x.y.1": [STATED], "x.y.2": [CORRECTED]}


@pytest.mark.parametrize("grade", SURE)
def test_each_rule_that_an_erratum_concerns_is_more_than_stated(grade: str) -> None:
    erratum = replace(PROVED, grade=grade)
    says = f"E-1 is {grade}, but m.f only does what is stated; mend the status or the grade"
    assert list(disagreements([erratum], {"x.y.1": [STATED]})) == [says]
    # A second rule of its sentences that is corrected does not excuse the first.
    assert list(disagreements([replace(erratum, rules=("m.f", "m.g"))], BOTH)) == [says]
    assert list(disagreements([replace(erratum, rules=("m.g",))], BOTH)) == []
    assert list(disagreements([replace(erratum, letters=True, rules=())], BOTH)) == []


@pytest.mark.parametrize("grade", SURE)
def test_an_erratum_says_which_rules_it_concerns(grade: str) -> None:
    silent = replace(PROVED, grade=grade, rules=())
    says = f"E-1 is {grade}; name the rules it concerns (:rules:), of m.f, or none"
    assert list(disagreements([silent], {"x.y.1": [STATED]})) == [says]
    assert list(disagreements([replace(silent, meant="", comment="so")], {"x.y.1": [STATED]})) == [says]
    assert list(disagreements([silent], {})) == []
    assert list(disagreements([replace(silent, rules=("none",))], {"x.y.1": [STATED]})) == []
    assert list(disagreements([replace(silent, rules=("m.h",))], {"x.y.1": [STATED]})) == [
        "E-1 concerns m.h, which carries out none of its sentences"
    ]


def test_a_corrected_rule_needs_an_erratum_that_names_it() -> None:
    says = "m.g is corrected, but no erratum concerns it"
    assert list(disagreements([], {"x.y.2": [CORRECTED]})) == [says]
    assert list(disagreements([replace(PROVED, rules=("none",))], {"x.y.2": [CORRECTED]})) == [says]
    assert list(disagreements([replace(PROVED, grade="open", meant="", rules=())], {"x.y.2": [CORRECTED]})) == [says]


@pytest.mark.parametrize("grade", ["open", "withdrawn"])
def test_an_erratum_that_is_none_or_open_has_no_reading(grade: str) -> None:
    says = f"E-1 is {grade}, but has a reading or names rules; say it as a comment, or grade it"
    assert list(disagreements([replace(PROVED, grade=grade, rules=())], {})) == [says]
    assert list(disagreements([replace(PROVED, grade=grade, meant="")], {"x.y.1": [STATED]})) == [says]
