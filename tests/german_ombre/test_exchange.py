"""From the contract to the play: turning up, exchanging, grosstourné, forced spadille and mort."""

from dataclasses import replace

import pytest

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit
from gamerules.game import CHANCE
from gamerules.german_ombre import Contract, How, Rules, State, Word
from gamerules.german_ombre.contracts import exchange_order, on_the_table, price_of, trump_suits, turned_contract
from gamerules.german_ombre.phase_contract import Exchanging
from gamerules.german_ombre.positions import opening, proceed
from gamerules.german_ombre.table import Price
from gamerules.rules import IllegalAction

FIRST, MIDDLE, DEALER = range(3)
HANDS = ("♠A73 ♥K4 ♦KQ ♣K6", "♠KQ ♥73 ♦653 ♣A7", "♠654 ♥QJ2 ♦42 ♣2")
BOTH_ACES = ("♠A73 ♥K4 ♦KQ ♣A6", "♠KQ ♥73 ♦653 ♣K7", "♠654 ♥QJ2 ♦42 ♣2")
NO_SPADILLE = ("♠73 ♥K4 ♦KQJ ♣K6", "♠KQ ♥73 ♦653 ♣A7", "♠654 ♥QJ2 ♦42 ♣2")
D = Rules.DICTIONARY


def ombre(*texts: str, hands: tuple[str, str, str] = HANDS, rules: Rules = D) -> State:
    """Return the state after forehand has become ombre and done these things."""
    return proceed(opening(hands, rules=rules), "I play", "pass", "pass", *texts)


def passed(hands: tuple[str, str, str], rules: Rules = D) -> State:
    return proceed(opening(hands, rules=rules), "pass", "pass", "pass")


