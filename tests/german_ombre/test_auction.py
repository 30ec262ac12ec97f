"""The auction: two at a time, holding, the dealer's entry, what cannot be said, and the ombre's right to go higher."""

from dataclasses import replace

import pytest

from gamerules.auction import Call
from gamerules.cards import Suit
from gamerules.german_ombre import Contract, How, Rules, State, Word
from gamerules.german_ombre.auction import final_contracts
from gamerules.german_ombre.contracts import ladder, may_declare
from gamerules.german_ombre.phase_contract import Bidding, Declaring
from gamerules.german_ombre.positions import masks, opening, proceed
from gamerules.rules import IllegalAction

FIRST, MIDDLE, DEALER = range(3)
HANDS = ("♠A73 ♥K4 ♦KQ ♣K6", "♠KQ ♥73 ♦653 ♣A7", "♠654 ♥QJ2 ♦42 ♣2")
BOTH_ACES = ("♠A73 ♥K4 ♦KQ ♣A6", "♠KQ ♥73 ♦653 ♣K7", "♠654 ♥QJ2 ♦42 ♣2")
DECLARABLE = ("frage", "frage in couleur", "tourné", "hand", "hand in couleur", "grand", "null")


def said(state: State) -> list[str]:
    return [str(action) for action in state.legal_actions()]


def test_the_first_hand_opens_with_a_word() -> None:
    state = opening(HANDS)
    assert state.actor == FIRST
    assert state.legal_actions() == (Call.PASS, Word.PLAY)
    assert proceed(state, "I listen") == proceed(state, "I play")


def test_the_middle_hand_names_a_game_or_passes_and_cannot_hold() -> None:
    state = proceed(opening(HANDS), "I play")
    assert state.actor == MIDDLE
    assert said(state) == ["pass", *DECLARABLE]


def test_the_first_hand_holds_and_the_middle_hand_must_go_higher() -> None:
    state = proceed(opening(HANDS), "I play", "tourné")
    assert state.actor == FIRST
    assert said(state) == ["pass", "here", "hand", "hand in couleur", "grand", "null"]
    held = proceed(state, "here")
    assert held.actor == MIDDLE
    assert said(held) == ["pass", "hand", "hand in couleur", "grand", "null"]
    raised = proceed(state, "hand")
    assert raised.actor == MIDDLE
    assert said(raised) == ["pass", "hand in couleur", "grand", "null"]


def test_the_dealer_enters_when_one_has_passed() -> None:
    against_first = proceed(opening(HANDS), "I play", "frage", "here", "pass")
    assert against_first.actor == DEALER
    assert "here" not in said(against_first)  # forehand keeps the privilege
    assert said(against_first)[:2] == ["pass", "frage in couleur"]
    against_middle = proceed(opening(HANDS), "I play", "frage", "pass")
    assert against_middle.actor == DEALER
    assert said(against_middle)[:3] == ["pass", "here", "frage in couleur"]
    back = proceed(against_middle, "here")
    assert back.actor == MIDDLE
    assert "here" not in said(back)


def test_when_the_first_hand_passes_at_once() -> None:
    state = proceed(opening(HANDS), "pass")
    assert (state.actor, said(state)) == (MIDDLE, ["pass", *DECLARABLE])
    bid = proceed(state, "frage")
    assert (bid.actor, said(bid)[1]) == (DEALER, "here")
    alone = proceed(state, "pass")
    assert (alone.actor, said(alone)) == (DEALER, ["pass", *DECLARABLE])
    won = proceed(alone, "hand")
    assert (won.phase, won.actor) == ("contract", DEALER)


def test_the_highest_bid_of_all_can_be_held_but_not_passed_over() -> None:
    state = proceed(opening(HANDS), "I play", "null", "here")
    assert said(state) == ["pass"]


