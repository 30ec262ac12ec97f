"""The command line: its exit status, what it lists, chooses, reports and rewrites."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.verify.conftest import RECORD, source
from verify.doors import command
from verify.doors.watch import watch, watched
from verify.model import Verdict
from verify.session import verify_site
from verify.settings import Settings, SettingsError, load_settings

if TYPE_CHECKING:
    from tests.verify.conftest import Site

Command = Callable[..., tuple[int, str, str]]
GOOD = """\
# Good

{locus}`toy.score.1` Two {claim}`2 <points(1)>`.
"""
PAGE = """\
```{setup}
from toy.engine import points
```

{claim}`2 <points(1)>` {claim}`5 <points(2)>`

- a list

  ```{example}
  :name: sums

  >>> points(3)
  7
  >>> for n in range(2):
  ...     print(points(n))
  >>> points(4)
  8
  ```

```{record} race.yaml
```
"""


@pytest.fixture
def run(site: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command line in the site and returns its status and output."""
    monkeypatch.chdir(site.root)
    monkeypatch.delenv("CI", raising=False)

    def run(*words: str) -> tuple[int, str, str]:
        status = command.main(list(words))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def write(site: Site, page: str = PAGE) -> None:
    site.write("docs/race.yaml", RECORD.replace("total: 2, next: Boris", "total: 3, next: 'Anna'"))
    site.write("docs/page.md", page)


def test_all_holds_is_0(site: Site, run: Command) -> None:
    site.write("docs/page.md", PAGE.partition("- a list")[0].replace("{claim}`5 <points(2)>`", ""))
    assert run("manifest", "--write") == (0, "docs/checks.toml: written\n", "")
    assert run() == (0, "1 check: 1 claim, 0 examples, 0 records; 0 fail\n", "")
    assert run() == (0, "1 check: 1 claim, 0 examples, 0 records; 0 fail, reused 1\n", "")
    assert run("--fresh")[1] == "1 check: 1 claim, 0 examples, 0 records; 0 fail\n"


