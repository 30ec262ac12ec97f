"""The JSON report: every check with its result, sorted, free of times and of this machine's paths."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, TextIO

from verify import __version__
from verify.model import Finding, Result
from verify.run import reach

_SAID = ("code", "message", "says", "gives", "loci", "by", "label", "difference", "frames")


def write(
    findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, *, engine: str = "", **_: Any
) -> None:
    """Write the report; equal outcomes give equal files."""
    of_checks = {finding for result in results for finding in result.findings}
    document = {
        "verify": __version__,
        "verify_digest": reach.own(),
        "python": platform.python_version(),
        "engine_digest": engine,
        "checks": [_check(result) for result in results if result.check.kind.is_check or result.findings],
        "other_findings": [_finding(finding) for finding in findings if finding not in of_checks],
    }
    json.dump(document, stream, ensure_ascii=False, indent=1)
    stream.write("\n")


def _check(result: Result) -> dict[str, Any]:
    check = result.check
    return {
        "page": check.page,
        **asdict(check.place),
        "kind": str(check.kind),
        "loci": result.loci or check.loci,
        "text": check.text,
        "options": dict(check.options),
        "fingerprint": check.fingerprint,
        "verdict": str(result.verdict),
        "compared": result.compared,
        "findings": [_finding(finding) for finding in result.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    said = {name: getattr(finding, name) for name in _SAID}
    shown = {} if finding.shown_at is None else {"shown_at": str(finding.shown_at)}
    return asdict(finding.place) | said | shown
