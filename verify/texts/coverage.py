"""What is covered: for each locus its translation, its rules and its checks; and what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TextIO

from verify.model import Check, Finding, Page, Place, Result, Verdict
from verify.run.reach import own, watched_digest
from verify.settings import Settings, VerifyError, environment
from verify.texts.asked import OPTION, exceptions
from verify.texts.sources import Manifest


class Row(NamedTuple):
    """One locus.

    Attributes:
        source: its source.
        locus: its name.
        kind: what it is: rule, table, example, heading …
        translated: where it is translated; None if it is not.
        pending: whether it is known not to be translated yet.
        rules: the rules, tables and decisions that carry it out, by dotted name.
        checks: the places of the checks that are about it; skipped ones do not count.
    """

    source: str
    locus: str
    kind: str
    translated: Place | None
    pending: bool
    rules: tuple[str, ...]
    checks: tuple[str, ...]


class Ruling(NamedTuple):
    """A rule, table or decision, with the loci that it carries out and the checks that are about those."""

    name: str
    loci: tuple[str, ...]
    place: Place
    checks: tuple[str, ...]


class Coverage(NamedTuple):
    """The coverage of a site: every locus of its sources, every rule, and the checks that say why they run none."""

    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...]
    exceptions: tuple[Check, ...]


def checks_by_locus(results: Iterable[Result]) -> dict[str, tuple[str, ...]]:
    """Return the places of the checks that were run, by locus."""
    found: dict[str, dict[str, None]] = {}
    for result in results:
        if result.check.kind.is_check and result.verdict is not Verdict.SKIPPED:
            for locus in (*result.check.loci, *result.loci):
                found.setdefault(locus, {})[str(result.check.place)] = None
    return {locus: tuple(places) for locus, places in found.items()}


def find_rulings(settings: Settings, checks: dict[str, tuple[str, ...]]) -> tuple[Ruling, ...]:
    """Return the rules, tables and decisions of the watched packages and their games, by name.

    They are imported in a process of their own.

    Raises:
        VerifyError: if they cannot be imported.
    """
    found = []
    for name, loci, path, line in json.loads(_listed(settings)):
        about = tuple(dict.fromkeys(check for locus in loci for check in checks.get(locus, ())))
        found.append(Ruling(name, tuple(loci), Place(path, line), about))
    return tuple(found)


def _listed(settings: Settings) -> str:
    """Return what the packages register, as JSON; kept among the stored results until a file of theirs changes.

    Raises:
        VerifyError: if they cannot be imported.
    """
    state = f"{own()} {watched_digest(settings.watch, settings.root)}"
    kept = settings.root / settings.store / "rules.json"
    with suppress(OSError, ValueError):
        was, listed = kept.read_text(encoding="utf-8").split("\n", 1)
        if was == state:
            return listed
    command = [sys.executable, "-m", "verify.texts.rulings", *settings.watch]
    done = subprocess.run(command, cwd=settings.root, env=environment(settings), capture_output=True, check=False)
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise VerifyError(f"the rules cannot be imported: {''.join(last)}")
    listed = done.stdout.decode()
    with suppress(OSError):
        kept.write_text(f"{state}\n{listed}", encoding="utf-8")
    return listed


def cover(
    pages: Iterable[Page],
    results: Iterable[Result],
    manifests: Iterable[Manifest],
    rulings: tuple[Ruling, ...],
    settings: Settings,
) -> Coverage:
    """Bring together where each locus is translated, carried out and checked."""
    pages = list(pages)
    translated = {use.locus: use.place for page in pages for use in page.loci}
    checks = checks_by_locus(results)
    by_locus: dict[str, list[str]] = {}
    for ruling in rulings:
        for locus in ruling.loci:
            by_locus.setdefault(locus, []).append(ruling.name)
    rows = []
    for manifest in manifests:
        for locus, sentence in manifest.sentences.items():
            pending = any(fnmatchcase(locus, glob) for glob in settings.pending)
            carried, checked = tuple(by_locus.get(locus, ())), checks.get(locus, ())
            rows.append(Row(manifest.source, locus, sentence.kind, translated.get(locus), pending, carried, checked))
    return Coverage(tuple(rows), rulings, tuple(exceptions(check for page in pages for check in page.checks)))


def unchecked(coverage: Coverage, settings: Settings) -> list[Finding]:
    """Find the translated loci whose kind requires a check and that have none."""
    code, hint = "verify.coverage", "bind an example, claim or record to it"
    return [
        Finding(row.translated, code, f"no check is about this {row.kind}", loci=(row.locus,), hint=hint)
        for row in coverage.rows
        if row.translated is not None and row.kind in settings.require_checks and not row.checks
    ]


def unknown(rulings: Iterable[Ruling], manifests: Iterable[Manifest]) -> list[Finding]:
    """Find the rules that carry out a locus of no source, though its source has a manifest."""
    known = {locus for manifest in manifests for locus in manifest.sentences}
    sources = {locus.partition(".")[0] for locus in known}
    says = "{} carries out {}, which is not a locus of its source"
    return [
        Finding(ruling.place, "verify.coverage", says.format(ruling.name, locus))
        for ruling in rulings
        for locus in ruling.loci
        if locus not in known and locus.partition(".")[0] in sources
    ]


def write_text(coverage: Coverage, stream: TextIO) -> None:
    """Write the coverage for people: a table by source and kind, then what is missing."""
    by_source = attrgetter("source", "kind")
    for source, rows in groupby(sorted(coverage.rows, key=by_source), attrgetter("source")):
        print(source, file=stream)
        for kind, group in groupby(rows, attrgetter("kind")):
            counts = [list(map(bool, (row.translated, row.rules, row.checks))) for row in group]
            done = zip(map(sum, zip(*counts, strict=True)), ("translated", "carried out", "checked"), strict=True)
            print(f"  {len(counts):4} {kind}, {', '.join(f'{count} {word}' for count, word in done)}", file=stream)
    unruled = [row.locus for row in coverage.rows if row.kind == "rule" and not row.rules]
    idle = [f"{ruling.place}: {ruling.name}" for ruling in coverage.rulings if not ruling.checks]
    missing = {
        "loci of kind rule that no code carries out": unruled,
        "rules, tables and decisions that no check is about": idle,
        "checks that say why they run no rule": [f"{one.place}: {one.option(OPTION)}" for one in coverage.exceptions],
    }
    for title, lines in missing.items():
        print(f"{title}: {len(lines) or 'none'}", *lines, sep="\n  ", file=stream)


def write_json(coverage: Coverage, findings: Sequence[Finding], stream: TextIO) -> None:
    """Write the coverage for programs."""
    document = {
        "loci": [row._asdict() for row in coverage.rows],
        "rules": [ruling._asdict() for ruling in coverage.rulings],
        "exceptions": [{"place": one.place, "reason": one.option(OPTION)} for one in coverage.exceptions],
        "findings": findings,
    }
    json.dump(document, stream, ensure_ascii=False, indent=1, default=str)
    stream.write("\n")
