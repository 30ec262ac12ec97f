"""What a site needs so that Python runs in the reader's browser, written into its folder ``try``.

The interpreter is copied from the npm package ``pyodide``; the games are one archive, the same byte for byte for the
same code, with the entry points by which they are found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import shutil
import zipfile
from collections.abc import Iterable, Mapping
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
COUNTED = tuple(name for name in INTERPRETER if not name.endswith(".mjs"))
"""What the worker can count as it arrives: modules are loaded by the browser itself."""

NOTICE = "README.md"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every member of the archive, which must not change because a file was touched."""


def interpreter_version(folder: Path) -> str | None:
    """Return the version of the interpreter in a folder; None if it is not complete."""
    if not all((folder / name).is_file() for name in (*INTERPRETER, "package.json")):
        return None
    return str(json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"])


def interpreter_size(folder: Path) -> int:
    """Return how many bytes of the interpreter a browser loads."""
    return sum((folder / name).stat().st_size for name in INTERPRETER)


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
        What the page must know: where the interpreter is, and how many bytes the worker will count.
    """
    folder = out / FOLDER
    released = interpreter_version(interpreter)
    place = folder / f"pyodide-{released}"
    place.mkdir(parents=True, exist_ok=True)
    for name in (*INTERPRETER, NOTICE):
        if (interpreter / name).is_file():
            _copy(interpreter / name, place / name)
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
        "bytes": sum((interpreter / name).stat().st_size for name in COUNTED) + len(games),
    }
    (folder / BUILD).write_text(json.dumps(told, indent=1), encoding="utf-8")
    return told


def _copy(source: Path, target: Path) -> None:
    """Copy a file, unless it is there already: the interpreter is ten megabytes and its folder names its version."""
    if not target.is_file() or target.stat().st_size != source.stat().st_size:
        shutil.copyfile(source, target)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
