"""What the laboratory found about German Ombre: four tricks, random hands, spadille in the talon."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any, Final

from gamerules.cards import PACK_40, CardSet, Suit
from gamerules.german_ombre.cards import PLAYERS, playing_pack
from gamerules.german_ombre.deal import HAND
from gamerules.german_ombre.outcome import by_tricks, multiple
from gamerules.german_ombre.phase_deal import Drawing
from gamerules.german_ombre.rank import SPADILLE, grand_order, null_order, suit_order
from gamerules.german_ombre.rules import Rules
from gamerules.lab.findings import Study, dealt
from gamerules.lab.play_alone import contest, outcome_of
from gamerules.solve.three_hands import Order, Solver, ThreeHands, Worth


def four_tricks(seed: int, size: int) -> dict[str, Any]:
    """Return how the other five tricks fall when the ombre takes four, every card any legal one."""
    here = contest("german-ombre", "hearts")
    splits: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for number in range(size):
        outcome = outcome_of(here, seed, number)
        results[str(outcome["result"])] += 1
        if outcome["tricks"] == 4:
            splits[str(outcome["split"])] += 1
    return {"deals": size, "size": splits.total(), "splits": dict(sorted(splits.items())), "results": dict(results)}


def ombre_hands(seed: int, size: int) -> dict[str, Any]:
    """Return what the best game of a random hand comes to, without exchange and with all cards open."""
    rng = Random(seed)
    names = {1: "sacado", -1: "puesta", -2: "codille"}
    results = dict.fromkeys(names.values(), 0)
    grands = nulls = nothing = 0

    def worth(ombre: int, one: int, other: int) -> int:
        return multiple(by_tricks(Rules.DICTIONARY, ombre, one, other))

    for number in range(size):
        first, second, third = dealt(rng, PACK_40, 9, 9, 9)

        def value(order: Order, aim: Worth, hands: Any = (first, second, third), leader: int = number % 3) -> int:
            position = ThreeHands(hands, 0, leader, order)
            return Solver(position, aim).value(position)

        best = -2
        for suit in sorted(Suit, key=lambda suit: -len(first & CardSet(suit_order(suit).trumps))):
            best = max(best, value(suit_order(suit), worth))
            if best == 1:
                break
        grand = value(grand_order(), worth) == 1
        null = value(null_order(), lambda ombre, one, other: -int(ombre > 0)) == 0
        results[names[best]] += 1
        grands += grand
        nulls += null
        nothing += best < 1 and not grand and not null
    return {"size": size, "best suit": results, "grand": grands, "null": nulls, "nothing": nothing}


def talon(seed: int, size: int) -> dict[str, Any]:
    """Return how often spadille lies in the talon of deals dealt by the rules, to set beside the exact odds."""
    rng = Random(seed)
    there = 0
    for _ in range(size):
        state: Any = Drawing()
        while state.phase in ("draw", "deal", "cut", "couleur"):
            state = state.after(rng.choice(state.legal_actions()))
        there += SPADILLE in state.talon
    return {"size": size, "in the talon": there}


def spadille_in_talon() -> Fraction:
    """Return the odds at German Ombre that a given card lies in the talon, and so that three passes lead to Moor."""
    pack = len(playing_pack())
    return Fraction(pack - PLAYERS * HAND, pack)


STUDIES: Final = {
    "ombre-four-tricks": Study(
        "How often do four tricks win at German Ombre against chance?",
        "hearts are trumps, nobody exchanges, every card is any legal one",
        {"seed": 4, "size": 400_000},
        four_tricks,
    ),
    "ombre-hands": Study(
        "What is a random hand at German Ombre good for without exchange?",
        "all hands open; the two opponents play as one; the best of the four suits, a grand, a null",
        {"seed": 9, "size": 1000},
        ombre_hands,
    ),
    "ombre-talon": Study(
        "How often does spadille lie in the talon?",
        "deals dealt by the rules, card by card",
        {"seed": 13, "size": 20_000},
        talon,
    ),
}
