"""Tries breaks, several at once, each in a copy of the project: nothing of the project itself is touched."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path

from verify import session
from verify.model import Page
from verify.settings import Settings, VerifyError, environment
from verify.strength.results import Break, Fate, Tried, files

_SECONDS = count(int(time.time()))  # each change has its own: by it Python tells whether to compile a file again


def run(breaks: Sequence[Break], settings: Settings, jobs: int) -> Iterator[Tried]:
    """Try breaks, so many at once, and yield each with what becomes of it, in order.

    Raises:
        VerifyError: if the pages do not hold with unbroken rules.
    """
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from zip(breaks, pool.map(partial(_try, settings, Path(folder)), breaks), strict=True)


@cache
def _copy(settings: Settings, folder: Path) -> tuple[Settings, list[Page]]:
    """Make this process's copy of the project; return its settings and its pages, which hold."""
    if parent := parent_process():  # whoever ends it ends us
        threading.Thread(target=lambda: os._exit(len(wait([parent.sentinel]))), daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))  # bytes: a broken rule may gather without end
    copied = replace(settings, root=folder / str(os.getpid()))
    shutil.copytree(settings.root, copied.root, ignore=shutil.ignore_patterns(".*", "_build", "node_modules"))
    pages = session.scan_pages(copied)
    outcome = session.verify_site(copied, pages, whole=False, jobs=1, fresh=False)
    if not outcome.holds:
        raise VerifyError(f"the pages do not hold with unbroken rules; mend them first: {outcome.findings[0]}")
    return copied, pages


def _try(settings: Settings, folder: Path, broken: Break) -> Fate:
    """Break the rules of a copy, verify its pages and mend the rules."""
    settings, pages = _copy(settings, folder)
    file = files(settings)[broken.module]
    whole = file.read_text(encoding="utf-8")
    _write(file, broken.source)
    python = partial(subprocess.run, capture_output=True, cwd=settings.root, env=environment(settings))
    try:
        python([sys.executable, "-c", f"import {broken.module}"], check=True, timeout=settings.time_limit)
        about = [page for page in pages if any(set(broken.loci) & set(check.loci) for check in page.checks)]
        for some in (about, pages):  # those about the same loci are the likeliest to notice
            if not session.verify_site(settings, some, whole=False, jobs=1, fresh=False, fail_fast=True).holds:
                return "caught"
        return "survived"
    except subprocess.SubprocessError:
        return "unviable"
    finally:
        _write(file, whole)


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    os.utime(file, (moment := next(_SECONDS), moment))
