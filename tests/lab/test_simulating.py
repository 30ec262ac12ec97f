import csv
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from gamerules.game import find
from gamerules.lab import running, simulating
from gamerules.lab.deals import deal_of
from gamerules.lab.play_alone import contest, contracts_of, outcome_of, tricks_of
from gamerules.lab.saving import check, draw, save
from gamerules.lab.simulating import play_deal, record_of, simulate, simulate_play
from gamerules.lab.statistics import mean, share, student, tables, text
from gamerules.records import parse, replay
from gamerules.rules import ImpossibleInputError

GAMES = ("german-ombre", "nullo-bridge", "slam", "two-hand-bridge", "vint")


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "CHUNK", 20)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_depends_on_seed_and_number_alone(game: str) -> None:
    twelve = simulate(game, 12, seed=5)
    assert twelve == simulate(game, 12, seed=5)
    assert twelve[:7] == simulate(game, 7, seed=5)
    assert twelve != simulate(game, 12, seed=6)
    rules = next(iter(find(game).presets.values()))
    _, _, (before, last) = play_deal(game, rules, 5, 9)
    assert deal_of(game).outcome(last, before) == twelve[9]


@pytest.mark.usefixtures("small_chunks")
def test_processes_give_the_same_though_one_is_killed() -> None:
    alone = simulate("slam", 120, seed=2)
    killed: list[int] = []

    def kill_one(done: int, of: int) -> None:
        children = multiprocessing.active_children()
        if not killed and children and done < of:
            killed.append(children[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    assert simulate("slam", 120, seed=2, jobs=2, progress=kill_one) == alone
    assert killed


def test_processes_that_always_die_are_given_up() -> None:
    with pytest.raises(running.LostWorkersError, match="3 times without one result"):
        running.run(os._exit, [(1,), (1,)], jobs=2)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.filterwarnings("ignore::Warning")
def test_dask_gives_the_same_though_a_worker_is_killed() -> None:
    distributed = pytest.importorskip("distributed")
    alone = simulate("slam", 160, seed=3)
    told: list[tuple[int, int]] = []
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:

        def kill_one(done: int, of: int) -> None:
            if not told:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
            told.append((done, of))

        there = simulate("slam", 160, seed=3, scheduler=cluster.scheduler_address, progress=kill_one)
    assert there == alone
    assert told == [(n, 8) for n in range(1, 9)]  # every task counted, and once


TRICKS = {
    # Of deals 40 to 43 of seed 11: a seed gives the same deals and cards in every version.
    ("german-ombre", "clubs"): [(4, 4, 1), (1, 4, 4), (4, 3, 2), (1, 6, 2)],
    ("german-ombre", "diamonds"): [(3, 6, 0), (4, 2, 3), (3, 3, 3), (4, 3, 2)],
    ("german-ombre", "hearts"): [(6, 2, 1), (1, 4, 4), (2, 4, 3), (3, 4, 2)],
    ("german-ombre", "spades"): [(6, 1, 2), (0, 5, 4), (4, 3, 2), (1, 3, 5)],
    ("german-ombre", "grand"): [(4, 4, 1), (1, 2, 6), (3, 3, 3), (5, 2, 2)],
    ("german-ombre", "null"): [(5, 2, 2), (2, 3, 4), (3, 3, 3), (3, 4, 2)],
    ("nullo-bridge", "nullo"): [(7, 6), (6, 7), (6, 7), (6, 7)],
    ("slam", "clubs"): [(7, 3), (6, 4), (3, 7), (1, 9)],
    ("slam", "diamonds"): [(5, 5), (6, 4), (3, 7), (2, 8)],
    ("slam", "hearts"): [(7, 3), (4, 6), (7, 3), (4, 6)],
    ("slam", "spades"): [(6, 4), (4, 6), (5, 5), (4, 6)],
    ("slam", "notrump"): [(7, 3), (6, 4), (3, 7), (3, 7)],
    ("slam", "nullo"): [(7, 3), (6, 4), (3, 7), (3, 7)],
    ("two-hand-bridge", "clubs"): [(7, 6), (5, 8), (2, 11), (10, 3)],
    ("two-hand-bridge", "diamonds"): [(9, 4), (8, 5), (3, 10), (8, 5)],
    ("two-hand-bridge", "hearts"): [(7, 6), (6, 7), (5, 8), (9, 4)],
    ("two-hand-bridge", "spades"): [(10, 3), (6, 7), (2, 11), (10, 3)],
    ("two-hand-bridge", "no trump"): [(7, 6), (6, 7), (2, 11), (10, 3)],
    ("two-hand-bridge", "nullo"): [(7, 6), (6, 7), (2, 11), (10, 3)],
    ("vint", "clubs"): [(4, 9), (7, 6), (4, 9), (9, 4)],
    ("vint", "diamonds"): [(4, 9), (10, 3), (2, 11), (7, 6)],
    ("vint", "hearts"): [(6, 7), (6, 7), (7, 6), (8, 5)],
    ("vint", "spades"): [(5, 8), (8, 5), (4, 9), (8, 5)],
    ("vint", "notrump"): [(5, 8), (7, 6), (6, 7), (7, 6)],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_play_for_ever(game: str) -> None:
    expected = {contract: tricks for (name, contract), tricks in TRICKS.items() if name == game}
    assert {
        contract: [tricks_of(contest(game, contract), 11, number) for number in range(40, 44)]
        for contract in contracts_of(game)
    } == expected


def test_the_play_alone() -> None:
    played = simulate_play("german-ombre", "grand", 60, seed=4)
    assert played[7] == outcome_of(contest("german-ombre", "grand"), 4, 7)
    assert {outcome["result"] for outcome in played} == {"sacado", "puesta", "codille"}


@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_deal_prints_its_record(game: str) -> None:
    rules = next(iter(find(game).presets.values()))
    record = parse(record_of(game, rules, 8, 2), "deal")
    shown = replay(record)
    assert not shown.disagreements
    _, _, (_, last) = play_deal(game, rules, 8, 2)
    assert shown.moments[-1].state == last


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"deals": 0}, "at least one"),
        ({"deals": 1, "policy": "clever"}, "no policy"),
    ],
)
def test_nothing_to_simulate_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ImpossibleInputError, match=words):
        simulate(**({"game": "slam"} | arguments))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("slam", "diamond", 1), "did you mean 'diamonds'"),
        (("slam", "hearts", 0), "at least one"),
    ],
)
def test_no_play_to_simulate_is_refused(arguments: tuple[str, str, int], words: str) -> None:
    with pytest.raises(ImpossibleInputError, match=words):
        simulate_play(*arguments)


