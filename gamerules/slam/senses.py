"""What the word "slam" means in other games, as far as the dictionary's entry lays it down."""

from __future__ import annotations

from dataclasses import dataclass

from gamerules.rules import figure, rule
from gamerules.slam.strain import Slam


@dataclass(frozen=True, slots=True)
class Sense:
    """One numbered sense of the entry.

    Attributes:
        number: the entry's number.
        games: the games it belongs to.
        locus: the sentence that gives it.
        synonyms: other words for the same, in Latin letters.
    """

    number: int
    games: tuple[str, ...]
    locus: str
    synonyms: tuple[str, ...] = ()


SENSES = (
    Sense(1, ("Bridge", "Vint"), "slam-dictionary.senses.2"),
    Sense(2, ("Boston",), "slam-dictionary.senses.29", ("concordia",)),
    Sense(3, ("Écarté",), "slam-dictionary.senses.30", ("vole",)),
    Sense(4, ("Railroad Euchre",), "slam-dictionary.senses.31"),
    Sense(5, ("Jo-jotte",), "slam-dictionary.senses.32"),
    Sense(6, ("Auction Pitch",), "slam-dictionary.senses.33", ("shoot the moon", "smudge")),
    Sense(7, ("Slamm",), "slam-dictionary.senses.34"),
    Sense(8, ("Slam",), "slam-dictionary.senses.35"),
)
"""The eight senses in the entry's order."""

ECARTE_TRICKS = figure("ECARTE_TRICKS", "slam-dictionary.senses.30", 5)
"""How many tricks a deal of Écarté has."""

PITCH_SLAM = figure("PITCH_SLAM", "slam-dictionary.senses.33", 4)
"""How many points a slam in Auction Pitch undertakes."""

JO_JOTTE_BIDS = ("nullo", "slam")
"""Jo-jotte's two highest undertakings, the lower first."""


@rule("slam-dictionary.senses.2", "slam-dictionary.senses.4")
def slam_taken(tricks: int, of: int) -> Slam | None:
    """Return the slam that so many tricks of a deal's tricks are: all of them, or all but one."""
    return {of: Slam.GRAND, of - 1: Slam.SMALL}.get(tricks)


@rule("slam-dictionary.senses.29", "slam-dictionary.senses.30", "slam-dictionary.senses.32")
def all_tricks(tricks: int, of: int) -> bool:
    """Return whether every trick of a deal was taken: a slam in Boston, in Écarté (five tricks) and in Jo-jotte."""
    return tricks == of


@rule("slam-dictionary.senses.31")
def railroad_euchre_games(losers_score: int) -> int:
    """Return how many games a win at Railroad Euchre counts: two, a slam, if the losers have not scored."""
    return 2 if losers_score == 0 else 1


@rule("slam-dictionary.senses.32")
def jo_jotte_outbids(bid: str, over: str) -> bool:
    """Return whether one of Jo-jotte's two highest undertakings outbids the other: a slam outbids nullo."""
    return JO_JOTTE_BIDS.index(bid) > JO_JOTTE_BIDS.index(over)


@rule("slam-dictionary.senses.33")
def pitch_slam_made(points: int) -> bool:
    """Return whether so many points fulfil a slam in Auction Pitch."""
    return points >= PITCH_SLAM
