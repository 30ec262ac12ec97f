"""Breaks of the rules: which are made, what becomes of them, and that nothing on disk is touched."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.verify.strength.conftest import Command
from verify import session
from verify.doors import command
from verify.doors.subcommands import MISUSE
from verify.model import Place
from verify.settings import SettingsError, from_mapping, load_settings
from verify.site.data import strength as rows
from verify.strength.breaks import breaks
from verify.texts.coverage import Ruling

ENGINE = """
from enum import Enum
from gamerules.rules import IllegalAction, Table, rule

PRICE = Table("PRICE", "toy.table.1", {1: 30}, supply="write one")
LIMIT = 7

class Kind(Enum):
    SMALL = "small"

@rule("toy.score.1")
def points(tricks: int = 3, side: str = "north") -> int:
    "Two points a trick."
    why = f"{tricks} tricks"
    said = "as the text has it"
    if tricks > LIMIT:
        raise IllegalAction(tricks, "toy.score.2", "never more than " + str(LIMIT + 1))
    return helper(tricks) if side == "north" else label(why, said, key=1)

def helper(n: int) -> int:
    return 2 * n

def label(*words: str, key: int) -> str:
    return words[0][key:]

class Card:
    def __str__(self) -> str:
        return "x" * 1
"""
PAGE = """\
```{setup}
from toy.engine import points, PRICE
```
{claim}`8 <points(4)> | toy.score.1` {claim}`14 <points(7)>` {claim}`30 <PRICE[1]>`
```{example}
:breaks: toy.score.2

>>> points(8)
```
"""
SIGNATURE = 'def points(tricks: int = 3, side: str = "north") -> int:'
RESULT = 'return helper(tricks) if side == "north" else label(why, said, key=1)'
SURVIVORS = {
    (SIGNATURE, SIGNATURE.replace("3", "4")),
    (RESULT, 'return helper(tricks) if (side == "north") or True else label(why, said, key=1)'),
    (RESULT, 'return helper(tricks) if side == "north" else label(why, said, )'),
    (RESULT, 'return helper(tricks) if side == "north" else label(why, said, key=2)'),
    ("return words[0][key:]", "return words[1][key:]"),
}
OPEN = """
[[open]]
definition = "toy.engine.label"
old = "return words[0][key:]"
new = "return words[1][key:]"
why = "said nowhere"
"""
WORDS: tuple[str, ...] = ()


def made(root: Path) -> list[tuple[str, str]]:
    """Return the definition and the new text of each break."""
    rulings = [
        Ruling("toy.engine.points", ("toy.score.1",), Place("toy/engine.py", 17), ()),
        Ruling("toy.engine.PRICE", ("toy.table.1",), Place("toy/engine.py", 8), ()),
    ]
    found = [broken.key for broken in breaks(from_mapping(root, {"watch": ["toy"]}), rulings)]
    return [(definition, new) for definition, _, new in found]


def test_what_is_broken(root: Path) -> None:
    found = made(root)
    assert {name.removeprefix("toy.engine.") for name, _ in found} == {"PRICE", "LIMIT", "points", "helper", "label"}
    assert [text for _, text in found] == [
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


def test_a_break_keeps_its_name_when_lines_move(root: Path) -> None:
    engine = root / "toy/engine.py"
    twice = "def helper(n: int) -> int:\n    if n:\n        return 2\n    return 2\n"
    engine.write_text(f"{ENGINE[: ENGINE.index('def helper')]}{twice}", encoding="utf-8")
    before = made(root)
    assert before[-3:] == [
        ("toy.engine.helper", "if not (n):"),
        ("toy.engine.helper", "return 3"),
        ("toy.engine.helper#2", "return 3"),
    ]
    engine.write_text(engine.read_text(encoding="utf-8").replace("LIMIT", "\n# moved\n\nLIMIT", 1), encoding="utf-8")
    assert made(root) == before


def test_what_becomes_of_them(strength: Command, root: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*.py")}
    status, out, said = strength("--goal", "80")
    survivors = tomllib.loads(out[: out.rindex("toy: ")])["open"]
    assert {(entry["old"], entry["new"]) for entry in survivors} == SURVIVORS
    assert {entry["definition"] for entry in survivors} == {"toy.engine.points", "toy.engine.label"}
    assert out.endswith("toy: 11 of 16 viable breaks caught, 68.8% (16 in all, 0 not viable, 0 left open)\n")
    assert (status, said) == (1, "")
    assert {path: path.read_bytes() for path in root.rglob("*.py")} == before


def test_a_sample(strength: Command) -> None:
    one, other = strength("--sample", "4", "--seed", "1"), strength("--sample", "4", "--seed", "1")
    assert one == other
    assert " of 4 viable breaks caught" in one[1]
    assert "(16 in all" in one[1]


def test_a_break_that_loops_or_cannot_be_imported(strength: Command, root: Path) -> None:
    (root / "toy/engine.py").write_text(
        "from gamerules.rules import rule\n\nSTEP = 1\n\n\n@rule('toy.score.1')\ndef points(n: int) -> int:\n"
        "    total = 0\n    while n > 0:\n        n -= STEP\n        total += 2\n    return total\n\n\n"
        "assert STEP < 2\n",
        encoding="utf-8",
    )
    (root / "docs/page.md").write_text("```{example}\n>>> from toy.engine import points\n>>> points(4)\n8\n```\n")
    (root / "pyproject.toml").write_text('[tool.verify]\nwatch = ["toy"]\ntime-limit = 2\n', encoding="utf-8")
    status, out, _ = strength("*.STEP", "*.points")
    assert "1 not viable" in out
    assert status == 0, out


def test_pages_that_do_not_hold_are_mended_first(strength: Command, root: Path) -> None:
    with (root / "docs/page.md").open("a", encoding="utf-8") as page:
        page.write("\n{claim}`9 <points(4)>`\n")
    status, out, said = strength("--sample", "1")
    assert (status, out) == (MISUSE, "")
    assert "verify: the pages do not hold with unbroken rules; mend them first: docs/page.md:" in said


def test_a_check_that_writes_touches_the_copy_alone(strength: Command, root: Path) -> None:
    with (root / "docs/page.md").open("a", encoding="utf-8") as page:
        page.write("\n```{example}\n>>> open('docs/written', 'w').write('')\n0\n```\n")
    assert strength("--sample", "1", "--goal", "0")[0] == 0
    assert not (root / "docs/written").exists()


def test_what_the_text_leaves_open(strength: Command, root: Path) -> None:
    file = root / "docs/strength.toml"
    file.write_text(OPEN, encoding="utf-8")
    status, out, said = strength("--goal", "60")
    assert (status, said) == (0, "")
    assert "words[1]" not in out
    assert "toy: 11 of 15 viable breaks caught, 73.3% (16 in all, 0 not viable, 1 left open)" in out
    caught = OPEN.replace("label", "helper").replace("words[0][key:]", "2 * n").replace("words[1][key:]", "3 * n")
    gone = OPEN.replace("words[1]", "words[2]")
    file.write_text(caught + gone, encoding="utf-8")
    status, out, _ = strength("--goal", "60")
    place, hint = "docs/strength.toml:1:", "delete the entry [verify.strength]\n"
    left = f"{place} a break that the text is said to leave open was caught: toy.engine.helper -> return 2 * n"
    assert status == 1
    assert out.endswith(
        f"{left} -> return 3 * n; {hint}"
        f"{place} there is no such break: toy.engine.label -> return words[0][key:] -> return words[2][key:]; {hint}"
    )
    assert "there is no such break" not in strength("*.label", "--goal", "0")[1]  # it has not tried all
    file.write_text("[[open]]\nwhy = 'x'\n", encoding="utf-8")
    assert strength()[0] == MISUSE


def test_a_glob_that_fits_nothing(strength: Command) -> None:
    assert strength("tyo") == (MISUSE, "", "verify: no rule is chosen; see: python -m verify coverage\n")


def test_the_outcome_of_a_whole_run_is_stored_and_drawn(
    strength: Command, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    with pytest.raises(SettingsError, match=r"docs/strength\.json: no outcome .* strength --write"):
        rows.area_rows()
    says = "verify: --write stores the outcome of a whole run; leave --sample and the globs out\n"
    assert strength("--write", "--sample", "1") == (MISUSE, "", says)
    (root / "docs/strength.toml").write_text(OPEN, encoding="utf-8")
    strength("--write")
    assert rows.area_rows() == [["toy", "15", "11", "73.3%", "1", "0", "no"]]
    assert rows.open_rows() == [["engine.\u200blabel", "return words[‹0 → 1›][key:]", "said nowhere"]]
    assert rows.section_rows() == [["toy.score", "10", "6", "60.0%", *"———"], ["toy.table", "5", "5", "100.0%", *"———"]]
    survivors = rows.survivor_rows()
    assert len(survivors) == 4
    assert all(row[0].startswith("engine.") and row[2] == "toy.score.1" for row in survivors)
    assert rows.never_rows() == [["—"] * 3]
    with (root / "docs/page.md").open("a", encoding="utf-8") as page:
        page.write("\n{claim}`4 <points(2)>`\n")
    assert rows.never_rows() == [["docs/page.md", "claim: 4 <points(2)>", "not tried yet"]]
    # A build has collected the pages when it draws: they are not scanned again.
    session.verify_site(load_settings(root))
    monkeypatch.setattr(session, "scan_page", None)
    assert rows.never_rows() == [["docs/page.md", "claim: 4 <points(2)>", "not tried yet"]]
    engine = root / "toy/engine.py"
    engine.write_text(engine.read_text(encoding="utf-8") + "\n# a change\n", encoding="utf-8")
    assert [row[-1] for row in rows.area_rows()] == ["yes"]


def test_a_break_is_tried_again_only_if_something_has_changed(strength: Command, root: Path) -> None:
    known, page = root / ".verify/strength.json", root / "docs/page.md"
    words = ("*.helper", "--goal", "100")
    assert strength(*words)[0] == 0
    found = json.loads(known.read_text(encoding="utf-8"))
    assert {name for pages in found.values() for name in pages} == {"docs/page.md"}
    known.write_text(re.sub(r"\[\d[\d, ]*\]", "[]", known.read_text(encoding="utf-8")), encoding="utf-8")
    assert "toy: 0 of 2 viable" in strength(*words)[1]  # it says what is kept
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{{claim}}`2 <points(1)>`\n", encoding="utf-8")
    assert "toy: 2 of 2 viable" in strength(*words)[1]


def test_a_break_is_tried_only_where_the_code_that_it_changes_runs(strength: Command, root: Path) -> None:
    page = "```{setup}\nfrom toy.engine import LIMIT\n```\n{claim}`7 <LIMIT> | no-rule: a limit`\n"
    (root / "docs/other.md").write_text(page, encoding="utf-8")

    def tried(glob: str) -> set[str]:
        """Return the pages on which breaks are tried."""
        strength(glob, "--goal", "0")
        found = json.loads((root / ".verify/strength.json").read_text(encoding="utf-8"))
        (root / ".verify/strength.json").unlink()
        return {name for pages in found.values() for name in pages}

    assert tried("*.helper") == {"docs/page.md"}
    assert tried("*.LIMIT") == {"docs/page.md", "docs/other.md"}
    assert tried("*.label") == {"docs/page.md", "docs/other.md"}  # it has been seen to run nowhere


def test_a_run_that_is_ended_accuses_nobody(strength: Command, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    (root / "docs/strength.toml").write_text(OPEN, encoding="utf-8")
    counted = "toy: 0 of 0 viable breaks caught, 100.0% (16 in all, 0 not viable, 0 left open, 16 not tried)\n"
    assert strength("--minutes", "0", "--write") == (0, counted, "")
    assert rows.area_rows() == [["toy", "0", "0", "—", "0", "16", "no"]]
    assert {row[2] for row in rows.never_rows()} == {"not tried yet"}


def test_a_check_that_was_never_red(strength: Command, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE + "\n{claim}`north <[points(1)] and 'htron'[::-1]>`\n"
    (root / "docs/page.md").write_text(text, encoding="utf-8")
    excuses = root / "docs/strength.toml"

    def found() -> list[str]:
        """Return what an ordinary run finds."""
        command.main(["--root", str(root)])
        return [line for line in capsys.readouterr().out.splitlines() if line.endswith("[verify.strength]")]

    assert found() == []  # nothing has been tried
    status, out, _ = strength("--goal", "0", "--write")
    assert status == 1
    (says,) = found()
    says, _, rest = says.partition("name ")
    assert says == (
        "docs/page.md:11: no break of the rules has ever turned this claim red; let it ask the rule itself, or "
    )
    assert says in out
    excuse = f"[[never-red]]\nchecks = '{rest.partition(' ')[0]}'\nwhy = 'a name'\n"
    excuses.write_text(excuse, encoding="utf-8")
    assert found() == []
    assert strength("--goal", "0")[0] == 0
    excuses.write_text(f"{excuse}[[never-red]]\nchecks = 'x'\nwhy = 'y'\n", encoding="utf-8")
    hint = "delete the entry, or mend its spelling [verify.strength]"
    assert found() == [f"docs/strength.toml:1: never-red: 'x' fits no check that no break has turned red; {hint}"]


def test_a_check_whose_set_up_fails_has_noticed_nothing(strength: Command, root: Path) -> None:
    setup = "```{setup}\nfrom toy.engine import points\nassert points(4) == 8\n```\n"
    (root / "docs/page.md").write_text(f"{setup}{{claim}}`8 <points(4)>`\n", encoding="utf-8")
    strength("--goal", "0", "--write")
    checks = json.loads((root / "docs/strength.json").read_text(encoding="utf-8"))["checks"]
    assert list(checks.values()) == [0]


def test_tools_are_not_broken(strength: Command, root: Path) -> None:
    settings = root / "pyproject.toml"
    whole = settings.read_text(encoding="utf-8")
    helper = "def helper(n: int) -> int:\n    return 2 * n\n"
    (root / "toy/tool.py").write_text(helper, encoding="utf-8")
    (root / "toy/engine.py").write_text(f"from toy.tool import helper\n{ENGINE.replace(helper, '')}", encoding="utf-8")
    assert "(2 in all, " in strength("toy.tool.*")[1]
    settings.write_text(f'{whole}tools = ["toy.tool"]\n', encoding="utf-8")
    status, _, said = strength("toy.tool.*")
    assert (status, said) == (2, "verify: no rule is chosen; see: python -m verify coverage\n")
    for glob, says in (
        ("toy.nix", "tools: no watched module is called 'toy.nix'; delete it or mend it"),
        ("toy.*", "tools: 'toy.*' fits toy.engine, which carries out a locus; leave it out"),
    ):
        settings.write_text(f'{whole}tools = ["{glob}"]\n', encoding="utf-8")
        status, _, said = strength()
        assert status == 2
        assert f"verify: {says}" in said
