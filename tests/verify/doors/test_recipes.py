"""The recipes for CI: their commands run as they are printed, with what the extra ``verify`` installs alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from tests.verify.project import Project

ROOT = Path(__file__).parents[3]
PAGE = "# Page\n\n{locus}`toy.score.1` {claim}`two <toyrules.double(1)>`\n\n```{console}\n$ echo one\none\n```\n"
MOST = 64
"""How many MB the extra may take, without what Python compiles of it: more than half is Babel's, which Sphinx needs."""


def blocks() -> list[Any]:
    text = (ROOT / "docs/authoring/ci.md").read_text("utf-8")
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)]


def commands(document: Any) -> list[list[str]]:
    """Return the commands of each job, in whichever system's words."""
    if isinstance(document, list):
        steps = [step["run"] for step in document if isinstance(step, dict) and "run" in step]
        return [steps] if steps else [found for item in document for found in commands(item)]
    if not isinstance(document, dict):
        return []
    here = [document[name] for name in ("script", "commands") if isinstance(document.get(name), list)]
    return here or [found for item in document.values() for found in commands(item)]


def test_this_project_runs_the_two_commands_of_its_readme() -> None:
    (job,) = commands(yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text("utf-8")))
    assert job == ["make html", "make test"]
    (build,) = commands(yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8")))
    assert build[0] == "make html"
    assert "cp -r _build/html" in build[1]
    assert len(build) == 2
    readme = (ROOT / "README.md").read_text("utf-8")
    assert all(f"$ {command} # not run: " in readme for command in job)


def test_each_recipe_installs_a_wheel() -> None:
    found = [job for block in blocks() for job in commands(block)]
    assert len(found) == 3
    assert all("wheels/gamerules-*.whl)[verify]" in job[0] for job in found)


@pytest.mark.slow
def test_the_recipes_run_as_printed(project: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    def run(*words: str, **variables: str) -> str:
        env = {name: os.environ[name] for name in os.environ if not name.startswith(("PYTHON", "GAMERULES"))}
        done = subprocess.run(
            words, cwd=project.root, env=env | variables, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    project.page("index.md", PAGE.replace("<toyrules", "<__import__('toyrules')"))
    project.totals()
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "wheels", str(ROOT)]
    run(*build)
    for number, job in enumerate(job for block in blocks() for job in commands(block)):
        venv = tmp_path_factory.mktemp("venv") / "venv"
        run(sys.executable, "-m", "venv", str(venv))
        before = size(venv)
        path = os.pathsep.join([str(venv / "bin"), os.environ["PATH"]])
        for command in job:
            run("sh", "-c", command, PATH=path, READTHEDOCS_OUTPUT=str(project.root / "_rtd"), CI="true")
            if command == job[0] and "pytest" not in command:
                assert size(venv) - before <= MOST, f"{size(venv) - before} MB"
        assert number < 3
    assert "two" in (project.root / "_rtd/html/index.html").read_text("utf-8")


def size(folder: Path) -> int:
    """Return how many MB the files in a folder take, without compiled ones."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink() and file.suffix != ".pyc")
    return sum(file.stat().st_size for file in files) >> 20
