"""Fit the tables of tricks by which the machine bids: random deals, solved with open cards.

    python benchmarks/fit_tricks.py [--deals 2000] [--seed 5]

Writes ``tricks.json`` into the package of each game that has one. Needs NumPy. The same deals give the same table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from gamerules.cards import PACK_32, PACK_52, RANKS_PER_SUIT, CardSet, Suit
from gamerules.extras import need
from gamerules.slam.reserve import SIZE
from gamerules.solve import TwoHands, two_hands
from gamerules.solve.estimate import LANE, NO_TRUMP, NULLO, PLAIN, TRUMP, features, trump_features

KINDS: dict[str, tuple[Suit | None, bool]] = {TRUMP: (Suit.SPADES, False), NO_TRUMP: (None, False), NULLO: (None, True)}
RIDGE = 5.0
"""How strongly the figures are drawn towards nothing, so that few deals do not overfit them."""
Example = tuple[int, int, float]
"""Both hands as bit masks, the declarer's first, and his tricks."""


def slam(rng: Random) -> Iterator[tuple[str, Example]]:
    """Yield a random deal in each kind of strain, with the mean of two random pairs of reserves."""
    cards = sorted(PACK_32)
    rng.shuffle(cards)
    hands = CardSet(cards[:16]), CardSet(cards[16:])
    for kind, (trump, misere) in KINDS.items():
        tricks = 0
        for _ in range(2):
            mine, theirs = (CardSet(rng.sample(sorted(hand), SIZE)) for hand in hands)
            here = TwoHands((hands[0] - mine, hands[1] - theirs), 1, trump, misere, 4, (mine, theirs))
            tricks += two_hands.Solver(here).tricks(here)[0]
        yield kind, (hands[0].mask, hands[1].mask, tricks / 2)


def two_hand_bridge(rng: Random) -> Iterator[tuple[str, Example]]:
    """Yield a random deal in each kind of strain, after both have thrown low cards."""
    cards = sorted(PACK_52)
    rng.shuffle(cards)
    dealt, stock = [cards[:13], cards[13:26]], cards[26:]
    for hand in dealt:
        floor = rng.choice((0, 5, 7, 8))
        for card in [card for card in hand if card.rank <= floor]:
            hand.remove(card)
            hand.append(stock.pop())
    hands: tuple[CardSet, CardSet] = (CardSet(dealt[0]), CardSet(dealt[1]))
    for kind, (trump, misere) in KINDS.items():
        here = TwoHands(hands, 1, trump, misere)
        yield kind, (hands[0].mask, hands[1].mask, two_hands.Solver(here).tricks(here)[0])


GAMES: dict[str, tuple[int, Callable[[Random], Iterator[tuple[str, Example]]]]] = {
    "slam": (10, slam),
    "two_hand_bridge": (13, two_hand_bridge),
}


def row(kind: str, x: int, y: int) -> list[float]:
    """Return the numbers of a deal: of the trump suit, of the others together, of trumps beside, and 1."""
    trump = KINDS[kind][0]
    width = len(features(0, 0))
    own, others = [0.0] * width, [0.0] * width
    for suit in Suit:
        found = features(x >> RANKS_PER_SUIT * suit & LANE, y >> RANKS_PER_SUIT * suit & LANE)
        into = own if suit is trump else others
        into[:] = [a + b for a, b in zip(into, found, strict=True)]
    return [*own, *others, *trump_features(x, y, trump), 1.0] if trump is not None else [*others, 1.0]


def fitted(examples: list[tuple[str, Example]], tricks: int) -> dict[str, Any]:
    """Return a game's table."""
    np = need("numpy")
    table: dict[str, Any] = {"tricks": tricks, "weights": {}, "beside": [], "declares": {}, "spread": {}}
    for kind in KINDS:
        chosen = [example for name, example in examples if name == kind]
        a = np.array([row(kind, x, y) for x, y, _ in chosen])
        b = np.array([taken - tricks / 2 for _, _, taken in chosen])
        found = np.linalg.solve(a.T @ a + RIDGE * np.eye(a.shape[1]), a.T @ b)
        weights = [round(float(w), 3) for w in found]
        table["spread"][kind] = round(float((b - a @ found).std()), 2)
        table["declares"][kind] = weights[-1]
        width = len(features(0, 0))
        if kind == TRUMP:
            table["weights"] |= {TRUMP: weights[:width], PLAIN: weights[width : 2 * width]}
            table["beside"] = weights[2 * width : -1]
        else:
            table["weights"][kind] = weights[:width]
    return table


def main() -> None:
    """Solve, fit and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000, help="random deals for each game (2000)")
    parser.add_argument("--seed", type=int, default=5, help="the seed (5)")
    options = parser.parse_args()
    packages = Path(__file__).parents[1] / "gamerules"
    for name, (tricks, deal) in GAMES.items():
        rng = Random(options.seed)
        examples = [example for _ in range(options.deals) for example in deal(rng)]
        table = fitted(examples, tricks)
        text = json.dumps(table, indent=1)
        (packages / name / "tricks.json").write_text(text + "\n", encoding="utf-8")
        print(name, "spread", table["spread"])


if __name__ == "__main__":
    main()
