"""The panels "cite this", as static HTML: they open without a script, by the browser's own popover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape

from verify.site.cite import styles
from verify.site.cite.about import Right
from verify.site.cite.formats import Citation, to_bibtex, to_csl, to_ris
from verify.site.cite.styles import STYLES

FOLDER = "cite"
FORMATS: Mapping[str, tuple[str, Callable[[Citation], str]]] = {
    "bib": ("BibTeX", lambda citation: to_bibtex([citation])),
    "ris": ("RIS", lambda citation: to_ris([citation])),
    "json": ("CSL-JSON", lambda citation: to_csl([citation])),
}
"""The files that reference managers read: extension, name, writer."""


def files(name: str, citation: Citation) -> dict[str, str]:
    """Return the export files of a page or locus, by their path in the site."""
    return {f"{FOLDER}/{name}.{extension}": write(citation) for extension, (_, write) in FORMATS.items()}


def version(citation: Citation) -> str:
    """Return the version and its date, as HTML."""
    day = citation.issued
    shown = f"{day.day} {day:%B %Y}"
    return f'Version {escape(citation.version)}, <time datetime="{day.isoformat()}">{shown}</time>'


def rights(found: Iterable[Right]) -> str:
    """Return the rights in the parts of the edition, as HTML: each with the link to its terms."""
    parts = [
        f'{escape(right.covers.partition(":")[0].lower())}: <a rel="license" href="{escape(right.url)}">'
        f"{escape(right.spdx or right.name)}</a>"
        for right in found
    ]
    return f"Rights in {'; '.join(parts)}." if parts else ""


def page_panel(name: str, citation: Citation, found: Iterable[Right], link: Callable[[str], str]) -> str:
    """Return the end of a page: version, date, the button with its panel, and the rights.

    Args:
        name: the page's name, and that of its files.
        citation: how it is cited.
        found: the rights in the parts of the edition.
        link: turns a path of the site into a link from this page.
    """
    return (
        '<footer class="edition" data-pagefind-ignore>\n'
        f"<p>{version(citation)}. "
        '<button type="button" class="edition-cite" popovertarget="cite-page">Cite this page</button></p>\n'
        f'<p class="edition-rights">{rights(found)}</p>\n'
        f"{_popover('cite-page', 'Cite this page', name, citation, styles.formatted, STYLES, link)}</footer>\n"
    )


def locus_button(locus: str, spoken: str) -> str:
    """Return the button that opens a locus's panel."""
    return (
        f'<button type="button" class="locus-cite" popovertarget="cite-{escape(locus)}" '
        f'aria-label="Cite {escape(spoken)}" data-pagefind-ignore></button>'
    )


def locus_panel(locus: str, citation: Citation, link: Callable[[str], str]) -> str:
    """Return a locus's panel."""

    def plain(citation: Citation, style: str) -> str:
        return styles.formatted_locus(citation, locus, style)

    return _popover(f"cite-{locus}", f"Cite {locus}", locus, citation, plain, ("Chicago",), link)


def _popover(
    ident: str,
    title: str,
    name: str,
    citation: Citation,
    plain: Callable[[Citation, str], str],
    names: Iterable[str],
    link: Callable[[str], str],
) -> str:
    shown = "".join(f"<dt>{style}</dt><dd>{escape(plain(citation, style))}</dd>" for style in names)
    exports = " ".join(
        f'<a href="{escape(link(f"{FOLDER}/{name}.{extension}"))}" download>{label}</a>'
        for extension, (label, _) in FORMATS.items()
    )
    return (
        f'<div popover id="{escape(ident)}" class="edition-panel" role="dialog" aria-label="{escape(title)}" '
        'data-pagefind-ignore="all">'
        f"<p><strong>{escape(title)}</strong></p><dl>{shown}</dl>"
        f"<p>{exports} "
        f'<button type="button" popovertarget="{escape(ident)}" popovertargetaction="hide">Close</button></p></div>\n'
    )
