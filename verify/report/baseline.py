"""The known failures: a file that lets failures of today stand, while new ones fail.

An entry names a page and the line at which something fails, by its text, so that it holds when lines move.
"""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from verify.model import Finding, Place
from verify.settings import Settings, SettingsError

_HOW: Final = "python -m verify --baseline"
_HEAD: Final = f"# Failures that are known and may stand. Written by: {_HOW}\n"

Known = dict[str, list[str]]


def read(settings: Settings) -> Known:
    """Return the known failures: of each page the lines at which something fails.

    Raises:
        SettingsError: if the file cannot be read.
    """
    try:
        known: Known = tomllib.loads((settings.root / settings.baseline).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{settings.baseline}: not TOML: {error}; write it anew with: {_HOW}") from None
    if not all(isinstance(lines, list) for lines in known.values()):
        raise SettingsError(f"{settings.baseline}: each page needs a list of lines; write it anew with: {_HOW}")
    return known


def sift(findings: Iterable[Finding], settings: Settings) -> tuple[list[Finding], list[Finding]]:
    """Return the findings that are new, and those that are known."""
    known = read(settings)
    new: list[Finding] = []
    stand: list[Finding] = []
    for finding in findings:
        of_page = known.get(finding.place.path, ())
        (stand if of_page and line_of(finding.place, settings.root) in of_page else new).append(finding)
    return new, stand


def stale(stand: Iterable[Finding], settings: Settings) -> list[Finding]:
    """Return a finding for each entry at which nothing fails any more; ``stand`` are all findings that are known."""
    failing = {(finding.place.path, line_of(finding.place, settings.root)) for finding in stand}
    gone = [(path, line) for path, lines in read(settings).items() for line in lines if (path, line) not in failing]
    if not gone:
        return []
    rows = (settings.root / settings.baseline).read_text("utf-8").split("\n")
    hint = f"take it out, or write the file anew with: {_HOW}"
    found = []
    for path, line in gone:
        number = next((number for number, row in enumerate(rows, 1) if row.strip() == f"{_quoted(line)},"), 1)
        says = f"{line!r} on {path} does not fail any more"
        found.append(Finding(Place(settings.baseline, number), "verify.baseline", says, hint=hint))
    return found


def write(findings: Iterable[Finding], settings: Settings) -> int:
    """Write findings as known failures; return how many there are."""
    known: dict[str, dict[str, None]] = defaultdict(dict)
    for finding in findings:
        known[finding.place.path][line_of(finding.place, settings.root)] = None
    rows = [
        f"{_quoted(path)} = [\n" + "".join(f"    {_quoted(line)},\n" for line in lines) + "]\n"
        for path, lines in sorted(known.items())
    ]
    (settings.root / settings.baseline).write_text(_HEAD + "".join(rows), encoding="utf-8")
    return sum(map(len, known.values()))


def _quoted(text: str) -> str:
    """Return a text as TOML writes it; escaped as JSON does it, a playing card would be no text of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", r"\u007f")


def line_of(place: Place, root: Path) -> str:
    """Return the text of the line at a place."""
    lines = _lines(root / place.path)
    return lines[place.line - 1].strip() if place.line <= len(lines) else ""


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8", "replace").split("\n") if path.is_file() else []
