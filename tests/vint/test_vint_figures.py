"""Each figure is broken once, and the pages of the chapter notice."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from gamerules import vint
from gamerules.ledger import Line
from gamerules.records import load, replay
from gamerules.rules import Cell, GameRulesError, Grade, Table
from gamerules.vint import bonuses, honours, lost, no_trump_aces, penalties, rota, slams, tricks
from verify.checks.claim import COMPARED, split_claim
from verify.collect.page import scan_page
from verify.model import Kind
from verify.settings import load_settings

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/games/vint/records/rubber.yaml"
LEVELS = range(1, 8)

FIGURES = [
    (table, key)
    for table in (
        tricks.TRICK_PRICE,
        honours.HONOUR_PRICE,
        no_trump_aces.ACE_PRICE,
        penalties.UNDERTRICK_PRICE,
        slams.BID_PREMIUM,
        slams.MADE_PREMIUM,
        bonuses.BONUS,
    )
    for key in table
]


def above(text: str, side: str) -> int:
    return vint.result(text).ledger().total(side, Line.ABOVE)


def below(text: str) -> tuple[int, int]:
    ledger = vint.result(text).ledger()
    return ledger.total("declarers", Line.BELOW), ledger.total("opponents", Line.BELOW)


def sums() -> Mapping[str, object]:
    """Sums in which every figure has a part, by the rules as they stand."""
    rubber = vint.Sheet()
    for deal in ("all pass", "5 hearts by N-S, 11 tricks", "5 hearts by N-S, 11 tricks"):
        rubber = rubber.after(vint.result(deal))
    return {
        "tricks": [below(f"{level} hearts, {level + 6} tricks") for level in LEVELS],
        "honours": [above(f"{level} hearts, {level + 5} tricks, honours 3", "declarers") for level in LEVELS],
        "aces": [above(f"{level} notrump, {level + 5} tricks, aces 3", "declarers") for level in LEVELS],
        "undertricks": [above(f"{level} hearts, {level + 5} tricks", "opponents") for level in LEVELS],
        "slams bid": [above(f"{level} hearts, {level + 6} tricks", "declarers") for level in (5, 6, 7)],
        "slams not bid": [above(f"1 hearts, {taken} tricks", "declarers") for taken in (12, 13)],
        "rubber": rubber.settlement(),
    }


EXPECTED = {
    "tricks": [(70, 60), (160, 100), (270, 120), (400, 120), (550, 100), (720, 60), (910, 0)],
    "honours": [300, 600, 900, 1200, 1500, 1800, 2100],
    "aces": [750, 1500, 2250, 3000, 3750, 4500, 5250],
    "undertricks": [1000, 2000, 3000, 4000, 5000, 11000, 17000],
    "slams bid": [0, 6000, 12000],
    "slams not bid": [1000, 2000],
    "rubber": 2 * 550 - 2 * 100 + 1000 + 1000 + 2000 + 1000,
}


def test_the_sums_stand() -> None:
    assert sums() == EXPECTED


@pytest.mark.parametrize(("table", "key"), FIGURES, ids=lambda part: getattr(part, "name", str(part)))
def test_a_broken_figure_is_caught(monkeypatch: pytest.MonkeyPatch, table: Table, key: Any) -> None:
    broken = {**table.cells, key: Cell(table[key] + 10, Grade.STATED)}
    monkeypatch.setattr(table, "cells", MappingProxyType(broken))
    assert sums() != EXPECTED


def claims_that_fail(path: str) -> list[str]:
    """Evaluate a page's set-ups and claims here, in this process."""
    namespace: dict[str, Any] = {}
    failed = []
    for check in scan_page(ROOT, path, load_settings(ROOT)).checks:
        if check.kind is Kind.SETUP:
            exec(check.text, namespace)
        elif check.kind.is_role:
            claim = split_claim(check.text)
            try:
                value = eval(claim.expression, namespace)
            except GameRulesError as error:
                value = error
            if COMPARED[check.kind](claim.shown, value, "en") is not None:
                failed.append(check.text)
    return failed


PAGES = ("docs/games/vint/rules.md", "docs/games/vint/lost-tables.md")


@pytest.fixture(scope="module")
def solved_once() -> Iterator[None]:
    """Rotas do not hang on figures: each is solved once."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("five", "six", "five_tables", "is_possible_with_one_extra_player", "rubbers_needed", "most_pairs"):
            patch.setattr(rota, name, cache(getattr(rota, name)))
        yield


@pytest.mark.usefixtures("solved_once")
def test_the_claims_of_the_pages_hold() -> None:
    assert [claim for page in PAGES for claim in claims_that_fail(page)] == []


@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize(("table", "key"), FIGURES, ids=lambda part: getattr(part, "name", str(part)))
def test_the_pages_notice_a_broken_figure(monkeypatch: pytest.MonkeyPatch, table: Table, key: Any) -> None:
    monkeypatch.setattr(table, "cells", MappingProxyType({**table.cells, key: Cell(table[key] + 10, Grade.STATED)}))
    assert any(claims_that_fail(page) for page in PAGES)


def test_the_record_of_a_rubber_holds_and_notices_a_broken_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not replay(load(RECORD)).disagreements
    monkeypatch.setattr(
        penalties.UNDERTRICK_PRICE,
        "cells",
        MappingProxyType({**penalties.UNDERTRICK_PRICE.cells, 6: Cell(5000, Grade.STATED)}),
    )
    (first, *_) = replay(load(RECORD)).disagreements
    assert (first.says, first.gives) == ("entries above of Sofia: 11000", "10000")
    assert first.line == 1 + next(
        i for i, line in enumerate(RECORD.read_text(encoding="utf-8").splitlines()) if "Sofia: 11000" in line
    )


def test_grades() -> None:
    assert {cell.grade for cell in no_trump_aces.ACE_PRICE.cells.values()} == {Grade.STATED}
    assert {cell.grade for cell in no_trump_aces.ACES_TOGETHER.cells.values()} == {Grade.PROVED}
    assert [penalties.UNDERTRICK_PRICE.cells[level].grade for level in (5, 6, 7)] == [
        Grade.HIGH,
        Grade.PROVED,
        Grade.PROVED,
    ]
    for table in (tricks.TRICK_PRICE, honours.HONOUR_PRICE):
        assert all(cell.grade is Grade.HIGH and cell.evidence for cell in table.cells.values())


def test_580_is_no_deal_and_twenty_five_pairs_of_deals() -> None:
    assert lost.deals_worth(580) == ()
    products = {level * taken for level in range(1, 8) for taken in range(1, 14)}
    assert lost.two_deals_to(580) == tuple(
        (10 * first, 580 - 10 * first) for first in range(1, 50) if first in products and 58 - first in products
    )
    assert len(lost.two_deals_to(580)) == 25
    assert lost.deals_worth(500) == ((5, 10),)


def test_rows_show_every_price() -> None:
    figures = "".join(row[0] for row in lost.evidence_rows())
    assert all(f"{price:,}" in figures for table, _ in FIGURES[:28] for price in table.values())
    assert no_trump_aces.together_rows()[6] == ("7", "3,500", "5,250", "7,000")
