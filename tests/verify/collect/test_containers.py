"""Inside containers every check is run where it stands, or there is a fault; Sphinx sees each that the scan sees."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.verify.collect.grown import grow
from tests.verify.project import CONF, Project
from verify.collect.page import scan_page
from verify.settings import Settings

PAGES = 40
NUMBER = re.compile(r"\b1\d{3}\b")
ROLE = re.compile(r"(?:\{claim\}|:claim:)?`+")


@pytest.mark.parametrize("suffix", ["md", "rst"])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(random=st.randoms(use_true_random=False))
def test_every_check_is_run_where_it_stands_or_the_page_has_a_fault(
    suffix: str, tmp_path_factory: pytest.TempPathFactory, random: Random
) -> None:
    """Counted crudely: each number stands in a check; where one does not, the page has a fault."""
    text = grow(random, suffix)
    root = tmp_path_factory.getbasetemp()
    (root / f"page.{suffix}").write_text(text, "utf-8")
    page = scan_page(root, f"page.{suffix}", Settings(root=root, docs="."))
    lines = text.split("\n")
    found = set()
    for check in page.checks:
        place = check.place
        there = lines[place.line - 1][place.column - 1 :]
        first = check.text.split("\n")[0].split(" ")[0]
        assert re.match(ROLE.pattern + first, there) if check.kind == "claim" else there.startswith(first), (
            check,
            text,
        )
        found |= set(NUMBER.findall(check.text))
    assert page.findings or found == set(NUMBER.findall(text)), text


def test_most_checks_on_pages_grown_at_random_are_run(tmp_path: Path) -> None:
    """Or the test above would say little."""
    run = count = 0
    for seed in range(40):
        path = tmp_path / f"page.{'md' if seed % 2 else 'rst'}"
        path.write_text(grow(Random(seed), path.suffix[1:]), "utf-8")
        page = scan_page(tmp_path, path.name, Settings(root=tmp_path, docs="."))
        run += sum(len(set(NUMBER.findall(check.text))) for check in page.checks)
        count += len(NUMBER.findall(path.read_text("utf-8")))
    assert run > count / 2


@pytest.mark.slow
def test_sphinx_and_the_scan_agree_on_pages_grown_at_random(project: Project) -> None:
    """Where they differ, the scan, and so every door, has reported a fault; every claim found is run, and fails."""
    project.write("conf.py", CONF.replace('"verify"]', '"sphinx_design", "verify"]') + "myst_footnote_sort = False\n")
    project.write("docs/index.md", "# Home\n")
    names = [f"docs/{suffix}{seed}.{suffix}" for seed in range(PAGES) for suffix in ("md", "rst")]
    for seed, name in enumerate(names):
        project.write(name, grow(Random(seed), name.rpartition(".")[2], design=True))
    built = project.build("dummy", jobs=2)
    assert built.status == 1, built.output
    good = 0
    for path in names:
        page = project.scan(path)
        if page.findings:
            continue
        good += bool(page.checks)
        told = {(code, line) for file, line, code in built.findings if file == path}
        assert not [line for code, line in told if code == "verify.agreement"], path
        claims = {check.place.line for check in page.checks if check.kind == "claim"}
        assert claims == {line for code, line in told if code == "verify.claim"}, path
    assert good > PAGES / 4
