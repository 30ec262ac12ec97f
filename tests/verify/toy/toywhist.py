"""A toy game for tests: two players, two cards each, two tricks of two, a point a trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE, Fact, Game, Gives, Holding, Picture, Position, RecordValueError
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import BaseRules, IllegalAction, rule
from gamerules.tricks import Play, StandardOrder, following, winning_play

HAND = 2
ORDER = StandardOrder()


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """No variants."""


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    rules: Rules
    hands: tuple[CardSet, CardSet] = (CardSet(), CardSet())
    dealt: int = 0
    leader: int = 0
    trick: tuple[Play, ...] = ()
    taken: tuple[int, ...] = ()

    @property
    def actor(self) -> int | None:
        if self.dealt < 2 * HAND:
            return CHANCE
        return None if self.is_over else (self.leader + len(self.trick)) % 2

    @property
    def phase(self) -> str:
        return "deal" if self.dealt < 2 * HAND else "over" if self.is_over else "play"

    @property
    def is_over(self) -> bool:
        return len(self.taken) == HAND

    def legal_actions(self) -> tuple[Card, ...]:
        if self.actor is None or self.actor == CHANCE:
            return ()
        hand = self.hands[self.actor]
        return tuple(following(hand, self.trick[0].card.suit, ORDER) if self.trick else hand)

    def after(self, card: Card) -> State:
        if self.actor == CHANCE:
            hands = list(self.hands)
            hands[self.dealt // HAND] = hands[self.dealt // HAND].add(card)
            return replace(self, hands=(hands[0], hands[1]), dealt=self.dealt + 1)
        return play(self, card)

    def ledger(self) -> Ledger:
        won = tuple(Entry(("north", "south")[w], Line.BELOW, 1, "toy.score.1", "a trick") for w in self.taken)
        return Ledger(("north", "south"), won)

    def view(self, player: int) -> State:
        return self


@rule("toy.play.1")
def play(state: State, card: Card) -> State:
    """Follow suit; the highest card of the suit led wins and leads."""
    if card not in state.legal_actions():
        raise IllegalAction(card, "toy.play.1", "suit must be followed", state.legal_actions())
    player = state.actor
    assert player is not None
    hands = list(state.hands)
    hands[player] = hands[player].remove(card)
    trick = (*state.trick, Play(player, card))
    state = replace(state, hands=(hands[0], hands[1]), trick=trick)
    if len(trick) < 2:
        return state
    won = winning_play(trick, ORDER).player
    return replace(state, trick=(), leader=won, taken=(*state.taken, won))


def start(rules: Rules, players: Sequence[str]) -> State:
    return State(rules)


def actions(state: State, actor: int, word: str, value: Any, names: Sequence[str]) -> Sequence[Card]:
    if word == "deal":
        return [card for name in names for card in CardSet.parse(value[name])]
    try:
        return [Card.parse(value)]
    except ValueError as error:
        raise RecordValueError(str(error)) from None


def picture(state: State, player: int | None) -> Picture:
    holdings = tuple(Holding(owner, "hand", hand) for owner, hand in enumerate(state.hands))
    table = tuple((card.player, card.card) for card in state.trick)
    return Picture(state.phase, state.actor, holdings, table, (), state.ledger())


def won(position: Position) -> int:
    return int(position.state.taken[-1])


GAME = Game(
    name="toywhist",
    title="Toy whist",
    sources=("toy",),
    players=2,
    presets={"PLAIN": Rules()},
    start=start,
    actions=actions,
    chance_words=("deal",),
    facts={
        "winner": Fact(Gives.PLAYER, won, ("toy.play.1",), "who takes the trick"),
        "hand": Fact(Gives.CARDS, lambda p: p.state.hands, ("toy.play.1",), "the cards held", by_player=True),
    },
    picture=picture,
    label=lambda state: f"trick {len(state.taken) + 1}" if state.phase == "play" else str(state.phase),
)
