"""Clauses that hold: collected, run, counted and shown apart from claims, by every door."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.forked import run
from tests.verify.project import Built

if TYPE_CHECKING:
    from tests.verify.project import Project

PAGE = """
# Page {locus}`toy.score.1`

```{setup}
from toyrules import double
```

Four {holds}`gives more <double(4) > double(3)>`, {claim}`8 <double(4)>`, and three
{holds}`gives more  still
<double(3) > double(4)>`.

{holds}`So it does <double(2)>`, and {holds}`all eight <double(4) == 8>`.
"""
RST = """
Page
====

.. setup::

   from toyrules import double

Four :holds:`gives more <double(4) > double(3)>`, three
:holds:`gives more still <double(3) > double(4)>`.
"""
WRONG = [
    ("docs/page.md", 8, "verify.holds"),
    ("docs/page.md", 11, "verify.holds"),
    ("docs/page.md", 11, "verify.holds"),
    ("docs/rest.rst", 9, "verify.holds"),
]


@pytest.fixture
def site(project: Project) -> Project:
    """A site with clauses that hold and clauses that fail, in both markups."""
    project.page("index.md", "# Home\n\n```{verify-summary}\n```\n\n```{toctree}\npage\nrest\n```\n")
    project.page("page.md", PAGE)
    project.page("rest.rst", RST)
    project.totals()
    return project


def test_sphinx_shows_and_counts_them_apart(site: Project) -> None:
    built = site.build()
    assert (built.status, sorted(built.findings)) == (1, WRONG), built.output
    html = site.html("page")
    assert (
        html.count('<span class="clause holds" title="holds as a whole, its words are not compared (toy.score.1)">')
        == 1
    )
    assert html.count('<span class="clause fails"') == 3
    assert '<span class="claim holds" title="holds (toy.score.1)">8</span>' in html
    assert site.html("rest").count('<span class="clause ') == 2
    home = site.html("index")
    assert "7 checks just ran: 1 claim, 6 clauses, 0 examples, 0 records; 4 of them fail." in home


def test_the_command_does_too(site: Project) -> None:
    done = run("verify", "--report", "json=out.json", cwd=site.root)
    found = Built(done.returncode, done.stdout)
    assert (found.status, sorted(found.findings)) == (1, WRONG), found.output
    assert "7 checks: 1 claim, 6 clauses, 0 examples, 0 records; 4 fail" in found.output
    checks = json.loads((site.root / "out.json").read_text("utf-8"))["checks"]
    assert [check["kind"] for check in checks].count("holds") == 6
    totals = tomllib.loads((site.root / "docs/checks.toml").read_text("utf-8"))
    assert totals == {"docs/page.md": {"claims": 1, "clauses": 4}, "docs/rest.rst": {"clauses": 2}}
