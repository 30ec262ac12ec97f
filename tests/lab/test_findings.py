import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from gamerules.cards import PACK_32, PACK_52, CardSet, Rank, Suit
from gamerules.german_ombre.findings import spadille_in_talon
from gamerules.lab import benchmarks, findings
from gamerules.lab.findings import (
    FindingError,
    average,
    between,
    digest,
    path_of,
    percent,
    share_of,
    stored,
    studies,
    write,
)
from gamerules.lab.statistics import drawn
from gamerules.slam import Doubling, Strain, scored
from gamerules.slam.findings import ILLUSTRATIVE, run_at_slam
from gamerules.slam.scoring import run_length
from gamerules.solve.reserves import ReserveGame, reserve_game
from gamerules.vint.findings import aces_of_a_side, vint_holdings, vint_ties

STUDIES = studies()


@pytest.mark.parametrize("name", STUDIES)
def test_every_finding_is_stored_and_sound(name: str) -> None:
    assert stored(name)


@pytest.mark.parametrize("name", [name for name in STUDIES if not STUDIES[name].parameters])
def test_exact_findings_are_found_again(name: str) -> None:
    assert STUDIES[name].make() == stored(name)


@pytest.mark.parametrize("name", [name for name in STUDIES if STUDIES[name].parameters])
def test_a_sample_depends_on_its_seed_alone(name: str) -> None:
    few = {"seed": 684, "size": 1 if name == "slam-bid-24" else 2}  # this seed's first deal is solved in no time
    found = STUDIES[name].make(**few)
    assert found == STUDIES[name].make(**few)
    assert set(found) == set(stored(name))


def test_every_study_is_kept_with_its_game() -> None:
    assert {path_of(name).parent.parent.name for name in STUDIES} == {"german_ombre", "slam", "two_hand_bridge"}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a small study of talons, in a folder of its own; nothing is written yet."""
    study = replace(STUDIES["ombre-talon"], parameters={"seed": 1, "size": 3})
    monkeypatch.setattr(findings, "studies", lambda: {"ombre-talon": study})
    monkeypatch.setattr(findings, "files", lambda package: tmp_path)
    return tmp_path / "data" / "ombre-talon.json"


def test_a_file_made_is_a_file_read(small: Path) -> None:
    assert write("ombre-talon") == small
    assert stored("ombre-talon")["size"] == 3
    data = json.loads(small.read_text(encoding="utf-8"))
    assert data["digest"] == digest(data)
    data["results"]["in the talon"] += 1
    assert data["digest"] != digest(data)


def test_what_was_changed_by_hand_is_refused(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FindingError, match="was never made; run: make findings"):
        stored("ombre-talon")
    with pytest.raises(FindingError, match="did you mean 'ombre-talon'"):
        stored("ombre-talons")
    write("ombre-talon")
    small.write_text(small.read_text(encoding="utf-8").replace('"size": 3', '"size": 4'), encoding="utf-8")
    with pytest.raises(FindingError, match="changed by hand"):
        stored("ombre-talon")
    write("ombre-talon")
    monkeypatch.setattr(findings, "studies", lambda: STUDIES)
    with pytest.raises(FindingError, match="with other parameters"):
        stored("ombre-talon")


def test_figures_as_the_page_shows_them() -> None:
    found = share_of("ombre-talon", "in the talon")
    assert percent("ombre-talon", "in the talon") == f"{100 * found.value:.1f}%"
    assert between("ombre-talon", "in the talon") == f"{100 * found.low:.1f}% to {100 * found.high:.1f}%"
    assert average("slam-first-lead", "nullo").startswith("-1.")
    # What is counted lies within what was sampled.
    assert found.low < spadille_in_talon() < found.high


@pytest.fixture(scope="module")
def game() -> ReserveGame:
    first, second = map(CardSet.parse, ILLUSTRATIVE)
    return reserve_game((first, second), 0, Suit.HEARTS)


@pytest.mark.parametrize("aim", ["tricks", "points", "made"])
def test_figures_of_one_aim_come_of_the_same_reserves(aim: str, game: ReserveGame) -> None:
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
    assert len(rows) == len(STUDIES)
    assert ["24", "120"] in [row[2:] for row in rows]
    assert "{rows} gamerules.lab.findings:made_from" in PAGE


# ---- exact odds, against plain counting and against samples


def test_odds_of_a_card_in_the_talon() -> None:
    assert spadille_in_talon() == Fraction(13, 40)


def test_odds_of_aces() -> None:
    assert sum(aces_of_a_side(count) for count in range(5)) == 1
    assert aces_of_a_side(2) == drawn(52, 4, 26, 2) == Fraction(325, 833)
    whole = list(combinations(range(8), 4))
    for count in range(4):
        plain = Fraction(sum(len({0, 1, 2} & set(hand)) == count for hand in whole), len(whole))
        assert drawn(8, 3, 4, count) == plain


def test_odds_of_holdings_at_vint() -> None:
    assert sum(each for _, _, each in vint_holdings()) == 1
    by_aces = sum(each for _, aces, each in vint_holdings() if aces == 2)
    assert by_aces == aces_of_a_side(2)
    assert vint_ties("declarers") == vint_ties("opponents")  # the two sides are alike
    rng, ties, size = Random(6), 0, 4000
    from gamerules.vint.honours import aces_count, combined, honours_count

    for _ in range(size):
        ours = rng.sample(sorted(PACK_52), 26)
        honours = sum(card.suit is Suit.SPADES and card.rank >= Rank.TEN for card in ours)
        aces = sum(card.rank is Rank.ACE for card in ours)
        ties += combined(honours_count(honours), aces_count(aces, "declarers")).number == 0
    assert abs(ties / size - float(vint_ties("declarers"))) < 0.02


def test_odds_of_a_run_at_slam() -> None:
    assert run_at_slam(1) == 1 - drawn(32, 8, 16, 0)
    assert run_at_slam(8) == drawn(32, 8, 16, 8)
    rng, runs, size = Random(7), 0, 4000
    for _ in range(size):
        mask = sum(card.mask for card in rng.sample(sorted(PACK_32), 16))
        runs += run_length(mask, Suit.HEARTS) >= 4
    assert abs(runs / size - float(run_at_slam(4))) < 0.02


def test_the_benchmarks_page_has_its_rows() -> None:
    assert benchmarks.ours() == [
        f"gamerules {name}" for name in ("slam", "german-ombre", "two-hand-bridge", "nullo-bridge")
    ]
    assert {row[0]: row[2] for row in benchmarks.speed_rows()}["gamerules slam"] == "1.00"
    assert all(float(row[1]) > 0 for row in benchmarks.import_rows())
    assert all(float(row[1]) <= float(row[2]) for row in benchmarks.solver_rows())
