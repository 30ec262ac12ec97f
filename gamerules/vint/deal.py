"""The result of one deal, and the ledger that follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError
from gamerules.vint import failed_slams, honours, penalties, slams, tricks
from gamerules.vint.honours import ACES, HONOURS
from gamerules.vint.rules import LEVELS, SIDES, SMALL_SLAM, TRICKS, Rules, Strain


@dataclass(frozen=True, slots=True)
class DealResult:
    """What happened in one deal, as far as the score asks.

    Attributes:
        level: the level bid, 1 to 7.
        strain: the strain bid.
        tricks: the tricks the declarers took, 0 to 13.
        honours: how many of the five honours the declarers hold; None: not counted.
        aces: how many of the four aces the declarers hold; None: not counted.
        from_hand: whether a slam was bid straight from the hand, without a word to the partner.
    """

    level: int
    strain: Strain
    tricks: int
    honours: int | None = None
    aces: int | None = None
    from_hand: bool = False

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
        if (self.honours, self.aces) in ((0, ACES), (HONOURS, 0)):
            raise ImpossibleInputError(
                f"one side cannot hold {self.honours} honours and {self.aces} aces: the ace of trumps is both"
            )
        if self.from_hand and self.level < SMALL_SLAM:
            raise ImpossibleInputError(f"only a slam is bid from the hand: level 6 or 7, not {self.level}")

    def ledger(self, rules: Rules = Rules.MANUAL) -> Ledger:
        """Return what both sides write for the deal; the sides are ``declarers`` and ``opponents``."""
        from_hand = self.from_hand and rules.from_hand
        odd_trick = tricks.odd_trick(self.tricks)
        return Ledger(
            SIDES,
            (
                *tricks.written(self.level, self.tricks),
                *honours.written(self.level, self.strain, self.honours, self.aces, odd_trick),
                *slams.written(rules, self.level, self.tricks, from_hand),
                *failed_slams.written(rules, self.level, self.tricks, from_hand),
                *penalties.written(self.level, self.tricks),
            ),
        )


def _within(name: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise ImpossibleInputError(f"{name} is {value}, but must be from {low} to {high}")
