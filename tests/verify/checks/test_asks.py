"""What asks the rules: a claim, or an example bound to loci, must name something that comes from watched code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from verify.checks.asks import Asking

if TYPE_CHECKING:
    from tests.verify.conftest import Site

SETUP = "from toy.engine import points, round\nimport math\nhand = [1, 2, 3]\n"


@pytest.mark.parametrize(
    ("page", "expression"),
    [
        ("", "points(1)"),
        ("", "round(1)"),
        ("import toy.engine as engine", "engine.points"),
        ("import gamerules.cards", "len(gamerules.cards.PACK_32)"),
        ("from toy.engine import *", "share(4, 2)"),
        ("def two(n):\n    return points(n)", "two(1)"),
        ("def four(n):\n    return two(n)\ndef two(n):\n    return points(n)", "four(1)"),
        ("class Deal:\n    score = points(3)", "Deal.score"),
        ("totals = []\nfor n in hand:\n    totals.append(points(n))", "sum(totals)"),
        ("totals = []\ndef fill(into):\n    into.append(points(1))\nfill(totals)", "totals[0]"),
        ("try:\n    points('x') // 0\nexcept Exception as error:\n    caught = error", "str(caught)"),
        ("match points(1):\n    case [*rest] | {**rest}:\n        pass", "rest"),
        ("if (n := points(1)):\n    pass", "n"),
        ("a = points(1)\nb = a + 1\nc = [b for _ in hand]", "c"),
        ("kept = open('kept.json').read()", "len(kept)"),
        ("from pathlib import Path\nkept = Path('kept.json').read_text()", "kept"),
        ("import subprocess\ndone = subprocess.run(['gamerules'])", "done.returncode"),
        ("from importlib import import_module\nengine = import_module('toy.engine')", "engine.points(1)"),
        ("this is no Python", "anything"),
    ],
)
def test_what_asks(page: str, expression: str) -> None:
    asking = Asking(["toy"])
    asking.asks(SETUP)
    asking.asks(page)
    assert asking.asks(expression)


@pytest.mark.parametrize(
    ("page", "expression"),
    [
        ("", "188"),
        ("", "2 + 2 == 4"),
        ("", "1 + len('')"),
        ("", "len(hand)"),
        ("", "math.comb(4, 2)"),
        ("def two(n):\n    return 2 * n", "two(1)"),
        ("n = points(1)", "[max(x, 1) for x in hand][0]"),
        ("import toyota", "toyota.points(1)"),
        ("from itertools import *", "len(list(permutations('ABC')))"),
    ],
)
def test_what_asks_nothing(page: str, expression: str) -> None:
    asking = Asking(["toy"])
    asking.asks(SETUP)
    asking.asks(page)
    assert not asking.asks(expression)


def test_a_check_that_asks_nothing_fails(site: Site) -> None:
    """An example that is about no locus may be plain Python; one before it may have made its names."""
    found = site.findings(
        site.page(
            """\
            ```{setup}
            from toy.engine import points
            ```

            {claim}`1 <1 + len('')>` {claim}`2 <points(1)>`

            ```{example}
            >>> one, two = 1, points(1)
            >>> one
            1
            ```

            ```{example}
            :loci: toy.score.1 toy.score.2

            >>> 1 + len('')
            1
            ```

            ```{example}
            :loci: toy.score.1

            >>> two
            2
            ```
            """
        )
    )
    hint = "name something that comes from gamerules or a package under watch in pyproject.toml"
    assert [str(finding) for finding in found] == [
        f"docs/page.md:5: the claim passes, but runs no rule; {hint} [verify.claim]",
        f"docs/page.md:16: (toy.score.1, toy.score.2): the example passes, but runs no rule; {hint} [verify.example]",
    ]
