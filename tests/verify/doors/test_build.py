"""A site built by Sphinx: exit status, every builder, later builds, edits of everything that a page shows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.project import Project

PAGE = """
# Page {locus}`toy.score.1`

```{setup}
from toyrules import double
```

Twice four is {claim}`8 <double(4)>`, and {claim}`nine <double(4)>` is wrong.

```{example}
:loci: toy.score.1
>>> double(2)
4
```

```{example}
:name: other
>>> double(3)
7
```

````{erratum} S-1
:locus: toy.score.1
:stands: the third
:meant: the fourth
:grade: proved

It is {claim}`2 <double(1)>`.
````

As said{erratum}`S-1`.

```{rows} toyrules:table(2)
:header: n | twice
:caption: Doubles
```
"""

INDEX = """
# Home

```{verify-summary}
```

```{toctree}
page
clean
```

{locus-ref}`toy.score.1`
"""

RULES = '''"""Rules."""

from gamerules.rules import rule


@rule("toy.score.1")
def double(n):
    """Twice."""
    return 2 * n


def table(size):
    """Rows."""
    return [(n, double(n)) for n in range(size)]
'''

CLAIM = ("docs/page.md", 7, "verify.claim")
EXAMPLE = ("docs/page.md", 17, "verify.example")
WRONG = [CLAIM, EXAMPLE]


def fill(project: Project) -> Project:
    project.page("page.md", PAGE)
    project.page("index.md", INDEX)
    project.page(
        "clean.md",
        "# Clean\n\n```{setup}\nfrom gamerules.cards import PACK_32\n```\n\n"
        "{claim}`32 <len(PACK_32)> | no-rule: a pack`\n",
    )
    project.write("toyrules/__init__.py", RULES)
    project.totals()
    return project


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, make_project: Callable[[Path], Project]) -> Project:
    """A site that has been built once, with two faults; tests copy it."""
    project = fill(make_project(tmp_path_factory.mktemp("built")))
    first = project.build()
    assert (first.status, first.findings) == (1, WRONG), first.output
    return project


@pytest.fixture
def site(built: Project, tmp_path: Path) -> Project:
    """A copy of the built site that a test may change."""
    root = tmp_path / "site"
    shutil.copytree(built.root, root, copy_function=shutil.copy2)
    return Project(root)


def later(path: Path) -> None:
    """Make sure that a file's time tells that it has changed."""
    stamp = path.stat().st_mtime + 5
    os.utime(path, (stamp, stamp))


def edit(project: Project, name: str, old: str, new: str) -> None:
    path = project.root / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    later(path)


def test_the_page_shows_what_came_of_its_checks(built: Project) -> None:
    html = built.html("page")
    assert '<a class="locus" id="toy.score.1" href="#toy.score.1" aria-label="score, sentence 1"' in html
    assert '<span class="claim holds"' in html
    assert '<span class="claim fails"' in html
    assert html.count("verify-example holds") == html.count("verify-example fails") == 1
    assert 'id="other"' in html
    assert "docs/page.md:17: the example says 7; the rules give 6" in html
    assert 'id="erratum-S-1"' in html
    assert 'href="#erratum-S-1"' in html
    assert "<td><p>2</p></td>" in html
    home = built.html("index")
    assert "6 checks just ran: 4 claims, 2 examples, 0 records; 2 of them fail. 1 locus is translated." in home
    assert 'href="page.html#toy.score.1"' in home
    assert ">Page</a>" in home  # no sentence number in the navigation
    assert (built.root / "_out/html/_static/verify.css").is_file()


def test_an_unchanged_page_fails_at_every_build(site: Project) -> None:
    for options in (
        (),
        ("-W",),
        ("-W", "--keep-going"),
        ("-D", "suppress_warnings=verify.claim,verify.example,verify"),
    ):
        again = site.build("html", *options)
        assert (again.status, again.findings) == (1, WRONG), again.output


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["dirhtml", "epub", "latex", "gettext", "linkcheck", "text"])
def test_every_builder(site: Project, builder: str) -> None:
    one = site.build(builder, jobs=2)
    assert (one.status, one.findings) == (1, WRONG), one.output
    if builder == "gettext":
        catalogues = "".join(path.read_text("utf-8") for path in (site.root / "_out/gettext").glob("*.pot"))
        assert "It is {claim}`2 <double(1)>`." in catalogues
        assert ">>>" not in catalogues
        assert "import double" not in catalogues


