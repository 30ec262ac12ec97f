"""A small page and a JSON file for each locus, at an address that names no page: ``loci/LOCUS/``.

They are written section by section, and only those of a section where something has changed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

from gamerules.rules import Rule
from verify.site import engine, facts
from verify.site.apparatus import history
from verify.site.apparatus.addresses import locus_path
from verify.site.cite import draw_panel, head, styles
from verify.site.cite.formats import csl_item, split_locus
from verify.site.context import Context, digest
from verify.site.data.sheet import to_json
from verify.site.facts import Erratum
from verify.site.reader import listing, tidy

UP = "../../"
"""From a locus's page to the root of the site."""
_SUPPLIED = re.compile(r"\[(?!…\])[^\[\]]*\]")
"""The editor's words; what a source itself leaves out is an ellipsis in brackets."""


class Pages:
    """Draws the pages of loci."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.docnames = facts.loci_of_site(context.env)
        self.texts, self.shown = facts.texts_of_site(context.env), facts.shown_of_site(context.env)
        self.rules = engine.rules_by_locus()
        errata = facts.errata_of_site(context.env)
        self.errata = engine.grouped((locus, erratum) for erratum in errata for locus in erratum.loci)
        self.history = history.load((Path(context.app.srcdir) / context.app.config.edition_file).parent)

    @cached_property
    def sections(self) -> Mapping[str, Sequence[str]]:
        """The translated loci of each section, in the order of the source."""
        order = [locus for manifest in self.context.manifests for locus in manifest.sentences if locus in self.docnames]
        return engine.grouped((locus.rpartition(".")[0], locus) for locus in order)

    def state(self, section: str) -> str:
        """Return a digest of all that the pages of a section show."""
        loci = self.sections[section]
        return digest(self.context.site.engine, self.context.edition, [self.about(locus) for locus in loci])

    def about(self, locus: str) -> dict[str, Any]:
        """Return what is known of a locus, as data."""
        edition, docname = self.context.edition, self.docnames[locus]
        source, section, number = split_locus(locus)
        sentence = next(found.sentences[locus] for found in self.context.manifests if locus in found.sentences)
        near = self.sections[locus.rpartition(".")[0]]
        at = near.index(locus)
        right = edition.rights.get("translations")
        return {
            "locus": locus,
            "source": source,
            "section": section,
            "number": number,
            "kind": sentence.kind,
            "translation": self.texts[locus],
            "edited": self.shown[locus],
            "previous": near[at - 1] if at else None,
            "next": near[at + 1] if at + 1 < len(near) else None,
            "rules": [{"rule": rule.name, "evidence": str(rule.status)} for rule in self.rules.get(locus, ())],
            "checks": self._checks(locus),
            "errata": [_erratum(erratum) for erratum in self.errata.get(locus, ())],
            "page": f"{self.context.uri(docname)}#{locus}",
            "address": edition.address(locus_path(locus)) or None,
            "rights": right.url if right else None,
            "version": edition.version,
            "history": [
                {"version": name, "what": what}
                for name, what in self.history.of(locus, self.texts[locus], edition.version)
            ],
            "sha256": sentence.sha256,
        }

    def _checks(self, locus: str) -> dict[str, int]:
        """Return how many checks each page has about a locus."""
        root = self.context.site.settings.docs
        pages = (place.rpartition(":")[0] for place in self.context.checks.get(locus, ()))
        names = (PurePosixPath(page).relative_to(root).with_suffix("").as_posix() for page in pages)
        return dict(sorted(Counter(names).items()))

    def files(self, section: str) -> dict[str, str]:
        """Return the files of a section by their path in the site."""
        made: dict[str, str] = {}
        for locus in self.sections[section]:
            about = self.about(locus)
            made[f"{locus_path(locus)}index.html"] = tidy.as_text(self._page(locus, about))
            about["citation"] = csl_item(self.context.locus_citation(locus))
            made[f"{locus_path(locus)}index.json"] = to_json(about)
        return made

    def _page(self, locus: str, about: Mapping[str, Any]) -> str:
        edition, citation = self.context.edition, self.context.locus_citation(locus)
        title, page = escape(citation.title), escape(UP + about["page"])
        canonical = f'<link rel="canonical" href="{escape(citation.address)}">\n' if citation.address else ""
        tags = "\n".join(head.tags(citation))
        named = self.context.env.titles[self.docnames[locus]].astext()
        exports = " ".join(
            f'<a href="{UP}{draw_panel.FOLDER}/{escape(locus)}.{extension}" download>{label}</a>'
            for extension, (label, _) in draw_panel.FORMATS.items()
        )
        parts = [
            self._near(about["previous"]),
            f"<blockquote>{_sentence(about['edited'])}</blockquote>",
            self._near(about["next"]),
            f'<p>{escape(about["kind"].capitalize())}, translated in <a href="{page}">{escape(named)}</a>.</p>',
            _listed("Carried out by", map(self._rule, self.rules.get(locus, ()))),
            _listed("Errata", map(self._erratum, self.errata.get(locus, ()))),
            _listed("Checked", (self._checked(name, count) for name, count in about["checks"].items())),
            _listed("History", (f"{escape(entry['version'])}: {escape(entry['what'])}" for entry in about["history"])),
            f"<h2>Cite</h2>\n<p>{escape(styles.formatted_locus(citation, locus, 'Chicago'))}</p>\n<p>{exports} "
            '<a href="index.json">JSON</a></p>',
            f"<footer><p>{draw_panel.version(citation)}. {draw_panel.rights(edition.rights.values())}</p></footer>",
        ]
        body = "\n".join(filter(None, parts))
        own = self.context.app.config.html_favicon
        icon = (
            f"{UP}_static/{PurePosixPath(own).name}" if own else "data:,"
        )  # or browsers ask for one that is not there
        robots = '<meta name="robots" content="noindex, nofollow">\n' if self.context.app.config.edition_private else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(edition.language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n{robots}'
            f'{canonical}<link rel="alternate" type="application/json" href="index.json">\n{tags}\n'
            f'<link rel="icon" href="{escape(icon)}">\n<link rel="stylesheet" href="{UP}_static/locus.css">\n'
            "</head>\n<body>\n"
            f'<header><p><a href="{UP}{escape(self.context.uri("index"))}">{escape(edition.title)}</a></p></header>\n'
            f"<main>\n<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
        )

    def _near(self, locus: str | None) -> str:
        if locus is None:
            return ""
        return f'<p class="near"><a href="../{escape(locus)}/">{escape(locus)}</a> {_sentence(self.shown[locus])}</p>'

    def _rule(self, rule: Rule) -> str:
        name = listing.inner_name(rule)
        href = escape(f"{UP}{self.context.uri(listing.page_name(rule.module))}#{name}")
        said = _text(engine.statement(rule.doc))
        return f'<a href="{href}"><code>{escape(name)}</code></a> ({escape(str(rule.status))}): {said}'

    def _erratum(self, erratum: Erratum) -> str:
        href = escape(f"{UP}{self.context.uri(erratum.docname)}#{erratum.anchor}")
        meant = f": read {_text(erratum.meant)}" if erratum.meant else ""
        return f'<a href="{href}">{escape(erratum.name)}</a> ({escape(erratum.grade)}){meant}'

    def _checked(self, docname: str, count: int) -> str:
        title = self.context.env.titles[docname].astext() if docname in self.context.env.titles else docname
        times = "once" if count == 1 else f"{count} times"
        return f'{times} in <a href="{escape(UP + self.context.uri(docname))}">{escape(title)}</a>'


@dataclass(frozen=True, slots=True)
class Section:
    """A section whose pages are to be written: its name, the state of its pages, and their paths."""

    name: str
    state: str
    paths: tuple[str, ...]


def sections(pages: Pages) -> list[Section]:
    """Return the sections, each with the files that its pages are."""
    return [
        Section(name, pages.state(name), tuple(f"{locus_path(locus)}index.{kind}" for locus in loci for kind in KINDS))
        for name, loci in pages.sections.items()
    ]


KINDS = ("html", "json")


def _erratum(erratum: Erratum) -> dict[str, str | None]:
    return {"erratum": erratum.name, "grade": erratum.grade, "meant": erratum.meant or None}


def _text(text: str) -> str:
    return tidy.russian(tidy.html_of(text.replace("`", "")))


def _sentence(text: str) -> str:
    """Return a sentence as HTML, with the editor's words marked."""
    return _SUPPLIED.sub(r'<span class="supplied">\g<0></span>', _text(text))


def _listed(title: str, entries: Iterable[str]) -> str:
    rows = "".join(f"<li>{entry}</li>\n" for entry in entries)
    return f"<h2>{title}</h2>\n<ul>\n{rows}</ul>" if rows else ""
