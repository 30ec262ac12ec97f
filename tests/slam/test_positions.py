from typing import Any

import pytest

from gamerules.rules import ImpossibleInputError
from gamerules.slam import Contract, State, Strain

THREE = ("♠A7 ♥7", "♠8 ♥8 ♦9")


@pytest.mark.parametrize(
    ("hands", "more", "words"),
    [
        (
            ("♠A7", "♥8 ♦9"),
            {"taken": (3, 4), "reserves": ("♣A", "♣K")},
            "after 7 tricks 3 cards are left to each, 0 of",
        ),
        (THREE, {"taken": (3, 4), "leader": 5}, "player 0 or 1 leads"),
        (THREE, {"taken": (-1, 8)}, "tricks taken"),
        (THREE, {"taken": (3.5, 3.5)}, "tricks taken"),
        (("—", "—"), {"taken": (5, 5)}, "nine tricks at most"),
        (("♠A7 ♥7 ♣7", "♠8 ♥8 ♦9 ♣8"), {"taken": (3, 3)}, "after 6 tricks 4 cards are left to each, 3 of"),
    ],
)
def test_a_position_that_no_play_reaches_is_refused(hands: tuple[str, str], more: dict[str, Any], words: str) -> None:
    assert State.in_play(Contract(0, Strain.NULLO, 10), THREE, taken=(3, 4)).legal_actions()
    with pytest.raises(ImpossibleInputError, match=words):
        State.in_play(Contract(0, Strain.NULLO, 10), hands, **more)
