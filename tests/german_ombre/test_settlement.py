"""Outcomes for every split of nine tricks, premiums, the lost tariff, tariffs of one's own, and the command."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from gamerules.cards import Card
from gamerules.cli import main
from gamerules.german_ombre import Contract, How, March, Outcome, Price, Result, Rules, Tariff, settle
from gamerules.german_ombre.contracts import GROSSTOURNES
from gamerules.german_ombre.matadors import sure_tricks
from gamerules.german_ombre.other_schools import SOURCES, TARIFFS
from gamerules.german_ombre.outcome import by_tricks, is_beaten, is_tie, multiple, wins
from gamerules.german_ombre.positions import in_play
from gamerules.german_ombre.table import SURVIVING, price_rows
from gamerules.rules import ImpossibleInputError, LostTableError

D = Rules.DICTIONARY
SPLITS = [(o, a, 9 - o - a) for o in range(10) for a in range(10 - o)]
FULL = Tariff.of({str(price): 10 + number for number, price in enumerate(Price)})


def test_every_split_has_exactly_one_outcome() -> None:
    assert len(SPLITS) == 55
    uncovered = []
    for split in SPLITS:
        stated = [wins(*split), is_tie(*split), is_beaten(*split)]
        assert sum(stated) <= 1
        if not any(stated):
            uncovered.append(split)
        else:
            kinds = (Outcome.SACADO, Outcome.PUESTA, Outcome.CODILLE)
            wanted = kinds[stated.index(True)]
            for reading in ("puesta", "codille"):
                assert by_tricks(replace(D, one_four_four=reading), *split) is wanted
    assert uncovered == [(1, 4, 4)]
    assert by_tricks(D, 1, 4, 4) is Outcome.PUESTA
    assert by_tricks(replace(D, one_four_four="codille"), 1, 4, 4) is Outcome.CODILLE


def test_outcomes_by_a_second_formulation() -> None:
    """Sort the players by tricks and look who stands first."""
    for split in SPLITS:
        ombre, *others = split
        best = max(others)
        if ombre >= 5 or (ombre == 4 and sorted(others) == [2, 3]):
            wanted = Outcome.SACADO
        elif sorted(split) in ([1, 4, 4], [3, 3, 3]):
            wanted = Outcome.PUESTA
        else:
            assert best > ombre
            wanted = Outcome.CODILLE
        assert by_tricks(D, *split) is wanted, split


def points(result: Result, rules: Rules = D) -> tuple[int, int]:
    ledger = settle(result, rules)
    return ledger.total("ombre"), ledger.total("opponents")


GRAND = Result(contract=Contract.GRAND, tricks=(5, 3, 1))


@pytest.mark.parametrize(
    ("result", "ombre", "opponents"),
    [
        (GRAND, 16, 0),
        (replace(GRAND, tricks=(4, 3, 2)), 16, 0),
        (replace(GRAND, tricks=(4, 4, 1)), -16, 0),
        (replace(GRAND, tricks=(4, 1, 4)), -16, 0),
        (replace(GRAND, tricks=(3, 3, 3)), -16, 0),
        (replace(GRAND, tricks=(1, 4, 4)), -16, 0),
        (replace(GRAND, tricks=(3, 4, 2)), -32, 32),
        (replace(GRAND, tricks=(0, 0, 9)), -32, 32),
        (replace(GRAND, tricks=(0, 0, 0), conceded=True), -16, 0),
        (replace(GRAND, tricks=(0, 0, 0), conceded=True, matadors=3), -14, 0),
        (replace(GRAND, tricks=(3, 4, 2), matadors=3), -30, 32),
        (replace(GRAND, tricks=(9, 0, 0), march=March.UNDERTAKEN, matadors=3), 21, 0),
        (replace(GRAND, tricks=(9, 0, 0), march=March.ANNOUNCED, matadors=3), 24, 0),
        (replace(GRAND, tricks=(8, 1, 0), march=March.UNDERTAKEN, matadors=3), 18, 0),
        (replace(GRAND, tricks=(8, 1, 0), march=March.ANNOUNCED), 16, 0),
        (replace(GRAND, tricks=(3, 4, 2), march=March.ANNOUNCED), -32, 32),
    ],
)
def test_grand_settles_with_what_survives(result: Result, ombre: int, opponents: int) -> None:
    assert points(result) == (ombre, opponents)


def test_decisions_that_move_the_settlement() -> None:
    full = replace(GRAND, tricks=(9, 0, 0), march=March.UNDERTAKEN, matadors=3)
    assert points(full, Rules.NOTE) == (19, 0)
    failed = replace(GRAND, tricks=(3, 4, 2), march=March.ANNOUNCED)
    assert points(failed, replace(D, announced_march_lost="won")) == (16, 0)
    assert points(replace(GRAND, tricks=(1, 4, 4)), replace(D, one_four_four="codille")) == (-32, 32)
    two = replace(GRAND, matadors=2)
    assert points(two) == (16, 0)
    assert [entry.points for entry in settle(two, D)] == [16, 0]
    with pytest.raises(LostTableError, match="two-matadors"):
        settle(two, replace(D, fewer_matadors="lost"))
    with pytest.raises(LostTableError, match="one-matador"):
        settle(replace(two, matadors=1), replace(D, fewer_matadors="lost"))


def test_null() -> None:
    rules = replace(D, tariff=FULL)
    price = rules.tariff[Price.NULL]
    null = Result(contract=Contract.NULL, tricks=(0, 5, 4))
    assert points(null, rules) == (price, 0)
    assert points(replace(null, tricks=(1, 4, 4)), rules) == (-price, 0)
    assert points(replace(null, tricks=(5, 4, 0)), rules) == (-price, 0)
    assert points(replace(null, tricks=(1, 8, 0)), replace(rules, null_lost="codille")) == (-2 * price, 2 * price)
    assert points(replace(null, tricks=(9, 0, 0)), rules) == (-price, 0)  # no march


def test_prima_is_paid_only_when_one_stops() -> None:
    rules = replace(D, tariff=FULL)
    hand = Result(contract=Contract.HAND, tricks=(5, 0, 0), stopped=True)
    assert points(hand, rules) == (rules.tariff[Price.HAND] + rules.tariff[Price.PRIMA], 0)
    played_on = replace(hand, stopped=False, tricks=(8, 1, 0), march=March.UNDERTAKEN)
    assert points(played_on, rules) == (rules.tariff[Price.HAND], 0)
    with pytest.raises(LostTableError, match="prima"):
        settle(replace(hand, contract=Contract.GRAND), D)


@pytest.mark.parametrize("contract", Contract)
@pytest.mark.parametrize("how", How)
def test_prices(contract: Contract, how: How) -> None:
    held = 2 if contract in GROSSTOURNES else 0
    if (how is How.FORCED and contract is not Contract.FRAGE) or (how is How.MORT and "tourn" in str(contract)):
        with pytest.raises(ImpossibleInputError, match="all-pass"):
            Result(contract=contract, how=how, tricks=(0, 0, 0), matadors=held, conceded=True)
        return
    result = Result(contract=contract, how=how, tricks=(0, 0, 0), matadors=held, conceded=True)
    own = {How.FORCED: Price.FORCED_SPADILLE, How.MORT: Price.MORT}
    name = contract.name.lower().replace("_", "-")
    assert result.price is own.get(how, Price(name))
    if result.price is Price.GRAND:
        assert points(result) == (-16, 0)
    else:
        with pytest.raises(LostTableError) as caught:
            settle(result, D)
        assert caught.value.locus == "german-ombre.table.1"
        assert str(result.price) in str(caught.value)
    assert points(result, replace(D, tariff=FULL))[0] == -FULL[result.price]


def test_the_surviving_figures() -> None:
    assert dict(SURVIVING) == {Price.GRAND: 16, Price.MARCH: 3, Price.MATADORS: 2}
    assert set(SURVIVING) | set(SURVIVING.lost) == set(Price)
    assert Tariff.SURVIVING.known() == {Price.GRAND: 16, Price.MARCH: 3, Price.MATADORS: 2}
    assert sum(row[1] == "lost" for row in price_rows()) == len(Price) - 3
    assert [row[0] for row in price_rows()][4:6] == ["tourné in couleur", "grosstourné"]
    assert [multiple(outcome) for outcome in Outcome] == [1, -1, -2]


@pytest.mark.parametrize(
    "fields",
    [
        {"tricks": (5, 3, 2)},
        {"tricks": (5, 0, 0)},
        {"tricks": (-1, 5, 5)},
        {"tricks": (9, 0, 0), "matadors": 4},
        {"tricks": (9, 0, 0), "matadors": -1},
        {"tricks": (5, 2, 2), "matadors": 1, "contract": Contract.GROSSTOURNE},
        {"tricks": (5, 2, 2), "matadors": 0, "contract": Contract.GROSSTOURNE_COULEUR},
        {"tricks": (0, 0, 0), "matadors": 1, "contract": Contract.GROSSTOURNE, "conceded": True},
        {"tricks": (9, 0, 0), "stopped": True},
        {"tricks": (5, 2, 2), "stopped": True},
        {"tricks": (5, 0, 0), "stopped": True, "march": March.UNDERTAKEN},
        {"tricks": (4, 3, 2), "march": March.UNDERTAKEN},
        {"tricks": (0, 5, 4), "contract": Contract.NULL, "march": March.ANNOUNCED},
        {"tricks": (5, 0, 0), "contract": Contract.NULL, "stopped": True},
        {"tricks": (5, 3, 1), "conceded": True},
        {"tricks": (0, 0, 0), "conceded": True, "march": March.ANNOUNCED},
    ],
)
def test_impossible_results(fields: dict[str, object]) -> None:
    with pytest.raises(ImpossibleInputError):
        replace(GRAND, **fields)  # type: ignore[arg-type]


# ---- tariffs of one's own


def test_tariff_files(tmp_path: Path) -> None:
    toml, other = tmp_path / "own.toml", tmp_path / "own.json"
    toml.write_text('frage = 2\nfrage-couleur = 3\n"prima" = 1\n', encoding="utf-8")
    other.write_text('{"frage": 2, "frage-couleur": 3, "prima": 1}', encoding="utf-8")
    assert Tariff.load(toml).supplied == Tariff.load(str(other)).supplied
    tariff = Tariff.load(toml)
    assert (tariff[Price.FRAGE], tariff[Price.GRAND]) == (2, 16)
    with pytest.raises(LostTableError):
        tariff[Price.NULL]
    assert hash(replace(D, tariff=tariff)) == hash(replace(D, tariff=Tariff.load(toml)))


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("a.toml", "frag = 2", "frage"),
        ("a.toml", "frage = 0", "whole number"),
        ("a.toml", "frage = true", "whole number"),
        ("a.toml", 'frage = "2"', "whole number"),
        ("a.toml", "frage == 2", "not TOML"),
        ("a.json", "{", "not JSON"),
        ("a.json", '{"frage": 1, "frage": 2}', "twice"),
        ("a.json", '{"frage":' * 100_000, "not JSON"),
        ("a.JSON", "frage = 2", "not JSON"),
        ("a.toml", "frage = " + "[" * 100_000, "not TOML"),
        ("a.toml", "frage = 1\nfrage = 2", "not TOML"),
        ("a.toml", "grand = -16", "whole number"),
        ("a.json", "[1]", "mapping"),
    ],
)
def test_bad_tariff_files(tmp_path: Path, name: str, text: str, word: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ImpossibleInputError, match=word):
        Tariff.load(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.toml", "hand = 3\n\nfrag = 2\n", 3),
        ("a.toml", "hand = 3\nfrage-couleur = 1\nfrage = 0\n", 3),
        ("a.toml", "hand = 3\nfrage == 2\n", 2),
        ("a.toml", "hand = 3\nfrage = [\n", 3),
        ("a.json", '{"hand": 3,\n "frage": 0}', 2),
        ("a.json", '{"hand": 3,\n "frage" 0}', 2),
        ("a.json", "[1]", 1),
    ],
)
def test_a_bad_tariff_is_told_with_file_and_line(tmp_path: Path, name: str, text: str, line: int) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ImpossibleInputError) as caught:
        Tariff.load(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_missing_tariff_file(tmp_path: Path) -> None:
    with pytest.raises(ImpossibleInputError, match="cannot be read"):
        Tariff.load(tmp_path / "none.toml")


# ---- the command


def scored(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["score", "german-ombre", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["game", "rules", "entries", "totals"]
    return found  # type: ignore[no-any-return]


def test_the_worked_example(capsys: pytest.CaptureFixture[str]) -> None:
    found = scored(capsys, "--contract", "grand", "--tricks", "9-0-0", "--matadors", "3")
    assert found["totals"] == {"ombre": 21, "opponents": 0}
    assert (found["game"], found["rules"]) == ("german-ombre", "DICTIONARY")
    entries = found["entries"]
    assert {tuple(entry) for entry in entries} == {("side", "line", "points", "locus", "why")}
    assert [(e["side"], e["line"], e["points"], e["locus"]) for e in entries] == [
        ("ombre", "below", 16, "german-ombre.outcome.2"),
        ("ombre", "above", 3, "german-ombre.march.2"),
        ("ombre", "above", 2, "german-ombre.outcome.4"),
    ]
    by_note = scored(capsys, "--contract", "grand", "--tricks", "9-0-0", "--matadors", "3", "--rules", "NOTE")
    assert by_note["totals"] == {"ombre": 19, "opponents": 0}


@pytest.mark.parametrize(
    ("words", "ombre", "opponents"),
    [
        ("--contract grand --tricks 4-4-1", -16, 0),
        ("--contract grand --tricks 2-4-3", -32, 32),
        ("--contract grand --tricks 8-1-0 --march --matadors 3", 18, 0),
        ("--contract grand --tricks 9-0-0 --announced-march", 22, 0),
        ("--contract grand --conceded", -16, 0),
        ("--contract grand --tricks 0-0-0 --conceded", -16, 0),
    ],
)
def test_scores(capsys: pytest.CaptureFixture[str], words: str, ombre: int, opponents: int) -> None:
    assert scored(capsys, *words.split())["totals"] == {"ombre": ombre, "opponents": opponents}


def test_a_tariff_of_one_s_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        "frage = 1\nfrage-couleur = 2\nmort = 5\nforced-spadille = 7\nprima = 4\ngrosstourne = 6\n", encoding="utf-8"
    )
    own = ["--tariff", str(file)]
    for words, total in [
        ("--contract frage --tricks 5-2-2", 1),
        ("--contract frage --couleur --tricks 5-2-2", 2),
        ("--contract mort --tricks 5-2-2", 5),
        ("--contract forced-spadille --tricks 2-4-3", -14),
        ("--contract grand --tricks 5-0-0 --prima", 20),
        ("--contract frage --tricks 9-0-0", 4),
        ("--contract grosstourne --tricks 5-2-2", 6),
        ("--contract grosstourne --tricks 4-4-1 --matadors 3", -4),
    ]:
        assert scored(capsys, *words.split(), *own)["totals"]["ombre"] == total


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--contract frage --tricks 5-2-2", "frage is lost"),
        ("--contract grand --tricks 5-0-0 --prima", "prima is lost"),
        ("--contract grand --tricks 5-5-5", "not nine"),
        ("--contract grand --tricks 5-4", "5-3-1"),
        ("--contract grand --tricks 5-x-1", "5-3-1"),
        ("--contract grand", "--tricks"),
        ("--contract grand --couleur --tricks 5-2-2", "no form in couleur"),
        ("--contract null --tricks 0-5-4 --march", "neither prima nor march"),
        ("--contract grand --tricks 9-0-0 --prima", "prima"),
        ("--contract grand --tricks 4-3-2 --march", "at least five"),
        ("--contract grand --tricks 9-0-0 --matadors 5", "three"),
        ("--contract grosstourne --tricks 5-2-2 --matadors 1", "lie on the table"),
        ("--contract grand --tricks ٥-2-2", "5-3-1"),
        ("--contract grand --tricks= --conceded", "5-3-1"),
        ("--contract grand --tricks 5-2-2 --tariff=", "cannot be read"),
    ],
)
def test_what_cannot_be_scored(capsys: pytest.CaptureFixture[str], words: str, message: str) -> None:
    assert main(["score", "german-ombre", *words.split()]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_presets_are_what_they_say() -> None:
    def changed(rules: Rules) -> set[str]:
        return {name for name in Rules.decisions() if getattr(rules, name) != getattr(D, name)}

    variants = [name for name, point in Rules.decisions().items() if point.kind == "variant"]
    assert variants == ["blind_tourne", "final_contract", "mort"]
    assert changed(Rules.VARIANTS) == set(variants)
    assert changed(Rules.NOTE) == {"grand_matadors"}
    assert {rules.tariff for rules in (D, Rules.NOTE, Rules.VARIANTS)} == {Tariff.SURVIVING}


@pytest.mark.parametrize(
    ("contract", "tricks", "more", "words"),
    [
        (Contract.GRAND, (0, 5, 4), {"matadors": 3}, "the ombre takes 2 or more"),
        (Contract.HAND, (2, 4, 3), {"matadors": 3}, "the ombre takes 3 or more"),
        (Contract.GROSSTOURNE, (0, 5, 4), {"matadors": 2}, "the ombre takes 1 or more"),
        (Contract.NULL, (0, 5, 4), {"matadors": 1}, "no matadors in a null"),
        (Contract.NULL, (0, 5, 4), {"how": How.FORCED}, "all-pass.2"),
        (Contract.TOURNE, (5, 4, 0), {"how": How.MORT}, "all-pass.4"),
    ],
)
def test_what_no_deal_gives_is_refused(contract: Contract, tricks: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(ImpossibleInputError, match=words):
        Result(contract=contract, tricks=tricks, **more)


def test_a_null_in_mort_can_be_scored() -> None:
    assert Result(contract=Contract.NULL, how=How.MORT, tricks=(0, 5, 4)).price is Price.MORT


@pytest.mark.parametrize(
    ("hands", "more", "words"),
    [
        (("♥10", "♥A", "♥K"), {}, "♥10 is not in the pack"),
        (("♥7", "♥A", "♥K"), {"leader": 5}, "no player 5 to be the leader"),
        (("♥7", "♥A", "♥K"), {"taken": (3, -1, 2)}, "no part of nine"),
        (("♥7", "♥A", "♥K"), {"taken": (0.5, 4, 4)}, "no part of nine"),
        (("♥7", "♥A", "♥K"), {"taken": (9, 0, 0)}, "no part of nine"),
        (("♥7", "♥A", "♥K"), {"trump": None}, "a suit must be trumps in a hand"),
    ],
)
def test_positions_that_no_play_reaches_are_refused(hands: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(ImpossibleInputError, match=words):
        in_play("hand", hands, **({"trump": "spades"} | more))


@pytest.mark.parametrize("contract", ["hand", "grand"])
def test_sure_tricks_are_those_found_by_trying(contract: str) -> None:
    """Every line of every small deal of the matadors is played: the fewest tricks of the ombre are the rule's."""
    trump = "hearts" if contract == "hand" else None
    names = ("♠A", "♥7", "♣A") if trump else ("♠A", "♣A")

    def fewest(state: Any) -> int:
        if state.is_over:
            return int(state.taken[0])
        return min(fewest(state.after(card)) for card in state.legal_actions() if isinstance(card, Card))

    found: dict[int, int] = {}
    for owners in product(range(3), repeat=len(names)):
        own = [[name for name, owner in zip(names, owners, strict=True) if owner == player] for player in range(3)]
        low = [["♦2", "♦3", "♦4"], ["♦5", "♦6", "♦7"], ["♦J", "♦Q", "♦K"]]
        hands = tuple(" ".join((own[p] + low[p])[:3]) for p in range(3))
        worst = (
            min(fewest(in_play(contract, hands, trump=trump, leader=leader, taken=(2, 2, 2))) for leader in range(3))
            - 2
        )
        found[len(own[0])] = min(found.get(len(own[0]), 9), worst)
    assert found == {n: sure_tricks(Contract[contract.upper()], n) for n in range(len(names) + 1)}


@pytest.mark.parametrize(("name", "figures"), [("danish", (3, 16)), ("czech", (2, 8))])
def test_published_tariffs_are_chosen_by_name(
    name: str, figures: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    tariff = TARIFFS[name]
    assert (tariff[Price.HAND], tariff[Price.GRAND], tariff[Price.MARCH]) == (*figures, 3)
    assert main(["score", "german-ombre", "--contract", "hand", "--tricks", "5-2-2", "--tariff", name]) == 0
    assert f"ombre      total  {figures[0]}" in capsys.readouterr().out
    bibliography = Path("docs/references.bib").read_text(encoding="utf-8")
    assert f"{{{SOURCES[name]}," in bibliography


def test_a_tariff_that_is_neither_published_nor_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "german-ombre", "--contract", "hand", "--tricks", "5-2-2", "--tariff", "dansk"]) == 2
    assert "dansk: cannot be read" in capsys.readouterr().err
