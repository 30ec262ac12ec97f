"""The findings page's figures: how each is made, and the files in which they are kept.

Every finding is a function of this module with its seed and size. ``python -m gamerules.lab.findings`` (``make
findings``) makes them all and writes one file each, with a digest of question, parameters and results; a file that was
touched afterwards, or whose parameters are not those of the code, is refused.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from gamerules.cards import PACK_32, PACK_40, PACK_52, CardSet, Suit
from gamerules.lab.statistics import Estimate, mean, share
from gamerules.rules import GameRulesError, suggest

FOLDER = "data"


class FindingError(GameRulesError, LookupError):
    """A finding that is not there, was changed by hand, or was made by other parameters."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One question and how it is answered.

    Attributes:
        question: the question.
        model: what was assumed.
        parameters: seed, size and the like.
        make: makes the results from the parameters; plain data.
    """

    question: str
    model: str
    parameters: Mapping[str, Any]
    make: Callable[..., dict[str, Any]]


# ---- reading


def stored(name: str) -> dict[str, Any]:
    """Return the results of a finding from its file.

    Raises:
        FindingError: if there is no such finding or file, or the file is not what the code would write.
    """
    if name not in FINDINGS:
        raise FindingError(f"no finding is called {name!r}{suggest(name, list(FINDINGS))}")
    finding = FINDINGS[name]
    path = files("gamerules.lab").joinpath(FOLDER, f"{name}.json")
    if not path.is_file():
        raise FindingError(f"{name} was never made; run: make findings")
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("digest") != digest(data):
        raise FindingError(f"{name}.json was changed by hand: its digest does not match; run: make findings")
    if (data["question"], data["model"], data["parameters"]) != (
        finding.question,
        finding.model,
        dict(finding.parameters),
    ):
        raise FindingError(f"{name}.json was made by other parameters than the code's; run: make findings")
    results = data["results"]
    assert isinstance(results, dict)
    return results


def made_from() -> list[list[str]]:
    """Return a row for each finding: its question, what was assumed, the seed and the number of deals."""
    return [
        [
            each.question,
            each.model,
            *(f"{each.parameters[key]:,}" if each.parameters else "—" for key in ("seed", "size")),
        ]
        for each in FINDINGS.values()
    ]


def digest(data: Mapping[str, Any]) -> str:
    """Return the digest of a finding's file: SHA-256 of all but the digest, as JSON with sorted names."""
    content = {name: value for name, value in data.items() if name != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def share_of(name: str, *path: str) -> Estimate:
    """Return a share of a finding with its interval; ``path`` leads to a count among ``size`` deals."""
    results = stored(name)
    found: Any = results
    for step in path:
        found = found[step]
    return share(int(found), int(results["size"]))


def percent(name: str, *path: str) -> str:
    """Return a share of a finding as text: ``32.5%``."""
    return f"{100 * share_of(name, *path).value:.1f}%"


def between(name: str, *path: str) -> str:
    """Return the interval of a share as text: ``31.6% to 33.4%``."""
    found = share_of(name, *path)
    return f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"


def average(name: str, key: str) -> str:
    """Return a mean of a finding as text: ``4.63``."""
    return f"{float(stored(name)[key]['mean']):.2f}"


def average_between(name: str, key: str) -> str:
    """Return the interval of a mean as text: ``4.60 to 4.66``."""
    found = stored(name)[key]
    return f"{float(found['low']):.2f} to {float(found['high']):.2f}"


# ---- making


def write(name: str, folder: Path) -> Path:
    """Make a finding and write its file."""
    finding = FINDINGS[name]
    data: dict[str, Any] = {
        "question": finding.question,
        "model": finding.model,
        "parameters": dict(finding.parameters),
        "results": finding.make(**finding.parameters),
    }
    data["digest"] = digest(data)
    path = folder / f"{name}.json"
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def _mean(values: list[float]) -> dict[str, float]:
    found = mean(values)
    return {"mean": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6)}


ILLUSTRATIVE = ("♠AKJ1087 ♥QJ9 ♦KJ ♣KQ1098", "♠Q9 ♥AK1087 ♦AQ10987 ♣AJ7")
"""All sixteen cards of Danilov and of Kabanov in the dictionary's deal."""

