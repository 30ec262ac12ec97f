"""Draws links to loci and errata, as seen from the page that is being written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.nodes import make_refnode

from verify.draw.build import Site
from verify.draw.directives import erratum_id
from verify.draw.table import joined
from verify.draw.writers import spoken
from verify.model import Mentioned

if TYPE_CHECKING:
    from sphinx.builders import Builder


class Links:
    """Draws links for a builder; ``docname`` is the page where a node does not say another."""

    def __init__(self, site: Site, builder: Builder, docname: str) -> None:
        self.site, self.builder, self.docname = site, builder, docname

    def locus_link(self, locus: str, docname: str) -> nodes.Node:
        """Return a link to a locus; plain text if it is not translated anywhere."""
        shown = nodes.Text(locus)
        target = self.site.page_of(Mentioned.LOCUS, locus)
        if target is None:
            return nodes.inline("", "", shown, classes=["locus-ref", "untranslated"])
        link = make_refnode(self.builder, docname, target, locus, shown, spoken(locus))
        link["classes"].append("locus-ref")
        return link

    def loci(self, loci: Sequence[str], docname: str) -> list[nodes.Node]:
        """Return links to several loci, with commas between them."""
        return joined(self.locus_link(locus, docname) for locus in loci)

    def reference(self, node: nodes.Element) -> nodes.Node:
        """Return the link for a ``{locus-ref}`` or an ``{erratum}``."""
        docname, name = node.get("docname", self.docname), node["name"]
        if node["word"] == Mentioned.LOCUS:
            return self.locus_link(name, docname)
        target = self.site.page_of(Mentioned.ERRATUM, name)
        shown = nodes.Text(name)
        if target is None:
            return nodes.inline("", "", shown, classes=["erratum-ref"])
        link = make_refnode(self.builder, docname, target, erratum_id(name), shown, f"erratum {name}")
        return nodes.superscript("", "", nodes.Text("["), link, nodes.Text("]"), classes=["erratum-ref"])
