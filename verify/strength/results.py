"""The stored outcome of a whole run of ``python -m verify strength --write``, as rows for a page that shows it.

A run takes far longer than a build, so that a build shows the last one and says of each area whether its code has
changed since.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from verify.run import reach as digest
from verify.settings import Settings, SettingsError, find_root, load_settings

_TOKEN: Final = re.compile(r"\w+|[<>=!]+|\W")
_AROUND: Final = 8
"""How many words and signs are shown on either side of a change."""
_NOTHING: Final = [["—"] * 3]


def area_rows() -> list[list[str]]:
    """Return a row for each area: name, viable breaks, caught, share, left open, whether its code has since changed.

    Raises:
        SettingsError: if there is no stored outcome, or it cannot be read.
    """
    settings, outcome = _stored()
    reach = digest.Reach(settings)
    return [
        [
            name,
            f"{area['viable']:,}",
            f"{area['caught']:,}",
            f"{area['share']:.1%}",
            str(area["open"]),
            "no" if reach.code(frozenset(area["modules"])) == area["code"] else "yes",
        ]
        for name, area in outcome["areas"].items()
    ]


def survivor_rows() -> list[list[str]]:
    """Return a row for each break that survived: the rule, the change, and the first of the loci that it is about.

    Raises:
        SettingsError: as for :func:`area_rows`.
    """
    _, outcome = _stored()
    return [[*_shown(broken), broken["loci"][0]] for broken in outcome["survivors"]] or _NOTHING


def open_rows() -> list[list[str]]:
    """Return a row for each break that nothing could notice: the rule, the change, why.

    Raises:
        SettingsError: as for :func:`area_rows`.
    """
    _, outcome = _stored()
    return [[*_shown(broken), broken["why"]] for broken in outcome["open"]] or _NOTHING


def _shown(broken: Mapping[str, Any]) -> tuple[str, str]:
    """Return the rule, which may be broken into lines at its dots, and what was changed into what, where it stands."""
    rule = broken["definition"].partition(".")[2].replace(".", ".\u200b")
    old, new = (_TOKEN.findall(broken[name]) for name in ("old", "new"))
    before = _alike(old, new)
    after = _alike(old[before:][::-1], new[before:][::-1])
    end = len(old) - after
    was, put = ("".join(tokens[before : len(tokens) - after]).strip() or "nothing" for tokens in (old, new))
    left, right = "".join(old[max(0, before - _AROUND) : before]), "".join(old[end : end + _AROUND])
    return rule, f"{'…' * (before > _AROUND)}{left}‹{was} → {put}›{right}{'…' * (after > _AROUND)}"


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many words both begin."""
    return next(
        (count for count, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def path_of(settings: Settings) -> Path:
    """Return the file of the stored outcome: beside the excuses, as JSON."""
    return (settings.root / settings.open_breaks).with_suffix(".json")


def _stored() -> tuple[Settings, dict[str, Any]]:
    settings = load_settings(find_root(Path.cwd()))
    path = path_of(settings)
    try:
        outcome: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"{path.relative_to(settings.root)}: no outcome of a run of strength: {error}; "
            "make one: python -m verify strength --write"
        ) from None
    return settings, outcome
