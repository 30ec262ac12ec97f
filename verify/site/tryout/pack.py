"""What a site needs so that Python runs in the reader's browser, written into its folder ``try``.

The interpreter is copied from the npm package ``pyodide``; the games are one archive, the same byte for byte for the
same code, with the entry points by which they are found.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

from gamerules.game import ENTRY_POINTS
from verify.site.engine import grouped

FOLDER = "try"
ARCHIVE = "games.zip"
LOCI = "loci.json"
BUILD = "build.json"
WORKER = Path(__file__).parent / "static" / "worker.js"
ENGINE = "gamerules"
"""The package that is always part of the archive."""

INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of the npm package that are needed."""
LOADER = "pyodide.mjs"
"""The one that the browser loads by itself; the worker fetches the others, packed, and keeps them."""
PACKED = ".bin"
"""What is added to the name of a packed file: a server that does not pack, or packs again, does no harm."""

UNUSED = re.compile(
    r"_pyio|_pyrepl|bdb|cmd|cProfile|ctypes|curses|dbm|doctest|ensurepip|ftplib|getopt|html|http|idlelib|"
    r"imaplib|ipaddress|mailbox|mimetypes|modulefinder|multiprocessing|netrc|ntpath|nturl2path|optparse|"
    r"pdb|pickletools|plistlib|poplib|profile|pstats|pty|pydoc|pydoc_data|shelve|smtplib|socketserver|"
    r"sqlite3|statistics|symtable|tabnanny|tarfile|timeit|tkinter|trace|tracemalloc|turtle|unittest|uuid|"
    r"venv|wave|webbrowser|wsgiref|xml|xmlrpc|zipapp|zoneinfo"
)
"""Parts of the standard library that no game needs."""
ENCODINGS = frozenset(("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig"))

NOTICE = "README.md"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every member of the archive, which must not change because a file was touched."""


def interpreter_version(folder: Path) -> str | None:
    """Return the version of the interpreter in a folder; None if it is not complete."""
    if not all((folder / name).is_file() for name in (*INTERPRETER, "package.json")):
        return None
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])


@cache
def packed(folder: Path, name: str, stamp: float) -> bytes:
    """Return a file of the interpreter as it is sent; ``stamp``, when it was changed, lets it be packed anew."""
    data = (folder / name).read_bytes()
    if name == "python_stdlib.zip":
        data = without_unused(data)
    elif name == "pyodide-lock.json":
        data = json.dumps({**json.loads(data), "packages": {}}).encode()  # no package is ever loaded
    return gzip.compress(data, 9, mtime=0)


def without_unused(library: bytes) -> bytes:
    """Return the standard library without the parts that no game needs."""
    with zipfile.ZipFile(io.BytesIO(library)) as zipped:
        kept = {name: zipped.read(name) for name in zipped.namelist() if _is_used(name)}
    return archive(kept)


def _is_used(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.partition(".")[0] in ENCODINGS
    return UNUSED.fullmatch(first.partition(".")[0]) is None


def sent(folder: Path) -> dict[str, bytes]:
    """Return what a browser loads of the interpreter, packed, by name; the loader as it is."""
    found = {name + PACKED: _packed(folder, name) for name in INTERPRETER if name != LOADER}
    return {LOADER: (folder / LOADER).read_bytes(), **found}


def _packed(folder: Path, name: str) -> bytes:
    return packed(folder, name, (folder / name).stat().st_mtime)


def size(folder: Path) -> int:
    """Return how many bytes a browser loads before it can play: the interpreter and the games."""
    return sum(map(len, sent(folder).values())) + len(archive(members()))


def members() -> dict[str, bytes]:
    """Return what the archive holds: the engine and every installed game, with the entry points of the games."""
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)
    packages = sorted({ENGINE, *(point.value.partition(":")[0].partition(".")[0] for point in points)})
    found: dict[str, bytes] = {}
    for package in packages:
        root = package_folder(package)
        for file in (*root.rglob("*.py"), *root.rglob("*.json")):  # what modules read beside themselves comes along
            found[f"{package}/{file.relative_to(root).as_posix()}"] = file.read_bytes()
    released = version(ENGINE)
    told = f"{ENGINE}-{released}.dist-info"
    listed = "".join(f"{point.name} = {point.value}\n" for point in points)
    found[f"{told}/METADATA"] = f"Metadata-Version: 2.1\nName: {ENGINE}\nVersion: {released}\n".encode()
    found[f"{told}/entry_points.txt"] = f"[{ENTRY_POINTS}]\n{listed}".encode()
    return dict(sorted(found.items()))


def archive(found: Mapping[str, bytes]) -> bytes:
    """Return members as a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, data in found.items():
            zipped.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def package_folder(package: str) -> Path:
    """Return the folder of an installed package.

    Raises:
        ModuleNotFoundError: if it is not installed.
    """
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"the package {package} is not installed", name=package)
    return Path(found.submodule_search_locations[0])


def write(out: Path, interpreter: Path, loci: Iterable[tuple[str, str]]) -> Mapping[str, Any]:
    """Write the folder.

    Args:
        out: the site's folder.
        interpreter: the folder of the npm package; it must be complete.
        loci: each locus with its address, relative to the site.

    Returns:
        What the page must know: where the interpreter is, and how many bytes the worker will load.
    """
    folder = out / FOLDER
    released = interpreter_version(interpreter)
    place = folder / f"pyodide-{released}"
    place.mkdir(parents=True, exist_ok=True)
    parts = sent(interpreter)
    for name, data in parts.items():
        (place / name).write_bytes(data)
    if (interpreter / NOTICE).is_file():
        shutil.copyfile(interpreter / NOTICE, place / NOTICE)
    games = archive(members())
    (folder / ARCHIVE).write_bytes(games)
    shutil.copyfile(WORKER, folder / WORKER.name)
    pages = grouped((address, locus) for locus, address in sorted(loci))
    (folder / LOCI).write_text(json.dumps(pages, separators=(",", ":")), encoding="utf-8")
    told = {
        "python": f"{place.name}/",
        "games": f"{ARCHIVE}?v={_digest(games)}",
        "loci": f"{LOCI}?v={_digest((folder / LOCI).read_bytes())}",
        "worker": f"{WORKER.name}?v={_digest(WORKER.read_bytes())}",
        "bytes": sum(len(data) for name, data in parts.items() if name != LOADER) + len(games),
    }
    (folder / BUILD).write_text(json.dumps(told, indent=1), encoding="utf-8")
    return told


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
