"""What Slam offers the laboratory, the notations, the solvers and the commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from gamerules.adapters import Adapters, Columns, Contest, Dealing, Entry, Move, by_dealer
from gamerules.auction import Call
from gamerules.cards import PACK_32, Card, CardSet, Suit
from gamerules.ledger import Ledger
from gamerules.notation.writing import hands_dealt, in_turn
from gamerules.slam import possible
from gamerules.slam.auction import SuitBid
from gamerules.slam.contract import Contract, is_made
from gamerules.slam.machine import advise
from gamerules.slam.play import SHAPES
from gamerules.slam.rubber import Rubber, deal_of, enter_deal
from gamerules.slam.scoring import DECLARER, DEFENDER, SIDES, settlement
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import HIGHEST_BID, TRICKS, Slam, Strain, points_taken
from gamerules.solve import Scored, TwoHands
from gamerules.tricks import Play

IN_HAND = sum(shape.zone == "hand" for shape in SHAPES)
"""The tricks after which the reserves are taken up."""


def _returns(state: State) -> tuple[float, ...]:
    if state.contract is None:
        return (0.0, 0.0)
    totals = state.ledger().totals()
    won = float(totals["declarer"] - totals["defender"])
    return (won, -won) if state.contract.declarer == 0 else (-won, won)


def _outcome(state: State, before: State) -> Columns:
    contract = state.contract
    if contract is None:
        return {"result": "passed out"}
    tricks = state.taken[contract.declarer]
    return {
        "result": "made" if is_made(state.rules, contract, tricks) else "failed",
        "declarer": "dealer" if contract.declarer == state.dealer else "non-dealer",
        "strain": str(contract.strain),
        "bid": contract.points,
        "doubling": contract.doubling.name.lower(),
        "tricks": tricks,
        "won": int(_returns(state)[contract.declarer]),
    }


def _entered(rubber: Rubber | None, ended: State, names: tuple[str, ...]) -> tuple[Rubber, State | None]:
    after = enter_deal(rubber or Rubber(ended, (names[0], names[1])), ended)
    return after, None if after.is_over else after.deal


def _vocabulary() -> tuple[Any, ...]:
    numbers = range(1, HIGHEST_BID + 1)
    reserves = tuple(CardSet(three) for three in combinations(sorted(PACK_32), 3))
    return (*Call, *numbers, *Slam, *(SuitBid(n, suit) for n in numbers for suit in Suit), *Strain, *reserves)


def _contest(contract: str) -> Contest:
    strain = Strain(contract)

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> State:
        return State(
            dealer=declarer,
            phase=Phase.RESERVE,
            actor=1 - declarer,
            dealt=32,
            hands=(hands[0].mask, hands[1].mask),
            auction=None,
            contract=Contract(declarer, strain, 10),
        )

    return Contest(
        pack=PACK_32,
        hand=16,
        roles=((0, 1), (1, 0)),
        sides=(0, 1),
        start=start,
        taken=lambda state: state.taken,
        outcome=lambda tricks: {"tricks": tricks[0], "points": points_taken(strain, tricks[0])},
    )


def _text(state: State | Rubber, action: Any) -> str:
    if isinstance(action, Call):
        return str(action)
    if isinstance(action, Strain):
        return f"{'name' if state.phase == Phase.NAMING else 'change to'} {action}"
    if isinstance(action, CardSet):
        return f"reserve {action}"
    if isinstance(action, Card):
        return f"play {action}"
    if isinstance(action, SuitBid):
        return f"bid {action.points} {action.suit.name.lower()}"
    return f"bid {action.value if isinstance(action, Slam) else action}"


def _write(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    return in_turn(
        moves,
        lambda group: ("deal", hands_dealt(group, names, lambda state, player: deal_of(state).hand(player))),
        lambda group: ((names[state.actor], _text(state, action)) for state, action in group),
    )


def _problem(state: State | Rubber) -> TwoHands | Scored:
    deal = deal_of(state)
    contract, rules = deal.contract, deal.rules
    assert contract is not None
    strain = contract.strain
    kept = 0 if rules.reserve_taken_up == "after-seventh" else 1
    exact = strain is Strain.NULLO and rules.nullo == "exactly"
    scored = exact or bool(kept)
    cards = TwoHands(
        (deal.hand(0), deal.hand(1)),
        deal.leader,
        strain.suit,
        strain is Strain.NULLO and not scored,
        2 if sum(deal.taken) >= IN_HAND - kept else SHAPES[0].size,
        (deal.reserve(0), deal.reserve(1)),
        tuple(Play((deal.leader + place) % 2, card) for place, card in enumerate(deal.trick)),
        kept,
    )
    if not scored:
        return cards
    worth, aim, unit = _worth(deal, contract, exact)
    return Scored(cards, contract.declarer, deal.taken[contract.declarer], worth, aim, unit)


def _worth(deal: State, contract: Contract, exact: bool) -> tuple[tuple[int, ...], str, str]:
    """Return what each number of the declarer's tricks is worth, his aim in words, and what the worth is counted in."""
    ends = range(TRICKS + 1)
    if not exact:
        fewest = contract.strain is Strain.NULLO
        return tuple(-n if fewest else n for n in ends), f"the {'fewest' if fewest else 'most'} tricks", "tricks"
    vulnerable = deal.vulnerable[contract.declarer]
    ledgers = [Ledger(SIDES, settlement(deal.rules, contract, n, vulnerable=vulnerable)) for n in ends]
    points = tuple(ledger.total(DECLARER) - ledger.total(DEFENDER) for ledger in ledgers)
    return points, f"exactly {contract.tricks_needed} tricks", "points"


def _unseen(state: State | Rubber, player: int) -> CardSet:
    deal = deal_of(state)
    return deal.hand(1 - player) | deal.reserve(1 - player)


ADAPTERS = Adapters(
    dealing=Dealing(
        start=lambda rules, dealer: State(rules=rules, dealer=dealer),
        scale=2000,
        longest=32 + 110 + 4 + 2 + 32,
        returns=_returns,
        outcome=_outcome,
        enter=_entered,
        recorded=by_dealer,
        vocabulary=_vocabulary,
    ),
    contests=dict.fromkeys((*(suit.name.lower() for suit in Suit), "notrump", "nullo"), _contest),
    write=_write,
    problem=_problem,
    witness=possible.attempt,
    unseen=_unseen,
    advise=advise,
)
