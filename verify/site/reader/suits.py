"""Suits on pages: signs that are drawn as text, never as coloured pictures, and that have a spoken name."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from html import escape
from typing import Any

from docutils import nodes

from verify.draw import cards
from verify.draw.nodes import SIGNS, card_node
from verify.draw.writers import TEXT_STYLE

_BARE = re.compile(f"([{''.join(SIGNS.values())}])(?!{TEXT_STYLE})\ufe0f?")
_ANY = re.compile(f"[{''.join(SIGNS.values())}]")
_AS_THEY_ARE = (nodes.literal, nodes.literal_block, nodes.raw, nodes.math, nodes.math_block, nodes.comment)


def draw_cards(doctree: nodes.document) -> None:
    """Draw the cards and suits in running text as such; code stays as it is."""
    for text in list(doctree.findall(nodes.Text)):
        if _ANY.search(text) and not _inside(text, _AS_THEY_ARE):
            text.parent.replace(text, list(cards.text(text.astext())))


def _inside(node: nodes.Node, kinds: tuple[type[nodes.Element], ...]) -> bool:
    at: nodes.Element | None = node.parent
    while at is not None:
        if isinstance(at, (*kinds, card_node)):
            return True
        at = at.parent
    return False


def html(text: str) -> str:
    """Return a text as HTML with its cards and suits drawn as on pages."""
    parts = []
    for node in cards.text(text):
        if isinstance(node, card_node):
            parts.append(
                f'<span class="card suit-{node["suit"]}" role="img" aria-label="{escape(node["spoken"])}">'
                f"{SIGNS[node['suit']]}{TEXT_STYLE}{escape(node['ranks'])}</span>"
            )
        else:
            parts.append(escape(node.astext()))
    return "".join(parts)


def as_text(html: str) -> str:
    """Return HTML in which every suit sign is followed by the character that asks for text, once."""
    return _BARE.sub(rf"\1{TEXT_STYLE}", html)


def mark_context(context: MutableMapping[str, Any]) -> None:
    """Do so in everything that a page's template is given."""
    for name, value in context.items():
        if isinstance(value, str) and _ANY.search(value):
            context[name] = as_text(value)
    for name in ("next", "prev"):
        if isinstance(context.get(name), dict):
            context[name] = {
                key: as_text(value) if isinstance(value, str) else value for key, value in context[name].items()
            }
