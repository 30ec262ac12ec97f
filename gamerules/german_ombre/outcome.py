"""The outcome: sacado, puesta or codille; and conceding."""

from __future__ import annotations

from enum import StrEnum

from gamerules.german_ombre.rules import Rules
from gamerules.rules import Status, rule


class Outcome(StrEnum):
    """How a game ended for the ombre."""

    SACADO = "sacado"
    PUESTA = "puesta"
    CODILLE = "codille"


@rule(
    "german-ombre.outcome.2",
    "german-ombre.outcome.3",
    "german-ombre.concede.2",
    note="The surviving text gives the multiples though the values themselves are lost.",
)
def multiple(outcome: Outcome) -> int:
    """Return how many times the value of the game the ombre wins, or loses if negative."""
    return {Outcome.SACADO: 1, Outcome.PUESTA: -1, Outcome.CODILLE: -2}[outcome]


@rule(
    "german-ombre.outcome.1",
    "german-ombre.aim.1",
    "german-ombre.aim.2",
    status=Status.CORRECTED,
    note="in every game but null",
)
def wins(ombre: int, one: int, other: int) -> bool:
    """Return whether the ombre has at least one trick more than each of the opponents: five, or four against 3–2."""
    return ombre > max(one, other)


@rule("german-ombre.outcome.2")
def is_tie(ombre: int, one: int, other: int) -> bool:
    """Return whether the ombre and an opponent share the most tricks: 4–4–1 or 3–3–3."""
    return ombre == max(one, other)


@rule(
    "german-ombre.outcome.3",
    status=Status.INFERRED,
    note="A majority is taken as more tricks than anybody else has, not as five of nine: otherwise splits such as "
    "2–4–3 would have no outcome at all.",
)
def is_beaten(ombre: int, one: int, other: int) -> bool:
    """Return whether one opponent has more tricks than anybody else."""
    return max(one, other) > ombre and one != other


@rule("german-ombre.outcome.1", "german-ombre.outcome.2", "german-ombre.outcome.3")
def by_tricks(rules: Rules, ombre: int, one: int, other: int) -> Outcome:
    """Return the outcome of nine tricks, or of the first five all taken by the ombre.

    The text does not cover one trick against four and four; decision ``one_four_four`` does.
    """
    if wins(ombre, one, other):
        return Outcome.SACADO
    if is_tie(ombre, one, other):
        return Outcome.PUESTA
    if is_beaten(ombre, one, other):
        return Outcome.CODILLE
    return Outcome(rules.one_four_four)


@rule("german-ombre.contracts.19")
def of_null(rules: Rules, ombre: int) -> Outcome:
    """Return the outcome of a null: made with no trick at all; what a failure costs is decision ``null_lost``."""
    return Outcome(rules.null_lost) if ombre else Outcome.SACADO


@rule("german-ombre.concede.1")
def conceded() -> Outcome:
    """Return the outcome of a game given up before the play: a puesta."""
    return Outcome.PUESTA
