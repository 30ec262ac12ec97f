"""What boards of Portable Bridge Notation hold: four hands, and the play with all of them open."""

from __future__ import annotations

from gamerules.cards import CardSet
from gamerules.notation.pbn import Board
from gamerules.rules import ImpossibleInputError
from gamerules.solve.four_hands import FourHands

SIDES = ("N-S", "E-W")


def whole(board: Board) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Return the four hands of a board.

    Raises:
        ImpossibleInputError: if one of them is not given.
    """
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
        raise ImpossibleInputError("the board gives neither the declarer nor the leader; add the tag Declarer or Play")
    return FourHands(whole(board), leader, board.trump, board.is_nullo)
