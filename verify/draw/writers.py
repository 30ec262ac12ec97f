"""Draws our inline nodes in each kind of output: HTML, LaTeX, plain text, man pages and Texinfo."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from verify.draw.nodes import SIGNS, card_node, claim_node, details_node, locus_node

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


def register(app: Sphinx) -> None:
    """Tell Sphinx how to draw our inline nodes: what stands before and after their content, by kind of output."""
    for node, html, latex, other in (
        (locus_node, (_html_locus, _nothing), (_latex_locus, _nothing), (_other_locus, _nothing)),
        (claim_node, (_html_claim, _html_end_claim), (_nothing, _latex_end_claim), (_nothing, _other_end_claim)),
        (card_node, (_html_card, _nothing), (_latex_card, _nothing), (_other_card, _nothing)),
        (details_node, (_html_details, _html_end_details), (_nothing, _nothing), (_nothing, _nothing)),
    ):
        app.add_node(node, html=html, latex=latex, text=other, man=other, texinfo=other)


def _nothing(translator: Any, node: nodes.Element) -> None:
    """Draw nothing of the node itself."""


def _put(translator: Any, words: str) -> None:
    """Write into plain text, a man page or Texinfo."""
    if hasattr(translator, "add_text"):
        translator.add_text(words)
    else:
        translator.body.append(words)


# ---- loci


def _html_locus(translator: Any, node: nodes.Element) -> None:
    locus = escape(node["locus"])
    label = escape(spoken(node["locus"]))
    translator.body.append(
        f'<a class="locus" id="{locus}" href="#{locus}" aria-label="{label}" title="{locus}">'
        f"<sup>{number_of(locus)}</sup></a>"
    )


def _latex_locus(translator: Any, node: nodes.Element) -> None:
    if not translator.in_title:
        translator.body.append(translator.hypertarget(node["locus"], anchor=not translator.in_caption))
    translator.body.append(rf"\textsuperscript{{{number_of(node['locus'])}}}")


def _other_locus(translator: Any, node: nodes.Element) -> None:
    _put(translator, f"[{number_of(node['locus'])}]")


# ---- claims


def _html_claim(translator: Any, node: nodes.Element) -> None:
    verdict = escape(node.get("verdict", "unknown"))
    title = escape(node.get("title", ""))
    translator.body.append(f'<span class="claim {verdict}" title="{title}">')


def _html_end_claim(translator: Any, node: nodes.Element) -> None:
    translator.body.append(_fails(node, '<span class="claim-fails"> (fails)</span>') + "</span>")


def _latex_end_claim(translator: Any, node: nodes.Element) -> None:
    translator.body.append(_fails(node, r" \emph{(fails)}"))


def _other_end_claim(translator: Any, node: nodes.Element) -> None:
    _put(translator, _fails(node, " (fails)"))


def _fails(node: nodes.Element, words: str) -> str:
    return words if node.get("verdict") == "fails" else ""


# ---- cards


def card_html(suit: str, ranks: str, spoken: str) -> str:
    """Return cards of one suit as HTML: ``suit`` is its letter, ``ranks`` the letters shown, may be none."""
    return (
        f'<span class="card suit-{suit}" role="img" aria-label="{escape(spoken)}">'
        f"{SIGNS[suit]}{TEXT_STYLE}{escape(ranks)}</span>"
    )


def _html_card(translator: Any, node: nodes.Element) -> None:
    translator.body.append(card_html(node["suit"], node["ranks"], node["spoken"]))


def _latex_card(translator: Any, node: nodes.Element) -> None:
    translator.body.append(rf"\(\{_TEX_SUITS[node['suit']]}\){translator.encode(node['ranks'])}")


def _other_card(translator: Any, node: nodes.Element) -> None:
    _put(translator, node.astext())


# ---- what can be folded


def _html_details(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<details class="verify-details"><summary>{escape(node["summary"])}</summary>\n')


def _html_end_details(translator: Any, node: nodes.Element) -> None:
    translator.body.append("</details>\n")
