"""The contract: what the declarer has undertaken, in which strain, and whether it is doubled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamerules.rules import Status, rule
from gamerules.slam.rules import Rules
from gamerules.slam.strain import Doubling, Slam, Strain, points_taken, tricks_needed, worth


@dataclass(frozen=True, slots=True)
class Contract:
    """What the declarer plays.

    Attributes:
        declarer: the player's number.
        strain: the strain named.
        points: the points undertaken, before any doubling.
        named: the slam under whose name it was bid, if any.
        doubling: whether it is doubled or redoubled.
        changed: whether the strain was changed after a double.
    """

    declarer: int
    strain: Strain
    points: int
    named: Slam | None = None
    doubling: Doubling = Doubling.NONE
    changed: bool = False

    def __str__(self) -> str:
        """Return the contract as text: ``24♦ doubled``."""
        doubling = "" if self.doubling is Doubling.NONE else f" {self.doubling.name.lower()}"
        space = "" if self.strain.suit is not None else " "
        return f"{self.points}{space}{self.strain.sign}{doubling}"

    @property
    def tricks_needed(self) -> int | None:
        """The tricks it takes: at least so many, in nullo at most; None if it cannot be made."""
        return tricks_needed(self.strain, self.points)


_BY_NEED: Mapping[int | None, Slam] = {9: Slam.SMALL, 10: Slam.GRAND, 1: Slam.SMALL, 0: Slam.GRAND}
"""The slam that takes so many tricks; in nullo, at most so many."""


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of the end of a deal.

    Attributes:
        contract: what was played.
        tricks: the declarer's tricks.
        held: the trumps of the longest run, the aces in no trumps or the sevens in nullo that the declarer and the
            defender held; None where it is not known.
    """

    contract: Contract
    tricks: int
    held: tuple[int | None, int | None] = (None, None)


@rule(
    "slam-dictionary.senses.3",
    "slam-dictionary.example.20",
    status=Status.INFERRED,
    note="The source reckons by points and strain: 24 are a small slam in diamonds, and in hearts none.",
)
def slam_of(rules: Rules, contract: Contract) -> Slam | None:
    """Return the slam that a contract is, if it is one (decision ``slam_by``)."""
    if rules.slam_by == "named":
        return contract.named
    if rules.slam_by == "need":
        return _BY_NEED.get(contract.tricks_needed)
    for slam in (Slam.GRAND, Slam.SMALL):
        if contract.points >= worth(slam, contract.strain):
            return slam
    return None


@rule(
    "slam-dictionary.scoring.4",
    "slam-dictionary.nullo.1",
    "mendelev.slam-auction.5",
    note="Mendelev's 'only four' can be exact or a limit; it is open which: decision nullo.",
)
def collected(rules: Rules, contract: Contract, tricks: int) -> int:
    """Return the points that the declarer's tricks bring him under this contract.

    Where a nullo must take exactly its tricks (decision ``nullo``), taking fewer breaks it and brings nothing.
    """
    needed = contract.tricks_needed
    if rules.nullo == "exactly" and contract.strain is Strain.NULLO and needed is not None and tricks < needed:
        return 0
    return points_taken(contract.strain, tricks)


@rule("slam-dictionary.aim.1", "slam-dictionary.auction.2")
def is_made(rules: Rules, contract: Contract, tricks: int) -> bool:
    """Return whether so many tricks fulfil the contract: they bring at least the points bid."""
    return collected(rules, contract, tricks) >= contract.points
