"""The deals found and what double-dummy solvers say of them, kept as data.

``python -m gamerules.nullo_bridge.findings`` works the results out again and compares them with those kept, for which
endplay must be installed (the extra ``research``). With ``--make`` it searches for deals again, which takes half an
hour, and writes the file; with ``--record`` it prints the illustration as a record. The file names the reading of the
ending that it was made for, and carries a digest of its deals; both are checked when it is read.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, Final

from gamerules.cards import Card, CardSet, Rank, Suit
from gamerules.contract_bridge import TRICKS
from gamerules.nullo_bridge.claims import (
    CLUBS,
    SPADES,
    diamonds_of_b,
    fits_the_text,
    makes,
    total_after,
    tricks_in,
    tricks_to_come,
)
from gamerules.nullo_bridge.deals import Deal, Puzzle, UndecidedError
from gamerules.nullo_bridge.ending import LEVEL, TAKEN_AFTER, THE_FIVE, THIRD_DIAMOND, TOLD
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, Seat
from gamerules.rules import GameRulesError

FILE: Final = Path(__file__).with_name("findings.json")
ILLUSTRATION: Final = "illustration"
SEARCH_EFFORT: Final = 8.0
"""The effort spent on one try of the search; many tries beat long ones."""


class FindingsError(GameRulesError, ValueError):
    """The file of findings does not belong to this reading of the ending, or was changed by hand."""


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A deal that fits the surviving text, and what solvers say of it.

    Attributes:
        name: what the deal is kept for.
        deal: the deal with its play.
        spades: the tricks that B's side takes with spades as trumps.
        clubs: the tricks that V's side takes with clubs as trumps.
        to_come: the tricks that the declarer's side still takes after the small diamond.
        hearts: the tricks of the declarer's side in all after the lead of ♥Q; None if the hands are too long to solve.
        diamond: the most that they are after a lead of B's third diamond instead; None as before.
    """

    name: str
    deal: Deal
    spades: int
    clubs: int
    to_come: int
    hearts: int | None
    diamond: int | None

    @property
    def four_spades(self) -> bool:
        """Whether B makes four spades."""
        return makes(self.spades, SPADES[2])

    @property
    def five_clubs(self) -> bool:
        """Whether V makes five clubs."""
        return makes(self.clubs, CLUBS[2])

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as plain data, cards as text."""
        figures = {key: value for key, value in asdict(self).items() if key not in ("name", "deal")}
        tricks = [" ".join(map(str, cards)) for cards in self.deal.tricks]
        return {"name": self.name, "before": self.deal.before, **figures, "tricks": tricks}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> KeptDeal:
        """Read a finding from plain data."""
        figures = {key: value for key, value in data.items() if key not in ("before", "tricks")}
        tricks = tuple(tuple(map(Card.parse, cards.split())) for cards in data["tricks"])
        return cls(deal=Deal(tricks, data["before"]), **figures)


def judge(name: str, deal: Deal) -> KeptDeal:
    """Put a deal to the solvers.

    Raises:
        gamerules.extras.MissingExtraError: if endplay is not installed.
    """
    queen = TOLD[0].cards[Seat.B]
    others = [total_after(deal, card) for card in diamonds_of_b(deal)]
    return KeptDeal(
        name,
        deal,
        tricks_in(deal, *SPADES[:2]),
        tricks_in(deal, *CLUBS[:2]),
        tricks_to_come(deal),
        total_after(deal, queen),
        max(total for total in others if total is not None) if None not in others else None,
    )


def reading() -> str:
    """Return a digest of the ending as read here; findings made for another reading are refused."""
    told = [[*trick.loci, str(trick.leader), *(f"{s}{c}" for s, c in trick.cards.items())] for trick in TOLD]
    facts = [LEVEL, TAKEN_AFTER, THIRD_DIAMOND, str(THE_FIVE), told]
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()


def digest(deals: Sequence[dict[str, Any]]) -> str:
    """Return the digest of the deals as kept."""
    return hashlib.sha256(json.dumps(deals, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


@cache
def findings(file: Path = FILE) -> tuple[KeptDeal, ...]:
    """Return the findings kept.

    Raises:
        FindingsError: if the file was made for another reading of the ending, or its digest is wrong.
    """
    data = json.loads(file.read_text(encoding="utf-8"))
    remake = "run python -m gamerules.nullo_bridge.findings --make"
    if data["reading"] != reading():
        raise FindingsError(f"{file.name} was made for another reading of the ending; {remake}")
    if data["digest"] != digest(data["deals"]):
        raise FindingsError(f"{file.name} does not match its digest; {remake}")
    return tuple(KeptDeal.from_dict(deal) for deal in data["deals"])


def finding(name: str) -> KeptDeal:
    """Return one finding by name.

    Raises:
        KeyError: if none has the name.
    """
    return {kept.name: kept for kept in findings()}[name]


def rows() -> list[tuple[str, ...]]:
    """Return the findings as rows of a table: name, tricks before, tricks in spades and in clubs."""
    return [(kept.name, str(kept.deal.before), str(kept.spades), str(kept.clubs)) for kept in findings()]


def save(kept: Sequence[KeptDeal], file: Path = FILE) -> None:
    """Write findings with their digests."""
    deals = [one.as_dict() for one in kept]
    data = {
        "about": "Deals that fit the surviving text of the nullo ending, and what double-dummy solvers say of them.",
        "made by": "python -m gamerules.nullo_bridge.findings --make",
        "endplay": version("endplay"),
        "reading": reading(),
        "digest": digest(deals),
        "deals": deals,
    }
    file.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def record(kept: KeptDeal) -> str:
    """Return a finding as a record of the whole deal, ours; its three told tricks are bound to their sentences."""
    states = kept.deal.replay()
    first, after = kept.deal.before, kept.deal.before + len(TOLD)
    lines = [
        "game: nullo-bridge",
        "title: A full deal that fits the surviving ending",
        "origin: ours",
        f"players: [{', '.join(map(str, SEATS))}]",
        "start:",
        "  before: 0",
        *(f"  {seat}: {hand}" for seat, hand in zip(SEATS, kept.deal.hands, strict=True)),
        "steps:",
    ]
    for number, cards in enumerate(kept.deal.tricks):
        loci = TOLD[number - first].loci if first <= number < after else ("ours",)
        if number == after:
            loci = ("mendelev.nullo-deal.6",)
        state, then = states[number], states[number + 1]
        seats = [SEATS[(state.turn + place) % 4] for place in range(4)]
        plays = ", ".join(f"{{{seat}: {cards[seat]}}}" for seat in seats)
        lines += [
            f"  - at: [{', '.join(loci)}]",
            f"    does: [{plays}]",
            f"    says: {{winner: {then.leader}, tricks: {then.taken[0]}}}",
        ]
    lines += ["  - at: mendelev.nullo-deal.6", f"    says: {{at most: {states[-1].quota}, within the bid: yes}}"]
    return "\n".join(lines) + "\n"


# ---- the search; what follows are wishes of ours, none of them the text's


@dataclass(frozen=True, slots=True)
class Wishes:
    """What we ask of a deal beyond the text.

    Attributes:
        before: the tricks before the surviving text.
        longest: the most cards of one suit in a hand.
        natural: whether B leads diamonds, dummy has to take the second heart and the declarer the spade.
        strong: how likely each of a list of high cards is asked for the opponents.
        long: the spades that B holds and the clubs that V holds, at least.
    """

    before: int
    longest: int
    natural: bool = True
    strong: float = 0.8
    long: tuple[int, int] = (5, 6)


_HIGH: Final = CardSet.parse("♠AKQJ ♥K ♦AK ♣AKQ10")


def _puzzle(wishes: Wishes, rng: Random) -> Puzzle:
    puzzle = Puzzle(before=wishes.before)
    everywhere, left, before = range(TRICKS), puzzle.left(), range(wishes.before)
    for seat in SEATS:
        for suit in Suit:
            puzzle.require(puzzle.suit(seat, suit, everywhere) <= wishes.longest)
    for card in _HIGH:
        if rng.random() < wishes.strong:
            held = [puzzle.count(seat, [card], everywhere) for seat in (Seat.B, Seat.V)]
            puzzle.require(sum(held) == 1)
    for (seat, suit, _), number in zip((SPADES, CLUBS), wishes.long, strict=True):
        puzzle.require(puzzle.suit(seat, suit, everywhere) >= number)
    if wishes.natural:
        after = left[1:]
        low_hearts = [Card.of(Suit.HEARTS, rank) for rank in Rank if rank < Rank.JACK]
        puzzle.require(puzzle.led(0, Suit.DIAMONDS) == 1)
        for number in before:
            puzzle.require(puzzle.suit(Seat.B, Suit.DIAMONDS, [number]) <= puzzle.led(number, Suit.DIAMONDS))
        puzzle.require(puzzle.count(Seat.DUMMY, low_hearts, after) == 0)
        puzzle.require(puzzle.count(Seat.DECLARER, CardSet.parse("♠43"), after) == 0)
        puzzle.require(puzzle.suit(Seat.V, Suit.DIAMONDS, left) >= 1)
    weights = [
        (rng.randrange(1, 6) * rank, Card.of(suit, rank))
        for suit in (Suit.SPADES, Suit.CLUBS)
        for rank in Rank
        if rank >= Rank.NINE
    ]
    if not wishes.natural:
        puzzle.prefer(sum(w * puzzle.count(s, [card], everywhere) for w, card in weights for s in (Seat.B, Seat.V)))
    return puzzle


def search(name: str, wishes: Wishes, accept: Callable[[KeptDeal], bool], rng: Random, tries: int = 2000) -> KeptDeal:
    """Look for a deal that fits the text and our wishes and that the solvers' verdict makes acceptable.

    Raises:
        UndecidedError: if none was found.
    """
    for _ in range(tries):
        try:
            deal = _puzzle(wishes, rng).solve(seed=rng.randrange(1 << 20), effort=SEARCH_EFFORT)
        except UndecidedError:
            continue
        if deal is None or tricks_to_come(deal):
            continue
        found = judge(name, deal)
        if fits_the_text(deal) and accept(found):
            return found
    raise UndecidedError(f"{name}: nothing found in {tries} tries")


def _both(found: KeptDeal) -> bool:
    return found.four_spades and found.five_clubs


def _whole(found: KeptDeal) -> bool:
    """Return whether all the author's judgements hold, that on the third diamond included."""
    if found.hearts is None or found.diamond is None:
        return False
    return _both(found) and found.hearts == TAKEN_AFTER and found.diamond < found.hearts


