"""What all commands share (parser, exit statuses), and the sub-commands ``coverage``, ``digest`` and ``manifest``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final, NoReturn

from verify import session
from verify.model import Finding
from verify.settings import Settings, find_root, load_settings
from verify.texts import coverage, sources, totals

HOLDS: Final = 0
FINDINGS: Final = 1
MISUSE: Final = 2


class Parser(argparse.ArgumentParser):
    """Reads the words of a sub-command, or of the command itself; for an unknown option it suggests a known one.

    Args:
        name: the sub-command.
        description: what it does.
        jobs: whether it runs checks, and has the options that say how.
        epilog: what its help ends with.
    """

    def __init__(self, name: str, description: str, *, jobs: bool = False, epilog: str | None = None) -> None:
        super().__init__(prog=f"python -m verify {name}".rstrip(), description=description, epilog=epilog)
        self.add_argument("--root", metavar="FOLDER", help="the project's root (default: found from here upwards)")
        if jobs:
            self.add_argument("--jobs", type=_jobs, metavar="N", help="pages run at once (default: one per processor)")
            says = "ignore stored results (default where CI is set)"
            self.add_argument("--fresh", action="store_true", default=None, help=says)

    def error(self, message: str) -> NoReturn:
        """End with the message and, where an option is unknown, the nearest one."""
        unknown = message.rpartition("unrecognized arguments: ")[2].split()[0]
        options = [option for option in self._option_string_actions if option.startswith("--")]
        near = get_close_matches(unknown.partition("=")[0], options, n=1) if unknown.startswith("--") else []
        super().error(f"{message}; did you mean {near[0]}?" if near else message)

    def read(self, words: Sequence[str]) -> tuple[argparse.Namespace, Settings]:
        """Return the options, and the settings of the project named or of the one that the current folder is in."""
        options = self.parse_args(words)
        return options, settings_of(options.root)


def settings_of(root: str | None) -> Settings:
    """Return the settings of the project named, or of the one that the current folder is in."""
    return load_settings(Path(root) if root else find_root(Path.cwd()))


def show(findings: Sequence[Finding]) -> int:
    """Print findings and return the exit status."""
    for finding in findings:
        print(finding)
    return FINDINGS if findings else HOLDS


def _jobs(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of jobs; write 1 or more")
    return int(text)


def coverage_command(words: Sequence[str]) -> int:
    """Show what is translated, carried out and checked."""
    says = "Show each locus with its translation, its rules and its checks, and what is missing."
    parser = Parser("coverage", says, jobs=True)
    parser.add_argument("--json", action="store_true", help="write JSON, locus by locus")
    options, settings = parser.read(words)
    outcome = session.verify_site(settings, jobs=options.jobs, fresh=options.fresh)
    rulings = coverage.find_rulings(settings, coverage.checks_by_locus(outcome.results))
    found = coverage.cover(outcome.pages, outcome.results, sources.load_manifests(settings), rulings, settings)
    findings = session.in_order(
        [*coverage.unchecked(found, settings), *coverage.unknown(rulings, sources.load_manifests(settings))]
    )
    if options.json:
        coverage.write_json(found, findings, sys.stdout)
        return FINDINGS if findings else HOLDS
    coverage.write_text(found, sys.stdout)
    return show(findings)


def manifest_command(words: Sequence[str]) -> int:
    """Compare the committed totals with the site, or write them."""
    parser = Parser("manifest", "Compare the committed totals of checks with the site.")
    parser.add_argument("--write", action="store_true", help="write the totals as they are now")
    options, settings = parser.read(words)
    pages = session.scan_pages(settings)
    if options.write:
        changed = totals.write(pages, settings)
        print(f"{settings.manifest}: {'written' if changed else 'already up to date'}")
        return HOLDS
    return show(totals.findings(pages, settings))


def digest_command(words: Sequence[str]) -> int:
    """Write the manifests of the sources, with the digest of each sentence."""
    parser = Parser("digest", "Write the manifests of the sources from their texts.")
    parser.add_argument("texts", metavar="DIR_OF_TEXTS", help="the folder of the texts cut into loci")
    options, settings = parser.read(words)
    try:
        for file in sources.write_manifests(Path(options.texts), settings.root / settings.sources, settings.kinds):
            print(file)
    except ValueError as error:
        print(f"{options.texts}: {error}", file=sys.stderr)
        return FINDINGS
    return HOLDS
