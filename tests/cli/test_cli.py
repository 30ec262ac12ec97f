"""The command line: what it prints, its exit statuses, and its errors in one line."""

import importlib
import json
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from gamerules import cli
from gamerules.game import Game, names
from gamerules.ledger import Ledger
from gamerules.rules import IllegalAction

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/games/vint/records/rubber.yaml"


def run(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, str, str]:
    status = cli.main(command.split())
    out, err = capsys.readouterr()
    return status, out, err


def one_line(err: str) -> bool:
    return err.count("\n") == 1 and err.endswith("\n") and "error: " in err


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "--help")
    assert (status, err) == (0, "")
    for name, command in cli.COMMANDS.items():
        assert f"  {name} " in out
        assert command.help in out
        assert "0 done; 1 a text and the rules disagree; 2 usage error or bad input; 130 interrupted" in out


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "") == run(capsys, "--help")


@pytest.mark.parametrize("name", list(cli.COMMANDS))
def test_every_command_is_there_and_has_help(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert callable(importlib.import_module(cli.COMMANDS[name].module).run)
    status, out, err = run(capsys, f"{name} --help")
    assert (status, err) == (0, "")
    assert out.startswith(f"usage: gamerules {name}")


def test_a_command_is_added_by_naming_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    module = ModuleType("echo_words")

    def echo(words: list[str], prog: str) -> int:
        print(prog, *words)
        return 1

    module.run = echo  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "echo_words", module)
    monkeypatch.setattr(cli, "COMMANDS", {**cli.COMMANDS, "echo": cli.Command("echo_words", "say it again")})
    assert run(capsys, "echo one two") == (1, "gamerules echo one two\n", "")
    assert "say it again" in run(capsys, "--help")[1]


def test_score_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "score vint --level 7 --strain hearts --tricks 12 --json")
    assert (status, err) == (0, "")
    data = json.loads(out)
    assert list(data) == ["game", "rules", "entries", "totals"]
    assert (data["game"], data["rules"]) == ("vint", "MANUAL")
    assert data["totals"] == {"declarers": 840, "opponents": 17_070}
    assert data["entries"][2] == {
        "side": "opponents",
        "line": "above",
        "points": 10_000,
        "locus": "vint-viii.failed-slams.2",
        "why": "the premium for the grand slam bid",
    }
    assert sum(entry["points"] for entry in data["entries"] if entry["line"] == "above") == 17_000


def test_score_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "score vint --level 6 --strain notrump --tricks 11 --aces 2")
    assert status == 0
    assert out.splitlines() == [
        "declarers  below     660  11 tricks at 60 (grade high)          vint-viii.tricks.2",
        "opponents  below     120  2 tricks at 60 (grade high)           vint-viii.tricks.2",
        "declarers  above   3,000  2 aces, by the odd trick: 2 at 1,500  vint-viii.honours.5",
        "opponents  above   5,000  the premium for the small slam bid    vint-viii.failed-slams.1",
        "opponents  above   6,000  1 undertrick at 6,000 (grade proved)  vint-viii.failed-slams.1",
        "declarers  total   3,660",
        "opponents  total  11,120",
    ]


def test_every_score_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    for level, strain, tricks in product((1, 6, 7), ("spades", "notrump"), (0, 6, 12, 13)):
        held = "--honours 3 --aces 2" if strain == "spades" else "--aces 2"
        _, out, _ = run(capsys, f"score vint --level {level} --strain {strain} --tricks {tricks} {held} --json")
        data = json.loads(out)
        for side, total in data["totals"].items():
            assert total == sum(entry["points"] for entry in data["entries"] if entry["side"] == side)


def test_variants_and_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    deal = "score vint --level 6 --strain hearts --json"
    from_hand = json.loads(run(capsys, f"{deal} --tricks 12 --from-hand")[1])
    assert from_hand["totals"]["declarers"] == 720 + 50_000 + 1_000
    assert from_hand["rules"] == "MANUAL, from_hand=true"
    beaten = json.loads(run(capsys, f"{deal} --tricks 0 --decision opponents_slam=false")[1])
    assert beaten["rules"] == "MANUAL, opponents_slam=false"
    assert beaten["totals"]["opponents"] == 780 + 5_000 + 12 * 6_000


