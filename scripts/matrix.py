"""Runs the tests of verify's doors with older and newer versions of Python, Sphinx and MyST-Parser: make matrix."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

COMBINATIONS = (
    ("3.11", "7.4", "3.0"),
    ("3.11", "8.1", "4.0"),
    ("3.12", "8.2", "4.0"),
    ("3.11", "9.0", "5.0"),
    ("3.13", "9.0", "5.0"),
)
"""The versions of Python, Sphinx and MyST-Parser."""
OTHERS = ("PyYAML", "num2words", "pytest>=9", "hypothesis", "jsonschema", "hatchling", "playwright", "watchfiles")
TESTS = (
    "tests/verify/doors/test_build.py",
    "tests/verify/doors/test_cli.py",
    "tests/verify/doors/test_pytest_plugin.py",
)


def outcome(python: str, sphinx: str, myst: str) -> str:
    """Return the last line of the tests with these versions, or why they could not be run."""
    uv = [sys.executable, "-m", "uv", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        steps = (
            [*uv, "venv", "--python", python, f"{folder}/venv"],
            [
                *uv,
                "pip",
                "install",
                "--python",
                f"{folder}/venv",
                f"sphinx~={sphinx}.0",
                f"myst-parser~={myst}.0",
                *OTHERS,
            ],
            [*uv, "pip", "install", "--python", f"{folder}/venv", "--no-deps", "-e", "."],
            [f"{folder}/venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow", *TESTS],
        )
        for step in steps:
            done = subprocess.run(step, capture_output=True, encoding="utf-8", check=False)
            if done.returncode:
                break
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        Path("_build").mkdir(exist_ok=True)
        Path(f"_build/matrix-{python}-{sphinx}-{myst}.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
        return ("" if step is steps[-1] else "could not be run: ") + (said[-1] if said else "no output")


def main() -> int:
    """Run all and print a table; the status is 1 if something fails."""
    failed = False
    for versions in COMBINATIONS:
        said = outcome(*versions)
        failed |= "failed" in said or "error" in said
        print("Python {} Sphinx {} MyST-Parser {}:".format(*versions), said, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
