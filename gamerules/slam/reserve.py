"""The reserve: three cards that each player lays aside, face down, before the play."""

from __future__ import annotations

from itertools import combinations

from gamerules.cards import CardSet
from gamerules.rules import rule
from gamerules.slam.cards import cards_of

SIZE = 3
"""How many cards make a reserve."""


@rule("slam-dictionary.reserve.1", "mendelev.slam-reserve.2")
def reserves_of(hand: int) -> tuple[CardSet, ...]:
    """Return every reserve that can be laid aside from a hand (a bit mask): all 560 triples of its sixteen cards."""
    bits = [card.mask for card in cards_of(hand)]
    return tuple(map(CardSet.from_mask, map(sum, combinations(bits, SIZE))))


@rule("slam-dictionary.reserve.1", "mendelev.slam-reserve.2")
def refusal(reserve: object, hand: int) -> tuple[str, str] | None:
    """Return the locus and reason why these cards cannot be the reserve, or None if they can."""
    if not isinstance(reserve, CardSet):
        return "slam-dictionary.reserve.1", "three cards are laid aside here"
    if reserve.mask & ~hand:
        return "slam-dictionary.reserve.1", f"{CardSet.from_mask(reserve.mask & ~hand)} is not in the hand"
    if len(reserve) != SIZE:
        return "slam-dictionary.reserve.1", f"a reserve has three cards, not {len(reserve)}"
    return None
