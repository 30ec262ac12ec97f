"""The machine: it calls and lays aside by what its game offers, and plays cards by dealing the unseen ones and solving.

It sees what its seat may see. The cards it cannot see it deals at random, so that they fit all that is known, solves
each of these deals with open cards, and plays what does best on the whole. How many deals it looks at is bounded by
work, counted in positions searched and not in seconds, so that the same moment gives the same choice on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from gamerules.cards import Card
from gamerules.lab.sampling import Sampler
from gamerules.policy import Choice, Moment
from gamerules.solve import FourHands, SolverError, ThreeHands, position_of, three_hands
from gamerules.solve.positions import Problem, aim_of, solver_of

MOST = 40
"""The most deals that are solved for one card."""
FEWEST = 2
"""The fewest."""
WORK = 40_000
"""How many positions are searched for one card before no further deal is looked at: some tenths of a second."""
HEAVIER = 8
"""How much more work a position of three hands is than one of two."""
LONGEST_FOUR = 5
"""With four hands, the most cards a hand may hold for a deal to be solved; before, any legal card is played."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think about a card.

    Attributes:
        most: the most deals to solve.
        work: how many positions to search before no further deal is looked at.
        voids: whether to conclude from who did not follow suit.
        ties: whether to break ties by tricks, and then by keeping the stronger card.
    """

    most: int = MOST
    work: int = WORK
    voids: bool = True
    ties: bool = True


FULL = Effort()
PLAIN = Effort(most=10, work=10**9, voids=False, ties=False)


def machine(moment: Moment, rng: Random) -> Choice:
    """Choose as well as the machine can: calls by value, cards by dealing and solving."""
    legal = moment.state.legal_actions()
    if len(legal) == 1:
        return Choice(legal[0], "there is no choice")
    advise = moment.game.adapters().advise
    choice = advise(moment, rng) if advise else None
    return choice or card_of(moment, rng) or simple(moment, rng)


def careful(moment: Moment, rng: Random) -> Choice:
    """Call as the simple player, and play cards by dealing the unseen ones, with no conclusions drawn, and solving."""
    return card_of(moment, rng, PLAIN) or simple(moment, rng)


def simple(moment: Moment, rng: Random) -> Choice:
    """Choose by the game's own simple policy."""
    if moment.game.policy:
        return Choice(moment.game.policy(moment.state, rng), "it looks sensible")
    return random(moment, rng)


def random(moment: Moment, rng: Random) -> Choice:
    """Choose any legal action."""
    return Choice(rng.choice(moment.state.legal_actions()), "any legal action is as good as another")


def solver(moment: Moment, rng: Random) -> Choice:
    """Choose as the machine, but play cards with all hands open: it sees what no player may see."""
    position = _solvable(moment)
    if position is None:
        return machine(moment, rng)
    values = values_of(moment.state, position)[0]
    return Choice(max(values, key=values.__getitem__), "with all cards open it is best")


def card_of(moment: Moment, rng: Random, effort: Effort = FULL) -> Choice | None:
    """Choose a card in play; None if nothing is played, or no solver knows the variant."""
    position, unseen = _solvable(moment), moment.game.adapters().unseen
    if position is None or unseen is None:
        return None
    legal = [card for card in moment.state.legal_actions() if isinstance(card, Card)]
    sampler = Sampler(moment, position, unseen(moment.state, moment.player), voids=effort.voids)
    totals = dict.fromkeys(legal, 0)
    deals: list[Problem] = []
    spent = 0
    while len(deals) < effort.most and (spent < effort.work or len(deals) < FEWEST):
        deal = sampler.draw(rng)
        if deal is None:
            break
        deals.append(deal)
        values, nodes = values_of(moment.state, deal)
        spent += nodes + 10
        for card in legal:
            totals[card] += values[card]
    if not deals:
        return None
    best = max(totals.values())
    equal = [card for card in legal if totals[card] == best]
    again = deals[: FEWEST if spent < effort.work else 1]
    card = _of_equals(equal, moment.state, again) if effort.ties and len(equal) > 1 else equal[0]
    return Choice(card, _why(moment, len(deals), equal, legal))


def _why(moment: Moment, deals: int, equal: list[Card], legal: list[Card]) -> str:
    fit = f"{deals} deal{'s' * (deals != 1)} that fit what is known"
    if len(equal) == len(legal):
        return f"in {fit} every card did as well, and this one is the cheapest"
    if len(equal) > 1:
        return f"in {fit} it did best on the whole, together with {len(equal) - 1} more, and is the cheapest of them"
    return f"in {fit} it did best on the whole"


def _solvable(moment: Moment) -> Problem | None:
    """Return the problem that a moment in play poses; None if it poses none, or one that would take too long."""
    legal = moment.state.legal_actions()
    if moment.state.phase != "play" or len(legal) < 2 or not all(isinstance(action, Card) for action in legal):
        return None
    try:
        position = position_of(moment.state)
    except SolverError:
        return None
    return None if isinstance(position, FourHands) and position.left > LONGEST_FOUR else position


def values_of(state: Any, position: Problem) -> tuple[Mapping[Card, int], int]:
    """Return how good each card is for its player, in tricks or in what the ombre wins, and the positions searched."""
    player = position.actor
    if isinstance(position, ThreeHands):
        return _for_worth(position, aim_of(state)[0])
    sign = -1 if position.misere else 1
    asked = solver_of(position)
    found = asked.choices(position)
    return {card: sign * tricks[player % 2] for card, tricks in found.items()}, asked.nodes


def _for_worth(position: ThreeHands, worth: three_hands.Worth) -> tuple[Mapping[Card, int], int]:
    sign = 1 if position.actor == position.ombre else -1
    asked = three_hands.Solver(position, worth)
    return {card: sign * value for card, value in asked.choices(position).items()}, HEAVIER * asked.nodes


def _of_equals(equal: list[Card], state: Any, deals: list[Problem]) -> Card:
    """Return the card of several equal ones that brings the most tricks, and of these the weakest."""
    first = deals[0]
    if isinstance(first, ThreeHands):
        worth = aim_of(state)[0]
        shuns = worth(0, 5, 4) > worth(9, 0, 0)

        def tricks(ombre: int, one: int, other: int) -> int:
            return -ombre if shuns else ombre

        totals = dict.fromkeys(equal, 0)
        for deal in deals:
            assert isinstance(deal, ThreeHands)
            for card, value in _for_worth(deal, tricks)[0].items():
                if card in totals:
                    totals[card] += value
        best = max(totals.values())
        return min((card for card in equal if totals[card] == best), key=first.order.power.__getitem__)
    if first.misere:
        return max(equal, key=lambda card: card.rank)
    trump = getattr(getattr(first, "cards", first), "trump", None)
    return min(equal, key=lambda card: (card.suit == trump, card.rank))
