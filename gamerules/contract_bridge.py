"""The scoring figures of rubber bridge: what "as in traditional bridge" stands for (mendelev.two-hand-bridge.13).

The figures are those of the Laws of Contract Bridge for rubber play (Laws 72 to 81; read at
https://www.bridgehands.com/Laws/ACBL/Rubber/The_Score.htm). Where the Laws of duplicate bridge give the same figure
it was compared with their Law 77 (https://pzbs.pl/sedziowie/mpb/2007/ang/law77.htm). Two figures changed with the
duplicate Laws of 1987 (for the insult, and for rubber play, the year could not be verified); the older ones are those
of the code of 1935 (Time, 25 March 1935, "New Contract") as amended in 1943 (Time, 1 March 1943).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from gamerules.cards import CardSet, Rank, Suit
from gamerules.rules import ImpossibleInputError, Status, figure, rule

BOOK: Final = 6
"""The tricks that do not count; a contract of level N undertakes N tricks more (Law 72)."""

GAME: Final = figure("GAME", "mendelev.two-hand-bridge.13", 100)
"""The points below the line that make a game (Law 73)."""

GAMES_TO_RUBBER: Final = figure("GAMES_TO_RUBBER", "mendelev.two-hand-bridge.13", 2)
"""The games that win the rubber (Law 74)."""

TRICKS: Final = 13
"""The tricks of a deal."""

SMALL_SLAM: Final = 6
GRAND_SLAM: Final = 7

_DEAR_FROM = 4  # the undertrick from which the Laws of 1987 charge more


class Doubling(IntEnum):
    """Whether the contract was doubled; the value multiplies the trick score (Law 81)."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4


class Laws(IntEnum):
    """Two states of the Laws, by the year from which their figures hold."""

    OF_1943 = 1943
    OF_1987 = 1987


@dataclass(frozen=True, slots=True)
class Price:
    """What the odd tricks of a strain are worth undoubled, in points: the first one and each further one."""

    first: int
    further: int

    def of(self, tricks: int) -> int:
        """Return the points of so many odd tricks, undoubled."""
        return self.first + self.further * (tricks - 1) if tricks else 0


SUIT_PRICES: Final = {
    Suit.CLUBS: Price(20, 20),
    Suit.DIAMONDS: Price(20, 20),
    Suit.HEARTS: Price(30, 30),
    Suit.SPADES: Price(30, 30),
}
"""The price of an odd trick with each suit as trumps: minors 20, majors 30 (Law 81; duplicate Law 77 agrees)."""

NO_TRUMP_PRICE: Final = Price(40, 30)
"""The price of odd tricks at no trump: 40 for the first, 30 for each further one (Law 81; so since 1935)."""


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def trick_points(price: Price, level: int, doubling: Doubling) -> int:
    """Return what a contract made scores below the line: the tricks bid, times two doubled, times four redoubled.

    Source: Law 81, trick points; duplicate Law 77 agrees.
    """
    return price.of(level) * doubling


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def overtrick_points(price: Price, number: int, doubling: Doubling, vulnerable: bool) -> int:
    """Return the premium for tricks beyond the contract.

    Undoubled each has its ordinary price (at no trump that of a further trick); doubled 100, vulnerable 200;
    redoubled twice that. Source: Law 81, overtricks; duplicate Law 77 agrees.
    """
    if doubling is Doubling.UNDOUBLED:
        return price.further * number
    return number * (200 if vulnerable else 100) * (doubling // 2)


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def insult_bonus(doubling: Doubling, laws: Laws) -> int:
    """Return the premium for making a doubled contract ("for the insult").

    50 doubled (Law 81; introduced for all contracts in 1943); redoubled 100 since 1987, 50 before (duplicate Law 77;
    Wikipedia's history of the Laws).
    """
    if doubling is Doubling.UNDOUBLED:
        return 0
    return 100 if doubling is Doubling.REDOUBLED and laws >= Laws.OF_1987 else 50


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def slam_bonus(level: int, vulnerable: bool) -> int:
    """Return the premium for a slam bid and made: small 500, vulnerable 750; grand 1,000, vulnerable 1,500.

    Doubling does not raise it. Source: Law 81, slams; duplicate Law 77 agrees.
    """
    if level == GRAND_SLAM:
        return 1500 if vulnerable else 1000
    if level == SMALL_SLAM:
        return 750 if vulnerable else 500
    return 0


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def undertrick_points(number: int, doubling: Doubling, vulnerable: bool, laws: Laws) -> int:
    """Return what the opponents score for the tricks that the declarer fell short.

    Undoubled 50 each, vulnerable 100. Doubled 100 for the first and 200 for each further one, from the fourth on 300
    since 1987; vulnerable 200 for the first and 300 for each further one. Redoubled twice the doubled figure.
    Source: Law 81, undertricks; duplicate Law 77 agrees; for the time before 1987 the code of 1935.
    """
    if doubling is Doubling.UNDOUBLED:
        return number * (100 if vulnerable else 50)
    if number == 0:
        return 0
    doubled = 200 + 300 * (number - 1) if vulnerable else 100 + 200 * (number - 1)
    if not vulnerable and laws >= Laws.OF_1987:
        doubled += 100 * max(0, number - _DEAR_FROM + 1)
    return doubled * (doubling // 2)


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def honour_count(hand: CardSet, trump: Suit | None) -> int:
    """Return how many honours one hand holds: A K Q J 10 of the trump suit, or without trumps the aces.

    Source: Law 81, honours.
    """
    if trump is None:
        return len(hand.of_rank(Rank.ACE))
    return sum(card.rank >= Rank.TEN for card in hand.of_suit(trump))


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def honour_bonus(count: int, trumps: bool) -> int:
    """Return the premium for honours in one hand: four trump honours 100, five 150; the four aces at no trump 150.

    Vulnerability and doubling do not matter. Source: Law 81, honours; duplicate has none.

    Raises:
        ImpossibleInputError: if no hand can hold so many.
    """
    most = 5 if trumps else 4
    if not 0 <= count <= most:
        raise ImpossibleInputError(
            f"{count} honours cannot be in one hand: there are {most} {'trump honours' if trumps else 'aces'}"
        )
    if not trumps:
        return 150 if count == most else 0
    return {4: 100, 5: 150}.get(count, 0)


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def rubber_bonus(loser_games: int) -> int:
    """Return the premium for winning the rubber: 700 if the other side won no game, 500 if it won one.

    Source: Law 74.
    """
    return 500 if loser_games else 700
