import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules.cards import (
    CARDS,
    PACK_32,
    PACK_40,
    PACK_52,
    Card,
    CardError,
    CardSet,
    Rank,
    Suit,
    shuffled,
)

cards = st.sampled_from(CARDS)
card_sets = st.frozensets(cards).map(CardSet)
RUSSIAN = str.maketrans({"A": "Т", "K": "К", "Q": "Д", "J": "В"})
OLD_FONT = str.maketrans({"♠": "ª", "♥": "©", "♦": "¨", "♣": "§"})


def test_packs_have_their_sizes() -> None:
    assert (len(PACK_32), len(PACK_40), len(PACK_52)) == (32, 40, 52)
    assert not any(card.rank in (Rank.EIGHT, Rank.NINE, Rank.TEN) for card in PACK_40)


@given(card_sets)
def test_text_round_trip(held: CardSet) -> None:
    assert CardSet.parse(str(held)) == held
    assert CardSet.parse(str(held).translate(RUSSIAN)) == held
    assert CardSet.parse(str(held).translate(RUSSIAN).translate(OLD_FONT), old_font=True) == held
    assert eval(repr(held)) == held
    assert pickle.loads(pickle.dumps(held)) == held


@given(cards)
def test_card_round_trip(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.of(card.suit, card.rank) is card
    assert Card.parse(f"{card.suit.name[0]}{card.rank.letter}") is card
    assert eval(repr(card)) == card


@given(card_sets, card_sets)
def test_set_algebra_agrees_with_frozenset(a: CardSet, b: CardSet) -> None:
    left, right = frozenset(a), frozenset(b)
    assert frozenset(a | b) == left | right
    assert frozenset(a & b) == left & right
    assert frozenset(a - b) == left - right
    assert (a <= b) == (left <= right)
    assert len(a) == len(left)
    assert bool(a) == bool(left)
    assert (a == b) == (left == right)
    assert all((card in a) == (card in left) for card in CARDS)


@given(card_sets, cards)
def test_add_and_remove_leave_the_set_alone(held: CardSet, card: Card) -> None:
    before = held.mask
    assert card in held.add(card)
    assert card not in held.remove(card)
    assert held.mask == before


@given(card_sets)
def test_suits_and_ranks_partition_the_set(held: CardSet) -> None:
    assert sum(len(held.of_suit(suit)) for suit in Suit) == len(held)
    assert sum(len(held.of_rank(rank)) for rank in Rank) == len(held)


def test_prints_high_to_low_spades_first() -> None:
    assert str(CardSet.parse("C7 CT SA D10 HQ")) == "♠A ♥Q ♦10 ♣107"
    assert str(CardSet()) == "—"


def test_variation_selectors_and_voids_are_read_over() -> None:
    assert CardSet.parse("♠︎КВ1087 ♥︎ДВ9 ♦ — ♣️КД1098") == CardSet.parse("SKJT87 HQJ9 CKQT98")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("♠KX", "'X' at character 3"),
        ("K♠", "'K' at character 1"),
        ("♠KK", "♠K is written twice, the second time at character 3"),
        ("♠ТQ", "mixes Russian and English"),
        ("♠Т ♥T", "mixes Russian and English"),
        ("©Т", "neither a suit nor a rank"),
    ],
)
def test_bad_text_says_where_and_what(text: str, part: str) -> None:
    with pytest.raises(CardError, match=part):
        CardSet.parse(text)


@pytest.mark.parametrize("text", ["", "♠", "♠AK", "♠A ♥A"])
def test_one_card_is_one_card(text: str) -> None:
    with pytest.raises(CardError, match="not one"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("text", "suit"), [("♠", Suit.SPADES), ("h", Suit.HEARTS), ("diamonds", Suit.DIAMONDS), ("club", Suit.CLUBS)]
)
def test_suit_words(text: str, suit: Suit) -> None:
    assert Suit.parse(text) is suit


def test_unknown_suit() -> None:
    with pytest.raises(CardError, match="names no suit"):
        Suit.parse("cups")


def test_a_set_cannot_be_changed() -> None:
    held = CardSet.parse("♠A")
    with pytest.raises(AttributeError, match="immutable"):
        held.mask = 0


def test_shuffle_is_reproducible_and_complete() -> None:
    assert shuffled(PACK_32, Random(7)) == shuffled(PACK_32, Random(7))
    assert shuffled(PACK_32, Random(7)) != shuffled(PACK_32, Random(8))
    assert CardSet(shuffled(PACK_32, Random(7))) == PACK_32
