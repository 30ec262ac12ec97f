"""What two-hand bridge offers the laboratory, the notations, the solvers and the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamerules.adapters import Adapters, Columns, Contest, Dealing, Entry, Move, by_dealer
from gamerules.auction import Call
from gamerules.cards import PACK_52, CardSet, Suit
from gamerules.contract_bridge import TRICKS
from gamerules.notation.writing import hands_dealt, in_turn, laid_aside
from gamerules.solve import TwoHands
from gamerules.tricks import Play
from gamerules.two_hand_bridge import possible
from gamerules.two_hand_bridge.auction import BIDS, Bid, Bidding, Contract, Strain
from gamerules.two_hand_bridge.exchange import Exchange
from gamerules.two_hand_bridge.machine import advise
from gamerules.two_hand_bridge.play import Playing
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import Rubber
from gamerules.two_hand_bridge.state import State


def _is_over(before: State, state: State) -> bool:
    """A deal is over when it is scored or thrown in, with the next one about to be dealt."""
    return bool(state.is_over or (before.phase in ("auction", "play") and state.phase == "deal"))


def _outcome(state: State, before: State) -> Columns:
    if state.rubber.results == before.rubber.results:
        return {"result": "passed out"}
    result = state.rubber.results[-1]
    contract = result.contract
    sheets = (state.ledger().totals().values(), before.ledger().totals().values())
    totals = [now - then for now, then in zip(*sheets, strict=True)]
    return {
        "result": "made" if result.margin >= 0 else "failed",
        "declarer": "dealer" if contract.declarer == before.dealer else "non-dealer",
        "strain": str(contract.bid.strain),
        "bid": contract.bid.level,
        "doubling": contract.doubling.name.lower(),
        "tricks": result.tricks,
        "won": totals[contract.declarer] - totals[1 - contract.declarer],
    }


def _contest(contract: str) -> Contest:
    strain = Strain.parse(contract)

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> State:
        both = (hands[0], hands[1])
        auction = Bidding(declarer, both, (CardSet(), CardSet()))
        return State(Rules.MENDELEV, declarer, Playing.begin(Contract(Bid(1, strain), declarer), auction), Rubber())

    def taken(state: State) -> Sequence[int]:
        result = state.rubber.results[-1]  # after the last card the next deal begins
        both = (result.tricks, TRICKS - result.tricks)
        return both if result.contract.declarer == 0 else both[::-1]

    return Contest(
        pack=PACK_52,
        hand=13,
        roles=((0, 1), (1, 0)),
        sides=(0, 1),
        start=start,
        taken=taken,
        outcome=lambda tricks: {"tricks": tricks[0]},
    )


def _write(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    def dealt(group: list[Move]) -> Entry:
        if group[0][0].phase == "exchange":
            return "stock", str(CardSet(card for _, card in group))
        return "deal", hands_dealt(group, names, lambda state, player: state.hands[player])

    def text(action: Any) -> str:
        return f"bid {action}" if isinstance(action, Bid) else str(action)

    return in_turn(moves, dealt, lambda group: laid_aside(group, names, "throw", text))


def _problem(state: Any) -> TwoHands:
    stage = state.stage
    strain = stage.contract.bid.strain
    plays = () if stage.led is None else (Play(stage.leader, stage.led),)
    return TwoHands(stage.hands, stage.leader, strain.trump, strain is Strain.NULLO, 2, table=plays)


def _unseen(state: State, player: int) -> CardSet:
    view = state.view(player)
    return PACK_52 - (view.hand | view.thrown | view.played[0] | view.played[1])


ADAPTERS = Adapters(
    dealing=Dealing(
        start=State.start,
        scale=8000,
        longest=26 + 2 * 27 + 320 + 26,
        is_over=_is_over,
        outcome=_outcome,
        enter=lambda rubber, ended, names: (ended, None if ended.is_over else ended),
        recorded=by_dealer,
        vocabulary=lambda: (*Call, *BIDS, *Exchange),
    ),
    contests=dict.fromkeys((*(suit.name.lower() for suit in Suit), "no trump", "nullo"), _contest),
    write=_write,
    problem=_problem,
    witness=possible.attempt,
    unseen=_unseen,
    advise=advise,
)
