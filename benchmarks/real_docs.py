"""What verify finds in real documents, unchanged, beside what Sphinx's doctest builder and Sybil find in them.

    python benchmarks/real_docs.py [--cache FOLDER] [attrs chess uncertainties]

The documents come from the source distributions of PyPI, pinned by their digests; the tools run in an environment of
their own in the cache folder. Printed are, for each tool, the statements found, run and failed and the seconds; then
each statement that verify does not find though another tool runs it, and each on which the verdicts differ.
"""

from __future__ import annotations

import argparse
import doctest
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
TOOLS: Final = ("sphinx==9.0.4", "myst-parser==5.2.0", "PyYAML>=6", "Babel", "num2words", "pytest>=9", "sybil==10.1.0")


class Documents(NamedTuple):
    """Documents of a project.

    Attributes:
        version: its version.
        digest: that of its source distribution on PyPI.
        folder: where its documents are.
        needs: what they need besides.
        options: what Sphinx is told besides.
        setup: the global set-up of their ``conf.py``, which Sybil does not read.
    """

    version: str
    digest: str
    folder: str
    needs: tuple[str, ...]
    options: tuple[str, ...] = ()
    setup: str = ""


DOCUMENTS: Final = {
    "attrs": Documents(
        "26.1.0",
        "d03ceb89cb322a8fd706d4fb91940737b6642aa36998fe130a9bc96c985eff32",
        "docs",
        ("furo", "sphinx-notfound-page", "sphinxcontrib-towncrier", "zope.interface", "cloudpickle"),
        setup="from attr import define, frozen, field, validators, Factory",
    ),
    "chess": Documents(
        "1.11.2",
        "a8b43e5678fdb3000695bdaa573117ad683761e5ca38e591c4826eba6d25bb39",
        "docs",
        ("sphinx-rtd-theme",),
        ("-D", "extensions=sphinx.ext.autodoc,sphinx.ext.viewcode,sphinx.ext.doctest"),
    ),
    "uncertainties": Documents(
        "3.2.3",
        "76a5653e686f617a42922d546a239e9efce72e6b35411b7750a1d12dcba03031",
        "doc",
        ("numpy", "scipy", "sphinx-copybutton", "sphinx-rtd-theme"),
    ),
}
LOGGING: Final = """
import doctest, json, os

def log(state):
    def report(self, out, test, example, *_):
        with open(os.environ["STATEMENTS"], "a", encoding="utf-8") as file:
            file.write(json.dumps([example.source, state]) + "\\\\n")
    return report

doctest.DocTestRunner.report_start = lambda *_: None
doctest.DocTestRunner.report_success = log("holds")
doctest.DocTestRunner.report_failure = doctest.DocTestRunner.report_unexpected_exception = log("fails")
""".replace("\\\\n", "\\n")
"""Lets doctest's runner, which both other tools use, say what became of each statement."""
CONFTEST: Final = """
import doctest
from sybil import Sybil
from sybil.parsers import myst, rest

flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.DONT_ACCEPT_TRUE_FOR_1
setup = {setup!r}
in_rest = Sybil([rest.DocTestParser(flags)], pattern="*.rst", setup=lambda names: exec(setup, names))
in_myst = Sybil([myst.DocTestDirectiveParser(flags)], pattern="*.md", setup=lambda names: exec(setup, names))
pytest_collect_file = (in_rest + in_myst).pytest()
"""

Statements = dict[str, str]
"""What became of each statement (``holds``, ``fails`` or ``skipped``), by its code; of one that stands in several
places the worst."""


def environment(cache: Path) -> Path:
    """Return the Python of an environment with all tools and projects; make it if it is not there."""
    python = cache / "venv/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(cache / "venv")], check=True)
        pinned = [f"{name}=={one.version}" for name, one in DOCUMENTS.items()]
        needs = sorted({need for one in DOCUMENTS.values() for need in one.needs})
        subprocess.run([python, "-m", "pip", "install", "--quiet", *TOOLS, *pinned, *needs], check=True)
    return python


