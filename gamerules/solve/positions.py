"""From a game's state in play to the problem that its solver takes, and the two functions that serve every game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamerules.adapters import Adapters
from gamerules.cards import Card
from gamerules.game import UnknownGameError, game_of
from gamerules.solve import four_hands, three_hands, two_hands
from gamerules.solve.four_hands import FourHands
from gamerules.solve.solution import Judgement, Solution, SolverError, TrickSolver, check_engine
from gamerules.solve.three_hands import ThreeHands, Worth
from gamerules.solve.two_hands import TwoHands
from gamerules.solve.two_hands_scored import Scored, ScoredSolver

Problem = TwoHands | Scored | ThreeHands | FourHands


def _adapters_of(state: Any) -> Adapters:
    with suppress(UnknownGameError):
        return game_of(state).adapters()
    return Adapters()


def position_of(state: Any) -> Problem:
    """Return the problem that a game's state in play poses, with all cards open; a problem is returned as it is.

    Raises:
        SolverError: if the game has no solver, nothing is being played, or the rules are such as no solver knows.
    """
    if isinstance(state, Problem):
        return state
    pose = _adapters_of(state).problem
    if pose is None:
        raise SolverError(f"there is no solver for positions of {type(state).__name__}; its game poses no problem")
    if state.phase != "play":
        raise SolverError(f"nothing is being played (the phase is {state.phase}); solve from the first trick on")
    problem: Problem = pose(state)
    return problem


def solve(subject: Any, engine: str = "auto") -> Solution:
    """Solve a position with open cards, exactly.

    Args:
        subject: a problem (:class:`TwoHands`, :class:`Scored`, :class:`ThreeHands`, :class:`FourHands`) or a game's
            state in play.
        engine: ``python``; ``dds`` for four hands; ``auto`` chooses.

    Raises:
        SolverError: if there is nothing to solve.
        gamerules.extras.MissingExtraError: if the engine needs a library that is not installed.
    """
    problem = position_of(subject)
    if isinstance(problem, ThreeHands):
        worth, aim = aim_of(subject)
        return three_hands.solve(problem, worth, aim, engine)
    return solver_of(problem, engine).solution(problem)


def analyse_play(subject: Any, cards: Sequence[Card], engine: str = "auto") -> tuple[Judgement, ...]:
    """Judge each card of a line of play: what was best, and what the card cost.

    Args:
        subject: where the line begins, as for :func:`solve`.
        cards: the cards played, in order.
        engine: as for :func:`solve`.

    Returns:
        One judgement a card. Outcomes are tricks: of each player with two hands, of each side with four; what the end
        is worth where it is scored; with three hands, the worth to the ombre (see :func:`aim_of`).

    Raises:
        SolverError: if there is nothing to solve or a card may not be played.
    """
    problem = position_of(subject)
    if isinstance(problem, ThreeHands):
        return three_hands.analyse_play(problem, cards, aim_of(subject)[0], engine)
    return solver_of(problem, engine).judged(problem, cards)


def solver_of(problem: TwoHands | Scored | FourHands, engine: str = "auto") -> TrickSolver[Any]:
    """Return what solves a problem of two sides, the players with two hands or partners with four."""
    if isinstance(problem, TwoHands | Scored):
        check_engine(engine, two_hands.ENGINES)
        return ScoredSolver(problem) if isinstance(problem, Scored) else two_hands.Solver(problem)
    return four_hands.Solver(problem, engine)


def aim_of(subject: Any) -> tuple[Worth, str]:
    """Return what final tricks are worth to the ombre, and his aim in words.

    For a state it is what its game says; for a bare problem it is the number of his tricks.
    """
    aim = None if isinstance(subject, Problem) else _adapters_of(subject).aim
    return aim(subject) if aim else (three_hands.most_tricks, "the most tricks")
