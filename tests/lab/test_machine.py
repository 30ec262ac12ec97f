"""The machine: samples that fit, choices that are the same twice, policies by name, matches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from benchmarks.machine import Measure
from gamerules.auction import Call
from gamerules.cards import PACK_32, Card, CardSet, Suit
from gamerules.commands.play import Sitting
from gamerules.game import CHANCE, find
from gamerules.lab.deals import deal_of
from gamerules.lab.machine import Effort, card_of, machine
from gamerules.lab.matching import gain, match, played
from gamerules.lab.policies import OWN, choose, names, policy
from gamerules.lab.sampling import Sampler
from gamerules.policy import Choice, Moment
from gamerules.rules import ImpossibleInputError
from gamerules.slam.auction import Auction
from gamerules.slam.state import Phase, State
from gamerules.solve import Scored, position_of
from gamerules.solve.estimate import Estimate
from gamerules.solve.oracle import reserve_against
from gamerules.solve.reserves import reserve_game

GAMES = ("slam", "two-hand-bridge", "german-ombre")


def moments(name: str, seed: int) -> list[Moment]:
    """Return the moments in play of a deal that the simple player plays."""
    game = find(name)
    _, past = played(name, next(iter(game.presets.values())), ("simple",) * game.players, seed, 0)
    return [
        Moment(game, state, past[:number])
        for number, (state, action) in enumerate(past)
        if state.phase == "play" and isinstance(action, Card)
    ]


def hands_of(position: Any) -> tuple[CardSet, ...]:
    hands: tuple[CardSet, ...] = (position.cards if isinstance(position, Scored) else position).hands
    return hands


@pytest.mark.parametrize("name", GAMES)
def test_no_sample_holds_what_a_player_has_shown_not_to_hold(name: str) -> None:
    """Each sample is put back into the deal: everybody could have played as he did."""
    game, rng, voids = find(name), Random(1), 0
    for seed in range(6):
        for moment in moments(name, seed)[4::5]:
            position = position_of(moment.state)
            unseen = game.adapters().unseen
            assert unseen is not None
            sampler = Sampler(moment, position, unseen(moment.state, moment.player))
            for _ in range(4):
                sample = sampler.draw(rng)
                assert sample is not None
                held = list(hands_of(sample))
                for state, action in reversed(moment.past):
                    if state.phase != "play" or not isinstance(action, Card):
                        break
                    before: Any = position_of(state)
                    if len(hands_of(before)[state.actor]) != len(held[state.actor]) + 1:
                        break  # the reserves have been taken up since
                    held[state.actor] = held[state.actor].add(action)
                    assert action in before.legal(held[state.actor])
                    voids += bool(before.table) and len(before.legal(hands_of(before)[state.actor])) > 1
    assert voids


@pytest.mark.parametrize("name", GAMES)
def test_the_machine_chooses_the_same_twice_and_says_why(name: str) -> None:
    game = find(name)
    state = deal_of(name).start(next(iter(game.presets.values())), 0)
    rng = Random(3)
    asked = 0
    while asked < 3:
        if state.actor == CHANCE:
            state = state.after(rng.choice(state.legal_actions()))
            continue
        choice = choose(machine, Moment(game, state), 5)
        assert choice == choose(machine, Moment(game, state), 5)
        assert choice.action in state.legal_actions()
        assert choice.why and "\n" not in choice.why and not choice.why.endswith(".")
        state, asked = state.after(choice.action), asked + 1


def test_a_hint_does_not_touch_the_deal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Lines:
        def __init__(self, lines: list[str]) -> None:
            self.lines = iter(lines)

        def readline(self) -> str:
            return next(self.lines, "")

    def at(lines: list[str]) -> list[Any]:
        monkeypatch.setattr("sys.stdin", Lines(lines))
        table = Sitting(find("slam"), 0, 12, policy("simple"))
        with pytest.raises(EOFError):
            table.play(deal_of("slam").start(find("slam").presets["DICTIONARY"], 0))
        return [action for state, action in table.done if state.actor == CHANCE]

    assert at(["pass\n"]) == at(["hint\n", "hint\n", "pass\n"])
    said = [line for line in capsys.readouterr().out.splitlines() if "The machine would: " in line]
    assert len(said) == 2 and said[0].removeprefix("> ") == said[1].removeprefix("> ")
    assert said[0].endswith(".")


def test_a_tie_is_not_broken_by_the_order_of_display() -> None:
    """Of cards that do equally well the weakest is played."""
    for moment in (moment for seed in range(2, 6) for moment in moments("two-hand-bridge", seed)):
        legal = moment.state.legal_actions()
        if len(legal) > 2 and moment.state.contract.bid.strain.trump is not None:
            chosen = card_of(moment, Random(1), Effort(most=1))
            assert chosen is not None
            if "every card did as well" in chosen.why:
                trump = moment.state.contract.bid.strain.trump
                assert chosen.action == min(legal, key=lambda card: (card.suit is trump, card.rank))
                return
    pytest.fail("no tie in these deals; take others")


def test_policies_are_found_by_name_and_by_place() -> None:
    assert set(OWN) <= set(names())
    assert policy("tests.lab.test_machine:first_legal")(moments("slam", 1)[0], Random(1)).why == "it comes first"
    for wrong in ("clever", "tests.lab.test_machine:nothing", "no.such.module:x"):
        with pytest.raises(ImpossibleInputError):
            policy(wrong)


def first_legal(moment: Moment, rng: Random) -> Choice:
    """Choose the first legal action: a policy of somebody else's."""
    return Choice(moment.state.legal_actions()[0], "it comes first")


