"""A record as frames to be stepped through: what the table looks like after each action, in general terms.

A frame is plain data, ready for JSON, and small: what a page needs to draw a moment, and nothing that needs the engine
again. Deals of several cards are one frame; every step of the record has at least one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE, Holding, Picture
from gamerules.ledger import Entry, Ledger
from gamerules.records import Act, Moment, Record, Replay
from verify.draw.record import trick_winner, value_text

Frame: TypeAlias = dict[str, Any]
MOST_CHOICES = 24
"""How many legal actions are named; of more, only the number is given."""
MOST_CARDS = 20
"""How many legal cards are named: no hand holds more, but there may be more where hands are unknown."""


@dataclass
class Frames:
    """The frames of a record.

    Attributes:
        frames: the frames. Keys: ``step`` (index of the record's step), ``did`` (texts of what was done), ``turn`` (who
            acts next), ``leads``, ``phase``, ``hands`` ([owner, cards, hidden]), ``trick`` ([player, card]), ``won``
            (who wins the trick shown, if it is complete), ``facts`` ([name, value]), ``legal`` (text), ``score``
            (indices into ``entries``). Keys without content are left out.
        entries: every score entry that appears, once.
        steps: of each step its label, loci, note and refusals ([words, locus]).
    """

    frames: list[Frame] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)


def frames_of(replay: Replay) -> Frames:
    """Return the frames of a record that was replayed; none if it could not begin."""
    found = Frames()
    if replay.moments:
        _Maker(replay, found).make()
    return found


class _Maker:
    """Makes the frames of one record."""

    def __init__(self, replay: Replay, found: Frames) -> None:
        self.replay, self.found = replay, found
        self.record: Record = replay.record
        self.picture = self.record.game.picture
        self.row: list[tuple[int, Card]] = []
        self.start = 0
        self.seen = -1
        self.shown: tuple[Sequence[tuple[int, Card]], str] = ((), "")

    def make(self) -> None:
        """Fill in the frames, step by step."""
        moments, record = self.replay.moments, self.record
        reached = len(record.steps) - self.replay.unreached
        at = 0  # the moment whose state is the present one
        for number, step in enumerate(record.steps[:reached]):
            self.found.steps.append(self._step(number, moments[at].state))
            players = iter([act for act in step.does if act.who not in record.game.chance_words])
            chance = [act for act in step.does if act.who in record.game.chance_words]
            began = at
            while at + 1 < len(moments) and moments[at + 1].step == number:
                at += 1
                last = moments[at].actor == CHANCE and self._continues(at, number)
                if not last:
                    self.found.frames.append(self._frame(number, at, self._did(at, players, chance)))
            if at == began:
                self.found.frames.append(self._frame(number, at, []))

    def _continues(self, at: int, number: int) -> bool:
        """Return whether chance goes on dealing within the step."""
        moments = self.replay.moments
        return at + 1 < len(moments) and moments[at + 1].step == number and moments[at + 1].actor == CHANCE

    def _step(self, number: int, before: Any) -> dict[str, Any]:
        step, game = self.record.steps[number], self.record.game
        label = step.label or (game.label(before) if game.label else str(before.phase))
        refused = [[f"{act.who}: {value_text(act.value)} is refused", act.by] for act in step.refuses]
        return _full({"label": label, "loci": list(step.loci), "note": step.note, "refused": refused})

    def _did(self, at: int, players: Iterator[Act], chance: Sequence[Act]) -> list[str]:
        moment = self.replay.moments[at]
        if moment.actor == CHANCE:
            return [f"{act.who}: {value_text(act.value)}" for act in chance]
        act = next(players, None)
        return [f"{act.who}: {value_text(act.value)}"] if act else []

    def _frame(self, number: int, at: int, did: list[str]) -> Frame:
        moment, state = self.replay.moments[at], self.replay.moments[at].state
        picture = self.picture(state, None) if self.picture else Picture(str(state.phase), state.actor, ())
        if at != self.seen:  # a step that only says something shows the table as it was
            self.seen, self.shown = at, self._trick(at, moment, picture)
        trick, won = self.shown
        ledger = picture.ledger if self.picture else state.ledger()
        return _full(
            {
                "step": number,
                "did": did,
                "phase": str(picture.phase),
                "turn": self._name(state.actor),
                "leads": self._leader(picture, state),
                "hands": [[self._owner(held), _spaced(held.cards), held.hidden] for held in picture.holdings],
                "trick": [[self._name(player), str(card)] for player, card in trick],
                "won": won,
                "facts": [list(fact) for fact in picture.notes],
                "legal": choices(state.legal_actions()) if state.actor not in (None, CHANCE) else "",
                "score": self._score(ledger),
            }
        )

    def _trick(self, at: int, moment: Moment, picture: Picture) -> tuple[Sequence[tuple[int, Card]], str]:
        """Return the cards to show on the table: those that lie there, or the trick that was just completed."""
        if moment.actor in (None, CHANCE) or not isinstance(moment.action, Card) or self.picture is None:
            self.row = list(picture.trick)
            return picture.trick, ""
        if not self.row:
            self.start = at
        self.row = [*self.row, (moment.actor or 0, moment.action)]
        if picture.trick:
            return picture.trick, ""
        row, self.row = self.row, []
        moments = self.replay.moments
        states = [moments[number].state for number in range(self.start - 1, at + 1)]
        winner = trick_winner(self.record.game, states, moments[self.start : at + 1])
        return row, "" if winner is None else self._name(winner)

    def _leader(self, picture: Picture, state: Any) -> str:
        """Return who leads: who led to the trick on the table, or who is about to lead one."""
        if picture.trick:
            return self._name(picture.trick[0][0])
        if state.actor in (None, CHANCE):
            return ""
        legal = state.legal_actions()
        return self._name(state.actor) if legal and all(isinstance(action, Card) for action in legal) else ""

    def _score(self, ledger: Ledger) -> list[int]:
        for entry in ledger:
            if entry not in self.found.entries:
                self.found.entries.append(entry)
        return [self.found.entries.index(entry) for entry in ledger]

    def _name(self, player: int | None) -> str:
        if player is None:
            return ""
        return "chance" if player == CHANCE else self.record.players[player]

    def _owner(self, held: Holding) -> str:
        if held.owner is None:
            return held.zone
        name = self._name(held.owner)
        return name if held.zone == "hand" else f"{name}, {held.zone}"


def choices(legal: Sequence[Any]) -> str:
    """Return legal actions in words: cards by suit, others one by one, or only their number if there are very many."""
    playable = CardSet(action for action in legal if isinstance(action, Card))
    found = [_spaced(playable) if len(playable) <= MOST_CARDS else f"any of {len(playable)} cards"]
    others = [action for action in legal if not isinstance(action, Card)]
    if len(others) > MOST_CHOICES:
        numbers = [str(action) for action in (others[0], others[-1])]
        found.append(f"{len(others)} choices, from {numbers[0]} to {numbers[1]}")
    else:
        found.append(", ".join(str(action) for action in others))
    return ", ".join(part for part in found if part)


def _spaced(held: CardSet) -> str:
    return str(held) if held else ""


def _full(parts: dict[str, Any]) -> dict[str, Any]:
    """Leave out empty parts."""
    return {name: value for name, value in parts.items() if value not in ("", [], None)}


def loci_of(frames: Frames) -> Iterable[str]:
    """Return every locus that the frames name, once."""
    named = [locus for step in frames.steps for locus in step.get("loci", ())]
    named += [by for step in frames.steps for _, by in step.get("refused", ())]
    return dict.fromkeys([*named, *(entry.locus for entry in frames.entries)])
