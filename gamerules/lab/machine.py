"""A player for the command line: the game's policy in the bidding, sampling and solving in the play.

It sees what its seat may see. For the rest it deals the cards it cannot see at random, over and over, solves each of
these deals with open cards, and plays what does best on the whole. It draws no inference from bids and plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import Game
from gamerules.solve import FourHands, Scored, SolverError, ThreeHands, TwoHands, position_of, three_hands
from gamerules.solve.positions import Problem, aim_of, solver_of

SAMPLES = 10
"""How many deals are solved for one card."""

LONGEST_FOUR = 5
"""With four hands, the most cards a hand may hold for a sample to be solved; before, the policy plays."""


def choose(game: Game, state: Any, rng: Random, samples: int = SAMPLES) -> Any:
    """Return an action for whoever is to act.

    Args:
        game: the game.
        state: the position; only what the actor may see of it is used.
        rng: the source of randomness.
        samples: how many deals are solved for one card.
    """
    legal = state.legal_actions()
    cards = [action for action in legal if isinstance(action, Card)]
    unseen = game.adapters().unseen
    if unseen and cards and len(legal) > 1 and state.phase == "play":
        position = _known(state)
        if position is not None and (not isinstance(position, FourHands) or position.left <= LONGEST_FOUR):
            totals = dict.fromkeys(cards, 0)
            for _ in range(samples):
                for card, value in _values(state, _sample(position, unseen(state, position.actor), rng)).items():
                    if card in totals:
                        totals[card] += value
            return max(cards, key=totals.__getitem__)
    return game.policy(state, rng) if game.policy else rng.choice(legal)


def _known(state: Any) -> Problem | None:
    """Return the problem that a state poses; None for a variant that no solver knows."""
    try:
        return position_of(state)
    except SolverError:
        return None


def _sample(position: Problem, unseen: CardSet, rng: Random) -> Problem:
    """Return the position with the cards that its actor cannot see dealt at random."""
    if isinstance(position, Scored):
        cards = _sample(position.cards, unseen, rng)
        assert isinstance(cards, TwoHands)
        return replace(position, cards=cards)
    pool = sorted(unseen)
    rng.shuffle(pool)

    def dealt(cards: CardSet) -> CardSet:
        """Return as many cards from the pool as are not known of a hand, beside those that are."""
        known = cards - unseen
        count = len(cards) - len(known)
        taken, pool[:] = pool[:count], pool[count:]
        return known | CardSet(taken)

    zones = ("hands", "reserves") if isinstance(position, TwoHands) else ("hands",)
    anew: dict[str, Any] = {
        zone: tuple(
            cards if player == position.actor else dealt(cards) for player, cards in enumerate(getattr(position, zone))
        )
        for zone in zones
    }
    return replace(position, **anew)


def _values(state: Any, position: Problem) -> Mapping[Card, int]:
    """Return how good each card is for its player, in tricks or in what the ombre wins; more is better."""
    player = position.actor
    if isinstance(position, ThreeHands):
        sign = 1 if player == position.ombre else -1
        outcomes = three_hands.Solver(position, aim_of(state)[0]).choices(position)
        return {card: sign * value for card, value in outcomes.items()}
    sign = -1 if position.misere else 1
    found = solver_of(position).choices(position)
    return {card: sign * tricks[player % 2] for card, tricks in found.items()}