def test_findings_are_1(site: Site, run: Command) -> None:
    write(site)
    status, out, err = run("docs/page.md")
    assert (status, err) == (1, "")
    assert out.splitlines()[0].startswith("docs/page.md:5: the page says 5; the rules give 4")
    assert out.splitlines()[-1] == "4 checks: 2 claims, 1 example, 1 record; 3 fail"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["docs/pages.md"], "docs/pages.md: no page of the site"),
        (["--report", "sarf=x"], "there is no report in the style 'sarf'; did you mean 'sarif'?"),
        (["--report", "json", "--report", "sarif"], "two reports go to the same place"),
        (["--root", "nowhere"], "does not exist"),
        (["docs/pgae.md"], "is there; did you mean 'docs/page.md'?"),
        (["covrage"], "there is no sub-command 'covrage'; did you mean 'coverage'?"),
        (["--only", "smus"], "--only 'smus' fits no check; did you mean 'sums'?"),
        (["--list", "--only", "claim", "--only", "xyz"], "--only 'xyz' fits no check; --list shows them"),
    ],
)
def test_misuse_is_2(site: Site, run: Command, words: list[str], says: str) -> None:
    write(site)
    status, _, err = run(*words)
    assert status == 2
    assert says in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--jobs", "0"], "write 1 or more"),
        (["--jbos", "2"], "unrecognized arguments: --jbos; did you mean --jobs?"),
        (["manifest", "--wirte"], "did you mean --write?"),
        (["coverage", "--x"], "unrecognized arguments: --x\n"),
    ],
)
def test_unknown_words_are_2(
    site: Site, run: Command, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    site.write("docs/page.md", GOOD)
    with pytest.raises(SystemExit) as caught:
        run(*words)
    assert caught.value.code == 2
    assert says in capsys.readouterr().err


def test_bad_settings_are_2(site: Site, run: Command) -> None:
    write(site)
    site.write("pyproject.toml", "[tool.verify]\ntime_limit = 3\n")
    assert run()[0] == 2


@pytest.mark.parametrize("words", [[], ["--list"], ["manifest", "--write"], ["coverage"]])
def test_a_site_without_pages_is_2(site: Site, run: Command, words: list[str]) -> None:
    write(site)
    site.write("pyproject.toml", '[tool.verify]\ndocs = "dosc"\n')
    status, _, err = run(*words)
    assert (status, "no pages: there is no *.md or *.rst in 'dosc'; did you mean 'docs'?" in err) == (2, True)


def test_list_runs_nothing(site: Site, run: Command) -> None:
    write(site)
    status, out, _ = run("--list")
    assert status == 0
    assert out.splitlines() == [
        "docs/page.md:5: claim: 2 <points(1)>",
        "docs/page.md:5: claim: 5 <points(2)>",
        "docs/page.md:12: example: >>> points(3)",
        "docs/page.md:20: record: race.yaml",
    ]
    assert not (site.root / ".verify").exists()


@pytest.mark.parametrize(
    ("glob", "checks"),
    [("claim", 2), ("rec*", 1), ("sums", 1), ("docs/page.md:5", 2), ("docs/*", 4)],
)
def test_only(site: Site, run: Command, glob: str, checks: int) -> None:
    write(site)
    assert run("docs", "--only", glob)[1].splitlines()[-1].startswith(f"{checks} check")
    assert len(run("--list", "--only", glob)[1].splitlines()) == checks


def test_only_shows_the_set_up_that_is_to_blame(site: Site, run: Command) -> None:
    write(site, PAGE.replace("import points", "import pints"))
    status, out, _ = run("docs", "--only", "sums")
    assert status == 1
    assert out.splitlines()[0].startswith("docs/page.md:2: the setup raises ImportError")
    assert "1 check: 0 claims, 1 example, 0 records; 1 fail" in out
    assert run("docs", "--only", "record")[1].startswith("docs/race.yaml:7: step 0")


def test_only_a_locus(site: Site, run: Command) -> None:
    site.write("docs/page.md", "```{setup}\nfrom toy.engine import points\n```\n" + GOOD)
    assert run("docs", "--only", "toy.score.*") == (0, "1 check: 1 claim, 0 examples, 0 records; 0 fail\n", "")


def test_only_leaves_the_rest_of_the_site_alone(site: Site, run: Command) -> None:
    """Neither the faults of other pages nor what is missing in the whole site is told of a check that holds."""
    write(site)
    site.write("docs/other.md", "```{exmple}\n```\n")
    assert run("--only", "docs/page.md:5", "--only", "nothing*")[0] == 2
    assert run("--only", "docs/other.md")[0] == 2
    site.write("docs/page.md", PAGE.replace("`5 <", "`4 <"))
    assert run("--only", "claim") == (0, "2 checks: 2 claims, 0 examples, 0 records; 0 fail\n", "")
    site.write("docs/page.md", PAGE + "\n```{exmple}\n```\n")
    assert "{exmple} is not a directive" in run("--only", "claim")[1]


def test_only_a_check_that_is_skipped(site: Site, run: Command) -> None:
    site.write(
        "docs/page.md", "```{example}\n:skip: the table is lost\n\n>>> 1\n1\n```\n\n" + PAGE.partition("```{record}")[0]
    )
    status, out, _ = run("--only", "docs/page.md:4")
    assert (status, out.splitlines()[0]) == (0, "docs/page.md:4: skipped: the table is lost")


def test_fail_fast(site: Site, run: Command) -> None:
    write(site)
    assert run("docs", "--fail-fast")[1].splitlines()[-1] == "2 checks: 2 claims, 0 examples, 0 records; 1 fail"


def test_several_reports_at_once(site: Site, run: Command) -> None:
    write(site)
    status, out, _ = run(
        "docs", "--report", "sarif=out/v.sarif", "--report", "github=out/v.txt", "--report", "json=v.json"
    )
    assert status == 1
    assert out.splitlines()[-1].startswith("4 checks")
    assert json.loads((site.root / "out/v.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"
    assert (site.root / "out/v.txt").read_text(encoding="utf-8").startswith("::error file=")
    first = (site.root / "v.json").read_bytes()
    run("docs", "--report", "json=v.json", "--jobs", "5")
    assert (site.root / "v.json").read_bytes() == first
    assert json.loads(run("docs", "--report", "json")[1])["checks"][0]["line"] == 5


def test_a_report_that_cannot_be_written_is_2(site: Site, run: Command) -> None:
    """The findings are told all the same, and the other reports written."""
    write(site)
    words = ("--report", "json=docs", "--report", "sarif=pyproject.toml/x", "--report", "github=v.txt")
    status, out, err = run("docs", *words)
    assert status == 2
    assert out.splitlines()[-1].startswith("4 checks")
    assert err.startswith("verify: the json report cannot be written to docs: Is a directory; the sarif report cannot ")
    assert (site.root / "v.txt").is_file()


def test_accept_rewrites_after_showing_the_difference(site: Site, run: Command) -> None:
    write(site)
    status, out, _ = run("docs", "--accept")
    assert "rewrote 5 expectations in 2 files" in out
    assert status == 0
    for line in ("-  7", "+  6", "+  0", "+  2", "+    says: {total: 2, next: Boris}", "--- docs/page.md"):
        assert line in out.splitlines(), line
    assert (site.root / "docs/page.md").read_text(encoding="utf-8") == (
        PAGE.replace("`5 <", "`4 <")
        .replace("  7\n", "  6\n")
        .replace("print(points(n))\n", "print(points(n))\n  0\n  2\n")
    )
    assert run("docs")[0] == 0


def test_accept_keeps_line_ends_and_what_it_cannot_mend(site: Site, run: Command) -> None:
    text = PAGE.replace(">>> points(4)", ">>> points(4) // 0")
    write(site)
    (site.root / "docs/page.md").write_bytes(text.replace("\n", "\r\n").encode())
    status, out, _ = run("docs", "--accept")
    assert status == 1
    assert "raises ZeroDivisionError" in out
    written = (site.root / "docs/page.md").read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n") == text.count("\n") + 2
    assert b"`4 <points(2)>`" in written


def test_accept_is_refused_in_ci(site: Site, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site)
    monkeypatch.setenv("CI", "true")
    status, _, err = run("--accept")
    assert status == 2
    assert "refused where CI is set" in err
    assert (site.root / "docs/page.md").read_text(encoding="utf-8") == PAGE


def test_the_committed_totals(site: Site, run: Command) -> None:
    write(site)
    assert run("manifest")[0] == 1
    assert run("manifest", "--write")[0] == 0
    assert run("manifest") == (0, "", "")
    assert (site.root / "docs/checks.toml").read_text(encoding="utf-8").splitlines()[1:] == [
        '"docs/page.md" = { claims = 2, examples = 1, records = 1 }'
    ]
    site.write("docs/page.md", PAGE.replace("{claim}`5 <points(2)>`", ""))
    site.write("docs/new.md", GOOD)
    status, out, _ = run("manifest")
    hint = "if this is meant, run: python -m verify manifest --write [verify.manifest]"
    assert (status, out.splitlines()) == (
        1,
        [
            f"docs/checks.toml:1: docs/new.md must have no checks; it has 1 claim; {hint}",
            "docs/checks.toml:2: docs/page.md must have 2 claims, 1 example, 1 record; "
            f"it has 1 claim, 1 example, 1 record; {hint}",
        ],
    )
    assert "[verify.manifest]" in run()[1]


def test_a_page_with_nothing_but_skips_is_a_finding(site: Site, run: Command) -> None:
    site.write("docs/page.md", "```{example}\n:skip: the table is lost\n\n>>> 1\n1\n```\n")
    status, out, _ = run("docs")
    assert status == 1
    assert out.splitlines()[0].startswith("docs/page.md:1: all 1 checks of the page are skipped")
    assert "docs/page.md:4: skipped: the table is lost" in out
    site.write("pyproject.toml", '[tool.verify]\nwatch = ["toy"]\nall-skipped = ["docs/page.md"]\n')
    assert run("docs")[0] == 0
    site.write("pyproject.toml", '[tool.verify]\nwatch = ["toy"]\nall-skipped = ["docs/page.md", "docs/nix.md"]\n')
    says = "pyproject.toml:3: all-skipped: 'docs/nix.md' fits no such page; remove it, or mend its spelling"
    assert f"{says} [verify.skip]" in run()[1]
    assert "'docs/page.md'" not in run()[1]


def test_coverage(site: Site, run: Command) -> None:
    kinds = {"score.1": "rule", "score.2": "rule", "play.1": "rule", "play.2": "heading"}
    site.write("docs/sources/toy.json", source(*((f"toy.{name}", kind) for name, kind in kinds.items())))
    site.write(
        "docs/page.md",
        "```{setup}\nfrom toy.engine import points\n```\n"
        + GOOD
        + "\n{locus}`toy.score.2` Shared. {locus}`toy.play.1` Play. {locus}`toy.play.2` Head.\n",
    )
    run("manifest", "--write")
    site.write("toy/__init__.py", "from toy import engine\n")
    status, out, _ = run("coverage")
    assert status == 1
    lines = out.splitlines()
    assert lines[:3] == [
        "toy",
        "     1 heading, 1 translated, 0 carried out, 0 checked",
        "     3 rule, 3 translated, 2 carried out, 1 checked",
    ]
    assert "loci of kind rule that no code carries out: 1" in lines
    assert "  toy/engine.py:11: toy.engine.share" in lines
    hint = "bind an example, claim or record to it [verify.coverage]"
    assert f"docs/page.md:8: (toy.score.2): no check is about this rule; {hint}" in lines
    assert f"docs/page.md:8: (toy.play.1): no check is about this rule; {hint}" in lines
    assert any("toy.engine.play carries out toy.play.3, which is not a locus of its source" in line for line in lines)
    document = json.loads(run("coverage", "--json")[1])
    assert document["loci"][0] == {
        "source": "toy", "locus": "toy.score.1", "kind": "rule", "translated": "docs/page.md:6", "pending": False,
        "rules": ["toy.engine.points"], "checks": ["docs/page.md:6"],
    }  # fmt: skip
    assert "[verify.coverage]" in run()[1]


def test_a_rule_for_a_locus_that_its_source_does_not_have(site: Site, run: Command) -> None:
    """It is a finding of every run of the whole site, at the rule's own line; the site's page holds all the same."""
    site.write("docs/sources/toy.json", source(("toy.score.1", "note")))
    site.write("docs/page.md", "```{setup}\nfrom toy.engine import points\n```\n" + GOOD)
    site.write("toy/__init__.py", "from toy import engine\n")
    run("manifest", "--write")
    status, out, _ = run()
    assert status == 1
    says = "toy/engine.py:11: toy.engine.share carries out toy.score.2, which is not a locus of its source"
    assert f"{says} [verify.coverage]" in out.splitlines()
    site.write("toy/engine.py", (site.root / "toy/engine.py").read_text("utf-8").replace("toy.score.2", "toy.score.1"))
    assert "toy.score.2" not in run()[1]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("x = 1\ndef (\n", "toy/broken.py:2: SyntaxError: invalid syntax"),
        ("\n1 / 0\n", "toy/broken.py:2: ZeroDivision"),
    ],
)
def test_coverage_names_the_line_of_rules_that_cannot_be_imported(
    site: Site, run: Command, code: str, says: str
) -> None:
    site.write("docs/page.md", "# Page\n")
    site.write("toy/__init__.py", "import toy.broken\n")
    site.write("toy/broken.py", code)
    status, _, err = run("coverage")
    assert status == 2
    assert err.startswith(f"verify: the rules cannot be imported: {says}"), err


def test_sphinx_is_not_imported(site: Site) -> None:
    write(site)
    code = (
        "import sys; from verify.doors.command import main; main(['docs']);"
        "print([name for name in ('sphinx',) if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=site.root, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_c_locale_prints_suits(site: Site) -> None:
    site.write("docs/page.md", "```{example}\n>>> '♠' + 'Т'\n'♥'\n```\n")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "verify", "docs"],
        cwd=site.root,
        capture_output=True,
        env=environment | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        check=False,
    )
    assert done.returncode == 1
    assert "the example says '♥'; the rules give '♠Т'" in done.stdout.decode()


