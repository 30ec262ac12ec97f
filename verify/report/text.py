"""The report for people: all findings by place, then one line that sums up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from verify.model import Finding, Kind, Result, Verdict


def write(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, *, reused: int = 0, **_: Any) -> None:
    """Write all findings, what is skipped and the summary."""
    for line in lines(findings):
        print(line, file=stream)
    for result in results:
        if result.verdict is Verdict.SKIPPED:
            print(f"{result.check.place}: skipped: {result.check.option('skip')}", file=stream)
    print(summary(results, findings, reused=reused), file=stream)


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


def summary(results: Sequence[Result], findings: Sequence[Finding], *, reused: int = 0) -> str:
    """Return the line that sums up: how many checks of each kind, how many fail, are skipped, were reused."""
    checks = [result for result in results if result.check.kind.is_check]
    kinds = Counter(result.check.kind for result in checks)
    verdicts = Counter(result.verdict for result in checks)
    parts = ", ".join(plural(kinds[kind], kind) for kind in (Kind.CLAIM, Kind.EXAMPLE, Kind.RECORD))
    ends = [f"{verdicts[Verdict.FAILS]} fail"]
    if verdicts[Verdict.SKIPPED]:
        ends.append(f"{verdicts[Verdict.SKIPPED]} skipped")
    of_checks = sum(len(result.findings) for result in checks)
    if len(findings) > of_checks:
        ends.append(plural(len(findings) - of_checks, "other fault"))
    if reused:
        ends.append(f"reused {reused}")
    return f"{plural(len(checks), 'check')}: {parts}; {', '.join(ends)}"


def plural(count: int, word: str) -> str:
    """Return a count with its word."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
