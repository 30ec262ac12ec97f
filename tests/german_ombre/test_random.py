"""Random deals to the end: cards conserved, illegal actions refused, hidden cards hidden, every variant."""

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamerules.auction import Call
from gamerules.cards import CARDS, CardSet, Suit
from gamerules.game import CHANCE, random_game
from gamerules.german_ombre import (
    GAME,
    Contract,
    Cut,
    How,
    March,
    Price,
    Rules,
    State,
    Tariff,
    Word,
    playing_pack,
    trump_suit,
)
from gamerules.german_ombre.contracts import on_the_table
from gamerules.german_ombre.phase_contract import Exchanging
from gamerules.german_ombre.phase_deal import Dealing, Drawing
from gamerules.german_ombre.phase_play import Playing
from gamerules.german_ombre.positions import opening, proceed
from gamerules.german_ombre.state import with_cards
from gamerules.rules import IllegalAction, LostTableError
from tests import sizes

D = Rules.DICTIONARY
OTHER_READINGS = Rules(**{name: list(point.readings)[-1] for name, point in Rules.decisions().items()})
"""The reading furthest from the default of every decision at once."""
MIDDLE_READINGS = replace(OTHER_READINGS, mort="four-cards", blind_tourne="tourne")
RULES = (D, Rules.VARIANTS, OTHER_READINGS, MIDDLE_READINGS)
EVERYTHING: tuple[Any, ...] = (
    *CARDS,
    *Suit,
    *Contract,
    *Call,
    *Word,
    Cut(4),
    Cut(5),
    Cut(35),
    Cut(36),
    7,
    "pass",
    None,
)
LOCI = {
    entry["locus"] for entry in json.loads(Path("docs/sources/german-ombre.json").read_text(encoding="utf-8"))["loci"]
}


def begin(number: int) -> State:
    return Drawing(RULES[number % len(RULES)])


