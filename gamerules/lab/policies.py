"""The policies by name: those that every game has, and those that others have installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random
from types import MappingProxyType
from typing import Final

from gamerules.game import entry_points
from gamerules.lab.machine import careful, machine, random, simple, solver
from gamerules.policy import Choice, Moment, Policy
from gamerules.rules import ImpossibleInputError, suggest

ENTRY_POINTS: Final = "gamerules.policies"
"""The group of entry points in which a package offers policies of its own."""

OWN: Final[Mapping[str, Policy]] = MappingProxyType(
    {"random": random, "simple": simple, "careful": careful, "machine": machine, "solver": solver}
)
"""The policies that every game has, from weak to strong; the last sees all cards in play."""

DEFAULT: Final = "machine"
"""Who plays where nobody else is asked for."""


def names() -> tuple[str, ...]:
    """Return the names of all policies: our own, then those installed."""
    return (*OWN, *sorted({point.name for point in entry_points(ENTRY_POINTS)} - set(OWN)))


def policy(name: str) -> Policy:
    """Return a policy by its name, or by where it stands: ``package.module:function``.

    Raises:
        ImpossibleInputError: if there is none, or it cannot be imported.
    """
    if name in OWN:
        return OWN[name]
    where = {point.value for point in entry_points(ENTRY_POINTS) if point.name == name}
    if ":" in name:
        where.add(name)
    if len(where) != 1:
        several = f"several policies are called {name!r}: {', '.join(sorted(where))}; uninstall one"
        none = f"there is no policy called {name!r}{suggest(name, names())}; choose one of {', '.join(names())}"
        raise ImpossibleInputError(several if where else none)
    (place,) = where
    module, _, function = place.partition(":")
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ImpossibleInputError(f"the policy {name!r} ({place}) cannot be imported: {error}") from error
    if not callable(found):
        raise ImpossibleInputError(f"the policy {name!r} ({place}) is not a function; point it at one")
    chosen: Policy = found
    return chosen


def choose(chosen: Policy, moment: Moment, seed: object) -> Choice:
    """Let a policy choose; asked again at the same moment with the same seed it chooses the same."""
    return chosen(moment, Random(f"{seed} {moment.player} {len(moment.past)}"))
