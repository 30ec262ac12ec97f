"""All play together for one end: cards by which the tricks fall as they are wanted, all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gamerules.cards import Card
from gamerules.solve.four_hands import FourHands
from gamerules.solve.three_hands import ThreeHands
from gamerules.solve.two_hands import TwoHands

BUDGET = 300
"""How many cards are tried before a deal is given up."""

Problem = TwoHands | ThreeHands | FourHands


def play_to(position: Problem, wanted: Sequence[int], rng: Random, budget: int = BUDGET) -> tuple[Card, ...] | None:
    """Return cards by which each side takes just the tricks that are wanted of it; None if none were found.

    Args:
        position: where the play begins; with two hands or three each player is a side, with four partners are.
        wanted: the tricks of each side from here on.
        rng: the order in which things are tried.
        budget: how many cards are tried.
    """
    return _Table(rng, budget).go(position, tuple(wanted), None)


class _Table:
    def __init__(self, rng: Random, budget: int) -> None:
        self.rng, self.left = rng, budget

    def go(self, position: Problem, wanted: tuple[int, ...], taker: int | None) -> tuple[Card, ...] | None:
        """Return the cards from a position on; ``taker`` is the side that is to take the trick on the table."""
        if position.is_over:
            return None if any(wanted) else ()
        if taker is not None:
            return self._card(position, wanted, taker)
        sides = [side for side, number in enumerate(wanted) if number]
        self.rng.shuffle(sides)
        for side in sides:
            found = self._card(position, wanted, side)
            if found is not None:
                return found
        return None

    def _card(self, position: Problem, wanted: tuple[int, ...], taker: int) -> tuple[Card, ...] | None:
        for card in _ordered(position, taker):
            self.left -= 1
            if self.left < 0:
                return None
            there, side = _after(position, card)
            if side is None:
                found = self.go(there, wanted, taker)
            elif side == taker:
                found = self.go(there, (*wanted[:side], wanted[side] - 1, *wanted[side + 1 :]), None)
            else:
                continue
            if found is not None:
                return (card, *found)
        return None


def _after(position: Problem, card: Card) -> tuple[Problem, int | None]:
    """Return the position after a card, and the side that took the trick, if it ended one."""
    if isinstance(position, ThreeHands):
        there = position.after(card)
        more = [after - before for before, after in zip(position.taken, there.taken, strict=True)]
        return there, more.index(1) if any(more) else None
    after: Problem
    after, winner = position.after(card)
    return after, None if winner is None else winner % 2


def _ordered(position: Problem, taker: int) -> list[Card]:
    """Return the cards that may be played, first those by which the side that is to take the trick will take it.

    It leads its strongest and beats cheaply; the others keep low, and throw their strongest under a stronger card.
    """
    if isinstance(position, TwoHands):
        position = position.opened()
    table = [play if isinstance(play, Card) else play.card for play in position.table]
    strength = {card: _strength(position, card, table) for card in (*position.legal(), *table)}
    cards = sorted(position.legal(), key=strength.__getitem__)
    sides = 3 if isinstance(position, ThreeHands) else 2
    takes = position.actor % sides == taker
    if not table:
        return cards[::-1] if takes else cards
    best = max(table, key=strength.__getitem__)
    owner = (position.leader + table.index(best)) % (4 if isinstance(position, FourHands) else sides) % sides
    under = [card for card in cards if strength[card] < strength[best]]
    over = cards[len(under) :]
    if takes:
        return under + over if owner == taker else over + under
    return under[::-1] + over[::-1]


def _strength(position: Problem, card: Card, table: Sequence[Card]) -> int:
    """Return how strong a card is in the trick on the table, or to be led to it."""
    led = table[0] if table else card
    if isinstance(position, ThreeHands):
        order = position.order
        return order.power[card] if order.same[led] >> card & 1 or card in order.trumps else 0
    if card.suit == position.trump:
        return 100 + card.rank
    return int(card.rank) if card.suit == led.suit else 0
