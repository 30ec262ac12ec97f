"""The score: the table of the source, honours and runs, and the settlement of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamerules.cards import Card, Rank, Suit
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import ImpossibleInputError, Status, Table, figure, rule
from gamerules.slam.cards import PACK
from gamerules.slam.contract import Contract, collected, is_made, slam_of
from gamerules.slam.rules import Rules
from gamerules.slam.strain import HIGHEST_BID, TRICKS, Doubling, Slam, Strain, worth

DECLARER, DEFENDER = "declarer", "defender"
SIDES = (DECLARER, DEFENDER)
"""The two sides of a deal's ledger."""

SUIT_SIZE = 8
"""How many cards a suit has."""

MOST_DIGITS = 9
"""How many digits a text may have to be read as a bid; Python refuses to read thousands."""

GAME_POINTS = figure("GAME_POINTS", "slam-dictionary.scoring.3", 20)
"""How many points below the line make a game."""


def _columns(rows: Mapping[Any, tuple[int, int]]) -> dict[tuple[Any, bool], int]:
    """Return a table's cells by row and column: False is the column 'not vulnerable', True the column 'vulnerable'."""
    return {(row, vulnerable): figures[vulnerable] for row, figures in rows.items() for vulnerable in (False, True)}


SLAM_PREMIUM = Table(
    "SLAM_PREMIUM",
    ("slam-dictionary.table.3", "slam-dictionary.table.4", "slam-dictionary.example.42"),
    _columns({Slam.SMALL: (100, 150), Slam.GRAND: (200, 300)}),
)
DOUBLE_PREMIUM = Table(
    "DOUBLE_PREMIUM",
    ("slam-dictionary.table.5", "slam-dictionary.table.6", "slam-dictionary.example.42"),
    _columns({Doubling.DOUBLED: (25, 40), Doubling.REDOUBLED: (50, 80)}),
)
PENALTY_FACTOR = Table(
    "PENALTY_FACTOR",
    ("slam-dictionary.table.8", "slam-dictionary.table.9", "slam-dictionary.table.10"),
    _columns({Doubling.NONE: (3, 5), Doubling.DOUBLED: (10, 15), Doubling.REDOUBLED: (20, 30)}),
)
RUBBER_PREMIUM = Table("RUBBER_PREMIUM", "slam-dictionary.table.12", {2: 150, 3: 100})
"""By the number of games played in the rubber."""
ACES = Table("ACES", "slam-dictionary.table.13", {3: 30, 4: 40})
SEVENS = Table("SEVENS", "slam-dictionary.table.14", {3: 30, 4: 40})
RUN = Table("RUN", "slam-dictionary.table.15", {4: 15, 5: 30, 6: 45, 7: 60, 8: 75})
MADE_MULTIPLIER = Table(
    "MADE_MULTIPLIER",
    ("slam-dictionary.example.42", "slam-dictionary.double.1"),
    {Doubling.DOUBLED: 2},
    status=Status.INFERRED,
)

# The sentence of each row of a table: the first loci of the table, in the order of its rows.
_SLAM_LOCUS = dict(zip(Slam, SLAM_PREMIUM.loci, strict=False))
_DOUBLE_LOCUS = dict(zip((Doubling.DOUBLED, Doubling.REDOUBLED), DOUBLE_PREMIUM.loci, strict=False))
_PENALTY_LOCUS = dict(zip(Doubling, PENALTY_FACTOR.loci, strict=True))
_SLAM_NAME = {Slam.SMALL: "small slam", Slam.GRAND: "grand slam"}
_COUNT = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


@rule("slam-dictionary.scoring.7", "slam-dictionary.table.15", "slam-dictionary.example.23")
def run_length(hand: int, suit: Suit, *, from_ace: bool = False) -> int:
    """Return the length of the longest run of trumps in a hand (a bit mask); with ``from_ace`` only one from the ace.

    A hand has at most one run of four or more: two would need nine of the suit's eight cards.
    """
    longest = length = 0
    for rank in sorted(Rank, reverse=True):
        if hand >> Card.of(suit, rank) & 1:
            length += 1
            longest = max(longest, length)
        elif from_ace:
            break
        else:
            length = 0
    return longest


