"""What a user of the library meets: what is printed, and what is refused and how."""

from random import Random
from typing import Any

import pytest

from gamerules import slam, two_hand_bridge
from gamerules.game import RecordValueError, find, names
from gamerules.german_ombre.positions import in_play
from gamerules.rules import IllegalAction, ImpossibleInputError

DEALT = [name for name in names() if find(name).adapters().dealing]


def played(name: str, moves: int) -> Any:
    game, rng = find(name), Random(2)
    dealing = game.adapters().dealing
    assert dealing is not None
    state = dealing.start(next(iter(game.presets.values())), 0)
    for _ in range(moves):
        state = state.after(game.policy(state, rng) if game.policy else rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", DEALT)
@pytest.mark.parametrize("moves", [0, 30, 62])
def test_a_state_prints_as_its_game_draws_it(name: str, moves: int) -> None:
    state = played(name, moves)
    assert str(state).splitlines() == find(name).draw(state, None).lines()
    assert "hand: " in str(state) or not moves
    assert repr(state).startswith(type(state).__name__ + "(")
    assert str(state.ledger()) == state.ledger().table()


@pytest.mark.parametrize("name", DEALT)
def test_a_text_in_the_place_of_an_action_is_named_as_such(name: str) -> None:
    with pytest.raises(IllegalAction, match="'♠A' is a str, and Card was expected"):
        played(name, 2).after("♠A")


def test_strains_are_read_in_every_spelling_and_others_are_named() -> None:
    for text in ("spades", "spade", "♠", "S"):
        assert slam.scored(text, 8, 6) == slam.scored(slam.Strain.SPADES, 8, 6)
    with pytest.raises(ImpossibleInputError, match="'spads' is not a strain; did you mean 'spades'"):
        slam.scored("spads", 8, 6)


@pytest.mark.parametrize("name", [name for name in names() if find(name).start])
def test_players_of_one_name_are_refused_by_every_game(name: str) -> None:
    game = find(name)
    assert game.start is not None
    players = ("Ann", *(f"player {n}" for n in range(2, game.players)), "Ann")
    with pytest.raises(RecordValueError, match="two players have one name"):
        game.start(next(iter(game.presets.values())), players)


def test_who_cannot_sit_at_the_table_is_refused() -> None:
    for make in (
        lambda: slam.State(dealer=5),
        lambda: two_hand_bridge.State.start(dealer=2),
        lambda: in_play("hand", ("♥7", "♥A", "♥K"), trump="spades", ombre=3),
    ):
        with pytest.raises(ImpossibleInputError, match="there is no player"):
            make()
    with pytest.raises(ImpossibleInputError, match="both players are called 'A'"):
        slam.Rubber(names=("A", "A"))


@pytest.mark.parametrize(
    ("name", "moves", "said", "means"),
    [
        ("slam", 20, "BID 16", "bid 16"),
        ("slam", 20, "bid 16C", "bid 16 clubs"),
        ("slam", 20, "bid small slam", "bid small-slam"),
        ("slam", 20, "bid 16♣", "bid 16 clubs"),
        ("slam", 20, "♠A", "play ♠A"),
        ("two-hand-bridge", 28, "Bid 1C", "bid 1 clubs"),
        ("two-hand-bridge", 28, "bid 3N", "bid 3 no trump"),
        ("two-hand-bridge", 28, "PASS", "pass"),
        ("two-hand-bridge", 28, "throw nothing", "Throw nothing"),
        ("german-ombre", 10, "Bid Tourne", "bid tourné"),
    ],
)
def test_words_are_read_in_every_case_and_spelling(name: str, moves: int, said: str, means: str) -> None:
    game = find(name)
    assert game.actions is not None
    state = played(name, moves)
    one, other = (tuple(game.actions(state, 0, "", text, ("Ann", "Bob", "Cid"))) for text in (said, means))
    assert one == other != ()


@pytest.mark.parametrize(
    ("name", "said", "answer"),
    [
        ("nullo-bridge", "pass", "'pass' is not a card; nobody bids here"),
        ("slam", "Bitte 6", "'Bitte 6' is no card"),
        ("two-hand-bridge", "Bid 1Z", "'Z' is not a strain"),
        ("two-hand-bridge", "Passt", "'Passt' is not an action; write pass, bid 4 nullo"),
        ("german-ombre", "Frag", "'Frag' is not an action"),
    ],
)
def test_a_word_that_nobody_knows_is_quoted_as_it_was_typed(name: str, said: str, answer: str) -> None:
    game = find(name)
    assert game.actions is not None
    with pytest.raises(RecordValueError) as caught:
        game.actions(played(name, 1), 0, "", said, ("Ann", "Bob", "Cid"))
    assert answer in str(caught.value)
