"""The panel of each sentence: what carries it out, what proves it, on what evidence, and how it is cited.

A panel is static HTML that the browser's own popover opens, so it needs no script. The code of a rule is given once on
the page, folded at its end, however many sentences it carries out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

from docutils import nodes

from gamerules import game as games
from gamerules.rules import Decision, Rule
from verify.draw.nodes import blocks
from verify.model import Kind, Result, Verdict
from verify.report.text import plural
from verify.site import engine, facts
from verify.site.apparatus.addresses import locus_path
from verify.site.context import Context
from verify.site.facts import Erratum
from verify.site.reader import listing, tidy
from verify.strength.results import stored

_OPENER = re.compile(
    r'<a class="locus" id="(?P<locus>[^"]+)" href="#[^"]*" aria-label="(?P<label>[^"]*)" title="[^"]*">'
    r"(?P<number>.*?)</a>"
    r'(?:<button type="button" class="locus-cite"[^>]*></button>)?'
)
_MARKS = {Verdict.HOLDS: "✓", Verdict.FAILS: "✗", Verdict.SKIPPED: "–"}
_CHECKS = {Kind.EXAMPLE: 0, Kind.RECORD: 1, Kind.CLAIM: 2, Kind.HOLDS: 3}
MOST_CHECKS = 8
"""How many checks a panel lists; of long lists the page's own come first."""
_CLAIM = re.compile(r"(?s)\s*(?P<shown>.*?)\s*<(?P<expression>.*)>[^<>]*")


@dataclass(frozen=True, slots=True)
class Shown:
    """A check as a panel shows it.

    Attributes:
        result: its result.
        docname: its page.
        anchor: its address there (examples and records only).
        red: how often a break of the rules turned it red; None if none was tried.
    """

    result: Result
    docname: str
    anchor: str
    red: int | None

    @property
    def state(self) -> object:
        """All that is shown of the check."""
        return self.result.check.fingerprint, self.result.verdict, self.docname, self.anchor, self.red


@dataclass(frozen=True, slots=True)
class Opening:
    """A decision about a sentence: the game, the field, the decision, and the reading adopted by default."""

    game: str
    name: str
    decision: Decision
    adopted: object


class Known:
    """Everything that panels draw on, each part computed when it is first needed."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @cached_property
    def kinds(self) -> Mapping[str, str]:
        """What kind of sentence each locus is."""
        manifests = self.context.manifests
        return {locus: sentence.kind for manifest in manifests for locus, sentence in manifest.sentences.items()}

    @cached_property
    def rules(self) -> Mapping[str, Sequence[Rule]]:
        """The rules, by locus."""
        return engine.rules_by_locus()

    @cached_property
    def openings(self) -> Mapping[str, Sequence[Opening]]:
        """The decisions, by locus."""
        defaults = [(name, engine.default_rules(games.find(name))) for name in games.names()]
        return engine.grouped(
            (locus, Opening(name, field, decision, getattr(rules, field)))
            for name, rules in defaults
            for field, decision in rules.decisions().items()
            for locus in decision.loci
        )

    @cached_property
    def checks(self) -> Mapping[str, Sequence[Shown]]:
        """The checks, by locus, in the order of pages and text, those of the sentence's own page first."""
        site = self.context.site
        red = stored(site.settings).get("checks", {})
        found = engine.grouped(
            (locus, Shown(result, docname, _anchor(result, number), red.get(result.check.fingerprint)))
            for docname in sorted(site.entries)
            for number, result in enumerate(site.results(docname))
            if result.check.kind.is_check and result.verdict is not Verdict.SKIPPED
            for locus in dict.fromkeys((*result.check.loci, *result.loci))
        )
        home = facts.loci_of_site(self.context.env)
        return {locus: _sorted(shown, home.get(locus, "")) for locus, shown in found.items()}

    @cached_property
    def errata(self) -> Mapping[str, Sequence[Erratum]]:
        """The errata, by locus."""
        errata = facts.errata_of_site(self.context.env)
        return engine.grouped((locus, erratum) for erratum in errata for locus in erratum.loci)

    def state(self, loci: Iterable[str]) -> object:
        """Return all that the panels of these loci show, except what is taken from the code."""
        return [
            (locus, self.kinds.get(locus), self.errata.get(locus), [each.state for each in self.checks.get(locus, ())])
            for locus in loci
        ]


