"""Rotas: five or six players take turns at a table for four, so that each plays with each.

Two pairs play in every rubber and the rest sit out. Which rubbers make up a rota is a constraint problem, and a solver
answers it: :mod:`ortools` (CP-SAT), an extra that is imported when a rota is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, Final

from gamerules.extras import need
from gamerules.game import RotaCommand, Round
from gamerules.rules import Status, figure, rule

Pair = tuple[int, int]

LETTERS: Final = ("S", "B", "K", "F", "V", "G")
"""Names for players who give none: the text's С Б К Ф В, and one more."""

SEATS = 4
FIVE = figure("FIVE", "vint-viii.rota.2", 5)
SIX = figure("SIX", "vint-viii.rota.11", 6)
RUBBERS_OF_SIX = 8


@dataclass(frozen=True, slots=True, order=True)
class Rubber:
    """One rubber of a rota, by player number (from 0, in the order of the cards drawn, high to low).

    Attributes:
        pairs: the two pairs of partners, each and both in ascending order.
        out: those who sit out, in ascending order.
    """

    pairs: tuple[Pair, Pair]
    out: tuple[int, ...]

    def partner(self, player: int) -> int | None:
        """Return whom a player plays with, or None if he sits out."""
        return next((a + b - player for a, b in self.pairs if player in (a, b)), None)


Rota = tuple[Rubber, ...]


def rubbers(players: int) -> tuple[Rubber, ...]:
    """Return every rubber that so many players can form: who sits out, and how the four who play pair off."""
    everybody = range(players)
    return tuple(
        Rubber((first, second), tuple(p for p in everybody if p not in first + second))
        for first, second in combinations(all_pairs(players), 2)
        if not set(first) & set(second)
    )


@rule("vint-viii.rota.2", "vint-viii.rota.11")
def all_pairs(players: int) -> tuple[Pair, ...]:
    """Return every partnership that so many players can form."""
    return tuple(combinations(range(players), 2))


