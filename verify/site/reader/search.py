"""The search: Pagefind indexes the site when it is built, and its index is part of the site."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from verify.site.context import digest

FOLDER = "pagefind"
NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", "fragment", "index", "filter")
"""What the site's own search box uses; Pagefind's own boxes are left out."""


class SearchError(RuntimeError):
    """The site could not be indexed; the message says why."""


def installed() -> bool:
    """Return whether Pagefind is installed."""
    return find_spec("pagefind") is not None and find_spec("pagefind_bin") is not None


def state(site: Path) -> str:
    """Return a digest of when the pages of a site were written, except those that Sphinx writes every time."""
    pages = [path for path in sorted(site.rglob("*.html")) if path.name not in ("genindex.html", "search.html")]
    return digest([(str(path.relative_to(site)), path.stat().st_mtime_ns) for path in pages])


def index(site: Path) -> None:
    """Index a site: write its folder ``pagefind`` again.

    Raises:
        SearchError: if Pagefind fails.
    """
    shutil.rmtree(site / FOLDER, ignore_errors=True)  # Pagefind would keep what it has of older pages
    words = ["--site", str(site), "--root-selector", "article", "--exclude-selectors", ".headerlink"]
    done = subprocess.run([sys.executable, "-m", "pagefind", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SearchError(f"the search index could not be made: {done.stderr.strip() or done.stdout.strip()}")
    for path in (site / FOLDER).iterdir():
        if path.is_file() and path.name not in NEEDED and not path.name.startswith(("wasm.", "pagefind.")):
            path.unlink()
