"""What a gathered place can draw on, and the building blocks that all of them share."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from docutils import nodes

from gamerules import game as games
from gamerules.rules import LOCUS, BaseRules, Rule, Table
from verify.draw import cards
from verify.draw.nodes import reference_node
from verify.model import Word
from verify.site.cite.about import Edition
from verify.texts import coverage, sources

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from verify.draw.build import Site


Nodes: TypeAlias = list[nodes.Node]


class GatherError(ValueError):
    """Something that cannot be gathered; the message says what and how to mend it."""


@dataclass
class Context:
    """What a drawing can draw on: the build, the page, the edition and what the checks came to."""

    app: Sphinx
    docname: str
    edition: Edition
    site: Site

    @classmethod
    def of(cls, app: Sphinx, docname: str) -> Context:
        """Return the context of a page that is being written."""
        from verify.doors.sphinx import site_of
        from verify.site.apparatus.extension import edition_of

        return cls(app, docname, edition_of(app.config, Path(app.srcdir)), site_of(app))

    @cached_property
    def covered(self) -> coverage.Coverage:
        """Where each locus is translated, carried out and checked."""
        outcome = self.site.outcome
        results = outcome.results if outcome else ()
        pages = outcome.pages if outcome else ()
        manifests = sources.load_manifests(self.site.settings)
        rulings = coverage.find_rulings(self.site.settings, coverage.checks_by_locus(results))
        return coverage.cover(pages, results, manifests, rulings, self.site.settings)

    @cached_property
    def checks(self) -> dict[str, tuple[str, ...]]:
        """The places of the checks about each locus."""
        outcome = self.site.outcome
        return coverage.checks_by_locus(outcome.results if outcome else ())


@dataclass(frozen=True, slots=True)
class Gathering:
    """One directive: how it is drawn, what its argument is (empty if it takes none), whether that is a file."""

    draw: Callable[[Context, str, str], Nodes]
    argument: str = ""
    is_file: bool = False


def words(text: str) -> Nodes:
    """Return a text as nodes: loci become links, ``code`` is set as code, cards are drawn as cards."""
    found: Nodes = []
    for number, part in enumerate(text.split("`")):
        if number % 2:
            found.append(nodes.literal("", part))
            continue
        at = 0
        for match in LOCUS.finditer(part):
            found += [*cards.text(part[at : match.start()]), locus_link(match.group())]
            at = match.end()
        found += cards.text(part[at:])
    return found


def locus_link(locus: str) -> nodes.Node:
    """Return a link to a locus."""
    return reference_node("", word=str(Word.LOCUS), name=locus)


def erratum_link(name: str) -> nodes.Node:
    """Return a link to an erratum."""
    return reference_node("", word=str(Word.ERRATUM), name=name)


def loci_links(loci: Iterable[str]) -> Nodes:
    """Return links to loci, with commas between them."""
    found: Nodes = []
    for locus in loci:
        found += [nodes.Text(", "), locus_link(locus)] if found else [locus_link(locus)]
    return found


def foreign(text: str, language: str) -> nodes.Node:
    """Return a passage in another language, marked as such."""
    return nodes.inline("", text, classes=[f"language-{language}"])


def paragraph(*children: nodes.Node) -> nodes.paragraph:
    """Return a paragraph."""
    return nodes.paragraph("", "", *children)


def facts(pairs: Iterable[tuple[str, Nodes]]) -> nodes.field_list:
    """Return a list of names and what belongs to each; empty ones are left out."""
    entries = [
        nodes.field("", nodes.field_name("", name), nodes.field_body("", paragraph(*value)))
        for name, value in pairs
        if value
    ]
    return nodes.field_list("", *entries)


def section(title: Nodes, ident: str, *children: nodes.Node) -> nodes.section:
    """Return a section with its typed address."""
    return nodes.section("", nodes.title("", "", *title), *children, ids=[ident])


def heads(*names: str) -> list[Nodes]:
    """Return column heads."""
    return [[nodes.Text(name)] for name in names]


def all_games() -> list[games.Game]:
    """Return all installed games, by title."""
    return sorted((games.find(name) for name in games.names()), key=lambda found: found.title)


def default_rules(game: games.Game) -> BaseRules:
    """Return a game's first preset, which is its default."""
    return next(iter(game.presets.values()))


def all_tables() -> list[tuple[Rule, Table]]:
    """Return every table of the installed games with its entry in the register of rules, by name."""
    from gamerules import rules

    all_games()  # a table is known once its game is imported
    found = []
    for entry in rules.rules():
        module, _, name = entry.name.rpartition(".")
        value = getattr(importlib.import_module(module), name, None) if module == entry.module else None
        if isinstance(value, Table):
            found.append((entry, value))
    return found