@dataclass
class _Model:
    """A constraint model in which each of ``length`` rubbers is one of the possible ones."""

    players: int
    length: int

    def __post_init__(self) -> None:
        cp_model = need("ortools.sat.python.cp_model", extra="site")
        self.cp: Any = cp_model
        self.model = cp_model.CpModel()
        self.choices = rubbers(self.players)
        self.chosen = [
            [self.model.new_bool_var(f"rubber {r} is {i}") for i in range(len(self.choices))]
            for r in range(self.length)
        ]
        for row in self.chosen:
            self.model.add_exactly_one(row)

    def _times(self, holds: Callable[[Rubber], bool], within: Iterable[int]) -> Any:
        return sum(self.chosen[r][i] for r in within for i, choice in enumerate(self.choices) if holds(choice))

    def together(self, pair: Pair, within: Iterable[int]) -> Any:
        """Return in how many of these rubbers a pair are partners, as an expression."""
        return self._times(lambda rubber: pair in rubber.pairs, within)

    def sitting_out(self, player: int, within: Iterable[int]) -> Any:
        """Return in how many of these rubbers a player sits out, as an expression."""
        return self._times(lambda rubber: player in rubber.out, within)

    def number(self, r: int) -> Any:
        """Return the number, among all possible ones, of the rubber played as the r-th, as an expression."""
        return sum(i * var for i, var in enumerate(self.chosen[r]))

    def solver(self) -> Any:
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 1  # the models are tiny
        solver.parameters.linearization_level = 2  # seats are counted: the relaxation alone refutes what is impossible
        return solver

    def is_feasible(self) -> bool:
        """Return whether any rota satisfies the model."""
        return bool(self.solver().solve(self.model) in (self.cp.OPTIMAL, self.cp.FEASIBLE))

    def all(self) -> list[Rota]:
        """Return every rota that satisfies the model, in order."""
        found: list[Rota] = []
        outer = self

        class Collect(self.cp.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
            def on_solution_callback(self) -> None:
                found.append(tuple(outer.choices[[self.value(v) for v in row].index(1)] for row in outer.chosen))

        solver = self.solver()
        solver.parameters.enumerate_all_solutions = True
        solver.solve(self.model, Collect())
        return sorted(found)

    def first(self) -> Rota:
        """Return the first rota in order, whatever path the solver takes."""
        rota = []
        for r in range(self.length):
            self.model.minimize(self.number(r))
            solver = self.solver()
            solver.solve(self.model)
            index = round(solver.objective_value)
            self.model.add(self.chosen[r][index] == 1)
            rota.append(self.choices[index])
        return tuple(rota)


def _each_with_each(model: _Model, within: Iterable[int], *, but: Sequence[Pair] = ()) -> None:
    """Demand that every pair, but for some, plays together exactly once within these rubbers."""
    rows = tuple(within)
    for pair in all_pairs(model.players):
        model.model.add(model.together(pair, rows) == (pair not in but))


@rule(
    "vint-viii.rota.2",
    "vint-viii.rota.4",
    "vint-viii.rota.8",
    "vint-viii.rota.9",
    status=Status.CORRECTED,
    note="one player sits out each rubber, in turn; not each of the four leaves",
)
def five_tables(first: Sequence[Pair] = ((1, 2), (3, 4))) -> tuple[Rota, ...]:
    """Return every rota for five that fits the clues: five rubbers, each plays with each, one sits out in his turn.

    Players are numbered by the cards drawn, high to low, and sit out in that order.

    Args:
        first: the pairs of the first rubber; the text's are the second with the third and the fourth with the fifth.
    """
    model = _Model(FIVE, FIVE)
    _each_with_each(model, range(FIVE))
    for player in range(FIVE):
        model.model.add(model.sitting_out(player, [player]) == 1)
    for pair in first:
        model.model.add(model.together(pair, [0]) == 1)
    return tuple(model.all())


@rule(
    "vint-viii.rota.5",
    status=Status.INFERRED,
    note="reads the sentence as: whoever comes in plays his first rubber as partner of the one who sits out last",
)
def incoming_play_with_the_last(rota: Rota) -> bool:
    """Return whether everyone who comes back to the table plays with the player who sits out last."""
    last = rota[-1].out[0]
    return all(rubber.partner(before.out[0]) == last for before, rubber in pairwise(rota[:-1]))


@rule("vint-viii.rota.6")
def five() -> Rota:
    """Return the one rota for five that fits all clues."""
    (rota,) = (table for table in five_tables() if incoming_play_with_the_last(table))
    return rota


@rule("vint-viii.rota.11")
def rubbers_needed(players: int) -> int:
    """Return the least number of rubbers in which each can play with each at least once."""
    length = 1
    while True:
        model = _Model(players, length)
        for pair in all_pairs(players):
            model.model.add(model.together(pair, range(length)) >= 1)
        if model.is_feasible():
            return length
        length += 1


@rule("vint-viii.rota.11")
def most_pairs(players: int, length: int) -> int:
    """Return how many different partnerships so many rubbers can hold at most."""
    model = _Model(players, length)
    seen = []
    for pair in all_pairs(players):
        var = model.model.new_bool_var(f"{pair} play together")
        model.model.add(model.together(pair, range(length)) >= var)
        seen.append(var)
    model.model.maximize(sum(seen))
    solver = model.solver()
    solver.solve(model.model)
    return int(solver.objective_value)


@rule("vint-viii.rota.11", status=Status.CORRECTED, note="the eighth rubber takes two extra players, not one")
def six() -> Rota:
    """Return a rota for six in eight rubbers: in seven each plays with each but fifth with sixth, who play the eighth.

    Of the many rotas that do so this is the first in which the two highest cards sit out at the beginning and nobody
    sits out twice running.
    """
    model = _Model(SIX, RUBBERS_OF_SIX)
    last_two = (4, 5)
    final = RUBBERS_OF_SIX - 1
    _each_with_each(model, range(final), but=[last_two])
    model.model.add(model.together(last_two, [final]) == 1)
    for player in (0, 1):
        model.model.add(model.sitting_out(player, [0]) == 1)
    for player in range(SIX):
        for running in pairwise(range(RUBBERS_OF_SIX)):
            model.model.add(model.sitting_out(player, running) <= 1)
    return model.first()


@rule("vint-viii.rota.11")
def extra_players(rota: Rota) -> tuple[int, ...]:
    """Return who plays more rubbers than there are partners for him, once for each rubber too many."""
    players = len(rota[0].out) + SEATS
    return tuple(
        player
        for player in range(players)
        for _ in range(sum(player not in rubber.out for rubber in rota) - (players - 1))
    )


@rule("vint-viii.rota.11")
def is_possible_with_one_extra_player() -> bool:
    """Return whether six can play each with each in eight rubbers if one alone plays more than five."""
    model = _Model(SIX, RUBBERS_OF_SIX)
    everything = range(RUBBERS_OF_SIX)
    for pair in all_pairs(SIX):
        model.model.add(model.together(pair, everything) >= 1)
    for player in range(1, SIX):  # the extra player may be the first: the numbers mean nothing here
        model.model.add(model.sitting_out(player, everything) >= RUBBERS_OF_SIX - (SIX - 1))
    return model.is_feasible()


def named(rota: Rota, names: Sequence[str]) -> tuple[Round, ...]:
    """Return the rota with names for numbers."""
    return tuple(
        Round(tuple((names[a], names[b]) for a, b in rubber.pairs), tuple(names[p] for p in rubber.out))
        for rubber in rota
    )


def five_rows(names: Sequence[str] = LETTERS) -> list[tuple[str, ...]]:
    """Return the tables for five that fit as rows: who sits out, and the pairs by each table."""
    rounds = [named(table, names) for table in five_tables()]
    return [
        (rubber[0].out[0], *(" – ".join(" and ".join(pair) for pair in one.partners) for one in rubber))
        for rubber in zip(*rounds, strict=True)
    ]


@rule("vint-viii.rota.3", "vint-viii.rota.10")
def table(names: Sequence[str], rounds: Sequence[Round], won: Sequence[int] = ()) -> str:
    """Draw a table to keep the score on: a row for each player, a column for each rubber.

    0 marks who sits out; elsewhere stands the partner, with + for a rubber won, - for one lost, _ for one to come.

    Args:
        names: the players, in the order in which they sit out.
        rounds: the rubbers.
        won: for each rubber played so far, which of its two pairs won it (0 or 1).
    """

    def cell(name: str, number: int) -> str:
        for i, pair in enumerate(rounds[number].partners):
            if name in pair:
                mark = "_" if number >= len(won) else "+" if won[number] == i else "-"
                return f"{pair[0] if pair[1] == name else pair[1]} {mark}"
        return "0"

    rows = [["", *(str(number + 1) for number in range(len(rounds)))]]
    rows += [[name, *(cell(name, number) for number in range(len(rounds)))] for name in names]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, "", "0 sits out; a name is the partner; + won, - lost, _ to come"])


ROTA = RotaCommand(
    letters=LETTERS,
    rounds={FIVE: lambda names: named(five(), names), SIX: lambda names: named(six(), names)},
    table=table,
)
