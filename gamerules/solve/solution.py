"""What every solver returns: tricks, a line, the work done and the model under which they hold."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType

from gamerules.cards import Card
from gamerules.rules import GameRulesError
from gamerules.tricks import Play


class SolverError(GameRulesError, ValueError):
    """A position that no solver can take; the message says what is wrong with it."""


class MissingExtraError(GameRulesError, ImportError):
    """A library is needed that is not installed; the message is one line and says how to install it."""


def need(module: str, extra: str = "research") -> ModuleType:
    """Import a library that belongs to an extra.

    Raises:
        MissingExtraError: if it is not installed; the message names the extra.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise MissingExtraError(f"{name} is not installed; run: pip install 'gamerules[{extra}]' ({error})") from None


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
