"""The reports: well-formed, complete, equal for equal outcomes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft4Validator, Draft7Validator

from verify.doors import command
from verify.model import Finding, Kind, Place, Result, Verdict
from verify.report import STYLES, summary
from verify.settings import in_ci

if TYPE_CHECKING:
    from tests.verify.conftest import Site

# What SARIF 2.1.0 asks of the parts that we write, from its specification.
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": {"$ref": "#/definitions/message"},
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "additionalProperties": False,
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["uri"],
                    "properties": {
                        "uri": {"type": "string", "format": "uri-reference"},
                        "uriBaseId": {"type": "string"},
                    },
                },
                "region": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["startLine"],
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "startColumn": {"type": "integer", "minimum": 1},
                    },
                },
            },
        },
    },
    "additionalProperties": False,
}
SARIF = {
    "definitions": {"message": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}},
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {"shortDescription": {"$ref": "#/definitions/message"}},
                                        },
                                    },
                                },
                                "additionalProperties": False,
                            }
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "originalUriBaseIds": {"type": "object"},
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message", "ruleId", "locations", "partialFingerprints"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": {"$ref": "#/definitions/message"},
                                "locations": {"type": "array", "items": LOCATION, "minItems": 1},
                                "relatedLocations": {"type": "array", "items": LOCATION, "uniqueItems": True},
                                "partialFingerprints": {
                                    "type": "object",
                                    "additionalProperties": {"type": "string"},
                                },
                                "properties": {"type": "object"},
                            },
                        },
                    },
                },
            },
        },
    },
}
Draft7Validator.check_schema(SARIF)


@pytest.fixture
def results(site: Site) -> list[Result]:
    """Return one result of each kind and verdict, some of them awkward."""
    place = Place("docs/раздача 1.md", 7, 3)
    setup = site.check(Kind.SETUP, "import toy", 1, "docs/раздача 1.md")
    claim = replace(site.check(Kind.CLAIM, "9 <x>", 7, "docs/раздача 1.md"), place=place, loci=("toy.score.1",))
    skipped = site.check(Kind.EXAMPLE, ">>> 1\n1\n", 9, "docs/раздача 1.md", skip="lost & gone")
    record = site.check(Kind.RECORD, "a.yaml", 2, "docs/b.md")
    held = site.check(Kind.EXAMPLE, ">>> 1\n1\n", 9, "docs/b.md")
    finding = Finding(
        place, "verify.claim", "the page says 9\x1b, 100%", "the rules give <8>", ("toy.score.1",), ("toy.score.2",)
    )
    finding = replace(finding, difference="says: 9\ngives: 8", frames="a:1")
    step = Finding(
        Place("docs/a.yaml", 4),
        "verify.record",
        "the record says 1",
        "2",
        label="trick 4",
        shown_at=Place("docs/b.md", 2),
    )
    return [
        Result(setup, Verdict.HOLDS),
        Result(claim, Verdict.FAILS, (finding,), ("toy.score.1",), 1),
        Result(skipped, Verdict.SKIPPED),
        Result(record, Verdict.FAILS, (step,), ("toy.race.1",), 4),
        Result(held, Verdict.HOLDS, (), (), 1),
    ]  # fmt: skip


def written(results: list[Result], style: str, extra: Sequence[Finding] = (), **more: Any) -> str:
    findings = [finding for result in results for finding in result.findings] + list(extra)
    return STYLES[style](findings, results, **more)


def test_text(results: list[Result]) -> None:
    assert written(results, "text", reused=3).splitlines() == [
        "docs/раздача 1.md:7: (toy.score.1): the page says 9\x1b, 100%; the rules give <8> by toy.score.2 "
        "[verify.claim]",
        "    says: 9",
        "    gives: 8",
        "    a:1",
        "docs/a.yaml:4: trick 4: the record says 1; 2 (shown on docs/b.md:2) [verify.record]",
        "docs/раздача 1.md:9: skipped: lost & gone",
        "4 checks: 1 claim, 2 examples, 1 record; 2 fail, 1 skipped, reused 3",
    ]


def test_the_summary_counts_other_faults(results: list[Result]) -> None:
    other = Finding(Place("docs/b.md", 1), "verify.locus", "unknown")
    findings = [finding for result in results for finding in result.findings]
    assert summary(results, [*findings, other]).endswith("2 fail, 1 skipped, 1 other fault")
    assert summary([], []) == "0 checks: 0 claims, 0 examples, 0 records; 0 fail"


def test_what_waits_for_a_setup_is_told_once(site: Site) -> None:
    check = site.check(Kind.CLAIM, "1 <x>", 3)
    waiting = [
        Finding(
            Place("docs/page.md", line), "verify.depends", "the claim was not run: its set-up on docs/page.md:1 fails"
        )
        for line in (3, 4, 5)
    ]
    text = written([Result(check, Verdict.FAILS, tuple(waiting))], "text")
    assert text.splitlines()[0].endswith("fails [verify.depends] (and 2 more)")
    assert len(text.splitlines()) == 2


def test_github(results: list[Result]) -> None:
    lines = written(results, "github").splitlines()
    assert lines[0] == (
        "::error file=docs/раздача 1.md,line=7,col=3,title=verify.claim::(toy.score.1): the page says 9\x1b, 100%25; "
        "the rules give <8> by toy.score.2%0Asays: 9%0Agives: 8%0Aa:1"
    )
    assert lines[-1].startswith("::notice title=verify::4 checks")


def test_github_shows_ten(results: list[Result]) -> None:
    extra = [Finding(Place("docs/b:c.md", n), "verify.locus", f"unknown {n}") for n in range(1, 30)]
    lines = written(results, "github", extra).splitlines()
    assert sum(line.startswith("::error file=") for line in lines) == 10
    assert "::warning title=verify::21 more findings; the log of this step lists all" in lines
    told = [line for line in lines if line.endswith("[verify.locus]")]
    assert (told[0], len(told)) == ("docs/b:c.md:9: unknown 9 [verify.locus]", 21)
    assert any("file=docs/b%3Ac.md" in line for line in lines)


def test_half_a_character_spoils_no_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule may yield a lone surrogate, which UTF-8 cannot hold."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("```{example}\n>>> '\\ud800'\n1\n```\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.verify]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = [word for style in ("sarif", "json", "github") for word in ("--report", f"{style}={style}")]
    assert command.main(["docs", *words]) == 1
    for style in ("sarif", "json"):
        text = (tmp_path / style).read_text(encoding="utf-8")
        assert "\\ud800" in text
        json.loads(text)


def test_junit_is_left_to_pytest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.verify]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert command.main(["--report", "junit=v.xml"]) == 2
    assert (
        capsys.readouterr().err
        == "verify: pytest writes JUnit reports: python -m pytest -p verify.pytest --verify --junitxml=FILE\n"
    )


def test_sarif(results: list[Result]) -> None:
    text = written(results, "sarif")
    document = json.loads(text)
    Draft7Validator(SARIF).validate(document)
    claim, record = document["runs"][0]["results"]
    assert claim["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("docs/%D1%80")
    assert record["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 2
    rules = document["runs"][0]["tool"]["driver"]["rules"]
    assert rules[record["ruleIndex"]]["id"] == "verify.record"


SCHEMA = Path(__file__).parents[3] / "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"


@pytest.mark.skipif(not (SCHEMA.exists() or in_ci()), reason="make test installs the schema with npm")
def test_sarif_by_its_whole_schema(results: list[Result]) -> None:
    validator = Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    document = json.loads(written(results, "sarif", [Finding(Place("docs/b.md", 1), "verify.locus", "unknown")]))
    validator.validate(document)
    document["runs"][0]["results"][0]["level"] = "grave"
    assert not validator.is_valid(document)


def test_sarif_fingerprints_survive_a_move_of_lines(results: list[Result]) -> None:
    def prints(moved: list[Result]) -> list[dict[str, str]]:
        document = json.loads(written(moved, "sarif"))
        return [result["partialFingerprints"] for result in document["runs"][0]["results"]]

    def move(place: Place) -> Place:
        return replace(place, line=place.line + 9)

    moved = [
        replace(
            result,
            check=replace(result.check, place=move(result.check.place)),
            findings=tuple(replace(finding, place=move(finding.place)) for finding in result.findings),
        )
        for result in results
    ]
    assert prints(moved) == prints(results)
    double = [replace(result, findings=result.findings * 2) for result in results]
    document = json.loads(written(double, "sarif"))
    assert len({result["partialFingerprints"]["verify/v1"] for result in document["runs"][0]["results"]}) == 4


def test_json(results: list[Result], tmp_path: Path) -> None:
    other = Finding(Place("docs/b.md", 1), "verify.locus", "unknown")
    document = json.loads(written(results, "json", [other], engine="abc"))
    assert document["engine_digest"] == "abc"
    assert [check["verdict"] for check in document["checks"]] == ["fails", "skipped", "fails", "holds"]
    assert document["checks"][2]["findings"][0]["shown_at"] == "docs/b.md:2"
    assert [finding["code"] for finding in document["other_findings"]] == ["verify.locus"]
    assert str(tmp_path) not in written(results, "json")


@pytest.mark.parametrize("style", sorted(STYLES))
def test_every_style_reports_nothing_too(style: str) -> None:
    assert written([], style)
