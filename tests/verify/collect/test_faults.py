"""Nothing is skipped in silence: each way in which other tools lose an example is a fault here, on its own line."""

from __future__ import annotations

import textwrap

import pytest

from tests.verify.project import Project

# Each case: a page, and for each fault expected a line's text (where it must stand) and words of the message.
CASES: dict[str, tuple[str, str, str]] = {
    "directive misspelt": ("```{exmaple}\n>>> 1\n1\n```", "{exmaple}", "write {example}"),
    "directive in capitals": ("```{Example}\n>>> 1\n1\n```", "{Example}", "capitals"),
    "directive without braces": ("```example\n>>> 1\n1\n```", "```example", "only shows its text"),
    "space inside the braces": ("```{ example }\n>>> 1\n1\n```", "{ example }", "only shows its text"),
    "text glued to the braces": ("```{example}x\n>>> 1\n1\n```", "{example}x", "only shows its text"),
    "record misspelt": ("```{recrod} a.yaml\n```", "{recrod}", "write {record}"),
    "erratum in the plural": (":::{errata} S-1\nx\n:::", "{errata}", "write {erratum}"),
    "option misspelt": ("```{example}\n:locii: toy.score.1\n>>> 1\n1\n```", ":locii:", "did you mean 'loci'"),
    "option twice": ("```{example}\n:name: a\n:name: b\n>>> 1\n1\n```", ":name: b", "given twice"),
    "option empty": ("```{example}\n:loci:\n>>> 1\n1\n```", ":loci:", "is empty"),
    "skip without a reason": ("```{example}\n:skip:\n>>> 1\n1\n```", ":skip:", "a reason"),
    "flag with a value": ("```{example}\n:ellipsis: no\n>>> 1\n1\n```", ":ellipsis: no", "takes no value"),
    "two loci broken": ("```{example}\n:breaks: a.b.1 a.b.2\n>>> 1\n```", ":breaks:", "takes one locus"),
    "locus malformed": ("```{example}\n:loci: score-1\n>>> 1\n1\n```", ":loci:", "not a locus"),
    "timeout no number": ("```{example}\n:timeout: soon\n>>> 1\n1\n```", ":timeout:", "not a number of seconds"),
    "yaml option misspelt": ("```{example}\n---\nskpi: b\n---\n>>> 1\n1\n```", "skpi: b", "did you mean 'skip'"),
    "option after the text": ("```{example}\n# note\n:loci: toy.score.1\n>>> 1\n1\n```", ":loci:", "option to the top"),
    "option of a set-up": ("```{setup}\n:loci: toy.score.1\nx = 1\n```", ":loci:", "has no option 'loci'"),
    "name twice": (
        "```{example}\n:name: a\n>>> 1\n1\n```\n\n```{example}\n:name:  a\n>>> 1\n1\n```", ":name:  a", "first at"
    ),
    "argument of an example": ("```{example} x\n>>> 1\n1\n```", "{example} x", "takes no argument"),
    "record without a file": ("```{record}\n```", "{record}", "no argument"),
    "record missing": ("```{record} records/none.yaml\n```", "{record}", "does not exist"),
    "record with a body": ("```{record} a.yaml\ntext\n```", "text", "has no body"),
    "used file missing": ("```{example}\n:uses: none.txt\n>>> 1\n1\n```", ":uses:", "does not exist"),
    "no output": ("```{example}\n>>> x = 1\n```", ">>> x = 1", "asserts nothing"),
    "ellipsis for all": ("```{example}\n:ellipsis:\n>>> f()\n<...>\n```", ">>> f()", "stands for the whole output"),
    "ellipsis after a blank line": (
        "```{example}\n:ellipsis:\n>>> f()\n<BLANKLINE>\n...\n```", ">>> f()", "stands for the whole output"
    ),
    "ellipsis for all of an error": (
        "```{example}\n:ellipsis:\n>>> f()\nTraceback (most recent call last):\n  ...\n...\n```", ">>> f()", "whole"
    ),
    "the same compared": ("```{example}\n>>> x is x\nTrue\n```", ">>> x", "'x is x' cannot be false"),
    "the same asserted": (
        "```{example}\n>>> for n in f():\n...     assert n == n\n>>> 1\n1\n```", "assert n == n", "cannot be false"
    ),
    "a constant asserted": ("```{example}\n>>> assert True\n>>> 1\n1\n```", "assert True", "cannot be false"),
    "no prompt": ("```{example}\nprint(1)\n```", "print(1)", "no prompt"),
    "empty": ("```{example}\n```", "{example}", "is empty"),
    "comments only": ("```{example}\n# nothing\n```", "# nothing", "no prompt"),
    "prompt without a space": ("```{example}\n>>>1\n1\n```", ">>>1", "no space"),
    "continuation without a space": ("```{example}\n>>> (1 +\n...2)\n3\n```", "...2)", "no space"),
    "text before the prompt": ("```{example}\nprose\n>>> 1\n1\n```", "prose", "before the first prompt"),
    "text after a blank line": ("```{example}\n>>> 1\n1\n\nprose\n```", "prose", "after a blank line"),
    "indented otherwise": ("```{example}\n>>> 1\n1\n  >>> 2\n  2\n```", "  >>> 2", "indented otherwise"),
    "doctest skip": ("```{example}\n>>> 1 # doctest: +SKIP\n1\n```", "+SKIP", "no effect"),
    "output though it must fail": ("```{example}\n:raises: ValueError\n>>> f()\n1\n```", ">>> f()", "must raise"),
    "prompt in a set-up": ("```{setup}\n>>> x = 1\n```", ">>> x", "has a prompt"),
    "fence within a paragraph": (
        ":name: ~~~{csv-table} T\n  1\n  ~~~\n\n  ~~~{example}\n  >>> 1\n  1\n  ~~~\n",
        ":name: ~~~",
        "stands in a paragraph",
    ),
    "never closed": ("```{example}\n>>> 1\n1\n\ntext", "```{example}", "never closed"),
    "plain python fence": ("```python\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "plain fence": ("```\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "code-block": ("```{code-block} pycon\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "doctest directive": ("```{doctest}\n>>> 1\n1\n```", "{doctest}", "not run by verify"),
    "indented prompt": ("text\n\n    >>> 1\n    1", ">>> 1", "is not run"),
    "bare prompt": (">>> 1\n1", ">>> 1", "outside an example"),
    "banner before the prompt": ("```pycon\nPython 3.11.7\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "comment before the prompt": ("```pycon\n# a sum\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "code before the prompt": ("```python\nx = 1\n>>> x\n1\n```", ">>> x", "is not run"),
    "prompt in a console": ("```console\n$ python\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "prompt in another language": ("```yaml\na: 1\n\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "prompt in a block of code": ("```{code-block} text\nA sum:\n>>> 1\n1\n```", ">>> 1", "is not run"),
    "console session": ("```console\n$ echo 1\n1\n```", "$ echo 1", "a console session"),
    "console session in the second place": (
        "```console\n$ echo 1\n```\n\n```console\n$ echo 2\n2\n```", "$ echo 2", "leave the output out"
    ),
    "console session in indented text": ("text\n\n    $ echo 1\n    1", "$ echo 1", "a console session"),
    "raw HTML before": ("<div>\n```{example}\n>>> 1\n1\n```\n</div>", "```{example}", "raw HTML"),
    "HTML comment": ("<!--\n\n```{example}\n>>> 1\n```\n\n-->", "```{example}", "an HTML comment"),
    "inline HTML comment": ("text <!-- {claim}`1 <x>` -->", "{claim}", "an HTML comment"),
    "MyST comment": ("% {claim}`1 <x>`", "{claim}", "a comment"),
    "front matter": ("---\ntitle: '{claim}`1 <x>`'\n---\n", "{claim}", "front matter"),
    "option of another": ("```{figure} a.png\n:alt: '{claim}`1 <x>`'\n```", "{claim}", "an option"),
    "raw directive": ("```{raw} html\n{claim}`1 <x>`\n```", "{claim}", "{raw}"),
    "substitution": ("text {{ '{claim}`1 <x>`' }}", "{claim}", "a substitution"),
    "role misspelt": ("{clam}`1 <x>`", "{clam}", "write {claim}"),
    "role in capitals": ("{Claim}`1 <1 + x>`", "{Claim}", "capitals"),
    "role with a space": ("{claim} `1 <x>`", "{claim}", "right behind it"),
    "role never closed": ("{claim}`1 <x>\n\ntext`", "{claim}", "never closed"),
    "role without text": ("the {locus} toy.score.1", "{locus}", "right behind it"),
    "reST role": ("text :claim:`1 <x>`", ":claim:", "as in reST"),
    "claim without expression": ("{claim}`188`", "{claim}", "no expression"),
    "clause without expression": ("{holds}`so`", "{holds}", "the clause 'so' has no expression"),
    "clause around a figure": ("{holds}`all eight <f(x) == 8>`", "{holds}", "the clause has the figure 'eight'"),
    "clause around an ordinal": ("{holds}`the third <f(x) == 3>`", "{holds}", "a {claim} of its own"),
    "clause that cannot be false": ("{holds}`so <x is x>`", "{holds}", "cannot be false; compare what"),
    "clause with a bad locus": ("{holds}`so <x> | here`", "{holds}", "the clause has 'here', which is not a locus"),
    "clause misspelt": ("{hold}`so <x>`", "{hold}", "write {holds}"),
    "claim that holds its answer": ('{claim}`eight <"eight" if x else "">`', "{claim}", "holds 'eight' itself"),
    "claim with a bad locus": ("{claim}`188 <x> | here`", "{claim}", "not a locus"),
    "locus malformed in its role": ("{locus}`score-1`", "{locus}", "not a locus"),
    "cell too many": ("| a |\n|---|\n| b | {claim}`1 <x>` |", "{claim}", "a table's cell too many"),
    "csv-table that is no CSV": ("```{csv-table} T\n\n1, \"a\" {claim}`1 <x>`\n```", "{claim}", "Error with CSV data"),
    "comma in a cell": ("```{csv-table} T\n\n1, {claim}`1 <max(x, y)>`\n```", "{claim}", "is never closed"),
    "csv-table with nothing but a header": (
        "```{csv-table} T\n:header-rows: 1\n\n{claim}`1 <x>`\n```", "{claim}", "no data remaining for table body"
    ),
    "csv-table without rows": (":::{csv-table} T {claim}`1 <x>`\n:::", "{claim}", "requires content"),
    "csv-table from a file": ("```{csv-table} T\n:file: none.csv\n```", "{csv-table}", "No such file"),
    "outside the tabs": ("::::{tab-set}\n{claim}`1 <x>`\n\n:::{tab-item} T\na\n:::\n::::", "{claim}", "its tab-items"),
    "tabs of code": ("````{tab-set-code}\n```{setup}\nx = 1\n```\n````", "{setup}", "literal blocks"),
    "in a button": ("````{button-link} x\n```{setup}\nx = 1\n```\n````", "{setup}", "button-link"),
    "footnote given twice": ("Text.[^1]\n\n[^1]: a\n\n[^1]: {claim}`1 <x>`", "{claim}", "leaves out"),
    "option without its second colon": ("```{example}\n:name a\n>>> 1\n1\n```", ":name a", "not an option"),
    "options that the parser cannot read": ("```{example}\n---\nname: [\n---\n>>> 1\n1\n```", "name: [", "not a name"),
    "title alone": (":::{admonition} {claim}`1 <x>`\n:::", "{claim}", "Content block expected"),
    "backticks behind backticks": ("```{note} `a`\ntext\n```\n\n{claim}`1 <x>`", "{claim}", "never closed"),
    "example in a line of its own": ("```{example} `a`\n>>> 1\n1\n```", "{example}", "in a paragraph"),
    "list-table without a list": ("```{list-table}\n{claim}`1 <x>`\n```", "{claim}", "exactly one bullet list"),
    "list-table of unequal rows": ("```{list-table}\n* - a\n  - b\n* - {claim}`1 <x>`\n```", "{claim}", "uniform"),
    "figure on which docutils fails": ("```{figure} a.png\n[a]: b\n```\n\n{claim}`1 <x>`", "{figure}", "breaks off"),
    "figure without a caption": ("```{figure} a.png\n- {claim}`1 <x>`\n```", "{claim}", "caption must be"),
    "erratum without a check": (
        "````{erratum} S-1\n:locus: toy.score.1\n:stands: a\n:grade: open\ntext\n````", "{erratum}", "has no check"
    ),
    "erratum without options": ("````{erratum} S-1\n{claim}`1 <x>`\n````", "{erratum}", "has no option 'locus'"),
    "erratum of bad grade": (
        "````{erratum} S-1\n:locus: toy.score.1\n:stands: a\n:grade: sure\n{claim}`1 <x>`\n````", ":grade:", "unknown"
    ),
    "quotation too long": (
        "````{erratum} S-1\n:locus: toy.score.1\n:stands: a b c d e f g\n:grade: open\n{claim}`1 <x>`\n````",
        ":stands:",
        "more than six words",
    ),
    "rows malformed": ("```{rows} gamerules.cards\n```", "{rows}", "does not name a callable"),
    "rows with a variable": ("```{rows} a.b:c(x)\n```", "{rows}", "not literals"),
    "include missing": ("```{include} none.md\n```", "{include}", "does not exist"),
    "include without its text": ("```{include} part.md\n:start-after: nowhere\n```", "{include}", "has no text"),
    "include in a circle": ("```{include} page.md\n```", "{include}", "includes itself"),
}  # fmt: skip

RST_CASES: dict[str, tuple[str, str, str]] = {
    "directive misspelt": (".. exmaple::\n\n   >>> 1\n   1", "exmaple", "write .. example::"),
    "one colon": (".. example:\n\n   >>> 1\n   1", ".. example:", "a comment"),
    "no space": ("text\n..example::", "..example::", "a paragraph"),
    "in a comment": ("..\n   .. example::\n\n      >>> 1\n      1", ".. example::", "a comment"),
    "capitals": (".. Example::\n\n   >>> 1\n   1", ".. Example::", "capitals"),
    "option misspelt": (".. example::\n   :locii: a.b.1\n\n   >>> 1\n   1", ":locii:", "did you mean 'loci'"),
    "no output": (".. example::\n\n   >>> x = 1", ">>> x", "asserts nothing"),
    "bare prompt": ("text\n\n>>> 1\n1", ">>> 1", "outside an example"),
    "banner before the prompt": (".. code:: pycon\n\n   Python 3\n   >>> 1\n   1", ">>> 1", "is not run"),
    "console session": (".. code:: console\n\n   $ echo 1\n   1", "$ echo 1", "a console session"),
    "literal block": ("text::\n\n   >>> 1\n   1", ">>> 1", "is not run"),
    "MyST role": ("text {claim}`1 <x>` end", "{claim}", "as in MyST"),
    "role misspelt": ("text :clam:`1 <x>` end", ":clam:", "write :claim:"),
    "no space before the role": ("text:claim:`1 <x>` end", ":claim:", "no space before it"),
    "clause around a figure": ("all :holds:`twice two <x>`", ":holds:", "the figure 'twice'"),
    "role never closed": ("text :claim:`1 <x>\n\nend`", ":claim:", "never closed"),
    "substitution": (".. |x| example::\n\n   >>> 1\n   1", "|x|", "not by the crude count"),
    "in emphasis": ("*a :claim:`1 <x>` b*", ":claim:", "emphasis"),
    "in strong text": ("**a :claim:`1 <x>`**", ":claim:", "strong text"),
    "role with a suffix": ("a :claim:`1 <x>`_", ":claim:", "reference suffix"),
    "table that is never closed": ("===  ===\na    :claim:`1 <x>`\n===  ===\nb", ":claim:", "Malformed table"),
    "argument that is not shown": (".. grid:: 1\n   :claim:`1 <x>`", ":claim:", "the argument of grid"),
    "outside the tabs": (".. tab-set::\n\n   :claim:`1 <x>`", ":claim:", "outside its tab-items"),
    "title alone": (".. admonition:: :claim:`1 <x>`", ":claim:", "Content block expected"),
    "figure without a caption": (".. figure:: a.png\n\n   - :claim:`1 <x>`", ":claim:", "caption must be"),
    "comma in a cell": (".. csv-table:: T\n\n   1, :claim:`1 <max(x, y)>`", ":claim:", "never closed"),
    "joined cells": ("+---+---+\n| a :claim:`1 <x>` |\n+---+---+\n| b | c |\n+---+---+", ":claim:", "Malformed table"),
}


def check(project: Project, name: str, text: str, at: str, words: str) -> None:
    path = project.page(name, text + "\n")
    findings = project.scan(path).findings
    lines = (project.root / path).read_text("utf-8").split("\n")
    line = next(number for number, content in enumerate(lines, start=1) if at in content)
    here = [finding for finding in findings if finding.place.line == line and words in finding.message]
    assert here, f"no fault with {words!r} on line {line}; faults: {[str(finding) for finding in findings]}"


@pytest.mark.parametrize("case", CASES)
def test_is_loud(project: Project, case: str) -> None:
    project.write("docs/part.md", "text\n")
    check(project, "page.md", *CASES[case])


@pytest.mark.parametrize("case", RST_CASES)
def test_is_loud_in_rst(project: Project, case: str) -> None:
    check(project, "page.rst", *RST_CASES[case])


def test_sphinx_tells_each_fault_once(project: Project) -> None:
    """What the scan reports is not reported again because the renderer sees it otherwise."""
    cases = [(f"m{number}.md", f"# Page\n\n{text}\n") for number, (text, _, _) in enumerate(CASES.values())]
    cases += [(f"r{number}.rst", f"Page\n====\n\n{text}\n") for number, (text, _, _) in enumerate(RST_CASES.values())]
    project.write("docs/index.md", "# Home\n")
    for name, text in cases:
        if "{figure} a.png\n[a]" not in text:  # on which Sphinx breaks off
            project.write(f"docs/{name}", text)
    built = project.build("dummy")
    assert len(built.findings) > len(CASES)
    assert [finding for finding in built.findings if finding[2] == "verify.agreement"] == []


def test_a_file_that_is_not_utf8(project: Project) -> None:
    project.write("docs/page.md", "# Титул\n\nещё\n".encode("cp1251"))
    (finding,) = project.scan("docs/page.md").findings
    assert (finding.place.line, "byte 2 " in finding.says) == (1, True)
    project.write("docs/page.md", b"# a\n\nb\xff\n")
    (finding,) = project.scan("docs/page.md").findings
    assert (finding.place.line, "byte 6 (0xff)" in finding.says) == (3, True)


def test_what_is_shown_is_no_fault(project: Project) -> None:
    path = project.page(
        "page.md",
        """
        # How to write

        Write ``{claim}`188 <x>` `` or `{locus}`, and \\{claim}`this` is text.

        ````md
        ```{example}
        :locii: x
        >>> 1
        ```
        ````

        ```console
        $ make html
        $ sphinx-build \\
          docs html
        ```

        ```{code-block} md
        {clam}`1`
        ```
        """,
    )
    page = project.scan(path)
    assert (page.checks, page.findings) == ((), ())


@pytest.mark.parametrize("shown", ["$ echo 1\n1", "irb> 1 + 1\n=> 2", ">>> no_such_name\n1"])
def test_a_session_that_cannot_run_is_shown_with_a_reason(project: Project, shown: str) -> None:
    page = project.scan(project.page("page.md", f"```{{example}}\n:skip: needs a shell\n\n{shown}\n```\n"))
    assert (page.findings, page.checks[0].option("skip"), page.checks[0].text) == ((), "needs a shell", shown)


def test_options_of_a_directive_without_text(project: Project) -> None:
    project.write("docs/a.yaml", "game: toy\n")
    for options in ("---\nname: a\nloci: toy.score.1\n---", ":name: a\n:loci: toy.score.1"):
        page = project.scan(project.page("page.md", f"```{{record}} a.yaml\n{options}\n```\n"))
        assert (page.findings, page.checks[0].loci, page.checks[0].option("name")) == ((), ("toy.score.1",), "a")


def test_a_claim_that_is_shown_in_several_places_is_run_once(project: Project) -> None:
    path = project.page("page.rst", ".. |x| replace:: a :claim:`1 <x>`\n\n|x| and |x|\n")
    page = project.scan(path)
    assert (page.findings, [(str(check.place), check.text) for check in page.checks]) == (
        (),
        [("docs/page.rst:1", "1 <x>")],
    )


def test_checks_are_bound_to_the_locus_before_them(project: Project) -> None:
    path = project.page(
        "page.md",
        """
        {claim}`0 <n>` {locus}`toy.a.1` {claim}`1 <n>` {locus}`toy.a.2` {claim}`2 <n>` {claim}`3 <n> | toy.a.1 toy.b.1`

        ```{example}
        :loci: toy.a.9 toy.a.8
        :breaks: toy.a.7
        >>> f()
        ```

        ````{erratum} S-1
        :locus: toy.e.1
        :stands: x
        :grade: open

        {claim}`4 <n>`
        ````

        {claim}`5 <n>`
        """,
    )
    bound = [check.loci for check in project.scan(path).checks]
    assert bound == [
        (), ("toy.a.1",), ("toy.a.2",), ("toy.a.1", "toy.b.1"), ("toy.a.9", "toy.a.8", "toy.a.7"), ("toy.e.1",),
        ("toy.a.2",),
    ]  # fmt: skip


def test_a_name_in_a_file_that_is_included_twice(project: Project) -> None:
    """The name becomes an address on the page, which there can be only once."""
    project.write("docs/part.inc", "```{example}\n:name: sums\n\n>>> 1\n1\n```\n")
    path = project.page("page.md", "```{include} part.inc\n```\n\n```{include} part.inc\n```\n")
    assert [str(finding) for finding in project.scan(path).findings] == [
        "docs/part.inc:2: the file is included more than once on docs/page.md, and the name 'sums' with it; "
        "include it once, or leave the name out [verify.option]"
    ]


def test_a_page_is_scanned_fast(project: Project) -> None:
    import time

    block = textwrap.dedent(
        """
        ## Head

        {locus}`toy.a.1` Some text with a {claim}`3 <len(x)>` in it, and more text.

        ```{example}
        :loci: toy.a.1

        >>> 1 + 1
        2
        ```
        """
    )
    path = project.page("page.md", block * 5)
    best = min(_timed(lambda: project.scan(path), time.perf_counter) for _ in range(20))
    assert best < 0.05  # it takes about 5 ms; the bound leaves room for a slow machine


def _timed(run, clock) -> float:  # type: ignore[no-untyped-def]
    start = clock()
    run()
    return float(clock() - start)
