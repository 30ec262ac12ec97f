"""Changes of the text: which are made, and that each must be noticed where it is made."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.verify.strength.conftest import Command
from verify import session
from verify.doors import command
from verify.doors.subcommands import MISUSE
from verify.model import Check, Kind, Place
from verify.settings import from_mapping
from verify.strength.changes import altered, applied, of_page, of_record

ENGINE = """
from gamerules.rules import rule

@rule("toy.score.1")
def points(tricks):
    return 2 * tricks

def rank(n):
    raise ValueError(f"no rank {n}")
"""
PAGE = """\
```{setup}
from toy.engine import points, rank
```
{claim}`eight <points(4)>`

```{example}
:ellipsis:

>>> raise ValueError(*range(points(7), 18), *range(points(7), 18))
Traceback (most recent call last):
ValueError: (... 15, ... 16, ...
```

```{example}
>>> for n in (1, 2):
...     print("tricks", n, "points", points(n))
tricks 1 points 2
tricks 2 points 4
>>> points(2) == 4, points(9)
(True, 18)
```

```{example}
:raises: ValueError

>>> rank(0)
```

```{example}
>>> rank(1)
Traceback (most recent call last):
ValueError: no rank 1
```
"""
WORDS = ("--text",)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("100", ["101"]),
        ("17,009", ["17,000"]),
        ("forty-eight", ["forty-nine"]),
        ("Two thirds", ["Three thirds", "Two half"]),
        ("½", ["third"]),
        ("−14 of 3", ["14 of 3", "−15 of 3", "−14 ofx 3", "−14 of 4"]),
        ("♠K10", ["♣K10", "♠Q10"]),
        ("♦10", ["♥10", "♦K"]),
        ("[True, 4]", ["[False, 4]", "[True, 5]"]),
        ("Anna leads", ["Annax leads"]),
        ("—", ["—x"]),
    ],
)
def test_what_else_a_text_might_say(text: str, others: list[str]) -> None:
    assert list(altered(text)) == others


def test_a_name_becomes_another_name_that_is_no_figure() -> None:
    claims = ["Both <2>", "second <2>", "Anna <one>", "Boris <other>"]
    checks = [Check("page.md", Place("page.md", at), Kind.CLAIM, (), text) for at, text in enumerate(claims)]
    found = [[change.text for changes in rounds for change in changes] for rounds in of_page(checks)]
    assert found[:2] == [["Bothx <2>"], ["secondx <2>"]]
    assert found[2:] == [["Annax <one>", "Boris <one>"], ["Borisx <other>", "Anna <other>"]]


def test_all_that_is_noticed_and_what_is_not(strength: Command) -> None:
    status, out, _ = strength()
    assert status == 1
    left = tomllib.loads(out[: out.rindex("docs: ")])["open"]
    shown = "ValueError: (... 15, ... 16, ..."
    assert {(one["definition"], one["old"]) for one in left} == {("docs/page.md", shown)}
    assert {one["new"] for one in left} == {"ValueError: (... 16, ... 16, ...", "ValueError: (... 15, ... 17, ..."}
    assert out.endswith("docs: 12 of 14 changes noticed, 85.7%\n")


def test_what_makes_no_sense_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, says in (
        (["--sample", "3"], "--sample chooses among breaks of the rules; with --text, name pages instead"),
        (["docs/nix.md"], "no page is chosen; see: python -m verify --list"),
    ):
        assert command.main(["strength", "--text", "--root", str(root), *words]) == MISUSE
        assert capsys.readouterr().err == f"verify: {says}\n"


def test_a_fault_elsewhere_does_not_count(root: Path, strength: Command) -> None:
    page = "```{setup}\nfrom toy.engine import points\n```\n```{example}\n>>> points(1)\n2\n>>> points(0)\n0\n```\n"
    (root / "docs/page.md").write_text(page, encoding="utf-8")
    check = session.scan_pages(from_mapping(root, {"watch": ["toy"]}))[0].checks[1]
    both = next(of_page([check]))[1]
    assert [change.text for change in both] == [None, None]
    changed, lines = applied(check, both)
    assert changed.text == ">>> points(1)\n>>> points(0)"
    assert lines == [5, 6]  # the second stands a line higher now
    assert strength() == (0, "docs: 4 of 4 changes noticed, 100.0%\n", "")


def test_what_is_excused_and_stored(root: Path, strength: Command) -> None:
    left = tomllib.loads(strength()[1].rpartition("docs: ")[0])["open"]
    entries = []
    for one in left:
        fields = one | {"why": "it lets much pass"}
        entries.append("[[open]]\n" + "".join(f"{key} = {json.dumps(text)}\n" for key, text in fields.items()))
    (root / "docs/strength.toml").write_text("".join(entries), encoding="utf-8")
    assert strength("--write") == (0, "docs: 12 of 12 changes noticed, 100.0%\n", "")
    text = json.loads((root / "docs/strength.json").read_text(encoding="utf-8"))["text"]
    assert text["areas"] == {"docs": [12, 12]}
    assert len(text["survivors"]) == 2
    glob = "[[open]]\ndefinition = 'docs/*.md'\nold = '*15, *'\nnew = '* ... *'\nwhy = 'so'\n"
    (root / "docs/strength.toml").write_text(glob, encoding="utf-8")
    assert strength()[0] == 0
    (root / "docs/strength.toml").write_text(glob.replace("* ... *", "* tricks"), encoding="utf-8")
    status, out, _ = strength()
    assert status == 1
    assert "there is no such break: docs/*.md -> *15, * -> * tricks; delete the entry" in out
    (root / "docs/strength.toml").write_text(entries[0].replace("(...", "[..."), encoding="utf-8")
    status, out, _ = strength()
    assert status == 1
    assert "there is no such break: docs/page.md -> ValueError: [..." in out


def test_long_outputs_do_without_what_defines_nothing(root: Path, strength: Command) -> None:
    setup = "```{setup}\nfrom toy.engine import points\nseen = []\n```\n"
    short = "```{example}\n>>> seen.append(points(1)) or len(seen)\n1\n```\n"
    output = "".join(f"{points}\n" for points in range(0, 20, 2))
    for factor, said in (("1", "12 of 12 changes noticed, 100.0%"), ("len(seen)", "10 of 12 changes noticed, 83.3%")):
        long = f"```{{example}}\n>>> for n in range(10): print(points(n) * {factor})\n{output}```\n"
        (root / "docs/page.md").write_text(f"{setup}{short}{long}", encoding="utf-8")
        status, out, _ = strength()  # with len(seen) it is not trusted, as it holds only after the short one
        assert (status, out.splitlines()[-1]) == (said.startswith("10"), f"docs: {said}")


RECORD = """\
game: trio
players: [Ann, Ben]
start: {dealer: Ann}
steps:
  - at: pocket.trio.3
    note: 5
    does:
      - deal:
          Ann: ♠J
  - at: pocket.trio.5
    refuses:
      - {Ben: ♣9, by: pocket.trio.4}
    says:
      winner: Ben
      tricks: {Ann: 0}
"""


def test_each_step_and_fact_of_a_record_is_changed() -> None:
    check = Check("docs/page.md", Place("docs/page.md", 3), Kind.RECORD, (), "deal.yaml")
    found = list(of_record(check, RECORD, "docs"))
    assert {(change.key[1], change.key[2]) for change in found if change.line == 12} == {
        ("- {Ben: ♣9, by: pocket.trio.4}", f"- {{{who}: {card}, by: {locus}}}")
        for who, card, locus in [
            ("Ann", "♣9", "pocket.trio.4"),
            ("Ben", "♦9", "pocket.trio.4"),
            ("Ben", "♣K", "pocket.trio.4"),
            ("Ben", "♣9", "pocketx.trio.4"),
            ("Ben", "♣9", "pocket.trio.5"),
        ]
    }
    assert {change.line for change in found} == {1, 2, 3, 9, 12, 14, 15}  # neither a locus nor a note
    assert {change.last for change in found if change.line in (12, 14, 15)} == {12, 14, 15}  # at their own lines
    assert {(change.statement, change.last) for change in found if change.line == 9} == {(8, 16)}  # or below
    assert all(change.text and change.text != RECORD for change in found)