CHOSEN = ("♠A ♦KJ", "♠Q ♦AQ")
"""The reserves that they laid aside."""


def _reserves(trump: str) -> dict[str, Any]:
    """Solve every pair of reserves of the illustrative deal, Danilov leading, with this trump suit."""
    from gamerules.slam import Doubling, Strain, scored
    from gamerules.solve.reserves import reserve_game

    suit = Suit.parse(trump)
    first, second = map(CardSet.parse, ILLUSTRATIVE)
    chosen = [CardSet.parse(text) for text in CHOSEN]
    game = reserve_game((first, second), 0, suit)
    best = game.equilibrium()
    ledgers = {
        tricks: scored(Strain(trump), 24, 10 - tricks, doubling=Doubling.DOUBLED).totals() for tricks in range(11)
    }
    points = {tricks: totals["declarer"] - totals["defender"] for tricks, totals in ledgers.items()}
    worths: dict[str, Callable[[int], int]] = {
        "tricks": lambda tricks: 10 - tricks,
        "points": points.__getitem__,
        "made": lambda tricks: int(points[tricks] > 0),
    }
    aims: dict[str, dict[str, str]] = {}
    for aim, sought in worths.items():
        found = game.equilibrium(lambda tricks, sought=sought: -sought(tricks))  # type: ignore[misc]
        aims[aim] = {
            name: str(sum(p * game.expected(0, game.choices[0][row], found, worth) for row, p in found.rows.items()))
            for name, worth in worths.items()
        }
    counts = []
    for player in (0, 1):
        secure: dict[str, int] = {}
        for reserve in game.all_reserves(player):
            key = str(game.secure(player, reserve))
            secure[key] = secure.get(key, 0) + 1
        counts.append(dict(sorted(secure.items())))
    as_chosen = game.tricks(chosen[0], chosen[1])
    better = [
        [reserve for reserve in game.all_reserves(0) if game.tricks(reserve, chosen[1])[0] > as_chosen[0]],
        [reserve for reserve in game.all_reserves(1) if game.tricks(chosen[0], reserve)[1] > as_chosen[1]],
    ]
    return {
        "reserves": len(game.all_reserves(0)),
        "different": [len(choices) for choices in game.choices],
        "nodes": game.nodes,
        "tricks as chosen": list(as_chosen),
        "value in tricks to Danilov": str(best.value),
        "best of Danilov": {str(game.choices[0][c]): str(p) for c, p in best.rows.items()},
        "best of Kabanov": {str(game.choices[1][c]): str(p) for c, p in best.columns.items()},
        "sure of, by reserves": counts,
        "sure of, as chosen": [game.secure(p, chosen[p]) for p in (0, 1)],
        "better against the other's": [len(reserves) for reserves in better],
        "of these, with two trumps aside": sum(len(reserve.of_suit(suit)) == 2 for reserve in better[0]),
        "to Kabanov, by what both play for": aims,
    }


def reserves_in_diamonds() -> dict[str, Any]:
    """Solve the illustrative deal's reserves in diamonds."""
    return _reserves("diamonds")


def reserves_in_hearts() -> dict[str, Any]:
    """Solve the illustrative deal's reserves in hearts."""
    return _reserves("hearts")


def bid_of_24(seed: int, size: int) -> dict[str, Any]:
    """Return what a bid of 24 points comes to at Slam in random deals, in the declarer's longest suit."""
    from gamerules.slam import Strain, scored
    from gamerules.slam.strain import points_taken
    from gamerules.solve.reserves import reserve_game

    rng = Random(seed)
    odds, won, tricks = [], [], []
    suits = dict.fromkeys(("♣ or ♦", "♥ or ♠"), 0)
    surely = 0
    for _ in range(size):
        order = sorted(PACK_32)
        rng.shuffle(order)
        cards = CardSet(order[:16]), CardSet(order[16:])
        trump = max(Suit, key=lambda suit: (len(cards[0].of_suit(suit)), suit))
        strain = Strain(trump.name.lower())
        game = reserve_game(cards, 1, trump, engine="numba")
        ledgers = {taken: scored(strain, 24, taken).totals() for taken in range(11)}
        points = {taken: totals["declarer"] - totals["defender"] for taken, totals in ledgers.items()}
        won.append(float(game.equilibrium(points.__getitem__).value))
        reached = {taken: int(points_taken(strain, taken) >= 24) for taken in range(11)}
        odds.append(float(game.equilibrium(reached.__getitem__).value))
        tricks.append(float(game.equilibrium().value))
        suits["♥ or ♠" if trump >= Suit.HEARTS else "♣ or ♦"] += 1
        surely += odds[-1] == 1
    return {
        "size": size,
        "suits": suits,
        "made for certain": surely,
        "odds": _mean(odds),
        "won": _mean(won),
        "tricks": _mean(tricks),
    }


