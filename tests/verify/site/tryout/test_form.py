"""Forms read off argument parsers, and the archive of the games."""

import argparse
import gzip
import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamerules.game import ScoreCommand, find, names
from gamerules.ledger import Ledger
from verify.site.tryout import draw, form, pack
from verify.site.tryout.form import Control, Input

STAND_IN = {"python_stdlib.zip": pack.archive({"os.py": b"", "pdb.py": b"x"}), "pyodide-lock.json": b'{"packages": 1}'}
"""Parts of an interpreter that have a form."""

ROOT = Path(__file__).parents[4]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--who", required=True, choices=["north", "south"], help="who <plays>")
    parser.add_argument("--tricks", type=int, required=True, metavar="0..13", help="the tricks")
    parser.add_argument("--aces", type=int, metavar="3|4")
    parser.add_argument("--bid", metavar="N|slam")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--doubled", action="store_true")
    either.add_argument("--redoubled", action="store_true")
    parser.add_argument("--from-hand", action="store_true")
    parser.add_argument("--held", action="append", default=[], metavar="KIND:N")
    parser.add_argument("--prices", metavar="FILE")


GAME = replace(find("slam"), score=ScoreCommand(add_arguments, lambda options: Ledger(("a",))))


def test_each_option_becomes_a_field() -> None:
    found = form.fields_of(GAME)
    assert [(field.option, field.control) for field in found] == [
        ("--who", Control.CHOICE),
        ("--tricks", Control.NUMBER),
        ("--aces", Control.NUMBER),
        ("--bid", Control.TEXT),
        ("", Control.ONE_OF),
        ("--from-hand", Control.FLAG),
        ("--held", Control.LIST),
        ("--prices", Control.FILE),
    ]
    assert (found[1].least, found[1].most, found[1].required) == (0, 13, True)
    assert (found[2].least, found[2].most, found[2].required) == (3, 4, False)
    assert [choice.value for choice in found[4].choices] == ["", "--doubled", "--redoubled"]
    assert found[5].label == "From hand"


def test_no_value_is_typed_but_a_price() -> None:
    for game in (find(name) for name in names() if find(name).score):
        for field in form.picked(game):
            assert field.control not in (Control.TEXT, Control.NUMBER), (game.name, field.option)
            assert field.choices or field.control is Control.FLAG, (game.name, field.option)


def test_every_game_with_a_score_has_a_form() -> None:
    scored = [find(name) for name in names() if find(name).score]
    assert len(scored) >= 4
    for game in scored:
        assert all(isinstance(field, Input) for field in form.fields_of(game))
    with pytest.raises(ValueError, match="nothing to calculate"):
        form.fields_of(find("nullo-bridge"))


def test_the_words_of_an_example_fill_the_form() -> None:
    words = ["--who", "south", "--tricks", "9", "--redoubled", "--held", "a:1", "--held", "b:2", "--from-hand"]
    assert draw.values_of(form.fields_of(GAME), words) == {
        "--who": "south",
        "--tricks": "9",
        "--redoubled": "--redoubled",
        "--held": "a:1\nb:2",
        "--from-hand": "--from-hand",
    }
    for wrong in (["--what"], ["--who"]):
        with pytest.raises(ValueError, match="is not an option"):
            draw.values_of(form.fields_of(GAME), wrong)


def test_the_form_as_html() -> None:
    place = draw.Spot("../try/", 14.0, lambda locus: f"rules.html#{locus}" if "play" in locus else None)
    entries = [
        {"side": "a", "line": "above", "points": 1500, "locus": "x.play.1", "why": ["run in ", ["h", "♥AK", "hearts"]]},
        {"side": "a", "line": "below", "points": 2, "locus": "x.deal.1", "why": ["<b>"]},
    ]
    ledger: dict[str, Any] = {"entries": entries, "totals": {"a": 1502}}
    answers: list[tuple[str, dict[str, Any]]] = [("one", ledger), ("two", {"totals": {"a": -3}})]
    page = draw.calculator(GAME, "calc", ["--who", "south", "--doubled"], ledger, place, answers)
    assert '<th scope="row">two</th><td>−3</td>' in page
    assert '<option value="south" selected>south</option>' in page
    assert '<select id="calc-1" data-kind="choice" data-option="--tricks"' in page
    assert '<option value="13">13</option>' in page
    assert 'data-option="--doubled" id="calc-4-1" checked>' in page
    assert "who &lt;plays&gt;" in page
    assert 'aria-required="true"' in page
    assert "<noscript>" in page
    assert "gamerules score" not in page
    assert '<a href="rules.html#x.play.1" title="x.play.1">rule</a>' in page
    assert "<td>x.deal.1</td>" in page
    assert "<td>1,500</td>" in page
    assert "♥\ufe0eAK" in page
    assert "&lt;b&gt;" in page
    assert page.count("<fieldset") == page.count("</fieldset>")


def test_without_an_interpreter_the_page_says_so() -> None:
    place = draw.Spot("", 0.0, lambda locus: None)
    for page in (draw.calculator(GAME, "calc", [], None, place), draw.table(GAME, "table", place)):
        assert "made without its engine" in page
        assert "<form" not in page


def test_the_archive_is_the_same_for_the_same_code_and_runs_alone(tmp_path: Path) -> None:
    archive = pack.archive(pack.members())
    assert archive == pack.archive(pack.members())
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        assert {member.date_time for member in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        file.extractall(tmp_path)
    program = (
        "import json; from gamerules.game import names; from gamerules.browser import Desk; print(json.dumps(names()))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == list(names())


def test_a_part_of_the_interpreter_is_not_one(tmp_path: Path) -> None:
    assert pack.interpreter_version(tmp_path) is None
    for name in pack.INTERPRETER:
        (tmp_path / name).write_bytes(STAND_IN.get(name, b"x"))
    assert pack.interpreter_version(tmp_path) is None
    (tmp_path / "package.json").write_text('{"version": "1.2"}')
    assert pack.interpreter_version(tmp_path) == "1.2"
    told = pack.write(tmp_path / "out", tmp_path, [("a.b.1", "p.html"), ("a.b.2", "p.html")])
    assert json.loads((tmp_path / "out/try/build.json").read_text()) == told
    assert json.loads((tmp_path / "out/try/loci.json").read_text()) == {"p.html": ["a.b.1", "a.b.2"]}
    assert gzip.decompress((tmp_path / "out/try/pyodide-1.2/pyodide.asm.wasm.bin").read_bytes()) == b"x"
    library = gzip.decompress((tmp_path / "out/try/pyodide-1.2/python_stdlib.zip.bin").read_bytes())
    assert zipfile.ZipFile(io.BytesIO(library)).namelist() == ["os.py"]  # what no game needs is left out
    assert told["bytes"] + 1 == pack.size(tmp_path)  # the worker counts all but the loader


def test_the_archive_takes_along_what_modules_read_beside_themselves() -> None:
    """Without its table of tricks the machine could not bid in the browser."""
    held = pack.members()
    for package in {name.rpartition("/")[0] for name in held if name.endswith("/machine.py")} - {"gamerules/lab"}:
        root = pack.package_folder("gamerules").parent / package
        assert {f"{package}/{file.name}" for file in root.glob("*.json")} <= set(held)
    assert any(name.endswith("/tricks.json") for name in held)
