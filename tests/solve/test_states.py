"""The solvers against the games' own rules: exhaustive search over real states, late in random deals."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamerules import german_ombre, nullo_bridge, slam, two_hand_bridge
from gamerules.cards import Card, CardSet
from gamerules.game import Game, UnknownGameError, game_of, random_game
from gamerules.german_ombre.positions import in_play
from gamerules.lab.deals import deal_of
from gamerules.lab.policies import choose, policy
from gamerules.nullo_bridge.ending import opening
from gamerules.policy import Moment
from gamerules.slam import Strain
from gamerules.solve import Scored, SolverError, analyse_play, position_of, solve
from gamerules.solve.positions import aim_of, solver_of


def endings(game: Game, start: Any, wanted: int, cards: int, seed: int) -> list[Any]:
    """Return positions of random deals in which a player is to play with few cards left."""
    rng = Random(seed)
    found: list[Any] = []
    while len(found) < wanted:
        states = random_game(start, rng, game.policy)
        late = [s for s in states if s.phase == "play" and total(s) <= cards]
        if late:
            found.append(late[rng.randrange(len(late))])
    return found


def total(state: Any) -> int:
    posed = position_of(state)
    problem = posed.cards if isinstance(posed, Scored) else posed
    reserves = getattr(problem, "reserves", ())
    return sum(map(len, problem.hands)) + sum(map(len, reserves)) + len(problem.table)


def best(state: Any, player: int, misere: bool) -> int:
    """Return a player's tricks of this deal by exhaustive search over the game's own states, both aims opposed."""
    if state.phase != "play":
        return taken(state)[player]
    outcomes = []
    for action in state.legal_actions():
        there = state.after(action)
        outcomes.append(finished(state, there)[player] if there.phase != "play" else best(there, player, misere))
    return max(outcomes) if (state.actor == player) != misere else min(outcomes)


def taken(state: Any) -> tuple[int, ...]:
    return tuple(state.taken if hasattr(state, "taken") else state.stage.taken)


def finished(before: Any, after: Any) -> tuple[int, ...]:
    """Return the tricks at the end of a deal; where the next deal begins at once, by the rules of the stage."""
    return taken(after) if hasattr(after, "taken") else tuple(before.stage.after(before.legal_actions()[0]).taken)


def test_slam() -> None:
    kinds = set()
    for state in endings(slam.GAME, slam.State(), 40, 9, seed=41):
        misere = state.contract.strain is Strain.NULLO
        kinds.add(misere)
        expected = best(state, 0, misere)
        assert solve(state, "python").tricks[0] + state.taken[0] == expected
    assert kinds == {True, False}


def test_two_hand_bridge() -> None:
    start = two_hand_bridge.State.start()
    for state in endings(two_hand_bridge.GAME, start, 24, 8, seed=42):
        misere = state.contract.bid.strain is two_hand_bridge.Strain.NULLO
        assert solve(state, "python").tricks[0] + state.stage.taken[0] == best(state, 0, misere)


def test_german_ombre() -> None:
    def worth(state: Any) -> int:
        if state.is_over:
            ombre = state.deal.ombre
            return int(value(*(state.taken[(ombre + i) % 3] for i in range(3))))
        values = [worth(state.after(card)) for card in state.legal_actions() if isinstance(card, Card)]
        return max(values) if state.actor == state.deal.ombre else min(values)

    for state in endings(german_ombre.GAME, german_ombre.Drawing(), 40, 9, seed=43):
        value, _ = aim_of(state)
        cards = [card for card in state.legal_actions() if isinstance(card, Card)]
        judged = analyse_play(state, cards[:1], "python")
        assert judged[0].before == (worth(state),)


def test_nullo_of_four() -> None:
    deal = deal_of("nullo-bridge")
    rules = next(iter(nullo_bridge.GAME.presets.values()))
    for seed in range(24):
        states = random_game(deal.start(rules, 0), Random(seed))
        state = next(s for s in states if s.phase == "play" and total(s) <= 11 + seed % 2)
        # Seats 1 and 3 are the declarer's side, the first in the count of tricks.
        assert solve(state, "python").tricks[1] + state.taken[0] == fewest(state)


def fewest(state: Any) -> int:
    if state.is_over:
        return int(state.taken[0])
    outcomes = [fewest(state.after(action)) for action in state.legal_actions()]
    return min(outcomes) if state.actor % 2 == 1 else max(outcomes)


def test_every_solution_replays_in_the_game_itself() -> None:
    for game, start in ((slam.GAME, slam.State()), (german_ombre.GAME, german_ombre.Drawing())):
        states = [s for s in random_game(start, Random(44), game.policy) if s.phase == "play"]
        state = states[0]
        for play in solve(state, "python").line:
            assert play.player == state.actor
            state = state.after(play.card)
        assert state.is_over


def test_aims_of_the_ombre() -> None:
    hands = ("♠A ♥7", "♥K ♥Q", "♣2 ♣3")
    state = in_play("hand", hands, trump="hearts")
    assert aim_of(state)[1] == "sacado, or else puesta"
    assert aim_of(in_play("null", hands))[1] == "no trick"
    announced = in_play("hand", hands, trump="hearts", march=german_ombre.March.ANNOUNCED)
    assert aim_of(announced)[1] == "all the tricks, or else sacado, or else puesta"
    assert solve(announced, "python").tricks == (2, 0, 0)


@pytest.mark.parametrize("march", german_ombre.March)
def test_after_a_failed_march_the_ombre_plays_for_what_is_left(march: german_ombre.March) -> None:
    hands = ("♣KQ ♦6 ♠Q", "♣A4 ♥6 ♦5", "♣2 ♥K4 ♦3")
    state = in_play("hand", hands, trump="hearts", taken=(3, 2, 0), march=march)
    cards = [card for card in state.legal_actions() if isinstance(card, Card)]
    worth = {card: analyse_play(state, [card], "python")[0] for card in cards}
    assert {str(card): judged.after for card, judged in worth.items()} == {
        "♣K": (1,), "♣Q": (1,), "♦6": (-1,), "♠Q": (-2,)
    }  # fmt: skip
    assert choose(policy("machine"), Moment(german_ombre.GAME, state, ()), 1).action in CardSet.parse("♣KQ")


def test_where_an_announced_march_is_won_whatever_comes_nothing_is_lost() -> None:
    rules = german_ombre.Rules(announced_march_lost="won")
    worth, _ = aim_of(
        in_play("hand", ("♠A", "♥K", "♣2"), trump="hearts", march=german_ombre.March.ANNOUNCED, rules=rules)
    )
    assert (worth(9, 0, 0), worth(8, 1, 0), worth(0, 9, 0)) == (2, 1, 1)


EARLY = "after-sixth"
SCORED = (slam.Rules.MENDELEV, slam.Rules(reserve_taken_up=EARLY), slam.Rules(nullo="exactly", reserve_taken_up=EARLY))


def test_exact_nullos_and_reserves_taken_up_early() -> None:
    """Every card of late positions is worth what exhaustive search over the game's own states says."""

    def ends(state: Any, problem: Scored) -> int:
        if state.phase != "play":
            return problem.worth[int(state.taken[problem.player])]
        values: list[int] = [ends(state.after(card), problem) for card in state.legal_actions()]
        return max(values) if state.actor == problem.player else min(values)

    kinds = set()
    for seed in range(240):
        rng, rules = Random(seed), SCORED[seed % 3]
        states = random_game(slam.State(rules), rng, slam.GAME.policy)
        late = [s for s in states if s.phase == "play" and total(s) <= 10]
        state = rng.choice(late) if late else None
        problem = position_of(state) if state else None
        if not isinstance(problem, Scored):
            continue
        assert state is not None
        kinds.add((seed % 3, problem.aim, bool(problem.table)))
        choices = solver_of(problem).choices(problem)
        assert {card: value[problem.player] for card, value in choices.items()} == {
            card: ends(state.after(card), problem) for card in state.legal_actions()
        }
    assert len(kinds) > 6


