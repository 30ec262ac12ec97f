"""The command line: ``python -m verify [PATHS]``; exit status 0 if all holds, 1 with findings, 2 if not understood."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from verify import report, session
from verify.doors.options import FINDINGS, HOLDS, MISUSE, Parser, common, settings_of, show
from verify.doors.watch import watch
from verify.model import Check, Page
from verify.report import accept
from verify.run.reach import watched_digest
from verify.settings import Settings, SettingsError, VerifyError, in_ci

COMMANDS: Final = "verify.commands"
"""The entry-point group of the sub-commands: functions that take the words after the name and return the status."""


@cache
def commands() -> dict[str, EntryPoint]:
    """Return the sub-commands, by name."""
    return {point.name: point for point in sorted(entry_points(group=COMMANDS), key=lambda point: point.name)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if words and words[0] in commands():
            status: int = commands()[words[0]].load()(words[1:])
            return status
        if words and not Path(words[0]).exists() and (hint := session.meant(words[0], commands())):
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


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m verify",
        description="Run the checks of a site's pages: claims, examples and records.",
        epilog=f"Sub-commands, each with --help: {', '.join(commands())}.",
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="pages or folders (default: the whole site)")
    add("--list", action="store_true", help="list the checks and run none")
    add(
        "--only",
        metavar="GLOB",
        action="append",
        default=[],
        help="only checks whose page, place, kind, name or locus fits",
    )
    add("--fail-fast", action="store_true", help="stop at the first check that fails")
    add("--report", metavar="STYLE[=FILE]", action="append", default=[], help="text, github, sarif or json")
    add("--accept", action="store_true", help="rewrite failing expectations in place, after showing the difference")
    add("--watch", action="store_true", help="verify again whenever a page or the rules change")
    return common(parser)


def _verify(words: Sequence[str]) -> int:
    """Verify the site, or list its checks."""
    options = _parser().parse_args(words)
    reports = _reports(options.report)
    settings = settings_of(options.root)
    if options.accept and in_ci():
        raise SettingsError("--accept rewrites pages and is refused where CI is set; run it locally")
    if options.list:
        return _list(options, settings)
    if options.accept:
        _accept(_run(options, settings), settings)

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
    return session.verify_site(
        settings,
        _chosen_pages(options, settings),
        whole=not options.paths,
        select=selector(options.only) if options.only else None,
        jobs=options.jobs,
        fresh=options.fresh,
        fail_fast=options.fail_fast,
    )


def _report(outcome: session.Verification, settings: Settings, reports: Sequence[tuple[str, str]]) -> None:
    """Write the reports.

    Raises:
        VerifyError: if a file cannot be written; the others have been.
    """
    wanted = any(style == "json" for style, _ in reports)
    engine = watched_digest(settings.watch, settings.root) if wanted else ""
    failed = []
    for style, file in reports:
        stream = io.StringIO() if file else sys.stdout
        report.report(
            outcome.findings, outcome.results, style=style, stream=stream, reused=outcome.reused, engine=engine
        )
        if isinstance(stream, io.StringIO):
            try:
                Path(file).parent.mkdir(parents=True, exist_ok=True)
                # what UTF-8 cannot hold is half a character; written so it is good JSON
                Path(file).write_bytes(stream.getvalue().encode(errors="backslashreplace"))
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
    names = {name for page in pages for check in page.checks if check.kind.is_check for name in names_of(check)}
    for glob in options.only:
        if not any(fnmatch(name, glob) for name in names):
            hint = session.meant(glob, names, "--list shows them")
            raise SettingsError(f"--only {glob!r} fits no check; {hint}")
    return pages


def _list(options: argparse.Namespace, settings: Settings) -> int:
    """List the checks; a page with faults has to be mended first."""
    pages = _chosen_pages(options, settings)
    chosen = selector(options.only or ["*"])
    for page in pages:
        for check in page.checks:
            if check.kind.is_check and chosen(check):
                print(listed(check))
    return show(session.in_order(fault for page in pages for fault in page.faults))


def _accept(outcome: session.Verification, settings: Settings) -> None:
    """Rewrite what fails, after showing how."""
    files, refused = accept.rewrites(outcome.results, settings.root)
    for file in files:
        print(file.diff())
    for file in files:
        file.write(settings.root)
    for refusal in refused:
        print(refusal)
    print(accept.count(files))


def selector(globs: Sequence[str]) -> Callable[[Check], bool]:
    """Return a function that chooses checks: one whose page, place, kind, name or a locus fits one of the globs."""

    def chosen(check: Check) -> bool:
        return any(fnmatch(name, glob) for name in names_of(check) for glob in globs)

    return chosen


def names_of(check: Check) -> list[str]:
    """Return what a check may be called by: its page, place, kind, name and loci."""
    names = (check.page, str(check.place), str(check.kind), check.option("name"), *check.loci)
    return [name for name in names if name]


def listed(check: Check) -> str:
    """Return the line that lists a check."""
    first = next((line.strip() for line in check.text.splitlines() if line.strip()), "")
    loci = f" ({', '.join(check.loci)})" if check.loci else ""
    skipped = f" [skipped: {check.option('skip')}]" if check.option("skip") else ""
    return f"{check.place}: {check.kind}{loci}: {first}{skipped}"
