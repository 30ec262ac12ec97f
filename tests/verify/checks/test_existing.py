"""Existing pages, as they are: the verdicts of ``sphinx.ext.doctest``, at exact lines, and what passes by leniency."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.forked import run
from tests.verify.project import PLUGIN
from verify import report, session
from verify.model import Verdict
from verify.settings import SettingsError, from_mapping

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verify.project import Project

CONF = '''
project = "toy"
extensions = ["myst_parser", "sphinx.ext.doctest"]
exclude_patterns = ["left/*"]
doctest_global_setup = """
import math, sys
answer = 42
"""
doctest_global_cleanup = "del answer"
'''

PAGE = """
# A page

```{doctest}
>>> answer                       # line 5
42
>>> 1 + 1                        # wrong
3
>>> list(range(20))              # the flag that is on by default
[0, 1, ..., 19]
>>> 1 == 1                       # True is not 1
1
>>> [1].index(5)                 # another text
Traceback (most recent call last):
  ...
ValueError: nothing of the kind
>>> [1].index(5)                 # another kind
Traceback (most recent call last):
  ...
KeyError: 5

>>> # a comment alone
>>>
>>> x = [1,
...      2]

>>> print("a\\n\\nb")
a
<BLANKLINE>
b
>>> print("a\\t|")                # a tab
a       |
>>> def f(x):                    # a name and a file as doctest gives
...     return x
>>> f
<function f at 0x...>
>>> __name__
'builtins'
>>> f.__code__.co_filename
'<doctest default[9]>'
>>> import inspect; print(inspect.getsource(f), end="")
def f(x):                    # a name and a file as doctest gives
    return x
>>> 1 +                          # a syntax error that is meant
Traceback (most recent call last):
  ...
SyntaxError: invalid syntax
>>> 1 +                          # and one that is not
>>> print("printed")             # nothing said of it
>>> print("x y")                 # doctest: +NORMALIZE_WHITESPACE
x    y
>>> nobody()                     # doctest: +SKIP
5
>>> print("ab...c")              # doctest: -ELLIPSIS
a...c
```

* nested

  ```{testsetup} late
  late = 1
  ```
  :::{note}
  ```{testcode}
  print(answer)
  print(late)                    # not of this group
  ```
  ```{testoutput}
  42
  1
  ```
  :::

```{testcode} late, other
print("both")
print(len([late]))               # other has none
```
```{testoutput} late, other
:options: +NORMALIZE_WHITESPACE
both

1
```

```{testcode} late
print("unsaid")                  # no output
```

```{testcode} late
raise ValueError("x")            # another text
```
```{testoutput} late
Traceback (most recent call last):
  ...
ValueError: y
```

```{doctest} *
>>> answer + 1                   # in each of three groups
44
```

```{doctest} third
:skipif: sys.platform and answer
>>> nobody()                     # not here
```

```{doctest} third
:pyversion: < 3
>>> nobody()                     # nor now
```

```{doctest} third
:options: -ELLIPSIS
:hide:
>>> print("x...")
x...
>>> print("one")                 # no ellipsis
o...
>>> print("two")                 # doctest: +ELLIPSIS
t...
```
"""

REST = """
Rest
====

.. glossary::

   term
      Words.

      >>> 1 + 1  # in a glossary
      3

.. testsetup::

   import os

.. testcleanup::

   del os

- item

  .. doctest::

     >>> answer
     42
     >>> os.sep  # as it stands
     ':'

     >>> answer = 1

.. include:: _part.txt
   :start-after: start

Two more:

