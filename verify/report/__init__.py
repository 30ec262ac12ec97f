"""Reports of a verification, in several styles; each is the same for any number of jobs and holds no times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TextIO

from gamerules.rules import suggest
from verify.model import Finding, Result
from verify.report import github, plain, sarif, text
from verify.report.text import summary
from verify.settings import SettingsError

__all__ = ["STYLES", "check_style", "report", "summary"]

STYLES: Final[Mapping[str, Callable[..., None]]] = {
    "text": text.write,
    "github": github.write,
    "sarif": sarif.write,
    "json": plain.write,
}


def check_style(style: str) -> None:
    """Make sure that a style is known.

    Raises:
        SettingsError: if it is not; near ones are suggested.
    """
    if style == "junit":
        raise SettingsError("pytest writes JUnit reports: python -m pytest --verify --junitxml=FILE")
    if style not in STYLES:
        raise SettingsError(f"there is no report in the style {style!r}{suggest(style, list(STYLES))}")


def report(
    findings: Sequence[Finding],
    results: Sequence[Result],
    *,
    style: str = "text",
    stream: TextIO,
    reused: int = 0,
    engine: str = "",
) -> None:
    """Write a report.

    Args:
        findings: every fault, sorted by place.
        results: the results of checks and set-ups, in the order of pages and text.
        style: one of :data:`STYLES`.
        stream: where to write.
        reused: how many results were taken from the store; only the summary for people shows it.
        engine: the digest of the rule code and data, for the JSON report.
    """
    STYLES[style](findings, results, stream, reused=reused, engine=engine)
