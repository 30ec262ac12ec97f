"""The result of one deal, and the ledger that follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError, suggest
from gamerules.vint import coronets, failed_slams, honours, penalties, possible, slams, tricks
from gamerules.vint.coronets import Coronet
from gamerules.vint.honours import ACES, HONOURS
from gamerules.vint.rules import Rules
from gamerules.vint.terms import DECLARERS, LEVELS, OPPONENTS, PAIRS, SEATS, SIDES, SMALL_SLAM, TRICKS, Strain


@dataclass(frozen=True, slots=True)
class DealResult:
    """What happened in one deal, as far as the score asks.

    As text: ``4 hearts by N-S, 10 tricks, honours 3, aces 2``; all that follows the tricks may be left out.

    Attributes:
        level: the level bid, 1 to 7.
        strain: the strain bid.
        tricks: the tricks the declarers took, 0 to 13.
        honours: how many of the five honours the declarers hold; None: not counted.
        aces: how many of the four aces the declarers hold; None: not counted.
        from_hand: whether a slam was bid straight from the hand, without a word to the partner.
        coronets: the coronets held.
        by: who bid: a pair (``N-S``), a player (``N``), or nobody in particular (empty).
        first: the pair that reached 500 first, for a deal in which both do; else empty.
    """

    level: int
    strain: Strain
    tricks: int
    honours: int | None = None
    aces: int | None = None
    from_hand: bool = False
    coronets: tuple[Coronet, ...] = ()
    by: str = ""
    first: str = ""

    def __post_init__(self) -> None:
        """Refuse what no deal can produce.

        Raises:
            ImpossibleInputError: names the value and its bounds.
        """
        object.__setattr__(self, "strain", Strain.parse(self.strain))
        _within("level", self.level, LEVELS[0], LEVELS[-1])
        _within("tricks", self.tricks, 0, TRICKS)
        _within("honours", self.honours, 0, HONOURS)
        _within("aces", self.aces, 0, ACES)
        if self.honours is not None and not self.strain.has_trumps:
            raise ImpossibleInputError("without trumps there are no honours but the aces; give aces alone")
        if self.honours is not None and self.aces is not None and not honours.is_possible(self.honours, self.aces):
            raise ImpossibleInputError(
                f"one side cannot hold {self.honours} honours and {self.aces} aces: the ace of trumps is both"
            )
        if self.coronets:
            coronets.refuse(self.coronets, trumps=self.strain.has_trumps, honours=self.honours, aces=self.aces)
        possible.refuse(
            self.tricks,
            trumps=self.strain.has_trumps,
            honours=self.honours,
            aces=self.aces,
            coronets=self.coronets,
        )
        if self.from_hand and self.level < SMALL_SLAM:
            raise ImpossibleInputError(f"only a slam is bid from the hand: level 6 or 7, not {self.level}")
        _one_of("by", self.by, ("", *PAIRS, *SEATS))
        _one_of("first", self.first, ("", *PAIRS))

    @property
    def side(self) -> int | None:
        """The pair that bid, as an index of PAIRS; None if the result does not say."""
        if not self.by:
            return None
        return PAIRS.index(self.by) if self.by in PAIRS else SEATS.index(self.by) % 2

    def ledger(self, rules: Rules = Rules.MANUAL) -> Ledger:
        """Return what both sides score for the deal; the sides are ``declarers`` and ``opponents``.

        Raises:
            gamerules.rules.LostTableError: if there is a coronet, and the rules bring no price for it.
        """
        from_hand = self.from_hand and rules.from_hand
        odd_trick = tricks.odd_trick(self.tricks)
        return Ledger(
            SIDES,
            (
                *tricks.written(self.level, self.tricks),
                *honours.written(self.level, self.strain, self.honours, self.aces, odd_trick),
                *coronets.written(self.coronets, rules.coronets),
                *slams.written(rules, self.level, self.tricks, from_hand),
                *failed_slams.written(rules, self.level, self.tricks, from_hand),
                *penalties.written(self.level, self.tricks),
            ),
        )

    def __str__(self) -> str:
        """Return the result as text."""
        parts = [f"{self.level} {self.strain}" + f" by {self.by}" * bool(self.by), _tricks(self.tricks)]
        parts += [f"honours {self.honours}"] * (self.honours is not None)
        parts += [f"aces {self.aces}"] * (self.aces is not None)
        parts += ["from hand"] * self.from_hand
        parts += [str(coronet) for coronet in self.coronets]
        parts += [f"first {self.first}"] * bool(self.first)
        return ", ".join(parts)

    @classmethod
    def parse(cls, text: str, names: Sequence[str] = ()) -> DealResult:
        """Read a result such as ``4 hearts by N-S, 10 tricks, honours 3, aces 2``.

        Args:
            text: the result.
            names: the players' names in the order N, E, S, W, if they may stand for the seats.

        Raises:
            ImpossibleInputError: on a part that cannot be read, or a result that no deal has.
        """
        bid, *parts = [part.strip() for part in text.split(",")]
        opening = re.fullmatch(r"(\d{1,9}) ?(\D.*?)(?: by (.+))?", bid)
        if opening is None:
            raise ImpossibleInputError(f"{bid!r} is not a bid; a result begins like 4 hearts by N-S, 10 tricks")
        values: dict[str, Any] = {}
        held: list[Coronet] = []
        for part in parts:
            name, value = _read(part)
            if isinstance(value, Coronet):
                held.append(value)
            elif name in values:
                raise ImpossibleInputError(f"{name} is given twice, the second time as {part!r}; remove one")
            else:
                values[name] = value
        if "tricks" not in values:
            raise ImpossibleInputError(f"{text!r} does not say how many tricks were taken; add, say, 10 tricks")
        by = opening[3] or ""
        by = SEATS[list(names).index(by)] if by in names else by
        return cls(int(opening[1]), Strain.parse(opening[2]), by=by, coronets=tuple(held), **values)


@dataclass(frozen=True, slots=True)
class AllPass:
    """A deal in which everybody passed at the first round: the cards are thrown in and a star is put."""

    def ledger(self, rules: Rules = Rules.MANUAL) -> Ledger:
        """Return the ledger of a deal for which nothing is scored."""
        return Ledger(SIDES)

    def __str__(self) -> str:
        """Return ``all pass``."""
        return "all pass"


ALL_PASS = AllPass()

Result = DealResult | AllPass


def result(text: str, names: Sequence[str] = ()) -> Result:
    """Read the result of a deal: ``all pass``, or as :meth:`DealResult.parse` has it.

    Raises:
        ImpossibleInputError: if the text cannot be read, or no deal has that result.
    """
    return ALL_PASS if text.strip() == str(ALL_PASS) else DealResult.parse(text, names)


_PARTS: tuple[tuple[str, str, Callable[[re.Match[str]], Any]], ...] = (
    (r"(\d{1,9}) tricks?", "tricks", lambda found: int(found[1])),
    (r"honours (\d{1,9})", "honours", lambda found: int(found[1])),
    (r"aces (\d{1,9})", "aces", lambda found: int(found[1])),
    (r"from hand", "from_hand", lambda found: True),
    (r"first (\S+)", "first", lambda found: found[1]),
    (
        r"(opponents' )?coronet (\w+) (\d{1,9})",
        "coronets",
        lambda found: Coronet(found[2], int(found[3]), OPPONENTS if found[1] else DECLARERS),
    ),
)
"""The parts of a result after the bid: how each is written, the field it fills, and how it is read."""

_EXAMPLES = ("10 tricks", "honours 3", "aces 2", "from hand", "first N-S", "coronet plain 3")


def _read(part: str) -> tuple[str, Any]:
    """Read one part of a result: the field it fills, and its value."""
    for pattern, name, read in _PARTS:
        if found := re.fullmatch(pattern, part):
            return name, read(found)
    raise ImpossibleInputError(f"{part!r} is not a part of a result{suggest(part, _EXAMPLES)}")


def _tricks(number: int) -> str:
    return f"{number} trick{'s' * (number != 1)}"


def _within(name: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise ImpossibleInputError(f"{name} is {value}, but must be from {low} to {high}")


def _one_of(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise ImpossibleInputError(f"{name} is {value!r}, which is nobody{suggest(value, known[1:])}")
