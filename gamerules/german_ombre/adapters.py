"""What German Ombre offers the laboratory, the notations, the solvers and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gamerules.adapters import Adapters, Columns, Contest, Dealing, Entry, Move
from gamerules.auction import Call
from gamerules.cards import PACK_40, CardSet, Suit
from gamerules.german_ombre import possible
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.couleur import cuts
from gamerules.german_ombre.machine import advise
from gamerules.german_ombre.march import March
from gamerules.german_ombre.outcome import Outcome, by_tricks, multiple, of_null
from gamerules.german_ombre.phase_deal import Drawing
from gamerules.german_ombre.phase_play import Playing
from gamerules.german_ombre.record import PHASE_OF
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.state import Played, State
from gamerules.notation.writing import hands_dealt, in_turn, laid_aside
from gamerules.solve import ThreeHands

SUITS = {suit.name.lower(): suit for suit in Suit}


def _returns(state: State) -> tuple[float, ...]:
    """In values of the game, which are lost: the ombre's gain or loss, half of it from or to each opponent.

    Premiums are left out, and so is the question who pays, which the text does not answer.
    """
    if state.result is None:
        return (0.0, 0.0, 0.0)
    times = float(multiple(state.result.outcome(state.rules)))
    return tuple(times if player == state.deal.ombre else -times / 2 for player in range(3))


def _outcome(state: Any, before: Any) -> Columns:
    result = state.result
    if result is None:
        return {"result": "thrown in"}
    place = (state.deal.ombre - state.deal.dealer) % 3
    return {
        "result": "conceded" if result.conceded else str(result.outcome(state.rules)),
        "contract": str(result.contract),
        "how": str(result.how),
        "ombre": ("dealer", "forehand", "middlehand")[place],
        "tricks": result.tricks[0],
        "matadors": result.matadors,
        "won": int(_returns(state)[state.deal.ombre]),
    }


def _contest(contract: str) -> Contest:
    trump = SUITS.get(contract)
    named = {"grand": Contract.GRAND, "null": Contract.NULL}.get(contract, Contract.HAND)
    rules = Rules.DICTIONARY

    def start(hands: Sequence[CardSet], declarer: int, leader: int) -> State:
        held = (hands[0].mask, hands[1].mask, hands[2].mask)
        deal = Played(dealer=(leader + 2) % 3, ombre=declarer, contract=named, trump=trump, held=held)
        return Playing(rules, deal, held, leader, (), (0, 0, 0))

    def outcome(tricks: Sequence[int]) -> Columns:
        result = of_null(rules, tricks[0]) if named is Contract.NULL else by_tricks(rules, *tricks)
        split = "–".join(map(str, (tricks[0], *sorted(tricks[1:], reverse=True))))
        return {"result": str(result), "tricks": tricks[0], "split": split}

    return Contest(
        pack=PACK_40,
        hand=9,
        roles=tuple((declarer, leader) for declarer in range(3) for leader in range(3)),
        sides=(0, 1, 2),
        start=start,
        taken=lambda state: state.taken,
        outcome=outcome,
    )


def _write(moves: Sequence[Move], names: Sequence[str]) -> Iterator[Entry]:
    words = {phase: word for word, phase in PHASE_OF.items()}

    def dealt(group: list[Move]) -> Entry:
        phase = str(group[0][0].phase)
        if phase != "deal":
            return words[phase], " ".join(str(card) for _, card in group)
        return "deal", hands_dealt(group, names, lambda state, player: state.hand(player))

    def text(action: Any) -> str:
        if isinstance(action, Suit):
            return action.name.lower()
        return f"bid {action}" if isinstance(action, Contract) else str(action)

    return in_turn(moves, dealt, lambda group: laid_aside(group, names, "discard", text))


def _problem(state: Any) -> ThreeHands:
    first, second, third = (CardSet.from_mask(mask) for mask in state.hands)
    return ThreeHands(
        (first, second, third), state.deal.ombre, state.leader, state.deal.order, state.trick, state.taken
    )


def aim(state: State) -> tuple[Callable[[int, int, int], int], str]:
    """Return what final tricks are worth to the ombre, and his aim in words.

    It is the multiple of the game's value that the outcome brings; once a march is undertaken all the tricks are worth
    more than that, and when it has failed he plays for what is left.
    """
    rules, deal = state.rules, state.deal
    if deal.contract is Contract.NULL:
        return (lambda ombre, one, other: multiple(of_null(rules, ombre))), "no trick"
    safe = deal.march is March.ANNOUNCED and rules.announced_march_lost == "won"

    def game(ombre: int, one: int, other: int) -> int:
        return multiple(Outcome.SACADO if safe else by_tricks(rules, ombre, one, other))

    if deal.march is March.NONE:
        return game, "sacado, or else puesta"

    def march(ombre: int, one: int, other: int) -> int:
        return game(ombre, one, other) if one + other else multiple(Outcome.SACADO) + 1

    return march, "all the tricks, or else sacado, or else puesta"


def _unseen(state: State, player: int) -> CardSet:
    view = state.view(player)
    played = CardSet.from_mask(sum(state.deal.held) - sum(state.hands))
    return PACK_40 - (view.hand | played | CardSet.from_mask(view.deal.discards[player]) | view.open_cards)


ADAPTERS = Adapters(
    dealing=Dealing(
        start=lambda rules, dealer: Drawing(rules),  # the dealer is drawn for, whoever is asked for
        scale=2,
        longest=40 + 27 + 2 + 40 + 60 + 1 + 27,
        returns=_returns,
        outcome=_outcome,
        vocabulary=lambda: (*Call, *Word, *Contract, *Suit, *cuts()),
        turned=("draw", "couleur", "turn-up"),
        other_packs=("draw", "couleur"),
    ),
    contests=dict.fromkeys((*SUITS, "grand", "null"), _contest),
    write=_write,
    problem=_problem,
    aim=aim,
    witness=possible.attempt,
    unseen=_unseen,
    advise=advise,
)
