"""What runs again after an edit: all that the edit can reach, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.verify.conftest import RECORD
from verify import session
from verify.run import reach
from verify.run.store import Store

if TYPE_CHECKING:
    from tests.verify.conftest import Site

ENGINE_PAGE = """\
# A page

A caption.

```{setup}
from toy.engine import points
```

{claim}`2 <points(1)>`

```{example}
>>> points(2)
4
```
"""
OTHER_PAGE = "```{example}\n>>> from toy.tables import bonus\n>>> bonus('slam')\n50\n```\n"


@pytest.fixture
def two(site: Site) -> Site:
    """Two pages on two modules, one of which reads a data file."""
    site.write(
        "toy/tables/__init__.py",
        "import json\nfrom pathlib import Path\n\n"
        "BONUS = json.loads((Path(__file__).parent / 'data/bonus.json').read_text())\n"
        "def bonus(name):\n    return BONUS[name]\n",
    )
    site.write("toy/tables/data/bonus.json", '{"slam": 50}')
    site.write("toy/notes.txt", "none")
    site.write("toy/unused.py", "x = 1\n")
    site.page(ENGINE_PAGE, "engine")
    site.page(OTHER_PAGE, "other")
    return site


def run(site: Site) -> tuple[int, list[str]]:
    """Run all pages of the site; return how many checks ran anew and the findings."""
    ran = site.run(*session.scan_pages(site.settings), fresh=False)
    checks = [result for result in ran.results if result.check.kind != "setup"]
    return len(checks) - ran.reused, [str(finding) for result in ran.results for finding in result.findings]


def edit(site: Site, path: str, old: str, new: str) -> None:
    """Replace a text in a file; the text must be there."""
    file = site.root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "old", "new", "anew"),
    [
        ("docs/engine.md", "A caption.", "Another caption.\n\nAnd more lines.", 0),
        ("docs/engine.md", "4\n", "4\n>>> points(3)\n6\n", 1),
        ("docs/engine.md", "`2 <points(1)>`", "`two <points(1)>`", 2),
        ("docs/engine.md", "import points", "import points, share", 2),
        ("toy/engine.py", "return 2 * tricks", "return tricks * 2", 2),
        ("toy/engine.py", "players", "people", 2),
        ("toy/tables/__init__.py", "[name]", "[str(name)]", 1),
        ("toy/tables/data/bonus.json", "50", '50, "rubber": 500', 1),
        ("toy/notes.txt", "none", "some", 0),
        ("toy/unused.py", "x = 1", "x = 2", 0),
        ("toy/__init__.py", "", "y = 1\n", 3),
    ],
)  # fmt: skip
def test_an_edit_runs_again_just_what_it_reaches(two: Site, path: str, old: str, new: str, anew: int) -> None:
    assert run(two) == (3, [])
    assert run(two) == (0, [])
    edit(two, path, old, new)
    assert run(two) == (anew, [])
    assert run(two) == (0, [])


def test_a_broken_engine_is_noticed_and_stays_noticed(two: Site) -> None:
    assert run(two) == (3, [])
    edit(two, "toy/engine.py", "2 * tricks", "3 * tricks")
    wanted = [
        "docs/engine.md:9: the page says 2; the rules give 3 [verify.claim]",
        "docs/engine.md:12: the example says 4; the rules give 6 [verify.example]",
    ]
    assert run(two) == (2, wanted)
    assert run(two) == (2, wanted)
    edit(two, "docs/engine.md", "# A page\n", "# A page\n\nOne line more.\n")
    assert run(two)[1][0].startswith("docs/engine.md:11:")
    edit(two, "toy/engine.py", "3 * tricks", "2 * tricks")
    assert run(two) == (2, [])


def test_an_edit_of_the_same_size_within_the_same_second_counts(two: Site) -> None:
    for factor in (3, 2, 4, 2):
        two.write("toy/engine.py", f"def points(n):\n    return {factor} * n\n")
        assert bool(run(two)[1]) is (factor != 2)


def test_files_that_a_check_opens_count_though_nothing_names_them(site: Site) -> None:
    site.write("docs/table.txt", "5")
    text = "```{example}\n>>> from pathlib import Path\n>>> Path('docs', 'table.txt').read_text()\n'5'\n```\n"
    site.page(text)
    assert [run(site)[0], run(site)[0]] == [1, 0]
    site.write("docs/table.txt", "6")
    anew, findings = run(site)
    assert (anew, len(findings)) == (1, 1)


def test_a_file_that_was_not_there_counts(site: Site) -> None:
    text = (
        "```{example}\n>>> try:\n...     print(open('docs/table.txt').read())\n... except OSError:\n"
        "...     print('none')\nnone\n```\n"
    )
    site.page(text)
    assert [run(site)[0], run(site)[0]] == [1, 0]
    site.write("docs/table.txt", "6")
    assert len(run(site)[1]) == 1


def test_modules_found_by_name_count(site: Site) -> None:
    site.write("toy/late.py", "size = 3\n")
    text = "```{example}\n>>> import importlib\n>>> importlib.import_module('toy.' + 'late').size\n3\n```\n"
    site.page(text)
    assert [run(site)[0], run(site)[0]] == [1, 0]
    site.write("toy/late.py", "size = 4\n")
    assert len(run(site)[1]) == 1


def test_files_named_under_uses_count(site: Site) -> None:
    site.write("docs/table.txt", "5")
    site.page("```{example}\n:uses: table.txt\n\n>>> import toy\n>>> 1\n1\n```\n")
    assert [run(site)[0], run(site)[0]] == [1, 0]
    site.write("docs/table.txt", "6")
    assert [run(site)[0], run(site)[0]] == [1, 0]


def test_a_record_depends_on_its_file_and_its_game(site: Site) -> None:
    site.write("docs/race.yaml", RECORD.partition("    says")[0])
    site.page("```{setup}\nimport toy.engine\n```\n\n```{record} race.yaml\n```\n")
    assert [run(site)[0], run(site)[0]] == [1, 0]
    edit(site, "docs/page.md", "toy.engine", "toy.race")
    edit(site, "toy/engine.py", "players", "people")
    assert run(site)[0] == 0
    edit(site, "docs/race.yaml", '"2"', '"1"')
    assert [run(site)[0], run(site)[0]] == [1, 0]
    edit(site, "toy/race.py", "one step or two", "a step or two")
    assert [run(site)[0], run(site)[0]] == [1, 0]


def test_what_the_registry_of_rules_knows_is_what_has_been_imported(site: Site) -> None:
    site.with_settings(watch=["toy", "gamerules"])
    site.page(
        "```{example}\n>>> import sys\n>>> from gamerules.rules import rules\n>>> import toy.engine\n"
        ">>> len([rule for rule in rules() if rule.name.startswith('toy.')])\n3\n"
        ">>> 'toy.race' in sys.modules\nFalse\n```\n"
    )
    assert [run(site), run(site)] == [(1, []), (0, [])]
    edit(site, "toy/race.py", "one step or two", "a step or two")
    assert run(site) == (0, [])
    edit(site, "toy/engine.py", '@rule("toy.score.2")\n', "")
    assert [run(site)[0], len(run(site)[1])] == [1, 1]


def test_imports_that_are_lazy_relative_or_guarded_count_if_they_happen(site: Site) -> None:
    site.write("toy/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from toy import hints\n\n"
               "def f():\n    from . import b\n    return b.c\n\n"
               "def g():\n    from toy import never\n")  # fmt: skip
    site.write("toy/b.py", "try:\n    from .sub import c\nexcept ImportError:\n    c = None\n")
    site.write("toy/hints.py", "")
    site.write("toy/never.py", "")
    site.write("toy/sub/__init__.py", "")
    site.write(
        "toy/sub/c.py",
        "import importlib\nimport pkgutil\nd = importlib.import_module('toy.d')\n"
        "rates = pkgutil.get_data('toy.sub', 'rates.yaml')\n",
    )
    site.write("toy/sub/rates.yaml", "a: 1\n")
    site.write("toy/sub/other.yaml", "a: 1\n")
    site.write("toy/d.py", "")
    site.page("```{example}\n>>> import toy.a\n>>> toy.a.f().__name__\n'toy.sub.c'\n```\n")
    assert run(site) == (1, [])
    (kept,) = Store(site.root / ".verify").entries.values()
    assert [name for name, _ in kept.reached] == [
        "toy/__init__.py", "toy/a.py", "toy/b.py", "toy/d.py", "toy/sub/__init__.py", "toy/sub/c.py",
        "toy/sub/rates.yaml",
    ]  # fmt: skip


def test_a_module_that_was_looked_for_in_vain_counts(site: Site) -> None:
    text = (
        "```{example}\n>>> try:\n...     from toy.late import size\n... except ImportError:\n"
        "...     size = 0\n>>> size\n0\n```\n"
    )
    site.page(text)
    assert [run(site)[0], run(site)[0]] == [1, 0]
    site.write("toy/late.py", "size = 4\n")
    assert len(run(site)[1]) == 1


def test_watched_packages_count_wherever_they_are(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "far").mkdir()
    (elsewhere / "far/__init__.py").write_text(
        "from pathlib import Path\nsize = int(Path(__file__).with_name('size.txt').read_text())\n", encoding="utf-8"
    )
    (elsewhere / "far/size.txt").write_text("3", encoding="utf-8")
    site.page("```{example}\n>>> import far\n>>> far.size\n3\n```\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(elsewhere))
        patch.syspath_prepend(elsewhere)
        site.with_settings(watch=["toy", "far"])
        assert [run(site)[0], run(site)[0]] == [1, 0]
        for name, text in (("size.txt", "4"), ("__init__.py", "size = 5\n")):
            (elsewhere / "far/size.txt").write_text("3", encoding="utf-8")
            assert run(site)[1] == []
            (elsewhere / "far" / name).write_text(text, encoding="utf-8")
            assert len(run(site)[1]) == 1
        assert set(reach.watched_files(["far"], site.root)) == {"far/__init__.py", "far/size.txt"}


def test_the_python_and_verify_itself_are_part_of_a_key(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.page(
        OTHER_PAGE.replace("toy.tables import bonus", "toy.engine import points").replace("bonus('slam')", "points(25)")
    )
    assert [run(site)[0], run(site)[0]] == [1, 0]
    monkeypatch.setattr(reach, "own", lambda: "another verify")
    assert [run(site)[0], run(site)[0]] == [1, 0]


def test_a_fresh_run_ignores_what_is_stored(two: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(two)[0] == 3
    pages = session.scan_pages(two.settings)
    assert two.run(*pages, fresh=True).reused == 0
    monkeypatch.setenv("CI", "true")
    assert two.run(*pages, fresh=None).reused == 0
    monkeypatch.setenv("CI", "false")
    assert two.run(*pages, fresh=None).reused == 3


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"form": 2}', '{"form": 0, "states": [], "entries": {}}', "\x00"])
def test_a_damaged_store_counts_as_empty(two: Site, damage: str) -> None:
    assert run(two)[0] == 3
    file = two.root / ".verify" / "results.json"
    file.write_text(damage, encoding="utf-8")
    assert [run(two)[0], run(two)[0]] == [3, 0]


def test_a_damaged_entry_counts_as_none(two: Site) -> None:
    assert run(two)[0] == 3
    file = two.root / ".verify" / "results.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    key = next(iter(document["entries"]))
    document["entries"][key] = ["docs/engine.md", "many", [], []]
    file.write_text(json.dumps(document), encoding="utf-8")
    assert run(two) == (3, [])


def test_the_store_forgets_what_no_longer_counts(two: Site) -> None:
    run(two)
    first = set(Store(two.root / ".verify").entries)
    edit(two, "docs/other.md", "50", "50\n>>> 1\n1")
    run(two)
    second = set(Store(two.root / ".verify").entries)
    assert (len(first - second), len(second - first)) == (1, 1)
    assert (two.root / ".verify" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_what_the_library_and_the_store_hold_does_not_count(site: Site) -> None:
    text = (
        "```{example}\n>>> import importlib, sys, wave, toy.engine\n>>> _ = importlib.import_module('toy.' + 'race')\n"
        ">>> _ = open('docs/page.md').close()\n>>> toy.engine.points(1)\n2\n```\n"
    )
    site.page(text)
    assert run(site) == (1, [])
    (kept,) = Store(site.root / ".verify").entries.values()
    read = {name for name, state in kept.reached if state != "missing"}
    assert {name for name in read if not name.startswith("/")} == {
        "docs/page.md", "toy/__init__.py", "toy/engine.py", "toy/race.py",
    }  # fmt: skip
    assert {Path(name).parent.name for name in read if name.startswith("/")} == {"gamerules"}


def test_a_record_does_not_depend_on_verify_itself_being_watched(site: Site) -> None:
    site.with_settings(watch=["toy", "verify"])
    site.write("docs/race.yaml", RECORD)
    site.page("```{record} race.yaml\n```\n")
    assert run(site) == (1, [])
    (kept,) = Store(site.root / ".verify").entries.values()
    assert {name for name, _ in kept.reached if "verify/" in name} == set()
