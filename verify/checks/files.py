"""The files that a page names: where they are, and what they hold."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from verify.model import Check, Finding, Place

_NEWLINES = re.compile(r"\r\n?|\n")


def resolve(page: str, name: str, docs: str) -> str:
    """Return a file's path relative to the root, from a name relative to the page (or, with a slash, to docs)."""
    base = docs if name.startswith("/") else posixpath.dirname(page)
    return posixpath.normpath(posixpath.join(base, name.lstrip("/")))


def record_path(check: Check, docs: str) -> str:
    """Return the path of a record's file, relative to the root."""
    return resolve(check.page, check.text.strip(), docs)


def used_files(check: Check, docs: str) -> list[str]:
    """Return the files that a check says it uses, relative to the root."""
    return [resolve(check.page, name, docs) for name in check.option("uses").split()]


def read(root: Path, path: str, place: Place, shown: str) -> str | Finding:
    """Return a file's text, with plain line ends, or why it cannot be read.

    Args:
        root: the project's root.
        path: the file's path, relative to the root.
        place: where it is named.
        shown: its name as it stands there.
    """
    try:
        raw = (root / path).read_bytes()
        return _NEWLINES.sub("\n", raw.decode("utf-8-sig"))
    except OSError as error:
        why = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
        says, hint = f"the file {shown} {why}", "check the name and the folder"
        return Finding(place, "verify.file", says, hint=hint)
    except UnicodeDecodeError as error:
        line = len(_NEWLINES.split(raw[: error.start].decode("utf-8", "replace")))
        says = f"the file is not UTF-8: byte {error.start} (0x{raw[error.start]:02x}) cannot be read"
        return Finding(Place(path, line), "verify.file", says, hint="save it as UTF-8")
