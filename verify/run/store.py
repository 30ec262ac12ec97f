"""Results on disk, by key. Only checks that hold are kept: one that fails runs again until it is mended.

The store is one JSON file, replaced as a whole. One that cannot be read, or has another form, counts as empty.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_FORM: Final = 1
_FILE: Final = "results.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a check that holds.

    Attributes:
        page: its page.
        compared: how many things were compared.
        loci: the loci it turned out to be about.
        files: the files below the root that it opened, with the digest of each.
        modules: the modules that it imported by name while it ran, each with the digest of what that reaches.
    """

    page: str
    compared: int
    loci: tuple[str, ...]
    files: dict[str, str]
    modules: dict[str, str]

    @classmethod
    def from_json(cls, entry: Any) -> Kept:
        """Read it; KeyError, TypeError or ValueError if it is not in form."""
        page, compared, loci, files, modules = entry
        if not (isinstance(page, str) and isinstance(compared, int) and isinstance(files, dict)):
            raise TypeError("not an entry of the store")
        return cls(page, compared, tuple(loci), files, dict(modules))

    def to_json(self) -> list[Any]:
        """Write it."""
        return [self.page, self.compared, list(self.loci), self.files, self.modules]


class Store:
    """The stored results of a site, and what is known of the imports of its files."""

    def __init__(self, folder: Path) -> None:
        """Read what is there."""
        self.folder = folder
        self.entries: dict[str, Kept] = {}
        self.imports: dict[str, list[list[Any]]] = {}
        try:
            document = json.loads((folder / _FILE).read_bytes())
            if document["form"] == _FORM:
                entries = {key: Kept.from_json(entry) for key, entry in document["entries"].items()}
                imports = {
                    digest: [[str(module), int(level), list(names)] for module, level, names in found]
                    for digest, found in document["imports"].items()
                }
                self.entries, self.imports = entries, imports
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass

    def save(self, pages: Iterable[str], keys: set[str], imports: set[str]) -> None:
        """Write the store, without results of these pages under other keys and without files no longer there.

        Args:
            pages: the pages whose present keys are all in ``keys``.
            keys: those keys.
            imports: the digests of the files that are still there.
        """
        known = set(pages)
        document = {
            "form": _FORM,
            "entries": {
                key: entry.to_json() for key, entry in self.entries.items() if key in keys or entry.page not in known
            },
            "imports": {digest: found for digest, found in self.imports.items() if digest in imports},
        }
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            part = self.folder / f"{_FILE}.{os.getpid()}"
            part.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
            part.replace(self.folder / _FILE)
        except OSError:
            return  # a store that cannot be written costs only time
