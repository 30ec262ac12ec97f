"""Repairs what theme and docutils leave: suits drawn as pictures, unmarked Russian, nameless landmarks, empty heads."""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from html import escape, unescape
from typing import Any

from docutils import nodes

from verify.draw import cards
from verify.draw.nodes import SIGNS, card_node
from verify.draw.writers import TEXT_STYLE, card_html

NARROW = 38
"""How many characters of code a phone shows; longer code scrolls, and must be reachable by keyboard."""

_LEFTOVERS = (
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Site">'),
    ('<aside class="toc-drawer', '<aside aria-label="On this page" class="toc-drawer'),
    (' role="heading">', ' role="heading" aria-level="2">'),
)
_LABEL = re.compile(r'(<label\b[^>]*?) aria-controls="[^"]*"')  # sphinx-design's tabs; not allowed there
RUSSIAN = re.compile(r"[А-Яа-яЁё][-А-Яа-яЁё]*(?:[\s,]+[А-Яа-яЁё][-А-Яа-яЁё]*)*")
"""Russian words, one or several."""
_PRE = re.compile(r"(?s)<pre>(.*?)</pre>")


def page(html: str) -> str:
    """Tidy a whole page, as drawn by its template."""
    for old, new in _LEFTOVERS:
        html = html.replace(old, new)
    return as_text(_PRE.sub(_reachable, _LABEL.sub(r"\1", html)))


def _reachable(match: re.Match[str]) -> str:
    lines = unescape(re.sub(r"<[^>]*>", "", match[1])).split("\n")
    return match[0].replace("<pre>", '<pre tabindex="0">', 1) if max(map(len, lines)) > NARROW else match[0]


def doctree(document: nodes.document) -> None:
    """Tidy a page that is about to be written."""
    for group in list(document.findall(nodes.tgroup)):
        _heads(group)
    seen: set[str] = set()
    for node in document.findall(nodes.Element):
        if isinstance(node, nodes.table):
            node["ids"] = [_once(ident, seen) for ident in node["ids"]]
        else:
            node["ids"] = [ident for ident in node["ids"] if ident not in seen]
            seen.update(node["ids"])


def open_tabs(document: nodes.document) -> None:
    """Unfold tabs one after the other, each under its label: for books, where nothing can be clicked."""
    for tabs in list(document.findall(nodes.container)):
        if "sd-tab-set" in tabs["classes"]:
            children, tabs.children = tabs.children, []
            for child in children:
                if isinstance(child, nodes.TextElement):
                    tabs += nodes.rubric("", "", *child.children)
                elif isinstance(child, nodes.container):
                    tabs += child


def mark_russian(document: nodes.document) -> None:
    """Mark Russian words as Russian, where the author has not."""
    for text in list(document.findall(nodes.Text)):
        if RUSSIAN.search(text) and not _foreign(text):
            words, at, made = text.astext(), 0, []
            for match in RUSSIAN.finditer(words):
                made += [
                    nodes.Text(words[at : match.start()]),
                    nodes.inline("", match.group(), classes=["language-ru"]),
                ]
                at = match.end()
            text.parent.replace(text, [*made, nodes.Text(words[at:])])


def russian(html: str) -> str:
    """Do the same in HTML that has Russian only in its text."""
    return RUSSIAN.sub(r'<span lang="ru">\g<0></span>', html)


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield the elements around a node, from the inside out."""
    at = node.parent
    while at is not None:
        yield at
        at = at.parent


def _foreign(text: nodes.Text) -> bool:
    """Return whether a text is code, or its language is marked."""
    return any(
        isinstance(node, (nodes.literal, nodes.literal_block, nodes.raw, nodes.comment))
        or any(name.startswith("language-") for name in node["classes"])
        for node in around(text)
    )


def _heads(group: nodes.tgroup) -> None:
    """Remove an empty head; a first column without a head of its own holds the heads of the rows."""
    head = next(iter(group.findall(nodes.thead)), None)
    if head is None or next(iter(head.findall(nodes.entry))).astext().strip():
        return
    if not head.astext().strip():
        group.remove(head)
    next(iter(group.findall(nodes.colspec)))["stub"] = 1


def corners(html: str) -> str:
    """Turn empty head cells into plain cells: they are the head of nothing."""
    return re.sub(r'<th class="head(?: stub)?"><p></p></th>', "<td></td>", html)


def _once(ident: str, seen: set[str]) -> str:
    number, name = 1, ident
    while name in seen:
        number += 1
        name = f"{ident}-{number}"
    seen.add(name)
    return name


# ---- suits: drawn as text, never as coloured pictures, with a spoken name

_BARE = re.compile(f"([{''.join(SIGNS.values())}])(?!{TEXT_STYLE})\ufe0f?")
_ANY = re.compile(f"[{''.join(SIGNS.values())}]")
_AS_THEY_ARE = (nodes.literal, nodes.literal_block, nodes.raw, nodes.math, nodes.math_block, nodes.comment, card_node)


def draw_cards(doctree: nodes.document) -> None:
    """Draw the cards and suits in running text as such; code stays as it is."""
    for text in list(doctree.findall(nodes.Text)):
        if _ANY.search(text) and not any(isinstance(node, _AS_THEY_ARE) for node in around(text)):
            text.parent.replace(text, list(cards.text(text.astext())))


def html_of(text: str) -> str:
    """Return a text as HTML with its cards and suits drawn as on pages."""
    return "".join(
        card_html(node["suit"], node["ranks"], node["spoken"]) if isinstance(node, card_node) else escape(node.astext())
        for node in cards.text(text)
    )


def as_text(html: str) -> str:
    """Return HTML in which every suit sign is followed, once, by the character that asks for text style."""
    return _BARE.sub(rf"\1{TEXT_STYLE}", html)


def mark_context(context: MutableMapping[str, Any]) -> None:
    """Do the same in everything that a page's template is given."""
    for name, value in context.items():
        if isinstance(value, str) and _ANY.search(value):
            context[name] = as_text(value)
    for name in ("next", "prev"):
        if isinstance(context.get(name), dict):
            context[name] = {
                key: as_text(value) if isinstance(value, str) else value for key, value in context[name].items()
            }
