"""A player for the command line: the game's policy in the bidding, sampling and solving in the play.

It sees what its seat may see. For the rest it deals the cards it cannot see at random, over and over, solves each of
these deals with open cards, and plays what does best on the whole. It draws no inference from bids and plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from gamerules.cards import PACK_40, PACK_52, Card, CardSet
from gamerules.game import Game
from gamerules.solve import FourHands, ThreeHands, TwoHands, four_hands, position_of, three_hands, two_hands
from gamerules.solve.positions import Problem, aim_of

SAMPLES = 10
"""How many deals are solved for one card."""

DUMMY = 1
"""The seat whose hand lies open in a nullo of four."""

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
    if state.phase != "play" or len(legal) == 1 or not cards:
        return game.policy(state, rng) if game.policy else rng.choice(legal)
    position = position_of(state)
    if isinstance(position, FourHands) and position.left > LONGEST_FOUR:
        return game.policy(state, rng) if game.policy else rng.choice(legal)
    totals = dict.fromkeys(cards, 0)
    for _ in range(samples):
        for card, value in _values(state, _sample(state, position, rng)).items():
            if card in totals:
                totals[card] += value
    return max(cards, key=totals.__getitem__)


def unseen(state: Any, player: int) -> CardSet:
    """Return the cards of which a player cannot know where they are: in other hands, reserves, talon or stock."""
    position = position_of(state)
    view = state.view(player)
    pack = PACK_52
    seen: CardSet
    if isinstance(position, ThreeHands):
        pack = PACK_40
        played = CardSet.from_mask(sum(state.deal.held) - sum(state.hands))
        seen = view.hand | played | CardSet.from_mask(view.deal.discards[player]) | view.open_cards
    elif isinstance(position, FourHands):
        seen = state.seen | view.hands[player].known | view.hands[DUMMY].known
    elif hasattr(view, "stock"):
        seen = view.hand | view.thrown | view.played[0] | view.played[1]
    else:
        return position.hands[1 - player] | position.reserves[1 - player]
    return pack - seen


def _sample(state: Any, position: Problem, rng: Random) -> Problem:
    """Return the position with the cards that its actor cannot see dealt at random."""
    player = position.actor
    pool = sorted(unseen(state, player))
    rng.shuffle(pool)

    def deal(cards: CardSet, known: CardSet) -> CardSet:
        """Return as many cards from the pool as are not known of a hand, beside those that are."""
        kept = cards & known
        count = len(cards) - len(kept)
        taken, pool[:] = pool[:count], pool[count:]
        return kept | CardSet(taken)

    nothing = CardSet()
    if isinstance(position, TwoHands):
        hands, reserves = list(position.hands), list(position.reserves)
        hands[1 - player] = deal(hands[1 - player], nothing)
        reserves[1 - player] = deal(reserves[1 - player], nothing)
        return replace(position, hands=(hands[0], hands[1]), reserves=(reserves[0], reserves[1]))
    if isinstance(position, ThreeHands):
        shown = state.view(player).open_cards
        first, second, third = (
            hand if seat == player else deal(hand, shown) for seat, hand in enumerate(position.hands)
        )
        return replace(position, hands=(first, second, third))
    one, two, three, four = (
        hand if seat in (player, DUMMY) else deal(hand, nothing) for seat, hand in enumerate(position.hands)
    )
    return replace(position, hands=(one, two, three, four))


def _values(state: Any, position: Problem) -> Mapping[Card, int]:
    """Return how good each card is for its player, in tricks or in what the ombre wins; more is better."""
    player = position.actor
    if isinstance(position, ThreeHands):
        sign = 1 if player == position.ombre else -1
        outcomes = three_hands.Solver(position, aim_of(state)[0]).choices(position)
        return {card: sign * value for card, value in outcomes.items()}
    sign = -1 if position.misere else 1
    if isinstance(position, TwoHands):
        found = two_hands.Solver(position).choices(position)
        return {card: sign * tricks[player] for card, tricks in found.items()}
    found = four_hands.Solver(position).choices(position)
    return {card: sign * tricks[player % 2] for card, tricks in found.items()}
