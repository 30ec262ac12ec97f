"""Deals that end in a given result: what is not known of it may be any."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import CardSet, Rank
from gamerules.contract_bridge import TRICKS, Doubling
from gamerules.possible import Witness, steered, strong_and_weak
from gamerules.rules import ImpossibleInputError
from gamerules.solve.together import play_to
from gamerules.solve.two_hands import TwoHands
from gamerules.two_hand_bridge.auction import Contract, Strain
from gamerules.two_hand_bridge.deal import HAND, PACK
from gamerules.two_hand_bridge.exchange import Exchange
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import Result, refuse
from gamerules.two_hand_bridge.state import State


def attempt(result: Result, rules: Rules, rng: Random) -> Witness | None:
    """Return a deal that ends in a result, or None if this one did not come to it.

    Raises:
        ImpossibleInputError: if no deal ends so.
    """
    refuse(result)
    hands = _hands(result, rng)
    declarer = result.contract.declarer
    by_player = hands if declarer == 0 else hands[::-1]
    first, steps = State.start(rules, rng.randrange(2)), _Steps(result.contract, by_player)
    begun = steered(first, lambda state: bool(state.phase == "play"), steps)
    if begun is None:
        return None
    state, actions = begun
    strain = result.contract.bid.strain
    wanted = (result.tricks, TRICKS - result.tricks)
    cards = play_to(
        TwoHands(by_player, state.actor or 0, strain.trump, strain is Strain.NULLO),
        wanted if declarer == 0 else wanted[::-1],
        rng,
    )
    return None if cards is None else Witness(first, (*actions, *cards))


class _Steps:
    """What is done up to the first trick, step by step."""

    def __init__(self, contract: Contract, hands: tuple[CardSet, CardSet]) -> None:
        self.waiting = [list(hand) for hand in hands]
        self.contract = contract
        doubles = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 1, Doubling.REDOUBLED: 2}[contract.doubling]
        self.calls: list[Any] = [contract.bid, *(Call.DOUBLE, Call.REDOUBLE)[:doubles], Call.PASS]

    def __call__(self, state: State) -> Any:
        """Return the next step."""
        if state.phase == "deal":
            return self.waiting[state.stage.receivers[0]].pop()  # type: ignore[union-attr]
        if state.phase == "exchange":
            return Exchange.DONE
        if self.calls[0] is self.contract.bid and state.actor != self.contract.declarer:
            return Call.PASS
        return self.calls.pop(0)


def _hands(result: Result, rng: Random) -> tuple[CardSet, CardSet]:
    """Return hands that hold the honours, the declarer's first, and otherwise what makes the tricks likely."""
    trump = result.contract.bid.strain.trump
    counted = PACK.of_rank(Rank.ACE) if trump is None else CardSet(c for c in PACK.of_suit(trump) if c.rank >= Rank.TEN)
    known = [range(len(counted) + 1) if number is None else (number,) for number in result.honours]
    splits = [pair for pair in product(*known) if _fits(result, pair)]
    mine, theirs = rng.choice(splits)
    share = result.tricks / TRICKS
    honours = strong_and_weak(list(counted), share, rng)
    rest = strong_and_weak(list(PACK - counted), share, rng)
    first = honours[:mine] + rest[: HAND - mine]
    second = honours[::-1][:theirs] + rest[::-1][: HAND - theirs]
    return CardSet(first), CardSet(second)


def _fits(result: Result, honours: tuple[int, ...]) -> bool:
    try:
        refuse(replace(result, honours=(honours[0], honours[1])))
    except ImpossibleInputError:
        return False
    return True
