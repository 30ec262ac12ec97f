"""The options of ``gamerules score vint``."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from gamerules.game import ScoreCommand
from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError
from gamerules.vint.coronets import Coronet, CoronetPrices
from gamerules.vint.deal import DealResult
from gamerules.vint.honours import ACES, HONOURS
from gamerules.vint.terms import DECLARERS, Strain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add vint's options to a parser."""
    parser.add_argument("--level", type=int, required=True, metavar="1..7", help="the level bid; 6 and 7 are the slams")
    parser.add_argument("--strain", required=True, choices=[str(strain) for strain in Strain], help="the strain bid")
    parser.add_argument("--tricks", type=int, required=True, metavar="0..13", help="the declaring side's tricks")
    for name, most in (("honours", HONOURS), ("aces", ACES)):
        parser.add_argument(
            f"--{name}",
            type=int,
            metavar=f"0..{most}",
            help=f"the declaring side's {name}, with the ace of trumps; left out, none count",
        )
    parser.add_argument("--from-hand", action="store_true", help="the slam was bid from the hand, agreed to be tenfold")
    parser.add_argument(
        "--coronet",
        action="append",
        default=[],
        metavar="[SIDE:]KIND:CARDS",
        help="a coronet held, as opponents:plain:4; kinds are plain, trumps, aces; their prices are lost",
    )
    parser.add_argument(
        "--coronet-prices", type=Path, metavar="FILE", help="prices of coronets: TOML, as plain = {3 = 500, 4 = 1000}"
    )


def ledger(options: argparse.Namespace) -> Ledger:
    """Return the ledger of the deal that the options describe.

    Raises:
        ImpossibleInputError: if no deal can have that result.
        gamerules.rules.LostTableError: if there is a coronet and no price for it.
    """
    result = DealResult(
        options.level,
        Strain(options.strain),
        options.tricks,
        options.honours,
        options.aces,
        from_hand=options.from_hand,
        coronets=tuple(_coronet(text) for text in options.coronet),
    )
    if options.from_hand:
        if "from_hand=false" in map(str.lower, options.decision):
            raise ImpossibleInputError("--from-hand counts tenfold, and from_hand=false does not; remove one of them")
        options.rules = replace(options.rules, from_hand=True)
    if options.coronet_prices:
        options.rules = replace(options.rules, coronets=CoronetPrices.read(options.coronet_prices))
    return result.ledger(options.rules)


def _coronet(text: str) -> Coronet:
    found = re.fullmatch(r"(?:(\w+):)?(\w+):(\d{1,9})", text)
    if found is None:
        raise ImpossibleInputError(f"{text!r} is not a coronet; write it as plain:4 or opponents:aces:3")
    return Coronet(found[2], int(found[3]), found[1] or DECLARERS)


SCORE = ScoreCommand(add_arguments, ledger)
