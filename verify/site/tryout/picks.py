"""What can be picked where a score command takes a text: its values, and what they are called on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gamerules.contract_bridge import TRICKS
from gamerules.german_ombre.table import Price
from gamerules.german_ombre.tricks import TRICKS as OMBRE_TRICKS
from gamerules.slam.strain import HIGHEST_BID
from gamerules.two_hand_bridge.auction import Strain
from gamerules.vint.coronets import LENGTHS

Picks = Sequence[tuple[str, str]]
"""Values with their names."""


def _numbers(least: int, most: int) -> Picks:
    return [(str(number), str(number)) for number in range(least, most + 1)]


def _splits() -> Iterator[tuple[str, str]]:
    """Yield the ombre's tricks with those of both opponents, the better one first."""
    for ombre in range(OMBRE_TRICKS, -1, -1):
        rest = OMBRE_TRICKS - ombre
        for one in range(rest, (rest - 1) // 2, -1):
            yield f"{ombre}-{one}-{rest - one}", f"ombre {ombre}, opponents {one} and {rest - one}"
    yield "5-0-0", "ombre 5, and no more was played"


def _coronets() -> Picks:
    return [
        (f"{side}:{kind}:{length}", f"{side}: {kind}, {length} cards")
        for side in ("declarers", "opponents")
        for kind, lengths in LENGTHS.items()
        for length in lengths
    ]


CHOICES: Final[Mapping[tuple[str, str], Picks]] = MappingProxyType(
    {
        ("slam", "--bid"): [
            *_numbers(6, HIGHEST_BID),
            ("small-slam", "small slam"),
            ("grand-slam", "grand slam"),
        ],
        ("german-ombre", "--tricks"): list(_splits()),
        ("german-ombre", "--tariff"): [(price.value, price.value.replace("-", " ")) for price in Price],
        ("two-hand-bridge", "--strain"): [(str(strain).replace(" ", "-"), str(strain)) for strain in Strain],
        ("two-hand-bridge", "--tricks"): _numbers(0, TRICKS),
        ("two-hand-bridge", "--honours"): _numbers(0, 5),
        ("two-hand-bridge", "--opponent-honours"): _numbers(0, 5),
        ("vint", "--coronet"): _coronets(),
        ("vint", "--coronet-prices"): [
            (f"{kind}.{length}", f"{kind}, {length} cards") for kind, lengths in LENGTHS.items() for length in lengths
        ],
    }
)
"""The choices, by game and option."""
