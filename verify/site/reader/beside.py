"""The panel of each sentence: what carries it out, what proves it, on what evidence, and how it is cited.

A panel is static HTML that the browser's own popover opens, so it needs no script. The code of a rule stands once on
the page, folded at its end, however many sentences it carries out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from gamerules.rules import Decision, Rule
from verify.model import Kind, Result, Verdict
from verify.site.apparatus.collect import Erratum
from verify.site.reader import listing, suits, tidy

_OPENER = re.compile(
    r'<a class="locus" id="(?P<locus>[^"]+)" href="#[^"]*" aria-label="(?P<label>[^"]*)" title="[^"]*">'
    r"(?P<number>.*?)</a>"
    r'(?:<button type="button" class="locus-cite"[^>]*></button>)?'
)
_MARKS = {Verdict.HOLDS: "✓", Verdict.FAILS: "✗", Verdict.SKIPPED: "–"}
_CLAIM = re.compile(r"(?s)\s*(?P<shown>.*?)\s*<(?P<expression>.*)>[^<>]*")


@dataclass(frozen=True, slots=True)
class Shown:
    """A check as a panel shows it: what came of it, the page it stands on, its address there (examples, records)."""

    result: Result
    docname: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision about a sentence: the game, the field, the decision, and the reading adopted by default."""

    game: str
    name: str
    decision: Decision
    adopted: object


@dataclass
class Known:
    """All that panels draw on.

    Attributes:
        kinds: what kind of sentence each locus is.
        rules: the rules, by locus.
        choices: the decisions, by locus.
        checks: the checks, by locus.
        errata: the errata, by locus.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Sequence[Rule]] = field(default_factory=dict)
    choices: Mapping[str, Sequence[Choice]] = field(default_factory=dict)
    checks: Mapping[str, Sequence[Shown]] = field(default_factory=dict)
    errata: Mapping[str, Sequence[Erratum]] = field(default_factory=dict)


Link = Callable[[str, str], str]
"""The address of a page and an anchor on it, as seen from the present page."""


def add_panels(body: str, docname: str, known: Known, link: Link, highlight: listing.Highlight, decisions: str) -> str:
    """Return a page's body with its numbers made into buttons and their panels, and the code, at the end.

    Args:
        body: the page's HTML.
        docname: the page.
        known: what the panels draw on.
        link: makes addresses.
        highlight: draws code.
        decisions: the page that lists all decisions; empty if there is none.
    """
    loci = [match["locus"] for match in _OPENER.finditer(body)]
    if not loci:
        return body
    cited = {locus for locus in loci if f'id="cite-{locus}"' in body}
    drawn = _Panel(docname, known, link, decisions)
    panels = [drawn.panel(locus, cited=locus in cited) for locus in loci]
    entries = {entry.name: entry for locus in loci for entry in known.rules.get(locus, ())}
    return _OPENER.sub(_button, body) + "".join(panels) + _code(entries.values(), link, highlight)


def _button(match: re.Match[str]) -> str:
    locus, label = match["locus"], match["label"]
    return (
        f'<span class="locus" id="{locus}" data-pagefind-ignore><button type="button" class="beside-open" '
        f'popovertarget="beside-{locus}" aria-label="{label}: code and checks" title="{locus}">{match["number"]}'
        "</button></span>"
    )


def code_id(entry: Rule) -> str:
    """Return the address of a rule's code on a page with panels."""
    return f"code-{entry.name}"


