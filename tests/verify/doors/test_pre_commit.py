"""The hook for pre-commit, run by pre-commit itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.verify.conftest import Site

ROOT = Path(__file__).parents[3]
HOOKS = ".pre-commit-hooks.yaml"
CONFIG = """\
repos:
  - repo: {repo}
    rev: {rev}
    hooks:
      - id: verify
        language: system  # the one that is being tested, and nothing is fetched
        additional_dependencies: []
"""


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables by which git and pre-commit know nothing of this machine."""
    home = tmp_path_factory.mktemp("home")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {
        **os.environ,
        "PATH": path,
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "hooks"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }


def run(folder: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_the_hook_is_in_form(environment: dict[str, str]) -> None:
    done = run(ROOT, environment, sys.executable, "-m", "pre_commit", "validate-manifest", HOOKS)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_commit_is_refused_until_the_text_is_mended(
    site: Site, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    repo = tmp_path_factory.mktemp("repo")
    shutil.copy(ROOT / HOOKS, repo)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "hook"]):
        assert run(repo, environment, "git", *words).returncode == 0
    rev = run(repo, environment, "git", "rev-parse", "HEAD").stdout.strip()
    site.write("docs/page.md", "{claim}`3 <__import__('toy.engine').engine.points(1)>`\n")
    site.write("docs/checks.toml", '"docs/page.md" = { claims = 1 }\n')
    site.write(".pre-commit-config.yaml", CONFIG.format(repo=repo, rev=rev))
    site.write(".gitignore", ".verify\n__pycache__\n")
    for words in (["git", "init", "-q"], [sys.executable, "-m", "pre_commit", "install"], ["git", "add", "."]):
        done = run(site.root, environment, *words)
        assert done.returncode == 0, done.stderr
    refused = run(site.root, environment, "git", "commit", "-qm", "wrong")
    assert refused.returncode == 1
    assert "docs/page.md:1: the page says 3; the rules give 2 [verify.claim]" in refused.stdout + refused.stderr
    site.write("docs/page.md", "{claim}`2 <__import__('toy.engine').engine.points(1)>`\n")
    run(site.root, environment, "git", "add", ".")
    accepted = run(site.root, environment, "git", "commit", "-qm", "right")
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
    assert "rules and text agree" in accepted.stdout + accepted.stderr
