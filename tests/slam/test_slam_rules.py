"""The auction, the double, the play: what each sentence allows and forbids, and in each reading."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamerules.auction import Call
from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.slam import GAME, Contract, Doubling, Phase, Rubber, Rules, Slam, State, Strain, SuitBid, proceed
from gamerules.slam.auction import refusal
from gamerules.slam.cards import PACK, SUIT_MASKS
from gamerules.slam.game import policy
from gamerules.slam.play import playable, winner


def opening(**readings: Any) -> State:
    """A deal of player 1, ten cards dealt."""
    state = proceed(State(rules=Rules(**readings), dealer=1), "deal")
    assert isinstance(state, State)
    return state


def at(*entries: Any, **readings: Any) -> State:
    """The state after these entries."""
    state = proceed(opening(**readings), *entries)
    assert isinstance(state, State)
    return state


def locus_of(state: State, entry: str) -> str:
    """The sentence that an action breaks; empty if it is legal."""
    try:
        proceed(state, entry)
    except IllegalAction as error:
        return error.locus
    return ""


ROUND_TWO = ("bid 6", "bid 8", "deal")
ROUND_THREE = (*ROUND_TWO, "bid 9", "bid 14", "deal")
PASSED_TWICE = ("deal", "pass", "pass", "deal", "pass", "pass")


@pytest.mark.parametrize(
    ("entries", "entry", "locus"),
    [
        ((), "bid 5", "slam-dictionary.example.9"),
        ((), "bid 6", ""),
        ((), "bid 50", ""),
        ((), "bid 51", "slam-dictionary.auction.3"),
        ((), "double", "slam-dictionary.auction.2"),
        ((), "name spades", "slam-dictionary.auction.2"),
        ((), "bid 16 spades", "slam-dictionary.auction.2"),
        (("bid 6",), "bid 6", "slam-dictionary.aim.1"),
        (("bid 6",), "bid 11", ""),
        (("bid 6",), "bid 12", "slam-dictionary.auction.5"),
        (("bid 6",), "bid grand-slam", ""),
        (("pass",), "bid 30", ""),
        (ROUND_TWO, "bid 13", ""),
        (ROUND_TWO, "bid 14", "slam-dictionary.auction.5"),
        (("bid 6", "pass", "deal"), "bid 11", ""),
        (("bid 6", "pass", "deal"), "bid 12", "slam-dictionary.auction.6"),
        (ROUND_THREE, "bid 40", ""),
        ((*ROUND_THREE, "pass"), "bid 19", ""),
        ((*ROUND_THREE, "pass"), "bid 20", "slam-dictionary.auction.6"),
        ((*ROUND_THREE, "pass"), "bid small-slam", ""),
        (("bid small-slam",), "bid 50", "slam-dictionary.aim.1"),
        (("bid small-slam",), "bid small-slam", "slam-dictionary.auction.7"),
        (("bid small-slam",), "bid grand-slam", ""),
        (("bid grand-slam",), "bid grand-slam", "slam-dictionary.auction.7"),
        ((*ROUND_THREE, "pass", "pass"), "double", "slam-dictionary.deal.4"),
        ((*ROUND_THREE, "pass", "pass", "name hearts"), "redouble", "slam-dictionary.double.1"),
        ((*ROUND_THREE, "pass", "pass", "name hearts", "double"), "change to hearts", "slam-dictionary.double.1"),
        ((*ROUND_THREE, "pass", "pass", "name hearts", "double"), "double", "slam-dictionary.double.1"),
        (("bid 31", "pass", *PASSED_TWICE), "name clubs", "slam-dictionary.deal.4"),
        (("bid 31", "pass", *PASSED_TWICE), "name spades", ""),
        (("bid 31", "pass", *PASSED_TWICE, "name spades", "double"), "change to clubs", "slam-dictionary.double.1"),
        (("bid 31", "pass", *PASSED_TWICE, "name spades", "double"), "change to nullo", ""),
    ],
)
def test_calls(entries: tuple[str, ...], entry: str, locus: str) -> None:
    assert locus_of(at(*entries), entry) == locus


@pytest.mark.parametrize(
    "reading", [Rules.DICTIONARY, Rules.MENDELEV, Rules(slam_rank="by-worth"), Rules(lowest_bid=1)]
)
def test_the_list_of_calls_and_their_refusals_agree(reading: Rules) -> None:
    universe = [Call.PASS, *range(-1, 60), *Slam, *(SuitBid(n, suit) for n in range(60) for suit in Suit)]
    rng = Random(7)
    for _ in range(40):
        state = State(rules=reading)
        while not state.is_over and state.phase in (Phase.DEAL, Phase.AUCTION):
            if state.phase is Phase.AUCTION:
                assert state.auction is not None
                allowed = {str(call) for call in universe if refusal(reading, state.auction, call) is None}
                assert allowed == {str(call) for call in state.legal_actions()}
            state = state.after(policy(state, rng))


def test_one_call_each_in_the_first_two_rounds() -> None:
    state = at("bid 6", "bid 7")
    assert state.phase == Phase.DEAL
    state = at(*ROUND_TWO, "pass", "pass")
    assert state.phase == Phase.DEAL


def test_the_third_round_goes_on_until_a_pass() -> None:
    state = at(*ROUND_THREE, "bid 15", "bid 16", "bid 17", "bid 18")
    assert state.phase == Phase.AUCTION and state.actor == 0
    state = proceed(state, "pass")  # type: ignore[assignment]
    assert (state.phase, state.actor) == (Phase.NAMING, 1)


@pytest.mark.parametrize(
    ("reading", "entries", "phase", "actor"),
    [
        ("last-word", ("pass",), Phase.AUCTION, 1),
        ("last-word", ("pass", "pass"), Phase.NAMING, 1),
        ("last-word", ("pass", "bid 19"), Phase.NAMING, 1),
        ("last-word", ("bid 20", "pass"), Phase.NAMING, 0),
        ("last-word", ("bid 20", "bid 25", "pass"), Phase.NAMING, 1),
        ("ends", ("pass",), Phase.NAMING, 1),
        ("ends", ("bid 20", "pass"), Phase.NAMING, 0),
        ("bidder-begins", (), Phase.AUCTION, 1),
        ("bidder-begins", ("pass",), Phase.AUCTION, 0),
        ("bidder-begins", ("pass", "pass"), Phase.NAMING, 1),
        ("bidder-begins", ("bid 19", "pass"), Phase.NAMING, 1),
        ("bidder-begins", ("pass", "bid 20"), Phase.AUCTION, 1),
        ("bidder-begins", ("pass", "bid 20", "pass"), Phase.NAMING, 0),
    ],
)
def test_how_the_third_round_ends(reading: str, entries: tuple[str, ...], phase: Phase, actor: int) -> None:
    state = at(*ROUND_THREE, *entries, pass_in_round_three=reading)
    assert (state.phase, state.actor) == (phase, actor)


@pytest.mark.parametrize("reading", ["last-word", "ends", "bidder-begins"])
def test_a_deal_without_a_bid_is_passed_out(reading: str) -> None:
    state = at("pass", "pass", "deal", "pass", "pass", "deal", "pass", pass_in_round_three=reading)
    assert (state.phase, state.actor) == (Phase.AUCTION, 1)
    over = proceed(state, "pass")
    assert over.is_over and over.legal_actions() == () and over.ledger().entries == ()
    late = proceed(state, "bid 6")
    assert late.phase == (Phase.NAMING if reading == "last-word" else Phase.AUCTION)


def test_a_pass_for_good() -> None:
    state = at("pass", "bid 6", "deal", early_pass="final")
    assert state.actor == 1
    state = at("pass", "bid 6", "deal", "bid 11", "deal", "bid 16", early_pass="final")
    assert (state.phase, state.actor) == (Phase.NAMING, 1)
    assert at("pass", "pass", early_pass="final").is_over
    both = at("bid 6", "pass", "deal", "pass", "deal", early_pass="final")
    assert (both.phase, both.actor) == (Phase.NAMING, 0)


def test_slams_by_their_worth() -> None:
    assert locus_of(at("bid 39", slam_rank="by-worth"), "bid small-slam") == ""
    assert locus_of(at("bid 40", slam_rank="by-worth"), "bid small-slam") == "slam-dictionary.auction.7"
    assert locus_of(at("bid small-slam", slam_rank="by-worth"), "bid 41") == ""
    assert locus_of(at("bid small-slam", slam_rank="by-worth"), "bid 40") == "slam-dictionary.aim.1"
    state = at("bid 40", "bid grand-slam", *PASSED_TWICE, slam_rank="by-worth")
    assert state.legal_actions() == (Strain.NOTRUMP, Strain.NULLO)


def test_suit_bids_of_mendelev() -> None:
    state = proceed(State(rules=Rules.MENDELEV, dealer=1), "deal", "bid 16 hearts")
    assert isinstance(state, State)
    assert locus_of(state, "bid 16 spades") == ""
    assert locus_of(state, "bid 16 diamonds") == "mendelev.slam-cards.3"
    assert locus_of(state, "bid 16 hearts") == "mendelev.slam-cards.3"
    assert locus_of(state, "bid 16") == "slam-dictionary.aim.1"
    assert locus_of(state, "bid 31 clubs") == "mendelev.slam-auction.4"
    assert locus_of(state, "bid 21") == ""
    assert locus_of(state, "bid 22") == "slam-dictionary.auction.5"  # on the limit Mendelev is silent
    named = proceed(state, "pass", "deal", "pass", "pass", "deal", "pass", "pass")
    assert named.legal_actions() == (Strain.HEARTS,)


def test_answers_to_a_double() -> None:
    doubled = at(*ROUND_THREE, "pass", "bid small-slam", "name diamonds", "double")
    assert str(doubled.contract) == "24♦ doubled"
    changed = proceed(doubled, "change to notrump").contract  # type: ignore[union-attr]
    assert changed == Contract(1, Strain.NOTRUMP, 24, None, Doubling.DOUBLED, changed=True)
    again = at(*ROUND_THREE, "pass", "bid 19", "name diamonds", "double", "change to spades", after_change="again")
    assert (again.phase, again.actor) == (Phase.DOUBLE, 0)
    second = proceed(again, "double")
    assert second.legal_actions() == (Call.PASS, Call.REDOUBLE)
    assert str(proceed(second, "redouble").contract) == "19♠ redoubled"  # type: ignore[union-attr]
    low = at(*ROUND_THREE, "pass", "bid small-slam", "name spades", "double", changed_slam="slam")
    assert str(proceed(low, "change to clubs").contract) == "24♣ doubled"  # type: ignore[union-attr]


# ---- the play, against a second reading of the rules


def slow_playable(hand: CardSet, trick: tuple[Card, ...]) -> set[Card]:
    """What may be played, card by card."""
    same = {card for card in hand if trick and card.suit is trick[0].suit}
    return same or set(hand)


def slow_winner(trick: tuple[Card, ...], leader: int, trump: Suit | None) -> int:
    """Who wins, by walking through the trick."""
    best = 0
    for index, card in enumerate(trick):
        top = trick[best]
        if card.suit is top.suit:
            best = index if card.rank > top.rank else best
        elif card.suit is trump:
            best = index
    return (leader + best) % 2


def test_legality_and_winners_against_a_slow_reading() -> None:
    rng = Random(99)
    cards = list(PACK)
    for _ in range(3000):
        rng.shuffle(cards)
        size = rng.choice((2, 4))
        trick, hand = tuple(cards[:size]), CardSet(cards[size : size + rng.randrange(1, 14)])
        strain = rng.choice(list(Strain))
        leader = rng.randrange(2)
        assert winner(trick, leader, strain) == slow_winner(trick, leader, strain.suit)
        table = trick[: rng.randrange(size)]
        assert set(CardSet.from_mask(playable(hand.mask, table))) == slow_playable(hand, table)


def test_suit_masks_are_eight_cards_each() -> None:
    assert [mask.bit_count() for mask in SUIT_MASKS] == [8, 8, 8, 8]
    assert sum(SUIT_MASKS) == PACK.mask


def test_refusals_in_the_play_name_their_sentence() -> None:
    state = State.in_play(
        Contract(1, Strain.HEARTS, 8), ("♠Q7 ♣8", "♥A8 ♣9"), reserves=("♠J ♦J7", "♠K9 ♦10"), taken=(3, 2)
    )
    assert locus_of(state, "play ♠J") == "slam-dictionary.play.2"
    assert locus_of(state, "play ♥A") == "slam-dictionary.play.2"
    led = proceed(state, "play ♠Q", "play ♣9")
    assert isinstance(led, State)
    assert locus_of(led, "play ♣8") == "slam-dictionary.play.4"
    with pytest.raises(IllegalAction) as caught:
        state.after(Call.PASS)
    assert caught.value.locus == "slam-dictionary.play.3"


def test_refusals_in_the_deal_name_their_sentence() -> None:
    for card, locus in ((CARDS[0], "slam-dictionary.cards.1"), (7, "slam-dictionary.deal.1")):
        with pytest.raises(IllegalAction) as caught:
            State().after(card)
        assert caught.value.locus == locus
    ace = Card.parse("♠A")
    with pytest.raises(IllegalAction, match="dealt already"):
        State().after(ace).after(ace)


@pytest.mark.parametrize(
    ("reserve", "says"),
    [("♠QJ", "three cards, not 2"), ("♠QJ8 ♥Q", "three cards, not 4"), ("♠AKQ", "♠AK is not in the hand")],
)
def test_refusals_of_reserves(reserve: str, says: str) -> None:
    state = at(*ROUND_THREE, "pass", "pass", "name hearts", "pass", "deal")
    with pytest.raises(IllegalAction, match=says) as caught:
        proceed(state, f"reserve {reserve}")
    assert caught.value.locus == "slam-dictionary.reserve.1"


def test_positions_for_study_are_checked() -> None:
    contract = Contract(0, Strain.SPADES, 8)
    assert State.in_play(contract, ("♠A", "♥A"), taken=(5, 4)).legal_actions() == (Card.parse("♠A"),)
    for hands, taken in (
        (("♠A", "♠A"), (5, 4)),
        (("♠A", "♥A"), (5, 3)),
        (("♠AK", "—"), (5, 4)),
        (("♠2", "♥A"), (5, 4)),
    ):
        with pytest.raises(ImpossibleInputError):
            State.in_play(contract, hands, taken=taken)


@pytest.mark.parametrize(("reading", "leaders"), [("defender", (1, 0)), ("non-dealer", (0, 0)), ("declarer", (0, 1))])
def test_who_leads(reading: str, leaders: tuple[int, int]) -> None:
    """Player 1 deals; first player 0 declares, then player 1."""
    for bids, leader in zip((("bid 6", "pass"), ("pass", "bid 6")), leaders, strict=True):
        named = at(*bids, "deal", "pass", "pass", "deal", "pass", "pass", "name spades", "pass", first_lead=reading)
        state = proceed(named, "deal", "reserve ♣Q87", "reserve ♣A109")
        assert isinstance(state, State)
        assert (state.phase, state.leader, state.actor) == (Phase.PLAY, leader, leader)


# ---- rubbers


@pytest.mark.parametrize(("reading", "dealers"), [("next-dealer", [1, 0, 1]), ("same-dealer", [1, 1, 0])])
def test_who_deals_after_a_deal_that_was_passed_out(reading: str, dealers: list[int]) -> None:
    rubber = Rubber(State(rules=Rules(passed_out=reading), dealer=1))
    seen = [rubber.deal.dealer]
    passed = proceed(rubber, "deal", "pass", "pass", "deal", "pass", "pass", "deal", "pass", "pass")
    assert isinstance(passed, Rubber) and passed.deals == 1
    seen.append(passed.deal.dealer)
    passes = ("deal", "pass", "pass", "deal", "pass", "pass")
    played = proceed(passed, "deal", "bid 6", "pass", *passes, "name spades", "pass", "deal")
    while isinstance(played, Rubber) and played.deals == 1:
        played = played.after(played.legal_actions()[0])
    assert isinstance(played, Rubber)
    seen.append(played.deal.dealer)
    assert seen == dealers


def test_part_scores_games_and_zones() -> None:
    from gamerules.slam.rubber import enter_deal

    def deal(rubber: Rubber, declarer: int, bid: int, tricks: int) -> Rubber:
        taken = (tricks, 10 - tricks) if declarer == 0 else (10 - tricks, tricks)
        over = rubber.deal._with(
            phase=Phase.OVER, actor=None, taken=taken, contract=Contract(declarer, Strain.SPADES, bid)
        )
        return enter_deal(rubber, over)

    rubber = deal(Rubber(names=("A", "B")), 0, 16, 8)
    assert (rubber.parts, rubber.games, rubber.deal.dealer) == ((16, 0), (0, 0), 1)
    rubber = deal(rubber, 1, 19, 8)
    assert (rubber.parts, rubber.games) == ((16, 19), (0, 0))
    rubber = deal(rubber, 0, 8, 6)
    assert (rubber.parts, rubber.games, rubber.deal.vulnerable) == ((0, 0), (1, 0), (True, False))
    rubber = deal(rubber, 0, 20, 7)
    assert rubber.ledger().entries[-1].points == -20
    rubber = deal(rubber, 1, 20, 8)
    assert (rubber.games, rubber.deal.vulnerable) == ((1, 1), (True, True))
    rubber = deal(rubber, 1, 40, 10)
    assert rubber.is_over and rubber.winner == 1 and rubber.games == (1, 2)
    assert rubber.ledger().totals() == {"A": 16 + 8 - 20, "B": 19 + 20 + 40 + 300 + 100}
    assert rubber.difference == 4 - 479


def test_the_game_is_found_by_its_name() -> None:
    from gamerules.game import find

    assert find("slam") is GAME
    assert set(GAME.presets) == {"DICTIONARY", "MENDELEV"}


def test_the_presets_differ_where_the_witnesses_differ() -> None:
    differ = {name for name in Rules.decisions() if getattr(Rules.DICTIONARY, name) != getattr(Rules.MENDELEV, name)}
    assert differ == {"suit_rank", "nullo"}
    assert {name for name, decision in Rules.decisions().items() if decision.kind == "witness"} == differ


def test_a_reading_that_is_none_is_refused() -> None:
    with pytest.raises(ImpossibleInputError, match="is not an option of this decision"):
        Rules(first_lead="anybody")
