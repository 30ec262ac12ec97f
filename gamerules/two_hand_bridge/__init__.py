"""Two-hand bridge, after Mendelev's encyclopedia: an exchange before the auction, and nullo among the strains."""

from __future__ import annotations

from typing import Final

from gamerules.auction import Call
from gamerules.contract_bridge import Doubling, Laws
from gamerules.two_hand_bridge.auction import BIDS, Bid, Bidding, Contract, Strain, nullo_quota, price
from gamerules.two_hand_bridge.deal import Dealing
from gamerules.two_hand_bridge.exchange import Exchange, Exchanging
from gamerules.two_hand_bridge.game import GAME
from gamerules.two_hand_bridge.play import Playing
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import Result, Rubber, deal_entries, sure_tricks
from gamerules.two_hand_bridge.state import State, View

# The sections that other modules than the one of their name carry out too, with these modules.
SECTIONS: Final = {"two-hand-bridge": ("auction", "contract_bridge", "deal", "exchange", "play", "scoring")}

__all__ = [
    "BIDS",
    "GAME",
    "Bid",
    "Bidding",
    "Call",
    "Contract",
    "Dealing",
    "Doubling",
    "Exchange",
    "Exchanging",
    "Laws",
    "Playing",
    "Result",
    "Rubber",
    "Rules",
    "State",
    "Strain",
    "View",
    "deal_entries",
    "nullo_quota",
    "price",
    "sure_tricks",
]
