"""The reserve: three cards that each player lays aside, face down, before the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import overload

from gamerules.cards import Card, CardSet, cards_of
from gamerules.rules import rule

SIZE = 3
"""How many cards make a reserve."""


@cache
def _triples(cards: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(cards), SIZE))


@dataclass(frozen=True, slots=True, eq=False)
class Reserves(Sequence[CardSet]):
    """The reserves that can be laid aside from a hand, each made when it is asked for: whoever wants one pays for one.

    Attributes:
        cards: the cards of the hand.
    """

    cards: tuple[Card, ...]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(_triples(len(self.cards)))

    @overload
    def __getitem__(self, index: int) -> CardSet: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[CardSet, ...]: ...
    def __getitem__(self, index: int | slice) -> CardSet | tuple[CardSet, ...]:
        """Return a reserve by its number, or several."""
        if isinstance(index, slice):
            return tuple([self[number] for number in range(*index.indices(len(self)))])
        cards = self.cards
        first, second, third = _triples(len(cards))[index]
        return CardSet.from_mask(1 << cards[first] | 1 << cards[second] | 1 << cards[third])

    def __contains__(self, reserve: object) -> bool:
        """Return whether these cards can be laid aside."""
        return isinstance(reserve, CardSet) and len(reserve) == SIZE and reserve <= CardSet(self.cards)

    def __eq__(self, other: object) -> bool:
        """Return whether the other has the same reserves in the same order."""
        if isinstance(other, Reserves):
            return self.cards == other.cards
        return isinstance(other, tuple) and tuple(self) == other

    def __hash__(self) -> int:
        """Hash as the tuple of the same reserves, to which it is equal."""
        return hash(tuple(self))


@rule("slam-dictionary.reserve.1", "mendelev.slam-reserve.2")
def reserves_of(hand: int) -> Reserves:
    """Return every reserve that can be laid aside from a hand (a bit mask): all 560 triples of its sixteen cards."""
    return Reserves(cards_of(hand))


@rule("slam-dictionary.reserve.1", "mendelev.slam-reserve.2")
def refusal(reserve: object, hand: int) -> tuple[str, str] | None:
    """Return the locus and reason why these cards cannot be the reserve, or None if they can."""
    if not isinstance(reserve, CardSet):
        return "slam-dictionary.reserve.1", "three cards must be laid aside here"
    if reserve.mask & ~hand:
        return "slam-dictionary.reserve.1", f"{CardSet.from_mask(reserve.mask & ~hand)} is not in the hand"
    if len(reserve) != SIZE:
        return "slam-dictionary.reserve.1", f"a reserve has three cards, not {len(reserve)}"
    return None
