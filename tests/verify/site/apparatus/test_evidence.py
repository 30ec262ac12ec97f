"""Grades of errata and statuses of rules agree, on the pages of this project and by the rule itself."""

from dataclasses import replace

from gamerules.rules import Rule, Status
from verify.site.apparatus.evidence import disagreements
from verify.site.facts import Erratum

PROVED = Erratum("E-1", ("x.y.1", "x.y.2"), "stands", "meant", "", "proved", False, "it is so", "errata", "erratum-E-1")
STATED = Rule("m.f", ("x.y.1",), Status.STATED, "Do it.", "m", 1)
CORRECTED = replace(STATED, name="m.g", loci=("x.y.2",), status=Status.CORRECTED)


def test_a_proved_erratum_needs_a_rule_that_is_not_only_stated() -> None:
    says = "E-1 is proved, but m.f only does what is stated; mend the status or the grade"
    assert list(disagreements([PROVED], {"x.y.1": [STATED]})) == [says]
    assert list(disagreements([PROVED], {"x.y.1": [STATED], "x.y.2": [CORRECTED]})) == []
    assert list(disagreements([PROVED], {})) == []
    for other in (replace(PROVED, letters=True), replace(PROVED, meant=""), replace(PROVED, grade="very probable")):
        assert list(disagreements([other], {"x.y.1": [STATED]})) == []


def test_a_corrected_rule_needs_an_erratum() -> None:
    says = "m.g is corrected, but none of its sentences has an erratum that says so"
    assert list(disagreements([], {"x.y.2": [CORRECTED]})) == [says]
    assert list(disagreements([replace(PROVED, grade="open", meant="")], {"x.y.2": [CORRECTED]})) == [says]


def test_an_open_erratum_has_no_reading() -> None:
    assert list(disagreements([replace(PROVED, grade="open")], {})) == [
        "E-1 is open, but has a reading; say it as a comment, or grade it"
    ]
