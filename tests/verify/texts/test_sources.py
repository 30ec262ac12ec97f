"""Manifests, and what a whole site owes to its sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.forked import run
from tests.verify.project import Project
from verify.texts import sources


def findings(project: Project, *pages: str) -> list[str]:
    settings = project.settings
    scanned = [project.scan(page) for page in pages]
    return [str(item) for item in sources.check_site(scanned, sources.load_manifests(settings), settings)]


def one(project: Project, *pages: str) -> str:
    (found,) = findings(project, *pages)
    return found


def test_every_locus_once_is_no_fault(project: Project) -> None:
    project.manifest("toy.score.1", "toy.score.2")
    assert findings(project, project.page("a.md", "{locus}`toy.score.1` a {locus}`toy.score.2` b\n")) == []


def test_twice(project: Project) -> None:
    pages = [project.page(name, "\n{locus}`toy.score.1` a\n") for name in ("a.md", "b.md")]
    assert one(project, *pages).startswith(
        "docs/b.md:1: (toy.score.1): toy.score.1 is translated twice, first at docs/a.md:1"
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{locus-ref}`toy.score.9`", "toy.score has the numbers 1 to 1"),
        ("{locus-ref}`toy.scoer.1`", "did you mean 'toy.score.1'?"),
        ("{locus-ref}`toy.quite-other.1`", "the sections of toy are score"),
        ("{locus-ref}`other.quite-other.1`", "the sources are toy"),
        ("{claim}`1 <x> | toy.score.9`", "numbers 1 to 1"),
        ("```{example}\n:loci: toy.score.1 toy.score.9\n>>> 1\n1\n```", "numbers 1 to 1"),
        ("```{example}\n:breaks: toy.score.9\n>>> f()\n```", "numbers 1 to 1"),
    ],
)
def test_unknown(project: Project, text: str, hint: str) -> None:
    found = one(project, project.page("a.md", f"{{locus}}`toy.score.1` a\n\n{text}\n"))
    assert "is not a locus of any source" in found
    assert hint in found


def test_unknown_in_a_record(project: Project) -> None:
    project.write("docs/r.yaml", "game: toy\nsteps:\n  - at: toy.score.1\n    does: []\n  - at: [toy.score.7]\n")
    path = project.page("a.md", "{locus}`toy.score.1` a\n\n```{record} r.yaml\n```\n")
    assert one(project, path).startswith("docs/r.yaml:5: toy.score.7 is not a locus of any source")


def test_untranslated(project: Project) -> None:
    project.manifest(*(f"toy.score.{number}" for number in range(1, 7)), "toy.end.1")
    found = findings(project, project.page("a.md", "{locus}`toy.score.2` a\n"))
    assert found == [
        "docs/sources/toy.json:1: toy.score: 5 sentences are not translated: 1, 3 to 6; "
        "give each its {locus}, or name it under pending in pyproject.toml [verify.locus]",
        "docs/sources/toy.json:1: toy.end: 1 sentence is not translated: 1; "
        "give each its {locus}, or name it under pending in pyproject.toml [verify.locus]",
    ]


def test_pending(project: Project) -> None:
    project.manifest("toy.score.1", "toy.end.1")
    page = project.page("a.md", "{locus}`toy.score.1` a\n")
    project.write("pyproject.toml", '[tool.verify]\npending = [\n  "toy.end.*",\n]\n')
    assert findings(project, page) == []
    project.write("pyproject.toml", '[tool.verify]\npending = [\n  "toy.end.*",\n  "toy.ned.*",\n]\n')
    assert one(project, page).startswith("pyproject.toml:4: the pending loci 'toy.ned.*' are not loci of any source")
    project.write("pyproject.toml", '[tool.verify]\npending = [\n  "toy.*",\n]\n')
    assert "translated, though 'toy.*' is pending (pyproject.toml:3)" in one(project, page)


def test_errata(project: Project) -> None:
    body = ":locus: toy.score.1\n:stands: a\n:grade: open\n{claim}`1 <x>`\n````\n"
    page = project.page("a.md", f"{{locus}}`toy.score.1` a{{erratum}}`S-2`\n\n````{{erratum}} S-1\n{body}")
    assert "there is no erratum 'S-2'; did you mean 'S-1'?" in one(project, page)
    page = project.page("a.md", f"{{locus}}`toy.score.1` a\n\n````{{erratum}} S-1\n{body}\n````{{erratum}} S-1\n{body}")
    assert "docs/a.md:10: the erratum S-1 is given twice, first at docs/a.md:3" in one(project, page)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ('{"source": "toy"}', "not in the form"),
        ('{"source": "toy", "loci": [{"locus": "x", "kind": "rule", "sha256": ""}]}', "'x' is not a locus"),
        (
            '{"source": "toy", "loci": [' + ", ".join(['{"locus": "a.b.1", "kind": "rule", "sha256": ""}'] * 2) + "]}",
            "twice",
        ),
        (
            '{"source": "toy", "loci": [\n{"locus": "a.b.1", "kind": "rul", "sha256": "x"}]}',
            "docs/sources/toy.json:2: a.b.1: 'rul' is not a kind of locus; did you mean 'rule'?",
        ),
        (
            '{"source": "toy", "loci": [\n{"locus": "a.b.1", "kind": "rule", "sha256": "x"}]}',
            "docs/sources/toy.json:2: a.b.1: 'x' is not a SHA-256",
        ),
    ],
)
def test_broken_manifest(project: Project, text: str, words: str) -> None:
    project.write("docs/sources/toy.json", text)
    assert any(words in found for found in findings(project))


def test_making_and_checking_manifests(project: Project, tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    entry = {"locus": "toy.score.1", "kind": "rule", "text": "Two  points\na trick.", "sha256": ""}
    entry["sha256"] = sources.digest("Two points a trick.")
    top = {"source": "toy", "file": "x.txt", "sha256": "0", "loci": [entry]}
    (texts / "toy.json").write_text(json.dumps(top), "utf-8")
    kinds = ("rule",)
    sources.write_manifests(texts, project.root / "docs/sources", kinds)
    written = (project.root / "docs/sources/toy.json").read_text("utf-8")
    assert "points" not in written
    entry["text"] = "Three points a trick."
    (texts / "toy.json").write_text(json.dumps(top), "utf-8")
    with pytest.raises(ValueError, match="the digest does not match"):
        sources.write_manifests(texts, project.root / "docs/sources", kinds)
    with pytest.raises(ValueError, match=r"holds no NAME\.json"):
        sources.write_manifests(project.root / "docs", project.root / "docs/sources", kinds)


@pytest.mark.parametrize(
    ("locus", "kind", "says"),
    [
        ("toy-1", "rule", "toy.json:3: 'toy-1' is not a locus"),
        ("toy.score.1", "rule", "toy.json:2: toy.score.1 is listed twice"),
        (
            "toy.score.2",
            "rul",
            "toy.json:3: toy.score.2: 'rul' is not a kind of locus; did you mean 'rule'?; "
            "a kind of your own is named in the setting kinds",
        ),
    ],
)
def test_a_manifest_that_would_be_refused_is_not_made(
    project: Project, tmp_path: Path, locus: str, kind: str, says: str
) -> None:
    loci = [{"locus": name, "kind": as_, "text": "x"} for name, as_ in (("toy.score.1", "rule"), (locus, kind))]
    text = f'{{"source": "toy", "loci": [\n{json.dumps(loci[0])},\n{json.dumps(loci[1])}]}}'
    project.write("texts/toy.json", text)
    before = (project.root / "docs/sources/toy.json").read_bytes()
    done = run("verify", "digest", "texts", cwd=project.root)
    assert (done.returncode, done.stderr) == (1, f"texts: {says} [verify.source]\n")
    assert (project.root / "docs/sources/toy.json").read_bytes() == before


def test_a_misspelt_style_of_report_is_refused(project: Project) -> None:
    project.page("index.md", "# Index\n")
    built = project.build("html", "-D", "verify_report=srif")
    says = "there is no report in the style 'srif'; did you mean 'sarif'?"
    assert (built.status, says in built.output) == (2, True), built.output