def test_what_is_watched(site: Site) -> None:
    write(site)
    names = {path.relative_to(site.root).as_posix() for path in watched(site.settings)}
    assert {"pyproject.toml", "docs", "toy"} <= names


def test_watch(site: Site) -> None:
    """It verifies, waits until something has changed, verifies again, and ends when interrupted."""
    write(site)
    held: list[bool] = []

    def once(settings: Settings) -> None:
        held.append(verify_site(settings, whole=False).holds)
        if len(held) == 2:
            raise KeyboardInterrupt
        site.write("toy/engine.py", "def points(n):\n    return 3 * n\n")

    assert watch(lambda: site.settings, once) == 0
    assert len(held) == 2


def test_watch_reads_the_settings_anew(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    write(site)
    limits: list[float] = []

    def load() -> Settings:
        try:
            return load_settings(site.root)
        except SettingsError:
            site.write("pyproject.toml", '[tool.verify]\nwatch = ["toy"]\ntime-limit = 7\n')
            raise

    def once(settings: Settings) -> None:
        limits.append(settings.time_limit)
        if len(limits) == 2:
            raise KeyboardInterrupt
        site.write("pyproject.toml", "[tool.verify]\ntime_limit = 2\n")

    assert watch(load, once) == 0
    assert limits == [20, 7]
    assert "has no setting 'time_limit'; did you mean 'time-limit'?" in capsys.readouterr().err


def test_watch_says_what_it_needs(site: Site, run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site)
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert run("--watch") == (
        2,
        "",
        "verify: --watch needs watchfiles; install it with: pip install 'gamerules[serve]'\n",
    )


@pytest.mark.parametrize(
    "session",
    [
        ">>> x = 1",
        "x = 1\n1",
        ">>>x\n1",
        ">>> 1\n1\n\nstray",
        ">>> 1 # doctest: +SKIP\n1",
        "# a word\n>>> 2\n2",
        ">>> # only a word",
        ":raises: ZeroDivisionError\n\n>>> 1 / 0\n1",
    ],
)
def test_a_fault_of_form_is_told_once(site: Site, session: str) -> None:
    site.write("docs/page.md", f"# Page\n\n```{{example}}\n{session}\n```\n")
    outcome = verify_site(site.settings, whole=False, fresh=True)
    assert len(outcome.findings) == 1, outcome.findings
    assert outcome.findings[0].code == "verify.example"
    assert outcome.results[0].verdict is Verdict.FAILS


@pytest.mark.parametrize(
    ("page", "line", "says"),
    [
        ("```{example}\n:breaks: x\n\n>>> raise ValueError\n```\n", 2, "the option 'breaks' takes one locus, not 'x'"),
        ("```{example}\n:raises: 1\n\n>>> raise ValueError\n```\n", 2, "the option 'raises' is '1', which does not"),
        ("```{example}\n>>> 1\n1\n\n:skip: later\n```\n", 5, "':skip: later' is neither statement nor output"),
        ("```{setup}\n>>> x = 1\n```\n", 2, "a set-up holds plain Python, but this line has a prompt"),
    ],
)
def test_a_fault_of_form_is_reported_once(site: Site, page: str, line: int, says: str) -> None:
    site.write("docs/page.md", page)
    (finding,) = verify_site(site.settings, whole=False, fresh=True).findings
    assert finding.place.line == line
    assert finding.message.startswith(says)


def test_what_the_rules_give_is_told_beside_a_fault_of_form(site: Site) -> None:
    site.write("docs/page.md", "```{example}\n>>> 1\n2\n>>> 3 # doctest: +ELLIPSIS\n4\n```\n")
    outcome = verify_site(site.settings, whole=False, fresh=True)
    assert [(finding.place.line, finding.code) for finding in outcome.findings] == [
        (2, "verify.example"),
        (4, "verify.example"),
        (4, "verify.example"),
    ]