def _sorted(shown: Iterable[Shown], home: str) -> list[Shown]:
    """Return checks with those of the sentence's own page first; a few of those elsewhere."""
    ordered = sorted(shown, key=lambda entry: (entry.docname != home, _CHECKS.get(entry.result.check.kind, 0)))
    own = [entry for entry in ordered if entry.docname == home]
    return ordered[: max(len(own), MOST_CHECKS)]


def _anchor(result: Result, number: int) -> str:
    """Return the address of a check on its page: its name, or its number among the page's checks.

    Claims and clauses have none: they are in the sentence that they are about, or somewhere on the page.
    """
    if result.check.kind.is_role:
        return ""
    return result.check.option("name") or f"check-{number + 1}"


def name_checks(doctree: nodes.document) -> None:
    """Give examples and records without a name an address of their own."""
    for node in blocks(doctree, "example", "record"):
        if not node.get("name") and node.get("check", -1) >= 0:
            node["name"] = f"check-{node['check'] + 1}"


def add_panels(body: str, context: Context, known: Known, highlight: listing.Highlight, decisions: str) -> str:
    """Return a page's body with its numbers made into buttons and their panels, and the code, at the end.

    Args:
        body: the page's HTML.
        context: the page.
        known: what the panels draw on.
        highlight: draws code.
        decisions: the page that lists all decisions; empty if there is no such page.
    """
    loci = [match["locus"] for match in _OPENER.finditer(body)]
    if not loci:
        return body
    cited = {locus for locus in loci if f'id="cite-{locus}"' in body}
    drawn = _Panel(context, known, decisions)
    panels = {locus: drawn.panel(locus, cited=locus in cited) for locus in loci}
    entries = {entry.name: entry for locus in loci for entry in known.rules.get(locus, ())}
    body = _OPENER.sub(lambda match: _button(match) if panels[match["locus"]] else match[0], body)
    return body + "".join(panels.values()) + _code(entries.values(), context, highlight)


def _button(match: re.Match[str]) -> str:
    locus, label = match["locus"], match["label"]
    return (
        f'<span class="locus" id="{locus}"><button type="button" class="beside-open" data-pagefind-ignore '
        f'popovertarget="beside-{locus}" aria-label="{label}: code and checks" title="{locus}">{match["number"]}'
        "</button></span>"
    )


def code_id(entry: Rule) -> str:
    """Return the address of a rule's code on a page with panels."""
    return f"code-{entry.name}"


