import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamerules import german_ombre, slam, two_hand_bridge
from gamerules.cards import CARDS, CardSet
from gamerules.cli import COMMANDS, DISAGREES, DONE, WRONG, main
from gamerules.commands.completion import SPACES, tree
from gamerules.game import random_game
from gamerules.lab.deals import deal_of
from gamerules.lab.machine import Effort, card_of
from gamerules.notation import pbn
from gamerules.policy import Moment
from gamerules.records import parse, replay
from gamerules.solve import Scored, position_of

ROOT = Path(__file__).parents[2]
ILLUSTRATIVE = ROOT / "docs" / "games" / "slam" / "records" / "illustrative-deal.yaml"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        status = main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return call


# ---- deal


def test_deal_shows_hands(run: Run) -> None:
    status, out, _ = run("deal", "german-ombre", "--seed", "3")
    assert status == DONE
    assert out.count(", hand: ") == 3
    assert "nobody, talon: " in out
    assert run("deal", "german-ombre", "--seed", "3")[1] == out
    assert run("deal", "german-ombre", "--seed", "4")[1] != out


@pytest.mark.parametrize("game", ["german-ombre", "nullo-bridge", "slam", "two-hand-bridge"])
def test_deal_writes_a_record_that_replays(run: Run, game: str) -> None:
    status, out, _ = run("deal", game, "--played", "--number", "4")
    assert status == DONE
    assert not replay(parse(out, "deal")).disagreements


def test_deal_writes_a_board(run: Run) -> None:
    status, out, _ = run("deal", "nullo-bridge", "--pbn")
    assert status == DONE
    (board,) = pbn.parse(out)
    assert len(board.play) == 52


# ---- solve


def test_solve_a_record(run: Run) -> None:
    status, out, _ = run("solve", str(ILLUSTRATIVE))
    assert status == DONE
    assert "  tricks: Danilov 1, Kabanov 9\n" in out
    assert "none of the 32 cards played was an error" in out


def test_solve_tells_reserves_as_json(run: Run) -> None:
    status, out, _ = run("solve", str(ILLUSTRATIVE), "--reserves", "--json")
    assert status == DONE
    (deal,) = json.loads(out)
    assert deal["reserves"]["value to Danilov"] == "2"
    assert deal["reserves"]["sure of"] == {"Danilov": 1, "Kabanov": 7}
    assert deal["reserves"]["sure of, reserves by tricks"]["Danilov"] == {"0": 333, "1": 221, "2": 6}
    assert "♠K ♥QJ" in deal["reserves"]["sure of, better"]["Danilov"]
    assert len(deal["reserves"]["against the other's, better"]["Danilov"]) == 221
    assert "against the other's, better: Danilov ♠AKJ; " in (text := run("solve", str(ILLUSTRATIVE), "--reserves")[1])
    assert " and 209 more, which --json names, Kabanov none\n" in text


def test_solve_in_every_strain(run: Run) -> None:
    status, out, _ = run("solve", str(ILLUSTRATIVE), "--strains", "--json")
    assert status == DONE
    (deal,) = json.loads(out)
    assert set(deal["strains"]) == {"clubs", "diamonds", "hearts", "spades", "no trumps", "nullo"}
    assert deal["strains"]["diamonds"] == {"Danilov": 1, "Kabanov": 9} == deal["strains"]["hearts"]
    null = ROOT / "docs" / "games" / "german-ombre" / "records" / "null.yaml"
    assert "only a deal of two open hands" in run("solve", str(null), "--strains")[2]


def test_solve_names_errors_of_an_ombre(run: Run) -> None:
    path = ROOT / "docs" / "games" / "german-ombre" / "records" / "null.yaml"
    status, out, _ = run("solve", str(path))
    assert status == DONE
    assert "card 1: Boris's ♠A costs 2 prices of the game; best: ♥A" in out


