"""The raw scan sees every check where it truly stands, in every layout, and so does the parser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.verify.collect.layouts import write
from tests.verify.project import Project

MARK = re.compile(r"\b1\d{3}\b")

Truth = dict[str, tuple[str, int]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, make_project: Callable[[Path], Project]) -> tuple[Project, Truth]:
    project = make_project(tmp_path_factory.mktemp("layouts"))
    return project, write(project.root / "docs")


def pages(project: Project) -> list[str]:
    return [f"docs/{path.name}" for path in sorted((project.root / "docs").glob("[!_]*.*"))]


def test_every_check_is_found_where_it_stands(site: tuple[Project, Truth]) -> None:
    project, truth = site
    found: dict[str, set[tuple[str, int]]] = {}
    for path in pages(project):
        for check in project.scan(path).checks:
            for offset, text in enumerate(check.text.split("\n")):
                for mark in MARK.findall(text):
                    found.setdefault(mark, set()).add((check.place.path, check.place.line + offset))
    errata = {mark for mark in truth if f"E-{mark}" in (project.root / truth[mark][0]).read_text("utf-8")}
    wrong = {
        mark: (place, found.get(mark))
        for mark, place in truth.items()
        if mark not in errata and place not in found.get(mark, set())
    }
    assert len(truth) > 120
    assert not wrong


def test_no_layout_has_a_fault(site: tuple[Project, Truth]) -> None:
    project, _ = site
    assert not [str(finding) for path in pages(project) for finding in project.scan(path).findings]


def test_the_parser_agrees_serially_and_in_parallel(site: tuple[Project, Truth]) -> None:
    """Every claim fails (x is not defined), and every example about a locus (it runs no rule), each at its place."""
    project, truth = site
    serial = project.build("dummy")
    assert serial.status == 1
    assert serial.codes() == {"verify.asked", "verify.claim", "verify.manifest"}, serial.output
    parallel = project.build("dummy", "-E", jobs=2)
    assert parallel.findings == serial.findings
    places = {(path, line) for path, line, code in serial.findings if code != "verify.manifest"}
    assert places <= set(truth.values()) | {("docs/m-same.md", 3)}
    assert len(places) > 40
