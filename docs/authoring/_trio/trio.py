"""Trio: two players, three cards each, no trumps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from gamerules.adapters import Adapters, Dealing
from gamerules.cards import PACK_32, Card, CardSet
from gamerules.game import CHANCE, Fact, Game, Gives, Holding, Picture
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import BaseRules, IllegalAction, Table, figure, rule
from gamerules.solve import TwoHands
from gamerules.tricks import Play, StandardOrder, following, winning_play

PLAYERS = figure("PLAYERS", "pocket.trio.2", 2)
CARDS_EACH = figure("CARDS_EACH", "pocket.trio.3", 3)
SIDES = ("elder", "younger")
ORDER = StandardOrder()
POINTS = Table("POINTS", "pocket.trio.6", {"trick": 1, "all three": 5})


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """Trio has no variants."""


@dataclass(frozen=True, slots=True)
class State:
    """A position: player 0 is the elder."""

    rules: Rules = Rules()
    hands: tuple[CardSet, ...] = (CardSet(), CardSet())
    dealt: int = 0
    trick: tuple[Play, ...] = ()
    leader: int = 0
    taken: tuple[int, ...] = (0, 0)

    @property
    def phase(self) -> str:
        """What is going on."""
        return "deal" if self.dealt < 2 * CARDS_EACH else "play"

    @property
    def is_over(self) -> bool:
        """Whether all tricks are played."""
        return sum(self.taken) == CARDS_EACH

    @property
    def actor(self) -> int | None:
        """Who acts: a player, chance, or nobody."""
        if self.is_over:
            return None
        return CHANCE if self.phase == "deal" else (self.leader + len(self.trick)) % 2

    def legal_actions(self) -> tuple[Card, ...]:
        """The cards that may be dealt or played."""
        if self.actor is None:
            return ()
        if self.actor == CHANCE:
            return tuple(pack() - self.hands[0] - self.hands[1])
        return tuple(playable(self.hands[self.actor], self.trick))

    def after(self, card: Card) -> State:
        """The state after a card."""
        legal = self.legal_actions()
        if card not in legal:
            raise IllegalAction(card, "pocket.trio.4", "suit must be followed", legal)
        return deal(self, card) if self.phase == "deal" else play(self, card)

    def ledger(self) -> Ledger:
        """The points so far."""
        return Ledger(SIDES, tuple(entry for entry in score(self.taken) if entry.points))

    def view(self, player: int) -> State:
        """What a player may see."""
        return replace(self, hands=tuple(hand if p == player else CardSet() for p, hand in enumerate(self.hands)))


@rule("pocket.trio.2")
def pack() -> CardSet:
    """The pack has thirty-two cards."""
    return PACK_32


@rule("pocket.trio.4")
def playable(hand: CardSet, trick: tuple[Play, ...]) -> CardSet:
    """Any card may be led; suit must be followed."""
    return following(hand, trick[0].card.suit, ORDER) if trick else hand


@rule("pocket.trio.3")
def deal(state: State, card: Card) -> State:
    """Cards are dealt one at a time, in turn."""
    return given(state, state.dealt % 2, card)


def given(state: State, player: int, card: Card) -> State:
    """Return the state with a card added to a hand."""
    hands = tuple(hand.add(card) if p == player else hand for p, hand in enumerate(state.hands))
    return replace(state, hands=hands, dealt=state.dealt + 1)


@rule("pocket.trio.5")
def play(state: State, card: Card) -> State:
    """The higher card of the suit led takes the trick; its owner leads to the next."""
    hands = tuple(hand.remove(card) for hand in state.hands)
    trick = (*state.trick, Play(state.actor or 0, card))
    if len(trick) == 1:
        return replace(state, hands=hands, trick=trick)
    winner = winning_play(trick, ORDER).player
    taken = tuple(number + (p == winner) for p, number in enumerate(state.taken))
    return replace(state, hands=hands, trick=(), leader=winner, taken=taken)


@rule("pocket.trio.6")
def score(taken: tuple[int, ...]) -> list[Entry]:
    """Each trick is a point; all three together are five."""
    points = [POINTS["all three"] if number == CARDS_EACH else number * POINTS["trick"] for number in taken]
    return [Entry(side, Line.BELOW, n, "pocket.trio.6", "tricks") for side, n in zip(SIDES, points, strict=True)]


def actions(state: State, actor: int, word: str, value: Any, names: Sequence[str]) -> list[Card]:
    """Read a record's entry: ``deal`` with a hand for each player, or a card played."""
    if not word:
        return [Card.parse(value)]
    hands = [list(CardSet.parse(value[name])) for name in names]
    return [card for cards in zip(*hands, strict=True) for card in cards]


def picture(state: State, player: int | None) -> Picture:
    """Draw a position; ``player`` limits it to what that player may see."""
    shown = [hand if player in (None, p) else CardSet() for p, hand in enumerate(state.hands)]
    return Picture(
        phase=state.phase,
        actor=state.actor,
        holdings=tuple(Holding(p, "hand", shown[p], len(hand - shown[p])) for p, hand in enumerate(state.hands)),
        trick=tuple((play.player, play.card) for play in state.trick),
        ledger=state.ledger(),
    )


def adapters() -> Adapters:
    """Offer how a deal begins, what can be won in it and how long it is, and the problem that its play poses."""
    return Adapters(
        dealing=Dealing(start=lambda rules, dealer: State(rules), scale=POINTS["all three"], longest=4 * CARDS_EACH),
        problem=lambda state: TwoHands(state.hands, state.leader, table=state.trick),
    )


GAME = Game(
    name="trio",
    title="Trio",
    sources=("pocket",),
    players=PLAYERS,
    presets={"PLAIN": Rules()},
    start=lambda rules, names: State(rules),
    actions=actions,
    chance_words=("deal",),
    facts={
        "tricks": Fact(Gives.NUMBER, lambda p: p.state.taken, ("pocket.trio.5",), "tricks taken", by_player=True),
        "points": Fact(
            Gives.NUMBER,
            lambda p: [p.state.ledger().total(side) for side in SIDES],
            ("pocket.trio.6",),
            "points marked",
            by_player=True,
        ),
    },
    picture=picture,
    label=lambda state: f"trick {sum(state.taken) + 1}" if state.phase == "play" else "the deal",
    adapters=adapters,
)
