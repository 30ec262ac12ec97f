"""The cards that a player cannot see, dealt at random so that they fit all that he knows.

A player who did not follow suit held no card of it then, and holds none now among the cards he had. Of all the ways to
deal the unseen cards that agree with this each is as likely as the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import comb
from random import Random
from typing import Any

from gamerules.cards import CARDS, Card, CardSet
from gamerules.policy import Moment
from gamerules.solve import Scored, SolverError, TwoHands, position_of
from gamerules.solve.positions import Problem

ATTEMPTS = 2_000
"""How many deals are tried for one that fits."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What a player who did not follow suit cannot hold.

    Attributes:
        cards: the cards that he did not have (a bit mask).
        held: how many of the cards that he had then he still has.
    """

    cards: int
    held: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A hand or a reserve that is dealt anew: whose it is, what is known of it, and how many cards are not."""

    zone: str
    player: int
    known: CardSet
    count: int
    barred: int
    bars: tuple[Bar, ...]


class Sampler:
    """Deals the unseen cards of a moment in play, over and over."""

    def __init__(self, moment: Moment, position: Problem, unseen: CardSet, *, voids: bool = True) -> None:
        """Look at what is known.

        Args:
            moment: the decision.
            position: the problem that its state poses.
            unseen: the cards of which the player does not know where they are.
            voids: whether to conclude anything from who did not follow suit.
        """
        self.moment, self.position, self.pool = moment, position, sorted(unseen)
        self._cards: Any = position.cards if isinstance(position, Scored) else position
        found = bars(moment) if voids else {}
        zones = ("hands", "reserves") if isinstance(self._cards, TwoHands) else ("hands",)
        self._places = [
            self._place(zone, player, cards, unseen, found.get(player, ()) if zone == "hands" else ())
            for zone in zones
            for player, cards in enumerate(getattr(self._cards, zone))
            if player != position.actor and cards & unseen
        ]
        self._places.sort(key=lambda place: -place.barred.bit_count())

    def _place(self, zone: str, player: int, cards: CardSet, unseen: CardSet, found: tuple[Bar, ...]) -> _Place:
        known = cards - unseen
        whole = [bar for bar in found if bar.held >= len(cards)]
        barred = 0
        for bar in whole:
            barred |= bar.cards
        partly = tuple(bar for bar in found if 0 < bar.held < len(cards))
        return _Place(zone, player, known, len(cards) - len(known), barred, partly)

    def draw(self, rng: Random) -> Problem | None:
        """Return the position with the unseen cards dealt so that they fit; None if none was found."""
        for _ in range(ATTEMPTS):
            dealt = self._deal(rng)
            if dealt is not None:
                return self._with(dealt)
        return None

    def _deal(self, rng: Random) -> dict[tuple[str, int], CardSet] | None:
        """Return one deal of the unseen cards, each that fits as likely as the others; None if this one does not."""
        pool = self.pool
        dealt: dict[tuple[str, int], CardSet] = {}
        for place in self._places:
            free = [card for card in pool if not place.barred >> card & 1] if place.barred else pool
            ways = comb(len(free), place.count)
            most = comb(sum(not place.barred >> card & 1 for card in self.pool), place.count)
            # What lies elsewhere has left fewer ways than there might be: kept as often as there are ways.
            if not ways or (place.barred and dealt and rng.random() * most >= ways):
                return None
            taken = CardSet(rng.sample(free, place.count))
            if any(len(CardSet.from_mask((place.known | taken).mask & ~bar.cards)) < bar.held for bar in place.bars):
                return None
            dealt[place.zone, place.player] = place.known | taken
            pool = [card for card in pool if card not in taken]
        return dealt

    def _with(self, dealt: dict[tuple[str, int], CardSet]) -> Problem:
        anew: dict[str, Any] = {}
        for zone in {zone for zone, _ in dealt}:
            now = getattr(self._cards, zone)
            anew[zone] = tuple(dealt.get((zone, player), cards) for player, cards in enumerate(now))
        cards = replace(self._cards, **anew)
        return replace(self.position, cards=cards) if isinstance(self.position, Scored) else cards


def bars(moment: Moment) -> dict[int, tuple[Bar, ...]]:
    """Return what the other players cannot hold, because they did not follow suit, by player."""
    found: dict[int, list[tuple[int, int]]] = {}
    plays = [0] * moment.game.players
    for state, action, player in _played(moment):
        plays[player] += 1
        if player == moment.player:
            continue
        mask, held = _bar(state, action)
        if mask and held:
            found.setdefault(player, []).append((mask, held + plays[player]))
    return {
        player: tuple(Bar(mask, held - plays[player]) for mask, held in seen if held > plays[player])
        for player, seen in found.items()
    }


def _played(moment: Moment) -> Iterator[tuple[Any, Card, int]]:
    """Yield the cards played so far, each with the state before it and its player."""
    for state, action in moment.past:
        if state.phase == "play" and isinstance(action, Card) and state.actor in range(moment.game.players):
            yield state, action, state.actor


def _bar(state: Any, card: Card) -> tuple[int, int]:
    """Return the cards with which whoever plays this card would have had to follow suit, and how many he has left."""
    try:
        position: Any = position_of(state)
    except SolverError:
        return 0, 0  # a variant that no solver knows
    if not position.table:
        return 0, 0
    cards = position.cards if isinstance(position, Scored) else position
    held = len(cards.hands[position.actor]) - 1
    return sum(other.mask for other in CARDS if card not in position.legal(CardSet((card, other)))), held