>>> for number in range(2):  # a loop
...     print(number)
...     number / 0
0
>>> answer
1
"""

FAILED = re.compile(r"Failed example:\n((?:    .*\n)+)")


@pytest.fixture
def existing(project: Project) -> Project:
    """Return a site whose pages are run as they are."""
    project.write("pyproject.toml", '[tool.verify]\nexisting = "doctest"\n')
    project.write("conf.py", CONF)
    (project.root / "docs/sources/toy.json").unlink()
    project.page("index.md", PAGE)
    project.page("rest.rst", REST)
    project.write("docs/_part.txt", ">>> 1/0\nstart\n\n>>> 'included'  # line 4\n'excluded'\n")
    return project


def _mark(path: Path, line: int) -> str:
    """Return the last comment at or above a line of a page."""
    above = path.read_text("utf-8").split("\n")[:line]
    return str(re.findall(r"# (.*)", "\n".join(above))[-1])


def test_the_verdicts_are_those_of_sphinx(existing: Project) -> None:
    done = run("sphinx", "-q", "-c", ".", "-b", "doctest", "docs", "_out/doctest", cwd=existing.root)
    failed = [re.findall(r"# (.*)", example)[-1] for example in FAILED.findall(done.stdout + done.stderr)]
    outcome = session.verify_site(existing.settings)
    found = [_mark(existing.root / one.place.path, one.place.line) for one in outcome.findings]
    assert sorted(found) == sorted(set(failed))  # a block of four groups is told once
    assert len(found) == 16


def _only(project: Project, text: str, name: str = "index.md") -> list[str]:
    """Return what a site of one page reports, skips and notes."""
    project.page(name, text)
    for path in (project.root / "docs").glob("*.*"):
        if path.name != name:
            path.unlink()
    outcome = session.verify_site(project.settings)
    return report.STYLES["text"](outcome.findings, outcome.results, notes=outcome.notes).split("\n")


def test_an_output_that_is_not_skipped_with_its_code_is_told(existing: Project) -> None:
    code = "```{testcode}\n%sprint(1)\n```\n\n```{testoutput}\n%s%d\n```\n"
    found = _only(existing, "# Page\n\n" + code % ("", ":skipif: True\n\n", 1))
    assert any("index.md:10: the output is not skipped where its code is" in line for line in found), found
    found = _only(existing, "# Page\n\n" + code % (":skipif: True\n\n", ":skipif: True\n\n", 2))
    assert not any("verify." in line for line in found), found


def test_lines_and_words(existing: Project) -> None:
    outcome = session.verify_site(existing.settings)
    found = [str(finding) for finding in outcome.findings]
    assert found[0] == "docs/_part.txt:4: the example says 'excluded'; it gives 'included' [verify.example]"
    assert "docs/index.md:6: the example says 3; it gives 2 [verify.example]" in found
    assert (
        "docs/index.md:16: the example says KeyError: 5; it gives ValueError: 5 is not in list [verify.example]"
        in found
    )
    assert "docs/index.md:65: the example raises NameError: name 'late' is not defined [verify.example]" in found
    assert "docs/rest.rst:38: the example raises ZeroDivisionError: division by zero [verify.example]" in found


LENIENT = [
    (10, "'1 == 1' cannot be false, so it asserts nothing"),
    (
        12,
        "the page shows ValueError: nothing of the kind; it raises ValueError: 5 is not in list, and only its kind is "
        "compared",
    ),
    (51, "the statement is skipped by its flag"),
    (85, "the code has no output, so it asserts nothing"),
    (89, "the page shows ValueError: y; it raises ValueError: x, and only its kind is compared"),
]


def test_what_passes_only_by_leniency_is_noted_and_in_strict_mode_a_fault(existing: Project) -> None:
    first = session.verify_site(existing.settings)
    assert [(note.place.line, note.message) for note in first.notes] == LENIENT
    again = session.verify_site(existing.settings, fresh=False)
    assert again.reused
    assert again.notes == first.notes
    existing.write("pyproject.toml", '[tool.verify]\nexisting = "strict"\n')
    strict = session.verify_site(existing.settings)
    assert strict.notes == []
    assert set(LENIENT) < {(one.place.line, one.message) for one in strict.findings}


def test_what_needs_a_name_that_a_failure_left_out_is_skipped(existing: Project) -> None:
    assert _only(
        existing,
        """
        >>> import nosuchmodule.part as part
        >>> 1 + 1
        3

        Words.

        >>> part.a
        5
        >>> 1 + 1
        4

        More.

        >>> while part: pass

        .. doctest:: other

           >>> from nosuchmodule import a, b
           >>> from nosuchmodule import c
           >>> 1
           2

        A block that needs nothing is judged.

        >>> 1 + 2
        5
        """,
        "index.rst",
    ) == [
        "docs/index.rst:1: the example raises ModuleNotFoundError: No module named 'nosuchmodule' [verify.example]",
        "    docs/index.rst:1",
        "        >>> import nosuchmodule.part as part",
        "docs/index.rst:2: the example says 3; it gives 2 [verify.example]",
        "    says:  3",
        "    gives: 2",
        "           ^",
        "docs/index.rst:18: the example raises ModuleNotFoundError: No module named 'nosuchmodule' [verify.example]",
        "    docs/index.rst:18",
        "        >>> from nosuchmodule import a, b",
        "docs/index.rst:25: the example says 5; it gives 3 [verify.example]",
        "    says:  5",
        "    gives: 3",
        "           ^",
        "docs/index.rst:19: note: not run, because nosuchmodule is missing since line 18 fails",
        "docs/index.rst:7: skipped: not run, because part is missing since line 1 fails (and 1 check below it)",
        "5 checks: 0 claims, 5 examples, 0 records; 3 fail, 2 skipped, 1 note",
    ]


def test_blocks_that_cannot_be_read(existing: Project) -> None:
    text = """
    ```{doctest}
    words only
    ```

    ```{testsetup}
    ```

    ```{doctest}
    :options: +ELIPSIS
    :pyversion: three
    :hidden:
    >>> 1
    1
    >>>2
    ```

    ```{testsetup} broken
    :skipif: nobody
    ```

    ```{doctest} loud
    >>> 2
    2
    ```

    ```{testsetup} loud
    print(1)
    ```
    """
    assert _only(existing, text)[:-1] == [
        "docs/index.md:9: '+ELIPSIS' is not a flag of doctest; write it as +ELLIPSIS or -ELLIPSIS [verify.option]",
        "docs/index.md:10: 'three' is not a range of versions; write it as >= 3.12 [verify.option]",
        "docs/index.md:11: {doctest} has no option 'hidden'; did you mean 'hide'? [verify.option]",
        "docs/index.md:14: malformed session: no space after >>>: '>>>2'; write it as at Python's own prompt "
        "[verify.example]",
        "docs/index.md:22: the example was not run: its set-up on docs/index.md:27 fails [verify.depends]",
        "docs/index.md:27: the set-up prints something, which counts as a failure; let it print nothing [verify.setup]",
        "docs/index.md:2: note: the example has no prompt, so it asserts nothing; begin each statement with '>>> '",
        "docs/index.md:5: note: the testsetup is empty",
        "docs/index.md:17: note: the testsetup is empty",
    ]


def test_the_setting_is_named_where_it_helps(project: Project) -> None:
    page = project.scan(project.page("page.md", "```{doctest}\n>>> 1\n1\n```\n"))
    assert [finding.message for finding in page.findings] == [
        "{doctest} is not run by verify; write {example} or {setup}, or let it run as it stands: "
        'existing = "doctest" in [tool.verify]'
    ]
    with pytest.raises(
        SettingsError, match="existing is 'doctest' or 'strict', not 'docktest'; did you mean 'doctest'"
    ):
        from_mapping(project.root, {"existing": "docktest"})


def test_a_configuration_that_cannot_be_run(existing: Project) -> None:
    existing.write("conf.py", "import nosuchmodule\n")
    with pytest.raises(SettingsError, match=r"conf\.py cannot be run, .*No module named 'nosuchmodule'"):
        session.verify_site(existing.settings)


def test_the_doors_agree(existing: Project) -> None:
    existing.write("conf.py", CONF.replace('"sphinx.ext.doctest"', '"sphinx.ext.doctest", "verify"'))
    outcome = session.verify_site(existing.settings)
    found = [str(finding) for finding in outcome.findings]
    built = existing.build()
    assert built.status == 1
    assert [line for line in built.output.split("\n") if "[verify." in line] == found
    assert [line for line in built.output.split("\n") if ": note: " in line] == list(report.noted(outcome.notes))
    tested = run("pytest", *PLUGIN, "--verify", "-p", "no:cacheprovider", cwd=existing.root)
    assert all(line in tested.stdout for line in found)
    assert all(line in tested.stdout for line in report.noted(outcome.notes))
    failing = {result.check for result in outcome.results if result.verdict is Verdict.FAILS}
    assert f"{len(failing)} failed" in tested.stdout


def test_a_site_without_myst_is_built(existing: Project) -> None:
    existing.write("conf.py", CONF.replace('"myst_parser", "sphinx.ext.doctest"', '"sphinx.ext.doctest", "verify"'))
    existing.page("index.rst", "Page\n====\n\n>>> 1 + 1\n3\n")
    for name in ("index.md", "rest.rst", "_part.txt"):
        (existing.root / "docs" / name).unlink()
    assert existing.build().findings == [("docs/index.rst", 4, "verify.example")]
