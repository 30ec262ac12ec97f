"""What is covered: for each locus its translation, its rules and its checks; and what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any, TextIO

from verify.model import Finding, Page, Place, Result, Verdict
from verify.settings import Settings, VerifyError, environment
from verify.texts.sources import Manifest


@dataclass(frozen=True, slots=True)
class Row:
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


@dataclass(frozen=True, slots=True)
class Ruling:
    """A rule, table or decision, with the loci that it carries out and the checks that are about those."""

    name: str
    loci: tuple[str, ...]
    place: Place
    checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of a site: every locus of its sources, and every rule."""

    rows: tuple[Row, ...]
    rulings: tuple[Ruling, ...]


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
    done = subprocess.run(
        [sys.executable, "-m", "verify.texts.rulings", *settings.watch],
        cwd=settings.root,
        env=environment(settings),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise VerifyError(f"the rules cannot be imported: {''.join(last)}")
    found = []
    for name, loci, path, line in json.loads(done.stdout):
        about = tuple(dict.fromkeys(check for locus in loci for check in checks.get(locus, ())))
        found.append(Ruling(name, tuple(loci), Place(path, line), about))
    return tuple(found)


def cover(
    pages: Iterable[Page],
    results: Iterable[Result],
    manifests: Iterable[Manifest],
    rulings: tuple[Ruling, ...],
    settings: Settings,
) -> Coverage:
    """Bring together where each locus is translated, carried out and checked."""
    translated = {use.locus: use.place for page in pages for use in page.loci}
    checks = checks_by_locus(results)
    by_locus: dict[str, list[str]] = {}
    for ruling in rulings:
        for locus in ruling.loci:
            by_locus.setdefault(locus, []).append(ruling.name)
    rows = [
        Row(
            source=manifest.source,
            locus=locus,
            kind=sentence.kind,
            translated=translated.get(locus),
            pending=any(fnmatchcase(locus, glob) for glob in settings.pending),
            rules=tuple(by_locus.get(locus, ())),
            checks=checks.get(locus, ()),
        )
        for manifest in manifests
        for locus, sentence in manifest.sentences.items()
    ]
    return Coverage(tuple(rows), rulings)


def unchecked(coverage: Coverage, settings: Settings) -> list[Finding]:
    """Find the translated loci whose kind requires a check and that have none."""
    return [
        Finding(
            row.translated,
            "verify.coverage",
            f"no check is about this {row.kind}",
            loci=(row.locus,),
            hint="bind an example, claim or record to it",
        )
        for row in coverage.rows
        if row.translated is not None and row.kind in settings.require_checks and not row.checks
    ]


def unknown(coverage: Coverage) -> list[Finding]:
    """Find the rules that carry out a locus of no source, though its source has a manifest."""
    known = {row.locus for row in coverage.rows}
    sources = {row.locus.partition(".")[0] for row in coverage.rows}
    return [
        Finding(
            ruling.place, "verify.coverage", f"{ruling.name} carries out {locus}, which is not a locus of its source"
        )
        for ruling in coverage.rulings
        for locus in ruling.loci
        if locus not in known and locus.partition(".")[0] in sources
    ]


def unruled(coverage: Coverage) -> list[Row]:
    """Return the loci of kind rule that no code carries out."""
    return [row for row in coverage.rows if row.kind == "rule" and not row.rules]


def write_text(coverage: Coverage, stream: TextIO) -> None:
    """Write the coverage for people: a table by source and kind, then what is missing."""
    sources = sorted({row.source for row in coverage.rows})
    for source in sources:
        print(source, file=stream)
        rows = [row for row in coverage.rows if row.source == source]
        for kind in sorted({row.kind for row in rows}):
            of_kind = [row for row in rows if row.kind == kind]
            done = {"translated": "translated", "rules": "carried out", "checks": "checked"}
            counts = [f"{sum(bool(getattr(row, field)) for row in of_kind)} {word}" for field, word in done.items()]
            print(f"  {len(of_kind):4} {kind}, {', '.join(counts)}", file=stream)
    _list("loci of kind rule that no code carries out", (row.locus for row in unruled(coverage)), stream)
    idle = (f"{ruling.place}: {ruling.name}" for ruling in coverage.rulings if not ruling.checks)
    _list("rules, tables and decisions that no check is about", idle, stream)


def _list(title: str, lines: Iterable[str], stream: TextIO) -> None:
    found = list(lines)
    print(f"{title}: {len(found) or 'none'}", file=stream)
    for line in found:
        print(f"  {line}", file=stream)


def write_json(coverage: Coverage, findings: Sequence[Finding], stream: TextIO) -> None:
    """Write the coverage for programs."""
    document: dict[str, Any] = {
        "loci": [
            asdict(row) | {"translated": str(row.translated) if row.translated else None} for row in coverage.rows
        ],
        "rules": [
            {"name": ruling.name, "place": str(ruling.place), "loci": list(ruling.loci), "checks": list(ruling.checks)}
            for ruling in coverage.rulings
        ],
        "findings": [str(finding) for finding in findings],
    }
    json.dump(document, stream, ensure_ascii=False, indent=1)
    stream.write("\n")
