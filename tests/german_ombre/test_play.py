"""From the first lead to the end: announcing, conceding, prima, march, and the whole course of a deal."""

import pickle

import pytest

from gamerules.cards import Card
from gamerules.game import CHANCE
from gamerules.german_ombre import GAME, Contract, Cut, Drawing, How, March, Outcome, Rules, State, Word, next_deal
from gamerules.german_ombre.march import after_sixth_lead, has_prima, may_stop
from gamerules.german_ombre.phase_play import Over, Playing
from gamerules.german_ombre.positions import in_play, proceed, ready
from gamerules.rules import IllegalAction

# The ombre's hand takes nine tricks in hearts.
STRONG = ("♠A ♣A ♥7AKQJ23", "♥456 ♠KQJ ♣KQJ", "♠765 ♣765 ♦765")


def refused(state: State, action: object) -> str:
    with pytest.raises(IllegalAction) as caught:
        state.after(action)
    assert caught.value.legal == state.legal_actions()
    return caught.value.locus


def test_too_late_to_concede_or_to_announce() -> None:
    state = proceed(ready("hand", STRONG, trump="hearts"), "begin")
    assert refused(state, Word.CONCEDE) == "german-ombre.concede.1"
    assert refused(state, Word.MARCH) == "german-ombre.march.3"
    assert refused(state, Word.BEGIN) == "german-ombre.tricks.2"


def test_the_draw_for_the_deal() -> None:
    state = Drawing()
    assert (state.phase, state.actor, len(state.legal_actions())) == ("draw", CHANCE, 40)
    drawn = proceed(state, "♦A ♥5 ♠K ♣Q")
    assert (drawn.phase, len(drawn.legal_actions())) == ("draw", 36)
    assert refused(drawn, Card.parse("♦A")) == "german-ombre.deal.3"
    dealing = proceed(drawn, "♣A")
    assert (dealing.phase, dealing.deal.dealer, len(dealing.legal_actions())) == ("deal", 1, 40)
    back = proceed(Drawing(Rules(drawn_cards="go-back")), "♦A")
    assert len(proceed(back, "♦A").legal_actions()) == 40


def test_the_deal_is_three_times_three_from_the_first_hand() -> None:
    state = proceed(Drawing(), "♠A")
    assert state.deal.dealer == 0
    served = []
    for _ in range(27):
        before = state.hands
        state = state.after(state.legal_actions()[0])
        served.append(next(p for p in range(3) if state.hands[p] != before[p]))
    assert served == [1, 1, 1, 2, 2, 2, 0, 0, 0] * 3
    assert (state.phase, state.actor, state.talon_count) == ("cut", 1, 13)
    assert refused(proceed(Drawing(), "♠A"), Word.PLAY) == "german-ombre.deal.4"


def test_the_cut_and_the_couleur() -> None:
    state = proceed(Drawing(), "♣A", *(str(c) for c in list(Drawing().legal_actions())[:27]))
    assert [int(cut) for cut in state.legal_actions()] == list(range(5, 36))
    assert refused(state, Cut(4)) == "german-ombre.couleur.1"
    assert refused(state, Cut(36)) == "german-ombre.couleur.1"
    assert refused(state, 12) == "german-ombre.couleur.1"
    turning = state.after(Cut(12))
    assert (turning.phase, turning.actor, len(turning.legal_actions())) == ("couleur", CHANCE, 40)
    bidding = proceed(turning, "♣A")  # of the second pack, so it may be in a hand as well
    assert (bidding.phase, str(bidding.deal.couleur), bidding.actor) == ("auction", "♣", 1)
    assert refused(turning, Cut(5)) == "german-ombre.couleur.1"


def test_what_the_ombre_may_announce() -> None:
    assert ready("frage", STRONG, trump="hearts").legal_actions() == (Word.BEGIN, Word.MARCH, Word.CONCEDE)
    null = ready("null", STRONG)
    assert null.legal_actions() == (Word.BEGIN, Word.CONCEDE)
    assert refused(null, Word.MARCH) == "german-ombre.march.5"
    assert refused(null, Word.PLAY) == "german-ombre.concede.1"
    conceded = null.after(Word.CONCEDE)
    assert conceded.is_over
    assert conceded.result is not None
    assert conceded.result.outcome(Rules.DICTIONARY) is Outcome.PUESTA


@pytest.mark.parametrize(("dealer", "leader"), [(0, 1), (1, 2), (2, 0)])
def test_the_first_hand_leads_whoever_is_ombre(dealer: int, leader: int) -> None:
    for ombre in range(3):
        state = proceed(ready("frage", STRONG, trump="hearts", ombre=ombre, dealer=dealer), "begin")
        assert state.actor == leader