def test_coronets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deal = "score vint --level 2 --strain hearts --tricks 8 --coronet plain:3 --coronet opponents:aces:3"
    status, out, err = run(capsys, deal)
    assert (status, out) == (2, "")
    assert one_line(err)
    assert "vint-viii.coronets.1" in err and "--coronet-prices FILE" in err
    prices = tmp_path / "prices.toml"
    prices.write_text("plain = {3 = 500}\naces = {3 = 900}\n", encoding="utf-8")
    data = json.loads(run(capsys, f"{deal} --coronet-prices {prices} --json")[1])
    assert data["totals"] == {"declarers": 160 + 500, "opponents": 100 + 900}


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("scores", "did you mean 'score'"),
        ("--wrong", "unrecognized arguments: --wrong"),
        ("score", "GAME"),
        ("score vnt", "did you mean 'vint'"),
        ("score vint", "required: --level, --strain, --tricks"),
        ("score vint --level 8 --strain hearts --tricks 12", "level is 8, but must be from 1 to 7"),
        ("score vint --level x --strain hearts --tricks 12", "invalid int value"),
        ("score vint --level 4 --strain heart --tricks 12", "invalid choice: 'heart'"),
        ("score vint --level 4 --strain hearts --tricks 14", "tricks is 14"),
        ("score vint --level 4 --strain hearts --tricks 10 --honours 6", "honours is 6"),
        ("score vint --level 4 --strain hearts --tricks 10 --honours 0 --aces 4", "ace of trumps is both"),
        ("score vint --level 4 --strain notrump --tricks 10 --honours 3", "without trumps"),
        ("score vint --level 4 --strain hearts --tricks 10 --from-hand", "only a slam"),
        (
            "score vint --level 6 --strain hearts --tricks 12 --from-hand --decision from_hand=false",
            "--from-hand counts tenfold",
        ),
        ("score vint --level 4 --strain notrump --tricks 10 --aces 2 --coronet aces:3", "3 aces or more"),
        ("score vint --level 4 --strain hearts --tricks 10 --honours -1", "honours is -1"),
        ("score vint --level 4 --strain hearts --tricks 10 --aces 5", "aces is 5"),
        ("score vint --level 4 --strain hearts --tricks -1", "tricks is -1"),
        ("score vint --level 4 --strain nullo --tricks 4", "invalid choice: 'nullo'"),
        ("score vint --level 4 --strain hearts --tricks 10 --lev 3", "unrecognized arguments"),
        ("score vint --level 4 --strain hearts --tricks 10 --coronet plain", "is not a coronet"),
        ("score vint --level 4 --strain hearts --tricks 10 --decision stars", "has no reading ''"),
        ("score vint --level 4 --strain hearts --tricks 10 --decision star=one", "did you mean 'stars'"),
        ("score vint --level 4 --strain hearts --tricks 10 --rules OTHER", "invalid choice: 'OTHER'"),
        ("score vint --level 4 --strain hearts --tricks 10 --coronet-prices none.toml", "none.toml"),
        ("show", "GAME"),
        ("show slim", "did you mean 'slam'"),
        ("list all", "unrecognized arguments: all"),
        ("rota vint", "required: --players"),
        ("rota vint --players 4", "invalid choice: 4"),
        ("rota vint --players 5 --names A,B", "names given: 2, players: 5"),
        ("rota vint --players 5 --names=", "names given: 1, players: 5"),
        ("rota vint --players 5 --names A,B,C,D,A", "different names"),
        ("rota vint --players 5 --names A,B,C,D,", "different names"),
        ("rota slam --players 5", "Slam has no rota"),
        ("replay", "RECORD"),
        ("replay no-such-file.yaml", "no-such-file.yaml:1: the file does not exist"),
        ("replay /", "/:1: the file cannot be read: Is a directory"),
        ("solve /", "/:1: the file cannot be read: Is a directory"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], command: str, message: str) -> None:
    status, out, err = run(capsys, command)
    assert (status, out) == (2, "")
    assert one_line(err), err
    assert message in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["score", "slam", "--strain", "spades", "--bid", "9" * 5000, "--tricks", "7"], "is not a bid"),
        (["score", "slam", "--strain", "spades", "--bid", "8\n9", "--tricks", "7"], "is not a bid"),
        (["score", "slam", "--strain", "spades", "--bid", "8", "--tricks", "7", "of\nten"], "unrecognized arguments"),
        (["score", "slam", "--strain", "spades", "--bid", "8", "--tricks", "9" * 5000], "invalid int value"),
        (
            [
                "score",
                "vint",
                "--level",
                "4",
                "--strain",
                "hearts",
                "--tricks",
                "10",
                "--coronet",
                f"plain:{'9' * 5000}",
            ],
            "is not a coronet",
        ),
        (["sc\nore"], "there is no command called"),
    ],
    ids=["long bid", "bid of two lines", "two lines", "long number", "long coronet", "command of two lines"],
)
def test_odd_words_are_one_clear_line_too(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert one_line(err), err
    assert message in err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(names())
    assert "Vint; 4 players; show, score, rota, replay, deal, play, simulate" in out
    data = json.loads(run(capsys, "list --json")[1])
    assert [entry["name"] for entry in data] == list(names())
    offers = ["show", "score", "rota", "replay", "deal", "play", "simulate"]
    assert data[-1] == {"name": "vint", "title": "Vint", "players": 4, "offers": offers}


def test_a_game_that_cannot_be_imported_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from importlib.metadata import EntryPoint

    from gamerules import game

    broken = EntryPoint("broken", "no_such_module:GAME", game.ENTRY_POINTS)
    sound = EntryPoint("vint", "gamerules.vint:GAME", game.ENTRY_POINTS)
    monkeypatch.setattr(game, "entry_points", lambda group: [broken, sound])
    game.names.cache_clear()
    game.find.cache_clear()
    try:
        status, out, err = run(capsys, "list")
    finally:
        game.names.cache_clear()
        game.find.cache_clear()
    assert status == 2
    assert out.startswith("vint ")
    assert one_line(err)
    assert "the game 'broken' (no_such_module:GAME) cannot be imported" in err


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "show vint")
    assert status == 0
    assert "gamerules.vint.honours.combined" in out
    assert "vint-viii.honours.6 vint-viii.honours.7 vint-viii.honours.8 vint-viii.honours.9" in out
    assert "  * alone: the one who bid it, for both partners" in out
    assert run(capsys, "show slam")[1].startswith("Slam (slam): 2 players; from slam-dictionary, mendelev.slam-*\n")
    data = json.loads(run(capsys, "show vint --json")[1])
    assert {entry["name"] for entry in data["decisions"]} >= {"from_hand", "stars"}
    assert all(locus.startswith("vint-viii.") for entry in data["rules"] for locus in entry["loci"])


