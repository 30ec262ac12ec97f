"""Builds a site by Sphinx, each build in a process of its own that is forked from one in which all is imported."""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

CONF = """\
extensions = ["myst_parser", "verify"]
exclude_patterns = ["_*", "**/_*"]
html_theme = "basic"


def setup(app):
    app.connect("build-finished", tell, 900)


def tell(app, exception):
    from verify.draw.build import site_of
    from verify.report import report

    outcome = site_of(app).outcome
    with open("report.json", "w", encoding="utf-8") as stream:
        report(outcome.findings, outcome.results, style="json", stream=stream)
"""
INDEX = "# Home\n\n```{toctree}\n:glob:\n\n*\n```\n\n```{verify-summary}\n```\n"
MODULES = ["pytest", "sphinx.cmd.build", "sphinx.builders.html", "myst_parser.sphinx_", "verify.doors.sphinx"]
FINDING = re.compile(r"^\S+:\d+: .* \[verify\.[a-z-]+\].*$", re.MULTILINE)
BODY = re.compile(r'<div class="body" role="main">(.*?)<div class="clearer">', re.DOTALL)


@dataclass(frozen=True)
class Built:
    """What a build says: its status, the findings that it prints, the JSON report and what each page shows."""

    status: int
    findings: list[str]
    report: str
    pages: dict[str, str]


def write(root: Path) -> None:
    """Write the configuration and the home page."""
    (root / "conf.py").write_text(CONF, encoding="utf-8")
    (root / "docs/index.md").write_text(INDEX, encoding="utf-8")


def build(root: Path, *, jobs: int = 1) -> Built:
    """Build the site as HTML, on top of what an earlier build has left in its folder."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(MODULES)
    process = context.Process(target=_be_sphinx, args=(root, jobs))
    process.start()
    process.join(120)
    said = (root / "said.txt").read_text(encoding="utf-8")
    assert process.exitcode in (0, 1), said
    names = [file.stem for file in (root / "docs").glob("[!_]*.*") if file.suffix in (".md", ".rst")]
    shown = {name: BODY.findall((root / f"_out/html/{name}.html").read_text(encoding="utf-8"))[0] for name in names}
    return Built(process.exitcode, FINDING.findall(said), (root / "report.json").read_text(encoding="utf-8"), shown)


def build_clean(root: Path, copy: Path, *, jobs: int = 1) -> Built:
    """Build a copy of the site that has neither been built nor verified."""
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("_out", ".verify", "__pycache__"))
    built = build(copy, jobs=jobs)
    shutil.rmtree(copy)
    return built


def _be_sphinx(root: Path, jobs: int) -> None:
    os.chdir(root)
    os.environ.pop("CI", None)  # there, stored results are ignored
    out = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    from sphinx.cmd.build import main

    words = ["-q", "-c", ".", "-b", "html", "-d", "_out/trees", f"-j{jobs}", "docs", "_out/html"]
    sys.exit(main(words))
