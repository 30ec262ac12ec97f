"""Following suit and the matadors' privilege, for every trump led, against a second formulation of the text."""

from itertools import combinations

import pytest

from gamerules.cards import Card, CardSet, Suit
from gamerules.german_ombre import State
from gamerules.german_ombre.phase_play import Playing
from gamerules.german_ombre.positions import in_play, proceed
from gamerules.german_ombre.rank import grand_order, null_order, suit_order
from gamerules.german_ombre.tricks import playable, winner
from gamerules.rules import IllegalAction

TRUMPS = {
    "spades": "♠A ♠2 ♣A ♠K ♠Q ♠J ♠7 ♠6 ♠5 ♠4 ♠3",
    "clubs": "♠A ♣2 ♣A ♣K ♣Q ♣J ♣7 ♣6 ♣5 ♣4 ♣3",
    "hearts": "♠A ♥7 ♣A ♥A ♥K ♥Q ♥J ♥2 ♥3 ♥4 ♥5 ♥6",
    "diamonds": "♠A ♦7 ♣A ♦A ♦K ♦Q ♦J ♦2 ♦3 ♦4 ♦5 ♦6",
}


def free_to_renege(led: str, held: list[str], names: list[str]) -> bool:
    """Say by the sentences, one by one, whether a player with these trumps may play what he likes."""
    spadille, manille, basto = names[:3]
    if not held:
        return True  # he cannot follow
    if led not in (spadille, manille, basto):  # a trump that is no matador: free if he has only matadors
        return all(card in (spadille, manille, basto) for card in held)
    if led == basto:  # the lowest matador: the two higher ones need not be played
        return all(card in (spadille, manille) for card in held)
    if led == manille:  # the text's own case: spadille alone is free, basto is not
        return held == [spadille]
    return False  # spadille forces everything


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_trump_led_to_every_hand_of_up_to_three_trumps(trump: str) -> None:
    names = TRUMPS[trump].split()
    suit = Suit.parse(trump)
    plain = [Card.of(other, rank) for other in Suit if other is not suit for rank in (13, 3)]  # type: ignore[arg-type]
    count = 0
    for led in names:
        others = [name for name in names if name != led]
        for size in range(4):
            for held in combinations(others, size):
                trumps = CardSet(Card.parse(name) for name in held)
                hand = trumps | CardSet(plain[:2])
                expected = hand if free_to_renege(led, list(held), names) else trumps
                state = state_after_lead(suit, Card.parse(led), hand)
                assert set(state.legal_actions()) == set(expected), (trump, led, held)
                count += 1
    size = len(names) - 1
    assert count == len(names) * (1 + size + size * (size - 1) // 2 + size * (size - 1) * (size - 2) // 6)


def state_after_lead(trump: Suit, led: Card, hand: CardSet) -> State:
    position = in_play("hand", ["", "", ""], trump=str(trump))
    assert isinstance(position, Playing)
    deal = position.deal
    return Playing(position.rules, deal, (led.mask, hand.mask, 0), 0, (), (0, 0, 0)).after(led)


@pytest.mark.parametrize("led", ["♥K", "♥5", "♥7", "♦3", "♣2", "♠7"])
def test_plain_suits_must_be_followed(led: str) -> None:
    order = suit_order(Suit.SPADES) if led[0] != "♠" else suit_order(Suit.HEARTS)
    card = Card.parse(led)
    hand = CardSet.parse("♠A ♣A ♥QJ ♦KQ ♣7") | CardSet.parse("♠65")
    follow = CardSet.from_mask(playable(hand.mask, card, order))
    assert follow == CardSet.from_mask(hand.mask & order.same[card])
    assert follow
    void = CardSet.from_mask(hand.mask & ~order.same[card])
    assert CardSet.from_mask(playable(void.mask, card, order)) == void  # trump or not, as he likes


def test_the_second_card_compels_nobody() -> None:
    # Basto is led and spadille put on it: the third player's manille is still free.
    state = in_play("hand", ["♣A ♦3", "♠A ♦4", "♥7 ♦K"], trump="hearts")
    state = proceed(state, "♣A", "♠A")
    assert set(state.legal_actions()) == set(CardSet.parse("♥7 ♦K"))


def test_grand_matadors() -> None:
    order = grand_order()
    spadille, basto = Card.parse("♠A"), Card.parse("♣A")
    assert playable(CardSet.parse("♣A ♥K").mask, spadille, order) == basto.mask
    assert playable(CardSet.parse("♠A ♥K").mask, basto, order) == CardSet.parse("♠A ♥K").mask
    assert playable(CardSet.parse("♠A2 ♥K").mask, Card.parse("♠K"), order) == Card.parse("♠2").mask
    assert playable(CardSet.parse("♠A ♥K").mask, Card.parse("♠K"), order) == CardSet.parse("♠A ♥K").mask


def test_null_aces_follow_their_suits() -> None:
    order = null_order()
    assert playable(CardSet.parse("♠A ♥K").mask, Card.parse("♠3"), order) == Card.parse("♠A").mask
    assert playable(CardSet.parse("♣A ♥K").mask, Card.parse("♠3"), order) == CardSet.parse("♣A ♥K").mask


@pytest.mark.parametrize(
    ("trump", "trick", "taker"),
    [
        ("hearts", "♦K ♦Q ♦A", 0),
        ("hearts", "♦7 ♦6 ♦2", 2),
        ("hearts", "♦K ♥6 ♦Q", 1),
        ("hearts", "♦K ♥6 ♥2", 2),
        ("hearts", "♥K ♥A ♥7", 2),
        ("hearts", "♥7 ♣A ♠A", 2),
        ("hearts", "♥A ♥7 ♣A", 1),
        ("hearts", "♦7 ♣K ♠K", 0),
        ("spades", "♣3 ♣7 ♠3", 2),
        ("spades", "♠2 ♣A ♠K", 0),
        ("spades", "♥7 ♥A ♥J", 2),
        ("clubs", "♠2 ♠3 ♠7", 2),
    ],
)
def test_who_takes_a_trick(trump: str, trick: str, taker: int) -> None:
    cards = tuple(Card.parse(part) for part in trick.split())
    assert winner(cards, 0, suit_order(Suit.parse(trump))) == taker
    assert winner(cards, 2, suit_order(Suit.parse(trump))) == (taker + 2) % 3


@pytest.mark.parametrize(
    ("trick", "taker"), [("♠A ♠2 ♠3", 2), ("♠A ♥K ♦K", 0), ("♣A ♣2 ♠K", 1), ("♥A ♥J ♥2", 1), ("♦7 ♠A ♣A", 0)]
)
def test_who_takes_a_trick_in_a_null(trick: str, taker: int) -> None:
    assert winner(tuple(Card.parse(part) for part in trick.split()), 0, null_order()) == taker


@pytest.mark.parametrize(("trick", "taker"), [("♠K ♣A ♠Q", 1), ("♣A ♠A ♥K", 1), ("♠2 ♠3 ♥K", 1), ("♥A ♥J ♥7", 1)])
def test_who_takes_a_trick_in_a_grand(trick: str, taker: int) -> None:
    assert winner(tuple(Card.parse(part) for part in trick.split()), 0, grand_order()) == taker


@pytest.mark.parametrize(
    ("trump", "lead", "hand", "tried", "locus"),
    [
        ("hearts", "♦K", "♦2 ♥3 ♣K", "♥3", "german-ombre.tricks.3"),
        ("hearts", "♥2", "♥3 ♠A ♣K", "♣K", "german-ombre.matadors.2"),
        ("hearts", "♥7", "♣A ♦K ♣K", "♣K", "german-ombre.matadors.5"),
        ("hearts", "♥7", "♣A ♦K ♣K", "♠Q", "german-ombre.tricks.2"),
        ("hearts", "♠A", "♣A ♥7 ♣K", "♣K", "german-ombre.matadors.5"),
    ],
)
def test_refusals_name_the_sentence(trump: str, lead: str, hand: str, tried: str, locus: str) -> None:
    state = proceed(in_play("hand", [f"{lead} ♠3 ♠4", hand, "♦4 ♦5 ♦6"], trump=trump), lead)
    with pytest.raises(IllegalAction) as caught:
        proceed(state, tried)
    assert caught.value.locus == locus
    assert caught.value.legal == state.legal_actions()
