"""Results on disk, by key. Only checks that hold are kept: one that fails runs again until it is mended.

The store is one JSON file, replaced as a whole. One that cannot be read, or has another form, counts as empty. It lists
each state of what is read once; the entries name the states that they depend on by their numbers in this list.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

_FORM: Final = 4
_FILE: Final = "results.json"


class Kept(NamedTuple):
    """What is kept of a check that holds.

    Attributes:
        page: its page.
        compared: how many things were compared.
        loci: the loci it turned out to be about.
        asked: the loci of the rules that it ran.
        notes: what should be known of it: of each note its line, counted from that of the check, what it says, what
            comes instead, and how to mend it.
        reached: what was read up to its end, by name and state.
    """

    page: str
    compared: int
    loci: tuple[str, ...]
    asked: tuple[str, ...]
    notes: tuple[tuple[int, str, str, str], ...]
    reached: tuple[tuple[str, str], ...]


class Store:
    """The stored results of a site."""

    def __init__(self, folder: Path) -> None:
        """Read what is there."""
        self.folder = folder
        self.entries: dict[str, Kept] = {}
        try:
            document = json.loads((folder / _FILE).read_bytes())
            if document["form"] == _FORM:
                states = [(str(name), str(digest)) for name, digest in document["states"]]
                self.entries = {
                    key: Kept(
                        str(page), int(compared), tuple(loci), tuple(asked), notes, tuple(states[n] for n in numbers)
                    )
                    for key, (page, compared, loci, asked, notes, numbers) in document["entries"].items()
                }
        except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            pass

    def find(self, key: str, digest: Callable[[str], str]) -> Kept | None:
        """Return an entry if all that it read is as it was; ``digest`` tells how it is now."""
        kept = self.entries.get(key)
        return kept if kept and all(digest(name) == was for name, was in kept.reached) else None

    def save(self, pages: Iterable[str], keys: set[str]) -> None:
        """Write the store, without results of these pages under other keys.

        Args:
            pages: the pages whose present keys are all in ``keys``.
            keys: those keys.
        """
        known = set(pages)
        states: dict[tuple[str, str], int] = {}
        entries = {
            key: [*kept[:-1], [states.setdefault(one, len(states)) for one in kept.reached]]
            for key, kept in self.entries.items()
            if key in keys or kept.page not in known
        }
        document = {"form": _FORM, "states": list(states), "entries": entries}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            part = self.folder / f"{_FILE}.{os.getpid()}"
            part.write_text(json.dumps(document, ensure_ascii=False), "utf-8", "surrogatepass")
            part.replace(self.folder / _FILE)
        except OSError:
            return  # a store that cannot be written costs only time