@pytest.mark.parametrize(
    ("calls", "ombre", "bid"),
    [
        (["I play", "pass", "pass"], FIRST, None),
        (["I play", "frage", "pass", "pass"], MIDDLE, Contract.FRAGE),
        (["I play", "frage", "here", "pass", "pass"], FIRST, Contract.FRAGE),
        (["I play", "frage", "here", "pass", "hand", "pass"], DEALER, Contract.HAND),
        (["pass", "tourné", "here", "pass"], DEALER, Contract.TOURNE),
        (["pass", "tourné", "here", "hand", "pass"], MIDDLE, Contract.HAND),
        (["pass", "pass", "grand"], DEALER, Contract.GRAND),
    ],
)
def test_who_becomes_ombre(calls: list[str], ombre: int, bid: Contract | None) -> None:
    state = proceed(opening(HANDS), *calls)
    assert isinstance(state, Declaring)
    assert (state.deal.ombre, state.actor, state.bid) == (ombre, ombre, bid)
    assert [call for _, call in state.deal.calls] == _read(calls)


def _read(calls: list[str]) -> list[object]:
    words = {"I play": Word.PLAY, "here": Word.HERE, "pass": Call.PASS}
    return [words[call] if call in words else Contract.parse(call) for call in calls]


def test_nobody_speaks_after_passing() -> None:
    """Walk through every auction there is: a player who has passed is never asked again."""
    frontier: list[tuple[State, frozenset[int]]] = [(opening(HANDS), frozenset())]
    walked = 0
    while frontier:
        after: list[tuple[State, frozenset[int]]] = []
        for state, gone in frontier:
            if not isinstance(state, Bidding):
                continue
            assert state.actor is not None
            assert state.actor not in gone
            assert state.actor != DEALER or gone & {FIRST, MIDDLE}
            walked += 1
            for action in state.legal_actions():
                after.append((state.after(action), gone | {state.actor} if action is Call.PASS else gone))
        frontier = after
    assert walked == 9218


@pytest.mark.parametrize(
    ("calls", "tried", "locus"),
    [
        ([], "frage", "german-ombre.auction.4"),
        ([], "here", "german-ombre.auction.4"),
        (["I play"], "diamonds", "german-ombre.auction.3"),
        (["I play"], "here", "german-ombre.auction.6"),
        (["I play"], "I play", "german-ombre.auction.5"),
        (["I play"], "stop", "german-ombre.auction.5"),
        (["I play", "hand"], "frage", "german-ombre.contracts.1"),
        (["I play", "hand"], "hand", "german-ombre.contracts.1"),
        (["I play", "frage in couleur"], "frage", "german-ombre.contracts.1"),
        (["I play", "frage"], "tourné in couleur", "german-ombre.contracts.7"),
        (["I play", "frage"], "grosstourné in couleur", "german-ombre.contracts.7"),
        (["I play", "frage"], "grosstourné", "german-ombre.contracts.9"),
        (["pass", "pass"], "here", "german-ombre.auction.7"),
    ],
)
def test_refused_calls_name_the_sentence(calls: list[str], tried: str, locus: str) -> None:
    state = proceed(opening(HANDS), *calls)
    with pytest.raises(IllegalAction) as caught:
        proceed(state, tried)
    assert caught.value.locus == locus
    assert caught.value.legal == state.legal_actions()


def test_grosstourne_needs_both_black_aces_even_to_be_held() -> None:
    assert "grosstourné" in said(proceed(opening(BOTH_ACES), "I play", "frage"))
    bid = proceed(opening((BOTH_ACES[1], BOTH_ACES[0], BOTH_ACES[2])), "I play", "grosstourné")
    assert "here" not in said(bid)
    with pytest.raises(IllegalAction) as caught:
        proceed(bid, "here")
    assert caught.value.locus == "german-ombre.contracts.9"


