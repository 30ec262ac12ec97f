"""gamerules score slam: every option, and impossible input as one clear error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gamerules import cli


def run(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    """Run the command; return exit status, output and errors."""
    status = cli.main(["score", "slam", *words.split()])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def data(capsys: pytest.CaptureFixture[str], words: str) -> dict[str, Any]:
    """Run the command with --json; return what it printed."""
    status, out, err = run(capsys, words + " --json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_the_illustrative_deal(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "--strain diamonds --bid small-slam --tricks 9 --doubled --declarer-run 4")
    assert found["game"] == "slam" and found["rules"] == "DICTIONARY"
    assert found["totals"] == {"declarer": 188, "defender": 0}
    assert [(e["side"], e["line"], e["points"], e["locus"]) for e in found["entries"]] == [
        ("declarer", "above", 15, "slam-dictionary.table.15"),
        ("declarer", "below", 48, "slam-dictionary.example.42"),
        ("declarer", "above", 25, "slam-dictionary.table.5"),
        ("declarer", "above", 100, "slam-dictionary.table.3"),
    ]
    assert all(set(entry) == {"side", "line", "points", "locus", "why"} and entry["why"] for entry in found["entries"])


@pytest.mark.parametrize(
    ("words", "declarer", "defender"),
    [
        ("--strain spades --bid 20 --tricks 7", -12, 0),
        ("--strain spades --bid 20 --tricks 7 --vulnerable", -20, 0),
        ("--strain spades --bid 20 --tricks 7 --doubled", -40, 0),
        ("--strain spades --bid 20 --tricks 7 --doubled --vulnerable", -60, 0),
        ("--strain spades --bid 20 --tricks 7 --redoubled", -80, 0),
        ("--strain spades --bid 20 --tricks 7 --redoubled --vulnerable", -120, 0),
        ("--strain notrump --bid grand-slam --tricks 10 --vulnerable", 350, 0),
        ("--strain notrump --bid 30 --tricks 8 --declarer-aces 4", 70, 0),
        ("--strain notrump --bid 30 --tricks 8 --defender-aces 3", 30, 30),
        ("--strain nullo --bid 10 --tricks 4 --declarer-sevens 3", 40, 0),
        ("--strain nullo --bid 10 --tricks 4 --defender-sevens 4", 10, 40),
        ("--strain hearts --bid 8 --tricks 6 --declarer-run 4 --defender-run 4", 23, 15),
        ("--strain hearts --bid 8 --tricks 6 --defender-run 8", 8, 75),
        ("--strain clubs --bid 6 --tricks 0", -18, 0),
        ("--strain hearts --bid 16 --tricks 7 --redoubled --vulnerable", 64 + 80, 0),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces 2 --defender-aces 2", 10, 0),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces 3 --defender-aces 1", 40, 0),
        ("--strain nullo --bid 10 --tricks 4 --declarer-sevens 0 --defender-sevens 4", 10, 40),
        ("--strain nullo --bid grand-slam --tricks 10 --redoubled --vulnerable", -50 * 30, 0),
        ("--strain clubs --bid 31 --tricks 10 --decision unreachable_strain=allowed", -1 * 3, 0),
        ("--strain hearts --bid 8 --tricks 6 --defender-run 4 --decision run_shape=from-ace", 8, 15),
        ("--strain hearts --bid 8 --tricks 6 --defender-run 4 --decision honours_by=declarer", 8, 0),
    ],
)
def test_every_option_counts(capsys: pytest.CaptureFixture[str], words: str, declarer: int, defender: int) -> None:
    assert data(capsys, words)["totals"] == {"declarer": declarer, "defender": defender}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--strain notrump --bid 10 --tricks 6 --declarer-aces 3", "three aces"),
        ("--strain nullo --bid 10 --tricks 4 --declarer-sevens 4", "four sevens"),
        ("--strain clubs --bid 6 --tricks 6 --declarer-run 8", "run of eight in ♣"),
    ],
)
def test_an_entry_tells_what_it_is_for(capsys: pytest.CaptureFixture[str], words: str, why: str) -> None:
    assert data(capsys, words)["entries"][0]["why"] == why


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--strain spades --bid 20 --tricks 7")
    assert (status, err) == (0, "")
    first = "declarer  above  -12  4 points short of 20, times 3  slam-dictionary.table.8"
    assert out.splitlines()[0] == first
    assert out.splitlines()[-2:] == ["declarer  total  -12", "defender  total    0"]


def test_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "--strain nullo --bid 10 --tricks 3 --rules MENDELEV")
    assert found["rules"] == "MENDELEV"
    assert found["totals"]["declarer"] == -30


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--strain spades --bid 20 --tricks 11", "11 tricks cannot be taken"),
        ("--strain spades --bid 20 --tricks -1", "tricks cannot be taken"),
        ("--strain notrump --bid 20 --tricks 7 --declarer-run 4", "a trump suit only"),
        ("--strain nullo --bid 20 --tricks 3 --defender-run 4", "a trump suit only"),
        ("--strain clubs --bid 31 --tricks 9", "brings more than 30"),
        ("--strain spades --bid 5 --tricks 9", "the lowest bid is 6"),
        ("--strain spades --bid slam --tricks 9", "is not a bid"),
        ("--strain spades --bid 8 --tricks 9 --declarer-run 3", "give 4 to 8"),
        ("--strain spades --bid 8 --tricks 9 --declarer-run 9", "give 4 to 8"),
        ("--strain spades --bid 8 --tricks 9 --declarer-run 5 --defender-run 4", "there are 8"),
        ("--strain spades --bid 8 --tricks 9 --declarer-aces 3", "no trumps only"),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces 5", "give 0 to 4"),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces -1", "give 0 to 4"),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces 4 --defender-aces 1", "there are 4"),
        ("--strain nullo --bid 10 --tricks 4 --declarer-sevens 3 --defender-sevens 3", "there are 4"),
        ("--strain hearts --bid 8 --tricks 3 --declarer-run 8", "takes 4 tricks or more, not 3"),
        ("--strain hearts --bid 8 --tricks 8 --defender-run 7", "takes 3 tricks or more, not 2"),
        (
            "--strain hearts --bid 8 --tricks 6 --declarer-run 4 --defender-run 4 --decision run_shape=from-ace",
            "one side alone",
        ),
        (
            "--strain clubs --bid 51 --tricks 9 --decision unreachable_strain=allowed",
            "any strain brings more than 50",
        ),
        ("--strain clubs --bid -6 --tricks 9", "is not a bid"),
        ("--strain notrump --bid 10 --tricks 9 --declarer-aces 3 --defender-aces 3", "there are 4"),
        ("--strain notrump --bid 10 --tricks 9 --declarer-sevens 3", "nullo only"),
        ("--strain hats --bid 10 --tricks 9", "hats"),
        ("--strain spades --bid 10 --tricks 9 --doubled --redoubled", "not allowed with"),
        ("--strain spades --tricks 9", "required: --bid"),
        ("--bid 10 --tricks 9", "required: --strain"),
        ("--strain spades --bid 10", "required: --tricks"),
        ("--strain spades --bid 10 --tricks nine", "nine"),
    ],
)
def test_impossible_input_is_one_clear_error(capsys: pytest.CaptureFixture[str], words: str, says: str) -> None:
    status, out, err = run(capsys, words)
    assert status == 2
    assert out == ""
    assert says in err
    assert err.count("\n") == 1 and "Traceback" not in err