def unpacked(name: str, cache: Path, python: Path) -> Path:
    """Return a fresh copy of a project's sources, with the one setting that verify needs."""
    documents = DOCUMENTS[name]
    archive = cache / f"{name}-{documents.version}.tar.gz"
    if not archive.exists():
        pinned = cache / f"{name}.txt"
        pinned.write_text(f"{name}=={documents.version} --hash=sha256:{documents.digest}\n", encoding="utf-8")
        words = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes", "-r", str(pinned)]
        subprocess.run([python, "-m", "pip", *words, "-d", str(cache)], check=True)
    root = cache / f"{name}-{documents.version}"
    shutil.rmtree(root, ignore_errors=True)
    shutil.unpack_archive(archive, cache, filter="data")
    with (root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[tool.verify]\nexisting = "doctest"\ndocs = "{documents.folder}"\n')
    return root


def run(root: Path, python: Path, *words: str) -> tuple[Statements, float]:
    """Run a tool that uses doctest's runner; return what became of each statement, and the seconds."""
    log, hook = root / "statements.txt", root.parent / "hook"
    log.write_text("", encoding="utf-8")
    hook.mkdir(exist_ok=True)
    (hook / "sitecustomize.py").write_text(LOGGING, encoding="utf-8")
    variables = os.environ | {"PYTHONPATH": f"{hook}{os.pathsep}{root}", "STATEMENTS": str(log)}
    begin = time.perf_counter()
    subprocess.run([python, "-m", *words], cwd=root, env=variables, capture_output=True, check=False)
    seconds = time.perf_counter() - begin
    found: Statements = {}
    for source, state in map(json.loads, log.read_text("utf-8").splitlines()):
        found[source] = min(state, found.get(source, state))  # "fails" comes first
    return found, seconds


def verify(root: Path, python: Path) -> tuple[Statements, float, list[str]]:
    """Run verify; return what became of each statement, the seconds, and its findings."""
    report = root / "verify.json"
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    begin = time.perf_counter()
    words = ["-m", "verify", "--fresh", "--report", f"json={report}"]
    done = subprocess.run([python, *words], cwd=root, env=variables, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - begin
    if not report.exists():
        raise RuntimeError(done.stdout + done.stderr)
    data: dict[str, Any] = json.loads(report.read_text("utf-8"))
    found: Statements = {}
    for check in data["checks"]:
        for source, state in _statements(check):
            found[source] = min(state, found.get(source, state))
    findings = [
        f"{one['path']}:{one['line']}: {one['message']}" for check in data["checks"] for one in check["findings"]
    ]
    return found, seconds, sorted({*findings, *(one["message"] for one in data["other_findings"])})


def _statements(check: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the statements of a check, each with what became of it."""
    lines = {one["line"] - check["line"] for one in check["findings"]}
    if "output" in check["options"]:
        return [(check["text"] + "\n" * (not check["text"].endswith("\n")), "fails" if lines else check["verdict"])]
    if check["kind"] == "setup":
        return []
    stopped = [one["line"] - check["line"] for one in check["notes"] if one["says"].startswith("not run, because")]
    found = []
    for one in doctest.DocTestParser().get_examples(check["text"]):
        rows = range(one.lineno, one.lineno + one.source.count("\n"))
        state = (
            "skipped" if one.options.get(doctest.SKIP) else "holds" if check["verdict"] == "fails" else check["verdict"]
        )
        state = "skipped" if any(one.lineno >= line for line in stopped) else state
        found.append((one.source, "fails" if lines.intersection(rows) else state))
    return found


def compare(name: str, cache: Path) -> bool:
    """Compare the tools on a project's documents, and print; return whether another runs what verify does not find."""
    python, documents = environment(cache), DOCUMENTS[name]
    root = unpacked(name, cache, python)
    ours, seconds, findings = verify(root, python)
    build = ("sphinx", "-q", "-b", "doctest", *documents.options, documents.folder, "_out")
    (root / documents.folder / "conftest.py").write_text(CONFTEST.format(setup=documents.setup), encoding="utf-8")
    others = {
        "doctest builder": run(root, python, *build),
        "Sybil": run(root, python, "pytest", "-q", "-p", "no:cacheprovider", documents.folder),
    }
    print(f"{name} {documents.version}: statements found, run, failed; seconds")
    for tool, (found, taken) in {"verify": (ours, seconds), **others}.items():
        ran, failed = [list(found.values()).count(state) for state in ("holds", "fails")]
        print(f"  {tool:<16} {len(found):5} {ran + failed:5} {failed:5} {taken:8.1f}")
    print(*(f"    {finding}" for finding in findings), sep="\n")
    missed = False
    for tool, (found, _) in others.items():
        for source, state in found.items():
            shown = source.strip().split("\n")[0][:80]
            if source.strip() == documents.setup:
                continue
            if source not in ours:
                missed = True
                print(f"  verify does not find what {tool} runs: {shown}")
            elif state != ours[source]:
                print(f"  {tool}: {state}, verify: {ours[source]}: {shown}")
    return missed


def main() -> int:
    """Compare, and return 1 if verify does not find what another tool runs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which documents ({', '.join(DOCUMENTS)})")
    parser.add_argument(
        "--cache", type=Path, default=ROOT / "_build/real_docs", help="where all is kept (_build/real_docs)"
    )
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    if unknown := set(options.names) - DOCUMENTS.keys():
        parser.error(f"there are no documents {', '.join(unknown)}")
    missed = [compare(name, options.cache.resolve()) for name in options.names or DOCUMENTS]
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
