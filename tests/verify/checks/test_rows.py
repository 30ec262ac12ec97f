"""Tables that rules yield: each is run by itself, and its fault is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verify.model import Verdict

if TYPE_CHECKING:
    from tests.verify.conftest import Site

SETUP = "```{setup}\nfrom toy.engine import points\n```\n"


def test_faulty_rows_leave_the_rest_of_the_page_alone(site: Site) -> None:
    body = (
        "```{rows} toy.engine:nothing_of_the_kind\n```\n\n"
        "```{rows} toy.engine:points(4)\n```\n\n"
        "{claim}`9 <points(4)>`\n\n"
        '```{rows} builtins:list((("a", "b"),))\n:header: One\n```\n'
    )
    ran = site.run(site.page(SETUP + body))
    assert [str(finding) for result in ran.results for finding in result.findings] == [
        "docs/page.md:4: the table raises AttributeError: module 'toy.engine' has no attribute 'nothing_of_the_kind' "
        "[verify.rows]",
        "docs/page.md:7: the table raises TypeError: 'int' object is not iterable [verify.rows]",
        "docs/page.md:10: the page says 9; the rules give 8 [verify.claim]",
        'docs/page.md:12: builtins:list((("a", "b"),)): row 1 has 2 cells, not 1 [verify.rows]',
    ]


def test_rows_are_run_though_the_set_up_fails(site: Site) -> None:
    page = site.page(
        '```{setup}\n1 / 0\n```\n\n```{rows} builtins:list((("a", "b"),))\n```\n\n{claim}`9 <points(4)>`\n'
    )
    assert [result.verdict for result in site.run(page).results] == [Verdict.FAILS, Verdict.HOLDS, Verdict.FAILS]


def test_rows_that_show_nothing(site: Site) -> None:
    page = site.page('```{rows} builtins:list((("a", "b"), ("", " ")))\n```\n\n```{rows} builtins:list(((),))\n```\n')
    assert [str(finding) for result in site.run(page).results for finding in result.findings] == [
        'docs/page.md:1: builtins:list((("a", "b"), ("", " "))): row 2 is empty, so it shows nothing [verify.rows]',
        "docs/page.md:4: builtins:list(((),)): row 1 is empty, so it shows nothing [verify.rows]",
    ]
