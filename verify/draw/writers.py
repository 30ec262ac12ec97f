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
    """Tell Sphinx how to draw our inline nodes."""
    app.add_node(
        locus_node,
        html=(_html_locus, _nothing),
        latex=(_latex_locus, _nothing),
        text=(_text_locus, _nothing),
        man=(_plain_locus, _nothing),
        texinfo=(_plain_locus, _nothing),
    )
    app.add_node(
        claim_node,
        html=(_html_claim, _html_end_claim),
        latex=(_nothing, _latex_end_claim),
        text=(_nothing, _text_end_claim),
        man=(_nothing, _plain_end_claim),
        texinfo=(_nothing, _plain_end_claim),
    )
    app.add_node(
        card_node,
        html=(_html_card, _nothing),
        latex=(_latex_card, _nothing),
        text=(_text_card, _nothing),
        man=(_plain_card, _nothing),
        texinfo=(_plain_card, _nothing),
    )
    app.add_node(
        details_node,
        html=(_html_details, _html_end_details),
        latex=(_nothing, _nothing),
        text=(_nothing, _nothing),
        man=(_nothing, _nothing),
        texinfo=(_nothing, _nothing),
    )


def _nothing(translator: Any, node: nodes.Element) -> None:
    """Draw nothing of the node itself."""


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


def _text_locus(translator: Any, node: nodes.Element) -> None:
    translator.add_text(f"[{number_of(node['locus'])}]")


def _plain_locus(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f"[{number_of(node['locus'])}]")


# ---- claims


def _html_claim(translator: Any, node: nodes.Element) -> None:
    verdict = escape(node.get("verdict", "unknown"))
    title = escape(node.get("title", ""))
    translator.body.append(f'<span class="claim {verdict}" title="{title}">')


def _html_end_claim(translator: Any, node: nodes.Element) -> None:
    fails = '<span class="claim-fails"> (fails)</span>' if node.get("verdict") == "fails" else ""
    translator.body.append(f"{fails}</span>")


def _latex_end_claim(translator: Any, node: nodes.Element) -> None:
    if node.get("verdict") == "fails":
        translator.body.append(r" \emph{(fails)}")


def _text_end_claim(translator: Any, node: nodes.Element) -> None:
    if node.get("verdict") == "fails":
        translator.add_text(" (fails)")


def _plain_end_claim(translator: Any, node: nodes.Element) -> None:
    if node.get("verdict") == "fails":
        translator.body.append(" (fails)")


# ---- cards


def _html_card(translator: Any, node: nodes.Element) -> None:
    suit = node["suit"]
    translator.body.append(
        f'<span class="card suit-{suit}" role="img" aria-label="{escape(node["spoken"])}">'
        f"{SIGNS[suit]}{TEXT_STYLE}{escape(node['ranks'])}</span>"
    )


def _latex_card(translator: Any, node: nodes.Element) -> None:
    translator.body.append(rf"\(\{_TEX_SUITS[node['suit']]}\){translator.encode(node['ranks'])}")


def _text_card(translator: Any, node: nodes.Element) -> None:
    translator.add_text(node.astext())


def _plain_card(translator: Any, node: nodes.Element) -> None:
    translator.body.append(node.astext())


# ---- what can be folded


def _html_details(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f'<details class="verify-details"><summary>{escape(node["summary"])}</summary>\n')


def _html_end_details(translator: Any, node: nodes.Element) -> None:
    translator.body.append("</details>\n")
