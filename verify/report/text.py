"""The reports for people, on a terminal and in GitHub's log: findings by place, then one line that sums up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from verify.model import Finding, Kind, Result, Verdict

MOST: Final = 10
"""GitHub shows no more annotations of one step."""
_DATA: Final = {ord(sign): f"%{ord(sign):02X}" for sign in "%\r\n"}  # as GitHub wants them in a message
_PROPERTY: Final = _DATA | {ord(sign): f"%{ord(sign):02X}" for sign in ":,"}


def text(
    findings: Sequence[Finding],
    results: Sequence[Result],
    *,
    reused: int = 0,
    notes: Sequence[Finding] = (),
    **_: Any,
) -> str:
    """Return all findings, what is noted, skipped and not stored, and the summary."""
    below = (*noted(notes), *_skipped(results), *_unknown(results))
    return "\n".join((*lines(findings), *below, summary(results, findings, reused=reused, notes=notes)))


def noted(notes: Sequence[Finding]) -> Iterator[str]:
    """Yield a line for each note."""
    yield from (f"{note.place}: note: {note.message}" for note in notes)


def _skipped(results: Sequence[Result]) -> Iterator[str]:
    """Say which checks are skipped, and why; what follows another on its page for the same reason is counted."""
    skipped = (result for result in results if result.verdict is Verdict.SKIPPED and result.check.kind.is_check)
    for (_, why), group in groupby(skipped, key=lambda result: (result.check.page, result.why_skipped)):
        first, *others = group
        more = f" (and {plural(len(others), 'check')} below it)" if others else ""
        yield f"{first.check.place}: skipped: {why}{more}"


def _unknown(results: Sequence[Result]) -> Iterator[str]:
    """Say which checks are run each time, and why: on each page from the first on that cannot be stored."""
    for (_, why), group in groupby(results, key=lambda result: (result.check.page, result.unknown)):
        if why:
            first, *others = group
            more = f", and the {plural(len(others), 'check')} below it" if others else ""
            yield f"{first.check.place}: run each time{more}, for it {', '.join(why)}"


def github(findings: Sequence[Finding], results: Sequence[Result], *, reused: int = 0, **_: Any) -> str:
    """Return annotations for GitHub's log: the first ten findings, the others as text, then the summary."""
    shown = []
    for finding in findings[:MOST]:
        place = finding.place
        head = f"file={place.path.translate(_PROPERTY)},line={place.line},col={place.column},title={finding.code}"
        shown.append(f"::error {head}::{block(finding).translate(_DATA)}")
    if more := findings[MOST:]:
        count = plural(len(more), "more finding")
        shown += [f"::warning title=verify::{count}; the log of this step lists all", *lines(more)]
    return "\n".join((*shown, f"::notice title=verify::{summary(results, findings, reused=reused).translate(_DATA)}"))


def block(finding: Finding) -> str:
    """Return a finding without its place: its message, and what it shows below."""
    return "\n".join(part for part in (finding.message, finding.difference, finding.frames) if part)


def lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the lines of all findings; checks that fail only because their set-up does are counted at its side."""
    waiting = Counter(finding.says for finding in findings if finding.code == "verify.depends")
    for finding in findings:
        if finding.code == "verify.depends":
            if count := waiting.pop(finding.says, 0):
                yield f"{finding} (and {count - 1} more)" if count > 1 else str(finding)
            continue
        yield str(finding)
        for part in (finding.difference, finding.frames):
            yield from (f"    {line}" for line in part.splitlines())


def summary(
    results: Sequence[Result], findings: Sequence[Finding], *, reused: int = 0, notes: Sequence[Finding] = ()
) -> str:
    """Return the line that sums up: how many checks of each kind, how many fail, are skipped, reused, not stored."""
    checks = [result for result in results if result.check.kind.is_check]
    kinds = Counter(result.check.kind for result in checks)
    verdicts = Counter(result.verdict for result in checks)
    parts = by_kind(kinds)
    unknown = sum(bool(result.unknown) for result in checks)
    others = max(0, len(findings) - sum(len(result.findings) for result in checks))
    ends = {
        f"{verdicts[Verdict.FAILS]} fail": True,
        f"{verdicts[Verdict.SKIPPED]} skipped": verdicts[Verdict.SKIPPED],
        plural(others, "other fault"): others,
        plural(len(notes), "note"): notes,
        f"reused {reused}": reused,
        f"{unknown} run each time": unknown,
    }
    return f"{plural(len(checks), 'check')}: {parts}; {', '.join(end for end, said in ends.items() if said)}"


def by_kind(counts: Mapping[Kind, int]) -> str:
    """Return how many checks there are of each kind; those that many sites do without only if there are any."""
    shown = (kind for kind in Kind.checks() if counts.get(kind) or not (kind is Kind.HOLDS or kind.is_other))
    return ", ".join(plural(counts.get(kind, 0), kind.called) for kind in shown)


def plural(count: int, word: str) -> str:
    """Return a count with its word."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