def make() -> list[KeptDeal]:
    """Search for all deals that are kept, printing each as it is found."""
    rng = Random(1)
    middle = Rules.MENDELEV.tricks_before
    plan: list[tuple[str, Wishes, Callable[[KeptDeal], bool]]] = [(ILLUSTRATION, Wishes(middle, 6), _whole)]
    for before in Rules.decisions()["tricks_before"].readings:
        # After nine tricks so little is left that only long suits make both contracts.
        wishes = Wishes(before, 7 if before < 9 else 10, natural=False)
        plan.append((f"both, {before} tricks before", wishes, _both))
    plain = Wishes(middle, 7, strong=0.4, long=(4, 4))
    plan += [
        ("spades only", plain, lambda f: f.four_spades and not f.five_clubs),
        ("clubs only", plain, lambda f: f.five_clubs and not f.four_spades),
        ("neither", plain, lambda f: not f.four_spades and not f.five_clubs),
    ]
    kept = []
    for name, wishes, accept in plan:
        kept.append(search(name, wishes, accept, rng))
        print(f"{name}: spades {kept[-1].spades}, clubs {kept[-1].clubs}\n{kept[-1].deal}", flush=True)
    return kept


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the findings against the solvers, or make them again; return 1 if any differs."""
    parser = argparse.ArgumentParser(prog="python -m gamerules.nullo_bridge.findings", description=__doc__)
    parser.add_argument("--make", action="store_true", help="search for deals again and write the file")
    parser.add_argument("--record", action="store_true", help="print the illustration as a record")
    options = parser.parse_args(arguments)
    if options.make:
        save(make())
        return 0
    if options.record:
        print(record(finding(ILLUSTRATION)), end="")
        return 0
    differ = [kept.name for kept in findings() if judge(kept.name, kept.deal) != kept]
    print(f"{len(findings())} findings, {len(differ)} differ" + "".join(f"\n  {name}" for name in differ))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
