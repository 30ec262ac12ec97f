"""Prima and march: the first five tricks, and all nine."""

from __future__ import annotations

from enum import StrEnum

from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.contracts import Contract
from gamerules.german_ombre.tricks import TRICKS
from gamerules.rules import figure, rule

PRIMA = figure("PRIMA", "german-ombre.prima.1", 5)
"""The tricks of a prima."""


class March(StrEnum):
    """Whether the ombre has undertaken to take all nine tricks."""

    NONE = "none"
    UNDERTAKEN = "undertaken"
    """By leading to the sixth trick."""
    ANNOUNCED = "announced"
    """Before the play."""


@rule("german-ombre.prima.1", "german-ombre.march.1")
def has_prima(taken: tuple[int, int, int], ombre: int) -> bool:
    """Return whether five tricks have been played and the ombre has taken them all."""
    return taken[ombre] == sum(taken) == PRIMA


@rule("german-ombre.march.5")
def knows_march(contract: Contract) -> bool:
    """Return whether prima and march exist in a contract: in all but a null."""
    return contract is not Contract.NULL


@rule("german-ombre.march.3", "german-ombre.march.5", "german-ombre.concede.1")
def announcements(contract: Contract) -> tuple[Word, ...]:
    """Return what the ombre may say before the play: begin, announce a march (not in a null), concede."""
    return (Word.BEGIN, Word.MARCH, Word.CONCEDE) if knows_march(contract) else (Word.BEGIN, Word.CONCEDE)


@rule("german-ombre.march.1", "german-ombre.march.5")
def may_stop(taken: tuple[int, int, int], ombre: int, contract: Contract, march: March) -> bool:
    """Return whether the ombre, who is to lead, may stop and ask for his winnings: with prima and no march announced.

    In a null he cannot, nor if he has announced all nine.
    """
    return has_prima(taken, ombre) and march is March.NONE and knows_march(contract)


@rule("german-ombre.march.2")
def after_sixth_lead(taken: tuple[int, int, int], ombre: int, contract: Contract, march: March) -> March:
    """Return what the ombre has undertaken once he has led: leading to the sixth trick after a prima begins a march."""
    return March.UNDERTAKEN if may_stop(taken, ombre, contract, march) else march


@rule("german-ombre.march.2", "german-ombre.march.4")
def is_march(tricks: int) -> bool:
    """Return whether the ombre's tricks make a march: all nine. A march that fails has no premium and no penalty."""
    return tricks == TRICKS