def test_rota(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "rota vint --players 5 --names Anna,Boris,Clara,Dmitri,Eva")
    assert status == 0
    assert out.splitlines()[1].split() == ["Anna", "0", "Eva", "_", "Dmitri", "_", "Boris", "_", "Clara", "_"]
    data = json.loads(run(capsys, "rota vint --players 6 --json")[1])
    assert len(data["rounds"]) == 8
    assert data["names"] == list("SBKFVG")
    assert all(len(one["partners"]) == 2 and len(one["out"]) == 2 for one in data["rounds"])


def test_a_record_that_holds(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, f"replay {RECORD}")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "A rubber of seven deals (Vint, MANUAL)"
    assert lines[1:4] == [
        "step 1: deal 1 (vint-viii.tricks.2 vint-viii.honours.9)",
        "  result: 2 hearts by N, 9 tricks, honours 3, aces 2",
        "  holds",
    ]
    assert lines[-1] == "53 compared: the record holds"
    data = json.loads(run(capsys, f"replay {RECORD} --json")[1])
    assert data["holds"] is True
    assert [step["holds"] for step in data["steps"]] == [True] * 7
    assert data["steps"][1]["actions"] == [{"who": "result", "does": "all pass"}]


def test_a_record_that_disagrees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    text = RECORD.read_text(encoding="utf-8")
    path.write_text(text.replace("Elena: 80}", "Elena: 90}", 1), encoding="utf-8")
    line = next(i for i, row in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if "Elena: 90}" in row)
    status, out, err = run(capsys, f"replay {path}")
    assert (status, err) == (1, "")
    message = (
        f"{path}:{line}: deal 1 (vint-viii.tricks.2, vint-viii.honours.9): "
        "the record says entries below of Elena: 90; the rules give 80 by vint-viii.tricks.2"
    )
    assert f"  {message}" in out.splitlines()
    assert out.count("  holds") == 6
    assert out.splitlines()[-1] == "53 compared: 1 disagreement"
    status, out, _ = run(capsys, f"replay {path} --json")
    data = json.loads(out)
    assert (status, data["holds"]) == (1, False)
    assert [step["holds"] for step in data["steps"]] == [False] + [True] * 6
    assert data["disagreements"] == [
        {
            "file": str(path),
            "line": line,
            "label": "deal 1",
            "loci": ["vint-viii.tricks.2", "vint-viii.honours.9"],
            "says": "entries below of Elena: 90",
            "gives": "80",
            "by": ["vint-viii.tricks.2"],
        }
    ]