@pytest.mark.slow
@pytest.mark.parametrize(("builder", "file"), [("man", "toy.1"), ("texinfo", "toy.texi")])
def test_a_failing_claim_is_marked_where_nothing_is_coloured(site: Project, builder: str, file: str) -> None:
    site.page("index.md", "# Index\n\n{claim}`nine <len(__import__('toyrules').__name__)>`\n")
    assert site.build(builder).status == 1
    assert "nine (fails)" in (site.root / "_out" / builder / file).read_text("utf-8")


def test_a_mended_page_passes_and_nothing_is_told_twice(site: Project) -> None:
    edit(site, "docs/page.md", "nine <", "8 <")
    edit(site, "docs/page.md", "\n7\n", "\n6\n")
    mended = site.build("html", "-W")
    assert (mended.status, mended.output) == (0, "")
    assert "all of them hold" in site.html("index")
    assert "fails" not in site.html("page")


def test_a_changed_rule_fails_pages_that_were_not_touched(site: Project) -> None:
    site.build()  # the copied site is read anew, since its folder has changed
    before = (site.root / "_out/html/clean.html").stat().st_mtime_ns
    edit(site, "toyrules/__init__.py", "return 2 * n", "return 3 * n")
    broken = site.build()
    assert [(line, code) for _, line, code in broken.findings] == [
        (7, "verify.claim"), (7, "verify.claim"), (11, "verify.example"), (17, "verify.example"), (27, "verify.claim")
    ]  # fmt: skip
    assert site.html("page").count('class="claim fails"') == 3
    assert "<td><p>3</p></td>" in site.html("page")  # the table is drawn anew
    assert (site.root / "_out/html/clean.html").stat().st_mtime_ns == before  # and nothing else is
    edit(site, "toyrules/__init__.py", "return 3 * n", "return 2 * n")
    assert site.build().findings == WRONG
    assert site.html("page").count('class="claim fails"') == 1


def test_a_rule_for_a_locus_that_its_source_does_not_have(site: Project) -> None:
    edit(site, "toyrules/__init__.py", "def table", '@rule("toy.score.9")\ndef more(n):\n    return n\n\n\ndef table')
    broken = site.build()
    assert broken.status == 1
    assert "toyrules.more carries out toy.score.9, which is not a locus of its source" in broken.output