def first_lead(seed: int, size: int) -> dict[str, Any]:
    """Return how many tricks the first lead at Slam is worth to whoever has it, by strain."""
    from gamerules.solve.two_hands import Solver, TwoHands

    rng = Random(seed)
    gains: dict[str, list[float]] = {"a suit": [], "no trumps": [], "nullo": []}
    for number in range(size):
        order = sorted(PACK_32)
        rng.shuffle(order)
        hands = CardSet(order[:13]), CardSet(order[13:26])
        reserves = CardSet(order[26:29]), CardSet(order[29:])
        kinds = {"a suit": (Suit(number % 4), False), "no trumps": (None, False), "nullo": (None, True)}
        for kind, (trump, misere) in kinds.items():
            taken = []
            for leader in (0, 1):
                position = TwoHands(hands, leader, trump, misere, 4, reserves)
                taken.append(Solver(position, "numba").tricks(position)[0])
            gains[kind].append(float(taken[0] - taken[1]))
    return {"size": size} | {kind: _mean(values) for kind, values in gains.items()}


def four_tricks(seed: int, size: int) -> dict[str, Any]:
    """Return how the other five tricks fall when the ombre takes four, every card any legal one."""
    from gamerules.lab.batch import arrays
    from gamerules.lab.play_alone import contest, outcome_of

    here = contest("german-ombre", "hearts")
    _, taken = arrays(here, seed, 0, size)
    splits: dict[str, int] = {}
    results: dict[str, int] = {}
    spadille = 0
    for number, tricks in enumerate(taken.tolist()):
        outcome = outcome_of(here, number, tricks)
        results[str(outcome["result"])] = results.get(str(outcome["result"]), 0) + 1
        if outcome["tricks"] == 4:
            splits[str(outcome["split"])] = splits.get(str(outcome["split"]), 0) + 1
            spadille += 1
    return {"deals": size, "size": spadille, "splits": dict(sorted(splits.items())), "results": results}


def ombre_hands(seed: int, size: int) -> dict[str, Any]:
    """Return what the best game of a random hand comes to, without exchange and with all cards open."""
    from gamerules.german_ombre.outcome import by_tricks, multiple
    from gamerules.german_ombre.rank import grand_order, null_order, suit_order
    from gamerules.german_ombre.rules import Rules
    from gamerules.solve.three_hands import Solver, ThreeHands

    rng = Random(seed)
    names = {1: "sacado", -1: "puesta", -2: "codille"}
    results = dict.fromkeys(names.values(), 0)
    grands = nulls = nothing = 0

    def worth(ombre: int, one: int, other: int) -> int:
        return multiple(by_tricks(Rules.DICTIONARY, ombre, one, other))

    for number in range(size):
        order = sorted(PACK_40)
        rng.shuffle(order)
        first, second, third = (CardSet(order[i * 9 : i * 9 + 9]) for i in range(3))
        leader = number % 3

        def value(order: Any, aim: Any, hands: Any = (first, second, third), leader: int = leader) -> int:
            position = ThreeHands(hands, 0, leader, order)
            return Solver(position, aim, "numba").value(position)

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


