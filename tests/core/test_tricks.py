import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.tricks import Play, StandardOrder, following, winning_play

trumps = st.sampled_from([None, *Suit])
tricks = st.lists(st.sampled_from(CARDS), min_size=1, max_size=4, unique=True)


def plays(text: str) -> list[Play]:
    return [Play(i % 2, Card.parse(word)) for i, word in enumerate(text.split())]


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        (Suit.DIAMONDS, "♠8 ♠9 ♠K ♦10", "♦10"),
        (Suit.DIAMONDS, "♥10 ♥J ♥A ♥9", "♥A"),
        (None, "♥7 ♣9 ♣7 ♠J", "♥7"),
        (Suit.CLUBS, "♦2 ♣2 ♣3 ♦A", "♣3"),
    ],
)
def test_winner(trump: Suit | None, trick: str, winner: str) -> None:
    assert str(winning_play(plays(trick), StandardOrder(trump))) == winner


@given(trumps, tricks)
def test_winner_by_a_second_formulation(trump: Suit | None, trick: list[Card]) -> None:
    """The highest trump if any trump lies there, else the highest card of the suit led."""
    won = winning_play([Play(0, card) for card in trick], StandardOrder(trump)).card
    able = [card for card in trick if card.suit == trump] or [card for card in trick if card.suit == trick[0].suit]
    assert won.rank == max(card.rank for card in able)
    assert won in able


@given(st.frozensets(st.sampled_from(CARDS), min_size=1).map(CardSet), st.sampled_from(Suit))
def test_following(hand: CardSet, led: Suit) -> None:
    allowed = following(hand, led, StandardOrder())
    assert allowed <= hand
    assert allowed == (hand.of_suit(led) if hand.of_suit(led) else hand)


def test_nobody_wins_nothing() -> None:
    with pytest.raises(ValueError, match="nobody wins"):
        winning_play([], StandardOrder())
