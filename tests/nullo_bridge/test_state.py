"""The play of a nullo with hands known in full or in part."""

import pickle
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules.cards import PACK_52, Card, CardSet, Suit, shuffled
from gamerules.game import random_game
from gamerules.nullo_bridge import GAME, Hand, Rules, Seat, State, Unnamed, after_the_text, most_tricks, opening
from gamerules.nullo_bridge.knowledge import fits
from gamerules.rules import IllegalAction, ImpossibleInputError

TEXT = "mendelev.nullo-deal"


def full_deal(seed: int) -> State:
    """Return a random deal with all cards known."""
    cards = shuffled(PACK_52, Random(seed))
    b, dummy, v, declarer = (Hand(CardSet(cards[13 * i : 13 * i + 13])) for i in range(4))
    return State.start((b, dummy, v, declarer))


def test_random_full_deals_keep_every_card_and_follow_suit() -> None:
    for seed in range(400):
        states = random_game(full_deal(seed), Random(seed))
        assert len(states) == 53
        for state, then in pairwise(states):
            assert state.known | state.seen == PACK_52
            assert not state.unlocated
            if state.trick and (led := state.trick[0][1]) and isinstance(led, Card):
                (played,) = then.seen - state.seen
                held = state.hands[state.turn].known
                assert played.suit == led.suit or not held.of_suit(led.suit)
        end = states[-1]
        assert end.is_over
        assert sum(end.taken) == 13
        assert end.legal_actions() == ()


def test_random_partial_deals_never_come_to_a_dead_end() -> None:
    for seed in range(60):
        for state in random_game(opening(Rules(tricks_before=seed % 8 + 2)), Random(seed)):
            assert bool(state.legal_actions()) != state.is_over
            assert len(state.known) + len(state.seen) + len(state.unlocated) == 52
            assert len(state.unlocated) == state.unseen + sum(hand.unknown for hand in state.hands)


@given(st.integers(0, 10**9), st.integers(2, 9))
@settings(max_examples=12, deadline=None)
def test_what_is_not_listed_is_illegal(seed: int, before: int) -> None:
    rng = Random(seed)
    state = opening(Rules(tricks_before=before)) if seed % 2 else full_deal(seed)
    for step in range(30):
        legal = state.legal_actions()
        if not legal:
            break
        if step % 5 == 0:
            for action in (*PACK_52, Unnamed.CARD, 7, "x"):
                if not any(type(action) is type(choice) and action == choice for choice in legal):
                    with pytest.raises(IllegalAction) as caught:
                        state.after(action)
                    assert caught.value.locus.startswith(TEXT)
        then = state.after(action := rng.choice(legal))
        again = pickle.loads(pickle.dumps(state)).after(action)
        assert then == again
        assert hash(then) == hash(again)
        state = then


def test_a_view_hides_what_is_hidden() -> None:
    for seed in range(20):
        for state in random_game(full_deal(seed), Random(seed))[::7]:
            for seat in Seat:
                view = state.view(seat)
                for other in Seat:
                    hand = view.hands[other]
                    assert len(hand) == len(state.hands[other])
                    if other is seat or (other is Seat.DUMMY and (state.trick or any(state.taken))):
                        assert hand.known == state.hands[other].known
                    else:
                        assert not hand.known
                assert view.seen == state.seen
                assert fits(view.hands, view.unlocated, view.unseen)


def test_dummy_lies_open_from_the_first_lead_on() -> None:
    state = full_deal(3)
    for seat in (Seat.B, Seat.V, Seat.DECLARER):
        assert not state.view(seat).hands[Seat.DUMMY].known
        assert state.view(seat).hands[seat] == state.hands[seat]
    led = state.after(state.legal_actions()[0])
    for seat in Seat:
        assert led.view(seat).hands[Seat.DUMMY] == led.hands[Seat.DUMMY]


def test_a_void_once_shown_holds() -> None:
    state = opening()
    for card in ("♥Q", "♥10", "♥9", "♣J", "♥J", "♥A"):
        state = state.after(Card.parse(card))
    state = state.after(Unnamed.CARD)
    with pytest.raises(IllegalAction) as caught:
        state.after(Card.parse("♥2"))
    assert caught.value.locus == f"{TEXT}.1"


