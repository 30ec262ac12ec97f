"""The keys under which results are stored: a digest of everything that a result can depend on.

What a check can reach is worked out from the text alone, before anything runs: the modules that its page imports up to
there, what those import in turn (in functions too), and the data files of their packages; of a record, its file and its
game. What only shows while it runs (a file opened, a module found by name) is noted by the worker and stored beside the
key.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import platform
import posixpath
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from verify.model import Check, Kind
from verify.settings import Settings

_EXECUTING: Final = ("checks/*.py", "model.py", "run/worker.py")
_PROMPT: Final = re.compile(r"^\s*(?:>>>|\.\.\.) ?", re.MULTILINE)
_IMPORT: Final = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(.+)|import\s+(.+))$", re.MULTILINE)
_GAME: Final = re.compile(r"^game\s*:\s*[\"']?([\w-]+)", re.MULTILINE)
_CODE: Final = (".py", ".pyc", ".pyo", ".pyi")
_REGISTRY: Final = ("gamerules.rules", "rules")
"""A function whose answer depends on every module that has been imported."""
_EVERYTHING: Final = "*"
"""Stands among the names of modules for all of them."""
_GAMES: Final = "gamerules.games"
_BLOCKS: Final = ("body", "orelse", "finalbody", "handlers", "cases")
"""The fields of a statement that hold statements, or parts that do."""


@cache
def own() -> str:
    """Return the digest of the modules of verify that decide a verdict, and of the Python that runs them."""
    digest = hashlib.sha256(f"{platform.python_implementation()} {platform.python_version()}".encode())
    for glob in _EXECUTING:
        for file in sorted(Path(__file__).parents[1].glob(glob)):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def closure(module: str, settings: Settings) -> tuple[Path, ...]:
    """Return every file of watched code and data that importing this module can reach, sorted; nothing is imported."""
    reach = Reach(settings)
    return reach.files(reach.modules([module]))


class Reach:
    """Works out what code reaches; each file is read once in its life."""

    def __init__(self, settings: Settings, known: dict[str, list[list[Any]]] | None = None) -> None:
        """Make it.

        Args:
            settings: the site's settings.
            known: what is known of the imports of files, by the digest of their content; it is added to.
        """
        self.settings = settings
        self.known = {} if known is None else known
        self._tops = {name: folder for name in settings.watch if (folder := _find_top(name, settings.root))}
        self._paths: dict[str, Path | None] = {}
        self._digests: dict[Path, str] = {}
        self._edges: dict[str, frozenset[str]] = {}
        self._closures: dict[str, frozenset[str]] = {}
        self._data: dict[Path, tuple[Path, ...]] = {}
        self._totals: dict[frozenset[str], str] = {}
        self._below: dict[str, str] = {}
        self._single: dict[str, str] = {}

    # ---- modules

    def modules(self, roots: Iterable[str]) -> frozenset[str]:
        """Return the watched modules that importing these reaches, themselves and their packages included."""
        reached: set[str] = set()
        for root in roots:
            reached |= self._closure(root)
        return frozenset(reached)

    def everything(self) -> frozenset[str]:
        """Return all modules of all watched packages."""
        names: set[str] = set()
        for top, folder in self._tops.items():
            if folder.is_file():
                names.add(top)
                continue
            for path in folder.rglob("*.py"):
                parts = (top, *path.relative_to(folder).with_suffix("").parts)
                names.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        return frozenset(names)

    def imports(self, code: str, package: str = "") -> frozenset[str]:
        """Return the watched modules that a piece of code imports directly, anywhere in it; ``*`` stands for all."""
        if "import" not in code:
            return frozenset()
        return self._resolve(_statements(code), package)

    def _closure(self, root: str) -> frozenset[str]:
        if root not in self._closures:
            reached: set[str] = set()
            waiting = [root]
            while waiting:
                name = waiting.pop()
                if name == _EVERYTHING:
                    reached |= self.everything()
                if name in reached or self.path(name) is None:
                    continue
                reached.add(name)
                waiting += self._imported_by(name)
                if "." in name:
                    waiting.append(name.rpartition(".")[0])
            self._closures[root] = frozenset(reached)
        return self._closures[root]

    def _imported_by(self, name: str) -> frozenset[str]:
        if name not in self._edges:
            path = self.path(name)
            assert path is not None
            digest = self.file(path)
            if digest not in self.known:
                self.known[digest] = _statements(path.read_text(encoding="utf-8", errors="replace"))
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            self._edges[name] = self._resolve(self.known[digest], package)
        return self._edges[name]

    def _resolve(self, statements: Iterable[Sequence[Any]], package: str) -> frozenset[str]:
        """Turn import statements into the watched modules that they name."""
        names: set[str] = set()
        for module, level, members in statements:
            base = module
            if level:
                parts = package.split(".")
                parts = parts[: len(parts) - level + 1]
                base = ".".join([*parts, module] if module else parts)
            if base.partition(".")[0] not in self._tops:
                continue
            names.add(base)
            names.update(f"{base}.{member}" for member in members)
            if base == _REGISTRY[0] and (not members or _REGISTRY[1] in members):
                names.add(_EVERYTHING)
        return frozenset(name for name in names if name == _EVERYTHING or self.path(name) is not None)

    def path(self, name: str) -> Path | None:
        """Return the file of a watched module, without importing anything; None if there is none."""
        if name not in self._paths:
            top, _, rest = name.partition(".")
            folder = self._tops.get(top)
            found: Path | None = None
            if folder is not None and folder.is_file():
                found = None if rest else folder
            elif folder is not None:
                base = folder.joinpath(*rest.split(".")) if rest else folder
                candidates = (base / "__init__.py", base.with_suffix(".py") if rest else base / "__init__.py")
                found = next((path for path in candidates if path.is_file()), None)
            self._paths[name] = found
        return self._paths[name]

    # ---- files

    def files(self, modules: Iterable[str]) -> tuple[Path, ...]:
        """Return the files of these modules and the data of their packages, sorted."""
        found: set[Path] = set()
        for name in modules:
            path = self.path(name)
            if path is not None:
                found.add(path)
                if path.name == "__init__.py":
                    found.update(self._package_data(path.parent))
        return tuple(sorted(found))

    def _package_data(self, folder: Path) -> tuple[Path, ...]:
        """Return the files of a package that are no code, those of its packages inside left to them."""
        if folder not in self._data:
            found: list[Path] = []
            for path in sorted(folder.iterdir()):
                if path.name.startswith(".") or path.name == "__pycache__":
                    continue
                if path.is_dir():
                    if not (path / "__init__.py").is_file():
                        found += self._package_data(path)
                elif path.suffix not in _CODE:
                    found.append(path)
            self._data[folder] = tuple(found)
        return self._data[folder]

    def file(self, path: Path) -> str:
        """Return the digest of a file or folder; see :func:`content`."""
        if path not in self._digests:
            self._digests[path] = content(path)
        return self._digests[path]

    def sources(self) -> set[str]:
        """Return the digests of the source files whose imports were asked for."""
        return {self.file(path) for name in self._edges if (path := self.path(name)) is not None}

    def code(self, modules: frozenset[str]) -> str:
        """Return the digest of the code and data of these modules."""
        if modules not in self._totals:
            digest = hashlib.sha256()
            for path in self.files(modules):
                digest.update(f"{self._named(path)}\0{self.file(path)}\0".encode())
            self._totals[modules] = digest.hexdigest()
        return self._totals[modules]

    def _named(self, path: Path) -> str:
        """Return a file's name that is the same on every machine."""
        for top, folder in self._tops.items():
            if path.is_relative_to(folder.parent):
                return path.relative_to(folder.parent).as_posix() or top
        return path.as_posix()

    def below(self, name: str) -> str:
        """Return the digest of a file below the root."""
        if name not in self._below:
            self._below[name] = self.file(self.settings.root / name)
        return self._below[name]

    def module(self, name: str) -> str:
        """Return the digest of all that one module reaches."""
        if name not in self._single:
            self._single[name] = self.code(self.modules([name]))
        return self._single[name]


