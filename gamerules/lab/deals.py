"""One deal of each game, seen from outside: where it begins and ends, what it came to, and every action by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from gamerules.auction import Call
from gamerules.cards import CARDS, PACK_32, Card, CardSet, Suit
from gamerules.game import find
from gamerules.rules import BaseRules, ImpossibleInputError

Outcome = dict[str, str | int]
"""What a deal came to: columns by name. A number is averaged, a text counted."""


def _by_dealer(first: Any, actions: Sequence[Any], names: Sequence[str]) -> tuple[Any, Sequence[Any], dict[str, str]]:
    return first, actions, {"dealer": names[first.dealer]}


def _as_it_is(first: Any, actions: Sequence[Any], names: Sequence[str]) -> tuple[Any, Sequence[Any], dict[str, str]]:
    return first, actions, {}


@dataclass(frozen=True, slots=True)
class DealOf:
    """How the deals of one game are begun, ended and told.

    Attributes:
        game: the game's name.
        start: makes the first state from rules and the dealer's number.
        is_over: whether the deal is over, from the last state but one and the last.
        returns: what each player has won (all together nought), from a state that ends the deal.
        outcome: what a deal came to, from the state that ends it and the one before.
        vocabulary: every action that is not a card, in a fixed order.
        picture: draws a state, as ``Game.picture`` does.
        recorded: what a record of a deal begins with and contains, from its first state and its actions: the record's
            first state, its actions, and its start options by player number (``{"dealer": 1}``).
        scale: the most that anybody can win or lose in a deal.
        longest: a bound on the number of actions.
        chance: a bound on the number of outcomes of chance.
        turned: the phases in which chance turns a card for all to see.
        other_packs: those of them in which the cards are not yet, or never, the ones with which is played.
    """

    game: str
    start: Callable[[BaseRules, int], Any]
    is_over: Callable[[Any, Any], bool]
    returns: Callable[[Any], tuple[float, ...]]
    outcome: Callable[[Any, Any], Outcome]
    vocabulary: Callable[[], tuple[Any, ...]]
    scale: float
    longest: int
    chance: int = len(CARDS)
    picture: Callable[[Any, int | None], Any] | None = None
    recorded: Callable[[Any, Sequence[Any], Sequence[str]], tuple[Any, Sequence[Any], dict[str, str]]] = _by_dealer
    turned: tuple[str, ...] = ()
    other_packs: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return find(self.game).players

    def draw(self, state: Any, player: int | None) -> Any:
        """Draw a state; ``player`` limits it to what that player may see."""
        picture = self.picture or find(self.game).picture
        assert picture is not None
        return picture(state, player)

    def number(self, action: Any) -> int:
        """Return an action's number: cards from 0 to 51, the rest of the vocabulary after them."""
        if type(action) is Card:
            return int(action)
        return _numbers(self.game)[type(action), action]

    def action(self, number: int) -> Any:
        """Return the action of a number."""
        return CARDS[number] if number < len(CARDS) else _vocabulary(self.game)[number - len(CARDS)]

    @property
    def actions(self) -> int:
        """How many actions have numbers."""
        return len(CARDS) + len(_vocabulary(self.game))

    @property
    def words(self) -> tuple[Any, ...]:
        """The actions that are heard by all: those of the vocabulary that are not cards laid aside."""
        return tuple(action for action in _vocabulary(self.game) if not isinstance(action, CardSet))


@cache
def _vocabulary(game: str) -> tuple[Any, ...]:
    return deal_of(game).vocabulary()


@cache
def _numbers(game: str) -> dict[tuple[type, Any], int]:
    # Slam bids plain numbers, and a bid of six equals the card six: the type must tell them apart.
    return {(type(action), action): len(CARDS) + place for place, action in enumerate(_vocabulary(game))}


