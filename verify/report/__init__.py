"""Reports of a verification, in several styles; each is the same for any number of jobs and holds no times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gamerules.rules import suggest
from verify.report import data, text
from verify.report.text import noted, summary
from verify.settings import SettingsError

__all__ = ["STYLES", "check_style", "noted", "summary"]

STYLES: Final[Mapping[str, Callable[..., str]]] = {
    "text": text.text,
    "github": text.github,
    "sarif": data.sarif,
    "json": data.plain,
}
"""Functions that return a report, without a line end, of all findings, by place, and the results in the order of the
text; ``reused`` is how many results come from the store, ``notes`` what is no fault but should be known, ``engine`` the
digest of the rules' code and data."""


def check_style(style: str) -> None:
    """Make sure that a style is known.

    Raises:
        SettingsError: if it is not; near ones are suggested.
    """
    if style == "junit":
        raise SettingsError("pytest writes JUnit reports: python -m pytest -p verify.pytest --verify --junitxml=FILE")
    if style not in STYLES:
        raise SettingsError(f"there is no report in the style {style!r}{suggest(style, list(STYLES))}")
