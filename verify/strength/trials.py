"""Tries breaks, several at once, each in a copy of the project: nothing of the project itself is touched.

A break is tried on the pages that read the broken module. What it turned red is kept with the stored results, by page,
until the module, the page or anything that the page reads is another.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Final

from verify import session
from verify.model import Page, Result, Verdict
from verify.settings import Settings, VerifyError, environment
from verify.strength.results import Break, Fate, Reds, Tried, files

_SECONDS = count(int(time.time()))  # each change has its own: by it Python tells whether to compile a file again
_KEEP_EVERY: Final = 20  # breaks: so many are lost at most if a run is ended
DEPENDS: Final = "verify.depends"
"""The code of a check that was not run since its set-up fails: it has noticed nothing itself."""

_Kept = dict[str, tuple[str, list[int]]]
"""The same of one break, with the digest of what each page depends on; of one that is not viable, ``_UNVIABLE``."""
_UNVIABLE: Final[_Kept] = {"": ("", [])}


def run(breaks: Sequence[Break], settings: Settings, jobs: int) -> Iterator[Tried]:
    """Try breaks, so many at once, and yield each with what becomes of it, in order.

    Raises:
        VerifyError: if the pages do not hold with unbroken rules.
    """
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        copied = copy(settings, Path(folder))
        pages = [page for page in session.scan_pages(copied) if any(check.kind.is_check for check in page.checks)]
        files_of, digests = reached(session.verify_site(copied, pages, whole=False, jobs=jobs))
        known = _Known(settings)
        todo: dict[Break, list[str]] = {}
        for broken in breaks:
            file = files(settings)[broken.module].relative_to(settings.root).as_posix()
            kept = known.breaks.setdefault(known.name(broken), {})
            concerned = [page for page, names in files_of.items() if file in names]
            due = [page for page in concerned if kept != _UNVIABLE and kept.get(page, "_")[0] != digests[page]]
            todo |= {broken: due} if due else {}
            for page in kept.keys() - {*concerned, ""}:
                del kept[page]
        paths = tuple(sorted({name for names in todo.values() for name in names}))
        ran = pool.map(partial(_try, copied, Path(folder), paths), todo, todo.values())
        try:
            for number, broken in enumerate(breaks):
                name = known.name(broken)
                if broken in todo:
                    reds = next(ran)
                    found = {page: (digests[page], list(red)) for page, red in (reds or {}).items()}
                    known.breaks[name] = _UNVIABLE if reds is None else known.breaks[name] | found
                    if number % _KEEP_EVERY == 0:
                        known.keep()
                kept = known.breaks[name]
                fate: Fate = "caught" if any(red for _, red in kept.values()) else "survived"
                yield (
                    broken,
                    "unviable" if kept == _UNVIABLE else fate,
                    {page: red for page, (_, red) in kept.items() if page},
                )
        finally:
            known.keep()


class _Known:
    """What earlier runs have found out, in the folder of stored results; what cannot be read counts as nothing."""

    def __init__(self, settings: Settings) -> None:
        self.breaks: dict[str, _Kept] = {}
        self._file = settings.root / settings.store / "strength.json"
        with suppress(OSError, ValueError, AttributeError):
            document = json.loads(self._file.read_text(encoding="utf-8"))
            self.breaks = {name: {page: (d, red) for page, (d, red) in of.items()} for name, of in document.items()}

    @staticmethod
    def name(broken: Break) -> str:
        """Return what a break is kept under: it is another one when anything else in its module changes."""
        return hashlib.sha256("\0".join((broken.module, *broken.key, broken.source)).encode()).hexdigest()[:16]

    def keep(self) -> None:
        """Write it."""
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(self.breaks), encoding="utf-8")


def reached(outcome: session.Verification) -> tuple[Mapping[str, set[str]], Mapping[str, str]]:
    """Return by page the files that its checks read, and the digest of all that its results depend on.

    Raises:
        VerifyError: if the pages do not hold.
    """
    if not outcome.holds:
        raise VerifyError(f"the pages do not hold with unbroken rules; mend them first: {outcome.findings[0]}")
    states: dict[str, set[tuple[str, str]]] = defaultdict(set)
    texts: dict[str, list[str]] = defaultdict(list)
    for result in outcome.results:
        states[result.check.page].update(result.reached)
        texts[result.check.page].append(result.check.fingerprint)
    parts = {page: json.dumps([sorted(states[page]), texts[page]]) for page in texts}
    digests = {page: hashlib.sha256(part.encode()).hexdigest()[:16] for page, part in parts.items()}
    return {page: {name for name, _ in states[page]} for page in texts}, digests


def copy(settings: Settings, folder: Path) -> Settings:
    """Copy the project into a folder, without what is installed or built; return the settings there."""
    copied = replace(settings, root=folder / str(os.getpid()))
    shutil.copytree(settings.root, copied.root, ignore=shutil.ignore_patterns(".*", "_build", "node_modules"))
    with suppress(FileNotFoundError):
        shutil.copytree(settings.root / settings.store, copied.root / settings.store)
    return copied


@cache
def _copy(settings: Settings, folder: Path, paths: tuple[str, ...]) -> tuple[Settings, list[Page]]:
    """Make this process's copy of the project; return its settings and those of its pages, which hold."""
    if parent := parent_process():  # whoever ends it ends us
        threading.Thread(target=lambda: os._exit(len(wait([parent.sentinel]))), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # bytes: a broken rule may gather without end
    copied = copy(settings, folder)
    pages = session.scan_pages(copied, paths)
    reached(session.verify_site(copied, pages, whole=False, jobs=1, fresh=False))
    return copied, pages


def _try(settings: Settings, folder: Path, paths: tuple[str, ...], broken: Break, names: Sequence[str]) -> Reds | None:
    """Break the rules of a copy, verify these pages and mend the rules; return what is red, None if not viable."""
    settings, pages = _copy(settings, folder, paths)
    file = files(settings)[broken.module]
    whole = file.read_text(encoding="utf-8")
    _write(file, broken.source)
    python = partial(subprocess.run, capture_output=True, cwd=settings.root, env=environment(settings))
    wanted = [page for page in pages if page.path in names]
    about = [page for page in wanted if any(set(broken.loci) & set(check.loci) for check in page.checks)]
    reds: dict[str, list[int]] = {name: [] for name in names}
    try:
        python([sys.executable, "-c", f"import {broken.module}"], check=True, timeout=settings.time_limit)
        for some in (about, [page for page in wanted if page not in about]):
            begun = time.monotonic()
            for path, position in _red(session.verify_site(settings, some, whole=False, jobs=1, fresh=False).results):
                reds[path].append(position)
            if any(reds.values()) and time.monotonic() - begun > settings.time_limit:
                break  # rules that run for ever are noticed as well, and it would take hours to say by how many
    except subprocess.SubprocessError:
        return None
    finally:
        _write(file, whole)
    return reds


def _red(results: Sequence[Result]) -> Iterator[tuple[str, int]]:
    """Yield the page and the place on it of each check and set-up that fails by itself."""
    positions: dict[str, Iterator[int]] = defaultdict(count)
    for result in results:
        position = next(positions[result.check.page])
        if result.verdict is Verdict.FAILS and any(found.code != DEPENDS for found in result.findings):
            yield result.check.page, position


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    os.utime(file, (moment := next(_SECONDS), moment))
