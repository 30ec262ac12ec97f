"""Solvers for open cards: exact tricks, perfect lines, and which card played was an error.

:func:`solve` takes a problem or a game's state in play, :func:`analyse_play` judges the cards of a line, and
:mod:`gamerules.solve.reserves` answers what a choice of reserves in Slam is worth. Every solution states its model.
"""

from gamerules.extras import MissingExtraError
from gamerules.solve.four_hands import FourHands
from gamerules.solve.positions import analyse_play, position_of, solve
from gamerules.solve.solution import Judgement, Solution, SolverError
from gamerules.solve.three_hands import Order, ThreeHands
from gamerules.solve.two_hands import TwoHands
from gamerules.solve.two_hands_scored import Scored

__all__ = [
    "FourHands",
    "Judgement",
    "MissingExtraError",
    "Order",
    "Scored",
    "Solution",
    "SolverError",
    "ThreeHands",
    "TwoHands",
    "analyse_play",
    "position_of",
    "solve",
]
