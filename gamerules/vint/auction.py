"""The auction, supplied: seven levels in five strains, and an end only after many passes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from gamerules.auction import Call
from gamerules.cards import Suit
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.vint.rules import Rules
from gamerules.vint.supplied import by, supplied
from gamerules.vint.terms import LEVELS, SEATS, SMALL_SLAM, Strain
from gamerules.vint.tricks import tricks_bid

PLAYERS: Final = len(SEATS)
STRAINS: Final = tuple(Strain)


@supplied("britannica-vint", "korttipelit-vint")
@dataclass(frozen=True, slots=True)
class Bid:
    """A bid: a level and a strain; the higher level is the higher bid, and at one level the higher strain.

    Attributes:
        level: one to seven.
        strain: spades are the lowest, no trumps the highest.
    """

    level: int
    strain: Strain

    @property
    def rank(self) -> int:
        """The bid's place among all bids, from the lowest."""
        return (self.level - 1) * len(STRAINS) + STRAINS.index(self.strain)

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None."""
        return Suit.parse(self.strain) if self.strain.has_trumps else None

    @property
    def tricks(self) -> int:
        """The tricks that the bid promises."""
        return tricks_bid(self.level)

    def __str__(self) -> str:
        """Return the bid in words: ``4 hearts``."""
        return f"{self.level} {self.strain}"

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read a bid: ``4 hearts``, ``3NT``, ``2♥``.

        Raises:
            ImpossibleInputError: if the text is not a bid.
        """
        level, strain = text.strip()[:1], text.strip()[1:]
        if level not in map(str, LEVELS):
            raise ImpossibleInputError(f"{text!r} is not a bid; write a level from 1 to 7 and a strain, as 4 hearts")
        return cls(int(level), Strain.parse(strain))


BIDS: Final = tuple(Bid(level, strain) for level in LEVELS for strain in STRAINS)
"""All bids, lowest first."""


@supplied("bse-vint", "dorogaved-vint", "foster-vint")
def first_caller(dealer: int) -> int:
    """Return who calls first: the dealer."""
    return dealer


@supplied("foster-vint", "korttipelit-vint", "pagat-vint", "wikipedia-vint")
@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction under way. Whoever passes may bid again later, and over his own bid too.

    Attributes:
        rules: the readings in force.
        dealer: who deals, and calls first.
        calls: the calls made.
    """

    rules: Rules
    dealer: int
    calls: tuple[Bid | Call, ...] = ()

    @property
    def actor(self) -> int:
        """The player whose call is next."""
        return (first_caller(self.dealer) + len(self.calls)) % PLAYERS

    @property
    def passes(self) -> int:
        """How many passes stand at the end of the calls."""
        return next((n for n, call in enumerate(reversed(self.calls)) if isinstance(call, Bid)), len(self.calls))

    @property
    def last(self) -> tuple[int, Bid] | None:
        """Who made the last bid, and the bid; None before the first."""
        bids = [(n, call) for n, call in enumerate(self.calls) if isinstance(call, Bid)]
        return ((first_caller(self.dealer) + bids[-1][0]) % PLAYERS, bids[-1][1]) if bids else None

    @property
    def is_over(self) -> bool:
        """Whether all have passed at once, or the passes after the last bid are enough."""
        return self.passes == (PLAYERS if self.last is None else self.rules.passes)

    @property
    def from_hand(self) -> bool:
        """Whether the last bid is a slam, and his side's first: neither he nor his partner has bid before."""
        if self.last is None or self.last[1].level < SMALL_SLAM:
            return False
        sides = [(first_caller(self.dealer) + n) % 2 for n, call in enumerate(self.calls) if isinstance(call, Bid)]
        return sides.count(self.last[0] % 2) == 1

    def legal_actions(self) -> tuple[Bid | Call, ...]:
        """Return a pass and every bid above the last one, lowest first."""
        if self.is_over:
            return ()
        if self.last is None:
            return (Call.PASS, *BIDS)
        player, bid = self.last
        return (Call.PASS, *(BIDS[bid.rank + 1 :] if self.rules.own_bid or player != self.actor else ()))

    def after(self, action: Any) -> Bidding:
        """Return the auction after a call.

        Raises:
            IllegalAction: if it is not a call, or a bid too low.
        """
        legal = self.legal_actions()
        if action not in legal:
            if isinstance(action, Bid) and self.last and len(legal) == 1 and action.rank > self.last[1].rank:
                why = by("foster-vint"), "his own bid stands, and nobody has bid over it"
            elif isinstance(action, Bid) and self.last:
                why = by("britannica-vint", "korttipelit-vint"), f"it does not outrank {self.last[1]}"
            elif isinstance(action, Call):
                why = by(), f"nobody can {action} at vint"
            else:
                why = by("bse-vint"), "it is not a call, and this is the auction"
            raise IllegalAction(action, *why, legal)
        return replace(self, calls=(*self.calls, action))
