"""What checking pages costs: verify, Sphinx's doctest builder and Sybil on the same pages, side by side in one run.

    python benchmarks/verify_pages.py [--pages 2 10 100 500] [--rounds 3] [--html 100 500] [--json FILE]

Each page has five headings, each with a sentence and an example; all examples call a small engine. The pages differ
only in the directive's name ({example} for verify, {doctest} for the others). The tools take turns, and the median
round counts; cold is with nothing stored, warm is again with nothing changed. Times are seconds by the clock and, so
that a busy machine disturbs less, of processor time, the processes started included.

With --html, pages in chapters of fifty are built as HTML, with their checks and with the same examples as mere code.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

EXAMPLES: Final = 5
CHAPTER: Final = 50
ENGINE = '''"""Points of cards."""

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def points(cards: str) -> int:
    """Return what cards are worth."""
    return sum(POINTS.get(card, 0) for card in cards)


def winner(first: str, second: str) -> str:
    """Return which of two cards wins."""
    order = "ATKQJ987"
    return first if order.index(first) <= order.index(second) else second
'''
CONF = """
import sys
sys.path.insert(0, ".")
project = "pages"
extensions = {extensions}
html_theme = "{theme}"
"""
CONFTEST = """
from sybil import Sybil
from sybil.parsers.myst import DocTestDirectiveParser

pytest_collect_file = Sybil(parsers=[DocTestDirectiveParser()], pattern="*.md").pytest()
"""

Times = tuple[float, float]
"""Seconds by the clock, and of processor time."""


def page(number: int, directive: str) -> str:
    """Return a page's text."""
    parts = [f"# Page {number}\n"]
    for part in range(EXAMPLES):
        cards = "ATKQJ987"[part:] + "A" * (number % 7)
        worth = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card, 0) for card in cards)
        session = (
            f'>>> from engine import points, winner\n>>> points("{cards}")\n{worth}\n>>> winner("A", "K")\n\'A\'\n'
        )
        parts.append(f"## Part {part}\n\nThe cards {cards} are worth {worth}.\n\n```{directive}\n{session}```\n")
    return "\n".join(parts)


def site(root: Path, pages: int, directive: str, extensions: list[str], theme: str = "basic") -> None:
    """Write a site: its pages in chapters, an engine and the settings."""
    docs = root / "docs"
    docs.mkdir(parents=True)
    chapters = []
    for first in range(0, pages, CHAPTER):
        chapter = f"c{first // CHAPTER}"
        chapters.append(f"{chapter}/index")
        (docs / chapter).mkdir()
        names = [f"p{number}" for number in range(first, min(first + CHAPTER, pages))]
        entries = "\n".join(names)
        toctree = f"# Chapter {chapter}\n\n```{{toctree}}\n:titlesonly:\n\n{entries}\n```\n"
        (docs / chapter / "index.md").write_text(toctree, encoding="utf-8")
        for name in names:
            (docs / chapter / f"{name}.md").write_text(page(int(name[1:]), directive), encoding="utf-8")
    entries = "\n".join(chapters)
    (docs / "index.md").write_text(f"# Pages\n\n```{{toctree}}\n:titlesonly:\n\n{entries}\n```\n", encoding="utf-8")
    (root / "engine.py").write_text(ENGINE, encoding="utf-8")
    (root / "conf.py").write_text(CONF.format(extensions=extensions, theme=theme), encoding="utf-8")
    (root / "pyproject.toml").write_text('[tool.verify]\nwatch = ["engine"]\n', encoding="utf-8")
    (docs / "conftest.py").write_text(CONFTEST, encoding="utf-8")


def timed(root: Path, *words: str) -> Times:
    """Run a command of Python and return what it took.

    Raises:
        RuntimeError: if it fails: a benchmark of what does not work says nothing.
    """
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    environment.pop("CI", None)  # there, verify ignores stored results
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run([sys.executable, *words], cwd=root, env=environment, capture_output=True, check=False)
    taken, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout.decode()[-2000:]}{done.stderr.decode()[-2000:]}")
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verify(root: Path) -> Times:
    """Run the checks by ``python -m verify``."""
    return timed(root, "-m", "verify")


