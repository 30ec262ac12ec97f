"""Slam (Шлем), Sidney Sackson's bridge for two of 1951, after the dictionary and after Mendelev.

``State`` is one deal, ``Rubber`` a whole rubber; ``Rules.DICTIONARY`` and ``Rules.MENDELEV`` are the two witnesses.
"""

from typing import Final

from gamerules.auction import Call
from gamerules.slam.auction import Auction, SuitBid
from gamerules.slam.contract import Contract
from gamerules.slam.game import GAME
from gamerules.slam.record import proceed
from gamerules.slam.rubber import Rubber, RubberView
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import scored
from gamerules.slam.senses import SENSES
from gamerules.slam.state import Phase, State, View
from gamerules.slam.strain import Doubling, Slam, Strain

# The sections that other modules than the one of their name carry out too, with these modules.
SECTIONS: Final = {
    "aim": ("auction", "contract"),
    "auction": ("contract", "rubber", "state", "strain"),
    "cards": ("auction", "deal"),
    "deal": ("auction", "double", "state"),
    "double": ("scoring",),
    "example": ("auction", "contract", "double", "play", "rubber", "scoring", "state"),
    "last-deal": ("state",),
    "nullo": ("contract", "strain"),
    "players": ("game",),
    "reserve": ("state",),
    "scoring": ("contract", "rubber", "state"),
    "senses": ("contract", "strain"),
    "table": ("rubber", "scoring"),
    "winner": ("rubber",),
}

__all__ = [
    "GAME",
    "SENSES",
    "Auction",
    "Call",
    "Contract",
    "Doubling",
    "Phase",
    "Rubber",
    "RubberView",
    "Rules",
    "Slam",
    "State",
    "Strain",
    "SuitBid",
    "View",
    "proceed",
    "scored",
]
