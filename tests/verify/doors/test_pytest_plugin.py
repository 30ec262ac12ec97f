"""The pytest plugin: every check a test, whose name stays when lines move."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.conftest import source
from tests.verify.project import PLUGIN

pytest_plugins = ["pytester"]

PAGE = """\
```{setup}
from toy.engine import points
```

{claim}`2 <points(1)>` {claim}`5 <points(2)>`

```{example}
:loci: toy.score.1
:name: sixes

>>> points(3)
7
```

```{example}
:skip: the table is lost

>>> points(3)
7
```
"""


@pytest.fixture
def run(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Return a function that runs pytest in a site of its own."""
    pytester.makepyprojecttoml('[tool.verify]\nwatch = ["toy"]\npending = ["toy.*"]\n')
    pytester.mkpydir("toy").joinpath("engine.py").write_text("def points(n):\n    return 2 * n\n", encoding="utf-8")
    docs = pytester.mkdir("docs")
    docs.joinpath("page.md").write_text(PAGE, encoding="utf-8")
    docs.joinpath("checks.toml").write_text('"docs/page.md" = { claims = 2, examples = 2 }\n', encoding="utf-8")
    docs.joinpath("sources").mkdir()
    docs.joinpath("sources/toy.json").write_text(source(("toy.score.1", "note")), encoding="utf-8")
    pytester.makepyfile(test_own="def test_own(): pass")

    def run(*words: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess(*PLUGIN, "-p", "no:hypothesispytest", *words)

    return run


def test_it_is_loaded_only_where_it_is_asked_for(pytester: pytest.Pytester) -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    assert "pytest11" not in project["entry-points"]
    if not PLUGIN:
        pytest.skip("the environment was made by an older version; make html updates it")
    pytester.makepyfile(test_own="import sys\ndef test_own(): assert not [n for n in sys.modules if n[:6] == 'verify']")
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)


def test_it_does_nothing_unless_asked(run: Callable[..., pytest.RunResult]) -> None:
    run().assert_outcomes(passed=1)


def test_each_check_is_a_test(run: Callable[..., pytest.RunResult]) -> None:
    result = run("--verify", "-rA")
    result.assert_outcomes(passed=3, failed=2, skipped=1)
    result.stdout.fnmatch_lines_random(
        [
            "PASSED docs/page.md::claim ????????",
            "FAILED docs/page.md::claim ???????? - *",
            "FAILED docs/page.md::example sixes ???????? - *",
            "docs/page.md:11: (toy.score.1): the example says 7; the rules give 6 [[]verify.example[]]",
            "    says:  7",
            "    gives: 6",
        ]
    )
    result.stdout.fnmatch_lines_random(["SKIPPED*docs/page.md:18: the table is lost"])
    assert "doors/pytest.py" not in result.stdout.str()


def test_k_and_last_failed_though_lines_move(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    run("--verify", "-k", "score and example").assert_outcomes(failed=1, deselected=5)
    result = run("--verify")
    result.assert_outcomes(passed=3, failed=2, skipped=1)
    again = run("--verify", "--lf")
    again.assert_outcomes(failed=2, deselected=1)
    page = pytester.path / "docs/page.md"
    page.write_text(f"# Page\n\n{PAGE}".replace("2 <points(1)>", "4 <points(2)>"), encoding="utf-8")
    run("--verify", "--lf").assert_outcomes(failed=2)
    run("--verify", "-k", "sixes").assert_outcomes(failed=1, deselected=5)


def test_the_id_that_is_shown_can_be_given_again(run: Callable[..., pytest.RunResult]) -> None:
    shown = run("--verify", "-vv").stdout
    shown.fnmatch_lines_random(["docs/page.md::example sixes ???????? FAILED*", "_* example at docs/page.md:11 _*"])
    (name,) = re.findall(r"docs/page.md::example sixes [0-9a-f]{8}", shown.str())[:1]
    run("--verify", name).assert_outcomes(failed=1)


def test_the_id_of_a_fault_stays_when_lines_move(
    run: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    page = pytester.path / "docs/page.md"
    ids = []
    for text in ("{clam}`1 <x>`\n", "# Page\n\n{clam}`1 <x>`\n"):
        page.write_text(text, encoding="utf-8")
        ids.append(re.findall(r"FAILED (docs/page.md::verify.scan [0-9a-f]{8}) ", run("--verify", "-rA").stdout.str()))
    assert ids[0] == ids[1] != []


def test_the_setting_and_the_faults_of_a_page(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml('[tool.verify]\nwatch = ["toy"]\n[tool.pytest.ini_options]\nverify_docs = true\n')
    pytester.path.joinpath("docs/page.md").write_text("```{exmple}\n>>> 1\n1\n```\n", encoding="utf-8")
    result = run("-rA")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines_random(["docs/page.md:1: {exmple} is not a directive*write {example}*"])


def test_a_failing_setup_is_shown(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    pytester.path.joinpath("docs/page.md").write_text(PAGE.replace("import points", "import pints"), encoding="utf-8")
    result = run("--verify")
    result.stdout.fnmatch_lines_random(["*ImportError: cannot import name 'pints'*"])


def test_bad_settings_are_a_usage_error(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml("[tool.verify]\nwatched = []\n")
    result = run("--verify")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines_random(["*has no setting 'watched'; did you mean 'watch'?*"])


def test_a_site_without_pages_is_a_usage_error(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml('[tool.verify]\ndocs = "dosc"\n')
    result = run("--verify")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines_random(["*no pages: there is no [*].md or [*].rst in 'dosc'; did you mean 'docs'?*"])


def test_the_site_as_a_whole_is_a_test(run: Callable[..., pytest.RunResult], pytester: pytest.Pytester) -> None:
    checks = pytester.path / "docs/checks.toml"
    checks.write_text('"docs/page.md" = { claims = 3, examples = 2 }\n', encoding="utf-8")
    result = run("--verify", "-rA")
    result.assert_outcomes(passed=2, failed=3, skipped=1)
    result.stdout.fnmatch_lines_random(
        ["FAILED docs::site - *", "docs/checks.toml:1: docs/page.md must have 3 claims, 2 examples; it has 2 claims*"]
    )
    run("--verify", "-k", "site").assert_outcomes(failed=1, deselected=5)
    checks.write_text('"docs/page.md" = { claims = 2, examples = 2 }\n', encoding="utf-8")
    run("--verify", "-k", "site").assert_outcomes(passed=1, deselected=5)
    pytester.path.joinpath("docs/other.md").write_text("# Other\n", encoding="utf-8")
    run("--verify", "docs/page.md").assert_outcomes(passed=1, failed=2, skipped=1)


def test_a_rule_for_a_locus_that_its_source_does_not_have(
    run: Callable[..., pytest.RunResult], pytester: pytest.Pytester
) -> None:
    (pytester.path / "toy/__init__.py").write_text("from toy import engine\n", encoding="utf-8")
    with (pytester.path / "toy/engine.py").open("a", encoding="utf-8") as engine:
        engine.write("from gamerules.rules import rule\n\n@rule('toy.score.9')\ndef more(n):\n    return n\n")
    result = run("--verify", "-k", "site")
    result.assert_outcomes(failed=1, deselected=5)
    result.stdout.fnmatch_lines_random(
        ["*toy.engine.more carries out toy.score.9, which is not a locus of its source*"]
    )
