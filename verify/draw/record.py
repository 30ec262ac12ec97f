"""Draws a record as the engine replays it: the hands, then each step with what was done and what the text says of it.

Every game is drawn in the same general terms (:class:`gamerules.game.Picture`); a fact called ``winner`` says who wins
a trick. The whole reads as a plain numbered list.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Any

from docutils import nodes

from gamerules.cards import DISPLAY_ORDER, Card
from gamerules.game import CHANCE, Game, Gives, Position
from gamerules.ledger import Ledger
from gamerules.records import Moment, Step
from gamerules.rules import GameRulesError
from verify.draw import cards
from verify.draw.links import Links
from verify.draw.table import cells, joined, paragraph, table

WINNER = "winner"
"""The name of the fact that says who wins the last trick of a step."""


def draw_record(links: Links, path: str, docname: str) -> list[nodes.Node]:
    """Return the nodes of a record.

    Args:
        links: draws links on the page.
        path: the record's file, relative to the root.
        docname: the page.
    """
    return _Drawn(links, path, docname).draw()


class _Drawn:
    """One record being drawn."""

    def __init__(self, links: Links, path: str, docname: str) -> None:
        self.links, self.replay, self.docname = links, links.site.replay(path), docname
        self.stem = PurePosixPath(path).stem
        self.record = self.replay.record
        self.picture = self.record.game.picture

    def draw(self) -> list[nodes.Node]:
        """Return everything, in reading order."""
        record = self.record
        head = f"{record.title}, played by {_and(record.players)}"
        title = cards.text(record.title)
        found: list[nodes.Node] = [nodes.rubric("", "", *title, ids=[self.stem], classes=["record-title"])]
        origin = "" if record.origin == "source" else " An example of our own."
        found.append(nodes.paragraph("", f"{head}.{origin}", classes=["record-players"]))
        found += self._hands()
        steps = nodes.enumerated_list("", enumtype="arabic", prefix="", suffix=".", classes=["record-steps"])
        reached = len(record.steps) - self.replay.unreached
        for number, step in enumerate(record.steps):
            steps += self._step(number, step, number < reached)
        found.append(steps)
        if self.replay.moments:
            found += self._ledger(self._score(self.replay.moments[-1].state))
        return found

    def _score(self, state: Any) -> Ledger:
        """Return the score as the game draws it, which is empty where a price is lost; its own ledger would raise."""
        score = self.picture(state, None).ledger if self.picture else state.ledger()
        assert isinstance(score, Ledger)
        return score

    # ---- the hands

    def _hands(self) -> list[nodes.Node]:
        """Return the table of the hands as dealt: after the last card that chance deals before one is played."""
        picture = self.picture
        if picture is None:
            return []
        before = takewhile(lambda moment: not picture(moment.state, None).trick, self.replay.moments)
        dealt = [moment for moment in before if moment.actor == CHANCE]
        body = [
            [*cells(self._owner(held.owner, held.zone)), *([cards.suit_of(held.cards, suit)] for suit in DISPLAY_ORDER)]
            for held in (picture(dealt[-1].state, None).holdings if dealt else ())
            if held.cards
        ]
        if not body:
            return []
        heads = cells("hand", *(suit.name.lower() for suit in DISPLAY_ORDER))
        return [table(heads, body, name=f"{self.stem}-hands", classes=["record-hands"], stubs=1)]

    def _owner(self, owner: int | None, zone: str) -> str:
        name = [] if owner is None else [self.record.players[owner]]
        return ", ".join(name if name and zone == "hand" else [*name, zone])

    # ---- steps

    def _step(self, number: int, step: Step, reached: bool) -> nodes.list_item:
        moments = [moment for moment in self.replay.moments if moment.step == number and moment.actor is not None]
        earlier = (moment for moment in reversed(self.replay.moments) if moment.actor is None or moment.step < number)
        before = next((moment.state for moment in earlier), None) if reached else None
        item = nodes.list_item("", ids=[f"{self.stem}-step-{number + 1}"], classes=["record-step"])
        head = paragraph(style="record-head")
        label = step.label or (self._label(before) if before is not None else "")
        if label:
            head += nodes.strong("", "", *cards.text(label))
        if step.loci:
            head += [nodes.Text(" · ")] if label else []
            head += self.links.loci(step.loci, self.docname)
        if not reached:
            head += nodes.Text(" (not reached)")
        item += head
        if before is not None:
            item += self._done(step, moments, before)
        item += self._says(step, compared=before is not None)
        if step.note:
            item += paragraph(*cards.text(step.note), style="record-note")
        return item

    def _label(self, state: Any) -> str:
        game = self.record.game
        return game.label(state) if game.label else str(state.phase)

    def _done(self, step: Step, moments: Sequence[Moment], before: Any) -> list[nodes.Node]:
        """Return what was refused and what was done; cards played are drawn trick by trick."""
        found: list[nodes.Node] = []
        for act in step.refuses:
            words = f"{act.who}: {value_text(act.value)} is refused, by "
            link = self.links.locus_link(act.by, self.docname)
            found.append(paragraph(*cards.text(words), link, style="record-refused"))
        tricks = self._tricks(moments, before) if self.picture is not None else {}
        players = iter([number for number, moment in enumerate(moments) if moment.actor != CHANCE])
        for act in step.does:
            number = None if act.who in self.record.game.chance_words else next(players, None)
            if number is not None and self.picture is not None and isinstance(moments[number].action, Card):
                found += [tricks[number]] if number in tricks else []
            else:
                found += self._act(act.who, act.value)
        return found

    def _act(self, who: str, value: Any) -> list[nodes.Node]:
        parts = [{name: part} for name, part in value.items()] if isinstance(value, dict) else [value]
        return [paragraph(*cards.text(f"{who}: {'; '.join(map(value_text, parts))}"), style="record-act")]

    def _tricks(self, moments: Sequence[Moment], before: Any) -> dict[int, nodes.paragraph]:
        """Return a line for each trick, by the number of its last card's moment.

        It shows the cards in order, each with its player, the leader first, and the winner where a fact says so.
        """
        assert self.picture is not None
        states = [before, *(moment.state for moment in moments)]
        found: dict[int, nodes.paragraph] = {}
        row: list[tuple[int, Card]] = []
        start = last = 0
        for number, moment in enumerate(moments):
            if moment.actor in (None, CHANCE) or not isinstance(moment.action, Card):
                continue
            if not row:
                row, start = list(self.picture(states[number], None).trick), number
            row.append((moment.actor, moment.action))
            last = number
            if not self.picture(moment.state, None).trick:
                won = trick_winner(self.record.game, states[start : number + 2], moments[start : number + 1])
                found[number] = self._trick(row, won)
                row = []
        if row:
            found[last] = self._trick(row, None)
        return found

    def _trick(self, row: Sequence[tuple[int, Card]], winner: int | None) -> nodes.paragraph:
        played: list[nodes.Node] = []
        for player, value in row:
            words = f"{self.record.players[player]} {'' if played else 'leads '}"
            played.append(nodes.inline("", "", nodes.Text(words), cards.card(value), classes=["played"]))
        line = paragraph(*joined(played), style="record-trick")
        if winner is not None:
            line += nodes.inline("", f": {self.record.players[winner]} wins", classes=["winner"])
        return line

    # ---- what the text says

    def _says(self, step: Step, *, compared: bool) -> list[nodes.Node]:
        if not step.says:
            return []
        wrong = {entry.line: entry for entry in self.replay.disagreements}
        found = nodes.bullet_list("", bullet="-", classes=["record-says"])
        for name, node in step.says.items():
            parts = node.value.items() if isinstance(node.value, dict) else [("", node)]
            for who, value in parts:
                what = f"{name} of {who}" if who else name
                entry = wrong.get(value.line) if compared else None
                entry = entry if entry and entry.says.startswith(what) else None
                mark = ("✗" if entry else "✓") if compared else "not compared"
                line = paragraph(*cards.text(f"{what}: {value_text(value.plain())}"), nodes.Text(f" {mark}"))
                if entry:
                    line += cards.text(f" The rules give {entry.gives}.")
                found += nodes.list_item("", line, classes=["fails" if entry else "holds"])
        return [found]

    # ---- the ledger

    def _ledger(self, ledger: Ledger) -> list[nodes.Node]:
        if not ledger.entries:
            return []
        body = [
            [
                *cells(entry.side, str(entry.line), f"{entry.points:,}"),
                list(cards.text(entry.why)),
                [self.links.locus_link(entry.locus, self.docname)],
            ]
            for entry in ledger
        ]
        body += [
            [*cells(side, "total"), [nodes.strong("", f"{points:,}")], [], []]
            for side, points in ledger.totals().items()
        ]
        heads = cells("side", "line", "points", "for", "by")
        return [table(heads, body, name=f"{self.stem}-score", caption="The score", classes=["record-ledger"])]


def trick_winner(game: Game, states: Sequence[Any], moments: Sequence[Moment]) -> int | None:
    """Return who wins a trick, if the game has a fact that says so.

    Args:
        game: the game.
        states: the state before the trick and after each of its cards.
        moments: the moments of its cards.
    """
    fact = game.facts.get(WINNER)
    if fact is None or fact.by_player or fact.gives is not Gives.PLAYER:
        return None
    actions = tuple((moment.actor, moment.action) for moment in moments if moment.actor is not None)
    position = Position(states[-1], states[0], actions, tuple(states[:-1]))
    try:
        value = fact.read(position)
    except (GameRulesError, LookupError, ValueError):
        return None
    return value if isinstance(value, int) else None


def value_text(value: Any) -> str:
    """Return a value of a record in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_text(part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(value_text(part) for part in value)
    return str(value)


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