class PageKeys:
    """The keys of a page's checks, in order: each covers everything before it in the page's namespace."""

    def __init__(self, reach: Reach, page: str) -> None:
        """Begin a page."""
        self.reach = reach
        self.before = hashlib.sha256(f"{own()}\0{page}".encode())
        self.direct: set[str] = set()  # with _EVERYTHING, where the registry is asked
        self.uses: set[str] = set()

    @property
    def preload(self) -> tuple[str, ...]:
        """The watched modules that the checks so far import by name, sorted."""
        return tuple(sorted(self.direct - {_EVERYTHING}))

    def add(self, check: Check, limit: float) -> str:
        """Return a check's key and count it among what comes before the next."""
        part = json.dumps([check.kind, check.text, sorted(check.options), check.loci, limit], ensure_ascii=False)
        if check.kind is Kind.RECORD:
            return self._record(check, part)
        code = _PROMPT.sub("", check.text) if check.kind is Kind.EXAMPLE else check.text
        if check.kind is Kind.ROWS:
            code = f"import verify.checks.rows, {check.text.partition(':')[0]}"
        if check.kind is not Kind.CLAIM:
            self.direct |= self.reach.imports(code)
        self.uses.update(used_files(check, self.reach.settings.docs))
        self.before.update(part.encode() + b"\0")
        key = self.before.copy()
        key.update(self.reach.code(self.reach.modules(self.direct)).encode())
        for name in sorted(self.uses):
            key.update(f"{name}\0{self.reach.below(name)}\0".encode())
        return key.hexdigest()

    def _record(self, check: Check, part: str) -> str:
        path = record_path(check, self.reach.settings.docs)
        modules = self.reach.modules(record_modules(self.reach.settings.root, path))
        digests = (own(), check.page, part, path, self.reach.below(path), self.reach.code(modules))
        return hashlib.sha256("\0".join(digests).encode()).hexdigest()


