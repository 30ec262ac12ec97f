"""The score command: one deal's result in, its ledger out."""

from __future__ import annotations

import argparse

from gamerules.game import ScoreCommand
from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError
from gamerules.slam.contract import Contract, Result
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import (
    DECLARER,
    DEFENDER,
    RUN,
    SIDES,
    SUIT_SIZE,
    honour_entry,
    honour_kind,
    least_tricks,
    scored,
)
from gamerules.slam.strain import TRICKS, Doubling, Slam, Strain, worth

_LONGEST_BID = 4
"""The most digits that a bid may have: no such number can be bid, and Python reads only so many."""
_HOLDINGS = {
    "run": (min(RUN), SUIT_SIZE, "a trump suit"),
    "aces": (0, 4, "no trumps"),
    "sevens": (0, 4, "nullo"),
}
"""What a side may say it holds: the least, the most (which is also the most of both together), and where it counts."""


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
        parser.add_argument(f"--{side}-aces", type=int, metavar="0..4", help=f"the {side}'s aces in no trumps")
        parser.add_argument(f"--{side}-sevens", type=int, metavar="0..4", help=f"the {side}'s sevens in nullo")


def ledger(options: argparse.Namespace) -> Ledger:
    """Return the ledger of the deal that the options describe; ``options.rules`` may be a :class:`Rules`.

    Raises:
        ImpossibleInputError: if the bid cannot have that result, or the cards are impossible.
    """
    rules, contract = _rules(options), _contract(options)
    bid = contract.named or options.bid
    doubling, vulnerable = contract.doubling, options.vulnerable
    played = scored(contract.strain, bid, options.tricks, doubling=doubling, vulnerable=vulnerable, rules=rules)
    held = _held(options, contract.strain, rules)
    counted = SIDES if rules.honours_by == "either" else (DECLARER,)
    entries = (honour_entry(side, contract.strain, held[side]) for side in counted if side in held)
    return Ledger(SIDES, tuple(entry for entry in entries if entry is not None) + played.entries)


def result(options: argparse.Namespace) -> Result:
    """Return what the options tell of a deal; a holding that is not given is not known.

    Raises:
        ImpossibleInputError: as :func:`ledger`.
    """
    ledger(options)
    contract = _contract(options)
    held = _held(options, contract.strain, _rules(options))
    return Result(contract, options.tricks, (held.get(DECLARER), held.get(DEFENDER)))


def _rules(options: argparse.Namespace) -> Rules:
    chosen = getattr(options, "rules", None)
    return chosen if isinstance(chosen, Rules) else Rules.DICTIONARY


def _contract(options: argparse.Namespace) -> Contract:
    """Return the contract that the options name; a bid that is none has no points, and is refused when it is scored."""
    strain = Strain(options.strain)
    doubling = Doubling.REDOUBLED if options.redoubled else Doubling.DOUBLED if options.doubled else Doubling.NONE
    named = Slam(options.bid) if options.bid in list(Slam) else None
    figure = options.bid if options.bid.isdecimal() and len(options.bid) <= _LONGEST_BID else "0"
    points = worth(named, strain) if named else int(figure)
    return Contract(0, strain, points, named, doubling)


def _held(options: argparse.Namespace, strain: Strain, rules: Rules) -> dict[str, int]:
    """Return what each side is said to have held; refuse what no pack of thirty-two can hold."""
    held: dict[str, int] = {}
    for kind, (least, most, where) in _HOLDINGS.items():
        for side in SIDES:
            count = getattr(options, f"{side}_{kind}")
            if count is None:
                continue
            if kind != honour_kind(strain):
                raise ImpossibleInputError(f"--{side}-{kind} {count}: counts in {where} only, not in {strain}")
            if not least <= count <= most:
                raise ImpossibleInputError(f"--{side}-{kind} {count}: give {least} to {most}")
            held[side] = count
    together, most = sum(held.values()), _HOLDINGS[honour_kind(strain)][1]
    if together > most:
        raise ImpossibleInputError(f"the two sides cannot hold {together} of them; there are {most}")
    if strain.suit is not None:
        _refuse_runs(held, options.tricks, rules)
    return held


def _refuse_runs(runs: dict[str, int], declarers_tricks: int, rules: Rules) -> None:
    """Refuse runs that cannot be held together, or that win more tricks than their holder is said to have taken."""
    if rules.run_shape == "from-ace" and len(runs) > 1:
        raise ImpossibleInputError("one side alone can hold a run from the ace; remove the other's")
    taken = {DECLARER: declarers_tricks, DEFENDER: TRICKS - declarers_tricks}
    for side, run in runs.items():
        if taken[side] < (least := least_tricks(run)):
            tricks = f"{least} trick{'s' * (least > 1)} or more"
            raise ImpossibleInputError(f"--{side}-run {run}: whoever holds it takes {tricks}, not {taken[side]}")


SCORE = ScoreCommand(add_arguments, ledger, result)
