import pickle
from dataclasses import dataclass, replace

import pytest

from gamerules.rules import (
    BaseRules,
    Cell,
    Grade,
    IllegalAction,
    ImpossibleInputError,
    LostTableError,
    Status,
    Table,
    decision,
    loci_of,
    rule,
    rules,
    suggest,
)

PRICES = Table(
    "PRICES", "toy.table.1", {"game": 16, "march": Cell(3, Grade.HIGH, "a second description")}, lost=("prima",)
)


@rule("toy.play.1", "toy.play.2", status=Status.INFERRED, note="from the example")
def double(points: int) -> int:
    """Return twice the points.

    More words.
    """
    return 2 * points


@dataclass(frozen=True, kw_only=True)
class Rules(BaseRules):
    """Rules of the toy."""

    leader: str = decision(
        "elder",
        question="Who leads?",
        readings={"elder": "the elder hand", "dealer": "the dealer"},
        loci=("toy.play.1",),
        why="the example has it so",
    )


def test_a_rule_keeps_its_function_and_is_registered() -> None:
    assert double(21) == 42
    assert loci_of(double) == ("toy.play.1", "toy.play.2")
    entry = next(entry for entry in rules() if entry.name.endswith(".double"))
    assert (entry.status, entry.doc, entry.note) == (Status.INFERRED, "Return twice the points.", "from the example")
    assert entry.line == double.__code__.co_firstlineno


@pytest.mark.parametrize("loci", [(), ("toy",), ("toy.play",), ("toy.play.0",), ("Toy.play.1",), ("toy.play.1 ",)])
def test_a_rule_without_a_sound_locus_is_refused(loci: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="locus"):
        rule(*loci)(lambda: None)


def test_table_gives_known_figures_and_refuses_lost_ones() -> None:
    assert PRICES["game"] == 16
    assert PRICES["march"] == 3
    assert PRICES.cells["march"].grade is Grade.HIGH
    assert PRICES.cells["game"].grade is Grade.STATED
    with pytest.raises(
        LostTableError, match=r"PRICES\[prima\] is lost: the table that toy.table.1 refers to"
    ) as caught:
        PRICES["prima"]
    assert caught.value.locus == "toy.table.1"
    with pytest.raises(LostTableError):
        PRICES.get("prima")
    with pytest.raises(KeyError, match="no place 'slam'"):
        PRICES["slam"]
    assert dict(PRICES) == {"game": 16, "march": 3}
    assert loci_of(PRICES) == ("toy.table.1",)


def test_decisions_are_fields_and_unknown_readings_are_refused() -> None:
    assert Rules().leader == "elder"
    assert replace(Rules(), leader="dealer").leader == "dealer"
    assert Rules.decisions()["leader"].question == "Who leads?"
    with pytest.raises(ImpossibleInputError, match=r"leader='dummy' is not an option .* 'elder', 'dealer'"):
        Rules(leader="dummy")


def test_a_default_outside_the_readings_is_refused() -> None:
    with pytest.raises(ValueError, match="not among the readings"):
        decision(3, question="?", readings={1: "one"}, loci=(), why="")


def test_illegal_action_tells_action_locus_reason_and_choices() -> None:
    error = IllegalAction("♣7", "toy.play.1", "follow suit", [f"c{i}" for i in range(13)])
    assert str(error).startswith("♣7 is not legal: follow suit (toy.play.1); legal: c0 c1")
    assert str(error).endswith("c11 … (13 in all)")
    assert "c12" not in str(error)


@pytest.mark.parametrize(
    "error",
    [IllegalAction("♣7", "toy.play.1", "follow suit", ("♥A",)), LostTableError("prima", "toy.table.1", "supply it")],
)
def test_errors_survive_pickling(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_suggestions() -> None:
    assert suggest("mesage", ["message", "other"]) == "; did you mean 'message'?"
    assert suggest("zzz", ["b", "a"]) == "; known: a, b"
