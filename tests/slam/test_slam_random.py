"""Random deals and rubbers: what must hold in every state, whatever is played and by whatever rules."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules.auction import Call
from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.game import CHANCE, random_game
from gamerules.ledger import Line
from gamerules.rules import LOCUS, IllegalAction
from gamerules.slam import GAME, Phase, Rubber, Rules, Slam, State, Strain, SuitBid
from gamerules.slam.cards import PACK
from gamerules.slam.game import policy
from tests import sizes

EVERYTHING: tuple[Any, ...] = (
    *CARDS,
    *range(-1, 62),
    *Slam,
    *Call,
    *Strain,
    *(SuitBid(points, suit) for points in (0, 6, 16, 24, 30, 31, 40, 41, 50) for suit in Suit),
    CardSet(),
    CardSet.parse("♠AK"),
    CardSet.parse("♠AKQ"),
    CardSet.parse("♠789"),
    CardSet.parse("♥A ♦A ♣A"),
    CardSet.parse("♠AKQJ"),
    CardSet.parse("♠2 ♥3 ♦4"),
    "pass",
    "hearts",
    None,
    True,
    2.5,
)
"""Actions of every phase, and things that are none."""


def rules_of_all_kinds() -> st.SearchStrategy[Rules]:
    """Any combination of readings."""
    return st.builds(
        Rules, **{name: st.sampled_from(list(decision.readings)) for name, decision in Rules.decisions().items()}
    )


def check(state: State) -> None:
    """Everything that must hold in any state of a deal."""
    cards = [*state.hands, *state.reserves, state.gone.mask, CardSet(state.trick).mask]
    together = 0
    for mask in cards:
        assert together & mask == 0, "a card lies in two places"
        together |= mask
    assert together.bit_count() == state.dealt
    assert together & ~PACK.mask == 0
    assert state.dealt != 32 or together == PACK.mask
    if state.dealt in (20, 24, 28, 32) and not state.gone and not state.trick:
        assert len({(state.hands[p] | state.reserves[p]).bit_count() for p in (0, 1)}) == 1
    assert len(state.gone) == sum(4 if trick < 6 else 2 for trick in range(sum(state.taken)))
    assert state.is_over == (state.actor is None) == (not state.legal_actions())
    ledger = state.ledger()
    assert sum(ledger.totals().values()) == sum(entry.points for entry in ledger)
    assert all(LOCUS.fullmatch(entry.locus) for entry in ledger)


def same(one: Any, other: Any) -> bool:
    """Equal and of one kind: the number 1 is not a card, nor is True."""
    return type(one) is type(other) and bool(one == other)


def illegal_among(state: State, actions: Iterable[Any]) -> list[Any]:
    """Those of the actions that are not legal."""
    legal = state.legal_actions()
    return [action for action in actions if not any(same(action, choice) for choice in legal)]


def finish(state: State) -> None:
    """What must hold of a complete deal."""
    if state.contract is None:
        assert state.ledger().entries == ()
        assert state.dealt == 28 or (state.rules.early_pass == "final" and state.dealt in (20, 24))
        return
    assert sum(state.taken) == 10
    assert state.gone == PACK
    below = [entry for entry in state.ledger() if entry.line is Line.BELOW]
    assert len(below) <= 1
    assert all(entry.side == "declarer" and entry.points > 0 for entry in below)


@sizes.deals(500, 10_000)
def test_random_deals_end_with_ten_tricks(deals: int) -> None:
    rng = Random(1951)
    played = 0
    for _ in range(deals):
        state = State(dealer=rng.randrange(2), vulnerable=(rng.random() < 0.5, rng.random() < 0.5))
        while not state.is_over:
            legal = state.legal_actions()
            state = state.after(legal[int(rng.random() * len(legal))])
            if rng.random() < 0.02:
                check(state)
        check(state)
        finish(state)
        played += state.contract is not None
    assert played > deals / 2


@settings(max_examples=120, deadline=None)
@given(rules_of_all_kinds(), st.integers(0, 2**32))
def test_whatever_the_rules_every_state_is_sound(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    states = random_game(State(rules=rules, dealer=rng.randrange(2)), rng, policy)
    for state in states:
        check(state)
    finish(states[-1])


@settings(max_examples=12, deadline=None)
@given(rules_of_all_kinds(), st.integers(0, 2**32))
def test_every_legal_action_leads_to_a_sound_state(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for state in random_game(State(rules=rules), rng, policy):
        legal = state.legal_actions()
        assert len(set(map(str, legal))) == len(legal)
        for action in legal if len(legal) < 100 else rng.sample(legal, 20):
            check(state.after(action))


@settings(max_examples=20, deadline=None)
@given(rules_of_all_kinds(), st.integers(0, 2**32))
def test_every_illegal_action_is_refused_and_changes_nothing(rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for state in random_game(State(rules=rules), rng, policy)[rng.randrange(4) :: 4]:
        before = pickle.dumps(state)
        for action in illegal_among(state, rng.sample(EVERYTHING, 12)):
            with pytest.raises(IllegalAction) as caught:
                state.after(action)
            assert caught.value.action is action
            assert LOCUS.fullmatch(caught.value.locus)
            assert caught.value.legal == state.legal_actions()
        assert pickle.dumps(state) == before


def test_each_phase_refuses_everything_that_is_not_legal_in_it() -> None:
    rng, seen = Random(8), set()
    for rules in (Rules.DICTIONARY, Rules.MENDELEV):
        for _ in range(2):
            for state in random_game(State(rules=rules), rng, policy):
                if state.phase in seen and rng.random() < 0.95:
                    continue
                seen.add(state.phase)
                for action in illegal_among(state, EVERYTHING):
                    with pytest.raises(IllegalAction):
                        state.after(action)
                for action in state.legal_actions()[:40]:
                    state.after(action)
    assert seen >= set(Phase) - {Phase.ANSWER}


def test_rubbers_are_played_to_the_settlement() -> None:
    rng = Random(20)
    for _ in range(25):
        rubber = Rubber(State(dealer=rng.randrange(2)), names=("A", "B"))
        dealers: list[int] = []
        while not rubber.is_over:
            if rubber.deal.dealt == 0:
                dealers.append(rubber.deal.dealer)
            assert rubber.deal.vulnerable == (rubber.games[0] > 0, rubber.games[1] > 0)
            assert max(rubber.parts) < 20
            assert max(rubber.games) < 2
            rubber = rubber.after(policy(rubber, rng))
        assert all(one != other for one, other in pairwise(dealers)), "the deal alternates"
        assert rubber.deals == len(dealers)
        assert rubber.actor is None and rubber.legal_actions() == ()
        premium = rubber.ledger().entries[-1]
        assert premium.points == {2: 150, 3: 100}[sum(rubber.games)]
        assert premium.side == rubber.names[rubber.winner or 0]
        assert rubber.difference == rubber.ledger().total("A") - rubber.ledger().total("B")
        with pytest.raises(IllegalAction):
            rubber.after(Call.PASS)


def test_a_rubber_is_its_actions() -> None:
    """Replayed from its actions alone, a rubber is the same; also after pickling in between."""
    rng = Random(3)
    rubber, actions = Rubber(), []
    while not rubber.is_over:
        actions.append(policy(rubber, rng))
        rubber = rubber.after(actions[-1])
    again = Rubber()
    for action in actions:
        again = pickle.loads(pickle.dumps(again)).after(action)
    assert again == rubber and hash(again) == hash(rubber)


def test_states_pickle_and_hash() -> None:
    rng = Random(5)
    states = random_game(State(), rng, policy)
    for state in states:
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state and hash(copy) == hash(state)
    assert len(set(states)) == len(states)


def test_equal_positions_are_equal_however_they_came_about() -> None:
    state = State()
    one, two = Card.parse("♠A"), Card.parse("♥7")
    assert state.after(one).after(two) == state.after(two).after(one)
    assert hash(state.after(one).after(two)) == hash(state.after(two).after(one))
    assert state.after(one) != state.after(two)


def test_legal_actions_come_in_a_fixed_order() -> None:
    state = State(dealer=1)
    assert " ".join(map(str, state.legal_actions()[:9])) == "♠A ♠K ♠Q ♠J ♠10 ♠9 ♠8 ♠7 ♥A"
    while state.actor == CHANCE:
        state = state.after(state.legal_actions()[0])
    assert state.legal_actions() == (Call.PASS, *range(6, 51), Slam.SMALL, Slam.GRAND)


# ---- what a player may see


def test_a_view_is_the_same_for_states_that_differ_in_hidden_cards_only() -> None:
    rng = Random(11)
    for _ in range(40):
        for state in random_game(State(), rng, policy)[::5]:
            for player in (0, 1):
                other = 1 - player
                pool = CardSet.from_mask(state.hands[other] | state.reserves[other])
                if state.dealt < 32:
                    pool = pool | CardSet.from_mask(state.undealt)
                cards = sorted(pool)
                rng.shuffle(cards)
                held, aside = state.hands[other].bit_count(), state.reserves[other].bit_count()
                hand, reserve = CardSet(cards[:held]).mask, CardSet(cards[held : held + aside]).mask
                hands, reserves = list(state.hands), list(state.reserves)
                hands[other], reserves[other] = hand, reserve
                twin = state._with(hands=(hands[0], hands[1]), reserves=(reserves[0], reserves[1]))
                assert twin.view(player) == state.view(player)
                assert twin.view(player).hand == state.hand(player)


def test_a_view_shows_what_it_must() -> None:
    rng = Random(12)
    for state in random_game(State(), rng, policy):
        for player in (0, 1):
            view = state.view(player)
            assert view.hand == state.hand(player) and view.reserve == state.reserve(player)
            assert view.opponent_cards == state.hands[1 - player].bit_count()
            assert view.legal == (state.legal_actions() if state.actor == player else ())
            assert (view.contract, view.auction, view.trick) == (state.contract, state.auction, state.trick)


def test_a_picture_for_one_player_hides_the_other_hand() -> None:
    assert GAME.picture is not None
    rng = Random(13)
    for state in random_game(State(), rng, policy):
        for player in (0, 1):
            for holding in GAME.picture(state, player).holdings:
                count = len(holding.cards) + holding.hidden
                assert (
                    count == (state.hands if holding.zone == "hand" else state.reserves)[holding.owner or 0].bit_count()
                )
                assert holding.owner == player or not holding.cards
        assert sum(holding.hidden for holding in GAME.picture(state, None).holdings) == 0
        assert GAME.label is not None and GAME.label(state)
