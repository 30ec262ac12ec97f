"""After any edits the verdicts are those of a clean run: random edits of everything that a verdict can depend on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.verify.conftest import Site
from tests.verify.run import sphinx_door
from tests.verify.run.edits import EDITS, HYPOTHESIS, edit, named, prepare, steps
from verify.session import Verification, verify_site
from verify.settings import load_settings

# One of each sort: a record that fails, untouched, and mended; what pages include; rules; a manifest; a page gone.
EACH: list[list[tuple[str, str | None]]] = [
    [("docs/race.yaml", "total: 2")],
    [],
    [("docs/race.yaml", "total: 2"), ("docs/_part.md", "'king'"), ("docs/_part.txt", "4")],
    [("toy/engine.py", "2 * tricks"), ("docs/sources/toy.json", "toy.score.2")],
    [("docs/prices.md", None), ("docs/_part.txt", None)],
    [("docs/_part.txt", "4")],
]


def verdicts(outcome: Verification) -> tuple[list[Any], list[str]]:
    """Return all that a run says."""
    return list(outcome.results), [f"{finding}\n{finding.difference}\n{finding.frames}" for finding in outcome.findings]


@pytest.mark.slow
@settings(HYPOTHESIS, max_examples=8)
@given(edits=steps(least=1, most=5))
def test_verdicts_are_those_of_a_clean_run(site: Site, edits: list[list[tuple[int, int]]]) -> None:
    prepare(site)
    assert verify_site(load_settings(site.root), fresh=False).findings == ()
    for together in edits:
        for number, choice in together:
            edit(site.root, number, choice)
        now = load_settings(site.root)
        stored = verify_site(now, fresh=False)
        clean = verify_site(replace(now, store=".verify/clean"), fresh=True)
        assert verdicts(stored) == verdicts(clean), [EDITS[number] for number, _ in together]
        shutil.rmtree(site.root / ".verify/clean", ignore_errors=True)


def test_the_edits_matter(site: Site) -> None:
    """Most edits, each made alone, change what is found: otherwise the comparison would show little."""
    prepare(site)
    changed = 0
    for number in range(0, len(EDITS), 3):
        prepare(site)
        edit(site.root, number, 0)
        changed += bool(verify_site(load_settings(site.root), fresh=False).findings)
    assert changed >= 7


@pytest.mark.slow
def test_through_the_commands(site: Site) -> None:
    """The same through ``python -m verify``: each run is a process of its own, with nothing in memory."""
    prepare(site)
    rng = Random(5)
    for _ in range(4):
        edit(site.root, rng.randrange(len(EDITS)), rng.randrange(4))
        one = run(site.root, "--report", "json=one.json")
        other = run(site.root, "--report", "json=other.json", "--fresh")
        assert one == other
        assert (site.root / "one.json").read_bytes() == (site.root / "other.json").read_bytes()


def run(root: Path, *words: str) -> int:
    quiet = {key: value for key, value in os.environ.items() if key != "CI"}
    command = [sys.executable, "-m", "verify", *words]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=quiet, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode


@pytest.mark.slow
@settings(HYPOTHESIS, max_examples=4)
@given(edits=steps(least=0, most=3), jobs=st.sampled_from([1, 2]))
@example(edits=[[(named(*one), 3 * (place % 2)) for one in together] for place, together in enumerate(EACH)], jobs=2)
def test_through_sphinx(site: Site, edits: list[list[tuple[int, int]]], jobs: int) -> None:
    """The same through HTML builds: each, on top of those before it, says and shows what a clean one does."""
    prepare(site)
    sphinx_door.write(site.root)
    assert sphinx_door.build(site.root).status == 0
    for together in edits:
        for number, choice in together:
            edit(site.root, number, choice)
        clean = sphinx_door.build_clean(site.root, site.root / "_clean", jobs=jobs)
        assert sphinx_door.build(site.root, jobs=jobs) == clean, [EDITS[number] for number, _ in together]
