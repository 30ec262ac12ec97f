"""Builds a site by Sphinx, each build in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.forked import run

CONF = """\
extensions = ["myst_parser", "verify"]
exclude_patterns = ["_*", "**/_*"]
html_theme = "basic"


def setup(app):
    app.connect("build-finished", tell, 900)


def tell(app, exception):
    from verify.draw.build import site_of
    from verify.report import STYLES

    outcome = site_of(app).outcome
    with open("report.json", "w", encoding="utf-8") as stream:
        stream.write(STYLES["json"](outcome.findings, outcome.results))
"""
INDEX = "# Home\n\n```{toctree}\n:glob:\n\n*\n```\n\n```{verify-summary}\n```\n"
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
    quiet = {key: value for key, value in os.environ.items() if key != "CI"}  # in CI, stored results are ignored
    words = ["-q", "-c", ".", "-b", "html", "-d", "_out/trees", f"-j{jobs}", "docs", "_out/html"]
    built = run("sphinx", *words, cwd=root, env=quiet)
    said = built.stdout + built.stderr
    assert built.returncode in (0, 1), said
    names = [file.stem for file in (root / "docs").glob("[!_]*.*") if file.suffix in (".md", ".rst")]
    shown = {name: BODY.findall((root / f"_out/html/{name}.html").read_text(encoding="utf-8"))[0] for name in names}
    return Built(built.returncode, FINDING.findall(said), (root / "report.json").read_text(encoding="utf-8"), shown)


def build_clean(root: Path, copy: Path, *, jobs: int = 1) -> Built:
    """Build a copy of the site that has neither been built nor verified."""
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("_out", ".verify", "__pycache__"))
    built = build(copy, jobs=jobs)
    shutil.rmtree(copy)
    return built