@pytest.mark.parametrize(
    ("hand", "elsewhere", "may"),
    [
        ("♠A ♣A", "", True),
        ("♠A", "", True),
        ("", "", True),
        ("♠A", "♣A", False),
        ("♠A ♥KQJA2345", "", False),
        ("♠AK ♥KQJA2 ♣A7", "", True),
        ("♠K2 ♥KQJA234", "", False),
        ("♠K2 ♥KQJA23", "", False),
        ("♠K2 ♥KQJA2", "", True),
    ],
)
def test_grosstourne_with_a_hand_known_in_part(hand: str, elsewhere: str, may: bool) -> None:
    own, other, _ = masks((hand, elsewhere, ""))
    assert may_declare(Contract.GROSSTOURNE, own, other) is may
    assert may_declare(Contract.GROSSTOURNE_COULEUR, own, other) is may
    assert may_declare(Contract.GRAND, own, other)


def test_the_ombre_may_go_higher_but_not_lower() -> None:
    state = proceed(opening(HANDS), "I play", "tourné", "here", "pass", "pass")
    assert said(state) == ["tourné", "hand", "hand in couleur", "grand", "null"]
    with pytest.raises(IllegalAction) as caught:
        proceed(state, "frage")
    assert caught.value.locus == "german-ombre.auction.9"
    with pytest.raises(IllegalAction) as caught:
        proceed(state, "pass")
    assert caught.value.locus == "german-ombre.auction.9"
    assert said(proceed(opening(HANDS), "I play", "pass", "pass")) == list(DECLARABLE)


def test_the_strict_variant() -> None:
    strict = replace(Rules.DICTIONARY, final_contract="as-bid")
    state = proceed(opening(HANDS, rules=strict), "I play", "tourné", "here", "pass", "pass")
    assert said(state) == ["tourné"]
    with pytest.raises(IllegalAction) as caught:
        proceed(state, "hand")
    assert caught.value.locus == "german-ombre.auction.10"
    for bid in ("hand", "hand in couleur"):
        after_hand = proceed(opening(HANDS, rules=strict), "I play", bid, "pass", "pass")
        assert said(after_hand) == [bid, "grand", "null"]
    assert said(proceed(opening(HANDS, rules=strict), "I play", "pass", "pass")) == list(DECLARABLE)


def test_blind_bids_in_couleur() -> None:
    blind = replace(Rules.DICTIONARY, blind_tourne="tourne")
    both = replace(Rules.DICTIONARY, blind_tourne="both")
    plain = proceed(opening(BOTH_ACES), "I play", "tourné")
    assert said(plain)[2:4] == ["grosstourné", "hand"]
    assert said(proceed(opening(BOTH_ACES, rules=blind), "I play", "tourné"))[2:4] == [
        "tourné in couleur",
        "grosstourné",
    ]
    assert "grosstourné in couleur" in said(proceed(opening(BOTH_ACES, rules=both), "I play", "tourné"))
    assert "grosstourné in couleur" not in said(proceed(opening(HANDS, rules=both), "I play", "tourné"))


def test_ladders() -> None:
    assert [int(contract) for contract in ladder("no", How.AUCTION)] == [1, 2, 3, 5, 7, 8, 9, 10]
    assert [int(contract) for contract in ladder("tourne", How.AUCTION)] == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert [int(contract) for contract in ladder("both", How.AUCTION)] == list(range(1, 11))
    assert [int(contract) for contract in ladder("both", How.MORT)] == [1, 2, 7, 8, 9, 10]
    assert final_contracts(Rules.DICTIONARY, Contract.HAND_COULEUR, How.AUCTION) == (8, 9, 10)


def test_trumps_named_after_the_auction() -> None:
    state = proceed(opening(HANDS), "I play", "pass", "pass", "hand")
    assert state.phase == "trumps"
    assert state.legal_actions() == (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
    with pytest.raises(IllegalAction) as caught:
        proceed(state, "clubs")
    assert caught.value.locus == "german-ombre.contracts.4"
    with pytest.raises(IllegalAction) as caught:
        proceed(state, "♠A")
    assert caught.value.locus == "german-ombre.contracts.2"
    assert proceed(state, "diamonds").deal.trump is Suit.DIAMONDS
    couleur = proceed(opening(HANDS), "I play", "pass", "pass", "hand in couleur")
    assert couleur.deal.trump is Suit.CLUBS
