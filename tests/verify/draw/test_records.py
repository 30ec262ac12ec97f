"""Records as pages show them: hands, tricks, what the text says, the score; drawn anew when file or rules change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.verify.doors.test_build import edit
from tests.verify.project import Project

TOY = Path(__file__).parents[2] / "toy.py"

RECORD = """\
game: toy
title: Two tricks
players: [Ann, Bob]
steps:
  - at: toy.play.2
    does:
      - deal: {Ann: ♠A ♥10, Bob: ♠8 ♦9}
    says: {hand: {Ann: ♠A ♥10, Bob: ♠8 ♦9}}
  - at: [toy.play.2, toy.score.1]
    refuses:
      - {Ann: ♣7, by: toy.play.2}
    does:
      - Ann: ♠A
      - Bob: ♠8
    says: {winner: Ann}
    note: The ♠A is high.
  - at: toy.play.2
    label: the last trick
    does: [{Ann: ♥10}, {Bob: ♦9}]
    says: {winner: Ann}
"""

PAGE = (
    "# Deal\n\n{locus}`toy.play.2` Follow. {locus}`toy.score.1` Score.\n\n```{record} two.yaml\n:name: the-deal\n```\n"
)


@pytest.fixture
def site(project: Project) -> Project:
    project.write("toy.py", TOY.read_text("utf-8"))
    project.write("toy-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    project.write("toy-1.0.dist-info/entry_points.txt", "[gamerules.games]\ntoy = toy:GAME\n")
    lenient = 'require-checks = []\nrule-kinds = []\npending = ["toy.play.1"]\n'
    project.write("pyproject.toml", f'[tool.verify]\nwatch = ["toy"]\n{lenient}')
    project.manifest("toy.play.1", "toy.play.2", "toy.score.1")
    project.write("docs/two.yaml", RECORD)
    project.page("index.md", PAGE)
    project.totals()
    return project


def text(html: str) -> str:
    """Return the words of a piece of HTML."""
    return " ".join(re.sub(r"<[^>]+>", "", html).replace("\ufe0e", "").split())


def step(project: Project, number: int) -> str:
    html = project.html("index")
    start = html.index(f'<li class="record-step" id="two-step-{number}">')
    following = html.find('<li class="record-step"', start + 1)
    return html[start : following if following > 0 else html.index("</ol>", start)]


def test_a_record_is_drawn_and_drawn_anew(site: Project) -> None:
    built = site.build()
    assert (built.status, built.output) == (0, "")
    html = site.html("index")
    assert 'id="the-deal"' in html
    assert '<span class="card suit-h" role="img" aria-label="ten of hearts">♥\ufe0e10</span>' in html
    hands = html[html.index('id="two-hands"') : html.index("record-steps")]
    assert "hand spades hearts diamonds clubs Ann ♠A ♥10 — — Bob ♠8 — ♦9 —" in text(hands)
    assert "deal · toy.play.2" in text(step(site, 1))
    assert "hand of Bob: ♠8 ♦9 ✓" in text(step(site, 1))
    second = text(step(site, 2))
    assert "Ann: ♣7 is refused, by toy.play.2" in second
    assert "Ann leads ♠A, Bob ♠8: Ann wins" in second
    assert "winner: Ann ✓" in second
    assert "The ♠A is high." in second
    assert 'href="#toy.score.1"' in step(site, 2)
    assert "the last trick" in text(step(site, 3))
    score = html[html.index('id="two-score"') :]
    assert "elder below 2 tricks toy.score.1" in text(score)

    edit(site, "docs/two.yaml", "says: {winner: Ann}\n    note", "says: {winner: Bob}\n    note")
    broken = site.build()
    assert (broken.status, broken.findings) == (1, [("docs/two.yaml", 15, "verify.record")])
    assert "winner: Bob ✗ The rules give Ann (♠A)." in text(step(site, 2))
    assert "verify-record fails" in site.html("index")

    edit(site, "docs/two.yaml", "says: {winner: Bob}\n    note", "says: {winner: Ann}\n    note")
    edit(site, "toy.py", '"tricks"', '"won tricks"')
    mended = site.build()
    assert (mended.status, mended.output) == (0, "")
    assert "won tricks" in site.html("index")  # the record holds as before, but the rules draw it otherwise

    edit(site, "docs/two.yaml", "- Bob: ♠8", "- Bob: ♦9")
    stopped = site.build()
    assert stopped.findings == [("docs/two.yaml", 14, "verify.record")]
    assert "(not reached)" in text(step(site, 3))


@pytest.mark.parametrize("builder", ["latex", "text"])
def test_a_record_in_other_builders(site: Project, builder: str) -> None:
    assert site.build(builder).output == ""
    name = {"latex": "toy.tex", "text": "index.txt"}[builder]
    written = (site.root / "_out" / builder / name).read_text("utf-8")
    wanted = {
        "latex": r"Ann leads \(\spadesuit\)A",
        "text": "Ann leads ♠A, Bob ♠8: Ann wins",
    }
    assert wanted[builder] in " ".join(written.split())


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (None, ("docs/deal.md", 5, "verify.file")),
        (b"\xff\xfe", ("docs/two.yaml", 1, "verify.file")),
        (b"game: toy\n  steps: [", ("docs/two.yaml", 2, "verify.record")),
    ],
)
def test_a_record_that_cannot_be_read_is_told_once(
    project: Project, record: bytes | None, wanted: tuple[str, int, str]
) -> None:
    """Nor are the sentences without a check that it may be about."""
    project.page("index.md", "# Home\n\n```{toctree}\ndeal\n```\n")
    project.page("deal.md", PAGE)
    project.manifest("toy.play.2", "toy.score.1")
    if record is not None:
        (project.root / "docs/two.yaml").write_bytes(record)
    project.totals()
    assert project.build().findings == [wanted]
