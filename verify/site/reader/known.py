"""Gathers what panels draw on, once for a build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes

from gamerules import game as games
from verify.draw.build import Site, entries
from verify.draw.nodes import example_node, record_node
from verify.model import Kind, Result, Verdict
from verify.site.apparatus import collect
from verify.site.reader import listing
from verify.site.reader.beside import Choice, Known, Shown
from verify.site.reader.sentences import sentences_of
from verify.texts.sources import load_manifests

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_ORDER = {Kind.EXAMPLE: 0, Kind.RECORD: 1, Kind.CLAIM: 2}
MOST_CHECKS = 8
"""How many checks a panel lists; of long lists the page's own come first."""


@dataclass
class Gathered:
    """What is known of the whole site: for panels, and the text of every translated sentence."""

    known: Known = field(default_factory=Known)
    texts: dict[str, str] = field(default_factory=dict)


def gather(site: Site, env: BuildEnvironment) -> Gathered:
    """Gather everything, after the checks have run."""
    kinds = {
        locus: sentence.kind
        for manifest in load_manifests(site.settings)
        for locus, sentence in manifest.sentences.items()
    }
    errata: dict[str, list[collect.Erratum]] = {}
    for erratum in collect.errata_of_site(env):
        for locus in erratum.loci:
            errata.setdefault(locus, []).append(erratum)
    texts: dict[str, str] = {}
    for docname, facts in collect.all_facts(env).items():
        if facts.loci:
            texts.update(sentences_of(env.get_doctree(docname)))
    known = Known(kinds, listing.by_locus(listing.all_rules()), _choices(), _checks(site, env), errata)
    return Gathered(known, texts)


def _choices() -> dict[str, list[Choice]]:
    found: dict[str, list[Choice]] = {}
    for name in games.names():
        rules = next(iter(games.find(name).presets.values()))
        for field_name, decision in rules.decisions().items():
            for locus in decision.loci:
                choice = Choice(name, field_name, decision, getattr(rules, field_name))
                found.setdefault(locus, []).append(choice)
    return found


def _checks(site: Site, env: BuildEnvironment) -> dict[str, list[Shown]]:
    found: dict[str, list[Shown]] = {}
    for docname in entries(env):
        for number, result in enumerate(site.results(docname)):
            if not result.check.kind.is_check or result.verdict is Verdict.SKIPPED:
                continue
            for locus in dict.fromkeys((*result.check.loci, *result.loci)):
                found.setdefault(locus, []).append(Shown(result, docname, _anchor(result, number)))
    home = collect.loci_of_site(env)
    return {locus: _sorted(shown, home.get(locus, "")) for locus, shown in found.items()}


def _sorted(shown: Iterable[Shown], home: str) -> list[Shown]:
    """Return checks with those of the sentence's own page first; a few of those elsewhere."""
    ordered = sorted(shown, key=lambda entry: (entry.docname != home, _ORDER.get(entry.result.check.kind, 3)))
    own = [entry for entry in ordered if entry.docname == home]
    return ordered[: max(len(own), MOST_CHECKS)]


def _anchor(result: Result, number: int) -> str:
    """Return the address of a check on its page: its name, or its number among the page's checks.

    Claims have none: they stand in the sentence that they are about, or somewhere on the page.
    """
    if result.check.kind is Kind.CLAIM:
        return ""
    return result.check.option("name") or f"check-{number + 1}"


def name_checks(doctree: nodes.document) -> None:
    """Give examples and records without a name an address of their own."""
    for node in doctree.findall(nodes.Element):
        if isinstance(node, (example_node, record_node)) and not node.get("name") and node.get("check", -1) >= 0:
            node["name"] = f"check-{node['check'] + 1}"
