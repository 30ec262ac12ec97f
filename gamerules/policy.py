"""Who chooses: the one interface of all that play a game in somebody's place.

A policy is a function from a moment and a source of randomness to a choice. A moment holds the whole state and how it
came about; an honest policy looks only at what the player to act may see (``moment.state.view(player)``, the picture
that the game draws for him, what was heard and played).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

Move = tuple[Any, Any]
"""A state and the action that was taken in it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision to be made.

    Attributes:
        game: the game, a :class:`gamerules.game.Game`.
        state: the position; its actor decides.
        past: the moves of this deal so far, in order; without them nothing is concluded from who did not follow suit.
    """

    game: Any
    state: Any
    past: tuple[Move, ...] = ()

    @property
    def player(self) -> int:
        """Who decides."""
        return int(self.state.actor)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a policy does.

    Attributes:
        action: a legal action.
        why: the reason, in one sentence without its full stop.
    """

    action: Any
    why: str


Policy = Callable[[Moment, Random], Choice]
"""Chooses for the player to act; never for chance."""
