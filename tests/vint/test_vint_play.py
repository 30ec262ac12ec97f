"""Vint as it is played: supplied rules, and laws that hold for every deal."""

import importlib
import inspect
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import vint
from gamerules.auction import Call
from gamerules.cards import PACK_52, Card, CardSet, Rank
from gamerules.game import CHANCE, find
from gamerules.lab.machine import machine
from gamerules.policy import Moment
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.vint.auction import BIDS, Bid, Bidding
from gamerules.vint.coronets import CoronetPrices
from gamerules.vint.deal import DealResult
from gamerules.vint.play import Dealing, Playing, first_leader
from gamerules.vint.rules import Rules, decision_rows, supplied_rows
from gamerules.vint.state import State, result_of
from gamerules.vint.supplied import DESCRIPTIONS, POINTS, SUPPLIED, point_rows, supplied
from gamerules.vint.terms import LEVELS, Strain

PASS = Call.PASS
READINGS = {name: point for name, point in Rules.decisions().items() if point.kind == "supplied"}


def bid(text: str) -> Bid:
    return Bid.parse(text)


def auction(*calls: str, rules: Rules = Rules.MANUAL, dealer: int = 0) -> Bidding:
    state = Bidding(rules, dealer)
    for call in calls:
        state = state.after(PASS if call == "-" else bid(call))
    return state


def deal_through(rules: Rules, dealer: int, rng: Random, wild: float = 0.3) -> list[State]:
    """One deal of a rubber: every state from the first to the one that follows the deal."""
    game, states = find("vint"), [State.start(rules, dealer)]
    while not states[-1].sheet.results:
        state = states[-1]
        assert game.policy is not None
        random = state.actor == CHANCE or rng.random() < wild
        states.append(state.after(rng.choice(state.legal_actions()) if random else game.policy(state, rng)))
    return states


rulings = st.builds(Rules, **{name: st.sampled_from(list(point.readings)) for name, point in Rules.decisions().items()})


@settings(max_examples=60, deadline=None)
@given(rulings, st.integers(0, 3), st.integers(0, 10**6))
def test_the_laws_of_a_deal(rules: Rules, dealer: int, seed: int) -> None:
    states = deal_through(rules, dealer, Random(seed))
    after_deal = states[53 - 1]
    assert after_deal.phase == "auction" and after_deal.actor == dealer
    assert [len(hand) for hand in after_deal.dealt] == [13] * 4
    assert CardSet.from_mask(sum(hand.mask for hand in after_deal.dealt)) == PACK_52
    bids = [a for s, a in calls_of(states) if isinstance(a, Bid)]
    assert [b.rank for b in bids] == sorted({b.rank for b in bids})
    last = states[-1]
    if not bids:
        assert [a for _, a in calls_of(states)] == [PASS] * 4
        assert last.sheet.stars == 1
        assert last.dealer == (dealer if rules.after_all_pass == "same" else (dealer + 1) % 4)
        return
    assert [a for _, a in calls_of(states)][-rules.passes - 1 :] == [bids[-1], *[PASS] * rules.passes]
    playing = [s.stage for s in states if isinstance(s.stage, Playing)]
    assert len(playing) == 52
    assert len(playing[-1].winners) == 12
    declarer = playing[0].declarer
    assert playing[0].leader == ((declarer if rules.first_lead == "declarer" else dealer) + 1) % 4
    assert last.dealer == (dealer + 1) % 4


def calls_of(states: list[State]) -> list[tuple[State, Any]]:
    """The calls of a deal, each with the state before it."""
    ends = [s.auction for s in states if s.auction]
    return [(states[0], call) for call in ends[-1].calls] if states[-1].sheet.stars == 0 else [(states[0], PASS)] * 4


@settings(max_examples=60, deadline=None)
@given(rulings, st.integers(0, 3), st.integers(0, 10**6))
def test_the_score_is_that_of_the_chapter(rules: Rules, dealer: int, seed: int) -> None:
    states = deal_through(rules, dealer, Random(seed), wild=0.1)
    playing = [s.stage for s in states if isinstance(s.stage, Playing)]
    if not playing:
        return
    (result,) = states[-1].sheet.results
    assert isinstance(result, DealResult)
    first = playing[0]
    ours = first.hands[first.declarer] | first.hands[(first.declarer + 2) % 4]
    assert (result.level, result.strain) == (first.bid.level, first.bid.strain)
    assert result.aces == len([card for card in ours if card.rank == Rank.ACE])
    if first.bid.trump is not None:
        assert result.honours == len([c for c in ours if c.suit == first.bid.trump and c.rank >= Rank.TEN])
    # The result, written as text and entered on an empty sheet by hand, gives the same score.
    assert vint.Sheet(rules).after(vint.result(str(result))) == states[-1].sheet