@dataclass(frozen=True, slots=True)
class _Panel:
    """Draws the panels of one page."""

    context: Context
    known: Known
    decisions: str

    def panel(self, locus: str, *, cited: bool) -> str:
        """Return the panel of a sentence; nothing for one about which there is nothing to say."""
        ident = escape(locus)
        kind = self.known.kinds.get(locus, "")
        cite = f'<button type="button" popovertarget="cite-{ident}">Cite</button> ' if cited else ""
        content = [
            *self._errata(locus),
            _listed("Carried out by", self._rules(locus)),
            _listed("Left open here", self._openings(locus)),
            _listed("Proved by", map(self._check, self.known.checks.get(locus, ()))),
        ]
        if not any(content):
            return ""
        parts = [
            f'<div popover id="beside-{ident}" class="beside" role="dialog" aria-label="{ident}" '
            'data-pagefind-ignore="all">',
            f'<p class="beside-head"><a href="{self._permanent(locus)}" '
            f'title="the permanent address of this sentence">{ident}</a>',
            f'<span class="beside-kind">{escape(kind)}</span>{cite}'
            f'<button type="button" popovertarget="beside-{ident}" popovertargetaction="hide">Close</button></p>',
            *content,
            "</div>\n",
        ]
        return "".join(parts)

    def _permanent(self, locus: str) -> str:
        up = self.context.app.builder.get_relative_uri(self.context.docname, "index").rpartition("/")[0]
        return escape(f"{up}/{locus_path(locus)}" if up else locus_path(locus))

    def _rules(self, locus: str) -> Iterable[str]:
        for entry in self.known.rules.get(locus, ()):
            name, module = escape(listing.inner_name(entry)), escape(entry.module)
            note = f" {_words(entry.note)}" if entry.note else ""
            yield (
                f'<code title="{module}">{name}</code> '
                f'<span class="beside-status">{escape(str(entry.status))}</span>'
                f"<p>{_words(engine.statement(entry.doc))}{note}</p>"
                f'<details data-from="{escape(code_id(entry))}"><summary>Code</summary>'
                f'<p><a href="#{escape(code_id(entry))}">at the end of this page</a></p></details>'
            )

    def _openings(self, locus: str) -> Iterable[str]:
        for opening in self.known.openings.get(locus, ()):
            reading = _words(opening.decision.readings[opening.adopted])
            question = _words(opening.decision.question)
            if self.decisions:
                anchor = f"decision-{opening.game}-{opening.name.replace('_', '-')}"
                question = f'<a href="{escape(self.context.address(self.decisions, anchor))}">{question}</a>'
            yield f"{question}<p>Adopted: {reading}</p>"

    def _errata(self, locus: str) -> Iterable[str]:
        for erratum in self.known.errata.get(locus, ()):
            href = escape(self.context.address(erratum.docname, erratum.anchor))
            meant = f": read {tidy.russian(tidy.html_of(erratum.meant))}" if erratum.meant else ""
            yield (
                f'<p class="beside-erratum"><a href="{href}">Erratum {escape(erratum.name)}</a> '
                f"({escape(erratum.grade)}){meant}</p>"
            )

    def _check(self, shown: Shown) -> str:
        if shown.red is None:
            return self._proof(shown)
        often = f"seen to fail: {plural(shown.red, 'time')}" if shown.red else "never seen to fail"
        return f'{self._proof(shown)} <span class="beside-red">{often}</span>'

    def _proof(self, shown: Shown) -> str:
        check, verdict = shown.result.check, shown.result.verdict
        mark = f'<span class="verdict {verdict}">{_MARKS[verdict]} {verdict}</span>'
        if check.kind.is_role:
            match = _CLAIM.fullmatch(check.text)
            words = f"“{tidy.html_of(match['shown'])}” <code>{escape(match['expression'])}</code>" if match else ""
            there = f' <a href="{self._href(shown)}">on {escape(shown.docname)}</a>'
            here = "" if shown.docname == self.context.docname else there
            return f"{mark} {check.kind.called} {words}{here}"
        if shown.docname == self.context.docname and check.kind is Kind.EXAMPLE:
            return (
                f'<details data-from="{escape(shown.anchor)}"><summary>{mark} example</summary>'
                f'<p><a href="#{escape(shown.anchor)}">in the text</a></p></details>'
            )
        where = "" if shown.docname == self.context.docname else f" on {escape(shown.docname)}"
        return f'{mark} <a href="{self._href(shown)}">{check.kind}</a>{where}'

    def _href(self, shown: Shown) -> str:
        return escape(self.context.address(shown.docname, shown.anchor))


def _listed(title: str, entries: Iterable[str]) -> str:
    rows = "".join(f"<li>{entry}</li>" for entry in entries)
    return f'<p class="beside-title">{title}</p><ul>{rows}</ul>' if rows else ""


def _words(text: str) -> str:
    """Return a text of the code as HTML: whatever is between backticks is code."""
    return re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", tidy.russian(tidy.html_of(text)))


def _code(entries: Iterable[Rule], context: Context, highlight: listing.Highlight) -> str:
    """Return the code of rules, each folded."""
    parts = []
    for entry in sorted(entries, key=lambda entry: entry.name):
        found = listing.excerpt(entry)
        href = escape(context.address(listing.page_name(entry.module), listing.inner_name(entry)))
        more = "Continued in " if found.cut else "In "
        parts.append(
            f"<details><summary><code>{escape(entry.name)}</code></summary>"
            f'<div id="{escape(code_id(entry))}" class="beside-code">{highlight(found.text)}'
            f'<p>{more}<a href="{href}">{escape(entry.module)}</a></p></div></details>\n'
        )
    if not parts:
        return ""
    return (
        '<section class="reader-code" aria-label="The code of this page" data-pagefind-ignore="all">\n'
        f'<p class="rubric">The code that carries out this page</p>\n{"".join(parts)}</section>\n'
    )
