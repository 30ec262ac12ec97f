"""Tables of the scoring figures, made from the rules, for the page that shows them."""

from __future__ import annotations

from gamerules.contract_bridge import (
    GRAND_SLAM,
    SMALL_SLAM,
    Doubling,
    Laws,
    insult_bonus,
    overtrick_points,
    slam_bonus,
    trick_points,
    undertrick_points,
)
from gamerules.two_hand_bridge.auction import Strain, price

LAWS = Laws.OF_1987
_PLACES = (False, True)


def trick_rows() -> list[tuple[str, ...]]:
    """Return the trick points of each strain, undoubled, doubled and redoubled; of no trump for two levels."""
    rows = []
    for strain in Strain:
        levels = (1,) if price(strain).first == price(strain).further else (1, 2)
        for level in levels:
            points = [
                trick_points(price(strain), level, doubling) - trick_points(price(strain), level - 1, doubling)
                for doubling in Doubling
            ]
            name = str(strain) if len(levels) == 1 else f"{strain}, {'first' if level == 1 else 'each further'}"
            rows.append((name, *map(str, points)))
    return rows


def premium_rows() -> list[tuple[str, str, str]]:
    """Return the declarer's premiums, not vulnerable and vulnerable."""
    rows = [
        ("small slam", *(f"{slam_bonus(SMALL_SLAM, place):,}" for place in _PLACES)),
        ("grand slam", *(f"{slam_bonus(GRAND_SLAM, place):,}" for place in _PLACES)),
        ("overtrick, undoubled", "as a trick bid", "as a trick bid"),
    ]
    for doubling in (Doubling.DOUBLED, Doubling.REDOUBLED):
        each = [overtrick_points(price(Strain.NULLO), 1, doubling, place) for place in _PLACES]
        insult = insult_bonus(doubling, LAWS)
        rows.append((f"overtrick, {doubling.name.lower()}", *map(str, each)))
        rows.append((f"contract made, {doubling.name.lower()}", str(insult), str(insult)))
    return [(what, before, after) for what, before, after in rows]


def undertrick_rows(most: int = 5) -> list[tuple[str, ...]]:
    """Return the points for undertricks, from one to ``most``, in all six cases."""
    return [
        (
            str(number),
            *(f"{undertrick_points(number, doubling, place, LAWS):,}" for place in _PLACES for doubling in Doubling),
        )
        for number in range(1, most + 1)
    ]
