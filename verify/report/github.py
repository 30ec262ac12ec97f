"""Annotations for GitHub's workflow log: the first ten findings, the others as text, then the summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TextIO

from verify.model import Finding, Result
from verify.report.text import block, lines, plural, summary

MOST: Final = 10
"""GitHub shows no more annotations of one step."""


def write(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, *, reused: int = 0, **_: Any) -> None:
    """Write annotations; errors beyond ten are counted in a warning, and shown in the log alone."""
    for finding in findings[:MOST]:
        place = finding.place
        head = f"file={_property(place.path)},line={place.line},col={place.column},title={_property(finding.code)}"
        print(f"::error {head}::{_data(block(finding))}", file=stream)
    if len(findings) > MOST:
        more = plural(len(findings) - MOST, "more finding")
        print(f"::warning title=verify::{more}; the log of this step lists all", file=stream)
        for line in lines(findings[MOST:]):
            print(line, file=stream)
    print(f"::notice title=verify::{_data(summary(results, findings, reused=reused))}", file=stream)


def _data(text: str) -> str:
    """Escape a message as the workflow commands want it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property's value."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
