"""What the real parsers see of a text, without Sphinx: the texts of our directives and roles, in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import directives, roles
from myst_parser.parsers.docutils_ import Parser as MystParser

from verify.draw.directives import Base
from verify.draw.nodes import inline_digest, text_digest

EXTENSIONS = ["colon_fence", "deflist", "attrs_inline", "attrs_block", "fieldlist", "substitution"]

Seen = tuple[str, str]
"""A kind and a digest."""


class Found(nodes.Inline, nodes.Element):
    """Stands where one of ours was seen."""


class Probe(Base):
    """Says what is there, and needs no Sphinx."""

    def run(self) -> list[nodes.Node]:
        return [Found(kind=self.name, digest=text_digest(self.text()))]


def probe_role(name, rawtext, text, lineno, inliner, options=None, content=None):  # type: ignore[no-untyped-def]
    return [Found(kind=name, digest=inline_digest(text.replace("\x00", "")))], []


@contextmanager
def probes() -> Iterator[None]:
    """Register probes under our names for a while."""
    tables: list[dict[str, Any]] = [vars(directives)["_directives"], vars(roles)["_roles"]]
    before = [dict(table) for table in tables]
    for name in ("example", "setup"):
        directives.register_directive(name, Probe)
    for name in ("claim", "locus"):
        roles.register_local_role(name, probe_role)
    try:
        yield
    finally:
        for table, kept in zip(tables, before, strict=True):
            table.clear()
            table.update(kept)


def seen_by_myst(text: str) -> list[Seen]:
    """Return what MyST-Parser sees of a text, sorted."""
    with probes():
        tree = publish_doctree(
            text,
            source_path="page.md",
            parser=MystParser(),
            settings_overrides={"myst_enable_extensions": EXTENSIONS, "report_level": 5, "halt_level": 6},
        )
    return sorted((node["kind"], node["digest"]) for node in tree.findall(Found))


def seen_by_rst(text: str) -> list[Seen]:
    """Return what the reST parser sees of a text, sorted."""
    with probes():
        tree = publish_doctree(text, source_path="page.rst", settings_overrides={"report_level": 5, "halt_level": 6})
    return sorted((node["kind"], node["digest"]) for node in tree.findall(Found))
