"""What Vint offers the laboratory, the notations, the solvers and the commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from gamerules.adapters import Adapters, Columns, Contest, Dealing, Entry, Move, Recorded
from gamerules.auction import Call
from gamerules.cards import PACK_52, Card, CardSet, Rank, Suit
from gamerules.notation.boards import whole
from gamerules.notation.pbn import CONTRACT, Board
from gamerules.notation.writing import hands_dealt, in_turn
from gamerules.rules import ImpossibleInputError
from gamerules.solve import FourHands
from gamerules.vint.auction import BIDS, Bid, Bidding
from gamerules.vint.deal import ALL_PASS, DealResult, Result, result
from gamerules.vint.honours import held
from gamerules.vint.penalties import undertricks
from gamerules.vint.play import Playing, left_of
from gamerules.vint.policy import advise
from gamerules.vint.record import DEAL, WORD
from gamerules.vint.rules import Rules
from gamerules.vint.sheet import Sheet
from gamerules.vint.state import State
from gamerules.vint.terms import PAIRS, SEATS, TRICKS, Strain

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
    honours = None if board.trump is None else held(ours, board.trump)[0]
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


def _is_over(before: State, state: State) -> bool:
    """A deal is over when it is scored or thrown in, with the next one about to be dealt."""
    return len(state.sheet.results) > len(before.sheet.results)


_PLACES = ("dealer", "left of the dealer", "dealer's partner", "right of the dealer")


def _outcome(state: State, before: State) -> Columns:
    last = state.sheet.results[-1]
    if not isinstance(last, DealResult):
        return {"result": "passed out"}
    assert last.side is not None
    gained = state.sheet.settlement() - before.sheet.settlement()
    return {
        "result": "failed" if undertricks(last.level, last.tricks) else "made",
        "declarer": _PLACES[(SEATS.index(last.by) - before.dealer) % len(SEATS)],
        "strain": str(last.strain),
        "bid": last.level,
        "tricks": last.tricks,
        "won": gained if last.side == 0 else -gained,
    }


def _recorded(first: Any, actions: Sequence[Any], names: Sequence[str]) -> Recorded:
    return first, actions, {"begin": "deal", "dealer": names[first.dealer]}


def _returns(state: State) -> tuple[float, ...]:
    """Return what each player has won: partners win and lose together, but for a slam bid from the hand that fails."""
    return tuple(map(float, state.sheet.accounts().values()))


def _contest(contract: str) -> Contest:
    strain = Strain.parse(contract)

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> State:
        auction = Bidding(Rules.MANUAL, declarer, (Bid(1, strain), *[Call.PASS] * Rules.MANUAL.passes))
        return State(Rules.MANUAL, declarer, Playing.begin(auction, tuple(hands)), tuple(hands), Sheet())

    def taken(state: State) -> Sequence[int]:
        last = state.sheet.results[-1]  # after the last card the next deal begins
        assert isinstance(last, DealResult)
        ours = (last.tricks, TRICKS - last.tricks)
        return ours if last.side == 0 else ours[::-1]

    return Contest(
        pack=PACK_52,
        hand=TRICKS,
        roles=tuple((player, left_of(player)) for player in range(len(SEATS))),
        sides=tuple(player % 2 for player in range(len(SEATS))),
        start=start,
        taken=taken,
        outcome=lambda tricks: {"tricks": tricks[0]},
    )


def _write(moves: Sequence[Move], names: Sequence[str]) -> Iterable[Entry]:
    if isinstance(moves[0][0], Sheet):
        return ((WORD, str(result)) for _, result in moves)
    return in_turn(
        moves,
        lambda group: (DEAL, hands_dealt(group, names, lambda state, player: state.hands[player])),
        lambda group: ((names[state.actor], f"bid {a}" if isinstance(a, Bid) else str(a)) for state, a in group),
    )


def _problem(state: State) -> FourHands:
    stage = state.stage
    assert isinstance(stage, Playing)
    first, second, third, fourth = stage.hands
    table = tuple(play.card for play in stage.table)
    return FourHands((first, second, third, fourth), stage.leader, stage.bid.trump, False, table)


def _unseen(state: State, player: int) -> CardSet:
    stage = state.stage
    assert isinstance(stage, Playing)
    return CardSet(card for seat, hand in enumerate(stage.hands) if seat != player for card in hand)


def _board(first: State, actions: Sequence[Any]) -> Board:
    """Return the first deal of a rubber as a board."""
    state, dealt, leader = first, first.dealt, None
    cards: list[Card] = []
    for action in actions:
        if isinstance(state.stage, Playing):
            leader = leader if cards else state.actor
            cards.append(action)
        state = state.after(action)
        dealt = state.dealt if any(state.dealt) else dealt
        if state.sheet.results:
            break
    north, east, south, west = dealt
    told = board_of(state.sheet.results[0]) if state.sheet.results else Board()
    return replace(told, hands=(north, east, south, west), dealer=first.dealer, leader=leader, play=tuple(cards))


ADAPTERS = Adapters(
    dealing=Dealing(
        start=State.start,
        scale=250_000,
        longest=52 + 3 + len(BIDS) * 12 + 52,
        is_over=_is_over,
        returns=_returns,
        outcome=_outcome,
        enter=lambda rubber, ended, names: (ended, None if ended.is_over else ended),
        recorded=_recorded,
        vocabulary=lambda: (Call.PASS, *BIDS),
    ),
    contests=dict.fromkeys((*(suit.name.lower() for suit in Suit), "notrump"), _contest),
    write=_write,
    board=_board,
    problem=_problem,
    unseen=_unseen,
    advise=advise,
)
