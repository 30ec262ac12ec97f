"""The auction: bids of one to seven in six strains, nullo between diamonds and hearts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from gamerules.auction import Call, strain_name
from gamerules.cards import CardSet, Suit
from gamerules.contract_bridge import BOOK, NO_TRUMP_PRICE, SUIT_PRICES, TRICKS, Doubling, Price
from gamerules.rules import IllegalAction, ImpossibleInputError, Status, rule

LEVELS: Final = range(1, 8)


@rule(
    "mendelev.two-hand-bridge.10",
    status=Status.CORRECTED,
    note="nullo costs the same as hearts, not as diamonds, above which it ranks",
)
class Strain(IntEnum):
    """The strains of a bid, in the order in which they outrank one another."""

    CLUBS = 0
    DIAMONDS = 1
    NULLO = 2
    HEARTS = 3
    SPADES = 4
    NO_TRUMP = 5

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None at no trump and in nullo."""
        return _TRUMPS[self]

    def __str__(self) -> str:
        """Return the strain in words: ``no trump``."""
        return self.name.lower().replace("_", " ")

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a strain: its name, its suit's sign or letter, or ``NT``.

        Raises:
            ImpossibleInputError: if the text names no strain.
        """
        name = strain_name(text)
        for strain in cls:
            if name == str(strain).replace(" ", ""):
                return strain
        raise ImpossibleInputError(f"{text!r} is not a strain; write one of {', '.join(map(str, cls))}")


_TRUMPS: Final = (Suit.CLUBS, Suit.DIAMONDS, None, Suit.HEARTS, Suit.SPADES, None)


@rule(
    "mendelev.two-hand-bridge.9",
    note="The text gives the value of one nullo; that each further level adds as much follows from bridge.",
)
def price(strain: Strain) -> Price:
    """Return what the odd tricks of a strain are worth: a nullo 30 a level, all else as in bridge."""
    if strain is Strain.NULLO:
        return Price(30, 30)
    return NO_TRUMP_PRICE if strain.trump is None else SUIT_PRICES[strain.trump]


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A bid: a level from one to seven and a strain; bids compare by level, then by strain."""

    level: int
    strain: Strain

    def __str__(self) -> str:
        """Return the bid in words: ``4 nullo``, ``1 heart``."""
        strain = str(self.strain)
        return f"{self.level} {strain.removesuffix('s') if self.level == 1 else strain}"

    @property
    def quota(self) -> int:
        """The tricks that fulfil it: at least so many, in nullo at most so many."""
        return nullo_quota(self.level) if self.strain is Strain.NULLO else BOOK + self.level

    @classmethod
    def parse(cls, text: str) -> Bid:
        """Read a bid: ``4 nullo``, ``3NT``, ``2♥``.

        Raises:
            ImpossibleInputError: if the text is not a bid.
        """
        level, strain = text.strip()[:1], text.strip()[1:]
        if level not in map(str, LEVELS):
            raise ImpossibleInputError(f"{text!r} is not a bid; write a level from 1 to 7 and a strain, as 4 nullo")
        return cls(int(level), Strain.parse(strain))


BIDS: Final = tuple(Bid(level, strain) for level in LEVELS for strain in Strain)
"""All bids, lowest first."""

_ABOVE: Final = {bid: BIDS[index + 1 :] for index, bid in enumerate(BIDS)}


@rule(
    "mendelev.two-hand-bridge.8", note="The variant to which the text refers for this is lost; the nullo ending agrees."
)
def nullo_quota(level: int) -> int:
    """Return the most tricks that a nullo of this level may take: six for one, down to none for seven."""
    return TRICKS - BOOK - level


@dataclass(frozen=True, slots=True)
class Contract:
    """What the auction ended in.

    Attributes:
        bid: the last bid.
        declarer: who made it.
        doubling: whether it was doubled or redoubled.
    """

    bid: Bid
    declarer: int
    doubling: Doubling = Doubling.UNDOUBLED

    def __str__(self) -> str:
        """Return the contract in words: ``4 nullo doubled``."""
        return f"{self.bid}{'' if self.doubling is Doubling.UNDOUBLED else f' {self.doubling.name.lower()}'}"


