"""What the nullo offers the laboratory, the notations, the solvers and the commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamerules.adapters import Adapters, Contest, Dealing
from gamerules.cards import PACK_52, Card, CardSet
from gamerules.notation.boards import whole
from gamerules.notation.pbn import CONTRACT, Board
from gamerules.nullo_bridge.dealing import Dealing as Dealt
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.seats import SEATS, Seat
from gamerules.nullo_bridge.state import State
from gamerules.rules import ImpossibleInputError
from gamerules.solve import FourHands, SolverError


def _is_made(state: State) -> bool:
    return state.taken[0] <= state.quota


def _returns(state: State) -> tuple[float, ...]:
    """One for a nullo made, to each of the two partners and from each of the others; what it pays is lost."""
    won = 1.0 if _is_made(state) else -1.0
    return tuple(won if seat.is_declaring else -won for seat in SEATS)


def _hands(cards: Sequence[CardSet]) -> tuple[Hand, Hand, Hand, Hand]:
    north, east, south, west = (Hand(hand) for hand in cards)
    return north, east, south, west


def _contest(contract: str) -> Contest:
    return Contest(
        pack=PACK_52,
        hand=13,
        roles=((Seat.DECLARER, Seat.B),),
        sides=tuple(0 if seat.is_declaring else 1 for seat in SEATS),
        start=lambda hands, declarer, leader: State.start(_hands(hands), leader=SEATS[leader]),
        taken=lambda state: state.taken,
        outcome=lambda tricks: {"tricks": tricks[0]},
    )


def board_of(first: State, cards: Sequence[Card]) -> Board:
    """Return a nullo as a board: B sits North, dummy East, V South, the declarer West.

    Args:
        first: a state in which every hand is known, at the first trick.
        cards: the cards played from there, in order.

    Raises:
        ImpossibleInputError: if a card is not known, or cards were played before.
    """
    if any(hand.unknown for hand in first.hands) or first.trick or sum(first.taken):
        raise ImpossibleInputError("only a nullo with four known hands of thirteen cards makes a board")
    state = first
    for card in cards:
        state = state.after(card)
    north, east, south, west = (hand.known for hand in first.hands)
    return Board(
        hands=(north, east, south, west),
        declarer=Seat.DECLARER,
        contract=f"{first.level} nullo",
        result=state.taken[0] if state.is_over else None,
        leader=int(first.leader),
        play=tuple(cards),
    )


def _board(first: Any, actions: Sequence[Any]) -> Board:
    """Return a nullo as a board from its deal on."""
    state, cards = first, list(actions)
    while state.phase == "deal":
        state = state.after(cards.pop(0))
    return board_of(state, cards)


def state_of(board: Board) -> State:
    """Return a nullo at its first trick from a board as :func:`board_of` makes it.

    Raises:
        ImpossibleInputError: if the board is not a nullo declared by West, or a hand is not known.
    """
    found = CONTRACT.fullmatch(board.contract)
    if not found or not board.is_nullo or board.declarer != Seat.DECLARER:
        raise ImpossibleInputError("only a nullo declared by West can be played; add the tag NulloContract")
    return State.start(_hands(whole(board)), level=int(found["level"]), leader=SEATS[board.leader or 0])


def _problem(state: State) -> FourHands:
    cards = [card for _, card in state.trick if isinstance(card, Card)]
    if any(hand.unknown for hand in state.hands) or len(cards) < len(state.trick):
        raise SolverError("cards of this position are not known, so it cannot be solved with open cards")
    first, second, third, fourth = (hand.known for hand in state.hands)
    return FourHands((first, second, third, fourth), int(state.leader), None, True, tuple(cards))


def _unseen(state: State, player: int) -> CardSet:
    view = state.view(player)
    return PACK_52 - (state.seen | view.hands[player].known | view.hands[Seat.DUMMY].known)


ADAPTERS = Adapters(
    dealing=Dealing(
        start=lambda rules, dealer: Dealt(rules),  # the declarer sits in the last seat, whoever is said to deal
        scale=1,
        longest=104,
        returns=_returns,
        outcome=lambda state, before: {"result": "made" if _is_made(state) else "failed", "tricks": state.taken[0]},
        recorded=lambda first, actions, names: (first, actions, {"begin": "deal"}),
    ),
    contests={"nullo": _contest},
    board=_board,
    problem=_problem,
    unseen=_unseen,
)
