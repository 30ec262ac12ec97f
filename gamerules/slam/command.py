"""The score command: one deal's result in, its ledger out."""

from __future__ import annotations

import argparse

from gamerules.game import ScoreCommand
from gamerules.ledger import Entry, Ledger
from gamerules.rules import ImpossibleInputError
from gamerules.slam.contract import Contract
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import (
    DECLARER,
    DEFENDER,
    RUN,
    SIDES,
    aces_entry,
    run_entry,
    settlement,
    sevens_entry,
)
from gamerules.slam.strain import HIGHEST_BID, TRICKS, Doubling, Slam, Strain, tricks_needed, worth

_HONOURS_SCORED = (3, 4)
_SUIT_SIZE = 8
_OF_A_RANK = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``gamerules score slam``."""
    parser.add_argument("--strain", required=True, choices=[strain.value for strain in Strain], help="the strain named")
    parser.add_argument("--bid", required=True, metavar="N|small-slam|grand-slam", help="the points or the slam bid")
    parser.add_argument("--tricks", required=True, type=int, metavar="0..10", help="the tricks the declarer took")
    doubling = parser.add_mutually_exclusive_group()
    doubling.add_argument("--doubled", action="store_true", help="the contract was doubled")
    doubling.add_argument("--redoubled", action="store_true", help="the contract was redoubled")
    parser.add_argument("--vulnerable", action="store_true", help="the declarer is vulnerable")
    for side in SIDES:
        parser.add_argument(f"--{side}-run", type=int, metavar="4..8", help=f"the {side}'s run of trumps")
        parser.add_argument(f"--{side}-aces", type=int, metavar="3|4", help=f"the {side}'s aces in no trumps")
        parser.add_argument(f"--{side}-sevens", type=int, metavar="3|4", help=f"the {side}'s sevens in nullo")


def ledger(options: argparse.Namespace) -> Ledger:
    """Return the ledger of the deal that the options describe; ``options.rules`` may be a :class:`Rules`.

    Raises:
        ImpossibleInputError: if no deal could come out so.
    """
    chosen = getattr(options, "rules", None)
    rules = chosen if isinstance(chosen, Rules) else Rules.DICTIONARY
    strain = Strain(options.strain)
    if not 0 <= options.tricks <= TRICKS:
        raise ImpossibleInputError(f"--tricks {options.tricks}: a deal has {TRICKS} tricks; give 0 to {TRICKS}")
    points, named = _bid(options.bid, strain, rules)
    doubling = Doubling.REDOUBLED if options.redoubled else Doubling.DOUBLED if options.doubled else Doubling.NONE
    contract = Contract(0, strain, points, named, doubling)
    entries = _honours(options, strain, rules)
    return Ledger(SIDES, entries + settlement(rules, contract, options.tricks, vulnerable=options.vulnerable))


def _bid(text: str, strain: Strain, rules: Rules) -> tuple[int, Slam | None]:
    """Read a bid: its points in this strain, and the slam under whose name it was made."""
    if text in list(Slam):
        slam = Slam(text)
        return worth(slam, strain), slam
    if not text.isdecimal():
        raise ImpossibleInputError(f"--bid {text}: a bid is a number of points, small-slam or grand-slam")
    points = int(text)
    if points < rules.lowest_bid:
        raise ImpossibleInputError(f"--bid {points}: the lowest bid is {rules.lowest_bid}")
    if tricks_needed(strain, points) is None:
        most = min(HIGHEST_BID, worth(Slam.GRAND, strain))
        raise ImpossibleInputError(f"--bid {points}: no result in {strain} brings more than {most} points")
    return points, None


def _honours(options: argparse.Namespace, strain: Strain, rules: Rules) -> tuple[Entry, ...]:
    """Return the entries for what the players held; refuse what no pack of thirty-two can hold."""
    entries: list[Entry] = []
    for kind, fits, where in (
        ("run", strain.suit is not None, "a trump suit"),
        ("aces", strain is Strain.NOTRUMP, "no trumps"),
        ("sevens", strain is Strain.NULLO, "nullo"),
    ):
        counts = {side: getattr(options, f"{side}_{kind}") for side in SIDES}
        given = {side: count for side, count in counts.items() if count is not None}
        allowed = tuple(RUN) if kind == "run" else _HONOURS_SCORED
        for side, count in given.items():
            option = f"--{side}-{kind} {count}"
            if not fits:
                raise ImpossibleInputError(f"{option}: counts in {where} only, not in {strain}")
            if count not in allowed:
                raise ImpossibleInputError(f"{option}: only {allowed[0]} to {allowed[-1]} score")
        held = sum(given.values())
        most = _SUIT_SIZE if kind == "run" else _OF_A_RANK
        if held > most:
            raise ImpossibleInputError(f"the two sides cannot hold {held} of them together; there are {most}")
        for side, count in given.items():
            if side == DECLARER or rules.honours_by == "either":
                entries.append(_entry(kind, side, count, strain))
    return tuple(entries)


def _entry(kind: str, side: str, count: int, strain: Strain) -> Entry:
    if strain.suit is not None and kind == "run":
        return run_entry(side, count, strain.suit)
    return aces_entry(side, count) if kind == "aces" else sevens_entry(side, count)


SCORE = ScoreCommand(add_arguments, ledger)

__all__ = ["DEFENDER", "SCORE", "add_arguments", "ledger"]
