"""Deals that a player cannot tell apart from the one being played: the cards never seen, dealt again.

The history is played again with the unseen cards exchanged among themselves. So every card that the player has held,
seen turned or seen played stays where it was, and so does how many cards lie where. Of all such exchanges those are
kept that the rules allow (a player who did not follow suit holds no card of it) and that the player could not have
noticed; among them each is as likely as the others. Nothing is inferred from why somebody bid or played as he did.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

from gamerules.cards import CARDS, Card, CardSet
from gamerules.game import Game
from gamerules.lab.deals import deal_of
from gamerules.solve import SolverError, position_of

Step = tuple[Any, Any]
"""A state and the action that was taken in it."""

ATTEMPTS = 100_000
"""How many exchanges are looked at for one that breaks no rule of following suit."""


class Unseen:
    """What a player has not seen of a deal."""

    def __init__(self, game: Game, steps: Sequence[Step], player: int) -> None:
        """Look at a deal as far as it was played.

        Args:
            game: the game.
            steps: all states and the actions taken in them, from the beginning; in the last state none is (None).
            player: who looks.
        """
        self.game, self.deal, self.steps, self.player = game, deal_of(game.name), steps, player

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the player has never seen."""
        pack = next((state.legal_actions() for state, _ in self.steps if self._is_of_pack(state)), ())
        seen = 0
        for state, action in self.steps:
            if self._is_of_pack(state):
                seen |= _seen(self.game, state, self.player)
                if isinstance(action, Card) and (state.phase == "play" or state.phase in self.deal.turned):
                    seen |= action.mask
        return tuple(card for card in pack if not seen & card.mask)

    @cached_property
    def _barred(self) -> dict[Card, int]:
        """Of unseen cards in hands that did not follow suit: what they cannot be, as a bit mask."""
        barred: dict[Card, int] = {}
        unseen = CardSet(self.cards)
        for state, action in self.steps:
            if state.phase != "play" or not isinstance(action, Card) or state.actor == self.player:
                continue
            mask = _bars(state, action)
            if mask:
                for holding in self.game.draw(state, None).holdings:
                    if holding.owner == state.actor and holding.zone == "hand":
                        for card in holding.cards & unseen:
                            barred[card] = barred.get(card, 0) | mask
        return barred

    def exchanged(self, rng: Random) -> list[Any] | None:
        """Return the actions with the unseen cards exchanged at random; None if no exchange was found.

        Hands follow suit; any other rule may still be broken.
        """
        cards = list(self.cards)
        places = [(place, self._barred[card]) for place, card in enumerate(cards) if card in self._barred]
        for _ in range(ATTEMPTS):
            rng.shuffle(cards)
            if not any(mask >> cards[place] & 1 for place, mask in places):
                break
        else:
            return None
        new = dict(zip(self.cards, cards, strict=True))
        return [self._renamed(state, action, new) for state, action in self.steps if action is not None]

    def _renamed(self, state: Any, action: Any, new: dict[Card, Card]) -> Any:
        if not self._is_of_pack(state):
            return action
        if isinstance(action, CardSet):
            return CardSet(new.get(card, card) for card in action)
        return new.get(action, action) if isinstance(action, Card) else action

    def _is_of_pack(self, state: Any) -> bool:
        """Return whether the cards of a state are those with which is played."""
        return state.phase not in self.deal.other_packs


def _seen(game: Game, state: Any, player: int) -> int:
    """Return the cards that a player sees, as a bit mask."""
    picture = game.draw(state, player)
    seen = CardSet(card for _, card in picture.trick)
    for holding in picture.holdings:
        seen |= holding.cards
    return seen.mask


def _bars(state: Any, card: Card) -> int:
    """Return what a player who plays this card cannot hold, as a bit mask: he would have had to follow suit with it."""
    try:
        position = position_of(state)
    except SolverError:
        return 0  # a variant that no solver knows; such exchanges fail when they are played
    if not position.table:
        return 0
    return sum(other.mask for other in CARDS if card not in position.legal(CardSet((card, other))))
