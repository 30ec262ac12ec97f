"""The committed totals: how many checks of each kind each page has, so that none vanishes unnoticed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from verify.model import Finding, Kind, Page, Place
from verify.settings import Settings
from verify.texts.asked import exceptions
from verify.texts.sources import line_of

KINDS: Final = Kind.checks()
CODE: Final = "verify.manifest"
_COMMAND: Final = "python -m verify manifest --write"
_UPDATE: Final = f"if this is meant, run: {_COMMAND}"

Totals = dict[str, dict[str, int]]
"""The number of checks by page and kind (``claims``, ``clauses`` …), and of those that say why they run no
rule (``exceptions``); pages without any are left out."""


def totals(pages: Iterable[Page]) -> Totals:
    """Count the checks of these pages."""
    counted: Totals = {}
    for page in sorted(pages, key=lambda page: page.path):
        kinds = Counter(check.kind for check in page.checks)
        counts = {f"{kind.called}s": kinds[kind] for kind in KINDS} | {"exceptions": len(exceptions(page.checks))}
        if any(counts.values()):
            counted[page.path] = {name: count for name, count in counts.items() if count}
    return counted


def write(pages: Sequence[Page], settings: Settings) -> bool:
    """Write the totals of the site; return whether the file changed."""
    lines = [f"# How many checks each page has. Written by: {_COMMAND}"]
    for page, counts in totals(pages).items():
        shown = ", ".join(f"{kind} = {count}" for kind, count in counts.items())
        lines.append(f'"{page}" = {{ {shown} }}')
    text = "\n".join(lines) + "\n"
    path = settings.root / settings.manifest
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def findings(pages: Sequence[Page], settings: Settings) -> list[Finding]:
    """Compare the totals of the whole site with those committed; each page that differs is a finding."""
    path = settings.root / settings.manifest
    try:
        text = path.read_text(encoding="utf-8")
        committed = tomllib.loads(text)
    except FileNotFoundError:
        if settings.existing:
            return []  # whoever lets pages run as they are need not commit to anything
        says = f"the committed totals {settings.manifest} do not exist"
        return [Finding(Place(settings.manifest, 1), CODE, says, hint=f"write them with: {_COMMAND}")]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return [Finding(Place(settings.manifest, 1), CODE, f"not TOML: {error}", hint=_UPDATE)]
    collected = totals(pages)
    found: list[Finding] = []
    for page in sorted({*committed, *collected}):
        wanted, got = committed.get(page, {}), collected.get(page, {})
        if wanted != got:
            place = Place(settings.manifest, line_of(text, page))
            says = f"{page} must have {_in_words(wanted)}"
            found.append(Finding(place, CODE, says, gives=f"it has {_in_words(got)}", hint=_UPDATE))
    return found


def _in_words(counts: object) -> str:
    if not isinstance(counts, dict) or not counts:
        return "no checks" if counts == {} else repr(counts)
    return ", ".join(f"{count} {kind[:-1] if count == 1 else kind}" for kind, count in counts.items())
