"""The outcome of the last ``python -m verify strength --write``, as rows for the page that shows it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from verify.settings import Settings, SettingsError, find_root, load_settings
from verify.strength.results import alike, digest

_TOKEN: Final = re.compile(r"\w+|[<>=!]+|\W")
_AROUND: Final = 8  # how many words and signs are shown on either side of a change


def area_rows() -> list[list[str]]:
    """Return a row for each area: name, viable breaks, caught, share, left open, whether its code has since changed.

    Raises:
        SettingsError: if there is no stored outcome, or it cannot be read.
    """
    settings, outcome = _stored()
    return [
        [name, f"{area['viable']:,}", f"{area['caught']:,}", f"{area['share']:.1%}", str(area["open"]), changed]
        for name, area in outcome["areas"].items()
        for changed in ["no" if digest(settings, area["modules"]) == area["code"] else "yes"]
    ]


def survivor_rows() -> list[list[str]]:
    """Return a row for each break that survived: the rule, the change, the first of its loci; errors as above."""
    found = [[*_shown(one), (one["loci"] or "—")[0]] for one in _stored()[1]["survivors"] if not one["why"]]
    return found or [["—"] * 3]


def open_rows() -> list[list[str]]:
    """Return a row for each break that nothing could notice: the rule, the change, why; errors as above."""
    return [[*_shown(one), one["why"]] for one in _stored()[1]["survivors"] if one["why"]] or [["—"] * 3]


def _shown(broken: Mapping[str, Any]) -> tuple[str, str]:
    """Return the rule, which may be broken into lines at its dots, and what was changed into what, where it stands."""
    old, new = (_TOKEN.findall(broken[name]) for name in ("old", "new"))
    head, tail = alike(old, new)
    was, put = ("".join(tokens[head : len(tokens) - tail]).strip() or "nothing" for tokens in (old, new))
    left, right = "".join(old[:head][-_AROUND:]), "".join(old[len(old) - tail :][:_AROUND])
    change = f"{'…' * (head > _AROUND)}{left}‹{was} → {put}›{right}{'…' * (tail > _AROUND)}"
    return broken["definition"].partition(".")[2].replace(".", ".\u200b"), change


def _stored() -> tuple[Settings, dict[str, Any]]:
    settings = load_settings(find_root(Path.cwd()))
    path = (settings.root / settings.open_breaks).with_suffix(".json")
    try:
        return settings, json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        name, hint = path.relative_to(settings.root), "make one: python -m verify strength --write"
        raise SettingsError(f"{name}: no outcome of a run of strength: {error}; {hint}") from None