def doctest(root: Path) -> Times:
    """Run the examples by Sphinx's builder."""
    return timed(root, "-m", "sphinx", "-q", "-c", ".", "-b", "doctest", "-d", "_out/trees", "docs", "_out/doctest")


def sybil(root: Path) -> Times:
    """Run the examples by Sybil under pytest."""
    return timed(root, "-m", "pytest", "-q", "-p", "no:verify", "-p", "no:hypothesispytest", "docs")


TOOLS: Final[dict[str, tuple[str, list[str], Callable[[Path], Times]]]] = {
    "verify": ("{example}", ["myst_parser", "verify"], verify),
    "doctest builder": ("{doctest}", ["myst_parser", "sphinx.ext.doctest"], doctest),
    "Sybil": ("{doctest}", ["myst_parser"], sybil),
}


def median(times: list[Times]) -> Times:
    """Return the medians of both."""
    return statistics.median(one[0] for one in times), statistics.median(one[1] for one in times)


def tools(pages: int, rounds: int, folder: Path) -> dict[str, dict[str, Times]]:
    """Return what each tool takes for so many pages, cold and warm."""
    found: dict[str, dict[str, list[Times]]] = {name: {"cold": [], "warm": []} for name in TOOLS}
    for number in range(rounds):
        for name, (directive, extensions, run) in TOOLS.items():
            root = folder / f"{name.split()[0]}-{pages}-{number}"
            site(root, pages, directive, extensions)
            if name == "verify":
                timed(root, "-m", "verify", "manifest", "--write")
            found[name]["cold"].append(run(root))
            found[name]["warm"].append(run(root))
            shutil.rmtree(root)
    return {name: {state: median(times) for state, times in states.items()} for name, states in found.items()}


def html(pages: int, rounds: int, folder: Path, theme: str) -> dict[str, Times]:
    """Return what building HTML takes, with the checks and with the same examples as mere code."""
    kinds = {
        "with checks": ("{example}", ["myst_parser", "verify"]),
        "code only": ("pycon", ["myst_parser"]),
    }
    found: dict[str, list[Times]] = {name: [] for name in kinds}
    for number in range(rounds):
        for name, (directive, extensions) in kinds.items():
            root = folder / f"html-{name.split()[0]}-{pages}-{number}"
            site(root, pages, directive, extensions, theme)
            if directive == "{example}":
                timed(root, "-m", "verify", "manifest", "--write")
            build = ("-m", "sphinx", "-q", "-c", ".", "-b", "html", "-d", "_out/trees", "docs", "_out/html")
            found[name].append(timed(root, *build))
            shutil.rmtree(root)
    return {name: median(times) for name, times in found.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", type=int, nargs="*", default=[2, 10, 100, 500], help="numbers of pages")
    parser.add_argument("--html", type=int, nargs="*", default=[], help="numbers of pages to build as HTML")
    parser.add_argument("--theme", default="furo", help="the theme of the HTML (furo)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    data: dict[str, Any] = {"tools": {}, "html": {}}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pages in options.pages:
            measured = data["tools"][pages] = tools(pages, options.rounds, folder)
            print(f"{pages} pages, {EXAMPLES * pages} examples: seconds by the clock, of processor time, its ratio")
            base = measured["verify"]["cold"][1]
            for tool, states in measured.items():
                for state, (clock, cpu) in states.items():
                    print(f"  {tool:<16} {state:<5} {clock:8.2f} {cpu:8.2f} {cpu / base:8.2f}", flush=True)
        for pages in options.html:
            built = data["html"][pages] = html(pages, options.rounds, folder, options.theme)
            print(f"{pages} pages as HTML ({options.theme}), with checks and without, and what the checks add")
            for what, checked, bare in zip(("clock", "processor"), *built.values(), strict=True):
                print(f"  {what:<10} {checked:8.2f} {bare:8.2f} {checked / bare - 1:+8.1%}", flush=True)
    if options.json:
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
