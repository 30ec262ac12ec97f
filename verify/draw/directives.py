"""The directives and roles, as Sphinx sees them: each leaves a node that says what was written and about where.

They check nothing: the raw scan validates everything, and the two are compared when the page has been read. So every
option is accepted here, and a finding is reported once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from verify.checks import rows
from verify.checks.claim import ClaimError, split_claim
from verify.collect.stand_ins import Ours
from verify.collect.vocabulary import DIRECTIVES, Takes
from verify.draw.nodes import block_node, claim_node, inline_digest, locus_node, reference_node, text_digest
from verify.model import Kind, Mentioned

TRANSLATED = "<translated>"
"""How Sphinx marks the source of a text that comes from a catalogue."""


class Block(Ours, SphinxDirective):
    """Any of our directives: leaves a node with its text and all its options."""

    def run(self) -> list[nodes.Node]:
        """Leave the node; the argument of an erratum goes inside."""
        name, node = self.called, block_node("")
        below, text = (0, self.argument) if DIRECTIVES[name].argument else self.body()
        try:
            if name == "rows":
                rows.parse(text)
        except rows.RowsError:
            return []  # the raw scan has reported it
        source = self.content.source(0) if self.content else None  # the page, or a file that it includes
        mark(node, self.env, name, text_digest(text), source or self.get_source_info()[0], self.lineno + below)
        for option, takes in DIRECTIVES[name].options.items():
            node[option] = option in self.options if takes is Takes.FLAG else str(self.options.get(option) or "")
        node["text"] = text
        if name == "erratum":
            node["ids"] = [erratum_id(text)]
            self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def mark(node: nodes.Element, env: Any, kind: str, digest: str, source: str, line: int) -> None:
    """Give a node what the comparison with the raw scan needs."""
    count = env.temp_data.get("verify_count", 0)
    env.temp_data["verify_count"] = count + 1
    path = source.rsplit(":", 2)[0] if TRANSLATED in source else source
    node.attributes |= {"uid": count, "kind": kind, "digest": digest, "path": path, "near": line}
    node.attributes |= {"translated": TRANSLATED in source, "check": -1}


def erratum_id(name: str) -> str:
    """Return the address of an erratum on its page."""
    return f"erratum-{name}"


class Role(SphinxRole):
    """What our roles share."""

    def marked(self, node: nodes.Element, kind: str) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return what a role returns: its node, marked with the file and about the line."""
        source, line = self.get_source_info()
        where = source or str(self.env.doc2path(self.env.docname)), line or 1
        mark(node, self.env, kind, inline_digest(self.text), *where)
        return [node], []


class Locus(Role):
    """``{locus}``: the number of a translated sentence."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node."""
        locus = " ".join(self.text.split())
        return self.marked(locus_node("", locus=locus, ids=[locus]), "locus")


class Claim(Role):
    """``{claim}`` and ``{holds}``: a figure, or a clause, inside prose with its expression."""

    def __init__(self, kind: Kind) -> None:
        """Mark checks of this kind."""
        self.kind = kind

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node, with the text shown inside."""
        try:
            return self.marked(claim_node("", split_claim(self.text).shown), str(self.kind))
        except ClaimError:  # the raw scan has reported it
            return [nodes.literal("", self.text)], []


class Reference(Role):
    """``{locus-ref}`` and ``{erratum}``: a link to a locus or an erratum, from anywhere."""

    def __init__(self, word: Mentioned) -> None:
        """Link to things of this kind."""
        self.word = word

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node."""
        return [reference_node("", word=str(self.word), name=" ".join(self.text.split()))], []


ROLE_INSTANCES: dict[str, SphinxRole] = {
    "locus": Locus(),
    "claim": Claim(Kind.CLAIM),
    "holds": Claim(Kind.HOLDS),
    "locus-ref": Reference(Mentioned.LOCUS),
    "erratum": Reference(Mentioned.ERRATUM),
}


@cache
def relative(path: str, root: Path) -> str:
    """Return a source file's path relative to the root, as findings have it."""
    full = Path(path).resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else full.as_posix()