def games(count: int, seed: int) -> Iterator[list[State]]:
    """Yield the states of random deals: by turns uniform and by the game's own player, under four sets of rules."""
    rng = Random(seed)
    for number in range(count):
        yield random_game(begin(number), rng, GAME.policy if number // len(RULES) % 2 else None)


def check_position(state: State) -> None:
    """Assert what holds in every position."""
    zones = [*state.hands, *state.deal.discards]
    assert not any(a & b for i, a in enumerate(zones) for b in zones[i + 1 :])
    assert (state.actor is None) == state.is_over == (state.legal_actions() == ())
    assert len(set(map(repr, state.legal_actions()))) == len(state.legal_actions())
    if state.phase == "draw":
        return
    played = sum(state.taken) * 3 + len(state.trick)
    in_hands = sum(mask.bit_count() for mask in state.hands)
    laid_off = sum(mask.bit_count() for mask in state.deal.discards)
    assert in_hands + played + state.talon_count + laid_off == 40
    assert not state.talon & CardSet.from_mask(state.hands[0] | state.hands[1] | state.hands[2])
    if state.phase in ("announcement", "play"):
        assert {mask.bit_count() for mask in state.deal.held} == {9}
        sizes = sorted(mask.bit_count() for mask in state.hands)
        assert sizes[2] - sizes[0] <= 1
    elif state.phase in ("cut", "couleur", "auction", "contract", "trumps", "turn-up"):
        assert {mask.bit_count() for mask in state.hands} == {9}


@sizes.deals(400, 2000)
def test_random_deals_to_the_end(deals: int) -> None:
    seen: Counter[str] = Counter()
    for number, states in enumerate(games(deals, seed=1)):
        # Every position of one deal in twenty is looked at, so that the suite stays quick.
        for state in states if number % 20 == 0 else states[-1:]:
            check_position(state)
        end = states[-1]
        seen[str(end.deal.how)] += 1
        if end.result is None:
            assert end.deal.how is How.MORT
            seen["thrown in"] += 1
            continue
        seen[str(end.deal.contract)] += 1
        seen[str(end.result.outcome(end.rules))] += 1
        seen[f"march {end.result.march}"] += 1
        seen["stopped"] += end.result.stopped
        check_settlement(end)
    if deals >= 2000:
        wanted = [str(c) for c in Contract] + [str(h) for h in How]
        wanted += ["thrown in", "sacado", "puesta", "codille", "march undertaken", "march announced", "stopped"]
        assert [name for name in wanted if not seen[name]] == []


def check_settlement(end: State) -> None:
    assert end.result is not None
    if not end.result.conceded:
        assert sum(end.result.tricks) == (5 if end.result.stopped else 9)
    if end.result.price is not Price.GRAND:
        with pytest.raises(LostTableError):
            end.ledger()
    full = replace(end.rules, tariff=Tariff.of({str(price): number for number, price in enumerate(Price, start=1)}))
    ledger = replace(end, rules=full).ledger()
    assert ledger.total("ombre") == sum(entry.points for entry in ledger if entry.side == "ombre")
    assert (ledger.total("opponents") > 0) == (str(end.result.outcome(end.rules)) == "codille")


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    rng = Random(3)
    tried = 0
    for number, states in enumerate(games(24, seed=2)):
        for state in rng.sample(states, min(8, len(states))):
            before = pickle.dumps(state)
            legal = state.legal_actions()
            for action in EVERYTHING:
                if any(type(action) is type(choice) and action == choice for choice in legal):
                    continue
                with pytest.raises(IllegalAction) as caught:
                    state.after(action)
                assert caught.value.locus in LOCI
                assert caught.value.legal == legal
                assert caught.value.reason
                tried += 1
            assert pickle.dumps(state) == before
        assert number < 24
    assert tried > 10_000


def test_equal_states_hash_equal_and_survive_pickling() -> None:
    for states in games(8, seed=4):
        for state in states[:: max(1, len(states) // 12)]:
            copy = pickle.loads(pickle.dumps(state))
            assert copy == state
            assert hash(copy) == hash(state)
            assert copy.legal_actions() == state.legal_actions()
        if states[0].rules.drawn_cards == "stay-out":  # a card drawn again brings the same position again
            assert len(set(states)) == len(states)


def test_a_deal_is_replayed_from_its_actions() -> None:
    rng = Random(5)
    for number in range(8):
        state, actions = begin(number), []
        while not state.is_over:
            action = rng.choice(state.legal_actions())
            actions.append(action)
            state = state.after(action)
        again = begin(number)
        for action in actions:
            again = again.after(action)
        assert again == state


# ---- what a player may see


def exchange_hidden(state: State, player: int) -> State | None:
    """Return another state that this player cannot tell from the given one: two cards hidden from him change places."""
    public = on_the_table(state.deal.contract)
    if state.deal.turned is not None:
        public |= state.deal.turned.mask
    left, right = (other for other in range(3) if other != player)
    a, b = state.hands[left] & ~public, state.hands[right] & ~public
    if not a or not b or (state.actor == CHANCE and isinstance(state, Exchanging)):
        return None
    one, two = a & -a, b & -b
    if isinstance(state, Exchanging) and state.chosen & (one | two):
        return None
    moved = one | two
    hands = with_cards(state.hands, left, state.hands[left] ^ moved)
    hands = with_cards(hands, right, hands[right] ^ moved)
    held = state.deal.held
    if any(held):
        held = with_cards(with_cards(held, left, held[left] ^ moved), right, held[right] ^ moved)
    return replace(state, hands=hands, deal=replace(state.deal, held=held))


def test_views_hide_what_is_hidden() -> None:
    compared = 0
    for states in games(40, seed=6):
        for state in states:
            if isinstance(state, Drawing | Dealing) or state.is_over:
                continue
            for player in range(3):
                other = exchange_hidden(state, player)
                if other is not None:
                    assert other.view(player) == state.view(player)
                    assert other != state
                    compared += 1
    assert compared > 1000


def test_views_show_what_may_be_seen() -> None:
    for states in games(12, seed=8):
        for state in states:
            for player in range(3):
                view = state.view(player)
                assert view.hand == state.hand(player)
                assert view.trick == state.trick
                assert view.taken == state.taken
                assert view.counts[player] == len(view.hand)
                assert view.talon == state.talon_count
                assert (view.actions != ()) == (state.actor == player)
                assert view.deal.discards[player] == state.deal.discards[player]
                assert sum(mask != 0 for mask in view.deal.discards) <= 1
                assert view.deal.held == (0, 0, 0)
                assert view.open_cards <= CardSet.from_mask(state.talon_mask | sum(state.hands))


def test_pictures_draw_every_position_and_hide_by_player() -> None:
    assert GAME.picture is not None
    assert GAME.label is not None
    for states in games(12, seed=9):
        for state in states:
            whole = GAME.picture(state, None)
            assert GAME.label(state)
            shown = CardSet(card for holding in whole.holdings for card in holding.cards)
            if state.phase not in ("draw", "deal"):
                on_table = CardSet(card for _, card in whole.trick)
                assert len(shown | on_table) == 40 - 3 * sum(state.taken)
            for player in range(3):
                drawn = GAME.picture(state, player)
                seen = CardSet(card for holding in drawn.holdings for card in holding.cards)
                known = state.hand(player) | state.view(player).open_cards | CardSet.from_mask(state.drawn)
                assert seen == known | CardSet.from_mask(state.deal.discards[player])
                counts = [len(h.cards) + h.hidden for h in drawn.holdings]
                assert counts == [len(h.cards) + h.hidden for h in whole.holdings]


def test_the_pack_is_dealt_out_without_a_ten() -> None:
    for states in games(4, seed=10):
        dealt = next(state for state in states if state.phase == "cut")
        hands = [dealt.hand(player) for player in range(3)]
        assert hands[0] | hands[1] | hands[2] | dealt.talon == playing_pack()


def test_results_agree_with_a_second_count() -> None:
    """Count tricks, matadors and the march from the course of the deal alone, without the state's own tallies."""
    seen: Counter[str] = Counter()
    for states in games(400, seed=11):
        deal, result = states[-1].deal, states[-1].result
        if result is None or result.conceded:
            continue
        assert deal.ombre is not None
        first = next(state for state in states if isinstance(state, Playing))
        top = ["♠A", "♣A"] if deal.trump is not None or deal.contract is Contract.GRAND else []
        if deal.trump is not None:
            top.append(f"{deal.trump.symbol}{7 if deal.trump.is_red else 2}")
        held = [str(card) for card in first.hand(deal.ombre)]
        assert result.matadors == sum(name in held for name in top)
        starts = [state for state in states if isinstance(state, Playing) and not state.trick]
        takers = [state.leader for state in starts[1:]]
        if not result.stopped:  # the last trick leaves no lead behind
            tallies = zip(states[-1].taken, starts[-1].taken, strict=True)
            takers.append(next(player for player, (now, then) in enumerate(tallies) if now > then))
        assert result.tricks == tuple(takers.count((deal.ombre + place) % 3) for place in range(3))
        prima = takers[:5] == [deal.ombre] * 5
        assert result.stopped <= prima
        if first.deal.march is March.ANNOUNCED or deal.contract is Contract.NULL:
            assert result.march is first.deal.march
        else:
            assert result.march is (March.UNDERTAKEN if prima and not result.stopped else March.NONE)
        seen[str(result.march)] += 1
        seen["stopped"] += result.stopped
    assert min(seen[name] for name in ("none", "undertaken", "announced", "stopped")) > 0


def test_the_player_keeps_trumps_of_every_suit() -> None:
    assert GAME.policy is not None
    hands = ("♠A7 ♥KQJ ♦K2 ♣K3", "♠KQ ♥74 ♦653 ♣A7", "♠654 ♥65 ♦Q4 ♣42")
    for suit in Suit:
        couleur = "hearts" if suit is Suit.SPADES else "spades"
        state = proceed(opening(hands, couleur=couleur), "I play", "pass", "pass", "frage", suit.name.lower())
        trumps = CardSet(trump_suit(suit))
        while state.actor == 0 and state.phase == "exchange":
            action = GAME.policy(state, Random(1))
            assert action is Word.ENOUGH or action not in trumps, (suit, action)
            state = state.after(action)
        assert state.deal.discards[0]


@pytest.mark.parametrize("name", list(Rules.decisions()))
def test_every_reading_can_be_played(name: str) -> None:
    rng = Random(12)
    assert GAME.policy is not None
    for reading in Rules.decisions()[name].readings:
        rules = replace(D, **{name: reading})
        for _ in range(3):
            assert random_game(Drawing(rules), rng)[-1].is_over
            assert random_game(Drawing(rules), rng, GAME.policy)[-1].is_over
