"""The two packs of forty cards, and the players who play with them."""

from __future__ import annotations

from gamerules.cards import PACK_40, CardSet, Rank, pack
from gamerules.rules import Status, figure, rule

PLAYERS = figure("PLAYERS", "german-ombre.players.1", 3)
FULL = PACK_40.mask
"""The pack as a bit mask."""


@rule(
    "german-ombre.cards.1",
    status=Status.CORRECTED,
    note="The pack is printed with a ten, which would make 44 cards; nine to each of three and a talon of thirteen "
    "make forty, and the ranks leave the ten out.",
)
def playing_pack() -> CardSet:
    """Return the pack with which the hands are dealt: forty cards, without eights, nines and tens."""
    return PACK_40


def printed_pack() -> CardSet:
    """Return the pack as the source prints it, with the ten: 44 cards, and so an erratum."""
    return pack(*(rank for rank in Rank if rank not in (Rank.EIGHT, Rank.NINE)))


@rule("german-ombre.cards.2")
def couleur_pack() -> CardSet:
    """Return the second pack, of which one card is turned to fix the couleur."""
    return playing_pack()
