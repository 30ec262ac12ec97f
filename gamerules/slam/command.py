"""The score command: one deal's result in, its ledger out."""

from __future__ import annotations

import argparse

from gamerules.game import ScoreCommand
from gamerules.ledger import Entry, Ledger
from gamerules.rules import ImpossibleInputError
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import (
    DECLARER,
    RUN,
    SIDES,
    aces_entry,
    run_entry,
    scored,
    sevens_entry,
)
from gamerules.slam.strain import Doubling, Strain

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
    doubling = Doubling.REDOUBLED if options.redoubled else Doubling.DOUBLED if options.doubled else Doubling.NONE
    result = scored(strain, options.bid, options.tricks, doubling=doubling, vulnerable=options.vulnerable, rules=rules)
    return Ledger(SIDES, _honours(options, strain, rules) + result.entries)


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