def least_tricks(run: int) -> int:
    """Return the fewest tricks that the holder of a run of trumps can take, by the run's length (0 to 8).

    A trump of the opponent's wins one trick at most, and two trumps of the run fall to it at most. All others of the
    run win, two of them to a trick at best.
    """
    safe = run - 2 * (SUIT_SIZE - run)
    return max(0, -(-safe // 2))


_HONOURS = {"run": RUN, "aces": ACES, "sevens": SEVENS}


def honour_kind(strain: Strain) -> str:
    """Return what scores for being held under a strain: a ``run`` of trumps, ``aces`` or ``sevens``."""
    if strain.suit is not None:
        return "run"
    return "aces" if strain is Strain.NOTRUMP else "sevens"


def honour_entry(side: str, strain: Strain, count: int) -> Entry | None:
    """Return the entry for a run of so many trumps, or so many aces or sevens; None if they are too few to score."""
    kind = honour_kind(strain)
    table = _HONOURS[kind]
    if count not in table:
        return None
    why = f"run of {_COUNT[count]} in {strain.sign}" if kind == "run" else f"{_COUNT[count]} {kind}"
    return Entry(side, Line.ABOVE, table[count], table.loci[0], why)


_ACE_MASK = PACK.of_rank(Rank.ACE).mask
_SEVEN_MASK = PACK.of_rank(Rank.SEVEN).mask


@rule(
    "slam-dictionary.scoring.7",
    "slam-dictionary.table.13",
    "slam-dictionary.table.14",
    "slam-dictionary.table.15",
    status=Status.CORRECTED,
    note="The rule has them entered right after the auction; the source's own deal enters them after the last cards.",
)
def honours(rules: Rules, contract: Contract, hands: tuple[int, int]) -> tuple[Entry, ...]:
    """Return the entries for runs of trumps, aces in no trumps and sevens in nullo, the declarer's first.

    Args:
        rules: decisions ``honours_by`` and ``run_shape`` count.
        contract: names strain and declarer.
        hands: all the cards that each player holds, as bit masks.
    """
    strain = contract.strain
    declarer = contract.declarer
    players = (declarer,) if rules.honours_by == "declarer" else (declarer, 1 - declarer)
    found = (
        honour_entry(side, strain, _held(rules, strain, hands[player]))
        for side, player in zip(SIDES, players, strict=False)
    )
    return tuple(entry for entry in found if entry is not None)


def _held(rules: Rules, strain: Strain, hand: int) -> int:
    """Return the length of a hand's run of trumps, or in no trumps its aces, in nullo its sevens."""
    if strain.suit is not None:
        return run_length(hand, strain.suit, from_ace=rules.run_shape == "from-ace")
    return (hand & (_ACE_MASK if strain is Strain.NOTRUMP else _SEVEN_MASK)).bit_count()


@rule(
    "slam-dictionary.scoring.1",
    "slam-dictionary.scoring.2",
    "slam-dictionary.scoring.8",
    "slam-dictionary.example.41",
    "slam-dictionary.example.42",
)
def settlement(rules: Rules, contract: Contract, tricks: int, *, vulnerable: bool) -> tuple[Entry, ...]:
    """Return the entries that a contract brings once the declarer has taken so many tricks.

    Made: its points below the line, multiplied if doubled; above it the premiums for the double and for the slam.
    Failed: the penalty, above the line.
    """
    if not is_made(rules, contract, tricks):
        return (penalty(rules, contract, tricks, vulnerable=vulnerable),)
    doubling = contract.doubling
    points = contract.points if rules.below_line == "bid" else collected(rules, contract, tricks)
    what = f"{points} points in {contract.strain.sign}"
    if doubling is Doubling.NONE:
        entries = [Entry(DECLARER, Line.BELOW, points, "slam-dictionary.scoring.2", what)]
    else:
        by = rules.redoubled_multiplier if doubling is Doubling.REDOUBLED else MADE_MULTIPLIER[doubling]
        word = doubling.name.lower()
        entries = [
            Entry(DECLARER, Line.BELOW, points * by, "slam-dictionary.example.42", f"{what}, {word}"),
            Entry(DECLARER, Line.ABOVE, DOUBLE_PREMIUM[doubling, vulnerable], _DOUBLE_LOCUS[doubling], f"made {word}"),
        ]
    slam = slam_of(rules, contract)
    if slam is not None:
        premium = SLAM_PREMIUM[slam, vulnerable]
        entries.append(Entry(DECLARER, Line.ABOVE, premium, _SLAM_LOCUS[slam], f"{_SLAM_NAME[slam]} bid and made"))
    return tuple(entries)


@rule("slam-dictionary.scoring.4", "slam-dictionary.scoring.5", "slam-dictionary.scoring.6")
def penalty(rules: Rules, contract: Contract, tricks: int, *, vulnerable: bool) -> Entry:
    """Return the entry for a failed contract: the points missing, times the factor of the table.

    It is the declarer's minus, or the opponent's plus (decision ``penalty``).
    """
    missing = contract.points - collected(rules, contract, tricks)
    factor = PENALTY_FACTOR[contract.doubling, vulnerable]
    why = f"{missing} points short of {contract.points}, times {factor}"
    side, sign = (DECLARER, -1) if rules.penalty == "minus" else (DEFENDER, 1)
    return Entry(side, Line.ABOVE, sign * missing * factor, _PENALTY_LOCUS[contract.doubling], why)


def scored(
    strain: Strain | str,
    bid: int | Slam | str,
    tricks: int,
    *,
    doubling: Doubling = Doubling.NONE,
    vulnerable: bool = False,
    rules: Rules = Rules.DICTIONARY,
) -> Ledger:
    """Return the ledger of a result, honours and runs left out.

    Args:
        strain: the strain named.
        bid: the points bid, or ``small-slam`` or ``grand-slam``.
        tricks: the declarer's tricks, 0 to 10.
        doubling: whether the contract was doubled or redoubled.
        vulnerable: whether the declarer was vulnerable.
        rules: the rules.

    Raises:
        ImpossibleInputError: if no deal could come out so.
    """
    strain = Strain.parse(strain)
    if not 0 <= tricks <= TRICKS:
        raise ImpossibleInputError(f"{tricks} tricks cannot be taken: a deal has {TRICKS}; give 0 to {TRICKS}")
    named = Slam(bid) if bid in list(Slam) else None
    points = worth(named, strain) if named else _points(bid)
    if points < rules.lowest_bid:
        raise ImpossibleInputError(f"{points} points cannot be bid: the lowest bid is {rules.lowest_bid}")
    within, most = (
        (f"in {strain}", worth(Slam.GRAND, strain))
        if rules.unreachable_strain == "refused"
        else ("in any strain", HIGHEST_BID)
    )
    if points > most:
        raise ImpossibleInputError(f"{points} points cannot be reached: no result {within} brings more than {most}")
    contract = Contract(0, strain, points, named, doubling)
    return Ledger(SIDES, settlement(rules, contract, tricks, vulnerable=vulnerable))


def _points(bid: int | str) -> int:
    text = str(bid)
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise ImpossibleInputError(f"{text!r} is not a bid; give a number of points, small-slam or grand-slam")
    return int(text)
