"""Sessions in docstrings that autodoc shows: none is passed over, and none is imported to be found."""

from __future__ import annotations

import pytest

from tests.verify.project import Project

MODULE = '''\
"""Rules.

>>> double(1)
2
"""

raise SystemExit("nothing imports this")


def double(n):
    """>>> double(2)
    4
    >>> double(3)
    6
    """
    return 2 * n


def plain(n):
    """Nothing."""


class Pair:
    """Two.

    >>> Pair()
    """

    async def swap(self):
        r"""Swap.

        >>> Pair().swap()
        """
'''


@pytest.mark.parametrize(
    ("directive", "lines"),
    [
        ("{automodule} toyrules.more\n:members:", [3, 11, 26, 32]),
        ("{autofunction} toyrules.more.double", [11]),
        ("{autofunction} toyrules.more::double(n)", [11]),
        ("{autoclass} toyrules.more.Pair", [26, 32]),
        ("{automethod} toyrules.more.Pair.swap", [32]),
        ("{currentmodule} toyrules.more\n```\n\n```{autofunction} double", [11]),
        ("{autofunction} toyrules.more.plain", []),
        ("{autofunction} toyrules.more.none", []),
        ("{autofunction} toyrules.double", []),
        ("{autofunction} elsewhere.double", []),
        ("{autofunction}", []),
        ("{eval-rst}\n.. autofunction:: toyrules.more.double", [11]),
    ],
)
def test_a_session_in_a_docstring_is_a_fault_at_its_line(project: Project, directive: str, lines: list[int]) -> None:
    project.write("toyrules/more.py", MODULE)
    page = project.scan(project.page("page.md", f"# Page\n\n```{directive}\n```\n"))
    assert [(finding.place.path, finding.place.line) for finding in page.findings] == [
        ("toyrules/more.py", line) for line in lines
    ]
    assert {finding.says for finding in page.findings} <= {
        "a Python session in a docstring that docs/page.md shows is not run"
    }
    assert (page.files == ("toyrules/more.py",)) is bool(lines)


def test_in_rest(project: Project) -> None:
    project.write("toyrules/more.py", MODULE)
    page = project.scan(project.page("page.rst", ".. autofunction:: toyrules.more.double\n"))
    assert [str(finding) for finding in page.findings] == [
        "toyrules/more.py:11: a Python session in a docstring that docs/page.rst shows is not run; "
        "show it on the page, in an {example} [verify.scan]"
    ]
