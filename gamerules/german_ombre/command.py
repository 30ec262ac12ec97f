"""The options of ``gamerules score german-ombre``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamerules.game import ScoreCommand
from gamerules.german_ombre.contracts import Contract, How, on_the_table
from gamerules.german_ombre.march import March, is_march, knows_march
from gamerules.german_ombre.other_schools import TARIFFS
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import Result, settle
from gamerules.german_ombre.table import Tariff
from gamerules.ledger import Ledger
from gamerules.rules import ImpossibleInputError

if TYPE_CHECKING:
    import argparse

HOW = {"forced-spadille": How.FORCED, "mort": How.MORT, "mort-grand": How.MORT, "mort-null": How.MORT}

CONTRACTS = {
    **{name: Contract[name.upper()] for name in ("frage", "tourne", "grosstourne", "hand", "grand", "null")},
    **dict.fromkeys(HOW, Contract.FRAGE),
    "mort-grand": Contract.GRAND,
    "mort-null": Contract.NULL,
}
"""The contracts of the command. ``mort`` stands for any game with a trump suit: in Moor all games have one value."""

IN_COULEUR = {name: Contract[f"{name.upper()}_COULEUR"] for name in ("frage", "tourne", "grosstourne", "hand")}
"""The contracts that have a form in couleur."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the game's options to a parser."""
    parser.add_argument("--contract", required=True, choices=list(CONTRACTS), help="the game played")
    parser.add_argument("--couleur", action="store_true", help="the game was played in couleur")
    parser.add_argument("--tricks", metavar="O-A-B", help="the ombre's tricks, then each opponent's, as 5-3-1")
    parser.add_argument(
        "--matadors",
        type=int,
        metavar="0..3",
        help="the matadors the ombre held; if left out none, but in a grosstourné the two on the table",
    )
    parser.add_argument("--prima", action="store_true", help="the ombre stopped after the first five tricks (5-0-0)")
    parser.add_argument("--march", action="store_true", help="the ombre had the first five tricks and played on")
    parser.add_argument("--announced-march", action="store_true", help="a march was announced before the play")
    parser.add_argument("--conceded", action="store_true", help="the ombre gave up before the play")
    parser.add_argument(
        "--tariff",
        metavar="FILE",
        help=f"a published tariff ({', '.join(TARIFFS)}), or a file of your own, TOML or JSON: frage = 2, …",
    )


def ledger(options: argparse.Namespace) -> Ledger:
    """Return the ledger of the deal that the options describe.

    Raises:
        ImpossibleInputError: if no deal can have that result.
        LostTableError: if it needs a value that is lost.
    """
    rules: Rules = options.rules
    if options.tariff is not None:
        known = TARIFFS.get(options.tariff)
        rules = replace(rules, tariff=known or Tariff.load(options.tariff))
    return settle(result(options), rules)


def result(options: argparse.Namespace) -> Result:
    """Return the result that the options describe.

    Raises:
        ImpossibleInputError: if no deal can have it.
    """
    name = options.contract
    if options.couleur and name not in IN_COULEUR:
        raise ImpossibleInputError(f"{name} has no form in couleur; leave --couleur out")
    if options.tricks is None and not options.conceded:
        raise ImpossibleInputError("--tricks O-A-B is missing; only a conceded game has none")
    contract = IN_COULEUR[name] if options.couleur else CONTRACTS[name]
    tricks = _tricks("0-0-0" if options.tricks is None else options.tricks)
    least = on_the_table(contract).bit_count()
    return Result(
        contract=contract,
        how=HOW.get(name, How.AUCTION),
        tricks=tricks,
        matadors=least if options.matadors is None else options.matadors,
        march=_march(options, contract, tricks),
        stopped=options.prima,
        conceded=options.conceded,
    )


def _march(options: argparse.Namespace, contract: Contract, tricks: tuple[int, int, int]) -> March:
    """Return how a march was undertaken: nine tricks are one, said or not."""
    if options.announced_march:
        return March.ANNOUNCED
    if options.march or (is_march(tricks[0]) and knows_march(contract)):
        return March.UNDERTAKEN
    return March.NONE


def _tricks(text: str) -> tuple[int, int, int]:
    parts = text.split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() for part in parts):
        raise ImpossibleInputError(f"--tricks {text}: write the ombre's and each opponent's tricks, as 5-3-1")
    ombre, one, other = (int(part) for part in parts)
    return ombre, one, other


SCORE = ScoreCommand(add_arguments, ledger, result)
