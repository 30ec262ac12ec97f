"""The reports for programs, free of times and of this machine's paths, so that equal outcomes give equal files.

SARIF 2.1.0, for code scanning, has one result for each finding, with fingerprints that survive a move of lines; the
plain JSON has every check with its result.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final
from urllib.parse import quote

from verify import __version__
from verify.model import Finding, Place, Result
from verify.report.text import block
from verify.run import reach

_LINE: Final = re.compile(r":\d+\b")
SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT: Final = "ROOT"
SAID: Final = ("code", "message", "says", "gives", "loci", "by", "label", "difference", "frames")
RULES: Final = {
    "verify.claim": "A figure in the text is not what the rules give.",
    "verify.holds": "A clause of the text is not true by the rules.",
    "verify.example": "An example's output is not what the rules give.",
    "verify.form": "A check cannot be read, or compares nothing.",
    "verify.console": "A command does not print what the text shows.",
    "verify.record": "A record of a deal and the rules disagree.",
    "verify.setup": "A set-up fails.",
    "verify.depends": "A check was not run because its set-up fails.",
    "verify.skip": "A check is skipped without a reason, or a page has nothing but skipped checks.",
    "verify.manifest": "A page has more or fewer checks than the committed totals say.",
    "verify.locus": "A locus is unknown, translated twice, or not translated.",
    "verify.option": "A directive has an unknown, misspelt or malformed option.",
    "verify.coverage": "A locus has no check, or a rule carries out a locus that does not exist.",
    "verify.scan": "Something looks like a check but would not be run.",
    "verify.source": "A source manifest is broken, or a text is not the one that was translated.",
    "verify.erratum": "An erratum is unknown or given twice.",
    "verify.strength": "A break that the text is said to leave open was caught.",
    "verify.words": "Numbers in words cannot be read, for num2words is missing.",
    "verify.baseline": "A known failure does not fail any more.",
    "verify.pages": "The site and the command line disagree about what is a page.",
}


def sarif(findings: Sequence[Finding], results: Sequence[Result], **_: Any) -> str:
    """Return the log for code scanning; it holds the findings only."""
    codes = sorted({finding.code for finding in findings})
    described = {code: {"shortDescription": {"text": RULES[code]}} if code in RULES else {} for code in codes}
    driver = {"name": "verify", "version": __version__, "rules": [{"id": code} | described[code] for code in codes]}
    fingerprints = {finding: result.check.fingerprint for result in results for finding in result.findings}
    seen: Counter[str] = Counter()
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The project's root."}}},
        "results": [
            _result(finding, codes.index(finding.code), fingerprints.get(finding, ""), seen) for finding in findings
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _result(finding: Finding, index: int, check: str, seen: Counter[str]) -> dict[str, Any]:
    says = _LINE.sub(":", finding.says)  # a line moves, the fault stays the same
    parts = (finding.code, finding.place.path, check, finding.label, says, *finding.loci)
    base = hashlib.sha256("\0".join(parts).encode(errors="backslashreplace")).hexdigest()[:32]
    seen[base] += 1
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": "error",
        "message": {"text": block(finding)},
        "locations": [{"physicalLocation": _location(finding.place)}],
        "partialFingerprints": {"verify/v1": f"{base}:{seen[base]}"},
        "properties": {"loci": list(finding.loci), "by": list(finding.by)},
    }
    if finding.shown_at is not None:
        shown = {"physicalLocation": _location(finding.shown_at), "message": {"text": "shown here"}}
        result["relatedLocations"] = [{"id": 1} | shown]
    return result


def _location(place: Place) -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": quote(place.path), "uriBaseId": ROOT},
        "region": {"startLine": place.line, "startColumn": place.column},
    }


def plain(findings: Sequence[Finding], results: Sequence[Result], *, engine: str = "", **_: Any) -> str:
    """Return every check with its result, in the order of pages and text, and the other findings."""
    of_checks = {finding for result in results for finding in result.findings}
    document = {
        "verify": __version__,
        "verify_digest": reach.own(),
        "python": platform.python_version(),
        "engine_digest": engine,
        "checks": [_check(result) for result in results if result.check.kind.is_check or result.findings],
        "other_findings": [_finding(finding) for finding in findings if finding not in of_checks],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


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
        "run_each_time": result.unknown,
        "findings": [_finding(finding) for finding in result.findings],
        "notes": [_finding(note) for note in result.notes],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    said = {name: getattr(finding, name) for name in SAID}
    shown = {} if finding.shown_at is None else {"shown_at": str(finding.shown_at)}
    return asdict(finding.place) | said | shown