def test_prima_and_the_choice_after_it() -> None:
    state = proceed(ready("hand", STRONG, trump="hearts"), "begin")
    assert refused(state, Word.STOP) == "german-ombre.march.1"
    state = proceed(state, "♠A", "♥4", "♠7", "♥7", "♥5", "♠6", "♣A", "♥6", "♠5", "♥A", "♠K", "♣7", "♥K", "♠Q", "♣6")
    assert state.taken == (5, 0, 0)
    assert state.legal_actions()[0] is Word.STOP
    stopped = state.after(Word.STOP)
    assert stopped.is_over
    assert stopped.result is not None
    assert (stopped.result.stopped, stopped.result.tricks, stopped.result.march) == (True, (5, 0, 0), March.NONE)
    on = proceed(state, "♥Q")
    assert on.deal.march is March.UNDERTAKEN
    assert refused(on, Word.STOP) == "german-ombre.march.1"
    end = proceed(on, "♠J", "♣5", "♥J", "♣K", "♦7", "♥2", "♣Q", "♦6", "♥3", "♣J", "♦5")
    assert end.result is not None
    assert (end.result.tricks, end.result.march, end.result.matadors) == ((9, 0, 0), March.UNDERTAKEN, 3)
    assert isinstance(end, Over)
    assert next_deal(end) == Drawing()


def test_one_who_announced_a_march_cannot_stop() -> None:
    state = in_play("hand", ["♥Q ♥J", "♠J ♣K", "♣5 ♦7"], trump="hearts", taken=(5, 0, 0), march=March.ANNOUNCED)
    assert Word.STOP not in state.legal_actions()
    assert proceed(state, "♥Q").deal.march is March.ANNOUNCED


@pytest.mark.parametrize(
    ("taken", "ombre", "prima"),
    [((5, 0, 0), 0, True), ((0, 5, 0), 1, True), ((0, 5, 0), 0, False), ((4, 1, 0), 0, False), ((6, 0, 0), 0, False)],
)
def test_prima_is_the_first_five(taken: tuple[int, int, int], ombre: int, prima: bool) -> None:
    assert has_prima(taken, ombre) is prima
    assert may_stop(taken, ombre, Contract.GRAND, March.NONE) is prima
    assert not may_stop(taken, ombre, Contract.NULL, March.NONE)
    assert not may_stop(taken, ombre, Contract.GRAND, March.ANNOUNCED)
    assert after_sixth_lead(taken, ombre, Contract.GRAND, March.NONE) is (March.UNDERTAKEN if prima else March.NONE)
    assert after_sixth_lead(taken, ombre, Contract.NULL, March.NONE) is March.NONE


def test_five_in_a_null_start_no_march() -> None:
    state = in_play("null", ["♠K", "♠Q", "♠J"], taken=(8, 0, 0))
    end = proceed(state, "♠K", "♠Q", "♠J")
    assert end.result is not None
    assert end.result.march is March.NONE
    assert end.result.outcome(Rules.DICTIONARY) is Outcome.PUESTA


def test_a_deal_from_the_draw_to_the_settlement() -> None:
    """The course of a whole deal by its phases, by the game's own player."""
    from random import Random

    assert GAME.policy is not None
    rng = Random(5)
    state: State = Drawing()
    phases = []
    while not state.is_over:
        phases.append(state.phase)
        state = state.after(GAME.policy(state, rng))
    order = list(dict.fromkeys(phases))
    assert order[:5] == ["draw", "deal", "cut", "couleur", "auction"]
    assert order[-2:] == ["announcement", "play"]
    assert state.deal.how in How
    assert pickle.loads(pickle.dumps(state)) == state


def test_a_position_of_the_play_hashes_by_what_it_is() -> None:
    hands = ["♥Q ♥J ♣2", "♠J ♣K ♣Q", "♣5 ♦7 ♦6"]
    one = proceed(in_play("hand", hands, trump="hearts"), "♥Q", "♠J", "♣5", "♥J", "♣K", "♦7")
    other = proceed(in_play("hand", hands, trump="hearts"), "♥J", "♣K", "♦7", "♥Q", "♠J", "♣5")
    assert isinstance(one, Playing)
    assert one == other
    assert hash(one) == hash(other)
    assert one != proceed(in_play("hand", hands, trump="hearts"), "♥Q", "♠J", "♣5", "♥J", "♣Q", "♦7")


def test_over_is_over() -> None:
    end = proceed(ready("grand", STRONG), "concede")
    assert end.actor is None
    assert end.legal_actions() == ()
    assert refused(end, Word.BEGIN) == "german-ombre.chips.1"
