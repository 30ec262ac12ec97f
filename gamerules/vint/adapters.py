"""What Vint offers the notations: how a rubber is written, and its results as boards of Portable Bridge Notation."""

from __future__ import annotations

from gamerules.adapters import Adapters
from gamerules.cards import Rank
from gamerules.notation.boards import whole
from gamerules.notation.pbn import CONTRACT, Board
from gamerules.rules import ImpossibleInputError
from gamerules.vint.deal import ALL_PASS, DealResult, Result, result
from gamerules.vint.record import WORD
from gamerules.vint.terms import PAIRS, SEATS, Strain

TAG = "VintResult"
_STRAINS = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "NT": "notrump"}


def result_of(board: Board) -> Result:
    """Return a board's result as Vint scores it: as the tag ``VintResult`` gives it, or counted from the cards.

    Raises:
        ImpossibleInputError: if the board is not a deal of Vint that was played: doubled, nullo, or without a result;
            or if its tag gives another contract or other tricks than the board.
    """
    if TAG in board.tags:
        told = result(board.tags[TAG])
        plain = board_of(told)
        if (plain.contract, plain.result) != (board.contract, board.result):
            raise ImpossibleInputError(
                f"the tag {TAG} says {told}, the board {board.contract or 'no contract'} and "
                f"{'no result' if board.result is None else f'{board.result} tricks'}; make them agree"
            )
        return told

    if board.contract == "Pass":
        return ALL_PASS
    found = CONTRACT.fullmatch(board.contract)
    if not found or board.is_nullo or found["doubling"]:
        raise ImpossibleInputError(f"{board.contract or 'no contract'} cannot be played at Vint; write 1C to 7NT")
    if board.declarer is None or board.result is None:
        raise ImpossibleInputError("the board has no declarer or no result; add the tags Declarer and Result")
    hands = whole(board)
    ours = hands[board.declarer] | hands[(board.declarer + 2) % 4]
    trump = board.trump
    honours = None if trump is None else len([card for card in ours.of_suit(trump) if card.rank >= Rank.TEN])
    return DealResult(
        int(found["level"]),
        Strain(_STRAINS[found["strain"]]),
        board.result,
        honours=honours,
        aces=len(ours.of_rank(Rank.ACE)),
        by=PAIRS[board.declarer % 2],
    )


def board_of(result: Result) -> Board:
    """Return a result at Vint as a board: contract, tricks, and the whole of it in the tag ``VintResult``.

    A result knows no cards, and the pair that bid but seldom the player; what is not known stays open.

    Args:
        result: the result, as :func:`result_of` gives it.
    """
    tags = {TAG: str(result)}
    if not isinstance(result, DealResult):
        return Board(contract="Pass", tags=tags)
    marks = {strain: mark for mark, strain in _STRAINS.items()}
    return Board(
        declarer=SEATS.index(result.by) if result.by in SEATS else None,
        contract=f"{result.level}{marks[result.strain]}",
        result=result.tricks,
        tags=tags,
    )


ADAPTERS = Adapters(write=lambda moves, names: ((WORD, str(result)) for _, result in moves))