def test_an_exact_nullo_is_neither_exceeded_nor_missed() -> None:
    contract = slam.Contract(0, Strain.NULLO, 10)
    state = slam.State.in_play(contract, ("♠A7 ♥7", "♠8 ♥8 ♦9"), leader=1, taken=(3, 4), rules=slam.Rules.MENDELEV)
    state = state.after(Card.parse("♠8"))
    kept, broken = (analyse_play(state, [Card.parse(text)])[0] for text in ("♠A", "♠7"))
    assert (kept.cost, kept.after, broken.cost, broken.after) == (0, (10, -10), 40, (-30, 30))
    assert choose(policy("machine"), Moment(slam.GAME, state, ()), 1).action == Card.parse("♠A")
    assert solve(state).tricks == (1, 2)
    problem = position_of(state)
    assert isinstance(problem, Scored)
    with pytest.raises(SolverError, match="belongs to another deal"):
        solver_of(problem).tricks(replace(problem, worth=(0,) * 11))
    with pytest.raises(SolverError, match="tell every end"):
        replace(problem, worth=(0,))


@pytest.mark.parametrize(("module", "known"), [("gamerules.slam.state", True), ("gamerules.lab", False), ("x", False)])
def test_a_state_belongs_to_the_game_nearest_to_its_module(module: str, known: bool) -> None:
    state = type("State", (), {"__module__": module})()
    if known:
        assert game_of(state) is slam.GAME
    else:
        with pytest.raises(UnknownGameError, match="does not belong to an installed game"):
            game_of(state)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(SolverError, match=r"nothing is being played \(the phase is deal\)"):
        solve(slam.State())
    with pytest.raises(SolverError, match="there is no solver for positions of str"):
        solve("♠A")
    with pytest.raises(SolverError, match="cards of this position are not known"):
        solve(opening())
