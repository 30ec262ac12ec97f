# ruff: noqa: E402 - what follows needs pyspiel
import copy
import random
import statistics
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from gamerules import slam
from gamerules.game import random_game
from gamerules.lab.deals import DEALS, deal_of
from gamerules.openspiel import GAMES, Observer, short_name
from gamerules.rules import ImpossibleInputError


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(short_name(name), params)


def walk(state: Any, seed: int) -> Any:
    rng = random.Random(seed)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", sorted(GAMES))
def test_openspiels_own_random_simulation(name: str) -> None:
    # It checks masks, sorted legal actions, copies, histories, returns within bounds, and the round trip of states.
    pyspiel.random_sim_test(load(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_preset_and_dealer(name: str) -> None:
    game = GAMES[name]
    for number, preset in enumerate(game.game.presets):
        loaded = load(name, rules=preset, dealer=number % game.deal.players)
        end = walk(loaded.new_initial_state(), number)
        assert sum(end.returns()) == 0
        assert max(map(abs, end.returns())) <= game.deal.scale
        assert len(end.history()) <= loaded.max_game_length()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_numbers_and_actions_are_one_to_one(name: str) -> None:
    deal = DEALS[name]
    actions = [deal.action(number) for number in range(deal.actions)]
    assert [deal.number(action) for action in actions] == list(range(deal.actions))


def test_a_bid_of_six_is_not_the_card_six() -> None:
    deal = DEALS["slam"]
    assert deal.number(6) != deal.number(deal.action(6))


def test_information_states_tell_apart_what_a_player_can_tell_apart() -> None:
    game = load("slam")
    dealt = game.new_initial_state()
    for card in (20, 21, 33, 34):  # two to the non-dealer, two to the dealer
        dealt.apply_action(card)
    other = game.new_initial_state()
    for card in (20, 21, 35, 36):
        other.apply_action(card)
    turned = game.new_initial_state()
    for card in (21, 20, 33, 34):
        turned.apply_action(card)
    non_dealer, dealer = 1, 0
    assert dealt.information_state_string(non_dealer) == other.information_state_string(non_dealer)
    assert dealt.information_state_string(dealer) != other.information_state_string(dealer)
    # The same two cards in another order: the player has seen it, the opponent has not.
    assert dealt.information_state_string(non_dealer) != turned.information_state_string(non_dealer)
    assert dealt.observation_string(non_dealer) == turned.observation_string(non_dealer)
    assert dealt.information_state_string(dealer) == turned.information_state_string(dealer)


def test_hidden_cards_stay_hidden() -> None:
    game = load("slam")
    state = game.new_initial_state()
    rng = random.Random(3)
    while state.state.phase != "play":
        state.apply_action(state.get_game().deal.number(slam.GAME.policy(state.state, rng)))  # type: ignore[misc]
        if state.is_terminal():
            state = game.new_initial_state()
    observer = Observer(game)
    observer.set_from(state, 0)
    hand, reserve = state.state.hand(0), state.state.reserve(0)
    assert {int(card) for card in np.flatnonzero(observer.dict["cards"][0])} == {*hand, *reserve}
    assert not observer.dict["cards"][1].any()
    assert observer.dict["player"].tolist() == [1, 0]
    assert observer.string_from(state, 0) == state.observation_string(0)


def test_copies_share_what_never_changes() -> None:
    state = load("slam").new_initial_state()
    twin = state.clone()
    assert twin.place is state.place
    assert copy.deepcopy(state.place) is state.place
    twin.apply_action(twin.legal_actions()[0])
    assert twin.place is not state.place


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="no rules 'HOYLE'"):
        GAMES["slam"]({"rules": "HOYLE"})
    with pytest.raises(ValueError, match="no player 2"):
        GAMES["slam"]({"dealer": 2})
    with pytest.raises(ValueError, match="no parameters"):
        load("slam").make_py_observer(params={"size": 3})
    with pytest.raises(ImpossibleInputError, match="no deals to run"):
        deal_of("vint")


def test_mcts_of_openspiel_beats_a_random_player_at_slam() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = load("slam")
    rng, chance = random.Random(5), np.random.RandomState(1)

    def begun(seed: int) -> Any:
        """Return a deal at its first trick; who bids and what is laid aside is the same for both seats."""
        state, source = game.new_initial_state(), random.Random(seed)
        while state.state.phase != "play" and not state.is_terminal():
            state.apply_action(DEALS["slam"].number(slam.GAME.policy(state.state, source)))  # type: ignore[misc]
        return state

    gained = []
    for seed in range(16):
        both_seats = 0.0
        for seat in (0, 1):
            state = begun(seed)
            bot = mcts.MCTSBot(game, 60.0, 10, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
            while not state.is_terminal():
                mine = state.current_player() == seat
                state.apply_action(bot.step(state) if mine else rng.choice(state.legal_actions()))
            both_seats += state.returns()[seat]
        gained.append(both_seats)
    error = statistics.stdev(gained) / len(gained) ** 0.5
    assert statistics.mean(gained) > 2 * error
    assert sum(g > 0 for g in gained) >= 3 * sum(g < 0 for g in gained)


def test_outcomes_tell_how_deals_ended() -> None:
    seen: dict[str, set[Any]] = {}
    for name, deal in DEALS.items():
        game, rng = GAMES[name].game, random.Random(7)
        for _ in range(12 if name == "slam" else 2):
            start = deal.start(next(iter(game.presets.values())), 0)
            states = random_game(start, rng, game.policy)
            end = next(i for i in range(1, len(states)) if deal.is_over(states[i - 1], states[i]))
            outcome = deal.outcome(states[end], states[end - 1])
            seen.setdefault(name, set()).add(outcome["result"])
            assert len(outcome) in (1, 2, 7)
    assert seen["slam"] >= {"made", "failed"}
