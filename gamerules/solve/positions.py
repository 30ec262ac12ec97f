"""From a game's state in play to the problem that its solver takes, and the two functions that serve every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.solve import four_hands, three_hands, two_hands
from gamerules.solve.four_hands import FourHands
from gamerules.solve.solution import Judgement, Solution, SolverError
from gamerules.solve.three_hands import ThreeHands, Worth
from gamerules.solve.two_hands import TwoHands
from gamerules.tricks import Play

Problem = TwoHands | ThreeHands | FourHands


def position_of(state: Any) -> Problem:
    """Return the problem that a game's state in play poses, with all cards open; a problem is returned as it is.

    Raises:
        SolverError: if the game has no solver, nothing is being played, or the rules are such as no solver knows.
    """
    if isinstance(state, Problem):
        return state
    _, _, rest = type(state).__module__.partition("gamerules.")
    make = _GAMES.get(rest.partition(".")[0])
    if make is None:
        raise SolverError(f"no solver knows positions of {type(state).__name__}; known: {', '.join(sorted(_GAMES))}")
    if state.phase != "play":
        raise SolverError(f"nothing is being played (the phase is {state.phase}); solve from the first trick on")
    return make(state)


def solve(subject: Any, engine: str = "auto") -> Solution:
    """Solve a position with open cards, exactly.

    Args:
        subject: a problem (:class:`TwoHands`, :class:`ThreeHands`, :class:`FourHands`) or a game's state in play.
        engine: ``python``; ``numba`` for two and three hands; ``dds`` for four; ``auto`` chooses.

    Raises:
        SolverError: if there is nothing to solve.
        gamerules.extras.MissingExtraError: if the engine needs a library that is not installed.
    """
    problem = position_of(subject)
    if isinstance(problem, TwoHands):
        return two_hands.solve(problem, engine)
    if isinstance(problem, FourHands):
        return four_hands.solve(problem, engine)
    worth, aim = aim_of(subject)
    return three_hands.solve(problem, worth, aim, engine)


def analyse_play(subject: Any, cards: Sequence[Card], engine: str = "auto") -> tuple[Judgement, ...]:
    """Judge each card of a line of play: what was best, and what the card cost.

    Args:
        subject: where the line begins, as for :func:`solve`.
        cards: the cards played, in order.
        engine: as for :func:`solve`.

    Returns:
        One judgement a card. Outcomes are tricks: of each player with two hands, of each side with four; with three
        hands, the worth to the ombre (see :func:`aim_of`).

    Raises:
        SolverError: if there is nothing to solve or a card may not be played.
    """
    problem = position_of(subject)
    if isinstance(problem, TwoHands):
        return two_hands.analyse_play(problem, cards, engine)
    if isinstance(problem, FourHands):
        return four_hands.analyse_play(problem, cards, engine)
    return three_hands.analyse_play(problem, cards, aim_of(subject)[0], engine)


def aim_of(subject: Any) -> tuple[Worth, str]:
    """Return what final tricks are worth to the ombre, and his aim in words.

    For a state it is the multiple of the game's price that the outcome brings; once a march is announced, whether all
    tricks are his. For a bare problem it is the number of his tricks.
    """
    if isinstance(subject, ThreeHands):
        return three_hands.most_tricks, "the most tricks"
    from gamerules.german_ombre.contracts import Contract
    from gamerules.german_ombre.march import March
    from gamerules.german_ombre.outcome import by_tricks, multiple, of_null

    rules, deal = subject.rules, subject.deal
    if deal.march is March.ANNOUNCED:
        return (lambda ombre, one, other: int(one + other == 0)), "all the tricks"
    if deal.contract is Contract.NULL:
        return (lambda ombre, one, other: multiple(of_null(rules, ombre))), "no trick"
    return (lambda ombre, one, other: multiple(by_tricks(rules, ombre, one, other))), "sacado, or else puesta"


def _slam(state: Any) -> TwoHands:
    from gamerules.slam.play import SHAPES
    from gamerules.slam.strain import Strain

    if state.rules.reserve_taken_up != "after-seventh":
        raise SolverError("only reserves that are taken up after the seventh trick can be solved")
    in_reserve = sum(state.taken) >= sum(shape.zone == "hand" for shape in SHAPES)
    strain = state.contract.strain
    plays = tuple(Play((state.leader + place) % 2, card) for place, card in enumerate(state.trick))
    return TwoHands(
        (state.hand(0), state.hand(1)),
        state.leader,
        strain.suit,
        strain is Strain.NULLO,
        2 if in_reserve else SHAPES[0].size,
        (state.reserve(0), state.reserve(1)),
        plays,
    )


def _two_hand_bridge(state: Any) -> TwoHands:
    from gamerules.two_hand_bridge.auction import Strain

    stage = state.stage
    strain = stage.contract.bid.strain
    plays = () if stage.led is None else (Play(stage.leader, stage.led),)
    return TwoHands(stage.hands, stage.leader, strain.trump, strain is Strain.NULLO, 2, table=plays)


def _german_ombre(state: Any) -> ThreeHands:
    first, second, third = (CardSet.from_mask(mask) for mask in state.hands)
    return ThreeHands(
        (first, second, third), state.deal.ombre, state.leader, state.deal.order, state.trick, state.taken
    )


def _nullo_bridge(state: Any) -> FourHands:
    if any(hand.unknown for hand in state.hands) or not all(isinstance(card, Card) for _, card in state.trick):
        raise SolverError("cards of this position are not known, so it cannot be solved with open cards")
    first, second, third, fourth = (hand.known for hand in state.hands)
    table = tuple(card for _, card in state.trick)
    return FourHands((first, second, third, fourth), int(state.leader), None, True, table)


_GAMES: dict[str, Callable[[Any], Problem]] = {
    "slam": _slam,
    "two_hand_bridge": _two_hand_bridge,
    "german_ombre": _german_ombre,
    "nullo_bridge": _nullo_bridge,
}
