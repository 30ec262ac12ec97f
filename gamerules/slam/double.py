"""The double, and what the declarer may answer: pass, change the strain, or redouble."""

from __future__ import annotations

from dataclasses import replace

from gamerules.auction import Call
from gamerules.rules import rule
from gamerules.slam.contract import Contract
from gamerules.slam.rules import Rules
from gamerules.slam.strain import TRICK_VALUE, Doubling, Slam, Strain, worth

OPPONENTS_CALLS: tuple[Call, ...] = (Call.PASS, Call.DOUBLE)
"""What the opponent may say once the strain is named."""


@rule("slam-dictionary.double.1", "mendelev.slam-deal.5")
def answers(rules: Rules, contract: Contract) -> tuple[Call | Strain, ...]:
    """Return what the declarer may answer to a double: pass, redouble, or another strain in reach of his bid."""
    if contract.changed:
        return (Call.PASS, Call.REDOUBLE)
    free = rules.unreachable_strain == "allowed" or (contract.named is not None and rules.changed_slam == "slam")
    strains = (
        s for s in Strain if s is not contract.strain and (free or contract.points <= TRICK_VALUE[s] * Slam.GRAND.level)
    )
    return (Call.PASS, Call.REDOUBLE, *strains)


@rule("slam-dictionary.double.1", "slam-dictionary.example.20", "mendelev.slam-deal.5")
def change_strain(rules: Rules, contract: Contract, strain: Strain) -> Contract:
    """Return the contract in another strain (decisions ``changed_slam`` and ``after_change``)."""
    points, named = contract.points, None
    if contract.named is not None and rules.changed_slam == "slam":
        points, named = worth(contract.named, strain), contract.named
    doubling = contract.doubling if rules.after_change == "stands" else Doubling.NONE
    return Contract(contract.declarer, strain, points, named, doubling, changed=True)


@rule("slam-dictionary.double.1", "mendelev.slam-deal.5")
def doubled(contract: Contract, doubling: Doubling) -> Contract:
    """Return the contract doubled or redoubled."""
    return replace(contract, doubling=doubling)
