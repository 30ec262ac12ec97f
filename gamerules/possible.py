"""Possible or not: of a result a deal that ends in it, played out by the rules, or the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

TRIES = 60
"""How many deals are tried for one result."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A deal that ends in a result: where it begins, and all that is done in it, chance included."""

    first: Any
    actions: tuple[Any, ...]

    def end(self) -> Any:
        """Return the state in which it ends, each step taken by the rules.

        Raises:
            gamerules.rules.IllegalAction: if a step is not legal.
        """
        state = self.first
        for action in self.actions:
            state = state.after(action)
        return state


Attempt = Callable[[Any, Any, Random], Witness | None]
"""From a result, the rules and a source of randomness to a deal that ends so, or None if this one did not come to it.

Raises ImpossibleInputError, with the rule, for a result that no deal has.
"""


def witness(attempt: Attempt, result: Any, rules: Any, tries: int = TRIES) -> Witness | None:
    """Return a deal that ends in a result; None if none was found, though no rule is known to forbid it.

    Args:
        attempt: the game's own, as its adapters have it.
        result: the result, of the game's own kind; what it leaves open may be any.
        rules: the rules of the deal.
        tries: how many deals are tried; the same ones each time.

    Raises:
        gamerules.rules.ImpossibleInputError: if no deal ends so; it names the rule.
    """
    for number in range(tries):
        found = attempt(result, rules, Random(number))
        if found is not None:
            return found
    return None


def steered(state: Any, until: Callable[[Any], bool], choose: Callable[[Any], Any]) -> tuple[Any, list[Any]] | None:
    """Return the state at which ``until`` holds, and the actions to it; None if the deal ends before, or ``choose``.

    Args:
        state: where to begin.
        until: whether to stop.
        choose: what is done in a state; None to give up.
    """
    actions: list[Any] = []
    while not until(state):
        action = None if state.is_over else choose(state)
        if action is None:
            return None
        actions.append(action)
        state = state.after(action)
    return state, actions


def strong_and_weak(cards: Sequence[Any], share: float, rng: Random) -> list[Any]:
    """Return cards in random order, the strong ones rather first if ``share`` is near one, the weak if near nought."""
    return sorted(cards, key=lambda card: -(2 * share - 1) * card.rank + rng.uniform(-3, 3))
