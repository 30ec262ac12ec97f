"""The search: Pagefind indexes the site when it is built, and its index is part of the site."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib.util import find_spec
from pathlib import Path

from verify.site.apparatus.files import Term
from verify.site.context import Context, digest

FOLDER = "pagefind"
NEEDED = ("pagefind.js", "pagefind-worker.js", "pagefind-entry.json", "fragment", "index", "filter")
"""What the site's own search box uses; Pagefind's own boxes are left out."""

NOT_SEARCHED = 'figure, .headerlink, .verify-example, .verify-setup, .verify-verdict, .for-code, [id$="-command"]'
"""What is left out of the index: code and commands that stand in the text are found by the pages of kind code."""


class SearchError(RuntimeError):
    """The site could not be indexed; the message says why."""


def installed() -> bool:
    """Return whether Pagefind is installed."""
    return find_spec("pagefind") is not None and find_spec("pagefind_bin") is not None


def state(site: Path) -> str:
    """Return a digest of when the pages of a site were written, except those that Sphinx writes every time."""
    pages = [path for path in sorted(site.rglob("*.html")) if path.name not in ("genindex.html", "search.html")]
    return digest([(str(path.relative_to(site)), path.stat().st_mtime_ns) for path in pages])


def kind_of(docname: str, kinds: Mapping[str, Sequence[str]]) -> str:
    """Return of what kind a page is, by the globs of each kind; most are text."""
    found = (kind for kind, globs in kinds.items() if any(fnmatchcase(docname, glob) for glob in globs))
    return next(found, "text")


def of(context: Context, docname: str) -> str:
    """Return the title of the page under whose folder a page stands; empty for that page itself, and at the top."""
    front = f"{docname.rpartition('/')[0]}/index"
    titles = context.env.titles
    return titles[front].astext() if front in titles and front != docname else ""


def names(context: Context, terms: Iterable[Term], glossary: str) -> dict[str, object]:
    """Return all that has a name: pages, sections with an address of their own, and terms in all their forms."""
    kinds = context.app.config.reader_kinds
    labels = context.env.domains.standard_domain.labels
    anchors = {
        (docname, ident): str(title) for docname, ident, title in labels.values() if docname in context.env.titles
    }
    pages = {(docname, ""): title.astext() for docname, title in context.env.titles.items()}
    places = {**pages, **{place: title for place, title in anchors.items() if title != pages[place[0], ""]}}
    titles = [
        {
            "title": title,
            "href": f"{context.uri(docname)}#{ident}".removesuffix("#"),
            "of": pages[docname, ""] if ident else of(context, docname),
            "kind": kind_of(docname, kinds),
            "front": not ident and docname.endswith("/index"),
        }
        for (docname, ident), title in sorted(places.items())
    ]
    words = [
        {
            "term": term.term,
            "href": f"{context.uri(glossary)}#{term.ident}",
            "gloss": term.gloss,
            "forms": [*term.forms, *term.others.values()],
        }
        for term in terms
    ]
    return {"titles": titles, "terms": words}


def index(site: Path, named: Mapping[str, object]) -> None:
    """Index a site: write its folder ``pagefind`` again, with all that has a name.

    Raises:
        SearchError: if Pagefind fails.
    """
    shutil.rmtree(site / FOLDER, ignore_errors=True)  # Pagefind would keep what it has of older pages
    words = ["--site", str(site), "--root-selector", "article", "--exclude-selectors", NOT_SEARCHED]
    done = subprocess.run([sys.executable, "-m", "pagefind", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SearchError(f"the search index could not be made: {done.stderr.strip() or done.stdout.strip()}")
    for path in (site / FOLDER).iterdir():
        if path.is_file() and path.name not in NEEDED and not path.name.startswith(("wasm.", "pagefind.")):
            path.unlink()
    (site / FOLDER / "names.json").write_text(json.dumps(named, ensure_ascii=False), encoding="utf-8")
