"""The illustrative deal and the rubber as records: they hold, and each thing broken once is caught on its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamerules.ledger import Line
from gamerules.records import Replay, load, parse, replay
from gamerules.slam import Rubber, State

ROOT = Path(__file__).parents[2]
DEAL = ROOT / "docs/games/slam/records/illustrative-deal.yaml"
RUBBER = ROOT / "docs/games/slam/records/rubber.yaml"
TEXT = DEAL.read_text(encoding="utf-8")


def broken(old: str, new: str) -> tuple[Replay, int]:
    """Return the replay of the deal with one text changed, and the line of the change."""
    assert TEXT.count(old) == 1, f"{old!r} must stand once in the record"
    line = TEXT[: TEXT.index(old)].count("\n") + old[: len(old) - len(old.lstrip("\n"))].count("\n") + 1
    return replay(parse(TEXT.replace(old, new), "deal.yaml")), line


def test_the_illustrative_deal_holds() -> None:
    played = replay(load(DEAL))
    assert played.disagreements == ()
    assert played.unreached == 0
    assert (
        len(played.moments) == 76
    )  # the opening, 32 cards dealt, 6 calls, strain, 2 of the double, 2 + 32 cards played
    final = played.moments[-1].state
    assert isinstance(final, State)
    ledger = final.ledger()
    assert ledger.totals() == {"declarer": 188, "defender": 0}
    assert ledger.total("declarer", Line.BELOW) == 48
    assert [entry.points for entry in ledger if entry.line is Line.ABOVE] == [15, 25, 100]


def test_every_sentence_of_the_example_is_in_the_record() -> None:
    wanted = {f"slam-dictionary.example.{number}" for number in range(2, 44)}
    assert set(load(DEAL).loci) == wanted


def test_the_rubber_holds() -> None:
    played = replay(load(RUBBER))
    assert played.disagreements == ()
    final = played.moments[-1].state
    assert isinstance(final, Rubber)
    assert final.is_over and final.winner == 0 and final.difference == -386


@pytest.mark.parametrize(
    ("old", "new", "label", "gives", "by"),
    [
        pytest.param(
            "winning card: ♥K, winner: Kabanov}",
            "winning card: ♥K, winner: Danilov}",
            "trick 4",
            "Kabanov (♥K wins)",
            "slam-dictionary.play.5",
            id="wrong trick winner",
        ),
        pytest.param("play ♠K", "play ♠Q", "trick 1", "not in the hand", "slam-dictionary.play.2", id="card not held"),
        pytest.param("play ♥J", "play ♣8", "trick 3", "must be followed", "slam-dictionary.play.4", id="revoke"),
        pytest.param(
            "      - Kabanov: bid 14",
            "      - Kabanov: bid 15",
            "round 2 of the auction",
            "by more than 5",
            "slam-dictionary.auction.5",
            id="bid over the limit",
        ),
        pytest.param(
            "score: {Danilov: 0, Kabanov: 188}",
            "score: {Danilov: 0, Kabanov: 187}",
            "the score",
            "188",
            "slam-dictionary.winner.1",
            id="score 187",
        ),
        pytest.param(
            "Danilov: ♠J107 ♥QJ9 ♦K ♣Q109\n",
            "Danilov: ♠J107 ♥QJ9 ♦K ♣Q10\n",
            "the first cards",
            "Danilov 9",
            "",
            id="nine cards dealt",
        ),
        pytest.param("trick: 4, leads", "trick: 3, leads", "trick 4", "4", "slam-dictionary.play.3", id="third trick"),
        pytest.param(
            "says: {limit: 19, highest: 19}",
            "says: {limit: none, highest: 19}",
            "round 3 of the auction",
            "19",
            "slam-dictionary.auction.6",
            id="no limit in round three",
        ),
    ],
)
def test_each_breakage_is_caught_on_its_line(old: str, new: str, label: str, gives: str, by: str) -> None:
    played, line = broken(old, new)
    fault = played.disagreements[0]
    assert fault.line == line
    assert fault.label == label
    assert gives in fault.gives
    assert by == "" or by in fault.by
    assert fault.loci


def test_a_refusal_that_would_be_legal_is_caught() -> None:
    played, line = broken(
        "{Kabanov: bid 12, by: slam-dictionary.auction.5}", "{Kabanov: bid 11, by: slam-dictionary.auction.5}"
    )
    assert [(fault.line, fault.gives) for fault in played.disagreements] == [(line, "legal")]


def test_a_refusal_for_another_reason_is_caught() -> None:
    played, line = broken(
        "{Kabanov: bid 12, by: slam-dictionary.auction.5}", "{Kabanov: bid 12, by: slam-dictionary.aim.1}"
    )
    (fault,) = played.disagreements
    assert fault.line == line and fault.by == ("slam-dictionary.auction.5",)


@pytest.mark.parametrize(
    ("old", "new", "gives"),
    [
        ("dealer: Kabanov}\nsteps", "dealer: Petrov}\nsteps", "is not a player"),
        ("dealer: Kabanov}\nsteps", "dealer: Kabanov, session: match}\nsteps", "neither deal nor rubber"),
        ("dealer: Kabanov}\nsteps", "vulnerable: both, session: rubber}\nsteps", "nobody vulnerable"),
        ("- Danilov: double", "- Danilov: dubble", "did you mean 'double'"),
        ("- Danilov: double", "- Danilov: double at once", "stands alone"),
        ("name diamonds", "name diamnds", "did you mean 'diamonds'"),
        ("bid small-slam", "bid smallslam", "is not a bid"),
        ("bid small-slam", f"bid {'9' * 5000}", "is not a bid"),
    ],
)
def test_what_cannot_be_read_is_told(old: str, new: str, gives: str) -> None:
    played, _ = broken(old, new)
    assert gives in played.disagreements[0].gives
