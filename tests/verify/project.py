"""A site in a temporary folder, scanned in process and built by Sphinx, each time in a process of its own."""

from __future__ import annotations

import json
import re
import textwrap
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from tests.forked import run
from verify.collect.page import scan_page
from verify.model import Page
from verify.settings import Settings, load_settings

CONF = """
project = "toy"
extensions = ["myst_parser", "verify"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block", "fieldlist", "substitution"]
exclude_patterns = ["_*", "**/_*"]
html_theme = "basic"
html_use_index = False
"""

RULES = '''"""Rules."""

from gamerules.rules import rule


@rule("toy.score.1")
def double(n):
    """Twice."""
    return 2 * n
'''

_POINTS = [point for known in distributions() for point in known.entry_points if point.group == "pytest11"]
PLUGIN = () if any(point.name == "verify" for point in _POINTS) else ("-p", "verify.pytest")
"""How pytest is asked for the plugin; an environment made by an older version has it already."""

FINDING = re.compile(r"^(?P<path>\S+?):(?P<line>\d+): (?P<message>.*) \[(?P<code>verify\.[a-z-]+)\]$", re.MULTILINE)


@dataclass(frozen=True)
class Built:
    """What a build printed and how it ended."""

    status: int
    output: str

    @property
    def findings(self) -> list[tuple[str, int, str]]:
        """The findings printed, in order: path, line, code."""
        return [(m["path"], int(m["line"]), m["code"]) for m in FINDING.finditer(self.output)]

    def codes(self) -> set[str]:
        return {code for _, _, code in self.findings}


@dataclass(frozen=True)
class Project:
    """A site in a temporary folder."""

    root: Path

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, str):
            text = text.encode()
        path.write_bytes(text)
        return path

    def page(self, name: str, text: str) -> str:
        """Write a page from an indented text."""
        self.write(f"docs/{name}", textwrap.dedent(text).lstrip("\n"))
        return f"docs/{name}"

    @property
    def settings(self) -> Settings:
        return load_settings(self.root)

    def scan(self, path: str) -> Page:
        return scan_page(self.root, path, self.settings)

    def manifest(self, *loci: str, name: str = "toy") -> None:
        entries = [{"locus": locus, "kind": "rule", "sha256": "0" * 64} for locus in loci]
        self.write(f"docs/sources/{name}.json", json.dumps({"source": name, "sha256": "0" * 64, "loci": entries}))

    def build(self, builder: str = "html", *options: str, jobs: int = 1) -> Built:
        words = ["-c", ".", "-q", "-b", builder, f"-j{jobs}", "-d", "_out/trees"]
        done = run("sphinx", *words, *options, "docs", f"_out/{builder}", cwd=self.root)
        return Built(done.returncode, done.stdout + done.stderr)

    def html(self, page: str) -> str:
        return (self.root / "_out/html" / f"{page}.html").read_text(encoding="utf-8")

    def totals(self) -> None:
        """Write the committed totals, so that they are no fault."""
        done = run("verify", "manifest", "--write", cwd=self.root)
        assert done.returncode == 0, done.stderr


def make(root: Path) -> Project:
    """Write an empty site with settings, a configuration and one source."""
    made = Project(root)
    made.write("pyproject.toml", '[tool.verify]\nwatch = ["toyrules"]\nrequire-checks = []\n')
    made.write("conf.py", "import sys\nsys.path.insert(0, '.')\n" + CONF)
    made.write("toyrules/__init__.py", RULES)
    made.manifest("toy.score.1")
    return made
