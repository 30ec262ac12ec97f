"""The bounds of the lost prices, against bounds worked out by chains of inequalities."""

from itertools import pairwise

import pytest

from gamerules.german_ombre import Price, Tariff
from gamerules.german_ombre.bounds import ASSUMED, LADDER, NoTariffError, bounds, conditions, departures, rows


def by_chains(step: int) -> dict[Price, tuple[int, int | None]]:
    """Push the bounds along the ladder until nothing moves: each price is at least ``step`` above the one before."""
    low = dict.fromkeys(LADDER, 1) | {Price.FORCED_SPADILLE: 1, Price.GRAND: 16}
    high: dict[Price, int | None] = {**dict.fromkeys(LADDER), Price.FORCED_SPADILLE: None, Price.GRAND: 16}
    links = [(Price.FORCED_SPADILLE, Price.FRAGE, 1), *((a, b, step) for a, b in pairwise(LADDER))]
    for _ in LADDER:
        for lower, higher, gap in links:
            low[higher] = max(low[higher], low[lower] + gap)
            top = high[higher]
            if top is not None:
                known = high[lower]
                high[lower] = top - gap if known is None else min(known, top - gap)
    return {price: (low[price], high[price]) for price in low}


@pytest.mark.parametrize(("assumption", "step"), [("order", 0), ("rising", 1)])
def test_bounds_of_the_contracts(assumption: str, step: int) -> None:
    found = bounds(assumption)
    for price, expected in by_chains(step).items():
        assert found[price] == expected, price


def test_without_any_assumption_little_is_known() -> None:
    found = bounds()
    assert found[Price.GRAND] == (16, 16)
    assert found[Price.MARCH] == (3, 3)
    assert found[Price.MATADORS] == (2, 2)
    assert found[Price.FORCED_SPADILLE] == (1, None)
    assert found[Price.FRAGE] == (2, None)
    assert found[Price.HAND] == (1, None)
    assert found[Price.MORT] == (1, None)


def test_a_march_worth_trying_leaves_two_figures_for_the_prima() -> None:
    assert bounds("march")[Price.PRIMA] == (1, 2)


def test_couleur_cannot_cost_twice_the_plain_game() -> None:
    with pytest.raises(NoTariffError):
        bounds("order", "doubling")
    with pytest.raises(NoTariffError):
        bounds("rising", "doubling", cheapest=0)
    found = bounds("order", "doubling", cheapest=0)
    assert [found[price] for price in LADDER[:9]] == [(n, n) for n in (1, 2, 2, 4, 4, 8, 8, 16, 16)]
    assert found[Price.FORCED_SPADILLE] == (0, 0)


def test_what_a_tariff_breaks() -> None:
    tariff = Tariff.of({"frage": 2, "forced-spadille": 2, "grand": 15, "hand": 17})
    assert [condition.says for condition in departures(tariff)] == [
        "grand is 16",
        "forced spadille is cheaper than frage",
    ]
    assert departures(Tariff.of({"frage": 2, "forced-spadille": 1}), "order") == []
    more = departures(Tariff.of({"hand": 8, "hand-couleur": 7}), "order")
    assert [condition.says for condition in more] == ["hand costs no more than hand in couleur"]
    assert all(condition.locus for condition in conditions())
    assert not any(condition.locus for assumed in ASSUMED.values() for condition in assumed)


def test_rows() -> None:
    table = {row[0]: row[1:] for row in rows()}
    assert table["hand"] == ["2 to 16", "8 to 14"]
    assert table["null"] == ["16 or more", "17 or more"]
    assert table["grand"] == ["16", "16"]
