"""What a verdict depends on beside the text of its page: verify itself, and all that the page's process reads.

What is read has a name and a state, by which a change is seen: a file (below the root relative to it) its content,
``stat:FILE`` what the file system says of it, ``env:NAME`` a variable's value (``*``: all names); ``unknown:WHY`` none.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

_VERIFY: Final = Path(__file__).parents[1]
_EXECUTING: Final = ("__init__.py", "model.py", "settings.py", "checks/*.py", "run/*.py")
_READING: Final = ("babel", "num2words")
_COMPILED: Final = (".pyc", ".pyo", "__pycache__")
_STAT: Final = os.stat  # the page's process wraps it
UNKNOWN: Final = "unknown:"


def own_files() -> list[Path]:
    """Return the files of verify that decide a verdict."""
    return sorted(file for glob in _EXECUTING for file in _VERIFY.glob(glob))


def own() -> str:
    """Return the digest of what decides a verdict: modules of verify, Python, and the libraries that read figures."""
    digest = hashlib.sha256(f"{platform.python_implementation()} {platform.python_version()}".encode())
    for library in _READING:
        with suppress(PackageNotFoundError):
            digest.update(f"{library} {version(library)}".encode())
    for file in own_files():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def content(path: str | Path) -> str:
    """Return the digest of a file's content or, of a folder, of the names in it; of nothing if it is not there."""
    try:
        mode = _STAT(path).st_mode
        if stat.S_ISREG(mode):
            return _digest(Path(path).read_bytes())
        names = sorted(os.listdir(path)) if stat.S_ISDIR(mode) else []
    except (OSError, ValueError):
        return "missing"
    return _digest("\0".join(name for name in names if name != "__pycache__" and not name.startswith(".")).encode())


def state(root: str | Path, environment: Mapping[str, str], name: str) -> str:
    """Return the state of something read; see the module's own words."""
    kind, _, rest = name.partition(":")
    if kind == "env":
        value = "\0".join(sorted(environment)) if rest == "*" else environment.get(rest, "\0")
        return _digest(value.encode(errors="surrogateescape"))
    return about(os.path.join(root, rest)) if kind == "stat" else content(os.path.join(root, name))


def about(path: str) -> str:
    """Return what the file system says of a file; of a folder, just that it is one."""
    try:
        found = _STAT(path)
    except (OSError, ValueError):
        return "missing"
    return "folder" if stat.S_ISDIR(found.st_mode) else f"{found.st_mode} {found.st_size} {found.st_mtime_ns}"


def _digest(held: bytes) -> str:
    return hashlib.sha256(held).hexdigest()


# ---- the packages that hold rules


def watched_files(watch: Sequence[str], root: Path) -> dict[str, Path]:
    """Return the files of watched packages, code and data, by their names, the same everywhere; nothing is imported."""
    found: dict[str, Path] = {}
    for top in filter(None, (_top(name, root) for name in watch)):
        for path in (top, *top.rglob("*")):
            name = path.relative_to(top.parent).as_posix()
            if path.is_file() and not name.endswith(_COMPILED) and "/." not in name:
                found[name] = path
    return found


def watched_digest(watch: Sequence[str], root: Path) -> str:
    """Return the digest of all files of watched packages."""
    files = sorted(watched_files(watch, root).items())
    return hashlib.sha256("".join(f"{name}\0{content(path)}\0" for name, path in files).encode()).hexdigest()


def _top(name: str, root: Path) -> Path | None:
    """Return a watched package's folder (a single module's file): the project's own, or else the installed one."""
    for base in (root, root / "src"):
        if (base / name / "__init__.py").is_file():
            return base / name
        if (base / f"{name}.py").is_file():
            return base / f"{name}.py"
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)
