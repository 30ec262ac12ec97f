"""Records of German Ombre: how they are read, what they may say, and what is wrong with one."""

from pathlib import Path

import pytest

from gamerules.game import RecordValueError
from gamerules.german_ombre import GAME, Rules, Word
from gamerules.german_ombre.couleur import Cut
from gamerules.german_ombre.phase_contract import Bidding
from gamerules.german_ombre.record import said, start
from gamerules.records import parse, replay

RECORDS = sorted(Path("docs/games/german-ombre/records").glob("*.yaml"))
NAMES = ("First", "Middle", "Dealer hand")
HEAD = "game: german-ombre\nplayers: [First, Middle, Dealer]\n"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_pages_records_hold(path: Path) -> None:
    played = replay(parse(path.read_text(encoding="utf-8"), str(path)))
    assert played.disagreements == ()
    assert played.unreached == 0


def test_there_are_records() -> None:
    assert len(RECORDS) >= 4


def test_where_a_record_may_begin() -> None:
    assert start(Rules.DICTIONARY, NAMES).phase == "draw"
    assert start(Rules.DICTIONARY, NAMES, dealer="Dealer hand").phase == "deal"
    state = start(Rules.DICTIONARY, NAMES, dealer="Dealer hand", couleur="♣5", First="♠A ♦7", Dealer_hand="♣2")
    assert isinstance(state, Bidding)
    assert (str(state.hand(0)), str(state.hand(2)), str(state.deal.couleur_card)) == ("♠A ♦7", "♣2", "♣5")
    assert start(Rules.DICTIONARY, NAMES, dealer="First", couleur="clubs").deal.couleur_card is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"couleur": "clubs"}, "dealer"),
        ({"dealer": "Nobody"}, "dealer"),
        ({"dealer": "First", "colour": "clubs"}, "couleur"),
        ({"dealer": "First", "First": "♠A"}, "couleur"),
        ({"dealer": "First", "couleur": "clubs", "First": "♠A", "Middle": "♠A"}, "both"),
        ({"dealer": "First", "couleur": "clubs", "First": "♠AKQJ765432"}, "nine"),
    ],
)
def test_bad_beginnings(options: dict[str, str], message: str) -> None:
    with pytest.raises(RecordValueError, match=message):
        start(Rules.DICTIONARY, NAMES, **options)


def test_what_players_say() -> None:
    assert said("I listen") == said("I play") == (Word.PLAY,)
    assert said("cut 12") == (Cut(12),)
    assert [str(part) for part in said("discard ♦42 ♣3")] == ["♦4", "♦2", "♣3", "enough"]
    assert said("discard nothing") == (Word.ENOUGH,)
    assert said("bid tourne in couleur") == said("tourné in couleur")
    assert [str(said(text)[0]) for text in ("diamonds", "♠A", "D7")] == ["♦", "♠A", "♦7"]
    for text in ("cut deep", "lead", ""):
        with pytest.raises(RecordValueError):
            said(text)


def test_chance_words_belong_to_their_phase() -> None:
    text = HEAD + "start: {dealer: Dealer}\nsteps:\n  - at: ours\n    does: [{talon: ♠A}]\n"
    (problem,) = replay(parse(text, "r.yaml")).disagreements
    assert "'talon' belongs to the phase 'exchange'" in problem.gives


def test_a_wrong_fact_is_reported_with_its_loci() -> None:
    text = HEAD + "start: {dealer: Dealer}\nsteps:\n  - at: german-ombre.deal.2\n    says: {forehand: Middle}\n"
    (problem,) = replay(parse(text, "r.yaml")).disagreements
    assert (problem.gives, problem.by) == ("First", ("german-ombre.deal.2",))


def test_facts_read_every_position() -> None:
    from itertools import pairwise
    from random import Random

    from gamerules.game import Position, random_game
    from gamerules.rules import LostTableError

    rng = Random(4)
    for _ in range(6):
        states = random_game(start(Rules.DICTIONARY, NAMES), rng, GAME.policy)
        for before, after in pairwise(states):
            position = Position(after, before, ((0, None),), (before,))
            for name, fact in GAME.facts.items():
                try:
                    value = fact.read(position)
                except LostTableError:
                    assert "points" in name
                    continue
                assert not fact.by_player or len(value) == 3
