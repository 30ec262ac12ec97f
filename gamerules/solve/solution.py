"""What every solver returns: tricks, a line, the work done and the model under which they hold."""

from __future__ import annotations

from dataclasses import dataclass

from gamerules.cards import Card
from gamerules.extras import MissingExtraError, need
from gamerules.rules import GameRulesError
from gamerules.tricks import Play

__all__ = ["Judgement", "MissingExtraError", "Solution", "SolverError", "need"]


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
