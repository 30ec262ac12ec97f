"""The toy game of the tests: two players, two cards each, two tricks; a point a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gamerules.cards import PACK_32, Card, CardSet
from gamerules.game import CHANCE, Fact, Game, Gives, Holding, Picture, Position, RecordValueError
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import BaseRules, IllegalAction, decision, rule
from gamerules.tricks import Play, StandardOrder, following, winning_play

SIDES = ("elder", "dealer")
HAND = 2


@dataclass(frozen=True, kw_only=True)
class ToyRules(BaseRules):
    """The toy's rules."""

    leader: str = decision(
        "elder",
        question="Who leads?",
        readings={"elder": "the elder hand", "dealer": "the dealer"},
        loci=("toy.play.1",),
        why="the text has it so",
    )


@dataclass(frozen=True, slots=True)
class ToyState:
    """A position of the toy."""

    rules: ToyRules
    hands: tuple[CardSet, CardSet] = (CardSet(), CardSet())
    dealt: int = 0
    trick: tuple[Play, ...] = ()
    leader: int = 0
    won: tuple[int, int] = (0, 0)

    @property
    def phase(self) -> str:
        return "deal" if self.dealt < 2 * HAND else "play"

    @property
    def is_over(self) -> bool:
        return sum(self.won) == HAND

    @property
    def actor(self) -> int | None:
        if self.is_over:
            return None
        return CHANCE if self.phase == "deal" else (self.leader + len(self.trick)) % 2

    def legal_actions(self) -> tuple[Card, ...]:
        if self.actor is None:
            return ()
        if self.actor == CHANCE:
            return tuple(PACK_32 - self.hands[0] - self.hands[1])
        hand = self.hands[self.actor]
        return tuple(following(hand, self.trick[0].card.suit, StandardOrder()) if self.trick else hand)

    def after(self, action: Card) -> ToyState:
        if action not in self.legal_actions():
            raise IllegalAction(action, "toy.play.2", "follow suit with a card of your own", self.legal_actions())
        return deal(self, action) if self.actor == CHANCE else play(self, action)

    def ledger(self) -> Ledger:
        rows = [Entry(SIDES[p], Line.BELOW, n, "toy.score.1", "tricks") for p, n in enumerate(self.won) if n]
        return Ledger(SIDES, tuple(rows))

    def view(self, player: int) -> ToyState:
        hands = list(self.hands)
        hands[1 - player] = CardSet()
        return replace(self, hands=(hands[0], hands[1]))


def deal(state: ToyState, card: Card) -> ToyState:
    """Give the next card to the player who lacks one."""
    hands = list(state.hands)
    hands[state.dealt // HAND] = hands[state.dealt // HAND].add(card)
    leader = 0 if state.rules.leader == "elder" else 1
    return replace(state, hands=(hands[0], hands[1]), dealt=state.dealt + 1, leader=leader)


@rule("toy.play.2")
def play(state: ToyState, card: Card) -> ToyState:
    """Play a card; the highest card of the suit led wins, and its player leads."""
    player = state.actor
    assert player is not None
    hands = list(state.hands)
    hands[player] = hands[player].remove(card)
    trick = (*state.trick, Play(player, card))
    if len(trick) < 2:
        return replace(state, hands=(hands[0], hands[1]), trick=trick)
    winner = winning_play(trick, StandardOrder()).player
    won = (state.won[0] + (winner == 0), state.won[1] + (winner == 1))
    return replace(state, hands=(hands[0], hands[1]), trick=(), leader=winner, won=won)


def start(rules: ToyRules, names: Sequence[str], dealer: str = "") -> ToyState:
    if dealer and dealer not in names:
        raise RecordValueError(f"dealer {dealer!r} is not a player")
    return ToyState(rules)


def actions(state: ToyState, actor: int, word: str, value: Any, names: Sequence[str]) -> list[Card]:
    if word == "deal":
        if not isinstance(value, Mapping):
            raise RecordValueError("deal takes a mapping from player to cards")
        return [card for name in names for card in CardSet.parse(value[name])]
    return [Card.parse(value)]


def winner(position: Position) -> int:
    before, after = position.before, position.state
    return 0 if after.won[0] > before.won[0] else 1


GAME = Game(
    name="toy",
    title="Toy",
    sources=("toy",),
    players=2,
    presets={"PLAIN": ToyRules(), "LATE": ToyRules(leader="dealer")},
    start=start,
    actions=actions,
    chance_words=("deal",),
    facts={
        "winner": Fact(
            Gives.PLAYER,
            winner,
            ("toy.play.3",),
            "who won the step's trick",
            detail=lambda position: str(
                winning_play([Play(actor, card) for actor, card in position.actions], StandardOrder())
            ),
        ),
        "tricks": Fact(Gives.NUMBER, lambda p: p.state.won, ("toy.play.3",), "tricks taken", by_player=True),
        "hand": Fact(Gives.CARDS, lambda p: p.state.hands, ("toy.deal.1",), "cards held", by_player=True),
        "over": Fact(Gives.TRUTH, lambda p: p.state.is_over, ("toy.play.4",), "whether the deal is over"),
        "phase": Fact(Gives.TEXT, lambda p: p.state.phase, ("toy.play.1",), "the phase"),
    },
    picture=lambda state, player: Picture(
        phase=state.phase,
        actor=state.actor,
        holdings=tuple(Holding(i, "hand", hand) for i, hand in enumerate(state.hands)),
        trick=tuple((play.player, play.card) for play in state.trick),
        notes=(("tricks", f"{state.won[0]} : {state.won[1]}"),),
        ledger=state.ledger(),
    ),
    label=lambda state: f"trick {sum(state.won) + 1}" if state.phase == "play" else "the deal",
)