def test_a_known_card_of_the_suit_led_binds() -> None:
    state = opening().after(Card.parse("♥Q"))
    with pytest.raises(IllegalAction) as caught:
        state.after(Card.parse("♠4"))  # dummy holds hearts
    assert caught.value.locus == f"{TEXT}.1"
    with pytest.raises(IllegalAction, match="does not hold"):
        state.after(Card.parse("♥9"))  # that is V's


def test_a_lead_must_be_named() -> None:
    with pytest.raises(IllegalAction) as caught:
        opening().after(Unnamed.CARD)
    assert caught.value.locus == f"{TEXT}.2"


def test_a_hand_known_in_full_names_its_cards() -> None:
    state = full_deal(1).after(full_deal(1).legal_actions()[0])
    with pytest.raises(IllegalAction, match="can be named"):
        state.after(Unnamed.CARD)


def test_the_ending_leaves_three_tricks_to_the_declarer() -> None:
    for before in range(2, 10):
        state = after_the_text(Rules(tricks_before=before))
        assert state.taken[0] == 3 == state.quota
        assert state.turn is Seat.DECLARER
        assert [len(hand) for hand in state.hands] == [10 - before] * 4


def test_the_level_sets_the_quota() -> None:
    assert [most_tricks(level) for level in range(1, 8)] == [6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("sizes", [(13, 13, 13, 12), (12, 12, 12, 12), (14, 13, 13, 12)])
def test_impossible_sizes_are_refused(sizes: tuple[int, int, int, int]) -> None:
    b, dummy, v, declarer = (Hand(unknown=size) for size in sizes)
    with pytest.raises(ImpossibleInputError):
        State.start((b, dummy, v, declarer))


def test_hands_that_no_deal_can_fill_are_refused() -> None:
    # Nobody has hearts, and no trick was played in which they could have gone.
    b, dummy, v, declarer = (Hand(unknown=13).lacking(Suit.HEARTS) for _ in Seat)
    with pytest.raises(ImpossibleInputError, match="no known place"):
        State.start((b, dummy, v, declarer))
    ace = CardSet.parse("♥A")
    with pytest.raises(ImpossibleInputError, match="two hands"):
        State.start((Hand(ace, 12), Hand(ace, 12), Hand(unknown=13), Hand(unknown=13)))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_fitting_agrees_with_trying_everything(data: st.DataObject) -> None:
    """A deal of four suits' cards in small numbers, filled by brute force."""
    cards = CardSet(data.draw(st.lists(st.sampled_from(sorted(PACK_52)), unique=True, max_size=6)))
    unseen = data.draw(st.integers(0, 2))
    hands = [
        Hand(unknown=data.draw(st.integers(0, 3))).lacking(
            *data.draw(st.lists(st.sampled_from(list(Suit)), unique=True, max_size=3))
        )
        for _ in range(3)
    ]
    bins = [*(hand for hand in hands for _ in range(hand.unknown)), *([None] * unseen)]

    def fill(rest: list[Card], free: list[Hand | None]) -> bool:
        if not rest:
            return not free
        card = rest[0]
        for i, place in enumerate(free):
            if (place is None or card not in place.lacks) and fill(rest[1:], free[:i] + free[i + 1 :]):
                return True
        return False

    assert fits(hands, cards, unseen) == (len(bins) == len(cards) and fill(list(cards), bins))


def test_words_for_a_hand() -> None:
    assert str(Hand(CardSet.parse("♠2 ♥QJ"), 6).lacking(Suit.CLUBS)) == "♠2 ♥QJ and 6 more, no ♣"
    assert str(Hand(unknown=3)) == "3 cards"
    assert str(Hand()) == "—"


def test_the_picture_shows_what_is_known() -> None:
    assert GAME.picture is not None
    for state, player in product((opening(), after_the_text(), full_deal(3)), (None, *Seat)):
        picture = GAME.picture(state, player)
        assert sum(len(holding.cards) + holding.hidden for holding in picture.holdings) == sum(map(len, state.hands))