def test_spades_are_the_lowest_and_no_trumps_the_highest() -> None:
    assert [str(one) for one in BIDS[:6]] == ["1 spades", "1 clubs", "1 diamonds", "1 hearts", "1 notrump", "2 spades"]
    assert len(BIDS) == len(LEVELS) * len(Strain)
    with pytest.raises(IllegalAction, match=r"it does not outrank 1 clubs \(supplied: britannica-vint"):
        auction("1 clubs", "1 spades")
    with pytest.raises(IllegalAction, match="nobody can double at vint"):
        auction("1 clubs").after(Call.DOUBLE)
    for wrong in ("hearts", "8 hearts", "", "1 cups"):
        with pytest.raises(ImpossibleInputError):
            bid(wrong)


@pytest.mark.parametrize("passes", [12, 8, 3])
def test_an_auction_outlasts_passes(passes: int) -> None:
    rules = Rules(passes=passes)
    state = auction("-", "-", "-", "1 hearts", *["-"] * (passes - 1), rules=rules)
    assert not state.is_over
    again = state.after(bid("2 hearts"))
    assert again.actor == (state.actor + 1) % 4 and again.passes == 0
    assert state.after(PASS).is_over
    assert state.after(PASS).legal_actions() == ()


def test_whoever_bid_last_may_bid_over_it() -> None:
    state = auction("1 hearts", "-", "-", "-", "3 hearts")
    assert state.last == (0, bid("3 hearts"))


def test_whoever_may_not_bid_over_his_own_bid_must_pass() -> None:
    state = auction("1 hearts", "-", "-", "-", rules=Rules(own_bid=False))
    assert state.legal_actions() == (PASS,)
    with pytest.raises(IllegalAction, match=r"nobody has bid over it \(supplied: foster-vint\); legal: pass"):
        state.after(bid("3 hearts"))
    with pytest.raises(IllegalAction, match="does not outrank"):
        state.after(bid("1 clubs"))
    assert bid("2 hearts") in auction("1 hearts", "-", "1 notrump", "-", rules=Rules(own_bid=False)).legal_actions()


def test_four_passes_at_once_end_the_deal() -> None:
    assert auction("-", "-", "-", "-").is_over
    assert auction("-", "-", "-", "-").last is None


def test_a_slam_from_the_hand_is_the_first_word_of_its_side() -> None:
    assert auction("-", "1 clubs", "6 hearts").from_hand
    assert not auction("1 clubs", "-", "6 hearts").from_hand
    assert not auction("5 clubs").from_hand
    assert not auction("6 clubs", "-", "7 clubs").from_hand


def test_who_leads() -> None:
    assert first_leader(Rules.MANUAL, dealer=0, declarer=2) == 3
    assert first_leader(Rules(first_lead="dealer"), dealer=0, declarer=2) == 1


def in_play(*hands: str, contract: str = "1 hearts", rules: Rules = Rules.MANUAL) -> Playing:
    calls: tuple[Bid | Call, ...] = (bid(contract), *[PASS] * rules.passes)
    return Playing.begin(Bidding(rules, 0, calls), tuple(CardSet.parse(hand) for hand in hands))


def test_suit_is_followed_and_trumps_take() -> None:
    play = in_play("♥2 ♣3", "♠A ♠K", "♠3 ♥4", "♣A ♦2")
    assert play.actor == 1
    play = play.after(Card.parse("♠A"))
    with pytest.raises(
        IllegalAction, match=r"a card of spades must follow \(supplied: foster-vint, wikipedia-vint\); legal: ♠3"
    ):
        play.after(Card.parse("♥4"))
    with pytest.raises(IllegalAction, match="not in the player's hand"):
        play.after(Card.parse("♦K"))
    for card in ("♠3", "♣A", "♥2"):
        play = play.after(Card.parse(card))
    assert (play.winners, play.leader, play.table) == ((0,), 0, ())


