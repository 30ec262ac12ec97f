import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from gamerules.solve.matrix_games import equilibrium, undominated, verify

SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def test_stone_scissors_paper() -> None:
    found = equilibrium(SCISSORS)
    assert found.value == 0
    assert found.rows == found.columns == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}


def test_a_mixture_of_unequal_parts() -> None:
    found = equilibrium([[3, -1], [-2, 4]])
    assert found.value == 1
    assert found.rows == {0: Fraction(3, 5), 1: Fraction(2, 5)}
    assert found.columns == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_a_saddle_point_needs_no_mixture() -> None:
    found = equilibrium([[1, 5, 2], [3, 4, 6], [0, 9, 1]])
    assert found.value == 3
    assert found.rows == {1: Fraction(1)}
    assert found.columns == {0: Fraction(1)}


def test_dominated_choices_are_struck_out_in_turn() -> None:
    assert undominated([[1, 5, 2], [3, 4, 6], [0, 9, 1]]) == ([1], [0])
    assert undominated(SCISSORS) == ([0, 1, 2], [0, 1, 2])


def test_many_ties_do_not_cycle() -> None:
    rng = random.Random(4)
    for _ in range(60):
        height, width = rng.randint(1, 9), rng.randint(1, 9)
        table = [[rng.randint(0, 2) for _ in range(width)] for _ in range(height)]
        found = equilibrium(table)  # verifies itself
        assert min(map(max, zip(*table, strict=True))) >= found.value >= max(map(min, table))


def test_agrees_with_a_general_solver() -> None:
    linprog = pytest.importorskip("scipy.optimize").linprog
    rng = random.Random(6)
    for _ in range(25):
        height, width = rng.randint(2, 14), rng.randint(2, 14)
        table = [[rng.randint(-5, 5) for _ in range(width)] for _ in range(height)]
        # Greatest v with sum(p[r] * table[r][c]) >= v for every column.
        bound = [[-table[r][c] for r in range(height)] + [1] for c in range(width)]
        other = linprog(
            [0] * height + [-1],
            A_ub=bound,
            b_ub=[0] * width,
            A_eq=[[1] * height + [0]],
            b_eq=[1],
            bounds=[(0, None)] * height + [(None, None)],
        )
        assert float(equilibrium(table).value) == pytest.approx(-other.fun, abs=1e-9)


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": Fraction(1, 10)},
        {"value": Fraction(-1, 10)},
        {"rows": {0: Fraction(1, 2), 1: Fraction(1, 3)}},
        {"rows": {0: Fraction(1)}},
        {"columns": {2: Fraction(1)}},
    ],
)
def test_a_wrong_equilibrium_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArithmeticError):
        verify(SCISSORS, replace(equilibrium(SCISSORS), **wrong))


@pytest.mark.parametrize("table", [[], [[]], [[1, 2], [3]]])
def test_no_game_is_refused(table: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        equilibrium(table)
