"""The options of ``gamerules score vint``."""

from __future__ import annotations

import argparse
from dataclasses import replace

from gamerules.game import ScoreCommand
from gamerules.ledger import Ledger
from gamerules.vint.deal import DealResult
from gamerules.vint.rules import Strain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add vint's options to a parser."""
    parser.add_argument("--level", type=int, required=True, metavar="1..7", help="the level bid; 6 and 7 are the slams")
    parser.add_argument("--strain", required=True, choices=[str(strain) for strain in Strain], help="the strain bid")
    parser.add_argument("--tricks", type=int, required=True, metavar="0..13", help="the declaring side's tricks")
    parser.add_argument(
        "--honours", type=int, metavar="0..5", help="the declaring side's honours; left out, none count"
    )
    parser.add_argument("--aces", type=int, metavar="0..4", help="the declaring side's aces; left out, none count")
    parser.add_argument("--from-hand", action="store_true", help="the slam was bid from the hand, agreed to be tenfold")


def ledger(options: argparse.Namespace) -> Ledger:
    """Return the ledger of the deal that the options describe.

    Raises:
        ImpossibleInputError: if no deal can have that result.
    """
    result = DealResult(
        options.level,
        Strain(options.strain),
        options.tricks,
        options.honours,
        options.aces,
        from_hand=options.from_hand,
    )
    rules = replace(options.rules, from_hand=True) if options.from_hand else options.rules
    return result.ledger(rules)


SCORE = ScoreCommand(add_arguments, ledger)
