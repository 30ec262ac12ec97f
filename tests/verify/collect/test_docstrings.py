"""Sessions in docstrings that autodoc shows: none is passed over, and none is imported to be found."""

from __future__ import annotations

import pytest

from tests.verify.project import Project
from verify import session

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
        'show it on the page, in an {example}, or let it run: existing = "doctest" in [tool.verify] [verify.scan]'
    ]


EXISTING = """\
def double(n):
    r\'\'\'Twice.

    >>> double(2)  # a name of the module, and {}
    4
    >>> toyrules.more.double(_three)
    7
    >>> seen = True

    Example:
        >>> double(4)
        9

    .. doctest::
       :skipif: seen

       >>> nobody()
    \'\'\'
    return 2 * n


_three = 3


class Pair:
    \'\'\'>>> seen
    False
    \'\'\'

    size = 2
    \'\'\'How many.

    >>> Pair.size
    3
    \'\'\'

    def _hidden(self):
        \'\'\'>>> 1
        2
        \'\'\'

    def left_out(self):
        \'\'\'>>> 1
        2
        \'\'\'
"""


def test_on_an_existing_page_it_is_run_in_a_namespace_of_its_own(project: Project) -> None:
    project.write("pyproject.toml", '[tool.verify]\nexisting = "doctest"\n')
    project.write("toyrules/more.py", EXISTING)
    project.write("toyrules/__init__.py", "from .more import *\nThree = Pair\n")
    (project.root / "docs/sources/toy.json").unlink()
    project.page(
        "one.rst",
        """
        .. autofunction:: toyrules.more.double

        .. autoclass:: toyrules.Three
           :members:
           :exclude-members: left_out

        >>> seen = 1
    """,
    )
    project.page("two.md", "```{eval-rst}\n.. autofunction:: toyrules.more.double\n```\n")
    outcome = session.verify_site(project.settings)
    assert [str(finding) for finding in outcome.findings] == [
        "toyrules/more.py:6: the example says 7; it gives 6 [verify.example]",
        "toyrules/more.py:11: the example says 9; it gives 8 [verify.example]",
        "toyrules/more.py:26: the example raises NameError: name 'seen' is not defined [verify.example]",
        "toyrules/more.py:33: the example says 3; it gives 2 [verify.example]",
    ]