def deal_of(game: str) -> DealOf:
    """Return how one game's deals are run.

    Raises:
        ImpossibleInputError: if the game has no deals to run.
    """
    if game not in DEALS:
        raise ImpossibleInputError(f"{find(game).title} has no deals to run; these have: {', '.join(sorted(DEALS))}")
    return DEALS[game]


# ---- Slam


def _slam_start(rules: Any, dealer: int) -> Any:
    from gamerules.slam import State

    return State(rules=rules, dealer=dealer)


def _slam_returns(state: Any) -> tuple[float, ...]:
    if state.contract is None:
        return (0.0, 0.0)
    totals = state.ledger().totals()
    won = float(totals["declarer"] - totals["defender"])
    return (won, -won) if state.contract.declarer == 0 else (-won, won)


def _slam_outcome(state: Any, before: Any) -> Outcome:
    from gamerules.slam.contract import is_made

    contract = state.contract
    if contract is None:
        return {"result": "passed out"}
    tricks = state.taken[contract.declarer]
    totals = state.ledger().totals()
    return {
        "result": "made" if is_made(state.rules, contract, tricks) else "failed",
        "declarer": "dealer" if contract.declarer == state.dealer else "non-dealer",
        "strain": str(contract.strain),
        "bid": contract.points,
        "doubling": contract.doubling.name.lower(),
        "tricks": tricks,
        "won": totals["declarer"] - totals["defender"],
    }


def _slam_vocabulary() -> tuple[Any, ...]:
    from gamerules.slam import Slam, Strain, SuitBid
    from gamerules.slam.strain import HIGHEST_BID

    numbers = range(1, HIGHEST_BID + 1)
    reserves = tuple(CardSet(three) for three in combinations(sorted(PACK_32), 3))
    return (*Call, *numbers, *Slam, *(SuitBid(n, suit) for n in numbers for suit in Suit), *Strain, *reserves)


# ---- two-hand bridge


def _bridge_start(rules: Any, dealer: int) -> Any:
    from gamerules.two_hand_bridge import State

    return State.start(rules, dealer)


def _bridge_is_over(before: Any, state: Any) -> bool:
    """A deal is over when it is scored or thrown in, with the next one about to be dealt."""
    return bool(state.is_over or state.rubber.results or (before.phase == "auction" and state.phase == "deal"))


def _bridge_returns(state: Any) -> tuple[float, ...]:
    first, second = state.ledger().totals().values()
    return float(first - second), float(second - first)


def _bridge_outcome(state: Any, before: Any) -> Outcome:
    if not state.rubber.results:
        return {"result": "passed out"}
    result = state.rubber.results[-1]
    contract = result.contract
    won = _bridge_returns(state)[contract.declarer]
    return {
        "result": "made" if result.margin >= 0 else "failed",
        "declarer": "dealer" if contract.declarer == before.dealer else "non-dealer",
        "strain": str(contract.bid.strain),
        "bid": contract.bid.level,
        "doubling": contract.doubling.name.lower(),
        "tricks": result.tricks,
        "won": int(won),
    }


def _bridge_vocabulary() -> tuple[Any, ...]:
    from gamerules.two_hand_bridge import BIDS
    from gamerules.two_hand_bridge.exchange import Exchange

    return (*Call, *BIDS, *Exchange)


# ---- German Ombre


def _ombre_start(rules: Any, dealer: int) -> Any:
    """The dealer is drawn for, whoever is asked for."""
    from gamerules.german_ombre import State

    return State.start(rules)


def _ombre_returns(state: Any) -> tuple[float, ...]:
    """In prices of the game, which are lost: the ombre's gain or loss, half of it from or to each opponent.

    Premiums are left out, and so is the question who pays, which the text does not answer.
    """
    from gamerules.german_ombre.outcome import multiple

    if state.result is None:
        return (0.0, 0.0, 0.0)
    times = float(multiple(state.result.outcome(state.rules)))
    ombre = state.deal.ombre
    first, second, third = (times if player == ombre else -times / 2 for player in range(3))
    return first, second, third


