"""German Ombre: a game for three with two packs of forty cards, as a Russian dictionary of card games describes it."""

from typing import Final

from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.cards import playing_pack
from gamerules.german_ombre.contracts import Contract, How
from gamerules.german_ombre.couleur import Cut
from gamerules.german_ombre.deal import seats
from gamerules.german_ombre.game import GAME
from gamerules.german_ombre.march import March
from gamerules.german_ombre.outcome import Outcome
from gamerules.german_ombre.phase_deal import Drawing, next_deal
from gamerules.german_ombre.rank import BASTO, SPADILLE, Order, manille, matadors, ponto, trump_suit
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import Result, settle
from gamerules.german_ombre.state import Chance, Deal, Facts, Played, State, View
from gamerules.german_ombre.table import Price, Tariff

# The sections that other modules than the one of their name carry out too, with these modules.
SECTIONS: Final = {
    "aim": ("auction", "contracts", "outcome"),
    "all-pass": ("auction", "bounds", "contracts", "phase_deal"),
    "chips": ("settlement",),
    "concede": ("march", "outcome"),
    "contracts": ("outcome", "rank", "state"),
    "couleur": ("contracts",),
    "deal": ("phase_deal", "state"),
    "example": ("bounds", "settlement", "table"),
    "march": ("settlement",),
    "outcome": ("settlement",),
    "players": ("cards", "deal"),
    "prima": ("march", "settlement"),
    "table": ("bounds", "settlement"),
}

__all__ = [
    "BASTO",
    "GAME",
    "SPADILLE",
    "Chance",
    "Contract",
    "Cut",
    "Deal",
    "Drawing",
    "Facts",
    "How",
    "March",
    "Order",
    "Outcome",
    "Played",
    "Price",
    "Result",
    "Rules",
    "State",
    "Tariff",
    "View",
    "Word",
    "manille",
    "matadors",
    "next_deal",
    "playing_pack",
    "ponto",
    "seats",
    "settle",
    "trump_suit",
]
