"""The ending of a nullo deal in bridge, after Mendelev's encyclopedia: three tricks of a deal half lost."""

from __future__ import annotations

from typing import Final

from gamerules.nullo_bridge.claims import fits_the_text, makes, total_after, tricks_in, tricks_to_come
from gamerules.nullo_bridge.deals import Deal, Puzzle
from gamerules.nullo_bridge.ending import after_the_text, opening, taken_before
from gamerules.nullo_bridge.game import GAME
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, Seat
from gamerules.nullo_bridge.state import State, Unnamed, most_tricks

# The sections that other modules than the one of their name carry out too, with these modules.
SECTIONS: Final = {"nullo-deal": ("claims", "seats", "state")}

__all__ = [
    "GAME",
    "SEATS",
    "Deal",
    "Hand",
    "Puzzle",
    "Rules",
    "Seat",
    "State",
    "Unnamed",
    "after_the_text",
    "fits_the_text",
    "makes",
    "most_tricks",
    "opening",
    "taken_before",
    "total_after",
    "tricks_in",
    "tricks_to_come",
]