def test_a_record_that_cannot_go_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(RECORD.read_text(encoding="utf-8").replace("12 tricks, first N-S", "12 tricks"), encoding="utf-8")
    status, out, _ = run(capsys, f"replay {path}")
    assert status == 1
    assert "not reached: the last 3 of 7 steps" in out
    assert "say which was first (vint-viii.sheet.3)" in out
    path.write_text(
        RECORD.read_text(encoding="utf-8").replace("origin: ours", "start: {dealer: Elena}"), encoding="utf-8"
    )
    status, out, _ = run(capsys, f"replay {path}")
    assert status == 1
    assert "not reached: the last 7 of 7 steps" in out
    assert "begins with an empty sheet" in out


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("game: vint", "game: vnt", 2, "did you mean 'vint'"),
        ("steps:", "stops:", 7, "'stops'"),
        ("origin: ours", "origin: [ours", 5, "not YAML"),
        ("by: vint-viii.sheet.3}", "boo: x}", 31, "refusal"),
    ],
)
def test_faults_of_a_record_come_with_file_and_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    path = tmp_path / "faulty.yaml"
    path.write_text(RECORD.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    status, out, err = run(capsys, f"replay {path}")
    assert (status, out) == (2, "")
    assert one_line(err)
    assert f"{path}:{line}: " in err, err
    assert message in err


def test_an_error_of_the_rules_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_: object) -> Ledger:
        raise IllegalAction("a bid", "toy.auction.1", "of two\nlines", ("pass",))

    monkeypatch.setattr("gamerules.vint.DealResult.ledger", refuse)
    status, _, err = run(capsys, "score vint --level 4 --strain hearts --tricks 10")
    assert status == 2
    assert err == "gamerules: error: a bid is not legal: of two lines (toy.auction.1); legal: pass\n"


def test_the_doors_agree() -> None:
    """The installed script and ``python -m gamerules`` are one program."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert scripts["gamerules"] == "gamerules.cli:main"
    done = subprocess.run(
        [sys.executable, "-m", "gamerules", "score", "vint", "--level", "9", "--strain", "clubs", "--tricks", "7"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "gamerules: error: level is 9, but must be from 1 to 7\n"


def test_it_starts_fast() -> None:
    """Scoring imports neither the solver, nor YAML, nor the other games."""
    code = (
        "import sys; from gamerules.cli import main; "
        "main('score vint --level 4 --strain clubs --tricks 7'.split()); "
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'ortools', 'yaml', 'numpy', 'sphinx'}), "
        "[name for name in sys.modules if name.startswith(('gamerules.slam', 'gamerules.commands.replay'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[] []"


def test_output_may_be_cut_off() -> None:
    command = f"{sys.executable} -m gamerules show vint | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Vint (vint)")
    assert done.stderr == ""


def test_output_that_cannot_be_written_is_one_clear_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m gamerules list > /dev/full"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "gamerules: error: the output cannot be written: No space left on device\n"


def test_an_output_without_suits_is_one_clear_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gamerules", "deal", "slam"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr)
    assert "encoding ascii has no U+26" in done.stderr


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gamerules.lab.simulating.simulate", interrupt)
    assert run(capsys, "simulate slam") == (130, "", "gamerules: interrupted\n")


@pytest.mark.parametrize("command", ["replay", "solve"])
def test_records_without_yaml_are_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    status, out, err = run(capsys, f"{command} {RECORD}")
    assert (status, out) == (2, "")
    assert one_line(err)
    assert "yaml is not installed; run: pip install 'gamerules[records]'" in err


def test_every_game_with_a_score_command_gives_a_ledger_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    from gamerules.game import find

    for name in names():
        game = find(name)
        assert isinstance(game, Game)
        if game.score is not None:
            status, out, _ = run(capsys, f"score {name} --help")
            assert status == 0
            assert "--json" in out
