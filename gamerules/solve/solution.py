"""What every solver returns: tricks, a line, the work done and the model under which they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

from gamerules.cards import Card
from gamerules.extras import MissingExtraError, need
from gamerules.rules import GameRulesError
from gamerules.tricks import Play

__all__ = ["Judgement", "MissingExtraError", "Solution", "SolverError", "judge", "need", "seated"]


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
        engine: what did the search: ``python``, ``numba`` or ``dds``.
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
    def is_over(self) -> bool:
        """Whether every card is played."""

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


_P = TypeVar("_P", bound=Position)


def judge(
    position: _P, cards: Sequence[Card], choices: Callable[[_P], Mapping[Card, tuple[int, int]]]
) -> tuple[Judgement, ...]:
    """Judge each card of a line of play; outcomes are tricks by side.

    Args:
        position: where the line begins.
        cards: the cards played, in order.
        choices: returns the tricks of each side after each card that may be played, the current trick included.

    Raises:
        SolverError: if a card may not be played.
    """
    taken = [0, 0]
    judgements = []
    for card in cards:
        side = position.actor % 2
        there, winner = position.after(card)
        outcomes = choices(position)
        sign = -1 if position.misere else 1
        top = max(sign * outcome[side] for outcome in outcomes.values())
        best = tuple(other for other, outcome in outcomes.items() if sign * outcome[side] == top)
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
        if winner is not None:
            taken[winner % 2] += 1
        position = there
    return tuple(judgements)


def perfect(position: _P, choices: Callable[[_P], Mapping[Card, tuple[int, int]]]) -> tuple[Play, ...]:
    """Return a perfect line from a position to the end; among equally good cards the first as they are printed."""
    line = []
    while not position.is_over:
        side, sign = position.actor % 2, -1 if position.misere else 1
        outcomes = choices(position)
        card = max(outcomes, key=lambda card: sign * outcomes[card][side])
        line.append(Play(position.actor, card))
        position, _ = position.after(card)
    return tuple(line)
