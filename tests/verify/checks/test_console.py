"""Console sessions, and kinds of checks that other packages add."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.forked import run
from tests.verify.project import PLUGIN
from verify.checks import console
from verify.checks.console import commands
from verify.settings import SettingsError

if TYPE_CHECKING:
    from tests.verify.conftest import Site
    from tests.verify.project import Project

KIND = """
import json

from verify.checks.kinds import TextKind


def run(text):
    return len(json.loads(text))


def judge(draft, value):
    draft.compared += 1
    if value != 2:
        draft.report(f"the data have {value} entries, not 2")


def faults(text):
    if not text.startswith("["):
        yield 0, "the data are no list", "write one"


JSON = TextKind("counts two entries", "json", "counting:run", judge, faults)
"""


def fence(*lines: str) -> str:
    return "\n".join(["```{console}", *lines, "```", ""])


@pytest.mark.parametrize(
    "lines",
    [
        ("$ echo one", "one"),
        ("$ echo one; echo; echo two", "one", "", "two", "$ true"),
        ("$ printf one", "one", "$ echo two", "two"),
        ("$ echo one \\", ">   two", "one two"),
        ("$ X=3; mkdir sub; cd sub", "$ echo $X; basename $PWD", "3", "sub"),
        ("$ seq 1 9", "1", "...", "9"),
        ("$ date", "..."),
        ("$ echo wrong >&2; false # status 1", "wrong"),
        ("$ exit 3 # status 3",),
        ("$ echo '# status 1'", "# status 1"),
        ("$ cat < /dev/null; echo $HOME/x | sed s:$PWD:here:", "here/x"),
        ("$ python -c 'from toy.engine import points; print(points(3))'", "6"),
        ("$ cat docs/data.txt", "of the project"),
        ("$ cat docs/absent.txt # status 1", "cat: ...: No such file or directory"),
        ("$ rm docs/data.txt ; ls docs", "page.md"),
        (":uses: data.txt", "", "$ cat docs/data.txt", "of the project"),
    ],
)
def test_sessions_that_hold(site: Site, lines: tuple[str, ...]) -> None:
    site.write("docs/data.txt", "of the project\n")
    assert site.messages(fence(*lines)) == []
    assert (site.root / "docs/data.txt").exists()


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("$ echo one", "two"), "docs/page.md:2: the session says two; the command prints one"),
        (("$ echo one",), "docs/page.md:2: the session says nothing; the command prints one"),
        (("$ true", "one"), "docs/page.md:2: the session says one; the command prints nothing"),
        (
            ("$ true", "$ seq 1 3", "1", "3"),
            "docs/page.md:3: the session's output differs from what the command prints",
        ),
        (("$ false",), "docs/page.md:2: the command must end with status 0; it ends with 1; write `# status 1` behind"),
        (("$ true # status 1",), "docs/page.md:2: the command must end with status 1; it ends with 0"),
        (("$ exit 0", "$ true"), "docs/page.md:3: the command is not run, for the one before ends the shell"),
        (("$ seq 1 9", "1", "...", "8"), "docs/page.md:2: the session's output differs"),
        (("$ test -d toy*",), "docs/page.md:2: the command must end with status 0; it ends with 1"),
        ((":timeout: 0.3", "", "$ sleep 9"), "docs/page.md:4: the console ran longer than 0.3 s and was stopped"),
    ],
)
def test_sessions_that_fail(site: Site, lines: tuple[str, ...], says: str) -> None:
    assert [message.partition(says)[1] for message in site.messages(fence(*lines))][:1] == [says]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("one", "$ echo"), "docs/page.md:2: the session does not begin with a command; begin it with `$ `"),
        (
            ("$ true", "$ x # not run: why"),
            "docs/page.md:2: only a later command says that it is not run; say it behind",
        ),
        (("",), "docs/page.md:1: {console} is empty, so it asserts nothing"),
    ],
)
def test_sessions_that_are_refused(site: Site, lines: tuple[str, ...], says: str) -> None:
    site.write("docs/page.md", fence(*lines))
    done = run("verify", cwd=site.root)
    assert (done.returncode, says in done.stdout) == (1, True), done.stdout


def test_what_is_not_run_is_counted_and_listed(site: Site) -> None:
    ran = site.run(site.page(fence("$ rm -rf / # not run: it is harmful", "$ true")))
    (result,) = ran.results
    assert (result.verdict, result.check.option("skip")) == ("skipped", "it is harmful")


def test_what_a_session_reads_is_unknown_unless_it_says_so(site: Site) -> None:
    site.write("docs/data.txt", "one\n")
    page = site.page(fence("$ cat docs/data.txt", "one") + fence(":uses: data.txt", "", "$ cat docs/data.txt", "one"))
    unknown, known = (result.unknown for result in site.run(page).results)
    assert ("starts another process (subprocess.Popen)" in unknown, known) == (True, ())
    assert site.run(page, fresh=False).reused == 1
    site.write("docs/data.txt", "two\n")
    assert len(site.findings(page, fresh=False)) == 2
    site.write("docs/data.txt", "one\n")
    site.run(page, fresh=False)
    site.write("toy/engine.py", "")
    assert site.run(page, fresh=False).reused == 0


def test_an_output_is_accepted(site: Site) -> None:
    site.write("docs/page.md", fence("$ seq 1 2", "3", "$ true"))
    done = run("verify", "--accept", cwd=site.root, env={k: v for k, v in os.environ.items() if k != "CI"})
    assert "rewrote 1 expectation" in done.stdout, done.stdout + done.stderr
    assert (site.root / "docs/page.md").read_text("utf-8") == fence("$ seq 1 2", "1", "2", "$ true")


def test_plain_fences_are_run_where_the_settings_say_so(project: Project) -> None:
    project.page(
        "index.md", "# Page\n\n{locus}`toy.score.1`\n\n```console\n$ echo one\ntwo\n```\n\n```{verify-summary}\n```\n"
    )
    refused = project.scan("docs/index.md")
    assert [finding.hint[:18] for finding in refused.findings] == ["make it a {console"]
    settings = project.root / "pyproject.toml"
    settings.write_text(f'{settings.read_text("utf-8")}fences = ["console"]\n', "utf-8")
    project.totals()
    built = project.build()
    assert built.findings, built.output
    assert built.findings == [("docs/index.md", 6, "verify.console")]
    project.page(
        "index.md", "# Page\n\n{locus}`toy.score.1`\n\n```console\n$ echo one\none\n```\n\n```{verify-summary}\n```\n"
    )
    assert project.build().output == ""
    assert "1 console" in project.html("index")
    assert '<span class="gp">$ </span>' in project.html("index")
    settings.write_text(settings.read_text("utf-8").replace('"console"', '"consol"'), "utf-8")
    with pytest.raises(SettingsError, match="fences: 'consol' is not among the kinds console; did you mean 'console'"):
        _ = project.settings


def test_another_package_may_add_a_kind(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def verify(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=project.root, capture_output=True, encoding="utf-8", check=False
        )
        return done.stdout + done.stderr

    project.write("counting.py", KIND)
    project.write("counting-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: counting\nVersion: 1\n")
    project.write("counting-1.dist-info/entry_points.txt", "[verify.kinds]\ncounted = counting:JSON\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(project.root), str(Path(__file__).parents[3])]))
    body = "# Page\n\n{locus}`toy.score.1`\n\n```{counted}\n[1, 2]\n```\n\n"
    project.page("index.md", f"{body}```{{counted}}\n[1]\n```\n\n```{{counted}}\n1\n```\n")
    said = verify("verify")
    assert "docs/index.md:10: the data have 1 entries, not 2 [verify.counted]" in said
    assert "docs/index.md:14: the data are no list; write one [verify.counted]" in said
    project.page("index.md", body)
    verify("verify", "manifest", "--write")
    assert (project.root / "docs/checks.toml").read_text("utf-8").endswith('"docs/index.md" = { counteds = 1 }\n')
    assert "1 check: 0 claims, 0 examples, 0 records, 1 counted; 0 fail" in verify("verify")
    assert verify("sphinx", "-q", "-c", ".", "-d", "_out/trees", "docs", "_out/html") == ""
    assert "verify-counted holds" in project.html("index")
    assert "2 passed" in verify("pytest", *PLUGIN, "--verify", "docs")


def test_a_session_is_taken_apart() -> None:
    (one, two) = commands("$ a \\\n> b # status 2\nout\n\n$ c # not run: why")
    assert (one.text, one.want, one.line, one.below, one.status) == ("a \\\nb", "out\n\n", 0, 2, 2)
    assert (two.text, two.why, two.line) == ("c", "why", 4)


@pytest.mark.parametrize("text", ["$ echo one \\", "$ echo one \\\n$ echo two"])
def test_a_command_that_breaks_off_is_a_fault(text: str) -> None:
    says = "the command ends with a backslash, but does not go on"
    assert list(console.faults(text)) == [(0, says, "take it out")]


def test_a_word_too_long_for_a_file_is_only_a_word() -> None:
    assert console.run(f"$ echo {'a' * 300}") == [("a" * 300 + "\n", 0)]