def two_hand_nullo(seed: int, size: int) -> dict[str, Any]:
    """Return how often a random hand of two-hand bridge makes one of each kind, with both hands open."""
    from gamerules.solve.two_hands import Solver, TwoHands

    rng = Random(seed)
    made = {"one in the longest suit": 0, "one no trump": 0, "one nullo": 0}
    both = either = 0
    tricks: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(size):
        order = sorted(PACK_52)
        rng.shuffle(order)
        hands = CardSet(order[:13]), CardSet(order[13:26])
        longest = max(Suit, key=lambda suit: (len(hands[0].of_suit(suit)), suit))
        kinds = {
            "one in the longest suit": (longest, False),
            "one no trump": (None, False),
            "one nullo": (None, True),
        }
        reached = {}
        for name, (trump, misere) in kinds.items():
            position = TwoHands(hands, 1, trump, misere)
            taken = Solver(position, "numba").tricks(position)[0]
            tricks[name].append(float(taken))
            reached[name] = taken <= 6 if misere else taken >= 7
            made[name] += reached[name]
        both += reached["one nullo"] and reached["one in the longest suit"]
        either += reached["one nullo"] or reached["one in the longest suit"]
    means = {name: _mean(values) for name, values in tricks.items()}
    return {"size": size, "made": made, "both": both, "one of the two": either, "tricks": means}


def talon(seed: int, size: int) -> dict[str, Any]:
    """Return how often spadille lies in the talon of deals dealt by the rules, to set beside the exact odds."""
    from gamerules.game import CHANCE
    from gamerules.german_ombre import SPADILLE, State

    rng = Random(seed)
    there = 0
    for _ in range(size):
        state: Any = State.start()
        while state.phase in ("draw", "deal", "cut", "couleur"):
            state = state.after(rng.choice(state.legal_actions()))
        assert state.actor != CHANCE
        there += SPADILLE in state.talon
    return {"size": size, "in the talon": there}


OPEN_TWO = "both hands open; both sides play perfectly"
FINDINGS: Mapping[str, Finding] = {
    "slam-reserves-diamonds": Finding(
        "How good were the reserves of the illustrative deal, and what is it worth when both choose well?",
        "reserves chosen unseen, then all cards open and both sides play perfectly; Danilov leads, diamonds are "
        "trumps; for each aim (tricks, points, the contract alone) the best mixtures are others",
        {},
        reserves_in_diamonds,
    ),
    "slam-reserves-hearts": Finding(
        "Would hearts have been better in the illustrative deal?",
        "reserves chosen unseen, then all cards open and both sides play perfectly; Danilov leads, hearts are "
        "trumps; for each aim (tricks, points, the contract alone) the best mixtures are others",
        {},
        reserves_in_hearts,
    ),
    "slam-bid-24": Finding(
        "What is a bid of 24 points worth at Slam?",
        "random cards; the declarer's longest suit; reserves chosen unseen, then all cards open and both sides play "
        "perfectly; the defender leads; not doubled, not vulnerable, no honours; odds, points and tricks are each what "
        "comes of it when both choose their reserves for just that",
        {"seed": 24, "size": 120},
        bid_of_24,
    ),
    "slam-first-lead": Finding(
        "What is the first lead worth at Slam?",
        "random cards and reserves; all cards open; both sides play perfectly",
        {"seed": 5, "size": 2000},
        first_lead,
    ),
    "ombre-four-tricks": Finding(
        "How often do four tricks win at German Ombre against chance?",
        "hearts are trumps, nobody exchanges, every card is any legal one",
        {"seed": 4, "size": 400_000},
        four_tricks,
    ),
    "ombre-hands": Finding(
        "What is a random hand at German Ombre good for without exchange?",
        "all hands open; the two opponents play as one; the best of the four suits, a grand, a null",
        {"seed": 9, "size": 1000},
        ombre_hands,
    ),
    "ombre-talon": Finding(
        "How often does spadille lie in the talon?",
        "deals dealt by the rules, card by card",
        {"seed": 13, "size": 20_000},
        talon,
    ),
    "two-hand-nullo": Finding(
        "How does a nullo compare with other contracts at two-hand bridge?",
        f"random hands, no exchange; {OPEN_TWO}; the opponent leads",
        {"seed": 30, "size": 1000},
        two_hand_nullo,
    ),
}
"""All findings that are kept in files, by name."""


def main(names: list[str]) -> int:
    """Make the findings named, or all; return 0."""
    folder = Path(str(files("gamerules.lab").joinpath(FOLDER)))
    folder.mkdir(exist_ok=True)
    for name in names or list(FINDINGS):
        print(write(name, folder), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
