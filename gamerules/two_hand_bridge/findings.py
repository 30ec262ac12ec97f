"""What the laboratory found about two-hand bridge: what a nullo is worth beside other contracts."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from gamerules.cards import PACK_52, Suit
from gamerules.lab.findings import Study, dealt, mean_of
from gamerules.solve.two_hands import Solver, TwoHands


def two_hand_nullo(seed: int, size: int) -> dict[str, Any]:
    """Return how often a random hand of two-hand bridge makes one of each kind, with both hands open."""
    rng = Random(seed)
    made = {"one in the longest suit": 0, "one no trump": 0, "one nullo": 0}
    both = either = 0
    tricks: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(size):
        first, second = dealt(rng, PACK_52, 13, 13)
        longest = max(Suit, key=lambda suit: (len(first.of_suit(suit)), suit))
        kinds = {
            "one in the longest suit": (longest, False),
            "one no trump": (None, False),
            "one nullo": (None, True),
        }
        reached = {}
        for name, (trump, misere) in kinds.items():
            position = TwoHands((first, second), 1, trump, misere)
            taken = Solver(position).tricks(position)[0]
            tricks[name].append(float(taken))
            reached[name] = taken <= 6 if misere else taken >= 7
            made[name] += reached[name]
        both += reached["one nullo"] and reached["one in the longest suit"]
        either += reached["one nullo"] or reached["one in the longest suit"]
    means = {name: mean_of(values) for name, values in tricks.items()}
    return {"size": size, "made": made, "both": both, "one of the two": either, "tricks": means}


STUDIES: Final = {
    "two-hand-nullo": Study(
        "How does a nullo compare with other contracts at two-hand bridge?",
        "random hands, no exchange; both hands open; both sides play perfectly; the opponent leads",
        {"seed": 30, "size": 1000},
        two_hand_nullo,
    ),
}
