"""What every solver returns: tricks, a line, the work done and the model under which they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from gamerules.cards import Card, CardSet
from gamerules.rules import GameRulesError
from gamerules.tricks import Play


class SolverError(GameRulesError, ValueError):
    """A position that no solver can take; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact outcome of a position when everyone plays perfectly.

    Attributes:
        tricks: how many tricks each player takes from here on, by player number; the trick on the table counts.
        line: one perfect line of play to the end, in order.
        nodes: how many positions were searched to find the tricks.
        model: what was assumed: which cards are open, who plays with whom, and for what.
        engine: what did the search: ``python`` or ``dds``.
    """

    tricks: tuple[int, ...]
    line: tuple[Play, ...]
    nodes: int
    model: str
    engine: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """One card of a line of play, judged.

    Attributes:
        play: the card and who played it.
        best: the cards that were best for the player, the one played among them if it was.
        before: the tricks of each player over the whole line with perfect play from here.
        after: the same, once this card is played.
        cost: what the card cost its player, in tricks; 0 if it was best.
    """

    play: Play
    best: tuple[Card, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    cost: int

    @property
    def is_error(self) -> bool:
        """Whether another card was better."""
        return self.cost > 0


class Position(Protocol):
    """A position of two sides that take tricks: players 0 and 1, or 0 and 2 against 1 and 3."""

    @property
    def actor(self) -> int:
        """Who plays the next card."""

    @property
    def misere(self) -> bool:
        """Whether both sides play to take as few tricks as they can."""

    @property
    def model(self) -> str:
        """What a solution of this position assumes."""

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""

    def legal(self) -> CardSet:
        """Return the cards the next player may play."""

    def after(self, card: Card) -> tuple[Self, int | None]:
        """Return the position after a card and who took the trick, if it ended one."""


def seated(hands: Sequence[object], players: int, **seats: int) -> None:
    """Refuse a problem of too many hands or too few, and seats at which nobody sits.

    Args:
        hands: the hands.
        players: how many play.
        **seats: the players named by the problem, such as the leader.

    Raises:
        SolverError: names the value and its bounds.
    """
    if len(hands) != players:
        raise SolverError(f"{players} players hold {players} hands, not {len(hands)}")
    for name, player in seats.items():
        if player not in range(players):
            raise SolverError(f"there is no player {player} to be the {name}; players are 0 to {players - 1}")


def check_engine(engine: str, known: Sequence[str]) -> None:
    """Refuse an engine that is not known.

    Raises:
        SolverError: names those that are.
    """
    if engine not in known:
        raise SolverError(f"there is no engine called {engine!r}; choose one of {', '.join(known)}")


P = TypeVar("P", bound=Position)


class TrickSolver(Generic[P]):
    """What two and four open hands have in common: two sides that count tricks, players 0 and 2 against 1 and 3.

    Attributes:
        engine: what does the search.
        counts_tricks: whether outcomes are the tricks to come; if not, they are what the end is worth.
    """

    engine = "python"
    counts_tricks = True

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        raise NotImplementedError

    def tricks(self, position: P) -> tuple[int, int]:
        """Return the tricks of each side from this position on, the current trick included."""
        raise NotImplementedError

    def choices(self, position: P) -> dict[Card, tuple[int, int]]:
        """Return the tricks of each side, the current trick included, after each card the next player may play."""
        outcomes = {}
        for card in position.legal():
            there, winner = position.after(card)
            took = winner % 2 if winner is not None and self.counts_tricks else None
            first, second = self.tricks(there)
            outcomes[card] = (first + (took == 0), second + (took == 1))
        return outcomes

    def line(self, position: P) -> tuple[Play, ...]:
        """Return a perfect line from here to the end; among equally good cards the first as they are printed."""
        line = []
        while not position.is_over:
            card = _best(self.choices(position), position)[0]
            line.append(Play(position.actor, card))
            position, _ = position.after(card)
        return tuple(line)

    def solution(self, position: P) -> Solution:
        """Return the tricks of each side, a perfect line, and the positions that were searched to find the tricks."""
        tricks, nodes = self.tricks(position), self.nodes
        return Solution(tricks, self.line(position), nodes, position.model, self.engine)

    def judged(self, position: P, cards: Sequence[Card]) -> tuple[Judgement, ...]:
        """Judge each card of a line of play; outcomes are tricks by side.

        Args:
            position: where the line begins.
            cards: the cards played, in order.

        Raises:
            SolverError: if a card may not be played.
        """
        taken = [0, 0]
        judgements = []
        for card in cards:
            side = position.actor % 2
            there, winner = position.after(card)
            outcomes = self.choices(position)
            best = _best(outcomes, position)
            ideal, actual = outcomes[best[0]], outcomes[card]
            judgements.append(
                Judgement(
                    Play(position.actor, card),
                    best,
                    (ideal[0] + taken[0], ideal[1] + taken[1]),
                    (actual[0] + taken[0], actual[1] + taken[1]),
                    abs(ideal[side] - actual[side]),
                )
            )
            if winner is not None and self.counts_tricks:
                taken[winner % 2] += 1
            position = there
        return tuple(judgements)


def _best(outcomes: Mapping[Card, tuple[int, int]], position: Position) -> tuple[Card, ...]:
    """Return the cards that are best for the player who is to play."""
    side, choose = position.actor % 2, min if position.misere else max
    ideal = choose(outcome[side] for outcome in outcomes.values())
    return tuple(card for card, outcome in outcomes.items() if outcome[side] == ideal)
