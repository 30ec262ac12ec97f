"""Draws terms: a panel at the first mention of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape

from docutils import nodes

from verify.draw.nodes import block_node, card_node, claim_node
from verify.site.apparatus.files import LANGUAGES, Term
from verify.site.reader import tidy

_NOT_IN = (
    block_node,
    card_node,
    claim_node,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.raw,
    nodes.title,
    nodes.term,
    nodes.table,
    nodes.admonition,
    nodes.topic,
)
_NOT_CLASSED = frozenset({"verify-example", "verify-record", "verify-setup", "verify-rows", "sd-card", "language-ru"})


def fold(word: str) -> str:
    """Return a word in the form in which it is compared: lower case, е for ё."""
    return word.casefold().replace("ё", "е")


def about(terms: Iterable[Term], sources: Collection[str]) -> list[Term]:
    """Return the terms that belong to any of the sources, the longest first."""
    found = [term for term in terms if any(locus.partition(".")[0] in sources for locus in term.loci)]
    return sorted(found, key=lambda term: -len(term.term))


def panel_id(term: Term) -> str:
    """Return the address of a term's panel."""
    return f"about-{term.ident}"


def mark_terms(doctree: nodes.document, terms: Sequence[Term]) -> None:
    """Make the first mention of each term in running text into a button that opens its panel."""
    left = {fold(term.term): term for term in terms}
    for text in list(doctree.findall(nodes.Text)):
        if left and _runs(text):
            _mark(text, left)


def _mark(text: nodes.Text, left: dict[str, Term]) -> None:
    words: str = text.astext()
    at = 0
    made: list[nodes.Node] = []
    pattern = re.compile(rf"(?i)\b({'|'.join(map(re.escape, left))})(?:s|es)?\b")
    for match in pattern.finditer(words):
        term = left.pop(fold(match[1]), None)
        if term is None:  # it was met before in this text
            continue
        button = (
            f'<button type="button" class="reader-term" popovertarget="{escape(panel_id(term))}">'
            f"{escape(match.group())}</button>"
        )
        made += [nodes.Text(words[at : match.start()]), nodes.raw("", button, format="html")]
        at = match.end()
    if made:
        text.parent.replace(text, [*made, nodes.Text(words[at:])])


def _runs(text: nodes.Text) -> bool:
    """Return whether a text is in a paragraph of prose."""
    holders = list(tidy.around(text))
    outside = (isinstance(at, _NOT_IN) or not _NOT_CLASSED.isdisjoint(at.get("classes", [])) for at in holders)
    return not any(outside) and any(isinstance(at, nodes.paragraph) for at in holders)


def panels(body: str, terms: Iterable[Term], glossary: str) -> str:
    """Return the panels of the terms that a page's body has buttons for; ``glossary`` is the glossary's address."""
    found = []
    for term in terms:
        ident = escape(panel_id(term))
        if f'popovertarget="{ident}"' in body:
            words = [(LANGUAGES["ru"], "ru", term.forms[0])]
            words += [(LANGUAGES[code], code, word) for code, word in term.others.items()]
            gloss = tidy.russian(tidy.html_of(term.gloss))
            others = "; ".join(f'{name} <span lang="{code}">{escape(word)}</span>' for name, code, word in words)
            found.append(
                f'<div popover id="{ident}" class="reader-about" role="dialog" aria-label="{escape(term.term)}" '
                f'data-pagefind-ignore="all"><p><strong>{escape(term.term)}</strong> {gloss}</p>'
                f'<p>{others}</p><p><a href="{escape(glossary)}#{escape(term.ident)}">Glossary</a> '
                f'<button type="button" popovertarget="{ident}" popovertargetaction="hide">Close</button></p></div>\n'
            )
    return "".join(found)
