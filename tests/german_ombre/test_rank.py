"""The order of the cards: trump lists, plain suits, grand and null, against lists written out by hand."""

import pytest

from gamerules.cards import Card, CardSet, Rank, Suit, cards_of
from gamerules.german_ombre.cards import playing_pack, printed_pack
from gamerules.german_ombre.deal import seats
from gamerules.german_ombre.rank import (
    chart,
    grand_order,
    manille,
    matadors,
    null_order,
    plain_suit,
    ponto,
    suit_order,
    trump_suit,
)

TRUMPS = {
    Suit.SPADES: "♠A ♠2 ♣A ♠K ♠Q ♠J ♠7 ♠6 ♠5 ♠4 ♠3",
    Suit.CLUBS: "♠A ♣2 ♣A ♣K ♣Q ♣J ♣7 ♣6 ♣5 ♣4 ♣3",
    Suit.HEARTS: "♠A ♥7 ♣A ♥A ♥K ♥Q ♥J ♥2 ♥3 ♥4 ♥5 ♥6",
    Suit.DIAMONDS: "♠A ♦7 ♣A ♦A ♦K ♦Q ♦J ♦2 ♦3 ♦4 ♦5 ♦6",
}
PLAIN = {
    Suit.SPADES: "♠K ♠Q ♠J ♠7 ♠6 ♠5 ♠4 ♠3 ♠2",
    Suit.CLUBS: "♣K ♣Q ♣J ♣7 ♣6 ♣5 ♣4 ♣3 ♣2",
    Suit.HEARTS: "♥K ♥Q ♥J ♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥7",
    Suit.DIAMONDS: "♦K ♦Q ♦J ♦A ♦2 ♦3 ♦4 ♦5 ♦6 ♦7",
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(part) for part in text.split())


@pytest.mark.parametrize("suit", Suit)
def test_trumps_of_each_suit(suit: Suit) -> None:
    assert trump_suit(suit) == cards(TRUMPS[suit])
    assert len(trump_suit(suit)) == (12 if suit.is_red else 11)
    assert plain_suit(suit) == cards(PLAIN[suit])
    assert trump_suit(suit)[:3] == matadors(suit)


def test_names_of_high_trumps() -> None:
    assert [str(manille(suit)) for suit in Suit] == ["♣2", "♦7", "♥7", "♠2"]
    assert [str(ponto(suit)) for suit in Suit] == ["None", "♦A", "♥A", "None"]


@pytest.mark.parametrize("trump", Suit)
def test_an_order_holds_the_whole_pack_once(trump: Suit) -> None:
    order = suit_order(trump)
    listed = [card for _, row in order.rows() for card in row]
    assert len(listed) == 40
    assert CardSet(listed) == playing_pack()
    assert all(order.power[a] > order.power[b] for a in order.trumps for row in order.suits.values() for b in row)
    for row in (order.trumps, *order.suits.values()):
        powers = [order.power[card] for card in row]
        assert powers == sorted(set(powers), reverse=True)
        assert {order.same[card] for card in row} == {CardSet(row).mask}


def test_grand_has_two_trumps() -> None:
    order = grand_order()
    assert [str(card) for card in order.trumps] == ["♠A", "♣A"]
    assert order.suits == {suit: cards(PLAIN[suit]) for suit in Suit}
    assert order.exempt[Card.parse("♣A")] == Card.parse("♠A").mask
    assert order.exempt[Card.parse("♠A")] == 0


def test_null_has_black_aces_lowest() -> None:
    order = null_order()
    assert order.trumps == ()
    assert order.matadors == 0
    assert order.suits[Suit.SPADES] == cards(PLAIN[Suit.SPADES] + " ♠A")
    assert order.suits[Suit.CLUBS] == cards(PLAIN[Suit.CLUBS] + " ♣A")
    assert order.suits[Suit.HEARTS] == cards(PLAIN[Suit.HEARTS])
    assert CardSet(card for row in order.suits.values() for card in row) == playing_pack()


def test_packs() -> None:
    assert len(playing_pack()) == 40
    assert len(printed_pack()) == 44
    assert {card.rank for card in printed_pack() - playing_pack()} == {Rank.TEN}
    assert cards_of(playing_pack().mask) == tuple(playing_pack())
    assert [seats(dealer) for dealer in range(3)] == [(1, 2, 0), (2, 0, 1), (0, 1, 2)]


@pytest.mark.parametrize(
    ("trumps", "lengths"),
    [
        ("spades", ["11", "10", "10", "9"]),
        ("hearts", ["12", "9", "10", "9"]),
        ("grand", ["2", "9", "10", "10", "9"]),
        ("null", ["10", "10", "10", "10"]),
    ],
)
def test_charts(trumps: str, lengths: list[str]) -> None:
    rows = chart(trumps)
    assert [row[2] for row in rows] == lengths
    assert all(len(row[1].split()) == int(row[2]) for row in rows)
