import json
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from gamerules.cards import PACK_32, PACK_52, CardSet, Rank, Suit
from gamerules.lab import benchmarks, findings, odds
from gamerules.lab.findings import FINDINGS, FindingError, average, between, digest, percent, share_of, stored, write
from gamerules.slam import Doubling, Strain, scored
from gamerules.slam.scoring import run_length
from gamerules.solve.reserves import reserve_game


@pytest.mark.parametrize("name", FINDINGS)
def test_every_finding_is_stored_and_sound(name: str) -> None:
    assert stored(name)


@pytest.mark.parametrize("name", [name for name in FINDINGS if not FINDINGS[name].parameters])
def test_exact_findings_are_found_again(name: str) -> None:
    pytest.importorskip("numba")
    import gamerules.solve.compiled  # noqa: F401 - from here on "auto" searches compiled

    assert FINDINGS[name].make() == stored(name)


@pytest.mark.parametrize("name", [name for name in FINDINGS if FINDINGS[name].parameters])
def test_a_sample_depends_on_its_seed_alone(name: str) -> None:
    pytest.importorskip("numba")
    make = FINDINGS[name].make
    few = make(seed=3, size=2)
    assert few == make(seed=3, size=2)
    assert set(few) == set(stored(name))


def test_a_file_made_is_a_file_read(tmp_path: Path) -> None:
    path = _small(tmp_path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["digest"] == digest(data)
    data["results"]["in the talon"] += 1
    assert data["digest"] != digest(data)


def _small(folder: Path) -> Path:
    from dataclasses import replace

    small = replace(FINDINGS["ombre-talon"], parameters={"seed": 1, "size": 3})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "FINDINGS", {"ombre-talon": small})
        return write("ombre-talon", folder)


def test_what_was_changed_by_hand_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "files", lambda package: tmp_path)
    with pytest.raises(FindingError, match="was never made; run: make findings"):
        stored("ombre-talon")
    (tmp_path / "data").mkdir()
    path = _small(tmp_path / "data")
    with pytest.raises(FindingError, match="by other parameters"):
        stored("ombre-talon")
    path.write_text(path.read_text(encoding="utf-8").replace('"size": 3', '"size": 4'), encoding="utf-8")
    with pytest.raises(FindingError, match="changed by hand"):
        stored("ombre-talon")
    with pytest.raises(FindingError, match="did you mean 'ombre-talon'"):
        stored("ombre-talons")


def test_figures_as_the_page_shows_them() -> None:
    found = share_of("ombre-talon", "in the talon")
    assert percent("ombre-talon", "in the talon") == f"{100 * found.value:.1f}%"
    assert between("ombre-talon", "in the talon") == f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"
    assert average("slam-first-lead", "nullo").startswith("-1.")
    # What is counted lies within what was sampled.
    assert found.low < odds.spadille_in_talon() < found.high


@pytest.mark.parametrize("aim", ["tricks", "points", "made"])
def test_figures_of_one_aim_come_of_the_same_reserves(aim: str) -> None:
    pytest.importorskip("numba")
    first, second = map(CardSet.parse, findings.ILLUSTRATIVE)
    game = reserve_game((first, second), 0, Suit.HEARTS, engine="numba")
    won = {
        10 - taken: (totals := scored(Strain.HEARTS, 24, 10 - taken, doubling=Doubling.DOUBLED).totals())["declarer"]
        - totals["defender"]
        for taken in range(11)
    }
    worths = {"tricks": {n: n for n in won}, "points": won, "made": {n: int(n >= 8) for n in won}}
    found = game.equilibrium(lambda taken: -worths[aim][10 - taken])
    odds_of = dict.fromkeys(won, Fraction(0))
    for row, p in found.rows.items():
        for column, q in found.columns.items():
            odds_of[10 - game.table[row][column]] += p * q
    told = stored("slam-reserves-hearts")["to Kabanov, by what both play for"][aim]
    assert told == {name: str(sum(p * worth[n] for n, p in odds_of.items())) for name, worth in worths.items()}


PAGE = (Path(__file__).parents[2] / "docs/lab/findings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("figure", "interval"), [("percent", "between"), ("average", "average_between")])
def test_every_sampled_figure_of_the_page_has_its_interval(figure: str, interval: str) -> None:
    told = set(re.findall(rf"\b{figure}(\(.*?\))", PAGE))
    assert len(told) > 5
    assert told <= set(re.findall(rf"\b{interval}(\(.*?\))", PAGE))


def test_the_page_tells_how_its_figures_were_made() -> None:
    rows = findings.made_from()
    assert len(rows) == len(FINDINGS)
    assert ["24", "120"] in [row[2:] for row in rows]
    assert "{rows} gamerules.lab.findings:made_from" in PAGE


# ---- exact odds, against plain counting and against samples


def test_odds_of_a_card_in_the_talon() -> None:
    assert odds.spadille_in_talon() == Fraction(13, 40)


def test_odds_of_aces() -> None:
    assert sum(odds.aces_of_a_side(count) for count in range(5)) == 1
    assert odds.aces_of_a_side(2) == odds.drawn(52, 4, 26, 2) == Fraction(325, 833)
    whole = list(combinations(range(8), 4))
    for count in range(4):
        plain = Fraction(sum(len({0, 1, 2} & set(hand)) == count for hand in whole), len(whole))
        assert odds.drawn(8, 3, 4, count) == plain


def test_odds_of_holdings_at_vint() -> None:
    assert sum(each for _, _, each in odds.vint_holdings()) == 1
    by_aces = sum(each for _, aces, each in odds.vint_holdings() if aces == 2)
    assert by_aces == odds.aces_of_a_side(2)
    assert odds.vint_ties("declarers") == odds.vint_ties("opponents")  # the two sides are alike
    rng, ties, size = Random(6), 0, 4000
    from gamerules.vint.honours import aces_count, combined, honours_count

    for _ in range(size):
        ours = rng.sample(sorted(PACK_52), 26)
        honours = sum(card.suit is Suit.SPADES and card.rank >= Rank.TEN for card in ours)
        aces = sum(card.rank is Rank.ACE for card in ours)
        ties += combined(honours_count(honours), aces_count(aces, "declarers")).number == 0
    assert abs(ties / size - float(odds.vint_ties("declarers"))) < 0.02


def test_odds_of_a_run_at_slam() -> None:
    assert odds.run_at_slam(1) == 1 - odds.drawn(32, 8, 16, 0)
    assert odds.run_at_slam(8) == odds.drawn(32, 8, 16, 8)
    rng, runs, size = Random(7), 0, 4000
    for _ in range(size):
        mask = sum(card.mask for card in rng.sample(sorted(PACK_32), 16))
        runs += run_length(mask, Suit.HEARTS) >= 4
    assert abs(runs / size - float(odds.run_at_slam(4))) < 0.02


def test_the_benchmarks_page_has_its_rows() -> None:
    assert {row[0]: row[2] for row in benchmarks.speed_rows()}[benchmarks.BASE] == "1.00"
    assert all(float(row[1]) > 0 for row in benchmarks.import_rows())
    assert all(float(row[1]) <= float(row[2]) for row in benchmarks.solver_rows())
