import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules.ledger import Entry, Ledger, Line

SIDES = ("declarer", "defender")
entries = st.builds(
    Entry,
    side=st.sampled_from(SIDES),
    line=st.sampled_from(Line),
    points=st.integers(-10_000, 10_000),
    locus=st.just("toy.scoring.1"),
    why=st.just("test"),
)


@given(st.lists(entries))
def test_totals_are_sums_over_entries(rows: list[Entry]) -> None:
    ledger = Ledger(SIDES) + rows
    assert sum(ledger.totals().values()) == sum(row.points for row in rows)
    for side in SIDES:
        assert ledger.total(side) == ledger.total(side, Line.ABOVE) + ledger.total(side, Line.BELOW)
    assert ledger.as_dict()["totals"] == ledger.totals()
    assert len(ledger.as_dict()["entries"]) == len(rows)


def test_table_shows_every_entry_and_the_totals() -> None:
    ledger = Ledger(SIDES, (Entry("declarer", Line.BELOW, 17_000, "toy.scoring.1", "a slam"),))
    assert ledger.table().splitlines() == [
        "declarer  below  17,000  a slam  toy.scoring.1",
        "declarer  total  17,000",
        "defender  total       0",
    ]


def test_unknown_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="is not a side"):
        Ledger(SIDES, (Entry("dummy", Line.ABOVE, 1, "toy.scoring.1", ""),))
    with pytest.raises(ValueError, match="is not a side"):
        Ledger(SIDES).total("dummy")
