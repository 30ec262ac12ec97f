"""The games whose deals can be run, found by what they offer."""

from __future__ import annotations

from functools import cache

from gamerules.adapters import Dealing
from gamerules.game import find, installed
from gamerules.rules import ImpossibleInputError


def with_deals() -> tuple[str, ...]:
    """Return the names of the games whose deals can be run, sorted."""
    return tuple(game.name for game in installed() if game.adapters().dealing)


@cache
def deal_of(game: str) -> Dealing:
    """Return how one game's deals are run.

    Raises:
        ImpossibleInputError: if the game has no deals to run.
    """
    dealing = find(game).adapters().dealing
    if dealing is None:
        raise ImpossibleInputError(f"{find(game).title} has no deals to run; these do: {', '.join(with_deals())}")
    return dealing
