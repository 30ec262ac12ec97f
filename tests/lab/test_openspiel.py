# ruff: noqa: E402 - what follows needs pyspiel
import copy
import random
import statistics
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")
np = pytest.importorskip("numpy")

from gamerules import openspiel, slam
from gamerules.auction import Call
from gamerules.cards import PACK_40, CardSet
from gamerules.game import random_game
from gamerules.lab.deals import deal_of
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
        loaded = load(name, rules=preset, dealer=number % game.game.players)
        end = walk(loaded.new_initial_state(), number)
        assert sum(end.returns()) == 0
        assert max(map(abs, end.returns())) <= game.deal.scale
        assert len(end.history()) <= loaded.max_game_length()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_numbers_and_actions_are_one_to_one(name: str) -> None:
    deal = deal_of(name)
    actions = [deal.action(number) for number in range(deal.actions)]
    assert [deal.number(action) for action in actions] == list(range(deal.actions))


def test_a_bid_of_six_is_not_the_card_six() -> None:
    deal = deal_of("slam")
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


def forks(name: str, seed: int, count: int, **params: Any) -> list[Any]:
    """Return states along several ways of playing one deal."""
    made, deal, policy = [], deal_of(name), GAMES[name].game.policy
    for fork in range(count):
        state, chance, players = load(name, **params).new_initial_state(), random.Random(seed), random.Random(fork)
        while not state.is_terminal():
            rng = chance if state.is_chance_node() else players
            action = policy(state.state, rng) if policy else rng.choice(state.state.legal_actions())
            state.apply_action(deal.number(action))
            made.append(state.clone())
    return made


@pytest.mark.parametrize("name", sorted(GAMES))
def test_where_views_differ_tensors_differ(name: str) -> None:
    observer, views = Observer(load(name)), dict[bytes, str]()
    for state in forks(name, 4, 15):
        for player in range(GAMES[name].game.players):
            if not state.is_terminal():
                observer.set_from(state, player)
                view = state.observation_string(player)
                assert views.setdefault(observer.tensor.tobytes(), view) == view
    assert len(views) > 400


def test_tensors_tell_bids_and_strains_apart() -> None:
    game = load("slam")
    number, observer, state = deal_of("slam").number, Observer(game), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bids = [state.child(number(call)) for call in (6, 7, Call.PASS)]
    state.apply_action(number(6))
    while state.state.phase != "naming":
        state.apply_action(state.legal_actions()[0] if state.is_chance_node() else number(Call.PASS))
    named = [state.child(number(strain)) for strain in slam.Strain]
    for player in (0, 1):
        assert len({tensor(observer, child, player) for child in bids}) == 3
        assert len({tensor(observer, child, player) for child in named}) == 6


def tensor(observer: Observer, state: Any, player: int) -> bytes:
    observer.set_from(state, player)
    return bytes(observer.tensor.tobytes())


# ---- information states, dealt anew


@pytest.mark.parametrize(
    ("name", "preset"), [(name, each) for name in sorted(GAMES) for each in GAMES[name].game.presets]
)
def test_a_deal_made_anew_looks_the_same(name: str, preset: str) -> None:
    sampler, observer, others = random.Random(2).random, Observer(load(name, rules=preset)), 0
    states = [state for state in forks(name, 7, 2, rules=preset) if not (state.is_terminal() or state.is_chance_node())]
    for state in states[::3]:
        for player in range(GAMES[name].game.players):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == state.current_player()
            assert tensor(observer, other, player) == tensor(observer, state, player)
            others += str(other) != str(state)
    assert others > len(states) / 3


def test_every_deal_that_can_be_comes_as_often_as_the_others() -> None:
    state = next(
        state
        for state in forks("slam", 1, 1)
        if state.state.phase == "play" and [len(state.state.hand(p)) for p in (0, 1)] == [3, 3]
    )
    rng = random.Random(3)
    drawn = Counter(state.resample_from_infostate(0, rng.random).state.reserve(1) for _ in range(600))
    both = state.state.hand(1) | state.state.reserve(1)
    assert set(drawn) <= {CardSet(three) for three in combinations(both, 3)}
    assert len(drawn) > 5
    expected = 600 / len(drawn)
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 3 * len(drawn)


@pytest.mark.parametrize("name", ["nullo-bridge", "slam", "two-hand-bridge"])
def test_who_does_not_follow_suit_is_dealt_no_card_of_it(name: str) -> None:
    rng, deal = random.Random(8), deal_of(name)
    for end in [state for state in forks(name, 9, 1) if state.state.phase == "play"][::4]:
        for player in range(GAMES[name].game.players):
            actions = end.place.unseen(GAMES[name].game, player).exchanged(rng)
            state = end.get_game().new_initial_state()
            for action in actions:
                state.apply_action(deal.number(action))  # raises if it is not legal
            assert len(state.history()) == len(end.history())


def test_cards_drawn_for_the_deal_or_turned_from_the_other_pack_may_lie_anywhere() -> None:
    state = next(state for state in forks("german-ombre", 1, 1) if state.state.phase == "auction")
    for player in range(3):
        unseen = state.place.unseen(GAMES["german-ombre"].game, player)
        assert CardSet(unseen.cards) == PACK_40 - state.state.hand(player)


def test_what_cannot_be_dealt_anew_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(state for state in forks("slam", 1, 1) if state.state.phase == "play")
    monkeypatch.setattr(openspiel, "REDEALS", 0)
    with pytest.raises(RuntimeError, match="of 0 deals none was like player 1's"):
        state.resample_from_infostate(1, random.Random(1).random)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_is_mcts_of_openspiel_plays_a_deal(name: str) -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    chance, source = np.random.RandomState(1), random.Random(1)
    game = load(name)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 5, random_state=chance)
    asked = 0
    for _ in range(20):  # in some of them all pass; how the bot samples is not for us to seed
        state = game.new_initial_state()
        while not state.is_terminal():
            asked += not state.is_chance_node()
            state.apply_action(source.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state))
        assert sum(state.returns()) == 0
        if asked > 30:
            break
    assert asked > 30


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


def test_a_game_that_is_only_scored_is_refused(scored_only: str) -> None:
    with pytest.raises(ImpossibleInputError, match="no deals to run"):
        deal_of(scored_only)


def test_mcts_of_openspiel_beats_a_random_player_at_slam() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = load("slam")
    rng, chance = random.Random(5), np.random.RandomState(1)

    def begun(seed: int) -> Any:
        """Return a deal at its first trick; who bids and what is laid aside is the same for both seats."""
        state, source = game.new_initial_state(), random.Random(seed)
        while state.state.phase != "play" and not state.is_terminal():
            state.apply_action(deal_of("slam").number(slam.GAME.policy(state.state, source)))  # type: ignore[misc]
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
    for name, each in GAMES.items():
        game, deal, rng = each.game, each.deal, random.Random(7)
        for _ in range(12 if name == "slam" else 2):
            start = deal.start(next(iter(game.presets.values())), 0)
            states = random_game(start, rng, game.policy)
            end = next(i for i in range(1, len(states)) if deal.is_over(states[i - 1], states[i]))
            outcome = deal.outcome(states[end], states[end - 1])
            seen.setdefault(name, set()).add(outcome["result"])
            assert len(outcome) in (1, 2, 6, 7)
    assert seen["slam"] >= {"made", "failed"}
