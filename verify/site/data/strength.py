"""The outcome of the last ``python -m verify strength --write``, as rows for the page that shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from verify import session
from verify.model import Check
from verify.settings import Settings, SettingsError, find_root, load_settings
from verify.strength import results

_TOKEN: Final = re.compile(r"\w+|[<>=!]+|\W")
_AROUND: Final = 8  # how many words and signs are shown on either side of a change
_NONE: Final = "—"


def area_rows() -> list[list[str]]:
    """Return a row for each area: name, breaks, caught, share, left open, not tried, whether it has changed.

    Raises:
        SettingsError: if there is no stored outcome, or it cannot be read.
    """
    settings, outcome = _stored()
    return [
        [name, *_share(area["viable"], area["caught"]), str(area["open"]), str(area.get("untried", 0)), changed]
        for name, area in outcome["areas"].items()
        for changed in ["no" if results.digest(settings, area["modules"]) == area["code"] else "yes"]
    ]


def text_rows() -> list[list[str]]:
    """Return a row for each folder of pages: name, changes of its text, noticed, share; errors as above."""
    areas = _stored()[1].get("text", {}).get("areas", {})
    return [[name, *_share(*counts)] for name, counts in areas.items()] or [[_NONE] * 4]


def section_rows() -> list[list[str]]:
    """Return a row for each section of a source: name, breaks, caught, share, changes, noticed, share; as above."""
    outcome = _stored()[1]
    rules, text = outcome.get("sections", {}), outcome.get("text", {}).get("sections", {})
    rows = ((name, rules.get(name), text.get(name)) for name in sorted({*rules, *text} - {""}))
    return [
        [name, *(_share(*one) if one else [_NONE] * 3), *(_share(*other) if other else [_NONE] * 3)]
        for name, one, other in rows
    ] or [[_NONE] * 7]


def _share(made: int, noticed: int) -> list[str]:
    return [f"{made:,}", f"{noticed:,}", f"{noticed / made:.1%}" if made else _NONE]


def survivor_rows(text: bool = False) -> list[list[str]]:
    """Return a row for each break (change of the text) that survived: where, the change, its first locus; as above."""
    found = [[*_shown(one), (one["loci"] or [_NONE])[0]] for one in _survivors(text) if not one["why"]]
    return found or [[_NONE] * 3]


def open_rows(text: bool = False) -> list[list[str]]:
    """Return a row for each break that nothing could notice: the rule, the change, why; errors as above.

    Args:
        text: take the changes of the text instead, of which those of a file with the same reason share a row.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for number, one in enumerate(_survivors(text)):
        where, change = _shown(one)
        found.setdefault((where if text else f"{where}{number}", one["why"]), [where, change, one["why"]]).append(
            change
        )
    rows = [
        [where, f"{change}{f' and {len(more)} more' if more else ''}", why]
        for where, change, why, _, *more in found.values()
        if why
    ]
    return rows or [[_NONE] * 3]


def never_rows() -> list[list[str]]:
    """Return a row for each check that no break has turned red: page, check, why it need not be; errors as above."""
    settings, outcome = _stored()
    times, excuses = outcome.get("checks", {}), results.excuses(settings)
    return [
        [check.page, _first(check), why]
        for check in results.tried_checks(session.known_pages(settings))
        if not times.get(check.fingerprint)
        for why in [
            excuses.get(results.excused(check, excuses), _NONE) if check.fingerprint in times else "not tried yet"
        ]
    ] or [[_NONE] * 3]


def _first(check: Check) -> str:
    """Return what a check is and its first line, shortened."""
    line = check.text.strip().partition("\n")[0]
    return f"{check.kind}: {line[:60]}{'…' * (len(line) > 60)}"


def _shown(broken: Mapping[str, Any]) -> tuple[str, str]:
    """Return the rule, which may be broken into lines at its dots, and what was changed into what, where it stands."""
    old, new = (_TOKEN.findall(broken[name]) for name in ("old", "new"))
    head, tail = results.alike(old, new)
    was, put = ("".join(tokens[head : len(tokens) - tail]).strip() or "nothing" for tokens in (old, new))
    left, right = "".join(old[:head][-_AROUND:]), "".join(old[len(old) - tail :][:_AROUND])
    change = f"{'…' * (head > _AROUND)}{left}‹{was} → {put}›{right}{'…' * (tail > _AROUND)}"
    where = broken["definition"]
    return where if "/" in where else where.partition(".")[2].replace(".", ".\u200b"), change


def _survivors(text: bool) -> list[dict[str, Any]]:
    outcome = _stored()[1]
    return list((outcome.get("text", {}) if text else outcome).get("survivors", []))


def _stored() -> tuple[Settings, dict[str, Any]]:
    settings = load_settings(find_root(Path.cwd()))
    if outcome := results.stored(settings):
        return settings, outcome
    name, hint = Path(settings.open_breaks).with_suffix(".json"), "make one: python -m verify strength --write"
    raise SettingsError(f"{name}: no outcome of a run of strength; {hint}")
