"""The directives and roles, as Sphinx sees them: each leaves a node that says what was written and about where.

They check nothing: the raw scan validates everything, and the two are compared when the page has been read. So every
option is accepted here, and a fault is told once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from verify.checks import rows
from verify.checks.claim import ClaimError, split_claim
from verify.collect.stand_ins import Ours
from verify.collect.vocabulary import DIRECTIVES
from verify.draw.nodes import (
    claim_node,
    erratum_node,
    example_node,
    inline_digest,
    locus_node,
    record_node,
    reference_node,
    rows_node,
    setup_node,
    summary_node,
    text_digest,
)
from verify.model import Mentioned

TRANSLATED = "<translated>"
"""How Sphinx marks the source of a text that comes from a catalogue."""


class Base(Ours, SphinxDirective):
    """What our directives share in Sphinx."""

    node_class: ClassVar[type[nodes.Element]]

    def source(self) -> str:
        """Return the file that holds the text: the page, or a file that it includes."""
        found = self.content.source(0) if self.content else None
        return found or self.get_source_info()[0]

    def make(self, kind: str, text: str, below: int = 0) -> nodes.Element:
        """Return the directive's node; its text begins so many lines below."""
        node = self.node_class("")
        mark(node, self.env, kind, text_digest(text), self.source(), self.lineno + below)
        node["name"] = str(self.options.get("name") or "")
        return node


def mark(node: nodes.Element, env: Any, kind: str, digest: str, source: str, line: int) -> None:
    """Give a node what the comparison with the raw scan needs."""
    count = env.temp_data.get("verify_count", 0)
    env.temp_data["verify_count"] = count + 1
    node["uid"] = count
    node["kind"] = kind
    node["digest"] = digest
    node["path"] = source.rsplit(":", 2)[0] if TRANSLATED in source else source
    node["near"] = line
    node["translated"] = TRANSLATED in source
    node["check"] = -1


class Code(Base):
    """What ``{setup}`` and ``{example}`` share: code, and a flag that says how it is drawn."""

    flag: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Leave the node."""
        below, text = self.body()
        node = self.make(self.name, text, below)
        node["text"] = text
        node[self.flag] = self.flag in self.options
        return [node]


class Setup(Code):
    """``{setup}``: plain Python that runs before what follows."""

    node_class = setup_node
    flag = "show"


class Example(Code):
    """``{example}``: a Python session with its output."""

    node_class = example_node
    flag = "hide"


class Record(Base):
    """``{record}``: a deal written down in a file."""

    node_class = record_node

    def run(self) -> list[nodes.Node]:
        """Leave the node."""
        return [self.make("record", self.argument)]


class Rows(Base):
    """``{rows}``: a table of rows that the rules yield."""

    node_class = rows_node

    def run(self) -> list[nodes.Node]:
        """Leave the node."""
        try:
            rows.parse(self.argument)
        except rows.RowsError:
            return []  # the raw scan has reported it
        node = self.make("rows", self.argument)
        node["expression"] = self.argument
        node["header"] = str(self.options.get("header") or "")
        node["caption"] = str(self.options.get("caption") or "")
        return [node]


class Erratum(Base):
    """``{erratum}``: a place where a source contradicts itself or the cards."""

    node_class = erratum_node

    def run(self) -> list[nodes.Node]:
        """Leave the node, with the argument inside."""
        node = self.make("erratum", self.argument)
        for name in DIRECTIVES["erratum"].options:
            node[name] = str(self.options.get(name) or "")
        node["erratum"] = self.argument
        node["ids"] = [erratum_id(self.argument)]
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class Summary(Base):
    """``{verify-summary}``: how many checks just ran."""

    has_content = False
    node_class = summary_node

    def run(self) -> list[nodes.Node]:
        """Leave the node."""
        return [summary_node("")]


def erratum_id(name: str) -> str:
    """Return the address of an erratum on its page."""
    return f"erratum-{name}"


class Base_Role(SphinxRole):  # noqa: N801 - to tell it from the directives' Base
    """What our roles share."""

    def where(self) -> tuple[str, int]:
        """Return the file and about the line."""
        source, line = self.get_source_info()
        return source or str(self.env.doc2path(self.env.docname)), line or 1


class Locus(Base_Role):
    """``{locus}``: the number of a translated sentence."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node."""
        locus = " ".join(self.text.split())
        node = locus_node("", locus=locus, ids=[locus])
        mark(node, self.env, "locus", inline_digest(locus), *self.where())
        return [node], []


class Claim(Base_Role):
    """``{claim}``: a figure inside prose with the expression that yields it."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node, with the text shown inside."""
        try:
            shown = split_claim(self.text).shown
        except ClaimError:
            shown = self.text  # the raw scan has reported it
            return [nodes.literal("", shown)], []
        node = claim_node("", shown)
        mark(node, self.env, "claim", inline_digest(self.text), *self.where())
        return [node], []


class Reference(Base_Role):
    """``{locus-ref}`` and ``{erratum}``: a link to a locus or an erratum, from anywhere."""

    def __init__(self, word: Mentioned) -> None:
        """Link to things of this kind."""
        self.word = word

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Leave the node."""
        return [reference_node("", word=str(self.word), name=" ".join(self.text.split()))], []


DIRECTIVE_CLASSES: dict[str, type[Base]] = {
    "setup": Setup,
    "example": Example,
    "record": Record,
    "rows": Rows,
    "erratum": Erratum,
    "verify-summary": Summary,
}
ROLE_INSTANCES: dict[str, SphinxRole] = {
    "locus": Locus(),
    "claim": Claim(),
    "locus-ref": Reference(Mentioned.LOCUS),
    "erratum": Reference(Mentioned.ERRATUM),
}


@cache
def relative(path: str, root: Path) -> str:
    """Return a source file's path relative to the root, as findings have it."""
    full = Path(path).resolve()
    return full.relative_to(root).as_posix() if full.is_relative_to(root) else full.as_posix()
