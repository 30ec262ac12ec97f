"""Reports of a verification, in several styles; each is the same for any number of jobs and holds no times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TextIO

from gamerules.rules import suggest
from verify.model import Finding, Result
from verify.report.text import summary
from verify.settings import SettingsError

__all__ = ["STYLES", "check_style", "report", "summary"]


def _text(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, **more: Any) -> None:
    from verify.report.text import write

    write(findings, results, stream, **more)


def _github(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, **more: Any) -> None:
    from verify.report.github import write

    write(findings, results, stream, **more)


def _junit(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, **more: Any) -> None:
    from verify.report.junit import write

    write(findings, results, stream)


def _sarif(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, **more: Any) -> None:
    from verify.report.sarif import write

    write(findings, results, stream)


def _json(findings: Sequence[Finding], results: Sequence[Result], stream: TextIO, **more: Any) -> None:
    from verify.report.plain import write

    write(findings, results, stream, **more)


STYLES: Final[Mapping[str, Callable[..., None]]] = {
    "text": _text,
    "github": _github,
    "junit": _junit,
    "sarif": _sarif,
    "json": _json,
}


def check_style(style: str) -> None:
    """Make sure that a style is known.

    Raises:
        SettingsError: if it is not; near ones are suggested.
    """
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
        reused: how many results were taken from the store; only the summary for people tells it.
        engine: the digest of the rule code and data, for the JSON report.
    """
    STYLES[style](findings, results, stream, reused=reused, engine=engine)
