"""The settings of a site: ``[tool.verify]`` in its ``pyproject.toml``."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from verify.checks import figures
from verify.model import Kind

_KINDS = (
    "rule", "table", "example", "heading", "advice", "history", "etymology", "quotation", "pointer", "note", "lost",
)  # fmt: skip
STRICT = "strict"
_EXISTING = ("", "doctest", STRICT)


class VerifyError(Exception):
    """What keeps a verification from taking place at all; the message says how to mend it."""


class SettingsError(VerifyError, ValueError):
    """Settings that cannot be used; the message says where and how to mend them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a site; in ``pyproject.toml`` the names are written with hyphens.

    Attributes:
        root: the project's root; every other path is relative to it.
        docs: the folder of the pages.
        sources: the folder of the source manifests.
        language: the language in which the pages write figures, as Babel names it: ``en``, ``de_AT``.
        watch: the packages whose code and data count as rules: a change in them runs again the checks that reach it.
        time_limit: how long one check may take, in seconds; a check's own ``:timeout:`` overrides it.
        memory_limit: how much memory the process of a page may use, in MB (on Linux).
        pending: globs of loci that are not yet translated.
        exclude: globs of files in ``docs`` that are not pages (each is matched against the path below ``docs``).
        fences: the kinds, as ``console``, whose plain fences in MyST are run as their directives are.
        manifest: the file of committed totals.
        open_breaks: the file that names the breaks which the text itself leaves open (``python -m verify strength``).
        tools: globs of watched modules that serve rules but are not rules (solvers): ``python -m verify strength``
            does not break them.
        kinds: the kinds of loci that a source may have.
        rule_kinds: those of them that lay down rules: a check about one runs code that carries it.
        require_checks: those of them that must have a check.
        all_skipped: globs of pages that may have all their checks skipped.
        existing: how the sessions and doctest directives of existing pages are taken: not at all, where nothing is
            given; ``doctest`` lets pass what ``sphinx.ext.doctest`` does, and notes what passes only by its leniency;
            for ``strict`` that is a fault.
        left_out: pages that are built but not checked, each with the reason: a glob, a colon, a blank and the reason.
        baseline: the file of known failures, which may stand (``python -m verify --baseline`` writes it).
        jobs: how many pages run at once; 0 means as many as there are processors.
        store: the folder of stored results.
    """

    root: Path
    docs: str = "docs"
    sources: str = "docs/sources"
    language: str = "en"
    watch: tuple[str, ...] = ()
    time_limit: float = 20.0
    memory_limit: int = 2048
    pending: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ("_*", "*/_*")
    fences: tuple[str, ...] = ()
    manifest: str = "docs/checks.toml"
    open_breaks: str = "docs/strength.toml"
    tools: tuple[str, ...] = ()
    kinds: tuple[str, ...] = _KINDS
    rule_kinds: tuple[str, ...] = ("rule", "table")
    require_checks: tuple[str, ...] = ("rule", "table", "example")
    all_skipped: tuple[str, ...] = ()
    existing: str = ""
    left_out: tuple[str, ...] = ()
    baseline: str = "docs/known-failures.toml"
    jobs: int = 0
    store: str = ".verify"

    @property
    def workers(self) -> int:
        """How many pages run at once, at least one."""
        if self.jobs > 0:
            return self.jobs
        affinity = getattr(os, "sched_getaffinity", None)
        return max(1, len(affinity(0)) if affinity else os.cpu_count() or 1)


FILE = "pyproject.toml"
_TYPES: Mapping[type, tuple[str, Callable[[Any], bool]]] = {
    tuple: ("a list of texts", lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value)),
    str: ("a text", lambda value: isinstance(value, str) and value != ""),
    int: ("a number", lambda value: type(value) in (int, float) and value % 1 == 0),
    float: ("a number", lambda value: type(value) in (int, float)),
}
"""What the value of a setting must be, by the type of its default: in words, and as a test."""
_NAMES: Mapping[str, type] = {
    field.name.replace("_", "-"): type(field.default) for field in fields(Settings) if field.name != "root"
}
"""The settings, as they are written, with the types of their defaults."""


def load_settings(root: Path) -> Settings:
    """Read the settings of the project whose root this is; without a section the defaults hold.

    Raises:
        SettingsError: if there is no ``pyproject.toml``, a setting is unknown or of the wrong type, or a package
            that is to be watched cannot be found.
    """
    root = root.resolve()
    path = root / FILE
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(f"{path}: the file does not exist; run from the project's root or name it") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not TOML: {error}") from None
    tool = document.get("tool", {})
    section = tool.get("verify", {}) if isinstance(tool, dict) else tool
    if not isinstance(section, dict):
        raise SettingsError(f"{path}: [tool.verify] is a table of settings, not {section!r}")
    settings = from_mapping(root, section, str(path))
    files = [file for base in (root, root / "src") for glob in ("*/__init__.py", "*.py") for file in base.glob(glob)]
    here = [file.parent.name if file.name == "__init__.py" else file.stem for file in files]
    for name in settings.watch:
        if name not in here and not (name.isidentifier() and find_spec(name)):
            near = _suggest(name, here) if here else ""
            raise SettingsError(f"{path}: watch: there is no package or module {name!r}, here or installed{near}")
    return settings


def from_mapping(root: Path, section: Mapping[str, Any], where: str = FILE) -> Settings:
    """Make settings from the section's content; ``where`` is the file named in messages.

    Raises:
        SettingsError: if a setting is unknown or of the wrong type.
    """
    values: dict[str, Any] = {}
    for name, value in section.items():
        if name not in _NAMES:
            raise SettingsError(f"{where}: [tool.verify] has no setting {name!r}{_suggest(name, list(_NAMES))}")
        make = _NAMES[name]
        says, fits = _TYPES[make]
        if not fits(value):
            raise SettingsError(f"{where}: {name} is {says}, not {value!r}")
        values[name.replace("-", "_")] = make(value)
    settings = Settings(root=root.resolve(), **values)
    if settings.time_limit <= 0:
        raise SettingsError(f"{where}: time-limit is a number of seconds above 0, not {settings.time_limit}")
    if settings.memory_limit <= 0:
        raise SettingsError(f"{where}: memory-limit is a number of MB above 0, not {settings.memory_limit}")
    others = tuple(Kind.entries().names)
    for name, chosen, known in (
        ("require-checks", settings.require_checks, settings.kinds),
        ("rule-kinds", settings.rule_kinds, settings.kinds),
        ("fences", settings.fences, others),
    ):
        for kind in chosen:
            if kind not in known:
                among = "kinds" if known is settings.kinds else f"the kinds {', '.join(others)}"
                raise SettingsError(f"{where}: {name}: {kind!r} is not among {among}{_suggest(kind, known)}")
    if settings.language != figures.ENGLISH and not figures.is_language(settings.language):
        raise SettingsError(f"{where}: language is one that Babel knows, as en or de_AT, not {settings.language!r}")
    for entry in settings.left_out:
        if not all(map(str.strip, entry.partition(": ")[::2])):
            raise SettingsError(
                f"{where}: left-out: {entry!r} has no reason; write it as 'page.md: why it is left out'"
            )
    if settings.existing not in _EXISTING:
        near = _suggest(settings.existing, _EXISTING)
        raise SettingsError(f"{where}: existing is 'doctest' or 'strict', not {settings.existing!r}{near}")
    if settings.jobs < 0:
        raise SettingsError(f"{where}: jobs is 0 (one per processor) or more, not {settings.jobs}")
    return settings


def find_root(start: Path) -> Path:
    """Return the nearest folder at or above ``start`` whose ``pyproject.toml`` has ``[tool.verify]``.

    Raises:
        SettingsError: if there is none.
    """
    for folder in (start.resolve(), *start.resolve().parents):
        try:
            if "[tool.verify]" in (folder / FILE).read_text(encoding="utf-8"):
                return folder
        except (OSError, UnicodeDecodeError):
            continue
    raise SettingsError(f"no {FILE} with [tool.verify] at or above {start}; run from the project, or add the section")


def environment(settings: Settings) -> dict[str, str]:
    """Return the environment of processes that run rules: they find the project's packages, and all is repeatable."""
    ours = str(Path(__file__).parent.parent)
    paths = [str(settings.root), str(settings.root / "src"), os.environ.get("PYTHONPATH", ""), ours]
    fixed = {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "NO_COLOR": "1"}
    return os.environ | fixed | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def _suggest(name: str, known: Sequence[str]) -> str:
    from gamerules.rules import suggest  # the processes of pages, which have the settings, must not find it imported

    return suggest(name, known)


def in_ci() -> bool:
    """Return whether a continuous-integration service runs us (``CI`` is set and does not say no)."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false", "no")
