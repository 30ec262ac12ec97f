"""All pass: forced spadille, or Moor when spadille lies in the talon."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from gamerules.german_ombre.cards import PLAYERS
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.deal import seats
from gamerules.german_ombre.rank import SPADILLE
from gamerules.german_ombre.rules import Rules
from gamerules.rules import rule

FOUR = 4
"""Cards that are exchanged in Moor, or discarded after the whole talon was taken."""
FORCED_GAME = Contract.FRAGE


@rule("german-ombre.all-pass.1", "german-ombre.all-pass.2", "german-ombre.all-pass.3")
def holder_of_spadille(hands: tuple[int, int, int]) -> int | None:
    """Return who holds spadille (hands as bit masks) and must play a frage; None if it lies in the talon: Moor."""
    return next((player for player in range(PLAYERS) if hands[player] >> SPADILLE & 1), None)


@rule("german-ombre.all-pass.4", "german-ombre.all-pass.6")
def exchange_counts(rules: Rules) -> Collection[int]:
    """Return how many cards a player may discard in Moor: four or none; four once he has taken the whole talon."""
    if rules.mort == "whole-talon":
        return (FOUR,)
    return range(FOUR + 1) if rules.mort_number == "up-to-four" else (0, FOUR)


@rule("german-ombre.all-pass.4", "german-ombre.all-pass.7")
def next_in_mort(dealer: int, player: int) -> int | None:
    """Return whose turn in Moor follows a player's; None after the dealer: the cards are thrown in and dealt again."""
    order = seats(dealer)
    return next((after for before, after in pairwise(order) if before == player), None)
