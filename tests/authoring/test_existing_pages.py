"""The guide for existing pages, carried out as printed."""

from __future__ import annotations

import re
from pathlib import Path

from tests.forked import run

GUIDE = (Path(__file__).parents[2] / "docs/authoring/existing.md").read_text("utf-8")


def _fence(language: str) -> str:
    found = re.search(rf"^(`{{3,}}){language}\n(.*?)^\1$", GUIDE, re.MULTILINE | re.DOTALL)
    assert found
    return found[2]


def test_the_page_gives_what_the_guide_shows(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "pyproject.toml").write_text(_fence("toml"), encoding="utf-8")
    (tmp_path / "docs/index.md").write_text(_fence("md"), encoding="utf-8")
    done = run("verify", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, _fence("text"))