@dataclass(frozen=True, slots=True)
class _Panel:
    """Draws the panels of one page."""

    docname: str
    known: Known
    link: Link
    decisions: str

    def panel(self, locus: str, *, cited: bool) -> str:
        ident = escape(locus)
        kind = self.known.kinds.get(locus, "")
        cite = f'<button type="button" popovertarget="cite-{ident}">Cite</button> ' if cited else ""
        parts = [
            f'<div popover id="beside-{ident}" class="beside" role="dialog" aria-label="{ident}" '
            'data-pagefind-ignore="all">',
            f'<p class="beside-head"><a href="#{ident}" title="the permanent address of this sentence">{ident}</a>',
            f'<span class="beside-kind">{escape(kind)}</span>{cite}'
            f'<button type="button" popovertarget="beside-{ident}" popovertargetaction="hide">Close</button></p>',
            *self._errata(locus),
            *self._rules(locus),
            *self._choices(locus),
            *self._checks(locus),
            "</div>\n",
        ]
        return "".join(parts)

    def _rules(self, locus: str) -> Iterable[str]:
        found = self.known.rules.get(locus, ())
        if not found:
            return
        yield '<p class="beside-title">Carried out by</p><ul>'
        for entry in found:
            name, module = escape(listing.inner_name(entry)), escape(entry.module)
            note = f" {_words(entry.note)}" if entry.note else ""
            yield (
                f'<li><code title="{module}">{name}</code> '
                f'<span class="beside-status">{escape(str(entry.status))}</span>'
                f"<p>{_words(_as_rule(entry.doc))}{note}</p>"
                f'<details data-from="{escape(code_id(entry))}"><summary>Code</summary>'
                f'<p><a href="#{escape(code_id(entry))}">at the end of this page</a></p></details></li>'
            )
        yield "</ul>"

    def _choices(self, locus: str) -> Iterable[str]:
        found = self.known.choices.get(locus, ())
        if not found:
            return
        yield '<p class="beside-title">Left open here</p><ul>'
        for choice in found:
            reading = _words(choice.decision.readings[choice.adopted])
            question = _words(choice.decision.question)
            if self.decisions:
                anchor = f"decision-{choice.game}-{choice.name.replace('_', '-')}"
                question = f'<a href="{escape(self.link(self.decisions, anchor))}">{question}</a>'
            yield f"<li>{question}<p>Adopted: {reading}</p></li>"
        yield "</ul>"

    def _errata(self, locus: str) -> Iterable[str]:
        for erratum in self.known.errata.get(locus, ()):
            href = escape(self.link(erratum.docname, erratum.anchor))
            meant = f": meant is {tidy.russian(suits.html(erratum.meant))}" if erratum.meant else ""
            yield (
                f'<p class="beside-erratum"><a href="{href}">Erratum {escape(erratum.name)}</a> '
                f"({escape(erratum.grade)}){meant}</p>"
            )

    def _checks(self, locus: str) -> Iterable[str]:
        found = self.known.checks.get(locus, ())
        if not found:
            return
        yield '<p class="beside-title">Proved by</p><ul>'
        for shown in found:
            yield f"<li>{self._check(shown, locus)}</li>"
        yield "</ul>"

    def _check(self, shown: Shown, locus: str) -> str:
        check, verdict = shown.result.check, shown.result.verdict
        mark = f'<span class="verdict {verdict}">{_MARKS[verdict]} {verdict}</span>'
        if check.kind is Kind.CLAIM:
            match = _CLAIM.fullmatch(check.text)
            words = f"“{suits.html(match['shown'])}” <code>{escape(match['expression'])}</code>" if match else ""
            here = "" if shown.docname == self.docname else self._there(shown, locus)
            return f"{mark} claim {words}{here}"
        if shown.docname == self.docname and check.kind is Kind.EXAMPLE:
            return (
                f'<details data-from="{escape(shown.anchor)}"><summary>{mark} example</summary>'
                f'<p><a href="#{escape(shown.anchor)}">in the text</a></p></details>'
            )
        return f'{mark} <a href="{escape(self.link(shown.docname, shown.anchor))}">{check.kind}</a>{self._where(shown)}'

    def _there(self, shown: Shown, locus: str) -> str:
        return f' <a href="{escape(self.link(shown.docname, shown.anchor))}">on {escape(shown.docname)}</a>'

    def _where(self, shown: Shown) -> str:
        return "" if shown.docname == self.docname else f" on {escape(shown.docname)}"


def _as_rule(doc: str) -> str:
    """Turn the first line of a docstring into a statement: ``Return who leads.`` becomes ``Who leads.``."""
    text = doc.removeprefix("Return ")
    return text[:1].upper() + text[1:]


def _words(text: str) -> str:
    """Return a text of the code as HTML: what stands between backticks is code."""
    return re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", tidy.russian(suits.html(text)))


def _code(entries: Iterable[Rule], link: Link, highlight: listing.Highlight) -> str:
    """Return the code of rules, each folded."""
    parts = []
    for entry in sorted(entries, key=lambda entry: entry.name):
        found = listing.excerpt(entry)
        href = escape(link(listing.page_name(entry.module), listing.inner_name(entry)))
        more = "It goes on in " if found.cut else "In "
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
