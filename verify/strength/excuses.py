"""Survivors that the text itself leaves open: a committed file that names each of them and says why.

[[open]]
definition = "gamerules.slam.play.first_leader"
old = "what stands in the code, in one line"
new = "what the break puts in its place"
why = "the source does not say who leads after a slam that is thrown in"
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from verify.model import Finding, Place
from verify.settings import Settings, SettingsError
from verify.strength.trials import Fate, Tested

_KEYS: Final = ("definition", "old", "new", "why")


@dataclass(frozen=True, slots=True)
class Excuse:
    """An excuse for one break."""

    definition: str
    old: str
    new: str
    why: str

    def fits(self, tested: Tested) -> bool:
        """Return whether it is about this break."""
        broken = tested.broken
        return (self.definition, self.old, self.new) == (broken.place.definition.full, broken.old, broken.new)


def load(settings: Settings) -> list[Excuse]:
    """Read the file of excuses; none if there is none.

    Raises:
        SettingsError: if it is not in form.
    """
    path = settings.root / settings.open_breaks
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{settings.open_breaks}: not TOML: {error}") from None
    entries = document.get("open", [])
    if document.keys() - {"open"} or not isinstance(entries, list):
        raise SettingsError(f"{settings.open_breaks}: it holds [[open]] entries and nothing else")
    return [_excuse(entry, number, settings) for number, entry in enumerate(entries, start=1)]


def _excuse(entry: Any, number: int, settings: Settings) -> Excuse:
    if not isinstance(entry, dict) or set(entry) != set(_KEYS) or not all(entry[key] for key in _KEYS):
        raise SettingsError(f"{settings.open_breaks}: entry {number} needs {', '.join(_KEYS)}, each a text")
    return Excuse(*(" ".join(str(entry[key]).split()) if key == "why" else str(entry[key]) for key in _KEYS))


def excused(tested: Sequence[Tested], excuses: Sequence[Excuse]) -> dict[int, Excuse]:
    """Return the survivors that are excused, by their number."""
    return {
        number: excuse
        for number, one in enumerate(tested)
        if one.fate in (Fate.SURVIVED, Fate.UNREACHED)
        for excuse in excuses
        if excuse.fits(one)
    }


def idle(tested: Sequence[Tested], excuses: Sequence[Excuse], settings: Settings) -> list[Finding]:
    """Find the excuses that excuse nothing: the code has changed, or a check notices the break by now."""
    return [
        Finding(
            Place(settings.open_breaks, 1),
            "verify.strength",
            f"nothing that survives is {excuse.definition}: {excuse.old} -> {excuse.new}",
            hint="delete the entry",
        )
        for excuse in excuses
        if not any(excuse.fits(one) and one.fate in (Fate.SURVIVED, Fate.UNREACHED) for one in tested)
    ]
