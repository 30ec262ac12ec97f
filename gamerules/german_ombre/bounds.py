"""What the surviving figures and the order of the contracts allow for each lost price, worked out by a solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from gamerules.german_ombre.contracts import TERMS, Contract
from gamerules.german_ombre.table import SURVIVING, Price, Tariff
from gamerules.rules import GameRulesError, rule

CEILING = 10_000
"""Far above every price that could follow from the surviving figures; a price that comes near it has no upper bound."""

LADDER = tuple(TERMS[contract].price for contract in Contract)
"""The ten contracts in their order, as places of the tariff."""

PAIRS = tuple(
    (price, Price(f"{price}-couleur")) for price in (Price.FRAGE, Price.TOURNE, Price.GROSSTOURNE, Price.HAND)
)
"""The contracts that have a form in couleur, each with that form."""


class NoTariffError(GameRulesError, ValueError):
    """No tariff at all meets the conditions asked for."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a tariff must meet.

    Attributes:
        says: the condition in words.
        locus: the sentence that states it; empty for an assumption of ours.
        prices: the prices it is about.
        holds: whether these prices meet it; the solver's expressions are as good as numbers.
    """

    says: str
    locus: str
    prices: tuple[Price, ...]
    holds: Callable[..., Any]


def _keeps(price: Price) -> Condition:
    figure = SURVIVING[price]
    return Condition(f"{price.words} is {figure}", SURVIVING.cells[price].evidence, (price,), lambda one: one == figure)


STATED: tuple[Condition, ...] = (
    *(_keeps(price) for price in SURVIVING),
    Condition(
        "forced spadille is cheaper than frage",
        "german-ombre.all-pass.2",
        (Price.FORCED_SPADILLE, Price.FRAGE),
        lambda forced, frage: forced < frage,
    ),
)
"""What the text itself says of the prices."""

ASSUMED: Mapping[str, tuple[Condition, ...]] = MappingProxyType(
    {
        "order": tuple(
            Condition(f"{low.words} costs no more than {high.words}", "", (low, high), lambda one, two: one <= two)
            for low, high in pairwise(LADDER)
        ),
        "rising": tuple(
            Condition(f"{low.words} costs less than {high.words}", "", (low, high), lambda one, two: one < two)
            for low, high in pairwise(LADDER)
        ),
        "doubling": tuple(
            Condition(f"{high.words} costs twice {low.words}", "", (low, high), lambda one, two: two == 2 * one)
            for low, high in PAIRS
        ),
        "march": (
            Condition(
                "a march is worth more than the prima given up for it",
                "",
                (Price.PRIMA, Price.MARCH),
                lambda prima, march: prima < march,
            ),
        ),
    }
)
"""Assumptions that the text suggests and does not state, by name. Only the order of bidding is stated."""


def bounds(*assumptions: str, cheapest: int = 1) -> dict[Price, tuple[int, int | None]]:
    """Return the lowest and the highest figure possible for each price; None where there is no highest.

    Args:
        assumptions: names of :data:`ASSUMED` to go by, besides what the text states.
        cheapest: the least that a forced spadille may cost; all other prices are whole numbers from 1 up.

    Raises:
        NoTariffError: if the conditions contradict one another.
    """
    return {
        price: (
            _extreme(price, assumptions, cheapest, highest=False),
            _open_above(_extreme(price, assumptions, cheapest, highest=True)),
        )
        for price in Price
        if price not in (Price.ONE_MATADOR, Price.TWO_MATADORS)
    }


def _open_above(figure: int) -> int | None:
    return None if figure > CEILING // 2 else figure


def _extreme(price: Price, assumptions: Iterable[str], cheapest: int, *, highest: bool) -> int:
    """Return the highest or lowest figure for a price that the solver finds.

    Raises:
        NoTariffError: if there is none.
    """
    from ortools.sat.python import cp_model  # slow to import, and only this page needs it

    model = cp_model.CpModel()
    figures = {
        place: model.new_int_var(cheapest if place is Price.FORCED_SPADILLE else 1, CEILING, place) for place in Price
    }
    for condition in conditions(*assumptions):
        model.add(condition.holds(*(figures[place] for place in condition.prices)))
    (model.maximize if highest else model.minimize)(figures[price])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        raise NoTariffError(f"no tariff meets the text and the assumptions {', '.join(assumptions)}")
    return int(solver.value(figures[price]))


@rule("german-ombre.table.1", "german-ombre.example.1", "german-ombre.all-pass.2")
def conditions(*assumptions: str) -> tuple[Condition, ...]:
    """Return what the text states of the prices, with the assumptions named."""
    return (*STATED, *(condition for name in assumptions for condition in ASSUMED[name]))


def departures(tariff: Tariff, *assumptions: str) -> list[Condition]:
    """Return the conditions that a tariff breaks; those about prices that it does not have are passed over."""
    figures = tariff.known()
    return [
        condition
        for condition in conditions(*assumptions)
        if all(price in figures for price in condition.prices)
        and not condition.holds(*(figures[price] for price in condition.prices))
    ]


def rows() -> list[list[str]]:
    """Return the bounds of each price as rows: the place, by the order of the contracts, and by a rising order."""
    loose, strict = bounds("order"), bounds("rising")
    return [[price.words, _range(*loose[price]), _range(*strict[price])] for price in loose]


def _range(low: int, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{low} or more" if high is None else f"{low} to {high}"
