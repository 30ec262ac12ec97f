"""Draws what leads back to the text: indexes of sentences, of the code and of score lines; and score pads."""

from __future__ import annotations

import re
from collections.abc import Iterable

from docutils import nodes

from gamerules import game as games
from gamerules.ledger import Entry
from gamerules.rules import Rule
from verify.draw import cards
from verify.draw.table import cells, joined, paragraph, table
from verify.draw.writers import number_of, spoken
from verify.model import Kind
from verify.site import engine, facts
from verify.site.context import SITES, Context
from verify.site.parts import Nodes, loci_links, locus_link, section
from verify.site.reader import listing

DEALS = 60
"""How many random deals of each game are searched for score lines."""
PAD_ROWS = 18


def draw_loci(context: Context, argument: str, option: str) -> Nodes:
    """Draw every locus of every source, by section."""
    found: Nodes = []
    for manifest in context.manifests:
        sections = engine.grouped((locus.rpartition(".")[0], locus) for locus in manifest.sentences)
        body = [
            [*cells(_title(name)), joined((_number(context, locus) for locus in loci), " ")]
            for name, loci in sections.items()
        ]
        found.append(_index(manifest.source, f"loci-{manifest.source}", ("section", "sentences"), body, "reader-loci"))
    return found


def _index(title: str, ident: str, heads: Iterable[str], body: list[list[Nodes]], style: str) -> nodes.section:
    drawn = table(cells(*heads), body, name=f"{ident}-table", classes=[style], stubs=1)
    return section([nodes.Text(title)], ident, drawn)


def _title(section: str) -> str:
    return section.partition(".")[2].replace("-", " ").replace(".", ", ") or section


def _number(context: Context, locus: str) -> nodes.Node:
    address = context.locus_address(locus)
    if address is None:
        return nodes.Text(number_of(locus))
    return nodes.reference("", number_of(locus), refuri=address, internal=True, reftitle=spoken(locus))


def draw_rules(context: Context, argument: str, option: str) -> Nodes:
    """Draw every rule with the sentences that it carries out, by package."""
    packages = engine.grouped((_package(entry.module), entry) for entry in engine.all_rules())
    found: Nodes = []
    for name, entries in packages.items():
        body = [[[_code(context, entry)], *cells(str(entry.status)), loci_links(entry.loci)] for entry in entries]
        ident = f"code-{name.replace('.', '-').replace('_', '-')}"
        found.append(_index(name, ident, ("code", "evidence", "sentences"), body, "reader-rules"))
    return found


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _code(context: Context, entry: Rule) -> nodes.Node:
    """Return a rule's name; in a site, which alone has pages of modules, it is a link."""
    name = nodes.literal("", entry.name.removeprefix(f"{_package(entry.module)}."))
    if context.app.builder.name not in SITES:
        return name
    address = context.address(listing.page_name(entry.module), listing.inner_name(entry))
    return nodes.reference("", "", name, refuri=address, internal=True)


def draw_score(context: Context, argument: str, option: str) -> Nodes:
    """Draw every kind of score line that records and random deals show, with the sentence that awards it, by game."""
    recorded: dict[str, list[Entry]] = {}
    for result in context.results:
        if result.check.kind is Kind.RECORD and result.compared:
            replay = context.site.replay(context.site.path_of(result.check))
            if replay.moments:
                score = engine.score_of(replay.moments[-1].state)
                recorded.setdefault(replay.record.game.name, []).extend(score)
    found: Nodes = []
    for name in games.names():
        game = games.find(name)
        deals = engine.random_deals(game, DEALS if game.policy else 0)
        dealt = [entry for states in deals for entry in engine.score_of(states[-1])]
        lines = _score_lines([*recorded.get(name, ()), *dealt])
        if lines:
            body = [[list(cards.text(why)), *cells(line), loci_links(loci)] for (why, line), loci in lines]
            heads = ("score line", "line", "sentences")
            found.append(_index(game.title, f"score-{name}", heads, body, "reader-score"))
    return found


def _score_lines(entries: Iterable[Entry]) -> list[tuple[tuple[str, str], list[str]]]:
    """Return the loci of score lines by what they are for, figures and suits left open, and by their line."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for entry in entries:
        why = re.sub(r"\d[\d,]*", "…", re.sub("[♠♥♦♣]", "trumps", entry.why))
        found.setdefault((why, f"{entry.line} the line"), {})[entry.locus] = None
    return sorted((key, list(loci)) for key, loci in found.items())


def draw_advice(context: Context, argument: str, option: str) -> Nodes:
    """Draw the translated sentences of a source, or of some of its sections, that give advice."""
    found = nodes.bullet_list("", classes=["reader-advice"])
    for locus, text in advice(context, argument).items():
        words = [*cards.text(text), nodes.Text(" ("), locus_link(locus), nodes.Text(")")]
        found += nodes.list_item("", paragraph(*words))
    return [found] if found.children else [nodes.paragraph("", "The text gives no advice.")]


def advice(context: Context, argument: str) -> dict[str, str]:
    """Return the translated sentences that give advice, by locus."""
    prefix = f"{argument.rstrip('.')}."
    texts = facts.texts_of_site(context.env)
    return {
        locus: texts[locus]
        for manifest in context.manifests
        for locus, sentence in manifest.sentences.items()
        if sentence.kind == "advice" and locus.startswith(prefix) and locus in texts
    }


def draw_pad(context: Context, argument: str, option: str) -> Nodes:
    """Draw an empty score pad: a column for each side, with a line across for two; more settle deal by deal."""
    sides = [part.strip() for part in (option or "we | they").split("|")]
    empty: list[list[Nodes]] = [[[] for _ in sides] for _ in range(PAD_ROWS)]
    rule = cells(*("↑ above the line · below ↓" for _ in sides))
    body = [*empty[: PAD_ROWS // 2], rule, *empty[PAD_ROWS // 2 :]] if len(sides) == 2 else empty
    ident = f"pad-{''.join(letter if letter.isalnum() else '-' for letter in argument.lower())}"
    return [table(cells(*sides), body, name=ident, caption=f"Score pad: {argument}", classes=["reader-pad"])]
