"""Boards of Portable Bridge Notation and what gamerules makes of them: open hands, results at Vint, nullo in play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamerules.cards import Card, CardSet, Rank
from gamerules.notation.pbn import CONTRACT, Board
from gamerules.rules import ImpossibleInputError
from gamerules.solve.four_hands import FourHands

SIDES = ("N-S", "E-W")
VINT_TAG = "VintResult"
_VINT_STRAINS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "notrump"}


def _whole(board: Board) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    north, east, south, west = board.hands
    if north is None or east is None or south is None or west is None:
        raise ImpossibleInputError("the board does not give all four hands; add them to the tag Deal")
    return north, east, south, west


def open_hands(board: Board) -> FourHands:
    """Return the first trick of a board with all hands open.

    Raises:
        ImpossibleInputError: if a hand, the contract or the leader is not known.
    """
    if board.contract in ("", "Pass"):
        raise ImpossibleInputError("the board has no contract, so no trumps and nothing to play; add the tag Contract")
    leader = board.leader
    if leader is None and board.declarer is not None:
        leader = (board.declarer + 1) % 4
    if leader is None:
        raise ImpossibleInputError("the board tells neither who declares nor who leads; add the tag Declarer or Play")
    return FourHands(_whole(board), leader, board.trump, board.is_nullo)


def vint_result(board: Board) -> Any:
    """Return a board's result as Vint scores it: as the tag ``VintResult`` tells it, or counted from the cards.

    Raises:
        ImpossibleInputError: if the board is not a deal of Vint that was played: doubled, nullo, or without a result;
            or if its tag tells another contract or other tricks than the board.
    """
    from gamerules.vint.deal import ALL_PASS, DealResult, result
    from gamerules.vint.terms import Strain

    if VINT_TAG in board.tags:
        told = result(board.tags[VINT_TAG])
        plain = vint_board(told)
        if (plain.contract, plain.result) != (board.contract, board.result):
            raise ImpossibleInputError(
                f"the tag {VINT_TAG} tells {told}, the board {board.contract or 'no contract'} and "
                f"{'no result' if board.result is None else f'{board.result} tricks'}; make them agree"
            )
        return told

    if board.contract == "Pass":
        return ALL_PASS
    found = CONTRACT.fullmatch(board.contract)
    if not found or board.is_nullo or found["doubling"]:
        raise ImpossibleInputError(
            f"{board.contract or 'no contract'} is nothing that is played at Vint; write 1C to 7NT"
        )
    if board.declarer is None or board.result is None:
        raise ImpossibleInputError("the board has no declarer or no result; add the tags Declarer and Result")
    hands = _whole(board)
    ours = hands[board.declarer] | hands[(board.declarer + 2) % 4]
    trump = board.trump
    honours = None if trump is None else len([card for card in ours.of_suit(trump) if card.rank >= Rank.TEN])
    return DealResult(
        int(found["level"]),
        Strain(_VINT_STRAINS[found["strain"]]),
        board.result,
        honours=honours,
        aces=len(ours.of_rank(Rank.ACE)),
        by=SIDES[board.declarer % 2],
    )


def vint_board(result: Any) -> Board:
    """Return a result at Vint as a board: contract, tricks, and the whole of it in the tag ``VintResult``.

    A result knows no cards, and the pair that bid but seldom the player; what is not known stays open.

    Args:
        result: a ``gamerules.vint.Result``, as :func:`vint_result` gives it.
    """
    from gamerules.vint.deal import DealResult
    from gamerules.vint.terms import SEATS

    tags = {VINT_TAG: str(result)}
    if not isinstance(result, DealResult):
        return Board(contract="Pass", tags=tags)
    marks = {strain: mark for mark, strain in _VINT_STRAINS.items()}
    return Board(
        declarer=SEATS.index(result.by) if result.by in SEATS else None,
        contract=f"{result.level}{marks[result.strain]}",
        result=result.tricks,
        tags=tags,
    )


def nullo_board(first: Any, cards: Sequence[Card]) -> Board:
    """Return a nullo as a board: B sits North, dummy East, V South, the declarer West.

    Args:
        first: a state of ``gamerules.nullo_bridge`` in which every hand is known, at the first trick.
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
        declarer=3,
        contract=f"{first.level} nullo",
        result=state.taken[0] if state.is_over else None,
        leader=int(first.leader),
        play=tuple(cards),
    )


def nullo_state(board: Board) -> Any:
    """Return a nullo at its first trick from a board of :func:`nullo_board`.

    Raises:
        ImpossibleInputError: if the board is no nullo declared by West, or a hand is not known.
    """
    from gamerules.nullo_bridge.knowledge import Hand
    from gamerules.nullo_bridge.seats import SEATS
    from gamerules.nullo_bridge.state import State

    found = CONTRACT.fullmatch(board.contract)
    if not found or not board.is_nullo or board.declarer != 3:
        raise ImpossibleInputError("only a nullo declared by West can be played; add the tag NulloContract")
    north, east, south, west = (Hand(hand) for hand in _whole(board))
    leader = SEATS[0 if board.leader is None else board.leader]
    return State.start((north, east, south, west), level=int(found["level"]), leader=leader)
