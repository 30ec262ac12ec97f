"""What a contract is worth to whoever calls, over many ways in which the cards may lie.

The cards not seen are dealt many times; the table of tricks tells what each strain then brings, and the rules what that
is worth. A deal in which the other would hardly have called as he did counts for less. A game's own judge says how the
cards may lie, what a contract brings, and what the calls that were heard seem to have gained the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, prod
from typing import Any

from gamerules.cards import Suit
from gamerules.solve.estimate import NO_TRUMP, NULLO, TRUMP, Estimate

WORLDS = 60
"""How many deals a call is judged by."""


@dataclass(frozen=True, eq=False)
class World:
    """One way in which all cards may lie.

    Attributes:
        hands: the cards of each player, as bit masks.
        tricks: what each player can expect as declarer, by strain.
        weight: what the world counts for.
    """

    hands: tuple[int, int]
    tricks: tuple[Mapping[Any, float], Mapping[Any, float]]
    weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a game's judge goes by; the last three are fitted by ``benchmarks/fit_calls.py``.

    Attributes:
        package: the game's package, which ships the table of tricks.
        strains: its strains, each with its trump suit.
        nullo: the strain in which tricks are shunned.
        alert: how much of what doubling would gain him the other is trusted to take.
        temper: by how many points a call may be worse than another and still be expected now and then.
        floor: how likely any call is at least, however odd.
    """

    package: str
    strains: Mapping[Any, Suit | None]
    nullo: Any
    alert: float
    temper: float
    floor: float

    def world(self, first: int, second: int) -> World:
        """Return the world in which the players hold these hands, as bit masks."""
        table = Estimate.of(self.package)
        one, other = (
            {strain: table.mean(x, y, trump, strain is self.nullo) for strain, trump in self.strains.items()}
            for x, y in ((first, second), (second, first))
        )
        return World((first, second), (one, other))

    def likely(self, gain: float) -> float:
        """Return how likely somebody is to make a call that gains him so many points."""
        return max(self.floor, 1 / (1 + exp(min(50.0, -gain / self.temper))))

    def expected(self, strain: Any, tricks: float, pays: Sequence[float]) -> float:
        """Return the mean of what each number of tricks pays, where so many are expected."""
        kind = NULLO if strain is self.nullo else NO_TRUMP if self.strains[strain] is None else TRUMP
        chances = Estimate.of(self.package).chances(tricks, kind)
        return sum(chance * pay for chance, pay in zip(chances, pays, strict=True))


class Judge(ABC):
    """What contracts are worth over many worlds, to the player who is to call.

    Attributes:
        worlds: the worlds, each weighed by the other's calls.
    """

    def __init__(self, outlook: Outlook, worlds: Iterable[World]) -> None:
        """Weigh worlds."""
        self.outlook = outlook
        self.worlds = [replace(w, weight=prod(map(outlook.likely, self.gains(w)), start=1.0)) for w in worlds]

    @abstractmethod
    def value(self, world: World, contract: Any) -> float:
        """Return what a contract brings its declarer in a world."""

    @abstractmethod
    def gains(self, world: World) -> Iterator[float]:
        """Yield what each call heard from the other seems to have gained him in a world, in points."""

    def mean(self, value: Callable[[World], float]) -> float:
        """Return the mean of a value over the worlds, each by its weight."""
        return sum(world.weight * value(world) for world in self.worlds) / sum(world.weight for world in self.worlds)

    def doubtful(self, contract: Any) -> float:
        """Return what a contract is worth if the other doubles where that gains, as often as he is alert."""
        doubling = replace(contract, doubling=type(contract.doubling).DOUBLED)

        def one(world: World) -> float:
            plain = self.value(world, contract)
            return plain + self.outlook.alert * min(0.0, self.value(world, doubling) - plain)

        return self.mean(one)
