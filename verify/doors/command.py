"""The command line: ``python -m verify [PATHS]``; exit status 0 if all holds, 1 with findings, 2 if not understood."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final

from verify import report, session
from verify.doors.subcommands import FINDINGS, HOLDS, MISUSE, Parser, settings_of, show
from verify.doors.watch import watch
from verify.model import Check, Page, Result
from verify.report import baseline
from verify.report.accept import rewrites
from verify.report.text import plural
from verify.run.reach import watched_digest
from verify.settings import Settings, SettingsError, VerifyError, in_ci

COMMANDS: Final = entry_points(group="verify.commands")
"""The sub-commands: functions that take the words after the name and return the status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if words and words[0] in COMMANDS.names:
            return int(COMMANDS[words[0]].load()(words[1:]))
        if words and not Path(words[0]).exists() and (hint := session.meant(words[0], COMMANDS.names)):
            raise SettingsError(f"there is no sub-command {words[0]!r}; {hint}")
        return _verify(words)
    except VerifyError as error:
        print(f"verify: {error}", file=sys.stderr)
        return MISUSE
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has seen enough
        return FINDINGS
    except KeyboardInterrupt:
        return MISUSE


def _parser() -> Parser:
    known = f"Sub-commands, each with --help: {', '.join(sorted(COMMANDS.names))}."
    parser = Parser("", "Run the checks of a site's pages: claims, examples, records …", jobs=True, epilog=known)
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="pages or folders (default: the whole site)")
    add("--list", action="store_true", help="list the checks and run none")
    fits = "only checks whose page, place, kind, name or locus fits"
    add("--only", metavar="GLOB", action="append", default=[], help=fits)
    add("--fail-fast", action="store_true", help="stop at the first check that fails")
    add("--report", metavar="STYLE[=FILE]", action="append", default=[], help="text, github, sarif or json")
    add("--accept", action="store_true", help="rewrite failing expectations in place, after showing the difference")
    add("--baseline", action="store_true", help="write the failures of today as known, so that only new ones fail")
    add("--watch", action="store_true", help="verify again whenever a page or the rules change")
    return parser


def _verify(words: Sequence[str]) -> int:
    """Verify the site, or list its checks."""
    options, settings = _parser().read(words)
    reports = _reports(options.report)
    if options.baseline and (options.paths or options.only):
        raise SettingsError("--baseline is about the whole site; leave out paths and --only")
    if options.accept and in_ci():
        raise SettingsError("--accept rewrites pages and is refused where CI is set; run it locally")
    if options.list:
        return _list(options, settings)
    if options.baseline:
        outcome = _run(options, settings)
        count = baseline.write([*outcome.findings, *outcome.known], settings)
        print(f"{settings.baseline}: {plural(count, 'known failure')} written")
        return HOLDS
    if options.accept:
        _accept([*_run(options, settings).results, *_run(options, settings).results], settings)

    def once(settings: Settings) -> session.Verification:
        outcome = _run(options, settings)
        _report(outcome, settings, reports)
        return outcome

    if options.watch:
        return watch(partial(settings_of, options.root), once)
    return HOLDS if once(settings).holds else FINDINGS


def _reports(wanted: Sequence[str]) -> list[tuple[str, str]]:
    """Return the reports to write as (style, file), file empty for standard output; text is always among them there.

    Raises:
        SettingsError: if a style is unknown or two reports want the same place.
    """
    reports = [(style, file) for style, _, file in (text.partition("=") for text in wanted)]
    for style, _ in reports:
        report.check_style(style)
    if all(file for _, file in reports):
        reports.insert(0, ("text", ""))
    if len({file for _, file in reports}) < len(reports):
        raise SettingsError("two reports go to the same place; give each its own: --report sarif=FILE")
    return reports


def _run(options: argparse.Namespace, settings: Settings) -> session.Verification:
    """Verify what is asked for."""
    select = partial(_fits, options.only) if options.only else None
    how = {name: getattr(options, name) for name in ("jobs", "fresh", "fail_fast")}
    return session.verify_site(
        settings, _chosen_pages(options, settings), whole=not options.paths, select=select, **how
    )


def _report(outcome: session.Verification, settings: Settings, reports: Sequence[tuple[str, str]]) -> None:
    """Write the reports.

    Raises:
        VerifyError: if a file cannot be written; the others have been.
    """
    engine = watched_digest(settings.watch, settings.root)
    failed = []
    for style, file in reports:
        given = {"reused": outcome.reused, "notes": outcome.notes, "engine": engine}
        text = report.STYLES[style](outcome.findings, outcome.results, **given)
        if not file:
            print(text)
            continue
        try:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            # what UTF-8 cannot hold is half a character; written so it is good JSON
            Path(file).write_bytes(f"{text}\n".encode(errors="backslashreplace"))
        except OSError as error:
            failed.append(f"the {style} report cannot be written to {file}: {error.strerror}")
    sys.stdout.flush()
    if failed:
        raise VerifyError("; ".join(failed))


def _chosen_pages(options: argparse.Namespace, settings: Settings) -> list[Page]:
    """Return the pages that are asked for.

    Raises:
        SettingsError: if a path holds no page, or a glob of ``--only`` fits no check on them.
    """
    pages = session.scan_pages(settings, options.paths)
    names = {name for page in pages for check in page.checks if check.kind.is_check for name in _names_of(check)}
    for glob in options.only:
        if not any(fnmatch(name, glob) for name in names):
            hint = session.meant(glob, names, "--list shows them")
            raise SettingsError(f"--only {glob!r} fits no check; {hint}")
    return pages


def _list(options: argparse.Namespace, settings: Settings) -> int:
    """List the checks; a page with faults has to be mended first."""
    pages = _chosen_pages(options, settings)
    for check in (check for page in pages for check in page.checks if check.kind.is_check):
        if _fits(options.only or ["*"], check):
            print(_listed(check))
    return show(session.in_order(finding for page in pages for finding in page.findings))


def _accept(results: Sequence[Result], settings: Settings) -> None:
    """Rewrite what fails, after showing how; the results are those of two runs, so that they must agree."""
    files, refused = rewrites(results, settings.root)
    print(*(file.diff() for file in files), sep="\n", end="\n" if files else "")
    for file in files:
        file.write(settings.root)
    count = plural(sum(file.count for file in files), "expectation")
    print(*refused, f"rewrote {count} in {plural(len(files), 'file')}", sep="\n")


def _fits(globs: Sequence[str], check: Check) -> bool:
    return any(fnmatch(name, glob) for name in _names_of(check) for glob in globs)


def _names_of(check: Check) -> list[str]:
    """Return what a check may be called by: its page, place, kind, name and loci."""
    names = (check.page, str(check.place), str(check.kind), check.option("name"), *check.loci)
    return [name for name in names if name]


def _listed(check: Check) -> str:
    """Return the line that lists a check."""
    first = check.text.strip().partition("\n")[0].rstrip()
    loci = f" ({', '.join(check.loci)})" if check.loci else ""
    skipped = f" [skipped: {check.option('skip')}]" if check.option("skip") else ""
    return f"{check.place}: {check.kind}{loci}: {first}{skipped}"
