"""Deals that end in a given result: what is not known of it may be any."""

from __future__ import annotations

from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import PACK_32, CardSet, Rank
from gamerules.possible import Witness, steered, strong_and_weak
from gamerules.slam.auction import SuitBid
from gamerules.slam.contract import Contract, Result
from gamerules.slam.deal import receiver
from gamerules.slam.play import SHAPES, taken_up_after
from gamerules.slam.reserve import SIZE
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import run_length, scored
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import TRICKS, Doubling, Slam, Strain
from gamerules.solve import TwoHands
from gamerules.solve.together import play_to

HAND = 16


def attempt(result: Result, rules: Rules, rng: Random) -> Witness | None:
    """Return a deal that ends in a result, or None if this one did not come to it.

    Raises:
        ImpossibleInputError: if no deal ends so.
    """
    contract = result.contract
    scored(contract.strain, contract.named or contract.points, result.tricks, rules=rules)
    hands = _hands(result, rules, rng)
    if hands is None:
        return None
    declarer = contract.declarer
    by_player = hands if declarer == 0 else hands[::-1]
    first = State(rules, rng.randrange(2))
    begun = steered(first, lambda state: bool(state.phase is Phase.PLAY), _Steps(contract, by_player, rng))
    if begun is None:
        return None
    state, actions = begun
    cards = TwoHands(
        (state.hand(0), state.hand(1)),
        state.leader,
        contract.strain.suit,
        size=SHAPES[0].size,
        reserves=(state.reserve(0), state.reserve(1)),
        kept=SHAPES.count(SHAPES[0]) + 1 - taken_up_after(rules),
    )
    wanted = (result.tricks, TRICKS - result.tricks)
    played = play_to(cards, wanted if declarer == 0 else wanted[::-1], rng)
    return None if played is None else Witness(first, (*actions, *played))


class _Steps:
    """What is done up to the first trick, step by step."""

    def __init__(self, contract: Contract, hands: tuple[CardSet, CardSet], rng: Random) -> None:
        self.contract, self.rng = contract, rng
        self.waiting = [rng.sample(list(hand), HAND) for hand in hands]

    def __call__(self, state: State) -> Any:
        """Return the next step, or None to give up."""
        contract, mine = self.contract, state.actor == self.contract.declarer
        if state.phase in (Phase.DEAL, Phase.LAST_DEAL):
            return self.waiting[receiver(state.dealt, state.dealer)].pop()
        if state.phase is Phase.AUCTION:
            return self._call(state, mine)
        if state.phase is Phase.NAMING:
            named = mine and state.auction is not None and self._is_bid(state.auction.standing)
            return contract.strain if named and contract.strain in state.legal_actions() else None
        if state.phase is Phase.DOUBLE:
            return Call.PASS if contract.doubling is Doubling.NONE else Call.DOUBLE
        if state.phase is Phase.ANSWER:
            return Call.REDOUBLE if contract.doubling is Doubling.REDOUBLED else Call.PASS
        return CardSet(self.rng.sample(list(state.hand(state.actor or 0)), SIZE))

    def _is_bid(self, call: Any) -> bool:
        """Return whether a bid is the one that the contract was made by."""
        points = call.points if isinstance(call, SuitBid) else call
        return bool(points == (self.contract.named or self.contract.points))

    def _call(self, state: State, mine: bool) -> Any:
        """Return a call: the declarer's climb to his bid, and his opponent's help him over what limits it."""
        calls = state.legal_actions()
        reached = state.auction is not None and self._is_bid(state.auction.standing)
        if reached or (not mine and self.rng.random() < 0.5):
            return Call.PASS if Call.PASS in calls else None
        bids = [call for call in calls if not isinstance(call, Call) and self._serves(call)]
        wanted = [call for call in bids if self._is_bid(call)]
        if mine and wanted:
            return wanted[0]
        below = [call for call in bids if not isinstance(call, Slam) and _points(call) < self.contract.points]
        if not below:
            return Call.PASS if Call.PASS in calls else None
        return max(below, key=_points) if self.rng.random() < 0.7 else self.rng.choice(below)

    def _serves(self, call: Any) -> bool:
        """Return whether a bid names no other suit than the contract's."""
        return not isinstance(call, SuitBid) or call.suit is self.contract.strain.suit


def _points(call: Any) -> int:
    return int(call.points if isinstance(call, SuitBid) else call)


def _hands(result: Result, rules: Rules, rng: Random) -> tuple[CardSet, CardSet] | None:
    """Return hands that hold what is known, the declarer's first, and otherwise what makes the tricks likely."""
    strain, share = result.contract.strain, result.tricks / TRICKS
    counted = _cards(strain)
    mine = _chosen(counted, result, share, rng, rules)
    if mine is None:
        return None
    rest = strong_and_weak(list(PACK_32 - counted), share, rng)
    hand = mine | CardSet(rest[: HAND - len(mine)])
    other = PACK_32 - hand
    return hand, other


def _cards(strain: Strain) -> CardSet:
    """Return the cards that score for being held under a strain."""
    if strain.suit is not None:
        return PACK_32.of_suit(strain.suit)
    return PACK_32.of_rank(Rank.ACE if strain is Strain.NOTRUMP else Rank.SEVEN)


def _chosen(counted: CardSet, result: Result, share: float, rng: Random, rules: Rules) -> CardSet | None:
    """Return what the declarer holds of them, so that both hold what is known; None if it did not come to it."""
    cards = list(counted)
    for _ in range(200):
        order = strong_and_weak(cards, share, rng)
        mine = CardSet(order[: rng.randint(0, len(cards))])
        held = [_held(part, result.contract.strain, rules) for part in (mine, counted - mine)]
        if all(said in (None, number) for said, number in zip(result.held, held, strict=True)):
            return mine
    return None


def _held(cards: CardSet, strain: Strain, rules: Rules) -> int:
    if strain.suit is None:
        return len(cards)
    return run_length(cards.mask, strain.suit, from_ace=rules.run_shape == "from-ace")
