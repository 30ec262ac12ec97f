import random

import pytest

from gamerules.cards import PACK_32, CardSet, Suit
from gamerules.solve import Scored, SolverError, TwoHands
from gamerules.solve.reserves import Pairs, ReserveGame, reserve_game
from gamerules.solve.two_hands import Solver
from gamerules.solve.two_hands_scored import ScoredSolver

DANILOV, KABANOV = CardSet.parse("♠AKJ1087 ♥QJ9 ♦KJ ♣KQ1098"), CardSet.parse("♠Q9 ♥AK1087 ♦AQ10987 ♣AJ7")
CHOSEN = CardSet.parse("♠A ♦KJ"), CardSet.parse("♠Q ♦AQ")


@pytest.fixture(scope="module")
def game() -> ReserveGame:
    told: list[tuple[int, int]] = []
    made = reserve_game((DANILOV, KABANOV), 0, Suit.DIAMONDS, progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (len(told), len(told)) == (len(made.choices[0]), len(made.table))
    return made


def test_the_table_agrees_with_deals_solved_one_by_one(game: ReserveGame) -> None:
    rng = random.Random(2)
    for _ in range(60):
        reserves = CardSet(rng.sample(list(DANILOV), 3)), CardSet(rng.sample(list(KABANOV), 3))
        hands = DANILOV - reserves[0], KABANOV - reserves[1]
        position = TwoHands(hands, 0, Suit.DIAMONDS, size=4, reserves=reserves)
        assert game.tricks(*reserves) == Solver(position).tricks(position)


def test_reserves_taken_up_early_agree_with_deals_solved_one_by_one() -> None:
    rng = random.Random(3)
    tricks = tuple(range(11))
    for misere in (False, True):
        trump = None if misere else Suit.DIAMONDS
        pairs = Pairs((DANILOV, KABANOV), 1, trump, misere, kept=1)
        for _ in range(3):
            reserves = CardSet(rng.sample(list(DANILOV), 3)), CardSet(rng.sample(list(KABANOV), 3))
            hands = DANILOV - reserves[0], KABANOV - reserves[1]
            position = TwoHands(hands, 1, trump, size=4, reserves=reserves, kept=1)
            worth = tuple(-n for n in tricks) if misere else tricks
            scored = Scored(position, 0, 0, worth, "tricks")
            assert pairs.tricks(*reserves) == abs(ScoredSolver(scored).tricks(scored)[0])


def test_the_better_reserves(game: ReserveGame) -> None:
    for player in (0, 1):
        for other in (None, CHOSEN[1 - player]):
            groups = game.by_tricks(player, other)
            assert sum(map(len, groups.values())) == 560
            own = next(tricks for tricks, group in groups.items() if CHOSEN[player] in group)
            better = {reserve for tricks, group in groups.items() if tricks > own for reserve in group}
            assert set(game.better(player, CHOSEN[player], other)) == better
    assert game.by_tricks(0, CHOSEN[1])[2][0] in game.better(0, CHOSEN[0], CHOSEN[1])


def test_the_reserves_chosen(game: ReserveGame) -> None:
    assert game.tricks(*CHOSEN) == (1, 9)
    assert [len(game.all_reserves(player)) for player in (0, 1)] == [560, 560]
    assert game.secure(0, CHOSEN[0]) == min(game.against(0, CHOSEN[0]))
    assert game.secure(1, CHOSEN[1]) == min(game.against(1, CHOSEN[1]))


def test_cards_of_the_same_use_are_one_choice(game: ReserveGame) -> None:
    # Danilov's ♠8 and ♠7 are neighbours; between ♠J and ♠8 lies Kabanov's ♠9.
    same = [game.index(0, CardSet.parse(f"♠{rank} ♦KJ")) for rank in (8, 7)]
    assert same[0] == same[1] != game.index(0, CardSet.parse("♠J ♦KJ"))


def test_the_equilibrium(game: ReserveGame) -> None:
    found = game.equilibrium()
    assert found.value == 2
    for player, mixture in ((0, found.rows), (1, found.columns)):
        for place in mixture:
            assert game.expected(player, game.choices[player][place], found, int) == found.value
    assert game.expected(0, CHOSEN[0], found, int) <= found.value <= game.expected(1, CHOSEN[1], found, int)


def test_worth_may_be_other_than_tricks(game: ReserveGame) -> None:
    # Kabanov needs nine: what counts is whether Danilov takes a second trick.
    found = game.equilibrium(lambda tricks: int(tricks >= 2))
    assert found.value == 1


@pytest.mark.parametrize("seed", [684, 1611])  # long runs, so that few reserves differ; a void suit in the first
@pytest.mark.parametrize(("leader", "misere"), [(1, False), (0, True)])
def test_other_leaders_and_nullo(leader: int, misere: bool, seed: int) -> None:
    rng = random.Random(seed)
    order = list(PACK_32)
    rng.shuffle(order)
    cards = CardSet(order[:16]), CardSet(order[16:])
    made = reserve_game(cards, leader, None, misere)
    for _ in range(40):
        reserves = CardSet(rng.sample(order[:16], 3)), CardSet(rng.sample(order[16:], 3))
        position = TwoHands((cards[0] - reserves[0], cards[1] - reserves[1]), leader, None, misere, 4, reserves)
        assert made.tricks(*reserves) == Solver(position).tricks(position)
    found = made.equilibrium()
    assert (-10 <= found.value <= 0) if misere else (0 <= found.value <= 10)


def test_wrong_cards_are_refused(game: ReserveGame) -> None:
    with pytest.raises(SolverError, match="sixteen cards each"):
        reserve_game((DANILOV, DANILOV), 0, None)
    with pytest.raises(SolverError, match="no player 2 to be the leader"):
        reserve_game((DANILOV, KABANOV), 2, None)
    with pytest.raises(SolverError, match="cannot lay"):
        game.index(0, CHOSEN[1])
