"""What a verdict depends on beside the text of its page: verify itself, and the files that the page's process reads."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from verify.settings import Settings

_VERIFY: Final = Path(__file__).parents[1]
_EXECUTING: Final = ("__init__.py", "model.py", "settings.py", "checks/*.py", "run/*.py")
_COMPILED: Final = (".pyc", ".pyo", "__pycache__")
_IMPORTER: Final = "<frozen importlib._bootstrap_external>"


def own_files() -> list[Path]:
    """Return the files of verify that decide a verdict."""
    return sorted(file for glob in _EXECUTING for file in _VERIFY.glob(glob))


def own() -> str:
    """Return the digest of the modules of verify that decide a verdict, and of the Python that runs them."""
    digest = hashlib.sha256(f"{platform.python_implementation()} {platform.python_version()}".encode())
    for file in own_files():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def content(path: Path) -> str:
    """Return the digest of a file's content or, of a folder, of the names in it; of nothing if it is not there."""
    try:
        held = path.read_bytes() if path.is_file() else b""
        names = [] if path.is_file() else sorted(os.listdir(path))
    except OSError:
        return "missing"
    lasting = (name for name in names if name != "__pycache__" and not name.startswith("."))
    return hashlib.sha256(held or "\0".join(lasting).encode()).hexdigest()


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


# ---- what a process reads


class Reached:
    """Notes the files that this process reads: those below the root, and those of watched packages anywhere.

    Each has the digest of what it held when it was first opened; a folder that was listed, that of the names in it; and
    a module that was looked for in vain counts as files that are missing. What is installed or stored below the root
    counts as given, and verify's own code is part of each key.
    """

    def __init__(self, settings: Settings) -> None:
        """Begin to listen to the interpreter's audit events; nothing can end this."""
        self._root = os.path.join(settings.root, "")
        self._watch = settings.watch
        self._watched = tuple(str(top) for name in settings.watch if (top := _top(name, settings.root)))
        given = (sys.prefix, sys.base_prefix, os.path.join(settings.root, settings.store))
        self._given = tuple(os.path.join(folder, "") for folder in given)
        self._own = {str(file) for file in own_files()}
        self._digests: dict[str, str] = {}
        self._told = 0
        sys.addaudithook(self._hear)
        sys.meta_path.append(self)

    def new(self) -> tuple[tuple[str, str], ...]:
        """Return the files noted since the last call, those below the root relative to it, each with its digest."""
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in self._watch and (file := getattr(module, "__file__", None)):
                self._note(os.path.abspath(file))
        told, self._told = self._told, len(self._digests)
        return tuple(self._digests.items())[told:]

    def _hear(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open":
            if _reads(args[1], args[2]):
                self._note_below(args[0])
        elif event in ("os.listdir", "os.scandir") and sys._getframe(1).f_code.co_filename != _IMPORTER:
            self._note_below("." if args[0] is None else args[0])

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        """Note that nobody else has found a module."""
        for folder in sys.path if path is None else path:
            base = os.path.join(folder, name.rpartition(".")[2])
            self._note_below(f"{base}.py")
            self._note_below(os.path.join(base, "__init__.py"))

    def _note_below(self, path: object) -> None:
        if isinstance(path, (str, bytes, os.PathLike)):
            full = os.path.abspath(os.fsdecode(path))
            ours = full.startswith(self._root) and not full.startswith(self._given)
            if (ours or full.startswith(self._watched)) and not full.endswith(_COMPILED):
                self._note(full)

    def _note(self, full: str) -> None:
        name = full.removeprefix(self._root).replace(os.sep, "/")
        if name not in self._digests and full not in self._own:
            self._digests[name] = ""  # reading it is an event as well
            self._digests[name] = content(Path(full))


def _reads(mode: object, flags: object) -> bool:
    """Return whether an ``open`` event is about reading."""
    if isinstance(mode, str):
        return "r" in mode or "+" in mode
    return not isinstance(flags, int) or flags & (os.O_WRONLY | os.O_RDWR) != os.O_WRONLY