def _ombre_outcome(state: Any, before: Any) -> Outcome:
    result = state.result
    if result is None:
        return {"result": "thrown in"}
    place = (state.deal.ombre - state.deal.dealer) % 3
    return {
        "result": "conceded" if result.conceded else str(result.outcome(state.rules)),
        "contract": str(result.contract),
        "how": str(result.how),
        "ombre": ("dealer", "first hand", "middle hand")[place],
        "tricks": result.tricks[0],
        "matadors": result.matadors,
        "won": int(_ombre_returns(state)[state.deal.ombre]),
    }


def _ombre_vocabulary() -> tuple[Any, ...]:
    from gamerules.german_ombre import Contract, Word
    from gamerules.german_ombre.couleur import cuts

    return (*Call, *Word, *Contract, *Suit, *cuts())


# ---- nullo at bridge


def _nullo_start(rules: Any, dealer: int) -> Any:
    """The declarer always sits in the last seat, whoever is said to deal."""
    from gamerules.lab.nullo_deal import Dealing

    return Dealing(rules)


def _nullo_returns(state: Any) -> tuple[float, ...]:
    """One for a nullo made, to each of the two partners and from each of the others; what it pays is lost."""
    from gamerules.nullo_bridge.seats import SEATS

    won = 1.0 if state.taken[0] <= state.quota else -1.0
    first, second, third, fourth = (won if seat.is_declaring else -won for seat in SEATS)
    return first, second, third, fourth


def _nullo_outcome(state: Any, before: Any) -> Outcome:
    tricks = state.taken[0]
    return {"result": "made" if tricks <= state.quota else "failed", "tricks": tricks}


def _nullo_picture(state: Any, player: int | None) -> Any:
    from gamerules.lab.nullo_deal import Dealing

    if isinstance(state, Dealing):
        return state.picture(player)
    draw = find("nullo-bridge").picture
    return draw(state, player) if draw else None


def _nullo_recorded(
    first: Any, actions: Sequence[Any], names: Sequence[str]
) -> tuple[Any, Sequence[Any], dict[str, str]]:
    state = first
    for action in actions[: len(CARDS)]:
        state = state.after(action)
    hands = {name: str(hand.known) for name, hand in zip(names, state.hands, strict=True)}
    return state, actions[len(CARDS) :], {"before": "0", **hands}


DEALS: Mapping[str, DealOf] = {
    "slam": DealOf(
        game="slam",
        start=_slam_start,
        is_over=lambda before, state: bool(state.is_over),
        returns=_slam_returns,
        outcome=_slam_outcome,
        vocabulary=_slam_vocabulary,
        scale=2000,
        longest=32 + 110 + 4 + 2 + 32,
    ),
    "two-hand-bridge": DealOf(
        game="two-hand-bridge",
        start=_bridge_start,
        is_over=_bridge_is_over,
        returns=_bridge_returns,
        outcome=_bridge_outcome,
        vocabulary=_bridge_vocabulary,
        scale=8000,
        longest=26 + 2 * 27 + 320 + 26,
    ),
    "german-ombre": DealOf(
        game="german-ombre",
        start=_ombre_start,
        is_over=lambda before, state: bool(state.is_over),
        returns=_ombre_returns,
        outcome=_ombre_outcome,
        vocabulary=_ombre_vocabulary,
        scale=2,
        longest=40 + 27 + 2 + 40 + 60 + 1 + 27,
        recorded=_as_it_is,
        turned=("draw", "couleur", "turn-up"),
        other_packs=("draw", "couleur"),
    ),
    "nullo-bridge": DealOf(
        game="nullo-bridge",
        start=_nullo_start,
        is_over=lambda before, state: bool(state.is_over),
        returns=_nullo_returns,
        outcome=_nullo_outcome,
        vocabulary=lambda: (),
        scale=1,
        longest=104,
        picture=_nullo_picture,
        recorded=_nullo_recorded,
    ),
}
