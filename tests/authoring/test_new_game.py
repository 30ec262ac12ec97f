"""The walk-through of docs/authoring: a game in a project of its own, with only the installed package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRIO = ROOT / "docs" / "authoring" / "_trio"


def run(project: Path, python: Path, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CI")}
    return subprocess.run(
        [str(python), *command],
        cwd=project,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which gamerules and trio are installed as wheels; the libraries of this one can be seen."""
    folder = tmp_path_factory.mktemp("env")
    wheels = folder / "wheels"
    project = folder / "trio"
    shutil.copytree(TRIO, project)
    for source in (ROOT, project):
        built = run(
            folder,
            Path(sys.executable),
            *("-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"),
            *("-w", str(wheels), str(source)),
        )
        assert built.returncode == 0, built.stderr
    venv.create(folder / "venv", with_pip=False)
    own = folder / "venv" / "bin" / "python"
    paths = run(folder, own, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    site = Path(paths.stdout.strip())
    for wheel in wheels.glob("*.whl"):
        shutil.unpack_archive(wheel, site, "zip")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(folder, own, "-c", "import gamerules, verify, trio; print(gamerules.__file__, verify.__file__)")
    assert where.stdout.count(str(site)) == 2, where.stdout + where.stderr
    return own


@pytest.fixture
def project(tmp_path: Path, python: Path) -> Path:
    """The project of the walk-through, brought as far as its last section."""
    folder = tmp_path / "trio"
    shutil.copytree(TRIO, folder)
    for command in (("verify", "digest", "texts"), ("verify", "manifest", "--write")):
        ran = run(folder, python, "-m", *command)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


def test_the_walk_through_works_as_printed(project: Path, python: Path) -> None:
    checked = run(project, python, "-m", "verify")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "10 checks: 5 claims, 4 examples, 1 record; 0 fail" in checked.stdout
    covered = run(project, python, "-m", "verify", "coverage")
    assert covered.returncode == 0
    assert "4 rule, 4 translated, 4 carried out, 4 checked" in covered.stdout
    built = run(project, python, "-m", "sphinx", "-q", "-W", "-c", ".", "docs", "_build/html")
    assert built.returncode == 0, built.stderr
    page = (project / "_build" / "html" / "index.html").read_text(encoding="utf-8")
    assert 'id="pocket.trio.4"' in page
    assert (project / "_build" / "html" / "_static" / "verify.css").is_file()


@pytest.mark.slow
def test_its_pages_notice_nearly_every_break_of_its_rules(project: Path, python: Path) -> None:
    tried = run(project, python, "-m", "verify", "strength", "--jobs", "2")
    assert tried.returncode == 0, tried.stdout + tried.stderr
    (share,) = re.findall(r"^trio: \d+ of \d+ viable breaks caught, ([\d.]+)%", tried.stdout, re.MULTILINE)
    assert float(share) >= 95


def test_the_king_made_a_ten_fails_at_its_line(project: Path, python: Path) -> None:
    record = project / "docs" / "ann-and-ben.yaml"
    text = record.read_text(encoding="utf-8").replace("♠K", "♠10")
    record.write_text(text, encoding="utf-8")
    line = text[: text.index("says: {tricks: {Ann")].count("\n") + 1
    for command in (("verify",), ("sphinx", "-q", "-c", ".", "docs", "_build/html")):
        ran = run(project, python, "-m", *command)
        assert ran.returncode == 1
        found = ran.stdout + ran.stderr
        assert re.search(
            rf"docs/ann-and-ben\.yaml:{line}: trick 1 \(pocket\.trio\.5\): "
            r"the record says tricks of Ann: 0; 1 by pocket\.trio\.5",
            found,
        ), found


def test_a_change_in_the_installed_library_is_seen_by_every_door(project: Path, python: Path) -> None:
    doors = (
        ("verify",),
        ("sphinx", "-q", "-c", ".", "docs", "_build/html"),
        ("pytest", "-q", "-p", "verify.pytest", "--verify", "docs"),
    )
    assert [run(project, python, "-m", *door).returncode for door in doors] == [0, 0, 0]
    (file,) = python.parents[1].glob("lib/*/site-packages/gamerules/tricks.py")
    text = file.read_text(encoding="utf-8")
    assert "max(" in text
    file.write_text(text.replace("max(", "min("), encoding="utf-8")
    try:
        assert [run(project, python, "-m", *door).returncode for door in doors] == [1, 1, 1]
    finally:
        file.write_text(text, encoding="utf-8")


def test_it_is_dealt_played_saved_simulated_and_solved(tmp_path: Path, python: Path) -> None:
    def gamerules(*words: str, typed: str = "") -> str:
        ran = run(tmp_path, python, "-m", "gamerules", *words, typed=typed)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    assert "trio             Trio; 2 players; show, replay, deal, play, simulate\n" in gamerules("list")
    assert gamerules("deal", "trio") == "player 1, hand: ♦AK ♣8\nplayer 2, hand: ♣J107\n"

    cards = ["♥7", "♦Q", "♥10"]
    told = gamerules(
        "play", "trio", "--seed", "3", "--record", "mine.yaml", typed="\n".join(["?", "♣A", *cards, *cards])
    )
    assert "You may: ♥10, ♥7, ♦Q\n" in told
    assert "♣A is not legal: suit must be followed (pocket.trio.4)" in told
    assert "Player 2, hand: 3 face down" in told
    assert "The deal is over: elder " in told

    dealt = gamerules("deal", "trio", "--played")
    (tmp_path / "dealt.yaml").write_text(dealt, encoding="utf-8")
    for record in ("mine.yaml", "dealt.yaml"):
        assert "7 compared: the record holds" in gamerules("replay", record)
    assert "card 3: Ann's ♣8 costs 1 trick; best: ♦K\n" in gamerules("solve", "dealt.yaml")
    assert "strains" in gamerules("solve", "mine.yaml", "--strains")

    counted = gamerules("simulate", "trio", "--deals", "300", "--jobs", "2")
    assert counted.startswith("300 deals; in brackets")
    assert "\nyounger\n  mean  " in counted


def test_the_ten_lines_are_true(tmp_path: Path, project: Path, python: Path) -> None:
    """The page that the authors' guide begins with is run, here in the place of the walk-through's own."""
    guide = (ROOT / "docs" / "authoring" / "index.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^````md\n(.*?)^````$", guide, flags=re.MULTILINE | re.DOTALL)
    page = "# Ten lines\n\n" + "\n".join(textwrap.dedent(block) for block in blocks)
    page = page.replace(
        "```{setup}\n",
        "```{setup}\nfrom gamerules.slam import State, proceed\nopening = proceed(State(dealer=1), 'deal')\n",
        1,
    )
    (project / "docs" / "index.md").write_text(page, encoding="utf-8")
    for name in ("slam-dictionary.json",):
        shutil.copy(ROOT / "docs" / "sources" / name, project / "docs" / "sources")
    settings = project / "pyproject.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace('["trio"]', '["trio", "gamerules"]'), encoding="utf-8"
    )
    ran = run(project, python, "-m", "verify", "docs/index.md")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "3 checks: 1 claim, 2 examples" in ran.stdout
