"""What changed in each sentence from version to version: digests of every version, and a list that says why.

The digests are kept in ``history.json``: those of a version's new and changed sentences. ``changes.toml`` says for each
version, by locus or by a pattern of loci, what was changed. A sentence that differs from the last version without a
line that names it is a fault, and so is a line that names no such sentence.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

HISTORY, CHANGES = "history.json", "changes.toml"


@dataclass(frozen=True, slots=True)
class History:
    """The history of the sentences.

    Attributes:
        versions: the digests of each version's new and changed sentences, the oldest version first.
        changes: what was changed in each version, by locus or pattern.
    """

    versions: Mapping[str, Mapping[str, str]]
    changes: Mapping[str, Mapping[str, str]]

    def last(self, locus: str, version: str) -> str:
        """Return the digest that a sentence had before a version; empty if it is new."""
        known = [digests[locus] for name, digests in self.versions.items() if name != version and locus in digests]
        return known[-1] if known else ""

    def of(self, locus: str, text: str, version: str) -> list[tuple[str, str]]:
        """Return the versions in which a sentence was new or changed, and what was changed, the newest first."""
        stages = {name: digests[locus] for name, digests in self.versions.items() if locus in digests}
        if digest(text) != self.last(locus, version):
            stages[version] = digest(text)
        return [(name, self._said(locus, name) or "first version") for name in reversed(stages)]

    def faults(self, texts: Mapping[str, str], version: str) -> Iterator[str]:
        """Yield what is wrong with the list of changes for the version that is being made."""
        changed = [locus for locus, text in texts.items() if self.last(locus, version) not in ("", digest(text))]
        for locus in changed:
            if not self._said(locus, version):
                yield f"{locus} is not as in the version before; say in {CHANGES} what was changed"
        for pattern in self.changes.get(version, {}):
            if not any(fnmatchcase(locus, pattern) for locus in changed):
                yield f"{CHANGES}: {pattern!r} names no sentence that was changed; remove it, or mend its spelling"

    def _said(self, locus: str, version: str) -> str:
        lines = self.changes.get(version, {}).items()
        return "; ".join(what for pattern, what in lines if fnmatchcase(locus, pattern))


def digest(text: str) -> str:
    """Return a short digest of a translated sentence."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def load(folder: Path) -> History:
    """Read the history in a folder; a file that does not exist is empty."""
    history, changes = folder / HISTORY, folder / CHANGES
    versions = json.loads(history.read_text(encoding="utf-8")) if history.is_file() else {}
    return History(versions, tomllib.loads(changes.read_text(encoding="utf-8")) if changes.is_file() else {})


def record(folder: Path, texts: Mapping[str, str], version: str) -> None:
    """Write down the digests of a version that is published, in place of what is there of this version."""
    before = load(folder)
    new = {locus: digest(text) for locus, text in texts.items() if before.last(locus, version) != digest(text)}
    versions = {**before.versions, version: new}
    (folder / HISTORY).write_text(json.dumps(versions, indent=0, sort_keys=False) + "\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write down the version of a built site; the arguments are its folder and that of the history."""
    site, folder = map(Path, arguments)
    rows = json.loads((site / "data" / "loci.json").read_text(encoding="utf-8"))
    version = json.loads((site / "data" / "edition.json").read_text(encoding="utf-8"))["version"]
    record(folder, {row["locus"]: row["translation"] for row in rows if row["translation"]}, version)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
