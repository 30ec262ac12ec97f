"""Breaks of the rules: which are made, what becomes of them, and that nothing on disk is touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from verify.doors import command
from verify.doors.options import MISUSE
from verify.model import Place
from verify.run import reach as digest
from verify.session import scan_pages
from verify.settings import SettingsError, VerifyError, from_mapping
from verify.strength import breaks, results
from verify.strength.code import Code
from verify.strength.summary import Share
from verify.strength.trials import Trials
from verify.texts.coverage import Ruling

ENGINE = '''
"""Rules."""

from enum import Enum

from gamerules.rules import IllegalAction, Table, rule

PRICE = Table("PRICE", "toy.table.1", {1: 30}, supply="write one")
LIMIT = 7


class Kind(Enum):
    """A kind."""

    SMALL = "small"


@rule("toy.score.1")
def points(tricks: int = 3, side: str = "north") -> int:
    """Two points a trick."""
    why = f"{tricks} tricks"
    said = "as the text has it"
    if tricks > LIMIT:
        raise IllegalAction(tricks, "toy.score.2", "never more than " + str(LIMIT + 1))
    return helper(tricks) if side == "north" else label(why, said, key=1)


def helper(n: int) -> int:
    """Twice."""
    return 2 * n


def label(*words: str, key: int) -> str:
    """Show."""
    return words[0][key:]


def unused(n: int) -> int:
    """Nothing reaches it."""
    return n + 1


class Card:
    """A card."""

    def __str__(self) -> str:
        """Show it."""
        return "x" * 1
'''
PAGE = """\
```{setup}
from toy.engine import points, PRICE
```

{claim}`8 <points(4)> | toy.score.1` {claim}`14 <points(7)>`

```{example}
:breaks: toy.score.2

>>> points(8)
```

