"""A check bound to a sentence runs a rule that carries it, or says why none can; one bound to none asks something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verify.conftest import source
from verify import session

if TYPE_CHECKING:
    from tests.verify.conftest import Site

SETUP = "```{setup}\nfrom toy.engine import PRICES, STEP, points, share\nimport toy.engine as engine\n"
TABLES = """
from gamerules.rules import Table, figure

PRICES = Table("PRICES", "toy.table.1", {"game": 16})
STEP = figure("STEP", "toy.table.2", 2)
HIGHEST = max(PRICES.values())


@rule("toy.late.1")
def late():
    import toy.later

    return toy.later.KEPT


class Plain:
    @rule("toy.method.1")
    def method(self):
        return 7


@rule("toy.class.1")
class Whole:
    @property
    def total(self):
        return 8
"""


@pytest.fixture
def asked(site: Site) -> Site:
    """A site with tables, a figure, a method and a class that are rules."""
    file = site.root / "toy/engine.py"
    file.write_text(file.read_text(encoding="utf-8") + TABLES, encoding="utf-8")
    site.write("toy/later.py", "from toy.engine import points\n\nKEPT = points(2)\n")
    return site


def messages(site: Site, check: str, setup: str = "") -> list[str]:
    return site.messages(f"{SETUP}{setup}```\n\n{check}\n")


@pytest.mark.parametrize(
    ("setup", "claim"),
    [
        ("", "2 <points(1)> | toy.score.1"),
        ("", "2 <engine.points(1)> | toy.score.1"),
        ("", "2 <share(points(2), 2)> | toy.score.1 toy.score.2"),
        ("", "16 <PRICES['game']> | toy.table.1"),
        ("", "1 <len(PRICES)> | toy.table.1"),
        ("", "two <STEP> | toy.table.2"),
        ("", "3 <STEP + 1> | toy.table.2"),
        ("", "7 <engine.Plain().method()> | toy.method.1"),
        ("", "8 <engine.Whole().total> | toy.class.1"),
        ("def twice(n):\n    return points(n)\n", "2 <twice(1)> | toy.score.1"),
        ("kept = points(1)\n", "2 <kept> | toy.score.1"),
        ("kept = points(1)\nmore = [kept + 1 for _ in 'a']\n", "3 <more[0]> | toy.score.1"),
        ("for n in (1, 2):\n    kept = points(n)\n", "4 <kept> | toy.score.1"),
        ("kept = points(1)\ndef later():\n    return kept\n", "2 <later()> | toy.score.1"),
        ("def later():\n    return kept\nkept = points(1)\n", "2 <later()> | toy.score.1"),
    ],
)
def test_what_runs_the_rule(asked: Site, setup: str, claim: str) -> None:
    assert messages(asked, f"{{claim}}`{claim}`", setup) == []


@pytest.mark.parametrize(
    ("setup", "claim", "ran"),
    [
        ("", "2 <share(4, 2)> | toy.score.1", "those that ran carry toy.score.2"),
        ("", "True <str(points is points)> | toy.score.1", "none ran"),
        ("", "points <points.__name__> | toy.score.1", "none ran"),
        ("", "6 <__import__('toy.engine').engine.__name__.count('e') + 4> | toy.score.1", "none ran"),
        ("", "16 <engine.HIGHEST> | toy.table.1", "none ran"),
        ("def twice(n):\n    return points(n)\n", "twice <twice.__name__> | toy.score.1", "none ran"),
        ("kept = points(1)\nkept = 2\n", "2 <kept> | toy.score.1", "none ran"),
        ("kept, other = points(1), 0\nplain = 2\n", "2 <plain> | toy.score.1", "none ran"),
        ("from toy.later import KEPT\n", "4 <KEPT> | toy.score.1", "none ran"),
        ("", "4 <engine.late()> | toy.score.1", "those that ran carry toy.late.1"),
    ],
)
def test_what_does_not(asked: Site, setup: str, claim: str, ran: str) -> None:
    line, locus = 6 + setup.count("\n"), claim.rpartition(" ")[2]
    wanted = (
        f"docs/page.md:{line}: ({locus}): the claim passes, but runs no rule that carries {locus}; {ran}; let it call "
        "the rule, bind it to another sentence, or say why no rule can run: `… | no-rule: reason` [verify.asked]"
    )
    assert messages(asked, f"{{claim}}`{claim}`", setup) == [wanted]


def test_each_sentence_counts(asked: Site) -> None:
    (found,) = messages(asked, "{claim}`2 <points(1)> | toy.score.1 toy.score.2`")
    assert "runs no rule that carries toy.score.2; those that ran carry toy.score.1;" in found


def test_an_error_that_names_its_locus_carries_it_out(asked: Site) -> None:
    body = "```{example}\n:loci: toy.play.3\n:breaks: toy.play.3\n>>> engine.play('joker')\n```"
    assert messages(asked, body) == []


def test_an_example_asks_with_all_its_statements(asked: Site) -> None:
    example = "```{example}\n:loci: toy.score.1 toy.score.2\n>>> kept = points(2)\n>>> share(kept, 2)\n2\n```"
    assert messages(asked, example) == []
    assert messages(asked, f"{example}\n\n{{claim}}`4 <kept> | toy.score.1`") == []
    (found,) = messages(asked, f"{example}\n\n{{claim}}`4 <kept> | toy.score.2`")
    assert "runs no rule that carries toy.score.2; those that ran carry toy.score.1;" in found


@pytest.mark.parametrize("claim", ["2 <points(1)>", "3 <engine.Whole().total - 5>", "16 <PRICES['game']>"])
def test_a_claim_about_no_sentence_asks_something(asked: Site, claim: str) -> None:
    assert messages(asked, f"{{claim}}`{claim}`") == []


@pytest.mark.parametrize("expression", ["int('2')", "1 + len('a')", "engine.HIGHEST - 14", "len('points'[:2])"])
def test_or_it_fails(asked: Site, expression: str) -> None:
    hint = "let it call a function of a package under watch in pyproject.toml"
    assert messages(asked, f"{{claim}}`2 <{expression}>`") == [
        f"docs/page.md:6: the claim passes, but runs no rule; {hint} [verify.asked]"
    ]


def test_an_example_about_no_sentence_may_be_plain_python(asked: Site) -> None:
    assert messages(asked, "```{example}\n>>> 1 + 1\n2\n```") == []


def test_why_no_rule_runs(asked: Site) -> None:
    """The reason excuses a check; where a rule runs after all it is stale, and without words it is none."""
    example = "```{example}\n:loci: toy.score.1\n:no-rule: the text is quoted\n>>> "
    assert messages(asked, "{claim}`2 <1 + 1> | toy.score.1 no-rule: the text is quoted`") == []
    assert messages(asked, "{claim}`2 <1 + 1> | no-rule: the text is quoted`") == []
    assert messages(asked, f"{example}1 + 1\n2\n```") == []
    stale = "says that no rule runs, but those that ran carry toy.score.1; take the exception out [verify.asked]"
    assert messages(asked, f"{example}points(1)\n2\n```") == [
        f"docs/page.md:9: (toy.score.1): the example {stale}",
    ]
    assert messages(asked, "{claim}`2 <points(1)> | no-rule: the text is quoted`") == [
        f"docs/page.md:6: the claim {stale}",
    ]
    asked.write("docs/page.md", "{claim}`2 <1 + 1> | no-rule:`\n")
    (page,) = session.scan_pages(asked.settings)
    assert [str(finding) for finding in page.findings] == [
        "docs/page.md:1: no-rule: has no reason; write one after it [verify.claim]"
    ]


def test_a_sentence_that_lays_down_no_rule_needs_one_of_its_source(asked: Site) -> None:
    asked.write("docs/sources/toy.json", source(("toy.score.1", "rule"), ("toy.tale.1", "example")))
    assert messages(asked, "{claim}`2 <points(1)> | toy.tale.1`") == []
    (found,) = messages(asked, "{claim}`2 <1 + 1> | toy.tale.1`")
    assert "runs no rule that carries toy.tale.1; none ran;" in found


def test_a_record_runs_the_rules_of_its_sentences(asked: Site) -> None:
    record = "game: race\nplayers: [Anna, Boris]\nsteps:\n  - at: toy.race.1\n    does: [Anna: '2']\n"
    asked.write("docs/race.yaml", record)
    assert messages(asked, "```{record} race.yaml\n```") == []
    asked.write("docs/race.yaml", record.replace("toy.race.1", "toy.score.1"))
    (found,) = messages(asked, "```{record} race.yaml\n```")
    assert "the record passes, but runs no rule that carries toy.score.1; those that ran carry toy.race.1" in found


def test_what_is_stored_is_judged_again(asked: Site) -> None:
    page = asked.page(f"{SETUP}```\n\n{{claim}}`2 <share(4, 2)> | toy.score.1`\n")
    first, again = (asked.run(page, fresh=fresh) for fresh in (True, False))
    assert again.reused == 1
    assert [str(r.verdict) for r in (first.results[-1], again.results[-1])] == ["fails", "fails"]