def test_a_card_is_dealt_once() -> None:
    state = Dealing(3).after(Card.parse("♠A"))
    assert state.hands[0] == CardSet.parse("♠A")
    with pytest.raises(IllegalAction, match="not an undealt card"):
        state.after(Card.parse("♠A"))


def test_both_at_500_in_one_deal_the_first_in_the_play_has_the_game() -> None:
    below = vint.Sheet().after(vint.result("6 clubs by N-S, 7 tricks"))
    assert below.below == (420, 360)
    hands = ("♠A ♠K", "♠2 ♠3", "♥2 ♥3", "♦2 ♦3")
    play = in_play(*hands, contract="7 spades")
    for winners, first in (((1, 0, 0, *[1] * 10), "N-S"), ((1, 0, *[1] * 11), "")):
        ended = replace(play, hands=(CardSet(),) * 4, winners=winners)
        assert State(Rules.MANUAL, 0, play, play.held, below)._result(ended).first == first
    late = replace(play, hands=(CardSet(),) * 4, winners=(1, 1, 0, *[1] * 9, 0))
    assert State(Rules.MANUAL, 0, play, play.held, below)._result(late).first == "E-W"


def test_coronets_count_where_prices_are_supplied() -> None:
    prices = CoronetPrices.of({("plain", 3): 500, ("trumps", 4): 1000, ("aces", 3): 700})
    rules = Rules(coronets=prices)
    spades, rest = "♠AKQJ", "♥2"
    play = in_play(spades, "♥AKQ ♣A ♦A", rest, "♦2", contract="1 spades")
    play = replace(play, winners=(0,) * 6 + (1,) * 7)
    assert [str(one) for one in result_of(play, rules).coronets] == [
        "coronet trumps 4",
        "opponents' coronet plain 3",
        "opponents' coronet aces 3",
    ]
    assert result_of(play, Rules.MANUAL).coronets == ()


def test_a_view_hides_the_other_hands() -> None:
    states = deal_through(Rules.MANUAL, 0, Random(4))
    for state in states[10::9]:
        for player in range(4):
            seen = state.view(player)
            others = [hand for seat, hand in enumerate(seen.hands) if seat != player]
            assert seen.hands[player] == state.hands[player] and not any(others)
            assert not any(hand for seat, hand in enumerate(seen.dealt) if seat != player)
            assert (seen.phase, seen.actor) == (state.phase, state.actor)


def test_who_cannot_deal_is_refused() -> None:
    with pytest.raises(ImpossibleInputError, match="there is no player 4 to deal"):
        State.start(dealer=4)


def test_all_that_plays_names_its_descriptions() -> None:
    for name in ("auction", "play"):
        module = importlib.import_module(f"gamerules.vint.{name}")
        own = [
            member
            for member in vars(module).values()
            if (inspect.isfunction(member) or inspect.isclass(member)) and member.__module__ == module.__name__
        ]
        public = {f"{one.__module__}.{one.__qualname__}" for one in own if not one.__name__.startswith("_")}
        assert public - set(SUPPLIED) == set()
    assert all(set(named) <= set(DESCRIPTIONS) for named, _ in SUPPLIED.values())
    with pytest.raises(ValueError, match="a supplied rule names its descriptions"):
        supplied()
    with pytest.raises(ValueError, match="a supplied rule names its descriptions"):
        supplied("hoyle")


def test_points_name_known_descriptions_and_decisions() -> None:
    assert all(set(point.told) <= set(DESCRIPTIONS) for point in POINTS)
    assert all(len(row) == 2 + len(DESCRIPTIONS) for row in point_rows())
    assert len(supplied_rows()) == len(READINGS) and len(decision_rows()) == len(Rules.decisions()) - len(READINGS)
    told = " ".join(point.taken for point in POINTS)
    assert [name for name in READINGS if f"({name})" not in told] == []
    assert all(point.why.startswith("supplied; ") for point in READINGS.values())


def test_the_machine_bids_a_hand_that_is_worth_it_and_says_why() -> None:
    hands = tuple(map(CardSet.parse, ("♠AKQJ1098 ♥AK ♦AK ♣A2", "♥QJ1098", "♦QJ1098", "♣KQJ109")))
    state = State(Rules.MANUAL, 0, Bidding(Rules.MANUAL, 0), hands, vint.Sheet())
    choice = machine(Moment(find("vint"), state), Random(1))
    assert isinstance(choice.action, Bid) and "points on average" in choice.why
    assert machine(Moment(find("vint"), state), Random(1)) == choice