# ---- figures


def test_a_game_that_is_only_scored_is_refused(scored_only: str) -> None:
    with pytest.raises(ImpossibleInputError, match="no deals to run"):
        simulate(scored_only, 1)
    with pytest.raises(ImpossibleInputError, match="no play to simulate"):
        simulate_play(scored_only, "hearts", 1)


def test_wilsons_interval() -> None:
    half = share(50, 100)
    assert (round(half.low, 4), round(half.high, 4)) == (0.4038, 0.5962)
    none = share(0, 20)
    assert none.low == 0
    assert round(none.high, 4) == 0.1611
    assert share(20, 20).high == 1
    assert half.percent() == "50.0% (40.4 to 59.6)"
    for wrong in ((1, 0), (3, 2), (-1, 4)):
        with pytest.raises(ValueError, match="is not a share"):
            share(*wrong)


@pytest.mark.parametrize(
    ("freedom", "reach"),  # as any table of Student's distribution has them
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (10, 2.2281), (40, 2.0211), (60, 2.0003), (120, 1.9799), (10**6, 1.96)],
)
def test_small_samples_have_wide_intervals(freedom: int, reach: float) -> None:
    assert abs(student(freedom) - reach) < 0.0001


def test_mean_and_its_interval() -> None:
    found = mean([1, 2, 3, 4])
    assert found.value == 2.5
    assert round(found.high - found.value, 3) == 2.054  # 3.1824 standard errors
    assert mean([7]).number() == "7.00 (one deal: no interval)"
    with pytest.raises(ValueError, match="no value"):
        mean([])


def test_tables_tell_columns_that_some_deals_lack() -> None:
    made = tables([{"result": "made", "tricks": 7}, {"result": "made", "tricks": 9}, {"result": "passed out"}])
    assert [name for name, _ in made] == ["result", "tricks (of 2 deals)"]
    assert made[0][1][0] == ("made", share(2, 3).percent())
    assert [label for label, _ in made[1][1]] == ["mean", "7", "9"]
    many: list[dict[str, str | int]] = [{"won": number} for number in range(40)]
    assert [label for label, _ in tables(many)[0][1]] == ["mean"]
    assert text(many).startswith("40 deals; in brackets, intervals of 95%\n\nwon\n  mean  19.50")


def test_results_are_saved(tmp_path: Path) -> None:
    outcomes = simulate("slam", 30, seed=1)
    save(outcomes, tmp_path / "deals.csv")
    with (tmp_path / "deals.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["deal"] for row in rows] == [str(number) for number in range(30)]
    assert [row["result"] for row in rows] == [outcome["result"] for outcome in outcomes]
    parquet = pytest.importorskip("pyarrow.parquet")
    save(outcomes, tmp_path / "deals.parquet")
    read = parquet.read_table(tmp_path / "deals.parquet").to_pylist()
    assert [{k: v for k, v in row.items() if k != "deal" and v is not None} for row in read] == outcomes


def test_distributions_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    draw(simulate("slam", 20, seed=1), tmp_path / "deals.svg")
    assert "<svg" in (tmp_path / "deals.svg").read_text(encoding="utf-8")


def test_files_are_refused_before_the_work(tmp_path: Path) -> None:
    with pytest.raises(ImpossibleInputError, match=r"can be saved as \.csv, \.parquet"):
        check(tmp_path / "deals.xls", None)
    with pytest.raises(ImpossibleInputError, match=r"can be saved as \.svg, \.png, \.pdf"):
        check(None, tmp_path / "deals.csv")
    with pytest.raises(ImpossibleInputError, match="no folder"):
        check(tmp_path / "none" / "deals.csv", None)