@rule("mendelev.two-hand-bridge.6", "mendelev.two-hand-bridge.7")
@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction under way.

    A pass after a bid, a double or a redouble ends it, since with two players nobody else is left to call; two passes
    at the beginning end the deal.

    Attributes:
        opener: who calls first.
        hands: the cards held, by player.
        thrown: the cards thrown in the exchange, by player.
        calls: the calls made.
    """

    opener: int
    hands: tuple[CardSet, CardSet]
    thrown: tuple[CardSet, CardSet]
    calls: tuple[Bid | Call, ...] = ()

    @property
    def turn(self) -> int:
        """The player whose call is next."""
        return self.opener ^ (len(self.calls) & 1)

    @property
    def actor(self) -> int | None:
        """The player whose call is next, or None when the auction is over."""
        return None if self.is_passed_out or self.contract is not None else self.turn

    @property
    def is_passed_out(self) -> bool:
        """Whether both players passed at once."""
        return self.calls == (Call.PASS, Call.PASS)

    @property
    def contract(self) -> Contract | None:
        """The contract, once the auction has ended in one."""
        calls = self.calls
        if len(calls) < 2 or calls[-1] is not Call.PASS or calls[-2] is Call.PASS:
            return None
        return self.standing

    @property
    def standing(self) -> Contract | None:
        """The contract that would stand if the auction ended now; None before the first bid."""
        doubling = Doubling.UNDOUBLED
        for index in range(len(self.calls) - 1, -1, -1):
            call = self.calls[index]
            if isinstance(call, Bid):
                return Contract(call, self.opener ^ (index & 1), doubling)
            if call is Call.REDOUBLE:
                doubling = Doubling.REDOUBLED
            elif call is Call.DOUBLE and doubling is Doubling.UNDOUBLED:
                doubling = Doubling.DOUBLED
        return None

    def legal_actions(self) -> tuple[Bid | Call, ...]:
        """Return pass, double or redouble where allowed, and every bid above the last one, lowest first."""
        if self.actor is None:
            return ()
        standing = self.standing
        if standing is None:
            return (Call.PASS, *BIDS)
        last = self.calls[-1]
        above = _ABOVE[standing.bid]
        if isinstance(last, Bid):
            return (Call.PASS, Call.DOUBLE, *above)
        if last is Call.DOUBLE:
            return (Call.PASS, Call.REDOUBLE, *above)
        return (Call.PASS, *above)

    def after(self, action: Any) -> Bidding:
        """Return the auction after a call.

        Raises:
            IllegalAction: if it is not a call, a bid too low, or a double or redouble out of place.
        """
        refusal = self._refusal(action)
        if refusal is not None:
            raise IllegalAction(action, *refusal, self.legal_actions())
        return Bidding(self.opener, self.hands, self.thrown, (*self.calls, action))

    def _refusal(self, action: Any) -> tuple[str, str] | None:
        """Return the locus that a call breaks and the reason, or None if it is legal."""
        last = self.calls[-1] if self.calls else None
        if isinstance(action, Bid):
            standing = self.standing
            if standing is not None and action <= standing.bid:
                return "mendelev.two-hand-bridge.10", f"it does not outrank {standing.bid}"
            return None if action in _ABOVE else ("mendelev.two-hand-bridge.8", "bids go from one to seven")
        if action is Call.DOUBLE and not isinstance(last, Bid):
            return "mendelev.two-hand-bridge.13", "only the opponent's bid can be doubled"
        if action is Call.REDOUBLE and last is not Call.DOUBLE:
            return "mendelev.two-hand-bridge.13", "only the opponent's double can be redoubled"
        if not isinstance(action, Call):
            return "mendelev.two-hand-bridge.6", "it is not a call, and this is the auction"
        return None
