"""Pages that lead back to the text: all sentences, the code that carries them out, the score lines; and score pads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from gamerules import game as games
from gamerules import records
from gamerules.ledger import Ledger
from gamerules.rules import LostTableError, Rule
from verify.draw import cards
from verify.draw.build import Site
from verify.draw.nodes import reference_node
from verify.draw.pages import table
from verify.draw.writers import number_of, spoken
from verify.model import Kind, Word
from verify.site.reader import listing
from verify.texts.sources import load_manifests

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Body: TypeAlias = list[list[list[nodes.Node]]]

DEALS = 60
"""How many random deals of each game are looked through for score lines."""
PAD_ROWS = 18


class index_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A place to be filled when the page is written. Attributes: ``what``, ``argument``, ``options``."""


class Index(SphinxDirective):
    """A directive whose content is made from the rules and the sources; its name says what."""

    has_content = False
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"sides": str.strip}

    def run(self) -> list[nodes.Node]:
        """Leave the place."""
        node = index_node("", what=self.name, argument=" ".join(self.arguments), options=dict(self.options))
        self.set_source_info(node)
        return [node]


def register(app: Sphinx) -> None:
    """Tell Sphinx of the directives."""
    app.add_node(index_node)
    for name in DRAW:
        app.add_directive(name, Index)


@dataclass(frozen=True, slots=True)
class Source:
    """What an index draws on: the site, and the text of every translated sentence."""

    site: Site
    texts: Mapping[str, str]


def fill(source: Source, doctree: nodes.document) -> None:
    """Fill the places of a page that is about to be written."""
    for node in list(doctree.findall(index_node)):
        node.replace_self(list(DRAW[node["what"]](source, node["argument"], node["options"])))


def _locus(locus: str) -> nodes.Node:
    return reference_node("", word=str(Word.LOCUS), name=locus)


def _loci(loci: Iterable[str]) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for locus in loci:
        found += [nodes.Text(", "), _locus(locus)] if found else [_locus(locus)]
    return found


def _section(title: str, ident: str, *children: nodes.Node) -> nodes.section:
    return nodes.section("", nodes.title("", title), *children, ids=[ident])


def _heads(*names: str) -> list[list[nodes.Node]]:
    return [[nodes.Text(name)] for name in names]


# ---- all sentences


def draw_loci(source: Source, argument: str, options: Mapping[str, str]) -> list[nodes.Node]:
    """Draw every locus of every source, by section."""
    found: list[nodes.Node] = []
    for manifest in load_manifests(source.site.settings):
        sections: dict[str, list[str]] = {}
        for locus in manifest.sentences:
            sections.setdefault(locus.rpartition(".")[0], []).append(locus)
        body: Body = [[[nodes.Text(_title(name))], _numbers(source.site, loci)] for name, loci in sections.items()]
        ident = f"loci-{manifest.source}"
        drawn = table(_heads("section", "sentences"), body, name=f"{ident}-table", classes=["reader-loci"], stubs=1)
        found.append(_section(manifest.source, ident, drawn))
    return found


def _title(section: str) -> str:
    return section.partition(".")[2].replace("-", " ").replace(".", ", ") or section


def _numbers(site: Site, loci: Iterable[str]) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for locus in loci:
        page = site.locus_page(locus)
        found += [nodes.Text(" ")] if found else []
        if page is None:
            found.append(nodes.Text(number_of(locus)))
        else:
            target = nodes.reference("", number_of(locus), refuri="", internal=True, reftitle=spoken(locus))
            target["reader"] = (page, locus)
            found.append(target)
    return found


# ---- from code to text


def draw_rules(source: Source, argument: str, options: Mapping[str, str]) -> list[nodes.Node]:
    """Draw every rule with the sentences that it carries out, by package."""
    packages: dict[str, list[Rule]] = {}
    for entry in listing.all_rules():
        packages.setdefault(_package(entry.module), []).append(entry)
    found: list[nodes.Node] = []
    for name, entries in packages.items():
        body: Body = [[_code(entry), [nodes.Text(str(entry.status))], _loci(entry.loci)] for entry in entries]
        ident = f"code-{name.replace('.', '-').replace('_', '-')}"
        drawn = table(
            _heads("code", "evidence", "says so"), body, name=f"{ident}-table", classes=["reader-rules"], stubs=1
        )
        found.append(_section(name, ident, drawn))
    return found


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _code(entry: Rule) -> list[nodes.Node]:
    name = entry.name.removeprefix(f"{_package(entry.module)}.")
    target = nodes.reference("", "", nodes.literal("", name), refuri="", internal=True)
    target["reader"] = (listing.page_name(entry.module), listing.inner_name(entry))
    return [target]


