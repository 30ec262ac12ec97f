"""Two-hand bridge played: random deals to the end, illegal actions, what a player may see."""

import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules.cards import PACK_52, Card, CardSet, Suit
from gamerules.game import CHANCE, random_game
from gamerules.rules import IllegalAction
from gamerules.two_hand_bridge import (
    BIDS,
    GAME,
    Bid,
    Bidding,
    Call,
    Dealing,
    Exchange,
    Exchanging,
    Playing,
    Rules,
    State,
    Strain,
)
from tests import sizes

TEXT = "mendelev.two-hand-bridge"


def play_deal(state: State, rng: Random, uniform: bool) -> list[State]:
    """Play to the end of one deal; return its states."""
    played = len(state.rubber.results)
    states = [state]
    while len(state.rubber.results) == played:
        assert GAME.policy is not None
        action = rng.choice(state.legal_actions()) if uniform else GAME.policy(state, rng)
        state = state.after(action)
        states.append(state)
    return states


def check_position(state: State) -> None:
    """Assert what holds in every position."""
    assert isinstance(state.stage, Dealing | Exchanging | Bidding | Playing)
    zones = [*state.hands, *state.thrown, *state.played, state.stock]
    assert sum(len(zone) for zone in zones) == len(PACK_52)
    union = CardSet()
    for zone in zones:
        union = union | zone
    assert union == PACK_52
    legal = state.legal_actions()
    assert legal
    assert len(set(legal)) == len(legal)
    assert (state.actor == CHANCE) == (state.phase == "deal" or getattr(state.stage, "drawing", False))