@pytest.mark.parametrize("name", GAMES)
def test_a_policy_wins_nothing_against_itself(name: str) -> None:
    rules = next(iter(find(name).presets.values()))
    assert [gain(name, rules, "simple", "simple", 3, number) for number in range(4)] == [0.0] * 4


def test_the_simple_player_beats_chance_in_a_match() -> None:
    assert match("slam", "simple", "random", 40, seed=2).low > 0
    assert match("slam", "simple", "random", 12, seed=2) == match("slam", "simple", "random", 12, seed=2, jobs=1)


def test_a_match_of_no_deals_or_no_such_policy_is_refused() -> None:
    with pytest.raises(ImpossibleInputError):
        match("slam", "simple", "random", 0)
    with pytest.raises(ImpossibleInputError):
        match("slam", "simple", "clever", 1)


def test_more_trumps_and_higher_ones_promise_more_tricks() -> None:
    table = Estimate.of("gamerules.slam")
    strong, weak = CardSet.parse("♠AKQJ109 ♥AK ♦AK"), CardSet.parse("♠87 ♥QJ109 ♦QJ109")
    assert table.mean(strong.mask, weak.mask, Suit.SPADES) > 7
    assert table.mean(weak.mask, strong.mask, Suit.SPADES) < 3
    chances = table.chances(7.0, "trump")
    assert sum(chances) == pytest.approx(1) and max(chances) == chances[7]


def test_the_machine_bids_a_strong_hand_and_passes_a_middling_one() -> None:
    """The first is the hand on which an older machine's hint was a pass, by chance."""
    strong, weak = CardSet.parse("♠AQ ♥AK ♦AQJ10 ♣Q8"), CardSet.parse("♠K8 ♥J7 ♦K98 ♣KJ8")
    game = find("slam")
    for hands, passes in (((strong, weak), False), ((weak, strong), True)):
        state = State(
            dealer=1,
            phase=Phase.AUCTION,
            actor=0,
            dealt=20,
            hands=(hands[0].mask, hands[1].mask),
            auction=Auction(round=1, caller=0),
        )
        assert (choose(machine, Moment(game, state), 1).action is Call.PASS) is passes


@pytest.mark.parametrize("round_", [1, 3])
def test_a_bid_that_promises_little_waits_for_the_last_round(round_: int) -> None:
    hands = CardSet.parse("♠AKQ10 ♥A8 ♦Q9 ♣Q8"), CardSet.parse("♠J9 ♥K7 ♦KJ7 ♣A97")
    state = State(
        dealer=1,
        phase=Phase.AUCTION,
        actor=0,
        dealt=20,
        hands=(hands[0].mask, hands[1].mask),
        auction=Auction(round=round_, caller=0),
    )
    chosen = choose(machine, Moment(find("slam"), state), 1)
    assert (chosen.action is Call.PASS) is (round_ == 1), chosen


@pytest.mark.slow
def test_a_reserve_by_the_oracle_is_near_the_equilibrium() -> None:
    cards = sorted(PACK_32)
    Random(12).shuffle(cards)
    mine, theirs = CardSet(cards[:16]), CardSet(cards[16:])
    pairs = reserve_game((mine, theirs), 1, Suit.SPADES)
    found = pairs.equilibrium()
    losses = []
    for seed in range(4):
        reserve, _ = reserve_against(mine, theirs, leads=False, trump=Suit.SPADES, misere=False, rng=Random(seed))
        losses.append(found.value - pairs.expected(0, reserve, found, lambda tricks: tricks))
    assert min(losses) >= 0 and sum(losses) / len(losses) <= 0.5


@pytest.mark.parametrize(
    ("kind", "low", "value", "high", "verdict"),
    [
        ("least", 81.0, 90.0, 99.0, "met"),
        ("least", 79.0, 90.0, 101.0, "by the mean only"),
        ("least", 60.0, 79.0, 98.0, "not met"),
        ("most", 60.0, 70.0, 80.0, "met"),
        ("most", 60.0, 79.0, 98.0, "by the mean only"),
        ("each", 60.0, 70.0, 80.0, "not met"),
    ],
)
def test_a_goal_is_met_by_the_worse_end_of_the_interval(
    kind: str, low: float, value: float, high: float, verdict: str
) -> None:
    found = {"low": low, "value": value, "high": high, "most": 81.0}
    assert Measure(lambda number: [], 1, 80.0, kind).verdict(found) == verdict