# ---- from score lines to text


def draw_score(source: Source, argument: str, options: Mapping[str, str]) -> list[nodes.Node]:
    """Draw every kind of score line that records and random deals show, with the sentence that awards it, by game."""
    found: list[nodes.Node] = []
    for name in games.names():
        game = games.find(name)
        lines = score_lines([*_recorded(source.site, name), *_dealt(game)])
        if lines:
            body: Body = [
                [list(cards.text(why)), [nodes.Text(line)], _loci(loci)] for (why, line), loci in sorted(lines.items())
            ]
            drawn = table(
                _heads("score line", "stands", "says so"),
                body,
                name=f"score-{name}-table",
                classes=["reader-score"],
                stubs=1,
            )
            found.append(_section(game.title, f"score-{name}", drawn))
    return found


def score_lines(ledgers: Iterable[Ledger]) -> dict[tuple[str, str], list[str]]:
    """Return the loci of score lines by what they are for, figures and suits left open, and where they stand."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for ledger in ledgers:
        for entry in ledger:
            why = re.sub(r"\d[\d,]*", "…", re.sub("[♠♥♦♣]", "trumps", entry.why))
            found.setdefault((why, f"{entry.line} the line"), {})[entry.locus] = None
    return {key: list(loci) for key, loci in found.items()}


def _recorded(site: Site, name: str) -> Iterable[Ledger]:
    for result in site.outcome.results if site.outcome else ():
        if result.check.kind is Kind.RECORD and result.compared:
            path = site.path_of(result.check)
            replay = records.replay(records.load(site.root / path, path))
            if replay.record.game.name == name and replay.moments:
                yield from _ledger(replay.moments[-1].state)


def _dealt(game: games.Game) -> Iterable[Ledger]:
    if game.start is None or game.policy is None:
        return
    players = tuple(f"player {number + 1}" for number in range(game.players))
    for seed in range(DEALS):
        state = game.start(next(iter(game.presets.values())), players)
        yield from _ledger(games.random_game(state, Random(seed), game.policy)[-1])


def _ledger(state: Any) -> Iterable[Ledger]:
    try:
        yield state.ledger()
    except LostTableError:
        return


# ---- what the text advises


def draw_advice(source: Source, argument: str, options: Mapping[str, str]) -> list[nodes.Node]:
    """Draw the translated sentences of a source, or of some of its sections, that give advice."""
    prefix = f"{argument.rstrip('.')}."
    found = nodes.bullet_list("", classes=["reader-advice"])
    for manifest in load_manifests(source.site.settings):
        for locus, sentence in manifest.sentences.items():
            if sentence.kind == "advice" and locus.startswith(prefix) and locus in source.texts:
                words = [*cards.text(source.texts[locus]), nodes.Text(" ("), _locus(locus), nodes.Text(")")]
                found += nodes.list_item("", nodes.paragraph("", "", *words))
    return [found] if found.children else [nodes.paragraph("", "The text gives none.")]


# ---- paper


def draw_pad(source: Source, argument: str, options: Mapping[str, str]) -> list[nodes.Node]:
    """Draw an empty score pad: a column for each side, above and below the line."""
    sides = [part.strip() for part in options.get("sides", "we | they").split("|")]
    empty: list[list[list[nodes.Node]]] = [[[] for _ in sides] for _ in range(PAD_ROWS)]
    rule: list[list[nodes.Node]] = [[nodes.Text("↑ above the line · below ↓")] for _ in sides]
    body = [*empty[: PAD_ROWS // 2], rule, *empty[PAD_ROWS // 2 :]]
    ident = f"pad-{''.join(letter if letter.isalnum() else '-' for letter in argument.lower())}"
    return [table(_heads(*sides), body, name=ident, caption=f"Score pad: {argument}", classes=["reader-pad"])]


DRAW: Mapping[str, Callable[[Source, str, Mapping[str, str]], Sequence[nodes.Node]]] = {
    "loci-index": draw_loci,
    "rules-index": draw_rules,
    "score-lines": draw_score,
    "score-pad": draw_pad,
    "advice": draw_advice,
}
"""The directives, by name."""