@sizes.deals(400, 2000)
def test_random_deals_to_the_end(deals: int) -> None:
    rng = Random(7)
    for number in range(deals):
        uniform = number % 2 == 0
        state = State.start(dealer=number // 2 % 2)
        states = play_deal(state, rng, uniform)
        # Every position of one deal in forty is looked at, so that the suite stays quick.
        for position in states[:-1] if number % 40 == 0 else states[-2:-1]:
            check_position(position)
        last = states[-1]
        before = states[-2].stage
        assert isinstance(before, Playing)
        assert sum(before.taken) == 12
        (result,) = last.rubber.results
        assert 0 <= result.tricks <= 13
        assert result.contract == before.contract
        below = sum(e.points for e in last.ledger() if e.line == "below")
        above = sum(e.points for e in last.ledger() if e.line == "above")
        assert (below > 0) == (result.margin >= 0)
        assert above >= 0
        assert last.dealer == 1 - states[-2].dealer


def test_whole_rubbers() -> None:
    for seed in range(12):
        states = random_game(State.start(dealer=seed % 2), Random(seed), GAME.policy)
        end = states[-1]
        assert end.is_over
        assert end.actor is None
        assert end.legal_actions() == ()
        assert end.phase == "over"
        assert sorted(end.rubber.games)[1] == 2
        bonus = [e for e in end.ledger() if e.why == "rubber won"]
        assert [e.points for e in bonus] == [500 if min(end.rubber.games) else 700]
        with pytest.raises(IllegalAction):
            end.after(Call.PASS)


@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_actions_replay_to_the_same_state(seed: int) -> None:
    rng = Random(seed)
    state = other = State.start()
    for _ in range(120):
        action = rng.choice(state.legal_actions())
        state, other = state.after(action), pickle.loads(pickle.dumps(other)).after(action)
        assert state == other
        assert hash(state) == hash(other)


@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_what_is_not_listed_is_illegal(seed: int) -> None:
    rng = Random(seed)
    everything = [*PACK_52, *BIDS, *Call, Exchange.DONE, 3, "♠A"]
    state = State.start(dealer=seed % 2)
    for step in range(110):
        legal = state.legal_actions()
        if step % 11 == 0:
            for action in everything:
                if not any(type(action) is type(choice) and action == choice for choice in legal):
                    with pytest.raises(IllegalAction) as caught:
                        state.after(action)
                    assert caught.value.locus.startswith(TEXT)
                    assert caught.value.legal == legal
        state = state.after(rng.choice(legal))


def dealt(seed: int = 1, dealer: int = 0, rules: Rules = Rules.MENDELEV) -> State:
    """Return a rubber whose first deal is done."""
    state, rng = State.start(rules, dealer), Random(seed)
    while state.phase == "deal":
        state = state.after(rng.choice(state.legal_actions()))
    return state


def at_auction(**options: object) -> State:
    """Return a rubber at its first call; nobody exchanged."""
    state = dealt(**options)  # type: ignore[arg-type]
    return state.after(Exchange.DONE).after(Exchange.DONE)


def test_the_dealers_opponent_exchanges_first() -> None:
    for dealer in (0, 1):
        state = dealt(dealer=dealer)
        assert (state.phase, state.actor) == ("exchange", 1 - dealer)
        state = state.after(Exchange.DONE)
        assert (state.phase, state.actor) == ("exchange", dealer)
        assert state.after(Exchange.DONE).phase == "auction"


def test_both_may_exchange_whole_hands() -> None:
    state = dealt()
    for player in (1, 0):
        hand = state.hands[player]
        for card in hand:
            state = state.after(card)
        state = state.after(Exchange.DONE)
        for _ in hand:
            assert state.actor == CHANCE
            state = state.after(state.legal_actions()[0])
        assert len(state.hands[player]) == 13
        assert state.thrown[player] == hand
        assert not state.hands[player] & hand
    assert len(state.stock) == 0
    assert state.phase == "auction"


def test_a_thrown_card_is_out_of_the_deal() -> None:
    state = dealt()
    card = next(iter(state.hands[1]))
    state = state.after(card).after(Exchange.DONE)
    with pytest.raises(IllegalAction, match="stock"):
        state.after(card)


def test_who_calls_first_is_a_decision() -> None:
    assert at_auction().actor == 0
    assert at_auction(rules=Rules(first_call="opponent")).actor == 1


def test_two_passes_bring_a_new_deal() -> None:
    state = at_auction().after(Call.PASS).after(Call.PASS)
    assert (state.phase, state.dealer, state.rubber.results) == ("deal", 0, ())
    state = at_auction(rules=Rules(redealt_by="next")).after(Call.PASS).after(Call.PASS)
    assert (state.phase, state.dealer) == ("deal", 1)


@pytest.mark.parametrize(
    ("calls", "contract"),
    [
        (["1 club", "pass"], "1 club"),
        (["pass", "1 nullo", "pass"], "1 nullo"),
        (["1 diamond", "1 nullo", "1 heart", "double", "redouble", "pass"], "1 heart redoubled"),
        (["1 heart", "double", "2 hearts", "pass"], "2 hearts"),
        (["7 no trump", "double", "pass"], "7 no trump doubled"),
        (["1 spade", "double", "redouble", "2 clubs", "pass"], "2 clubs"),
    ],
)
def test_auctions(calls: list[str], contract: str) -> None:
    state = at_auction()
    for call in calls:
        assert state.phase == "auction"
        state = state.after(Call(call) if call in tuple(Call) else Bid.parse(call))
    assert isinstance(state.stage, Playing)
    assert str(state.stage.contract) == contract
    assert state.actor == 1 - state.stage.contract.declarer


@pytest.mark.parametrize(
    ("calls", "refused", "locus"),
    [
        (["1 nullo"], "1 diamond", f"{TEXT}.10"),
        (["1 heart"], "1 nullo", f"{TEXT}.10"),
        (["4 nullo"], "4 nullo", f"{TEXT}.10"),
        ([], "double", f"{TEXT}.13"),
        (["pass"], "double", f"{TEXT}.13"),
        (["1 club"], "redouble", f"{TEXT}.13"),
        (["1 club", "double"], "double", f"{TEXT}.13"),
        (["1 club", "double", "redouble"], "redouble", f"{TEXT}.13"),
    ],
)
def test_refused_calls(calls: list[str], refused: str, locus: str) -> None:
    state = at_auction()
    for call in calls:
        state = state.after(Call(call) if call in tuple(Call) else Bid.parse(call))
    with pytest.raises(IllegalAction) as caught:
        state.after(Call(refused) if refused in tuple(Call) else Bid.parse(refused))
    assert caught.value.locus == locus


def test_a_bid_beyond_seven_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        at_auction().after(Bid(8, Strain.NULLO))
    assert caught.value.locus == f"{TEXT}.8"


def test_suit_must_be_followed_and_trumps_win() -> None:
    state = at_auction().after(Bid(1, Strain.SPADES)).after(Call.PASS)
    for _ in range(13):
        leader = state.actor
        assert leader is not None
        lead = state.legal_actions()[0]
        assert isinstance(lead, Card)
        state = state.after(lead)
        other = 1 - leader
        same = state.hands[other].of_suit(lead.suit)
        for card in state.hands[other] - same if same else CardSet():
            with pytest.raises(IllegalAction) as caught:
                state.after(card)
            assert caught.value.locus == f"{TEXT}.13"
        answer = state.legal_actions()[-1]
        assert isinstance(answer, Card)
        led_rank, rank = (lead.suit == Suit.SPADES, lead.rank), (answer.suit == Suit.SPADES, answer.rank)
        answer_wins = answer.suit in (lead.suit, Suit.SPADES) and rank > led_rank
        before = state.stage
        assert isinstance(before, Playing)
        state = state.after(answer)
        if isinstance(state.stage, Playing):
            taken = state.stage.taken
            assert taken[other if answer_wins else leader] == before.taken[other if answer_wins else leader] + 1


def test_the_view_hides_stock_and_the_others_cards() -> None:
    rng = Random(3)
    for seed in range(30):
        state = dealt(seed)
        for _ in range(60):
            for player in (0, 1):
                view = state.view(player)
                hidden = state.hands[1 - player] | state.thrown[1 - player] | state.stock
                shown = view.hand | view.thrown | view.played[0] | view.played[1]
                assert not shown & hidden
                assert shown | hidden == PACK_52
                assert (view.other_hand, view.other_thrown) == (
                    len(state.hands[1 - player]),
                    len(state.thrown[1 - player]),
                )
                assert view.stock == len(state.stock)
            state = state.after(rng.choice(state.legal_actions()))
            if state.rubber.results:
                break


def test_the_view_does_not_depend_on_what_is_hidden() -> None:
    state = dealt(5)
    mine, others, stock = state.hands[0], sorted(state.hands[1]), sorted(state.stock)
    swapped = State(
        state.rules,
        state.dealer,
        Exchanging.begin(state.dealer, (mine, CardSet([*others[1:], stock[0]]))),
        state.rubber,
    )
    assert swapped != state
    assert swapped.view(0) == state.view(0)
    assert swapped.view(1) != state.view(1)


def test_the_picture_hides_what_a_player_may_not_see() -> None:
    assert GAME.picture is not None
    state = dealt(2)
    for player in (0, 1):
        shown = CardSet()
        for holding in GAME.picture(state, player).holdings:
            shown = shown | holding.cards
        assert shown == state.hands[player]
    assert sum(holding.hidden for holding in GAME.picture(state, None).holdings) == 26


def test_cards_and_bids_do_not_pass_for_one_another() -> None:
    state = at_auction()
    with pytest.raises(IllegalAction):
        state.after(Card(0))
    with pytest.raises(IllegalAction):
        State.start().after(0)  # type: ignore[arg-type]
