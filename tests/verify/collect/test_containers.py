"""Inside containers, those of sphinx-design too, Sphinx sees each check that the scan sees, on the same line."""

from __future__ import annotations

from random import Random

import pytest

from tests.verify.collect import grown_rst, layouts
from tests.verify.collect.project import CONF, Project

PAGES = 40


@pytest.mark.slow
def test_sphinx_and_the_scan_agree_on_pages_grown_at_random(project: Project) -> None:
    """Where they differ, the scan, and so every door, has reported a fault; every claim found is run, and fails."""
    project.write("conf.py", CONF.replace('"verify"]', '"sphinx_design", "verify"]'))
    project.write("docs/index.md", "# Home\n")
    for seed in range(PAGES):
        project.write(f"docs/m{seed}.md", layouts.grow(Random(seed), layouts.DESIGN))
        project.write(f"docs/r{seed}.rst", grown_rst.grow(Random(seed), grown_rst.DESIGN))
    built = project.build("dummy", jobs=2)
    assert built.status == 1, built.output
    good = 0
    for path in (f"docs/{name}" for seed in range(PAGES) for name in (f"m{seed}.md", f"r{seed}.rst")):
        page = project.scan(path)
        if page.faults:
            continue
        good += bool(page.checks)
        told = {(code, line) for file, line, code in built.findings if file == path}
        assert not [line for code, line in told if code == "verify.agreement"], path
        claims = {check.place.line for check in page.checks if check.kind == "claim"}
        assert claims == {line for code, line in told if code == "verify.claim"}, path
    assert good > PAGES / 4
