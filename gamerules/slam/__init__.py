"""Slam (Шлем), Sidney Sackson's bridge for two of 1951, after the dictionary and after Mendelev.

``State`` is one deal, ``Rubber`` a whole rubber; ``Rules.DICTIONARY`` and ``Rules.MENDELEV`` are the two witnesses.
"""

from gamerules.auction import Call
from gamerules.slam.auction import Auction, SuitBid
from gamerules.slam.contract import Contract
from gamerules.slam.game import GAME
from gamerules.slam.record import dealt_cards, proceed
from gamerules.slam.rubber import Rubber
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import scored
from gamerules.slam.senses import SENSES
from gamerules.slam.state import Phase, State, View
from gamerules.slam.strain import Doubling, Slam, Strain

__all__ = [
    "GAME",
    "SENSES",
    "Auction",
    "Call",
    "Contract",
    "Doubling",
    "Phase",
    "Rubber",
    "Rules",
    "Slam",
    "State",
    "Strain",
    "SuitBid",
    "View",
    "dealt_cards",
    "proceed",
    "scored",
]