def test_what_is_drawn_is_drawn_by_rules_as_they_are(site: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes a file of the same time and size for unchanged; nothing that a page shows may hang on that."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    rules = site.root / "toyrules/__init__.py"
    os.utime(rules, (1_000_000_000, 1_000_000_000))
    site.build("html", "-a")
    edit(site, "toyrules/__init__.py", "return 2 * n", "return 3 * n")
    os.utime(rules, (1_000_000_000, 1_000_000_000))
    site.build()
    assert "<td><p>3</p></td>" in site.html("page")


def test_rows_of_an_installed_library_are_drawn_anew(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = tmp_path_factory.mktemp("far") / "site-packages"
    far.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(far))
    project.write("conf.py", (project.root / "conf.py").read_text("utf-8") + f"sys.path.append({str(far)!r})\n")
    project.page("index.md", "# Home {locus}`toy.score.1`\n\n```{rows} far:rows\n```\n\n```{rows} far:rows(1)\n```\n")
    project.totals()
    for text in ("old", "new"):
        (far / "far.py").write_text(f"def rows(n=0):\n    return [[{text!r} if n < 1 else 'ever']]\n", "utf-8")
        assert project.build().findings == []
        assert f"<td><p>{text}</p></td>" in project.html("index")


def test_an_environment_made_anew_ignores_stored_results(site: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    said = [site.build("html", *words).output for words in ((), (), ("-E",), ("-a",))]
    assert ["reused" in output for output in said] == [False, True, False, True]


def test_a_second_builder_sees_what_the_first_one_wrote_before(site: Project) -> None:
    """Each builder knows what it wrote itself: a result that changed since is drawn anew by both."""
    site.build("text")
    edit(site, "toyrules/__init__.py", "return 2 * n", "return 3 * n")
    site.build("html")
    site.build("text")
    assert (site.root / "_out/text/page.txt").read_text("utf-8").count("(fails)") == 3


def test_a_removed_page_takes_its_findings_along(site: Project) -> None:
    (site.root / "docs/page.md").unlink()
    edit(site, "docs/index.md", "page\nclean", "clean")
    edit(site, "docs/index.md", "{locus-ref}`toy.score.1`", "text")
    gone = site.build()
    assert {path for path, _, _ in gone.findings} == {"docs/checks.toml", "docs/sources/toy.json"}


def test_a_page_left_out_by_sphinx_alone_is_a_fault(site: Project) -> None:
    edit(site, "docs/index.md", "page\nclean", "clean")
    found = site.build("html", "-D", "exclude_patterns=page.md")
    assert ("docs/page.md", 1, "verify.pages") in found.findings


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_page_that_is_not_utf8_is_named_and_the_others_are_verified(site: Project, processes: str) -> None:
    page = site.root / "docs/clean.md"
    page.write_bytes("# Clean\n\nCafé\n".encode("latin-1"))
    later(page)
    found = site.build("html", "-j", processes)
    assert found.status == 1
    assert {("docs/clean.md", 3, "verify.file"), *WRONG} <= set(found.findings)
    page.write_text("# Clean\n\n{claim}`4 <1 + 2>`\n", "utf-8")
    later(page)
    mended = site.build()
    assert {("docs/clean.md", 3, "verify.claim"), *WRONG} <= set(mended.findings)
    assert "verify.file" not in mended.output


def test_what_only_one_side_sees_is_a_fault(site: Project) -> None:
    """A substitution is expanded by the renderer alone; a directive that drops its text hides it from the renderer."""
    site.page(
        "clean.md",
        """
        ---
        myst:
          substitutions:
            hidden: "{claim}`3 <2 + 1>`"
        ---

        # Clean

        {{ hidden }}

        ```{unknown-thing}
        {claim}`4 <2 + 2>`
        ```
        """,
    )
    later(site.root / "docs/clean.md")
    found = site.build()
    lines = (site.root / "docs/clean.md").read_text("utf-8").split("\n")
    here = {(line, code) for path, line, code in found.findings if path == "docs/clean.md"}
    assert (lines.index("{claim}`4 <2 + 2>`") + 1, "verify.agreement") in here
    assert (next(number for number, line in enumerate(lines, 1) if "hidden:" in line), "verify.scan") in here
    expanded = lines.index("{{ hidden }}") + 1  # the parser's own line, which nothing in the file can verify
    assert any(code == "verify.agreement" and abs(line - expanded) <= 1 for line, code in here)


def test_a_translated_page_has_the_same_checks(site: Project) -> None:
    """A translator may move a claim about, but a claim that the page does not have is a fault."""
    message = "Twice four is {claim}`8 <double(4)>`, and {claim}`nine <double(4)>` is wrong."
    german = "{claim}`nine <double(4)>` ist falsch, es ist {claim}`8 <double(4)>`."
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    options = ("-D", "language=de", "-D", "locale_dirs=../locale", "-E")
    catalogue = "locale/de/LC_MESSAGES/page.po"
    site.write(catalogue, f'{header}msgid "{message}"\nmsgstr "{german}"\n')
    built = site.build("html", *options)
    assert built.findings == WRONG, built.output
    assert "ist falsch" in site.html("page")
    assert site.html("page").count('class="claim fails"') == 1
    site.write(catalogue, f'{header}msgid "{message}"\nmsgstr "{german.replace("nine", "neun")}"\n')
    later(site.root / catalogue)
    wrong = site.build("html", *options)
    assert ("docs/page.md", 7, "verify.agreement") in wrong.findings
    assert "a catalogue (.po) keeps claims, loci and directives word for word" in wrong.output


def test_the_same_claim_in_a_footnote_and_far_below(site: Project) -> None:
    """The renderer puts a footnote at the end of the page, behind what stands far below it in the file."""
    far = "\n\nText.\n" * 20
    claim = "{claim}`4 <double(2)>`"
    setup = "```{setup}\nfrom toyrules import double\n```"
    site.write("docs/clean.md", f"# Clean\n\n{setup}\n\nText.[^1]\n\n[^1]: Note {claim}.\n{far}\nAt last {claim}.\n")
    later(site.root / "docs/clean.md")
    site.totals()
    assert site.build().findings == WRONG


def test_part_of_a_file_included_in_rest(site: Project) -> None:
    """The parser counts the lines of the part from where it begins; what fails is told at the file's own line."""
    above = "Above.\n\n" * 40
    site.write("docs/_part.rst", f"{above}BEGIN\n\n.. example::\n\n   >>> 2 * n\n   5\n")
    site.write(
        "docs/rest.rst",
        ":orphan:\n\nRest\n====\n\n.. setup::\n\n   n = 2\n\n.. include:: _part.rst\n   :start-after: BEGIN\n",
    )
    found = site.build()
    assert ("docs/_part.rst", 85, "verify.example") in found.findings
    assert "verify.agreement" not in found.output


def test_an_extension_of_myst_that_is_not_switched_on(site: Project) -> None:
    site.write("docs/clean.md", "# Clean\n\n:::{example}\n>>> len('abc')\n3\n:::\n")
    later(site.root / "docs/clean.md")
    edit(site, "conf.py", '"colon_fence", ', "")
    found = site.build()
    assert ("docs/clean.md", 4, "verify.agreement") in found.findings
    assert "myst_enable_extensions" in found.output


def test_included_files_and_manifests_count(site: Project) -> None:
    site.write("docs/_part.md", "{claim}`5 <len(n) - 28> | no-rule: a pack`\n")
    site.page(
        "clean.md",
        "# Clean\n\n```{setup}\nfrom gamerules.cards import PACK_32 as n\n```\n\n```{include} _part.md\n```\n",
    )
    later(site.root / "docs/clean.md")
    assert ("docs/_part.md", 1, "verify.claim") in site.build().findings
    edit(site, "docs/_part.md", "5 <", "4 <")
    assert site.build().findings == WRONG
    site.manifest("toy.score.1", "toy.score.2")
    assert ("docs/sources/toy.json", 1, "verify.locus") in site.build().findings


@pytest.fixture
def large(site: Project, tmp_path: Path) -> Project:
    """A site of several chapters; one of its checks notes that it ran."""
    noted = tmp_path / "noted"
    body = f"# Page\n\n```{{example}}\n>>> from toyrules import double\n>>> _ = open({str(noted)!r}, 'a').write('.')\n"
    for number in range(4):
        site.write(
            f"docs/many/p{number}.md",
            "# Page\n\n```{setup}\nfrom toyrules import double\n```\n\n{claim}`4 <double(2)>`\n",
        )
    site.write("docs/many/noting.md", f"{body}>>> double(2)\n4\n```\n")
    entries = "\n".join(["noting", *(f"p{number}" for number in range(4))])
    site.write("docs/many/index.md", f":::{{toctree}}\n{entries}\n:::\n\n# Many\n")
    edit(site, "docs/index.md", "page\nclean", "page\nclean\nmany/index")
    site.totals()
    noted.unlink(missing_ok=True)
    return site


@pytest.mark.parametrize("processes", ["1", "2"])
def test_each_check_runs_once(large: Project, tmp_path: Path, processes: str) -> None:
    built = large.build("html", "-j", processes, "-D", "verify_fresh=1")
    assert built.findings == WRONG, built.output
    assert (tmp_path / "noted").read_text() == "."
    assert built.output.count("reused") == 0
    assert large.html("page").count('class="claim fails"') == 1


def test_a_page_that_only_sphinx_leaves_out_is_told(large: Project, tmp_path: Path) -> None:
    found = large.build("html", "-D", "exclude_patterns=page.md", "-D", "verify_fresh=1")
    assert ("docs/page.md", 1, "verify.pages") in found.findings
    assert CLAIM not in found.findings
    assert (tmp_path / "noted").read_text() == "."


@pytest.mark.slow
def test_a_locus_in_a_title_can_be_found_in_latex(project: Project) -> None:
    project.write("docs/index.md", "# Home\n\n```{toctree}\npage\n```\n")
    project.page(
        "page.md",
        """
        # Page {locus}`toy.score.1`

        ## Section {locus}`toy.score.2`

        :::{table} Points {locus}`toy.score.3`
        | a |
        | - |
        | 1 |
        :::

        :::{admonition} Note {locus}`toy.score.4`
        See {locus-ref}`toy.score.1`, {locus-ref}`toy.score.2`, {locus-ref}`toy.score.3`, {locus-ref}`toy.score.4`.
        :::

        {locus}`toy.score.5` A sentence.
        """,
    )
    project.manifest(*(f"toy.score.{number}" for number in range(1, 6)))
    project.totals()
    built = project.build("latex")
    assert (built.status, built.output) == (0, "")
    text = next((project.root / "_out/latex").glob("*.tex")).read_text("utf-8")
    for number in range(1, 6):
        assert text.count(rf"\label{{\detokenize{{page:toy.score.{number}}}}}") == 1, number
