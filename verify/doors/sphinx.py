"""The Sphinx extension: collects checks as pages are read, runs them before pages are written, and reports at the end.

Results, not warnings, are the record: the pages' checks and faults live in the environment, are purged with their page
and merged across parallel readers. At each build all checks are verified (stored results are reused by key), pages
whose results changed are written again, every finding is reported once, and the exit status is 1 if there is one, in
every builder, with or without ``-W``.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError, SphinxError
from sphinx.util import logging

from verify import __version__, report, session
from verify.collect import agreement
from verify.collect.page import LEFT_OUT, scan_page
from verify.collect.vocabulary import DIRECTIVES
from verify.draw import writers
from verify.draw.build import SITES, Entry, Site, entries, site_of
from verify.draw.directives import ROLE_INSTANCES, Block, relative
from verify.draw.nodes import Seen, block_node, blocks, claim_node, locus_node, reference_node
from verify.draw.pages import Drawing
from verify.model import Finding, Page, Place
from verify.run import loader, reach
from verify.settings import Settings, SettingsError, find_root, load_settings

logger = logging.getLogger(__name__)

STATIC = Path(__file__).parents[1] / "draw" / "static"
CATALOGUES = "gettext"
"""The builder that writes catalogues for translators: checks stay out of them."""


class LostProcessError(SphinxError):
    """A process of Sphinx's that has ended before its work was done.

    Sphinx passes over one that is lost while others are still to start: it leaves out the pages of all those then under
    way, and ends as if all were well.
    """

    category = "Lost process"


_LOST = (
    "a process that Sphinx started to {} pages has ended before its work was done: it was killed, or memory is short. "
    "These pages are missing: {}. Build again, if need be with a smaller -j"
)


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension."""
    for name in DIRECTIVES:
        app.add_directive(name, Block)
    for name, role in ROLE_INSTANCES.items():
        app.add_role(name, role)
    for node in (block_node, reference_node):
        app.add_node(node)
    writers.register(app)
    app.add_config_value("verify_fresh", None, "", (bool, type(None)))
    app.add_config_value("verify_report", "text", "", str)
    app.add_css_file("verify.css")
    app.connect("config-inited", _fences)
    app.connect("builder-inited", _begin)
    app.connect("env-get-outdated", _outdated)
    app.connect("env-before-read-docs", _leave_unreadable)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("doctree-read", _read, priority=900)  # after Sphinx has collected titles, which must lose our numbers
    app.connect("env-updated", _verify)
    app.connect("doctree-resolved", _draw)
    app.connect("build-finished", _finish)
    code = b"".join(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py")))
    version = int(hashlib.sha256(code).hexdigest()[:12], 16)  # pages read by other code are read again
    return {"version": __version__, "env_version": version, "parallel_read_safe": True, "parallel_write_safe": True}


def _fences(app: Sphinx, config: Config) -> None:
    """Let MyST read plain fences of the kinds that are run so as directives."""
    if "myst_fence_as_directive" not in config:
        return  # all pages are in reST
    with suppress(SettingsError):  # they are told later
        config["myst_fence_as_directive"] = {*config.myst_fence_as_directive, *_settings(app).fences}


def _settings(app: Sphinx) -> Settings:
    return load_settings(find_root(Path(app.confdir)))


def _begin(app: Sphinx) -> None:
    """Read the settings and check that the site is the one that they describe."""
    try:
        settings = _settings(app)
        report.check_style(app.config.verify_report)
    except SettingsError as error:
        raise ConfigError(f"verify: {error}") from None
    docs = relative(str(app.srcdir), settings.root)
    if docs != settings.docs and (settings.root / settings.docs).resolve() != Path(app.srcdir).resolve():
        raise ConfigError(f"verify: the pages are built from {docs}, but [tool.verify] has docs = {settings.docs!r}")
    SITES[app] = Site(settings)
    folders = (str(settings.root), str(settings.root / "src"))  # rules need not be installed, as in a worker
    sys.path += [folder for folder in folders if folder not in sys.path]
    loader.install(settings.root / settings.store / "code")
    app.config.html_static_path.append(str(STATIC))


# ---- reading


def _outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Return the pages of which a file is not what it was when they were read, whatever its time says."""
    root, read = site_of(app).root, entries(env)
    return [name for name in read if any(reach.content(root / file) != was for file, was in read[name].files)]


def _leave_unreadable(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Leave out the pages that are not UTF-8, on which Sphinx would break off without naming them."""
    site, settings = site_of(app), site_of(app).settings
    for docname in list(docnames):
        path = Path(env.doc2path(docname))
        try:
            path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError:
            page = scan_page(settings.root, relative(str(path), settings.root), settings)
            if docname == app.config.root_doc:
                raise SphinxError(f"verify: {page.findings[0]}") from None
            site.unreadable += (page,)
            docnames.remove(docname)
            env.project.docnames.discard(docname)
            _purge(app, env, docname)
            env.clear_doc(docname)


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    entries(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: Iterable[str], other: BuildEnvironment) -> None:
    theirs = entries(other)
    entries(env).update({docname: theirs[docname] for docname in docnames if docname in theirs})


def _read(app: Sphinx, doctree: nodes.document) -> None:
    """Scan the page's raw text and compare it with its doctree."""
    env, docname = app.env, app.env.docname
    settings = site_of(app).settings
    path = relative(str(env.doc2path(docname)), settings.root)
    page = scan_page(settings.root, path, settings)
    named = list(doctree.findall(reference_node))
    ours = [node for node in doctree.findall(nodes.Element) if isinstance(node, Seen)]
    seen = [node for node in ours if node["kind"] != "verify-summary"]
    if not any(note.code == LEFT_OUT for note in page.notes):
        page = replace(page, findings=(*page.findings, *agreement.compare(page, seen, settings.root)))
    for node in (*ours, *named):
        node["docname"] = docname
    references = {(node["word"], node["name"]) for node in named}
    summary = bool(blocks(doctree, "verify-summary"))
    files = tuple((name, reach.content(settings.root / name)) for name in (path, *page.files))
    entries(env)[docname] = Entry(page, tuple(sorted(references)), summary, files)
    _clean_titles(env, docname)


def _clean_titles(env: BuildEnvironment, docname: str) -> None:
    """Take sentence numbers and verdicts out of the copies that Sphinx keeps of titles, for navigation."""
    for tree in filter(None, (kept.get(docname) for kept in (env.titles, env.longtitles, env.tocs))):
        for locus in list(tree.findall(locus_node)):
            parent = locus.parent
            parent.remove(locus)
            for number, strip in ((0, str.lstrip), (-1, str.rstrip)):  # the space that stood beside it
                if parent.children and isinstance(parent[number], nodes.Text):
                    parent[number] = nodes.Text(strip(str(parent[number])))
        for node in (*tree.findall(claim_node), *tree.findall(reference_node)):
            node.replace_self(node.children or nodes.Text(node["name"]))


# ---- running


def _verify(app: Sphinx, env: BuildEnvironment) -> Sequence[str]:
    """Run all checks; return the pages that show something else than when they were last written."""
    site = site_of(app)
    found = entries(env)
    if lost := env.found_docs - found.keys():
        raise LostProcessError(_LOST.format("read", ", ".join(sorted(lost))))
    pages = [*(entry.page for entry in found.values()), *site.unreadable]
    fresh = app.fresh_env_used or None if app.config.verify_fresh is None else app.config.verify_fresh
    outcome = session.verify_site(site.settings, pages, fresh=fresh)
    found_here = [*outcome.findings, *_other_pages(pages, site.settings)]
    outcome = replace(outcome, findings=tuple(session.in_order(found_here)))
    with suppress(OSError, ValueError):
        site.before = json.loads(_shown_file(app).read_text(encoding="utf-8"))
    site.take(found, outcome)
    return [docname for docname, shown in site.shown.items() if site.before.get(docname) != shown]


def _other_pages(pages: Sequence[Page], settings: Settings) -> Iterator[Finding]:
    """Find pages that Sphinx builds but the other doors would not see, and the other way round."""
    built, seen = {page.path for page in pages}, set(session.find_pages(settings))
    ours = "the page is built, but python -m verify leaves it out"
    theirs = "python -m verify runs the page, but the site leaves it out"
    hint = "let exclude_patterns in conf.py and exclude in [tool.verify] say the same"
    for path in built ^ seen:
        yield Finding(Place(path, 1), "verify.pages", ours if path in built else theirs, hint=hint)


# ---- writing


def _draw(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Draw our nodes on a page that is about to be written."""
    site_of(app).drawn.add(docname)
    drawing = Drawing(site_of(app), app.builder, docname)
    (drawing.strip if app.builder.name == CATALOGUES else drawing.document)(doctree)


def _shown_file(app: Sphinx) -> Path:
    """Return the file that says what this builder wrote into this folder."""
    where = hashlib.sha256(os.path.relpath(app.outdir, app.doctreedir).encode()).hexdigest()[:12]
    return Path(app.doctreedir) / f"verify-{app.builder.name}-{where}.json"


# ---- the end


def _not_written(app: Sphinx, site: Site) -> list[str]:
    """Return the pages that were drawn in a parallel build of HTML but not written."""
    path_of = getattr(app.builder, "get_output_path", None)
    if app.parallel < 2 or path_of is None:
        return []
    paths = {name: Path(path_of(name)) for name in site.drawn}
    since = site.begun - 2  # file systems may round the time of a file down
    return [name for name, path in paths.items() if not path.is_file() or path.stat().st_mtime < since]


def _finish(app: Sphinx, exception: Exception | None) -> None:
    """Report every finding, once, and decide the exit status."""
    site = SITES.get(app)
    if site is None or (outcome := site.outcome) is None:
        return
    if exception is None:
        if lost := _not_written(app, site):
            raise LostProcessError(_LOST.format("write", ", ".join(sorted(lost))))
        _shown_file(app).write_text(json.dumps(site.shown, sort_keys=True), encoding="utf-8")
    if outcome.findings:
        sys.stdout.flush()
        write = report.STYLES[app.config.verify_report]
        given = {"reused": outcome.reused, "notes": outcome.notes}
        print(write(outcome.findings, outcome.results, **given), file=sys.stderr)
        app.statuscode = 1
    else:
        said = report.summary(outcome.results, (), reused=outcome.reused, notes=outcome.notes)
        logger.info("\n".join((*report.noted(outcome.notes), said)))
