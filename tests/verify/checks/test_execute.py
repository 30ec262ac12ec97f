"""Each kind of failure, with its message and its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from verify.model import Kind, Page, Verdict
from verify.session import scan_pages

if TYPE_CHECKING:
    from tests.verify.conftest import Site

SETUP = "```{setup}\nfrom toy.engine import points, share, play\n```\n"


def test_what_holds(site: Site) -> None:
    text = SETUP + (
        "{claim}`8 <points(4)>`, {claim}`eight <points(4)>`, {holds}`true words <points(4) == 8>`\n\n"
        "```{example}\n>>> points(3)\n6\n>>> twice = points(2) * 2\n>>> twice\n8\n```\n\n"
        "```{example}\n:breaks: toy.play.3\n>>> play('joker')\n```\n\n"
        "```{example}\n:raises: ZeroDivisionError\n>>> share(1, 0)\n```\n"
    )
    ran = site.run(site.page(text))
    assert [str(result.verdict) for result in ran.results] == ["holds"] * 7
    assert [result.compared for result in ran.results] == [0, 1, 1, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (
            "{claim}`9 <points(4)>`",
            ["docs/page.md:4: the page says 9; the rules give 8 [verify.claim]"],
        ),
        (
            "{claim}`nine or so <points(4)>`",
            [
                "docs/page.md:4: the page says nine or so; the rules give 8; put just the figure into the "
                "role (digits as "
                "the language groups them, or words) [verify.claim]"
            ],
        ),
        (
            "{holds}`more <points(4) > 8>`",
            ["docs/page.md:4: the page states 'more'; by the rules points(4) > 8 is False [verify.holds]"],
        ),
        (
            "{holds}`more <points(4)>`",
            [
                "docs/page.md:4: the page states 'more'; by the rules points(4) is 8; a clause holds when its "
                "expression is True: write it as a comparison [verify.holds]"
            ],
        ),
        (
            "{holds}`more <[points(4)]>`",
            [
                "docs/page.md:4: the page states 'more'; by the rules [points(4)] is [8]; a clause holds when its "
                "expression is True: write it as a comparison [verify.holds]"
            ],
        ),
        (
            "{claim}`7 <points(4) == 8>`",
            [
                "docs/page.md:4: the page states '7'; by the rules points(4) == 8 is True, which is compared with no "
                "word; let it yield the figure or name that is shown, or use {holds} for a clause that is true "
                "[verify.claim]"
            ],
        ),
        (
            "{holds}`so <2 > 1>`",
            [
                "docs/page.md:4: the clause passes, but runs no rule; let it call a function of a package "
                "under watch in pyproject.toml [verify.asked]"
            ],
        ),
        (
            "{claim}`8 <4 + 4>`",
            [
                "docs/page.md:4: the claim passes, but runs no rule; let it call a function of a package "
                "under watch in pyproject.toml [verify.asked]"
            ],
        ),
        ("{claim}`8 <points(>`", ["docs/page.md:4: not Python: '(' was never closed [verify.claim]"]),
        (
            "{claim}`8 <point(4)>`",
            ["docs/page.md:4: the claim raises NameError: name 'point' is not defined [verify.claim]"],
        ),
        (
            "{claim}`8 <share(4, 0)>`",
            [
                "docs/page.md:4: the rule toy.engine.share raises ZeroDivisionError: integer division or "
                "modulo by zero "
                "(carries out toy.score.2) [verify.claim]"
            ],
        ),
        (
            "```{example}\n:loci: toy.score.1\n\n>>> points(1)\n2\n>>> points(2)\n5\n>>> points(3)\n7\n```",
            [
                "docs/page.md:9: (toy.score.1): the example says 5; the rules give 4 [verify.example]",
                "docs/page.md:11: (toy.score.1): the example says 7; the rules give 6 [verify.example]",
            ],
        ),
        (
            "```{example}\n>>> points(1)\n2\n>>> share(1, 0)\n1\n```",
            [
                "docs/page.md:7: the rule toy.engine.share raises ZeroDivisionError: integer division or "
                "modulo by zero "
                "(carries out toy.score.2) [verify.example]"
            ],
        ),
        (
            "```{example}\n>>> for n in range(4):\n...     print(n)\n0\n1\ntwo\n3\n```",
            [
                "docs/page.md:5: the example's output differs from what the rules give in line 3 [verify.example]",
            ],
        ),
        (
            "```{example}\n>>> 1 == points(1) / 2\n1\n```",
            ["docs/page.md:5: the example says 1; the rules give True [verify.example]"],
        ),
        (
            "```{example}\n>>> points(1)\n2\n>>> x = = 3\n3\n```",
            ["docs/page.md:7: not Python: invalid syntax [verify.example]"],
        ),
        (
            "```{example}\n>>> points(1)\n>>> points(2)\n4\n```",
            ["docs/page.md:5: the example says nothing; the rules give 2 [verify.example]"],
        ),
        (
            "```{example}\n>>> play('joker')\nTraceback (most recent call last):\n"
            "gamerules.rules.IllegalAction: no\n```",
            [
                "docs/page.md:5: the example says gamerules.rules.IllegalAction: no; the rules give "
                "gamerules.rules.IllegalAction: joker is not legal: the joker stays in the box (toy.play.3); "
                "legal: ace king [verify.example]"
            ],
        ),
        (
            "```{example}\n:breaks: toy.play.4\n\n>>> play('joker')\n```",
            [
                "docs/page.md:7: (toy.play.4): the example must break toy.play.4; it raises "
                "gamerules.rules.IllegalAction: "
                "joker is not legal: the joker stays in the box (toy.play.3); legal: ace king [verify.example]"
            ],
        ),
        (
            "```{example}\n:breaks: toy.play.3\n\n>>> play('ace')\n```",
            [
                "docs/page.md:7: (toy.play.3): the example must break toy.play.3; the rules allow it and print 'ace' "
                "[verify.example]"
            ],
        ),
        (
            "```{example}\n:breaks: toy.play.3\n\n>>> play(joker)\n```",
            [
                "docs/page.md:7: (toy.play.3): the example must break toy.play.3; it raises NameError: name "
                "'joker' is not "
                "defined, which names no locus [verify.example]"
            ],
        ),
        (
            "```{example}\n:raises: LookupError\n\n>>> share(1, 0)\n```",
            [
                "docs/page.md:7: the example must raise LookupError; it raises ZeroDivisionError: integer division or "
                "modulo by zero [verify.example]"
            ],
        ),
        (
            "```{example}\n:raises: Exception\n\n>>> share(1, 0)\n```",
            [
                "docs/page.md:7: :raises: Exception would hold for any failure; name the error's own class "
                "[verify.example]"
            ],
        ),
        (
            "```{example}\n>>> import warnings\n>>> warnings.warn('old', DeprecationWarning)\n>>> points(1)\n2\n```",
            [
                "docs/page.md:6: the example causes DeprecationWarning: old; mend the cause, or filter the "
                "warning in a "
                "set-up [verify.example]"
            ],
        ),
        (
            "```{example}\n>>> raise SystemExit(0)\n0\n```",
            ["docs/page.md:5: the example raises SystemExit: 0 [verify.example]"],
        ),
    ],
)
def test_failures(site: Site, body: str, wanted: list[str]) -> None:
    assert site.messages(f"{SETUP}{body}\n") == wanted


NEVER = "the assertion is never reached, so it asserts nothing; let this example reach it, or remove it"


@pytest.mark.parametrize(
    ("session", "line"),
    [
        (">>> def see(n):\n...     assert points(n) == 0, n", 6),
        (">>> class See:\n...     def it(self):\n...         assert points(1) == 2", 7),
        (">>> if points(1) > 2: assert points(1) == 0", 5),
        (">>> if points(1) < 2:\n...     assert False", 6),
        (">>> for n in ():\n...     assert points(n) == 2 * n", 6),
        (">>> def see(n):\n...     assert (n and\n...         points(n) == 2)\n>>> see(1)", 0),
        (">>> for n in (1, 2): assert points(n) == 2 * n", 0),
        (">>> def see(n):\n...     yield\n...     assert points(n) == 2\n>>> list(see(1))\n[None]", 0),
        (">>> assert points(1) == 2", 0),
    ],
)
def test_an_assertion_must_be_reached(site: Site, session: str, line: int) -> None:
    found = site.messages(f"{SETUP}```{{example}}\n{session}\n>>> points(1)\n2\n```\n")
    assert found == ([f"docs/page.md:{line}: {NEVER} [verify.example]"] if line else [])


def test_an_assertion_that_is_reached_can_fail(site: Site) -> None:
    session = ">>> def see(n):\n...     assert points(n) == 0\n>>> see(1)\n>>> points(1)\n2"
    assert site.messages(f"{SETUP}```{{example}}\n{session}\n```\n") == [
        "docs/page.md:6: the example raises AssertionError [verify.example]"
    ]


@pytest.mark.parametrize(
    ("session", "line", "says"),
    [
        (">>> points(1)\n2\n\n3\n", 8, "'3' is neither statement nor output"),
        ("points(1)\n>>> points(1)\n2\n", 5, "'points(1)' is neither statement nor output"),
        (">>> # a word\n2\n>>> points(1)\n2\n", 6, "'2' is neither statement nor output"),
        (">>> points(1) # doctest: +SKIP\n2\n", 5, "the switch SKIP is not allowed"),
        (">>> points(1) # doctest: +IGNORE_EXCEPTION_DETAIL\n2\n", 5, "IGNORE_EXCEPTION_DETAIL is not allowed"),
        (">>>points(1)\n2\n", 5, "malformed session"),
        (">>> x = points(1)\n", 5, "the example has no output, so it asserts nothing"),
        ("points(1)\n", 5, "the example has no prompt, so it asserts nothing"),
    ],
)
def test_malformed_sessions_by_hand(site: Site, session: str, line: int, says: str) -> None:
    """The scan refuses most of these; the engine must not depend on it."""
    setup = site.check(Kind.SETUP, "from toy.engine import *\n", 1)
    example = site.check(Kind.EXAMPLE, session, 5)
    (found,) = site.findings(Page("docs/page.md", (setup, example)))
    assert (found.place.path, found.place.line) == ("docs/page.md", line)
    assert says in found.says


def test_the_difference_points_at_the_character(site: Site) -> None:
    (found,) = site.findings(site.page(SETUP + "{claim}`1,180 <points(594)>`\n"))
    assert found.difference == "says:  1,180\ngives: 1,188\n           ^"


def test_a_long_difference_is_compact(site: Site) -> None:
    text = SETUP + "```{example}\n>>> for n in range(40): print('row', points(n))\n"
    text += "".join(f"row {2 * n if n != 20 else 41}\n" for n in range(40)) + "```\n"
    (found,) = site.findings(site.page(text))
    assert found.says.endswith("in line 21")
    assert found.difference.splitlines()[1:] == [
        "…",
        "  row 38",
        "- row 41",
        "?      ^",
        "+ row 40",
        "?      ^",
        "  row 42",
        "…",
    ]


@pytest.mark.parametrize("end", ["...", "... "])
def test_a_block_may_be_closed_as_at_the_prompt(site: Site, end: str) -> None:
    body = f"```{{example}}\n>>> for n in (1, 2):\n...     n\n{end}\n1\n2\n>>> if True:\n...     3\n{end}\n3\n```\n"
    assert site.messages(body) == []


def test_blanks_at_the_end_and_tabs_are_as_they_look(site: Site) -> None:
    body = "```{example}\n>>> print('a \\n \\n\\tb')\na\n<BLANKLINE>\n\tb\n>>> print('a\\tb ')\na       b\n```\n"
    assert site.messages(body) == []
    (found,) = site.findings(site.page("```{example}\n>>> print('a  b')\na b\n```\n"))
    assert found.difference.splitlines()[-1].strip() == "^"


@pytest.mark.parametrize(
    ("printed", "says", "line", "marks"),
    [
        ("a\\n\\nb\\nc", "a\n<BLANKLINE>\nb\nd", 4, "- d|+ c"),
        ("a\\n", "a\n<BLANKLINE>\n<BLANKLINE>", 3, "- <BLANKLINE>"),
        ("a\\n", "a", 2, "+ <BLANKLINE>"),
        ("a\\n\\nb", "a\nb", 2, "+ <BLANKLINE>"),
    ],
)
def test_an_empty_line_is_what_its_mark_says(site: Site, printed: str, says: str, line: int, marks: str) -> None:
    (found,) = site.findings(site.page(f"```{{example}}\n>>> print('{printed}')\n{says}\n```\n"))
    assert found.says.endswith(f"in line {line}")
    assert [row for row in found.difference.splitlines()[1:] if row[0] in "-+"] == marks.split("|")


def test_an_ellipsis_that_fits_is_no_difference(site: Site) -> None:
    body = "```{example}\n:ellipsis:\n\n>>> print(f'{object()}\\nb\\nc')\n<object ...>\nb\nd\n```\n"
    (found,) = site.findings(site.page(body))
    assert found.says.endswith("in line 3")
    assert "object" not in found.difference


def test_very_long_texts_are_shortened(site: Site) -> None:
    text = (
        "```{setup}\nfrom toy.engine import play\nlong = play('ab' * 1_000_000)\n```\n{claim}`abc <long>`\n\n"
        "```{example}\n>>> print(long)\nabc\n```\n\n"
        "```{example}\n:raises: KeyError\n>>> print(long)\n```\n"
    )
    for found in site.findings(site.page(text)):
        assert len(f"{found}{found.difference}") < 800


@pytest.mark.parametrize(
    "change", ["builtins.len = None", "builtins.isinstance = builtins.next = None", "del builtins.dict"]
)
def test_builtins_are_the_pages_own(site: Site, change: str) -> None:
    text = (
        f"```{{setup}}\nimport builtins, toy.engine\nbuiltins.mine = 3\n{change}\n```\n"
        "{claim}`3 <[mine, toy.engine.points(1)][0]>`\n\n"
        "```{example}\n>>> mine\n4\n>>> type(mine)\n<class 'int'>\n```\n"
    )
    assert site.messages(text) == ["docs/page.md:9: the example says 4; the rules give 3 [verify.example]"]


def test_replaced_builtins_stay_replaced_for_the_page(site: Site) -> None:
    setup = "```{setup}\nimport builtins, toy.engine\nbuiltins.len = lambda what: 7\n```\n"
    text = f"{setup}{{claim}}`7 <len([toy.engine.points(1)])>`\n"
    assert site.messages(text) == []


def test_a_page_that_breaks_python_itself_is_told(site: Site) -> None:
    text = (
        "```{setup}\nimport linecache, tokenize, toy, traceback\ntraceback.TracebackException = None\n```\n"
        "{claim}`3 <1 / 0>`\n\n```{example}\n:loci: toy.score.1\n\n>>> toy / 2\n3\n```\n"
    )
    why = "for the page has changed what Python itself needs: TypeError: 'NoneType' object is not callable"
    assert site.messages(text) == [
        f"docs/page.md:5: the claim cannot be run, {why} [verify.claim]",
        f"docs/page.md:10: (toy.score.1): the example cannot be run, {why} [verify.example]",
    ]


def test_frames_are_the_pages_and_the_rules_only(site: Site) -> None:
    site.write("toy/table.py", "from toy.engine import share\ndef lookup(n):\n    return share(n, n - n)\n")
    (found,) = site.findings(site.page("```{example}\n>>> from toy.table import lookup\n>>> lookup(3)\n3\n```\n"))
    assert found.frames.splitlines() == [
        "docs/page.md:3",
        "    >>> lookup(3)",
        "toy/engine.py:14, in share",
        "    return points // players",
    ]
    assert found.by == ("toy.score.2",)


def test_a_failing_setup_is_named_once_and_fails_what_depends_on_it(site: Site) -> None:
    text = (
        "```{setup}\nfrom toy.engine import points\nshares = points(1) / 0\n```\n"
        "{claim}`2 <points(1)>`\n\n```{example}\n>>> points(1)\n2\n```\n"
    )
    assert site.messages(text) == [
        "docs/page.md:3: the setup raises ZeroDivisionError: division by zero [verify.setup]",
        "docs/page.md:5: the claim was not run: its set-up on docs/page.md:2 fails [verify.depends]",
        "docs/page.md:8: the example was not run: its set-up on docs/page.md:2 fails [verify.depends]",
    ]


def test_a_setup_that_is_no_python_names_its_line(site: Site) -> None:
    text = "```{setup}\nfrom toy.engine import points\n\ndef wrong(:\n    pass\n```\n{claim}`2 <points(1)>`\n"
    assert site.messages(text)[0] == "docs/page.md:4: not Python: invalid syntax [verify.setup]"


def test_one_namespace_per_page_in_order(site: Site) -> None:
    text = (
        "{claim}`1 <x>`\n\n```{setup}\nfrom toy.engine import points\nx = points(1) // 2\n```\n{claim}`1 <x>`\n\n"
        "```{example}\n>>> x += 1\n>>> x\n2\n```\n{claim}`2 <x>`\n"
    )
    one, other = site.page(text), site.page("{claim}`1 <x>`\n", "other")
    assert [str(finding) for finding in site.findings(one, other)] == [
        "docs/page.md:1: the claim raises NameError: name 'x' is not defined [verify.claim]",
        "docs/other.md:1: the claim raises NameError: name 'x' is not defined [verify.claim]",
    ]


def test_future_imports_and_dataclasses_work_as_in_a_session(site: Site) -> None:
    text = (
        "```{setup}\nfrom __future__ import annotations\nfrom dataclasses import dataclass\n```\n"
        "```{example}\n>>> @dataclass\n... class Deal:\n...     hands: Unknown = 4\n>>> Deal()\nDeal(hands=4)\n"
        ">>> Deal\n<class '__main__.Deal'>\n```\n"
    )
    assert site.messages(text) == []


def test_ellipsis_only_where_the_option_says_so(site: Site) -> None:
    body = ">>> print('a', object())\na <object object at 0x...>\n```\n"
    assert len(site.messages("```{example}\n" + body)) == 1
    assert site.messages("```{example}\n:ellipsis:\n\n" + body) == []


def test_a_skip_needs_a_reason_and_is_not_run(site: Site) -> None:
    with_reason = site.check(Kind.EXAMPLE, ">>> 1\n2\n", 3, skip="the table is lost")
    without = site.check(Kind.EXAMPLE, ">>> 1\n2\n", 9, skip=" ")
    ran = site.run(Page("docs/page.md", (with_reason, without)))
    assert [result.verdict for result in ran.results] == [Verdict.SKIPPED, Verdict.FAILS]
    assert str(ran.results[1].findings[0]) == "docs/page.md:9: :skip: has no reason; write one after it [verify.skip]"


def test_a_warning_may_be_filtered_in_a_setup(site: Site) -> None:
    text = (
        "```{setup}\nimport warnings\nwarnings.filterwarnings('ignore', 'old')\n```\n"
        "```{example}\n>>> warnings.warn('old'); 1\n1\n```\n"
    )
    assert site.messages(text) == []


def test_a_warning_at_the_import_of_a_rule_is_told(site: Site) -> None:
    site.write("toy/old.py", "import warnings\nwarnings.warn('this table is old', DeprecationWarning)\nsize = 3\n")
    assert site.messages("```{setup}\nfrom toy.old import size\n```\n{claim}`3 <size>`\n")[0] == (
        "docs/page.md:2: the setup causes DeprecationWarning in toy/old.py:2: this table is old; mend the "
        "cause, or filter "
        "the warning in a set-up [verify.setup]"
    )


def test_rules_that_cannot_be_imported_are_at_fault(site: Site) -> None:
    site.write("toy/broken.py", "def f(:\n")
    first = site.findings(site.page("```{setup}\nimport toy.broken\n```\n{claim}`3 <toy>`\n"))[0]
    assert first.place.line == 2
    assert first.says == "toy/broken.py:1 is not Python: invalid syntax"


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("sys.modules.clear()", "9: the example raises RuntimeError: lost builtins module"),
        ("_ = sys.modules.clear()", "6: the example takes away modules that Python itself needs; leave in sys.modules"),
        ("del sys.modules['re']", "6: the example takes away modules that Python itself needs; leave in sys.modules"),
        ("sys.modules = {}", "6: the example takes away modules that Python itself needs; leave in sys.modules"),
    ],
)
def test_whoever_takes_away_modules_is_blamed_and_nobody_else(site: Site, code: str, says: str) -> None:
    body = f"```{{example}}\n>>> import sys\n>>> 1\n1\n>>> {code}\n```\n\n{{claim}}`2 <points(1)>`\n"
    (message,) = site.messages(f"```{{setup}}\nfrom toy.engine import points\n```\n\n{body}")
    assert message.startswith(f"docs/page.md:{says}")


def test_what_the_page_imported_may_be_taken_out(site: Site) -> None:
    code = ">>> import sys, toy.engine\n>>> del sys.modules['toy.engine']\n>>> toy.engine.points(1)\n2"
    assert site.messages(f"```{{example}}\n{code}\n```\n") == []


@pytest.mark.parametrize(
    "shown",
    [
        "NameError: name 'pints' is not defined",
        "NameError: name 'pints' is not defined. Did you mean: 'points'?",
        "NameError: name 'pints' is not defined. Did you forget to import 'pints'?",
    ],
)
def test_what_python_guesses_was_meant_is_not_compared(site: Site, shown: str) -> None:
    """Each version of Python guesses otherwise, or not at all."""
    head = "```{example}\n>>> from toy.engine import points\n>>> pints\nTraceback (most recent call last):\n  ...\n"
    assert site.messages(f"{head}{shown}\n```\n") == []
    assert len(site.messages(f"{head}{shown.replace('pints', 'paints', 1)}\n```\n")) == 1
    own = head.replace("pints\n", "raise ValueError('a. Did you mean: b?')\n")
    assert len(site.messages(f"{own}ValueError: a\n```\n")) == 1


RAISING = """\
```{setup}
def noted():
    error = ValueError("one\\n\\ntwo")
    error.add_note("a note\\nof two lines")
    print("before")
    raise error
def several():
    inner = ExceptionGroup("inner", [KeyError("k")])
    inner.add_note("inside")
    raise ExceptionGroup("outer", [ValueError("a"), inner])
```
"""
HEAD = "Traceback (most recent call last):\n    ...\n"


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("noted()", f"before\n{HEAD}ValueError: one\n<BLANKLINE>\ntwo\na note\nof two lines\n"),
        (
            "several()",
            f"{HEAD}ExceptionGroup: outer (2 sub-exceptions)\n   ValueError: a\n"
            "   ExceptionGroup: inner (1 sub-exception)\n   inside\n      KeyError: 'k'\n",
        ),
        ("exec('x = = 3')", f"{HEAD}SyntaxError: invalid syntax\n"),
    ],
)
def test_exceptions_are_compared_whole(site: Site, call: str, shown: str) -> None:
    """The message with all its lines, notes, the exceptions of a group, and what was printed before."""
    text = f"{RAISING}```{{example}}\n>>> {call}\nOUT```\n"
    assert site.messages(text.replace("OUT", shown)) == []
    lines = shown.splitlines()
    for index, line in enumerate(lines):
        if line not in HEAD.splitlines():
            without = [*lines[:index], *lines[index + 1 :], ""]
            assert len(site.messages(text.replace("OUT", "\n".join(without)))) == 1, line
            changed = [*lines[:index], f"{line}x", *lines[index + 1 :], ""]
            result = site.run(site.page(text.replace("OUT", "\n".join(changed)))).results[-1]
            assert [edit.new for edit in result.edits] == [shown.replace("    ...\n", "").removesuffix("\n")], line


def test_the_code_that_runs_is_the_code_on_the_page(site: Site) -> None:
    """Blanks at line ends and tabs within a string are part of it, in Markdown and in reST."""
    body = (
        "```{setup}\ntext = '''a  \n   \n\tb\t|c'''\n```\n\n> ```{example}\n> >>> text, 'd\t e'\n"
        "> ('a  \\n   \\n\\tb\\t|c', 'd\\t e')\n> >>> len('''f \n> ... \t''')\n> 4\n> ```\n"
    )
    page = written(site, "a.md", body)
    assert (page.findings, site.findings(page)) == ((), [])
    body = ".. example::\n\n   >>> 'd\t e', '''f  \n   ... g'''\n   ('d\\t e', 'f  \\ng')\n"
    page = written(site, "a.rst", body)
    assert (page.findings, site.findings(page)) == ((), [])


def written(site: Site, name: str, text: str) -> Page:
    """Write a page to the letter and scan it."""
    site.write(f"docs/{name}", "").write_text(text, encoding="utf-8")
    return scan_pages(site.settings, [f"docs/{name}"])[0]


@pytest.mark.parametrize("sign", "\x00\x07\x0b\x0c\x1c\x1d\x1e\x7f\x85\u2028\u2029")
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.md", "```{{example}}\n>>> 'a{}b'\n'x'\n```\n", 2),
        ("a.md", "```{{example}}\n>>> print('x')\n{}x\n```\n", 3),
        ("a.md", "\n\n{{claim}}`{}x <'x'>`\n", 3),
        ("a.rst", ".. example::\n\n   >>> 'a{}b'\n   'x'\n", 3),
        ("a.rst", "\n\n:claim:`x <'{}x'>`\n", 3),
    ],
)
def test_a_character_that_is_not_read_alike_is_named(site: Site, name: str, text: str, line: int, sign: str) -> None:
    page = written(site, name, text.format(sign))
    said = [str(finding) for finding in page.findings if f"U+{ord(sign):04X}" in finding.says]
    assert len(said) == 1 and said[0].startswith(f"docs/{name}:{line}: "), page.findings


def test_a_tab_that_is_lost_is_named(site: Site) -> None:
    page = written(site, "a.rst", ".. setup::\n\n   text = '''a\n   \tb'''\n")
    assert [str(finding) for finding in page.findings] == [
        "docs/a.rst:4: the parser reads the line otherwise than it is written; indent it with blanks, not tabs, or "
        "write it more plainly [verify.scan]"
    ]
