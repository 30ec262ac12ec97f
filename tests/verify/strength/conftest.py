"""A project with the rules and the page of a test's module, and the command that tries their strength."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from verify.doors import command

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The project, of ``ENGINE`` and ``PAGE``."""
    files = {
        "pyproject.toml": '[tool.verify]\nwatch = ["toy"]\n',
        "toy/__init__.py": "from toy import engine as engine\n",
        "toy/engine.py": request.module.ENGINE,
        "docs/page.md": request.module.PAGE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def strength(root: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return a function that runs the command, with ``WORDS`` first, and returns its status, output and errors."""

    def run(*words: str) -> tuple[int, str, str]:
        status = command.main(["strength", *request.module.WORDS, "--root", str(root), "--jobs", "1", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run