def refused(state: State, text: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        proceed(state, text)
    assert caught.value.legal == state.legal_actions()
    return caught.value.locus


@pytest.mark.parametrize(
    ("contract", "order"),
    [
        (Contract.FRAGE, (1, 2, 0)),
        (Contract.FRAGE_COULEUR, (1, 2, 0)),
        (Contract.TOURNE, (1, 2, 0)),
        (Contract.TOURNE_COULEUR, (1, 2, 0)),
        (Contract.GROSSTOURNE, (1, 2, 0)),
        (Contract.GROSSTOURNE_COULEUR, (1, 2, 0)),
        (Contract.HAND, (2, 0)),
        (Contract.HAND_COULEUR, (2, 0)),
        (Contract.GRAND, ()),
        (Contract.NULL, ()),
    ],
)
def test_who_exchanges(contract: Contract, order: tuple[int, ...]) -> None:
    # The dealer is player 1, so forehand is 2 and middlehand 0; player 1 is ombre.
    assert exchange_order(D, contract, How.AUCTION, 1, 1) == order
    assert exchange_order(D, contract, How.MORT, 1, 1) == order
    assert exchange_order(replace(D, mort_exchange="none"), contract, How.MORT, 1, 1) == ()
    assert exchange_order(replace(D, mort_exchange="none"), contract, How.AUCTION, 1, 1) == order


@pytest.mark.parametrize(("ombre_seat", "order"), [(FIRST, (0, 1, 2)), (MIDDLE, (1, 0, 2)), (DEALER, (2, 0, 1))])
def test_opponents_exchange_from_the_first_hand(ombre_seat: int, order: tuple[int, ...]) -> None:
    assert exchange_order(D, Contract.FRAGE, How.AUCTION, ombre_seat, DEALER) == order


def test_laying_off_and_drawing() -> None:
    state = ombre("frage", "diamonds")
    assert (state.phase, state.actor, state.talon_count) == ("exchange", FIRST, 13)
    assert state.legal_actions() == (Word.ENOUGH, *state.hand(FIRST))
    chosen = proceed(state, "♠7", "♥4", "♣6")
    assert chosen.chosen == CardSet.parse("♠7 ♥4 ♣6").mask
    assert chosen.hand(FIRST) == state.hand(FIRST)
    drawing = proceed(chosen, "enough")
    assert (drawing.actor, drawing.talon_count, len(drawing.hand(FIRST))) == (CHANCE, 13, 6)
    assert drawing.legal_actions() == tuple(drawing.talon)
    after = proceed(drawing, "♦J ♠J ♥A")
    assert (after.actor, after.talon_count, len(after.hand(FIRST))) == (MIDDLE, 10, 9)
    assert after.deal.discards[FIRST] == CardSet.parse("♠7 ♥4 ♣6").mask
    assert not after.talon & CardSet.parse("♠7 ♥4 ♣6")


def test_the_talon_limits_the_last_to_exchange() -> None:
    state = ombre("frage", "diamonds", "discard ♠A73 ♥K4 ♦KQ ♣K6")
    while state.actor == CHANCE:
        state = state.after(state.legal_actions()[0])
    assert state.talon_count == 4
    assert isinstance(state, Exchanging)
    assert state.counts() == (0, 1, 2, 3, 4)
    four = proceed(state, "♠K", "♠Q", "♥7", "♥3")
    assert four.legal_actions() == (Word.ENOUGH,)
    assert refused(four, "♦6") == "german-ombre.contracts.2"
    empty = proceed(four, "enough", *(str(card) for card in four.talon))
    assert (empty.phase, empty.talon_count) == ("announcement", 0)  # nothing is left for the dealer


def test_refusals_in_the_exchange() -> None:
    state = ombre("frage", "diamonds")
    assert refused(state, "♥Q") == "german-ombre.contracts.2"
    assert refused(proceed(state, "♠7"), "♠7") == "german-ombre.contracts.2"
    assert refused(state, "pass") == "german-ombre.contracts.2"
    assert refused(proceed(state, "discard ♠7"), "♠7") == "german-ombre.contracts.2"


def test_grand_and_null_begin_at_once_and_hand_leaves_the_exchange_to_the_others() -> None:
    for contract in ("grand", "null"):
        assert ombre(contract).phase == "announcement"
    state = ombre("hand", "spades")
    assert (state.phase, state.actor) == ("exchange", MIDDLE)
    assert proceed(state, "enough").actor == DEALER
    assert proceed(state, "enough", "enough").phase == "announcement"


@pytest.mark.parametrize(
    ("declared", "card", "contract"),
    [
        ("tourné", "♦J", Contract.TOURNE),
        ("tourné", "♣3", Contract.TOURNE_COULEUR),
        ("grosstourné", "♦J", Contract.GROSSTOURNE),
        ("grosstourné", "♣3", Contract.GROSSTOURNE_COULEUR),
    ],
)
def test_the_card_turned_makes_the_game(declared: str, card: str, contract: Contract) -> None:
    state = ombre(declared, hands=BOTH_ACES)
    assert (state.phase, state.actor, state.legal_actions()) == ("turn-up", CHANCE, tuple(state.talon))
    assert refused(state, "♦K") == "german-ombre.contracts.5"
    turned = proceed(state, card)
    assert (turned.deal.contract, turned.deal.trump, turned.deal.turned) == (
        contract,
        Card.parse(card).suit,
        Card.parse(card),
    )
    assert turned.actor == FIRST


def test_a_blind_bid_that_misses_is_a_plain_tourne() -> None:
    blind = replace(D, blind_tourne="tourne")
    state = ombre("tourné in couleur", rules=blind)
    assert proceed(state, "♦J").deal.contract is Contract.TOURNE
    assert proceed(state, "♣3").deal.contract is Contract.TOURNE_COULEUR
    assert turned_contract(Contract.GROSSTOURNE_COULEUR, Card.parse("♦J"), Suit.CLUBS) is Contract.GROSSTOURNE


def test_the_card_turned_stays_on_the_talon() -> None:
    state = proceed(ombre("tourné"), "♦J")
    assert state.view(MIDDLE).open_cards == CardSet.parse("♦J")
    assert Card.parse("♦J") in state.talon
    kept = proceed(state, "enough")
    assert kept.deal.turned_by is None
    taken = proceed(kept, "discard ♠K")  # middlehand draws one card, and it is the one turned
    assert taken.deal.turned_by == MIDDLE
    assert Card.parse("♦J") in taken.hand(MIDDLE)
    assert (taken.actor, taken.talon_count) == (DEALER, 12)
    two = proceed(state, "discard ♠7 ♥4")
    assert (two.actor, two.deal.turned_by, len(two.hand(FIRST))) == (CHANCE, FIRST, 8)


def test_the_card_turned_may_be_the_ombre_s() -> None:
    state = proceed(ombre("tourné", rules=replace(D, turned_card="to-ombre")), "♦J")
    assert refused(state, "enough") == "german-ombre.contracts.5"
    after = proceed(state, "discard ♠7")
    assert Card.parse("♦J") in after.hand(FIRST)
    assert proceed(after, "enough").phase == "exchange"  # the opponents need take nothing


def test_grosstourne_lies_on_the_table() -> None:
    state = proceed(ombre("grosstourné", hands=BOTH_ACES), "♦J")
    aces = CardSet.parse("♠A ♣A")
    assert CardSet.from_mask(on_the_table(state.deal.contract)) == aces
    assert not set(aces) & set(state.legal_actions())
    assert refused(state, "♠A") == "german-ombre.contracts.10"
    assert state.view(DEALER).open_cards == aces | CardSet.parse("♦J")
    everything = proceed(state, "discard ♠73 ♥K4 ♦KQ ♣6")
    assert everything.hand(FIRST) == aces | CardSet.parse("♦J")
    playing = proceed(state, *["enough"] * 3, "begin", "♠A")
    assert playing.view(DEALER).open_cards == CardSet.parse("♣A ♦J")
    opponent = proceed(state, "enough")
    assert len(opponent.legal_actions()) == 10  # nothing of an opponent's lies on the table


def test_forced_spadille() -> None:
    state = passed((HANDS[1], HANDS[0], HANDS[2]))
    assert (state.phase, state.actor, state.deal.how) == ("trumps", MIDDLE, How.FORCED)
    assert state.deal.contract is Contract.FRAGE
    assert state.legal_actions() == (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    assert proceed(state, "clubs").deal.contract is Contract.FRAGE
    assert price_of(Contract.FRAGE, How.FORCED) is Price.FORCED_SPADILLE
    plain = passed((HANDS[1], HANDS[0], HANDS[2]), replace(D, forced_trumps="plain-suit"))
    assert plain.legal_actions() == (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)
    assert trump_suits(D, Contract.GRAND, How.FORCED, Suit.CLUBS) == ()


def test_mort_in_turn() -> None:
    state = passed(NO_SPADILLE)
    assert (state.phase, state.actor, state.deal.how) == ("exchange", FIRST, How.MORT)
    assert refused(proceed(state, "♠7"), "enough") == "german-ombre.all-pass.4"
    declaring = proceed(state, "enough")
    assert (declaring.phase, declaring.actor) == ("contract", FIRST)
    assert [str(action) for action in declaring.legal_actions()] == [
        "pass",
        "frage",
        "frage in couleur",
        "hand",
        "hand in couleur",
        "grand",
        "null",
    ]
    assert refused(declaring, "tourné") == "german-ombre.all-pass.4"
    second = proceed(declaring, "pass")
    assert (second.phase, second.actor) == ("exchange", MIDDLE)
    four = proceed(second, "♠K", "♠Q", "♥7", "♥3")
    assert four.legal_actions() == (Word.ENOUGH,)
    drawn = proceed(four, "enough", "♠A ♠2 ♠J ♣5")
    assert (drawn.phase, drawn.actor, drawn.talon_count) == ("contract", MIDDLE, 9)
    frage = proceed(drawn, "frage", "spades")
    assert (frage.phase, frage.actor, frage.deal.ombre) == ("exchange", MIDDLE, MIDDLE)
    assert frage.counts() == tuple(range(10)) if isinstance(frage, Exchanging) else False
    assert price_of(Contract.GRAND, How.MORT) is Price.MORT


def test_mort_passed_by_all_is_thrown_in() -> None:
    state = proceed(passed(NO_SPADILLE), *["enough", "pass"] * 3)
    assert state.is_over
    assert state.result is None
    assert state.ledger().entries == ()
    assert state.legal_actions() == ()


def test_mort_up_to_four() -> None:
    state = passed(NO_SPADILLE, replace(D, mort_number="up-to-four"))
    assert proceed(state, "♠7", "enough").actor == CHANCE
    assert proceed(state, "♠7", "♠3", "♥4", "♣6").legal_actions() == (Word.ENOUGH,)


def test_mort_without_the_game_s_exchange() -> None:
    state = passed(NO_SPADILLE, replace(D, mort_exchange="none"))
    assert proceed(state, "enough", "frage", "diamonds").phase == "announcement"
    assert proceed(passed(NO_SPADILLE), "enough", "frage", "diamonds").phase == "exchange"


def test_mort_with_a_new_auction() -> None:
    state = passed(NO_SPADILLE, replace(D, mort_turn="auction"))
    bidding = proceed(state, "enough", "enough", "enough")
    assert (bidding.phase, bidding.actor, bidding.legal_actions()) == ("auction", FIRST, (Call.PASS, Word.PLAY))
    playing = proceed(bidding, "I play")
    assert Contract.TOURNE not in playing.legal_actions()
    assert refused(playing, "tourné") == "german-ombre.all-pass.4"
    won = proceed(playing, "hand", "pass", "pass", "hand", "spades")
    assert (won.deal.ombre, won.deal.how) == (MIDDLE, How.MORT)
    assert proceed(bidding, "pass", "pass", "pass").is_over


def test_mort_with_the_whole_talon() -> None:
    rules = replace(D, mort="whole-talon")
    state = passed(NO_SPADILLE, rules)
    assert (state.phase, state.actor, state.legal_actions()) == ("mort", FIRST, (Call.PASS, Word.TAKE))
    assert refused(state, "enough") == "german-ombre.all-pass.6"
    taken = proceed(state, "pass", "take the talon")
    assert (taken.phase, taken.actor, len(taken.hand(MIDDLE)), taken.talon_count) == ("exchange", MIDDLE, 13, 0)
    assert taken.deal.discards[MIDDLE] == CardSet.parse(NO_SPADILLE[1]).mask
    assert Card.parse("♠A") in taken.hand(MIDDLE)
    three = proceed(taken, *(str(card) for card in list(taken.hand(MIDDLE))[-3:]))
    assert refused(three, "enough") == "german-ombre.all-pass.6"
    four = proceed(taken, *(str(card) for card in list(taken.hand(MIDDLE))[-4:]), "enough")
    assert (four.phase, four.actor, len(four.hand(MIDDLE))) == ("contract", MIDDLE, 9)
    assert Call.PASS not in four.legal_actions()
    assert proceed(four, "frage", "spades").phase == "announcement"  # no talon is left to exchange from
    assert proceed(state, "pass", "pass", "pass").is_over


def test_hands_known_in_part_are_filled_up_before_the_exchange() -> None:
    state = proceed(opening(("♠A ♦7", "", "")), "I play", "pass", "pass", "hand", "diamonds")
    assert (state.phase, state.actor) == ("unknown cards", CHANCE)
    assert len(state.legal_actions()) == 38
    assert refused(state, "♠A") == "german-ombre.deal.4"
    counts = []
    while state.phase == "unknown cards":
        state = state.after(state.legal_actions()[0])
        counts.append(tuple(mask.bit_count() for mask in state.hands))
    assert counts[0] == (3, 0, 0)
    assert counts[-1] == (9, 9, 9)
    assert (state.phase, state.actor) == ("exchange", MIDDLE)
