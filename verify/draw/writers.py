"""Draws our inline nodes in each kind of output: HTML, LaTeX, plain text, man pages and Texinfo."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from verify.draw.nodes import SIGNS, card_node, claim_node, details_node, locus_node

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Words = Callable[[Any, nodes.Element], str]
"""Returns what is written for a node; the translator comes first."""
TEXT_STYLE = "\ufe0e"
"""Behind a suit sign: draw it as text, never as a coloured picture."""

_TEX_SUITS = {"s": "spadesuit", "h": "heartsuit", "d": "diamondsuit", "c": "clubsuit"}


def number_of(locus: str) -> str:
    """Return the number that is shown for a locus."""
    return locus.rpartition(".")[2]


def spoken(locus: str) -> str:
    """Return a locus as it is read aloud: ``auction, sentence 6``."""
    section, _, number = locus.rpartition(".")
    return f"{section.partition('.')[2].replace('-', ' ').replace('.', ', ')}, sentence {number}"


def card_html(suit: str, ranks: str, spoken: str) -> str:
    """Return cards of one suit as HTML: ``suit`` is its letter, ``ranks`` the letters shown, may be none."""
    return (
        f'<span class="card suit-{suit}" role="img" aria-label="{escape(spoken)}">'
        f"{SIGNS[suit]}{TEXT_STYLE}{escape(ranks)}</span>"
    )


def register(app: Sphinx) -> None:
    """Tell Sphinx how to draw our inline nodes."""
    for node, drawn in _DRAWN.items():
        html, latex, other = [(_put(before), _put(after)) for before, after in drawn]
        app.add_node(node, html=html, latex=latex, text=other, man=other, texinfo=other)


def _put(words: Words) -> Callable[[Any, Any], None]:
    """Return a function that writes what is made of a node, in any kind of output."""

    def visit(translator: Any, node: nodes.Element) -> None:
        add = translator.add_text if hasattr(translator, "add_text") else translator.body.append
        if written := words(translator, node):  # in plain text even nothing would make a line
            add(written)

    return visit


def _html_locus(_: Any, node: nodes.Element) -> str:
    locus, label = escape(node["locus"]), escape(spoken(node["locus"]))
    address = f'id="{locus}" href="#{locus}" aria-label="{label}" title="{locus}"'
    return f'<a class="locus" {address}><sup>{number_of(locus)}</sup></a>'


def _latex_locus(translator: Any, node: nodes.Element) -> str:
    anchor = "" if translator.in_title else translator.hypertarget(node["locus"], anchor=not translator.in_caption)
    return rf"{anchor}\textsuperscript{{{number_of(node['locus'])}}}"


def _html_claim(_: Any, node: nodes.Element) -> str:
    called = "clause" if node.get("kind") == "holds" else "claim"
    return f'<span class="{called} {escape(node.get("verdict", "unknown"))}" title="{escape(node.get("title", ""))}">'


def _fails(words: str, after: str = "") -> Words:
    return lambda _, node: (words if node.get("verdict") == "fails" else "") + after


def _nothing(*_: object) -> str:
    return ""


_DRAWN: dict[type[nodes.Element], tuple[tuple[Words, Words], ...]] = {
    locus_node: (
        (_html_locus, _nothing),
        (_latex_locus, _nothing),
        (lambda _, node: f"[{number_of(node['locus'])}]", _nothing),
    ),
    claim_node: (
        (_html_claim, _fails('<span class="claim-fails"> (fails)</span>', "</span>")),
        (_nothing, _fails(r" \emph{(fails)}")),
        (_nothing, _fails(" (fails)")),
    ),
    card_node: (
        (lambda _, node: card_html(node["suit"], node["ranks"], node["spoken"]), _nothing),
        (lambda made, node: rf"\(\{_TEX_SUITS[node['suit']]}\){made.encode(node['ranks'])}", _nothing),
        (lambda _, node: node.astext(), _nothing),
    ),
    details_node: (
        (
            lambda _, node: f'<details class="verify-details"><summary>{escape(node["summary"])}</summary>\n',
            lambda *_: "</details>\n",
        ),
        (_nothing, _nothing),
        (_nothing, _nothing),
    ),
}
"""What stands before and after the content of our inline nodes: in HTML, in LaTeX and in the others."""
