"""Records: each disagreement at its own line of the record, with the page's line beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.verify.conftest import Site

RECORD = """\
game: race
players: [Anna, Boris]
steps:
  - at: toy.race.1
    does:
      - Anna: "2"
      - Boris: "1"
    note: two steps
    says: {total: 3, next: Anna}
  - at: toy.race.2
    label: the end
    does:
      - Anna: "2"
    says:
      total: 5
      next: none
"""
PAGE = "# Race\n\n```{record} records/race.yaml\n```\n"


def messages(site: Site, record: str, page: str = PAGE) -> list[str]:
    site.write("docs/records/race.yaml", record)
    return site.messages(page)


def test_a_record_that_holds(site: Site) -> None:
    site.write("docs/records/race.yaml", RECORD)
    (result,) = site.run(site.page(PAGE)).results
    assert (str(result.verdict), result.compared, result.loci) == ("holds", 7, ("toy.race.1", "toy.race.2"))


def test_facts_that_differ(site: Site) -> None:
    record = RECORD.replace("total: 3, next: Anna", "total: 4, next: Boris").replace("total: 5", "total: 6")
    assert messages(site, record) == [
        "docs/records/race.yaml:9: step 0 (toy.race.1): the record says total: 4; 3 by toy.race.2 "
        "(shown on docs/page.md:3) [verify.record]",
        "docs/records/race.yaml:9: step 0 (toy.race.1): the record says next: Boris; Anna by toy.race.3 "
        "(shown on docs/page.md:3) [verify.record]",
        "docs/records/race.yaml:15: the end (toy.race.2): the record says total: 6; 5 by toy.race.2 "
        "(shown on docs/page.md:3) [verify.record]",
    ]


def test_an_illegal_action_names_its_locus_once(site: Site) -> None:
    (line,) = messages(site, RECORD.replace('Boris: "1"', 'Boris: "3"'))
    assert line == (
        "docs/records/race.yaml:7: step 2 (toy.race.1): the record says Boris: 3; 3 is not legal: one step or two "
        "(toy.race.1); legal: 1 2 (shown on docs/page.md:3) [verify.record]"
    )


def test_loci_not_reached_do_not_count(site: Site) -> None:
    site.write("docs/records/race.yaml", RECORD.replace('Boris: "1"', 'Boris: "3"'))
    (result,) = site.run(site.page(PAGE)).results
    assert result.loci == ("toy.race.1",)


def test_a_record_that_cannot_be_read(site: Site) -> None:
    assert messages(site, RECORD.replace("game: race", "game: rice")) == [
        "docs/records/race.yaml:1: there is no game called 'rice'; did you mean 'race'? (shown on docs/page.md:3) "
        "[verify.record]"
    ]
    (line,) = messages(site, RECORD.replace("players", "player"))
    assert line.startswith("docs/records/race.yaml:2: a record has no 'player'; did you mean 'players'?")


def test_a_broken_rule_is_the_rules_fault_at_the_entrys_line(site: Site) -> None:
    site.write("docs/records/race.yaml", RECORD.replace("next: none", "next: none\n      lap: 1"))
    (found,) = site.findings(site.page(PAGE))
    assert (found.place.path, found.label, found.loci) == ("docs/records/race.yaml", "the end", ("toy.race.2",))
    assert "the rule toy.race.<lambda> raises ZeroDivisionError" in found.says
    assert found.frames.startswith("toy/race.py:")


def test_a_record_does_not_see_what_the_page_did(site: Site) -> None:
    broken = "```{setup}\nimport toy.race\ntoy.race.GAME = None\nraise ValueError\n```\n"
    site.write("docs/records/race.yaml", RECORD)
    ran = site.run(site.page(broken + PAGE))
    assert [str(result.verdict) for result in ran.results] == ["fails", "holds"]


def test_rules_that_are_no_python_are_blamed_at_their_own_line(site: Site) -> None:
    site.write("toy/race.py", "x = 1\ndef (\n")
    (finding,) = site.findings(site.page("```{setup}\nimport toy.race\n```\n", "code"))
    assert str(finding) == "docs/code.md:2: toy/race.py:2 is not Python: invalid syntax [verify.setup]"
    assert finding.frames == "docs/code.md:2\n    import toy.race\ntoy/race.py:2\n    def ("
    (said,) = messages(site, RECORD)
    assert (
        said == "docs/records/race.yaml:1: toy/race.py:2 is not Python: invalid syntax (shown on docs/page.md:3) "
        "[verify.record]"
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("says: {total: 3, next: Anna}", "says: {}", 9, "'says'"),
        ("says: {total: 3, next: Anna}", "says: {total: {}}", 9, "'total'"),
        ("says: {total: 3, next: Anna}", "says: {total: 3, next: []}", 9, "'next'"),
        ("next: none", "next:", 16, "'next'"),
        ("note: two steps", "refuses: []", 8, "'refuses'"),
        ('does:\n      - Anna: "2"\n    says', "does: []\n    says", 12, "'does'"),
    ],
)
def test_what_asserts_nothing(site: Site, old: str, new: str, line: int, what: str) -> None:
    assert messages(site, RECORD.replace(old, new)) == [
        f"docs/records/race.yaml:{line}: {what} is empty, so it asserts nothing; remove it, or write 'none' for no "
        "value (shown on docs/page.md:3) [verify.record]"
    ]
