"""Failed slams: the premium for the bid passes to the opponents, besides the penalty."""

from __future__ import annotations

from gamerules.ledger import Entry, Line
from gamerules.rules import Status, rule
from gamerules.vint.penalties import WORKED, undertricks
from gamerules.vint.rules import Rules
from gamerules.vint.slams import SLAM_NAMES, bid_premium
from gamerules.vint.terms import OPPONENTS


@rule(
    "vint-viii.failed-slams.1",
    "vint-viii.failed-slams.2",
    status=Status.CORRECTED,
    note="the side is one trick short, not without a trick",
)
def written(rules: Rules, level: int, tricks: int, from_hand: bool) -> tuple[Entry, ...]:
    """Return what the opponents score for a slam that was bid and not made: the premium the bidders would have had.

    The undertricks are charged besides, by :func:`gamerules.vint.penalties.written`.
    """
    if level not in SLAM_NAMES or not undertricks(level, tricks):
        return ()
    premium = bid_premium(level, from_hand and rules.from_hand_failed == "tenfold")
    return (Entry(OPPONENTS, Line.ABOVE, premium, WORKED[level], f"the premium for the {SLAM_NAMES[level]} bid"),)
