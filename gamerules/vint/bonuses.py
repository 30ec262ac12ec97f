"""What is added for a game, for the rubber, and for stars."""

from __future__ import annotations

from gamerules.ledger import Entry, Line
from gamerules.rules import Status, Table, figure, rule
from gamerules.vint.rules import Rules

GAME = figure("GAME", ("vint-viii.sheet.2", "vint-viii.sheet.3"), 500)
"""The figure below the line that makes a game."""

GAMES = 2
"""Games that make a rubber. The text does not say; Foster's account of vint does."""

BONUS = Table("BONUS", ("vint-viii.bonuses.1", "vint-viii.bonuses.2"), {"game": 1000, "rubber": 2000, "star": 1000})
"""What is added for a game, for the rubber, and for a star to the side that takes the rubber."""


@rule("vint-viii.bonuses.1", "vint-viii.bonuses.2", "vint-viii.sheet.4")
def written(rules: Rules, side: str, games: int, stars: int) -> tuple[Entry, ...]:
    """Return what the side that has just ended a game adds: for the game, and at the end for rubber and stars.

    Args:
        rules: the readings in force.
        side: the side.
        games: how many games of the rubber it has now.
        stars: how many deals of the rubber were passed out.
    """
    entries = []
    ends = games == GAMES
    if not ends or rules.last_game == "both":
        entries.append(Entry(side, Line.ABOVE, BONUS["game"], "vint-viii.bonuses.1", "game"))
    if ends:
        entries.append(Entry(side, Line.ABOVE, BONUS["rubber"], "vint-viii.bonuses.1", "rubber"))
        counted = stars if rules.stars == "each" else min(stars, 1)
        if counted:
            why = f"{counted} star{'s' * (counted > 1)}"
            entries.append(Entry(side, Line.ABOVE, counted * BONUS["star"], "vint-viii.bonuses.2", why))
    return tuple(entries)


@rule("vint-viii.sheet.2", status=Status.STATED)
def is_game(below: int) -> bool:
    """Return whether a figure below the line makes a game."""
    return below >= GAME
