"""The sub-commands ``coverage``, ``digest`` and ``manifest``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from verify import session
from verify.doors.options import FINDINGS, HOLDS, Parser, common, settings_of, show
from verify.texts import coverage, sources, totals


def coverage_command(words: Sequence[str]) -> int:
    """Show what is translated, carried out and checked."""
    parser = Parser(
        prog="python -m verify coverage",
        description="Show each locus with its translation, its rules and its checks, and what is missing.",
    )
    parser.add_argument("--json", action="store_true", help="write JSON, locus by locus")
    options = common(parser).parse_args(words)
    settings = settings_of(options.root)
    outcome = session.verify_site(settings, jobs=options.jobs, fresh=options.fresh)
    rulings = coverage.find_rulings(settings, coverage.checks_by_locus(outcome.results))
    found = coverage.cover(outcome.pages, outcome.results, sources.load_manifests(settings), rulings, settings)
    findings = session.in_order([*coverage.unchecked(found, settings), *coverage.unknown(found)])
    if options.json:
        coverage.write_json(found, findings, sys.stdout)
        return FINDINGS if findings else HOLDS
    coverage.write_text(found, sys.stdout)
    return show(findings)


def manifest_command(words: Sequence[str]) -> int:
    """Compare the committed totals with the site, or write them."""
    parser = Parser(
        prog="python -m verify manifest", description="Compare the committed totals of checks with the site."
    )
    parser.add_argument("--write", action="store_true", help="write the totals as they are now")
    options = common(parser, jobs=False).parse_args(words)
    settings = settings_of(options.root)
    pages = session.scan_pages(settings)
    if options.write:
        changed = totals.write(pages, settings)
        print(f"{settings.manifest}: {'written' if changed else 'already up to date'}")
        return HOLDS
    return show(totals.findings(pages, settings))


def digest_command(words: Sequence[str]) -> int:
    """Write the manifests of the sources, with the digest of each sentence."""
    parser = Parser(prog="python -m verify digest", description="Write the manifests of the sources from their texts.")
    parser.add_argument("texts", metavar="DIR_OF_TEXTS", help="the folder of the texts cut into loci")
    options = common(parser, jobs=False).parse_args(words)
    settings = settings_of(options.root)
    try:
        for file in sources.write_manifests(Path(options.texts), settings.root / settings.sources):
            print(file)
    except (ValueError, KeyError) as error:
        print(f"{options.texts}: {error}", file=sys.stderr)
        return FINDINGS
    return HOLDS
