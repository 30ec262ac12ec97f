"""The score: 30 a level for nullo, all else as in rubber bridge."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from gamerules.contract_bridge import (
    GAME,
    GAMES_TO_RUBBER,
    TRICKS,
    Doubling,
    honour_bonus,
    insult_bonus,
    overtrick_points,
    rubber_bonus,
    slam_bonus,
    trick_points,
    undertrick_points,
)
from gamerules.game import ScoreCommand
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import ImpossibleInputError, Status, rule
from gamerules.two_hand_bridge.auction import LEVELS, Bid, Contract, Strain, price
from gamerules.two_hand_bridge.rules import Rules

SIDES: Final = ("first player", "second player")
"""The sides of a rubber, by player number."""

ROLES: Final = ("declarer", "opponent")
"""The sides of a single deal."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a deal that was played.

    Attributes:
        contract: the contract.
        tricks: the tricks that the declarer took.
        honours: the honours that each player held, declarer first; None where that is not known.
    """

    contract: Contract
    tricks: int
    honours: tuple[int | None, int | None] = (None, None)

    @property
    def margin(self) -> int:
        """By how many tricks the contract was beaten (positive) or failed (negative); in nullo, tricks not taken."""
        over = self.tricks - self.contract.bid.quota
        return -over if self.contract.bid.strain is Strain.NULLO else over


@rule("mendelev.two-hand-bridge.9", "mendelev.two-hand-bridge.13")
def deal_entries(
    result: Result, vulnerable: bool, rules: Rules = Rules.MENDELEV, sides: tuple[str, str] = ROLES
) -> Iterator[Entry]:
    """Yield the score entries of a deal.

    Args:
        result: the result of the deal.
        vulnerable: whether the declarer has won a game of this rubber.
        rules: the readings in force.
        sides: the names of the declarer's and the opponent's side.

    Raises:
        ImpossibleInputError: if no deal can come to this.
    """
    declarer, opponent = sides
    bid, doubling, margin = result.contract.bid, result.contract.doubling, result.margin
    nullo = bid.strain is Strain.NULLO
    rest = "mendelev.two-hand-bridge.13"
    if not 0 <= result.tricks <= TRICKS:
        raise ImpossibleInputError(f"{result.tricks} tricks are impossible: a deal has {TRICKS}; give 0 to {TRICKS}")
    if margin >= 0:
        points = trick_points(price(bid.strain), bid.level, doubling)
        yield Entry(
            declarer, Line.BELOW, points, "mendelev.two-hand-bridge.9" if nullo else rest, f"{result.contract} made"
        )
        if margin and (rules.nullo_overtricks or not nullo):
            over = overtrick_points(price(bid.strain), margin, doubling, vulnerable)
            yield Entry(declarer, Line.ABOVE, over, rest, _overtricks(margin, nullo))
        if insult := insult_bonus(doubling, rules.laws):
            yield Entry(declarer, Line.ABOVE, insult, rest, f"made though {doubling.name.lower()}")
        slam = slam_bonus(bid.level, vulnerable)
        if slam and (rules.nullo_slams or not nullo):
            yield Entry(declarer, Line.ABOVE, slam, rest, f"{'grand' if bid.level == LEVELS[-1] else 'small'} slam")
    elif rules.nullo_undertricks or not nullo:
        under = undertrick_points(-margin, doubling, vulnerable, rules.laws)
        yield Entry(opponent, Line.ABOVE, under, rest, _undertricks(-margin, nullo))
    yield from _honour_entries(result, rules, sides)


@rule("mendelev.two-hand-bridge.12", "mendelev.two-hand-bridge.13", status=Status.INFERRED)
def sure_tricks(honours: int, against: int, trumps: bool) -> int:
    """Return the tricks that a hand takes by its honours, whatever is played.

    A trump honour loses only to a higher one of the other hand, and each of those beats one. Without trumps a hand with
    all four aces takes a trick with the first that it plays: it still has the ace of the suit led, so it cannot have
    thrown that one on another suit. Three aces can all be thrown.

    Args:
        honours: the trump honours, or the aces, of the hand.
        against: those of the other hand.
        trumps: whether there are trumps.
    """
    if trumps:
        return max(0, honours - against)
    return 1 if honours == 4 else 0


@rule("mendelev.two-hand-bridge.12", "mendelev.two-hand-bridge.13", status=Status.INFERRED)
def refuse(result: Result) -> None:
    """Refuse tricks that no deal gives with such honours; honours that are not known may be any.

    Raises:
        ImpossibleInputError: with the tricks that are possible.
    """
    trumps = result.contract.bid.strain.trump is not None
    most = 5 if trumps else 4
    known = sum(count or 0 for count in result.honours)
    if known > most:
        mine, theirs = result.honours
        raise ImpossibleInputError(f"{mine} and {theirs} honours are more than there are; give {most} at most in all")
    ranges = [
        (sure_tricks(mine, theirs, trumps), TRICKS - sure_tricks(theirs, mine, trumps))
        for mine, theirs in product(*(range(most + 1) if n is None else (n,) for n in result.honours))
        if mine + theirs <= most
    ]
    if not any(fewest <= result.tricks <= highest for fewest, highest in ranges):
        held, against = ("unknown" if number is None else number for number in result.honours)
        raise ImpossibleInputError(
            f"with {held} honours against {against} the declarer cannot take {result.tricks} tricks, "
            f"only {min(low for low, _ in ranges)} to {max(high for _, high in ranges)}"
        )


def _honour_entries(result: Result, rules: Rules, sides: tuple[str, str]) -> Iterator[Entry]:
    strain = result.contract.bid.strain
    trumps = strain.trump is not None
    refuse(result)
    bonuses = [honour_bonus(count or 0, trumps) for count in result.honours]
    for side, count, bonus in zip(sides, result.honours, bonuses, strict=True):
        if bonus and (rules.nullo_honours or strain is not Strain.NULLO):
            what = f"{count} trump honours" if trumps else f"{count} aces"
            yield Entry(side, Line.ABOVE, bonus, "mendelev.two-hand-bridge.13", f"{what} in one hand")


def _overtricks(number: int, nullo: bool) -> str:
    return f"{_count(number, 'trick')} to spare" if nullo else _count(number, "overtrick")


def _undertricks(number: int, nullo: bool) -> str:
    return f"{_count(number, 'trick')} too many" if nullo else _count(number, "undertrick")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
@dataclass(frozen=True, slots=True)
class Rubber:
    """The rubber so far: 100 points below the line make a game, two games the rubber.

    Attributes:
        results: the deals that were played.
        entries: everything written on the score sheet.
        below: what each player has towards the next game.
        games: the games that each has won.
    """

    results: tuple[Result, ...] = ()
    entries: tuple[Entry, ...] = ()
    below: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)

    @property
    def is_over(self) -> bool:
        """Whether a player has won two games."""
        return GAMES_TO_RUBBER in self.games

    def vulnerable(self, player: int) -> bool:
        """Return whether the player has won a game."""
        return self.games[player] > 0

    def ledger(self) -> Ledger:
        """Return the score sheet."""
        return Ledger(SIDES, self.entries)

    def after(self, result: Result, rules: Rules) -> Rubber:
        """Return the rubber with one more deal."""
        declarer = result.contract.declarer
        names = (SIDES[declarer], SIDES[1 - declarer])
        entries = [*self.entries, *deal_entries(result, self.vulnerable(declarer), rules, names)]
        gained = sum(e.points for e in entries[len(self.entries) :] if e.line is Line.BELOW)
        below, games = list(self.below), list(self.games)
        below[declarer] += gained
        if below[declarer] >= GAME:
            below = [0, 0]
            games[declarer] += 1
            if games[declarer] == GAMES_TO_RUBBER:
                bonus = rubber_bonus(games[1 - declarer])
                entries.append(Entry(names[0], Line.ABOVE, bonus, "mendelev.two-hand-bridge.13", "rubber won"))
        return Rubber((*self.results, result), tuple(entries), (below[0], below[1]), (games[0], games[1]))


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", type=int, choices=LEVELS, required=True, help="the level of the contract")
    parser.add_argument(
        "--strain", type=_strain, required=True, help="clubs, diamonds, nullo, hearts, spades or no-trump"
    )
    parser.add_argument("--tricks", type=int, required=True, help="the tricks that the declarer took, 0 to 13")
    doubling = parser.add_mutually_exclusive_group()
    doubling.add_argument("--doubled", action="store_true", help="the contract was doubled")
    doubling.add_argument("--redoubled", action="store_true", help="the contract was redoubled")
    parser.add_argument("--vulnerable", action="store_true", help="the declarer has won a game")
    parser.add_argument(
        "--honours",
        type=int,
        metavar="N",
        help="trump honours (or aces) in the declarer's hand; left out, they are not known",
    )
    parser.add_argument("--opponent-honours", type=int, metavar="N", help="the same in the opponent's hand")


def _strain(text: str) -> Strain:
    try:
        return Strain.parse(text)
    except ImpossibleInputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _result(options: argparse.Namespace) -> Result:
    doubling = Doubling.REDOUBLED if options.redoubled else Doubling.DOUBLED if options.doubled else Doubling.UNDOUBLED
    contract = Contract(Bid(options.level, options.strain), 0, doubling)
    honours = (options.honours, options.opponent_honours)
    return Result(contract, options.tricks, honours)


def _ledger(options: argparse.Namespace) -> Ledger:
    return Ledger(ROLES) + deal_entries(_result(options), options.vulnerable, options.rules)


SCORE: Final = ScoreCommand(_add_arguments, _ledger, _result)
