"""The rotas for five and six, against a search of our own that knows nothing of the solver."""

import sys
from itertools import combinations, pairwise, permutations, product

import pytest

from gamerules.extras import MissingExtraError
from gamerules.vint import rota
from gamerules.vint.rota import Rota, Rubber


def pairings(four: tuple[int, ...]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    a, b, c, d = four
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def by_hand(first: tuple[tuple[int, int], ...]) -> set[Rota]:
    """Every way to let five players sit out in turn and each pair play once."""
    rounds = [[Rubber(pairs, (out,)) for pairs in pairings(tuple(p for p in range(5) if p != out))] for out in range(5)]
    return {
        table
        for table in product(*rounds)
        if len({pair for rubber in table for pair in rubber.pairs}) == 10 and set(first) <= set(table[0].pairs)
    }


def test_exactly_two_tables_fit_the_clues() -> None:
    assert set(rota.five_tables()) == by_hand(((1, 2), (3, 4)))
    assert len(rota.five_tables()) == 2
    assert set(rota.five_tables(())) == by_hand(())
    assert len(by_hand(())) == 6


def test_everybody_meets_everybody_twice() -> None:
    for table in rota.five_tables():
        against = [tuple(sorted((one, other))) for rubber in table for one, other in product(*rubber.pairs)]
        assert all(against.count(pair) == 2 for pair in combinations(range(5), 2))


def test_one_table_has_those_who_come_in_play_with_the_last() -> None:
    (table,) = [table for table in rota.five_tables() if rota.incoming_play_with_the_last(table)]
    assert table == rota.five()
    for before, rubber in pairwise(table[:-1]):
        assert rubber.partner(before.out[0]) == 4
        assert rubber.partner(rubber.out[0]) is None


def test_eight_of_the_orders_agree_with_the_sentence() -> None:
    def fits(order: str) -> bool:
        first = [tuple(sorted((order.index(a), order.index(b)))) for a, b in ("BK", "FV")]
        return any(map(rota.incoming_play_with_the_last, rota.five_tables(first)))  # type: ignore[arg-type]

    orders = ["S" + "".join(rest) for rest in permutations("BKFV")]
    assert sum(map(fits, orders)) == 8
    assert fits("SBKFV")


def test_six_need_eight_rubbers() -> None:
    assert rota.rubbers_needed(6) == 8
    assert rota.most_pairs(6, 7) == 14
    assert rota.rubbers_needed(4) == 3
    assert rota.rubbers_needed(5) == 5
    assert not rota.is_possible_with_one_extra_player()


def test_the_rota_for_six() -> None:
    table = rota.six()
    pairs = [pair for rubber in table for pair in rubber.pairs]
    assert len(table) == 8
    assert set(pairs) == set(combinations(range(6), 2))
    assert (4, 5) in table[-1].pairs
    assert pairs.count((4, 5)) == 1
    assert table[0].out == (0, 1)
    assert not any(set(a.out) & set(b.out) for a, b in pairwise(table))
    extra = rota.extra_players(table)
    assert len(extra) == len(set(extra)) == 2
    assert set(extra) < {0, 1, 2, 3}
    assert rota.six() == table


def test_the_table_to_keep_the_score_on() -> None:
    rounds = rota.named(rota.five(), "SBKFV")
    assert rota.table("SBKFV", rounds, won=[0, 1]).splitlines() == [
        "   1    2    3    4    5",
        "S  0    V -  F _  B _  K _",
        "B  K +  0    V _  S _  F _",
        "K  B +  F +  0    V _  S _",
        "F  V -  K +  S _  0    B _",
        "V  F -  S -  B _  K _  0",
        "",
        "0 sits out; a name is the partner; + won, - lost, _ to come",
    ]


def test_without_the_solver_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("ortools")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'gamerules\[site\]'"):
        rota.five()
