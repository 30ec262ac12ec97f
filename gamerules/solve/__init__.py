"""Solvers for open cards: exact tricks, perfect lines, and which card played was an error.

Each game's perfect-information problem has one way in, :func:`solve`, which takes a problem or a game's state, and
:func:`analyse_play`, which judges the cards of a line. Every solution states its model.
"""

from gamerules.solve.solution import Judgement, MissingExtraError, Solution, SolverError
from gamerules.solve.two_hands import TwoHands

__all__ = ["Judgement", "MissingExtraError", "Solution", "SolverError", "TwoHands"]