{claim}`30 <PRICE[1]>`
"""
Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with rules and a page."""
    files = {
        "pyproject.toml": '[tool.verify]\nwatch = ["toy"]\n',
        "toy/__init__.py": "from toy import engine as engine\n",
        "toy/engine.py": ENGINE,
        "docs/page.md": PAGE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def strength(root: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command and returns its status, output and errors."""

    def run(*words: str) -> tuple[int, str, str]:
        status = command.main(["strength", "--root", str(root), "--jobs", "2", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def changes(root: Path) -> list[tuple[str, str]]:
    code = Code(digest.Reach(from_mapping(root, {"watch": ["toy"]})))
    rulings = [
        Ruling("toy.engine.points", ("toy.score.1",), Place("toy/engine.py", 17), ()),
        Ruling("toy.engine.PRICE", ("toy.table.1",), Place("toy/engine.py", 8), ()),
    ]
    found = [one.make(root) for one in breaks.candidates(code.places(rulings))]
    return [(one.place.definition.name, one.new) for one in found]


def test_what_is_broken(root: Path) -> None:
    made = changes(root)
    assert {name for name, _ in made} == {"PRICE", "LIMIT", "points", "helper", "label"}
    assert [text for _, text in made] == [
        'PRICE = Table("PRICE", "toy.table.1", {2: 30}, supply="write one")',
        'PRICE = Table("PRICE", "toy.table.1", {1: 31}, supply="write one")',
        "LIMIT = 8",
        'def points(tricks: int = 4, side: str = "north") -> int:',
        "def points(tricks: int = 3, side: str = 'XXnorthXX') -> int:",
        "if tricks >= LIMIT:",
        "raise IllegalAction(tricks, 'toy.score.3', \"never more than \" + str(LIMIT + 1))",
        'return helper(tricks) if (side == "north") and False else label(why, said, key=1)',
        'return helper(tricks) if (side == "north") or True else label(why, said, key=1)',
        'return helper(tricks) if side != "north" else label(why, said, key=1)',
        "return helper(tricks) if side == 'XXnorthXX' else label(why, said, key=1)",
        'return helper(tricks) if side == "north" else label(why, said, )',
        'return helper(tricks) if side == "north" else label(why, said, key=2)',
        "return 2 / n",
        "return 3 * n",
        "return words[1][key:]",
    ]


def test_what_becomes_of_them(strength: Command, root: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*.py")}
    status, out, _ = strength("--json", "--goal", "100")
    document = json.loads(out)
    assert status == 1
    survivors = {(entry["old"], entry["new"]): entry["reached"] for entry in document["survivors"]}
    signature = 'def points(tricks: int = 3, side: str = "north") -> int:'
    ternary = 'return helper(tricks) if side == "north" else label(why, said, key=1)'
    assert survivors == {
        (signature, signature.replace("3", "4")): True,
        (ternary, 'return helper(tricks) if (side == "north") or True else label(why, said, key=1)'): True,
        (ternary, 'return helper(tricks) if side == "north" else label(why, said, )'): True,
        (ternary, 'return helper(tricks) if side == "north" else label(why, said, key=2)'): True,
        ("return words[0][key:]", "return words[1][key:]"): False,
    }
    assert document["areas"]["toy"]["viable"] == 16
    assert document["areas"]["toy"]["caught"] == 11
    assert document["loci"]["toy.table.1"] == {"caught": 2, "viable": 2, "share": 1.0}
    assert {path: path.read_bytes() for path in root.rglob("*.py")} == before
    again = strength("--json", "--goal", "60")
    assert again[:2] == (0, out)  # free of times, and the same for the same code


def test_a_sample(strength: Command) -> None:
    one, other = strength("--sample", "4", "--seed", "1"), strength("--sample", "4", "--seed", "1")
    assert one == other
    assert "a sample of 16" in one[1]
    assert "4 breaks tried" in one[1]


def test_a_break_that_loops_or_cannot_be_imported(strength: Command, root: Path) -> None:
    (root / "toy/engine.py").write_text(
        "from gamerules.rules import rule\n\nSTEP = 1\n\n\n@rule('toy.score.1')\ndef points(n: int) -> int:\n"
        "    total = 0\n    while n > 0:\n        n -= STEP\n        total += 2\n    return total\n\n\n"
        "assert STEP < 2\n",
        encoding="utf-8",
    )
    (root / "docs/page.md").write_text("```{example}\n>>> from toy.engine import points\n>>> points(4)\n8\n```\n")
    status, out, _ = strength("--only", "*.STEP", "--only", "*.points")
    assert "1 of them not viable" in out
    assert status == 0, out


def test_a_check_that_writes_is_left_out(strength: Command, root: Path) -> None:
    with (root / "docs/page.md").open("a", encoding="utf-8") as page:
        page.write("\n```{example}\n>>> open('toy/engine.py', 'w').write('')\n0\n```\n")
    status, out, said = strength("--sample", "1")
    assert "left out, for it fails with unbroken rules" in said
    assert "nothing below the root is written" in said
    assert (root / "toy/engine.py").read_text(encoding="utf-8") == ENGINE
    assert (status, "no check runs it" in out) == (1, True)


def test_what_the_text_leaves_open(strength: Command, root: Path) -> None:
    old = "return words[0][key:]"
    entry = f'[[open]]\ndefinition = "toy.engine.label"\nold = "{old}"\nnew = "{{}}"\nwhy = "said nowhere"\n'
    (root / "docs/strength.toml").write_text(entry.format("return words[1][key:]"), encoding="utf-8")
    status, out, said = strength("--goal", "60")
    assert (status, said) == (0, "")
    assert "left open: toy/engine.py:35: return words[0][key:] -> return words[1][key:]: said nowhere" in out
    assert "toy: 11 of 15 viable breaks caught" in out
    (root / "docs/strength.toml").write_text(entry.format("return words[2][key:]"), encoding="utf-8")
    status, _, said = strength("--goal", "60")
    assert status == 1
    assert "nothing that survives is toy.engine.label: return words[0][key:] -> return words[2][key:]" in said
    (root / "docs/strength.toml").write_text("[[open]]\nwhy = 'x'\n", encoding="utf-8")
    assert strength()[0] == MISUSE


def test_a_game_that_is_not_there(strength: Command) -> None:
    status, _, said = strength("--game", "tyo")
    assert (status, "no rules of 'tyo'; did you mean 'toy'?" in said) == (MISUSE, True)


def test_the_interval_of_a_share() -> None:
    low, high = Share(95, 100).bounds()
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)  # Wilson, as tables have it
    assert Share(0, 0).share == 1.0


def test_a_process_that_is_lost_is_started_again(root: Path) -> None:
    kill = "```{example}\n>>> import os, signal, toy\n>>> os.kill(os.getpgid(0), signal.SIGKILL)\n>>> 1\n1\n```\n"
    (root / "docs/kill.md").write_text(kill, encoding="utf-8")
    settings = from_mapping(root, {"watch": ["toy"]})
    with Trials(settings, 1) as trials:
        trials.servers[0].popen.kill()
        trials.servers[0].popen.wait()
        assert trials.prepare(scan_pages(settings, ["docs/page.md"])) == []
        assert len(trials.sound) == 1
        with pytest.raises(VerifyError, match="importing toy ended its process"):
            trials.prepare(scan_pages(settings, ["docs/kill.md"]))


def test_the_outcome_of_a_whole_run_is_stored_and_drawn(
    strength: Command, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    with pytest.raises(SettingsError, match=r"docs/strength\.json: no outcome .* strength --write"):
        results.area_rows()
    assert strength("--write", "--sample", "1") == (
        2,
        "",
        "verify: --write stores the outcome of a whole run; leave --sample, --game and --only out\n",
    )
    old, new = "return words[0][key:]", "return words[1][key:]"
    (root / "docs/strength.toml").write_text(
        f'[[open]]\ndefinition = "toy.engine.label"\nold = "{old}"\nnew = "{new}"\nwhy = "said nowhere"\n',
        encoding="utf-8",
    )
    _, out, _ = strength("--write")
    (area,) = results.area_rows()
    name, viable, caught, share, left_open, changed = area
    assert f"{name}: {caught} of {viable} viable breaks caught, {share}" in out
    assert (left_open, changed) == ("1", "no")
    assert results.open_rows() == [["engine.\u200blabel", "return words[‹0 → 1›][key:]", "said nowhere"]]
    survivors = results.survivor_rows()
    assert len(survivors) == int(viable) - int(caught)
    assert all(row[0].startswith("engine.") and row[2] == "toy.score.1" for row in survivors)

    engine = root / "toy/engine.py"
    engine.write_text(engine.read_text(encoding="utf-8") + "\n# a change\n", encoding="utf-8")
    assert [row[-1] for row in results.area_rows()] == ["yes"]


def test_tools_are_not_broken(strength: Command, root: Path) -> None:
    settings = root / "pyproject.toml"
    whole = settings.read_text(encoding="utf-8")
    (root / "toy/tool.py").write_text(
        '"""A tool."""\n\n\ndef helper(n: int) -> int:\n    """Twice."""\n    return 2 * n\n'
    )
    engine = root / "toy/engine.py"
    own = engine.read_text(encoding="utf-8")
    begin, end = own.index("def helper"), own.index("def label")
    engine.write_text("from toy.tool import helper\n" + own[:begin] + own[end:], encoding="utf-8")
    assert "2 breaks tried" in strength("--only", "toy.tool.*")[1]
    settings.write_text(f'{whole}tools = ["toy.tool"]\n', encoding="utf-8")
    status, _, said = strength("--only", "toy.tool.*")
    assert (status, said) == (2, "verify: no rule is chosen; see: python -m verify coverage\n")
    for glob, says in (
        ("toy.nix", "tools: no watched module is called 'toy.nix'; delete it or mend it"),
        ("toy.*", "tools: 'toy.*' fits the module of toy.engine."),
    ):
        settings.write_text(f'{whole}tools = ["{glob}"]\n', encoding="utf-8")
        status, _, said = strength()
        assert status == 2
        assert f"verify: {says}" in said
