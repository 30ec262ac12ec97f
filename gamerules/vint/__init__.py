"""Vint: scores, slams, penalties, sheet and rotas as chapter VIII of an old manual has them; the play is supplied."""

from typing import Final

from gamerules.vint.auction import Bid, Bidding
from gamerules.vint.coronets import Coronet, CoronetPrices
from gamerules.vint.deal import ALL_PASS, AllPass, DealResult, result
from gamerules.vint.game import GAME
from gamerules.vint.play import Dealing, Playing
from gamerules.vint.rules import Rules
from gamerules.vint.sheet import Column, Figure, Sheet
from gamerules.vint.state import State
from gamerules.vint.terms import Strain

# The sections that other modules than the one of their name carry out too, with these modules.
SECTIONS: Final = {
    "bonuses": ("sheet",),
    "sheet": ("bonuses", "lost", "tricks"),
    "slams": ("sheet",),
    "tricks": ("sheet",),
}

__all__ = [
    "ALL_PASS",
    "GAME",
    "AllPass",
    "Bid",
    "Bidding",
    "Column",
    "Coronet",
    "CoronetPrices",
    "DealResult",
    "Dealing",
    "Figure",
    "Playing",
    "Rules",
    "Sheet",
    "State",
    "Strain",
    "result",
]
