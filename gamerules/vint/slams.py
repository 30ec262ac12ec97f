"""Slams: the premium for bidding one, the premium for making one, and the slam bid straight from the hand."""

from __future__ import annotations

from gamerules.ledger import Entry, Line
from gamerules.rules import Table, rule
from gamerules.vint.rules import Rules
from gamerules.vint.terms import DECLARERS, GRAND_SLAM, OPPONENTS, SMALL_SLAM, TRICKS
from gamerules.vint.tricks import BOOK, tricks_bid

SLAM_NAMES = {SMALL_SLAM: "small slam", GRAND_SLAM: "grand slam"}

BID_PREMIUM = Table("BID_PREMIUM", "vint-viii.slams.1", {SMALL_SLAM: 5000, GRAND_SLAM: 10000})
"""The premium for a slam bid, by level."""

MADE_PREMIUM = Table("MADE_PREMIUM", "vint-viii.slams.2", {SMALL_SLAM: 1000, GRAND_SLAM: 2000})
"""The premium for a slam made, by the level that its tricks come to."""

FROM_HAND_FACTOR = 10


@rule("vint-viii.slams.1", "vint-viii.slams.4")
def bid_premium(level: int, from_hand: bool) -> int:
    """Return the premium for bidding a slam: tenfold if it was bid straight from the hand."""
    return BID_PREMIUM[level] * (FROM_HAND_FACTOR if from_hand else 1)


@rule("vint-viii.slams.2", "vint-viii.slams.3")
def written(rules: Rules, level: int, tricks: int, from_hand: bool) -> tuple[Entry, ...]:
    """Return the premiums for slams: for the bid if it was kept, and for a slam made, bid or not, by either side.

    Args:
        rules: the readings in force.
        level: the level bid.
        tricks: the tricks the declarers took.
        from_hand: whether the slam was bid straight from the hand, and the company plays it so.
    """
    entries = []
    made, kept = tricks - BOOK, tricks >= tricks_bid(level)
    if level in SLAM_NAMES and kept:
        locus = "vint-viii.slams.4" if from_hand else "vint-viii.slams.1"
        why = f"{SLAM_NAMES[level]} bid{' from the hand' * from_hand}"
        entries.append(Entry(DECLARERS, Line.ABOVE, bid_premium(level, from_hand), locus, why))
    if made in SLAM_NAMES and (kept or rules.small_slam_in_failed_grand):
        entries.append(_made(DECLARERS, made, "vint-viii.slams.2" if made == level else "vint-viii.slams.3"))
    made = TRICKS - tricks - BOOK
    if made in SLAM_NAMES and rules.opponents_slam:
        entries.append(_made(OPPONENTS, made, "vint-viii.slams.3"))
    return tuple(entries)


def _made(side: str, slam: int, locus: str) -> Entry:
    return Entry(side, Line.ABOVE, MADE_PREMIUM[slam], locus, f"{SLAM_NAMES[slam]} made")
