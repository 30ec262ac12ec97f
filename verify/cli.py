"""The command line: ``python -m verify [PATHS]``; exit status 0 if all holds, 1 with findings, 2 if not understood."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

from verify.model import Check, Kind
from verify.settings import Settings, SettingsError, find_root, load_settings

HOLDS: Final = 0
FINDINGS: Final = 1
MISUSE: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if words and words[0] in COMMANDS:
            return COMMANDS[words[0]](words[1:])
        return _verify(words)
    except SettingsError as error:
        print(f"verify: {error}", file=sys.stderr)
        return MISUSE


def settings_of(root: str | None) -> Settings:
    """Return the settings of the project named, or of the one that the current folder is in."""
    return load_settings(Path(root) if root else find_root(Path.cwd()))


def root_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the project."""
    parser.add_argument("--root", metavar="FOLDER", help="the project's root (default: found from here upwards)")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m verify",
        description="Run the checks of a site's pages: claims, examples and records.",
        epilog=f"Sub-commands, each with --help: {', '.join(COMMANDS)}.",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="pages or folders (default: the whole site)")
    parser.add_argument("--list", action="store_true", help="list the checks and run none")
    parser.add_argument(
        "--only", metavar="GLOB", action="append", help="only checks whose page, locus, kind or place fits"
    )
    parser.add_argument("--fail-fast", action="store_true", help="stop at the first check that fails")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many pages run at once (default: one per processor)")
    parser.add_argument(
        "--fresh", action="store_true", default=None, help="ignore stored results (default where CI is set)"
    )
    parser.add_argument(
        "--report", metavar="STYLE[=FILE]", action="append", help="text, github, junit, sarif, json; may be repeated"
    )
    root_option(parser)
    return parser


def _verify(words: Sequence[str]) -> int:
    """Verify the site, or list its checks."""
    options = _parser().parse_args(words)
    from verify import report, session

    settings = settings_of(options.root)
    pages = session.scan_pages(settings, options.paths)
    select = selector(options.only) if options.only else None
    if options.list:
        for page in pages:
            for check in page.checks:
                if check.kind is not Kind.SETUP and (select is None or select(check)):
                    print(listed(check))
        return HOLDS
    outcome = session.verify_site(
        settings,
        pages,
        whole=not options.paths and select is None,
        select=select,
        jobs=options.jobs,
        fresh=options.fresh,
        fail_fast=options.fail_fast,
    )
    report.report(outcome.findings, outcome.results, style="text", stream=sys.stdout, reused=outcome.reused)
    return HOLDS if outcome.holds else FINDINGS


def selector(globs: Sequence[str]) -> Callable[[Check], bool]:
    """Return a function that chooses checks: one whose page, place, kind, name or a locus fits one of the globs."""

    def chosen(check: Check) -> bool:
        names = (check.page, str(check.place), str(check.kind), check.option("name"), *check.loci)
        return any(fnmatch(name, glob) for name in names for glob in globs)

    return chosen


def listed(check: Check) -> str:
    """Return the line that lists a check."""
    first = next((line.strip() for line in check.text.splitlines() if line.strip()), "")
    loci = f" ({', '.join(check.loci)})" if check.loci else ""
    skipped = f" skipped: {check.option('skip')}" if check.option("skip") else ""
    return f"{check.place}: {check.kind}{loci}: {first}{skipped}"


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {}