def test_solve_boards_side_by_side(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("endplay")
    rng = Random(1)
    boards = []
    for _ in range(2):
        order = rng.sample(range(52), 52)
        hands = tuple(CardSet(CARDS[card] for card in order[i * 13 : i * 13 + 13]) for i in range(4))
        boards.append(pbn.Board(hands=(hands[0], hands[1], hands[2], hands[3]), contract="3NT", declarer=2))
    path = tmp_path / "two.pbn"
    path.write_text(pbn.write(boards), encoding="utf-8")
    status, out, _ = run("solve", str(path), "--jobs", "2")
    assert status == DONE
    assert out.count("  solved by dds; ") == 2
    assert run("solve", str(path))[1] == out


def test_solve_refuses_what_it_cannot_do(run: Run, tmp_path: Path) -> None:
    vint = ROOT / "docs" / "games" / "vint" / "records" / "rubber.yaml"
    assert run("solve", str(vint))[::2] == (
        WRONG,
        f"gamerules: error: {vint}:1: no card is played in this record, so there is nothing to solve\n",
    )
    missing = tmp_path / "none.pbn"
    assert run("solve", str(missing))[2].startswith(f"gamerules: error: {missing}:1: the file does not exist")
    empty = tmp_path / "empty.pbn"
    empty.write_text('[Board "3"]\n[Deal "N:- - - -"]\n', encoding="utf-8")
    assert run("solve", str(empty))[2].startswith(f"gamerules: error: {empty}:1: board 3: the board has no contract")
    empty.write_text("hello\n", encoding="utf-8")
    assert run("solve", str(empty))[:2] == (WRONG, "")
    assert run("solve", str(empty), "--json")[1] == "[]\n"


@pytest.mark.parametrize(("game", "sides"), [("slam", 10), ("two-hand-bridge", 13)])
def test_solve_takes_a_session_deal_by_deal(run: Run, game: str, sides: int) -> None:
    rubber = ROOT / "docs" / "games" / game / "records" / "rubber.yaml"
    status, out, _ = run("solve", str(rubber), "--json", "--jobs", "2")
    assert status == DONE
    deals = json.loads(out)
    assert [deal["name"].rpartition(", ")[2] for deal in deals] == [f"deal {number}" for number in range(1, 6)]
    assert all(sum(deal["tricks"].values()) == sides for deal in deals)
    assert {deal["cards judged"] for deal in deals} == {32 if game == "slam" else 26}


NORTH = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"


def test_solve_tells_each_fault_with_file_and_line_and_solves_the_others(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("endplay")
    path = tmp_path / "three.PBN"
    deal = f'[Deal "N:{NORTH}"]\n[Declarer "N"]\n'
    good = f'[Board "1"]\n{deal}[Contract "7S"]\n\n'
    bare = f'[Board "2"]\n{deal}\n'
    wrong = f'[Board "3"]\n{deal}[Contract "7S"]\n[Play "E"]\nHA DA CA HK\n\n'
    misspelt = f'[Board "4"]\n{deal}[Contract "8S"]\n'
    path.write_text(good + bare + wrong + misspelt, encoding="utf-8")
    status, out, err = run("solve", str(path))
    assert status == WRONG
    assert out.startswith(f"{path}, board 1\n  tricks: N-S 13, E-W 0\n")
    assert [line.partition(" board")[0].partition("; ")[0] for line in err.splitlines()] == [
        f"gamerules: error: {path}:20: '8S' is not a contract",
        f"gamerules: error: {path}:6:",
        f"gamerules: error: {path}:10: ♥K may not be played here",
    ]


def test_one_is_one(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "ending.pbn"
    path.write_text('[Deal "N:A...2 .A..3 2.2.. .3..A"]\n[Contract "1NT"]\n[Play "N"]\nC2 - - -\n', encoding="utf-8")
    out = run("solve", str(path), "--engine", "python")[1]
    assert "North's ♣2 costs 1 trick; best: ♠A" in out


def test_solve_tells_where_a_record_breaks_the_rules(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    text = ILLUSTRATIVE.read_text(encoding="utf-8")
    path.write_text(text.replace("- Danilov: play ♠7\n", "- Danilov: play ♣8\n"), encoding="utf-8")
    status, out, _ = run("solve", str(path))
    assert status == DISAGREES
    assert "♣8 is not legal" not in out.splitlines()[0]
    assert f"{path}:" in out


# ---- simulate


def test_simulate_counts_with_intervals(run: Run) -> None:
    status, out, _ = run("simulate", "slam", "--deals", "40", "--seed", "7")
    assert status == DONE
    assert out.startswith("40 deals; in brackets, intervals of 95%")
    assert run("simulate", "slam", "--deals", "40", "--seed", "7", "--jobs", "2")[1] == out


def test_simulate_one_contract(run: Run) -> None:
    status, out, _ = run("simulate", "german-ombre", "--contract", "spades", "--deals", "60", "--json")
    assert status == DONE
    told = json.loads(out)
    assert [column["name"] for column in told.pop("columns")] == ["result", "tricks", "split"]
    assert told == {
        "game": "german-ombre",
        "rules": "DICTIONARY",
        "contract": "spades",
        "policy": None,
        "deals": 60,
        "seed": 1,
    }


def test_simulate_as_json_says_what_was_done_in_figures(run: Run) -> None:
    words = ("simulate", "slam", "--deals", "30", "--seed", "4", "--json")
    told = json.loads(run(*words)[1])
    columns = {column["name"]: column for column in told.pop("columns")}
    assert told == {
        "game": "slam",
        "rules": "DICTIONARY",
        "contract": None,
        "policy": "game",
        "deals": 30,
        "seed": 4,
    }
    result = columns["result"]
    assert (result["deals"], result["mean"]) == (30, None)
    assert sum(each["deals"] for each in result["values"]) == 30
    made = next(each for each in result["values"] if each["value"] == "made")
    assert made["share"]["low"] < made["share"]["value"] == made["deals"] / 30 < made["share"]["high"]
    assert columns["tricks"]["mean"]["low"] < columns["tricks"]["mean"]["value"]
    assert all(isinstance(each["value"], int) for each in columns["won"]["values"])
    reading = ("--rules", "MENDELEV", "--policy", "uniform", "--deals", "1")
    other = json.loads(run(*words, *reading)[1])
    assert (other["rules"], other["policy"]) == ("MENDELEV", "uniform")
    (mean,) = (column["mean"] for column in other["columns"] if column["name"] == "bid")
    assert (mean["low"], mean["high"]) == (None, None)


def test_one_deal_is_one(run: Run) -> None:
    assert run("simulate", "slam", "--deals", "1")[1].startswith("1 deal; in brackets")
    out = run("simulate", "german-ombre", "--deals", "30", "--seed", "8")[1]
    assert "(of 1 deals)" not in out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--contract", "nullo", "--policy", "uniform"), "--policy: not allowed with argument --contract"),
        (("--contract", "nullo", "--rules", "MENDELEV"), "--rules and --decision: not allowed"),
        (("--contract", "nullo", "--decision", "slam_by=bid"), "--rules and --decision: not allowed"),
        (("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "--scheduler: not allowed with argument --jobs"),
    ],
)
def test_options_without_effect_are_refused(run: Run, words: tuple[str, ...], named: str) -> None:
    status, out, err = run("simulate", "slam", "--deals", "5", *words)
    assert (status, out) == (WRONG, "")
    assert named in err
    assert err.count("\n") == 1


def test_a_simulated_deal_can_be_shown(run: Run, tmp_path: Path) -> None:
    run("simulate", "slam", "--deals", "2", "--seed", "6", "--out", str(tmp_path / "x.csv"))
    rows = (tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        number, result, *_ = row.split(",")
        status, out, _ = run("deal", "slam", "--seed", "6", "--number", number, "--played")
        last = replay(parse(out, "deal")).moments[-2:]
        assert status == DONE
        assert deal_of("slam").outcome(last[1].state, last[0].state)["result"] == result
    assert "is not a whole number of at least 0" in run("deal", "slam", "--number", "-1")[2]


@pytest.mark.parametrize("command", ["deal", "play", "simulate"])
def test_games_without_deals_are_refused_and_not_offered(run: Run, command: str, scored_only: str) -> None:
    status, out, err = run(command, scored_only, "--help")
    assert (status, out) == (WRONG, "")
    assert err.startswith("gamerules: error: Vint has no deals to run")
    assert "one of german-ombre, nullo-bridge, slam, two-hand-bridge\n" in run(command, "--help")[1]
    assert "one of vint\n" in run("rota", "--help")[1]


@pytest.mark.parametrize(
    ("library", "words"), [("matplotlib", ("--plot", "x.svg")), ("pyarrow", ("--out", "x.parquet"))]
)
def test_libraries_are_missed_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, library: str, words: tuple[str, str]
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr("gamerules.lab.simulating.simulate", lambda *_, **__: pytest.fail("deals were played"))
    status, _, err = run("simulate", "slam", *words)
    assert (status, err.partition(";")[0]) == (WRONG, f"gamerules: error: {library} is not installed")


def test_the_tables_are_told_though_the_disk_is_full(run: Run, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    full = tmp_path / "full.csv"
    full.symlink_to("/dev/full")
    status, out, err = run("simulate", "slam", "--deals", "3", "--out", str(full))
    assert (status, err) == (WRONG, f"gamerules: error: {full}: cannot be written: No space left on device\n")
    assert out.startswith("3 deals; in brackets")


def test_simulate_saves_and_draws(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    words = ("--out", str(tmp_path / "x.csv"), "--plot", str(tmp_path / "x.png"))
    assert run("simulate", "nullo-bridge", "--deals", "10", *words)[0] == DONE
    assert {path.name for path in tmp_path.iterdir()} == {"x.csv", "x.png"}
    status, _, err = run("simulate", "slam", "--out", "x.xls")
    assert (status, err) == (
        WRONG,
        "gamerules: error: x.xls: results can be saved as .csv, .parquet; use such an ending\n",
    )


@pytest.mark.parametrize("words", [("--deals", "0"), ("--jobs", "none"), ("--contract", "trumps"), ("--policy", "x")])
def test_simulate_refuses_in_one_line(run: Run, words: tuple[str, str]) -> None:
    status, _, err = run("simulate", "slam", *words)
    assert status == WRONG
    assert err.count("\n") == 1
    assert "see gamerules simulate slam --help" in err


def test_a_missing_library_is_named_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, err = run("simulate", "slam", "--deals", "1", "--scheduler", "tcp://127.0.0.1:1")
    assert status == WRONG
    assert err.startswith("gamerules: error: distributed is not installed; run: pip install 'gamerules[research]'")
    assert err.count("\n") == 1


# ---- play


def at_the_table(monkeypatch: pytest.MonkeyPatch, run: Run, lines: list[str], *words: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status, out, _ = run("play", *words)
    return status, out


def test_play_helps_and_refuses_with_the_sentence(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    lines = ["help", "?", "bid 99", "bit 6", "see", "hint", "bid 6", "quit"]
    status, out = at_the_table(monkeypatch, run, lines, "slam", "--seed", "4", "--dealer", "2")
    assert status == DONE
    assert "You may: pass, bid 6, bid 7" in out
    assert "99 is not legal: no deal can bring more than 50 points (slam-dictionary.auction.3)" in out
    assert "'bit 6' is no card and does not begin with a known verb; did you mean 'bid'?" in out
    assert "The machine would: " in out
    assert "Player 2, hand: 10 face down" in out
    assert out.endswith("You have left the table.\n")


def test_play_understands_capitals(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    lines = ["HELP", "Bid 6", "BID GRAND-SLAM", "NAME DIAMONDS", "QUIT"]
    status, out = at_the_table(monkeypatch, run, lines, "slam", "--seed", "4", "--dealer", "2")
    assert status == DONE
    assert out.count("does not begin with a known verb") == 0
    assert "hint  what the machine would do, and why" in out
    assert "diamonds is not legal: a call is a number of points" in out
    assert out.endswith("You have left the table.\n")


@pytest.mark.parametrize("game", ["slam", "two-hand-bridge", "german-ombre", "nullo-bridge"])
def test_who_leaves_has_his_deal_so_far(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path, game: str) -> None:
    path = tmp_path / "deal.yaml"
    status, out = at_the_table(monkeypatch, run, ["quit"], game, "--seed", "2", "--record", str(path))
    assert status == DONE
    assert out.endswith("You have left the table.\n")
    record = parse(path.read_text(encoding="utf-8"), "deal")
    assert record.steps or record.start
    assert not replay(record).disagreements


def test_a_record_that_cannot_be_written_is_refused_before_the_deal(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    for path, why in ((tmp_path, "is a folder"), (tmp_path / "none" / "x.yaml", "there is no folder")):
        status, out, err = run("play", "slam", "--record", str(path))
        assert (status, out) == (WRONG, "")
        assert why in err
    monkeypatch.setitem(sys.modules, "yaml", None)
    status, out, err = run("play", "slam", "--record", str(tmp_path / "x.yaml"))
    assert (status, out) == (WRONG, "")
    assert "pip install 'gamerules[records]'" in err


@pytest.mark.parametrize("game", ["slam", "two-hand-bridge", "german-ombre", "nullo-bridge"])
def test_a_deal_can_be_played_to_its_end(monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path, game: str) -> None:
    """The player does what the machine hints at; the record written at the end replays."""
    from gamerules.commands import play

    def obey(table: Any, state: Any) -> tuple[Any, ...]:
        return (table.machine(state).action,)

    monkeypatch.setattr(play.Sitting, "ask", obey)
    path = tmp_path / "deal.yaml"
    status, out = at_the_table(monkeypatch, run, [], game, "--seed", "2", "--opponent", "simple", "--record", str(path))
    assert status == DONE
    assert "The deal is over: result " in out
    record = parse(path.read_text(encoding="utf-8"), "deal")
    assert not replay(record).disagreements
    assert "You" in record.players


def states_in_play(game: Any, start: Any, seed: int) -> list[Any]:
    return [state for state in random_game(start, Random(seed), game.policy) if state.phase == "play"][:40]


@pytest.mark.parametrize(
    ("game", "start"),
    [
        (slam.GAME, slam.State()),
        (two_hand_bridge.GAME, two_hand_bridge.State.start()),
        (german_ombre.GAME, german_ombre.Drawing()),
    ],
)
def test_the_machine_does_not_peek(game: Any, start: Any) -> None:
    """What it cannot see is exactly what no view shows: the hidden cards of others, talon and stock."""
    for state in states_in_play(game, start, 6):
        player = state.actor
        hidden = game.adapters().unseen(state, player)
        position = position_of(state)
        assert not isinstance(position, Scored)
        others = [hand for seat, hand in enumerate(position.hands) if seat != player]
        assert not hidden & position.hands[player]
        view = repr(state.view(player))
        shown = state.view(player).open_cards if hasattr(state.view(player), "open_cards") else frozenset()
        for hand in others:
            for card in hand:
                assert (card in hidden) != (card in shown)
        assert str(sorted(hidden)) not in view


def test_the_machine_beats_chance_at_slam() -> None:
    won = 0
    for seed in range(10):
        for seat in (0, 1):
            state, rng = next(iter(states_in_play(slam.GAME, slam.State(), seed))), Random(seed)
            sign = -1 if state.contract.strain is slam.Strain.NULLO else 1
            while not state.is_over:
                if state.actor == seat:
                    chosen = card_of(Moment(slam.GAME, state), rng, Effort(most=3))
                    state = state.after(chosen.action if chosen else state.legal_actions()[0])
                else:
                    state = state.after(rng.choice(state.legal_actions()))
            won += sign * (state.taken[seat] - 5)
    assert won >= 10  # half a trick a deal over the five that chance would take


# ---- completion


def options_of(parser: ArgumentParser, *words: str) -> dict[str, list[str]]:
    """Return the long options of a parser and of those below it, by the words that lead there."""
    found = {" ".join(words): [name for name in parser._option_string_actions if name.startswith("--")]}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                found |= options_of(below, *words, name)
    return found


def offered(script: str, shell: str) -> dict[str, set[str]]:
    """Return the options that a script offers, by the words that lead there with ``_`` between and within them."""
    lists = {
        "bash": r"^_shtab_gamerules_?(\w*?)_option_strings=\((.*)\)$",
        "zsh": r"^_shtab_gamerules_?(\w*?)_options=\(\n(.*?)\n\)$",
    }
    return {
        key: set(re.findall(r"--[a-z-]+", row))
        for key, row in re.findall(lists[shell], script, re.M | re.S * (shell == "zsh"))
    }


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_every_option(run: Run, shell: str) -> None:
    rows = offered(run("completion", shell)[1], shell)
    wanted = options_of(tree(shell))
    assert set(COMMANDS) < set(wanted) >= {"", "simulate slam", "deal nullo-bridge"}
    for key, options in wanted.items():
        status, told, _ = run(*key.split(), "--help")
        assert status == DONE, key
        assert set(options) == set(re.findall(r"(?<![\w-])--[a-z-]+", told.partition("options:")[2])), key
        assert rows[re.sub(r"\W", "_", key)] == set(options), key
    assert "--pbn" in wanted["deal nullo-bridge"]
    assert "--pbn" not in wanted["deal slam"]
    assert "solve" in wanted and "rota slam" not in wanted


@pytest.mark.parametrize("shell", SPACES)
def test_completion_is_a_script_of_its_shell(run: Run, shell: str) -> None:
    status, out, _ = run("completion", shell)
    assert status == DONE
    assert "simulate" in out
    if program := shutil.which(shell):
        subprocess.run([program, "-n"], input=out, text=True, check=True)


def test_completion_says_what_it_needs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    status, out, err = run("completion", "bash")
    assert (status, out) == (WRONG, "")
    assert err.startswith("gamerules: error: shtab is not installed; run: pip install 'gamerules[completion]'")


def test_bash_completes(run: Run) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash to ask")
    script = run("completion", "bash")[1]
    for words, wanted in (
        ("gamerules sim", "simulate"),
        ("gamerules --v", "--version"),
        ("gamerules deal sl", "slam"),
        ("gamerules deal slam --pl", "--played"),
        ("gamerules deal v", "vint"),
        ("gamerules list REA", ""),
        ("gamerules replay REA", "README.md"),
        ("gamerules score vint --coronet-prices REA", "README.md"),
        ("gamerules score slam --strain no", "notrump"),
        ("gamerules score slam --tricks REA", ""),
        ("gamerules simulate two-hand-bridge --contract no", r"no\ trump"),
        ("gamerules simulate vint --con", "--contract"),
        ("gamerules completion z", "zsh"),
    ):
        asked = words.split(" ")
        line = f"COMP_WORDS=({' '.join(asked)}); COMP_CWORD={len(asked) - 1}; _shtab_gamerules"
        line += "; printf '%s\\n' \"${COMPREPLY[@]}\""
        found = subprocess.run(
            [bash, "-c", f"{script}\n{line}"],
            capture_output=True,
            text=True,
            check=True,
            env={"PATH": os.environ["PATH"]},
            cwd=ROOT,
        )
        assert found.stdout == f"{wanted}\n", words


def test_zsh_may_have_no_completion_yet(run: Run) -> None:
    """The script loads zsh's own completion where nobody has."""
    out = run("completion", "zsh")[1]
    assert "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }" in out.splitlines()
    assert r"(clubs diamonds hearts spades no\ trump nullo)" in out


def test_fish_offers_no_files_where_none_are_read(run: Run) -> None:
    lines = run("completion", "fish")[1].splitlines()
    assert "complete -c gamerules -f" in lines
    (strains,) = (line for line in lines if "score slam' -l strain" in line)
    assert '-xka "clubs diamonds hearts spades notrump nullo"' in strains
    assert any("-xka \"clubs diamonds hearts spades 'no trump' nullo\"" in line for line in lines)
    (record,) = (line for line in lines if "_using replay;" in line)
    assert "__fish_complete_path" in record


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("two-hand-bridge --level 1 --strain spades --tricks 3 --honours 4", "1 spade"),
        ("german-ombre --contract hand --tricks 5-2-2 --matadors 3", "hand"),
        ("slam --strain diamonds --bid small-slam --tricks 9 --declarer-run 4", "24♦"),
    ],
)
def test_score_deals_the_cards_for_a_result(run: Run, words: str, facts: str) -> None:
    status, out, _ = run("score", *words.split(), "--deal")
    assert status == DONE
    played = replay(parse(out, "made"))
    assert not played.disagreements
    last = played.moments[-1].state
    ended = last.result if hasattr(last, "result") else last.rubber.results[0] if hasattr(last, "rubber") else last
    assert str(ended.contract) == facts