def content(path: Path) -> str:
    """Return the digest of a file's content or, of a folder, of the names in it; of nothing if it is not there."""
    try:
        return hashlib.sha256(path.read_bytes() if path.is_file() else _names(path)).hexdigest()
    except OSError:
        return "missing"


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


def record_modules(root: Path, path: str) -> tuple[str, ...]:
    """Return the modules that a record needs: the records themselves and its game, found by its entry point."""
    try:
        match = _GAME.search((root / path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        match = None
    game = games(root).get(match[1], "") if match else ""
    return ("gamerules.records", game) if game else ("gamerules.records",)


@cache
def games(root: Path) -> dict[str, str]:
    """Return the module of each game that is installed, or lies in the project itself, by name."""
    from importlib.metadata import distributions  # slow to import, and only records need it

    return {
        point.name: point.module
        for distribution in distributions(path=[str(root), str(root / "src"), *sys.path])
        for point in distribution.entry_points
        if point.group == _GAMES
    }


def _names(folder: Path) -> bytes:
    """Return the names of the files in a folder, without those that come and go."""
    names = (path.name for path in folder.iterdir())
    return "\0".join(sorted(name for name in names if name != "__pycache__" and not name.startswith("."))).encode()


def _find_top(name: str, root: Path) -> Path | None:
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


def _statements(code: str) -> list[list[Any]]:
    """Return the imports of a piece of code as [module, level, names]; those for type checkers only are left out."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return [
            [first or name.split(" as ")[0].strip(), 0, _members(names)]
            for first, names, rest in _IMPORT.findall(code)
            for name in (rest.split(",") if rest else [""])
        ]
    found: list[list[Any]] = []
    calls = "import_module" in code or "__import__" in code
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found += [[alias.name, 0, []] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append([node.module or "", node.level, [alias.name for alias in node.names]])
        elif isinstance(node, ast.Call) and (name := _imported_by_call(node)):
            found.append([name, 0, []])
        if calls:
            waiting += ast.iter_child_nodes(node)
        else:  # then only statements can import
            waiting += [child for name in _BLOCKS for child in getattr(node, name, ())]
    return found


def _members(names: str) -> list[str]:
    return [part.split(" as ")[0].strip(" ()") for part in names.split(",")] if names else []


def _imported_by_call(node: ast.Call) -> str:
    """Return the module that ``import_module("…")`` or ``__import__("…")`` names."""
    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    first = node.args[0] if node.args else None
    if function in ("import_module", "__import__") and isinstance(first, ast.Constant) and isinstance(first.value, str):
        return first.value
    return ""
