"""The desk: what a reader sees and may do at a table, and what a score request gives."""

import contextlib
import io
import json
import re
from random import Random
from typing import Any

import pytest

from gamerules.browser import Desk, Sitting
from gamerules.browser.reading import with_signs
from gamerules.browser.text import plain, rich
from gamerules.cards import Card, CardSet
from gamerules.cli import main
from gamerules.game import CHANCE

Json = dict[str, Any]


class Reader:
    """A reader at a table, by requests alone."""

    def __init__(self, game: str, seed: int, seat: int, opponent: str = "simple") -> None:
        self.desk = Desk()
        self.view: Json = self.ask(do="new", game=game, seed=seed, seat=seat, opponent=opponent, rules="")

    def ask(self, **request: Any) -> Json:
        self.view = json.loads(self.desk.handle(json.dumps({"table": "t", **request})))
        return self.view

    @property
    def table(self) -> Sitting:
        return self.desk.tables["t"]

    def hand(self) -> list[Json]:
        return [card for hand in self.view["hands"] if hand["mine"] for card in hand["cards"]]

    def until_mine(self) -> Json:
        while not self.view["yours"] and not self.view["over"]:
            self.ask(do="advance")
        return self.view

    def move(self, rng: Random) -> None:
        """Do something legal, as a click would."""
        cards = [card for card in self.hand() if card["may"] and not card["chosen"]]
        can = self.view["can"]
        if can["lay"]:
            if can["lay"]["ready"]:
                self.ask(do="lay")
            else:
                self.ask(do="card", n=rng.choice(cards)["n"])
        elif can["actions"] and (not cards or rng.random() < 0.4):
            self.ask(do="act", n=rng.choice(can["actions"])["n"])
        else:
            self.ask(do="card", n=rng.choice(cards)["n"])

    def play(self, rng: Random) -> None:
        """Play the deal to its end."""
        while not self.until_mine()["over"]:
            self.move(rng)
            assert "refused" not in self.view, self.view["refused"]


GAMES = (("slam", 2), ("german-ombre", 3), ("two-hand-bridge", 2), ("vint", 4))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whole_deals(game: str, players: int) -> None:
    for seed in range(1, 7):
        reader = Reader(game, seed, seed % players + 1)
        reader.play(Random(seed))
        assert reader.view["over"]
        assert reader.view["score"]["outcome"]
        assert not reader.view["can"]["actions"]


def test_partners_have_one_column_of_the_sheet() -> None:
    reader = Reader("vint", 3, 1)
    reader.play(Random(3))
    assert list(reader.view["sheet"]["totals"]) == ["You and Boris", "Anna and Vera"]
    assert {entry["side"] for entry in reader.view["sheet"]["entries"]} <= set(reader.view["sheet"]["totals"])
    assert reader.view["next"]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_hidden_stays_hidden(game: str, players: int) -> None:
    for seed in range(1, 5):
        seat = seed % players
        reader = Reader(game, seed, seat + 1)
        rng = Random(seed)
        while not reader.until_mine()["over"]:
            state = reader.table.state
            shown = {card["n"] for hand in reader.view["hands"] if not hand["mine"] for card in hand["cards"]}
            drawn = {n for n in shown if n in hidden_of(state, seat)}
            assert not drawn, (seed, drawn, reader.view["label"])
            words = " ".join(plain(line["text"]) for line in reader.view["log"] if line["who"] not in ("", "You"))
            for card in hidden_of(state, seat):
                assert plain(rich(Card(card))) not in words
            reader.move(rng)


def hidden_of(state: Any, seat: int) -> set[int]:
    """Return the cards in the hands of others that do not lie open, by the engine's own view."""
    hands = getattr(state, "hands", ())
    masks = [int(getattr(hand, "mask", hand)) for hand in hands]
    view = state.view(seat)
    known = CardSet() if not hasattr(view, "open_cards") else view.open_cards
    return {int(card) for owner, mask in enumerate(masks) if owner != seat for card in CardSet.from_mask(mask) - known}


def test_the_log_tells_no_card_that_others_lay_face_down() -> None:
    reader = Reader("slam", 2, 1)
    rng = Random(2)
    while reader.until_mine()["label"] != "trick 1":
        reader.move(rng)
    lines = [plain(line["text"]) for line in reader.view["log"] if line["who"] == "Anna"]
    assert "3 cards, face down" in lines
    assert not any(line.startswith("reserve") for line in lines)
    mine = [plain(line["text"]) for line in reader.view["log"] if line["who"] == "You"]
    assert any(line.startswith("reserve ") for line in mine)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_seed_and_the_same_play_give_the_same_deal(game: str, players: int) -> None:
    first, again = Reader(game, 17, 1), Reader(game, 17, 1)
    first.play(Random(5))
    again.play(Random(5))
    assert first.view == again.view
    other = Reader(game, 18, 1)
    other.play(Random(5))
    assert other.view["log"] != first.view["log"]


def test_the_cards_of_a_deal_do_not_depend_on_the_bids() -> None:
    def dealt(choice: int) -> list[tuple[int, Any]]:
        """Return the cards with their places, where the reader always makes the same one of his calls."""
        reader = Reader("slam", 17, 2)
        while reader.until_mine()["can"]["actions"]:
            reader.ask(do="act", n=choice)
        return [(place, card) for place, (_, actor, card) in enumerate(reader.table.done) if actor == CHANCE]

    passed, bidden = dealt(0), dealt(1)
    both = min(len(passed), len(bidden))
    assert both > 24
    assert [card for _, card in passed[:both]] == [card for _, card in bidden[:both]]
    assert [place for place, _ in passed[:both]] != [place for place, _ in bidden[:both]]  # more was said in one


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_taking_back_and_doing_the_same_again(game: str, players: int) -> None:
    reader = Reader(game, 3, 1)
    rng = Random(3)
    before = after = None
    for _ in range(12):
        if reader.until_mine()["over"]:
            break
        before = reader.view
        if before["can"]["lay"]:  # choosing a card for it is not yet doing anything
            reader.ask(do="card", n=reader.hand()[0]["n"])
            assert reader.ask(do="back") == before
            reader.ask(do="say", text=f"reserve {CardSet(Card(card['n']) for card in reader.hand()[:3])}")
            continue
        reader.move(Random(9))
        after = reader.until_mine()
        reader.ask(do="back")
        assert {**reader.view, "back": before["back"]} == before
        reader.move(Random(9))
        assert reader.until_mine() == after
        if not after["over"]:
            reader.move(rng)


def test_an_illegal_card_is_refused_with_its_sentence() -> None:
    reader = Reader("slam", 17, 1)
    rng = Random(1)
    while True:
        reader.until_mine()
        wrong = [card for card in reader.hand() if not card["may"]]
        if reader.table.state.phase == "play" and wrong:
            break
        assert not reader.view["over"]
        reader.move(rng)
    before = reader.view
    refused = reader.ask(do="card", n=wrong[0]["n"])["refused"]
    assert refused["locus"].startswith("slam-dictionary.")
    assert refused["card"] == wrong[0]["n"]
    assert plain(refused["text"]).endswith("was led and must be followed.")
    assert {**reader.view, "refused": None} == {**before, "refused": None}


def test_what_is_said_is_read_or_refused() -> None:
    reader = Reader("slam", 17, 1)
    reader.until_mine()
    assert reader.ask(do="say", text="bid 99")["refused"]["locus"]
    assert "not something that can be done here" in plain(reader.ask(do="say", text="hello")["refused"]["text"])
    assert "refused" not in reader.ask(do="say", text=" bid 6 ")
    assert plain(reader.view["log"][-1]["text"]) == "bid 6"


def test_cards_are_chosen_and_put_back() -> None:
    reader = Reader("slam", 17, 1)
    rng = Random(1)
    while not reader.until_mine()["can"]["lay"]:
        reader.move(rng)
    cards = [card["n"] for card in reader.hand()]
    assert not reader.view["can"]["lay"]["ready"]
    refused = reader.ask(do="lay")["refused"]
    assert refused["locus"] == "slam-dictionary.reserve.1"
    for n in cards[:4]:
        reader.ask(do="card", n=n)
    assert not reader.view["can"]["lay"]["ready"]
    reader.ask(do="card", n=cards[0])
    assert reader.view["can"]["lay"]["ready"]
    assert [card["n"] for card in reader.hand() if card["chosen"]] == cards[1:4]
    reader.ask(do="lay")
    assert len(reader.hand()) == len(cards) - 3


def test_cards_chosen_one_by_one_can_be_put_back() -> None:
    for seed in range(1, 40):
        reader = Reader("two-hand-bridge", seed, 1)
        reader.until_mine()
        if reader.view["can"]["choosing"]:
            break
    at = reader.view["at"]
    cards = [card["n"] for card in reader.hand()][:3]
    for n in cards:
        reader.ask(do="card", n=n)
    assert [card["n"] for card in reader.hand() if card["chosen"]] == cards
    reader.ask(do="card", n=cards[1])
    assert [card["n"] for card in reader.hand() if card["chosen"]] == [cards[0], cards[2]]
    assert reader.view["at"] == at + 2
    reader.ask(do="act", n=reader.view["can"]["actions"][0]["n"])
    assert "(2 cards face down)" in [plain(line["text"]) for line in reader.view["log"] if line["who"] == "You"][-1]


def test_watching_shows_all_and_steps_both_ways() -> None:
    for game, players in GAMES:
        reader = Reader(game, 4, 0)
        views = [reader.view]
        while not reader.view["over"]:
            views.append(reader.ask(do="advance"))
            assert not reader.view["yours"]
        assert sum(len(hand["cards"]) for hand in views[-2]["hands"]) or players
        assert all(not hand["hidden"] for view in views for hand in view["hands"] if hand["zone"] == "hand")
        for view in reversed(views[:-1]):
            assert reader.ask(do="back") == view


def test_a_hint_is_something_legal() -> None:
    for game, _ in GAMES:
        reader = Reader(game, 6, 1, "machine")
        rng = Random(6)
        while not reader.until_mine()["over"]:
            hint = reader.ask(do="hint")["hint"]
            said = plain(hint["text"])
            offered = [plain(action["text"]) for action in reader.view["can"]["actions"]]
            offered += [card["card"][2] for card in reader.hand() if card["may"]]
            assert said in offered or said.startswith("reserve ")
            assert hint["why"]
            assert not hint["why"].endswith(".")
            reader.move(rng)


def test_requests_that_make_no_sense_are_told_in_one_line(scored_only: str) -> None:
    desk = Desk()
    new = {"do": "new", "table": "t", "game": "slam", "seed": 1, "seat": 1, "opponent": "simple"}
    for wrong in ({"game": "chess"}, {"seat": 3}, {"opponent": "clever"}, {"game": scored_only}):
        answer = json.loads(desk.handle(json.dumps({**new, **wrong})))
        assert list(answer) == ["error"]
        assert "\n" not in answer["error"]
    reader = Reader("slam", 17, 1)
    assert not reader.view["yours"]
    assert "not your turn" in plain(reader.ask(do="card", n=3)["refused"]["text"])
    assert "cannot be done" in plain(reader.ask(do="act", n=0)["refused"]["text"])
    assert "refused" in reader.ask(do="say", text="pass")
    assert "refused" in reader.ask(do="lay")


def by_hints(reader: Reader) -> Json:
    """Play the deal to its end as the hints say."""
    while not reader.until_mine()["over"]:
        reader.ask(do="follow")
        assert "refused" not in reader.view, reader.view["refused"]
    return reader.view


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_deal_after_deal_is_kept_and_resumed(game: str, players: int) -> None:
    reader = Reader(game, 5, 1)
    refused = reader.ask(do="next")["refused"]
    assert plain(refused["text"]) == "This deal is not over yet."
    for deal in (1, 2, 3):
        view = by_hints(reader)
        assert (view["deal"], len(view["moves"]), view["next"]) == (deal, deal, True)
        again = Reader(game, 5, 1)
        start = {"do": "new", "game": game, "seed": 5, "seat": 1, "opponent": "simple", "rules": ""}
        assert again.ask(**start, deals=view["moves"]) == view
        reader.ask(do="next")
    hands = [Sitting(game, 5, None, "simple"), reader.table]
    assert hands[0].seed == hands[1].seed


def test_a_rubber_has_a_sheet_and_an_end() -> None:
    reader = Reader("slam", 2, 1)
    rng = Random(2)
    for _ in range(200):
        reader.play(rng)
        view = reader.view
        assert set(view["sheet"]["totals"]) == {"You", "Anna"}
        if not view["next"]:
            break
        reader.ask(do="next")
    assert view["sheet"]["entries"][-1]["locus"] == "slam-dictionary.table.12"
    assert plain(reader.ask(do="next")["refused"]["text"]) == "The rubber is over."


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_verdict_says_what_each_card_cost(game: str, players: int) -> None:
    reader = Reader(game, 5, 1)
    assert reader.ask(do="verdict")["verdict"] is None
    by_hints(reader)
    verdict = reader.ask(do="verdict")["verdict"]
    mine = [line for line in reader.view["log"] if line.get("played") and line["who"] == "You"]
    assert [card["card"] for card in verdict["cards"]] == [line["text"][0] for line in mine]
    assert all((card["cost"] == 0) == (card["card"] in card["best"]) for card in verdict["cards"])
    assert verdict["unit"]


def test_a_hint_says_why_and_can_be_done() -> None:
    reader = Reader("slam", 17, 1)
    reader.until_mine()
    hint = reader.ask(do="hint")["hint"]
    assert hint["card"] is None
    assert "on average" in hint["why"]
    reader.ask(do="follow")
    said = [plain(line["text"]) for line in reader.view["log"] if line["who"] == "You"]
    assert said == [plain(hint["text"])]


def test_all_cards_can_be_shown_and_covered() -> None:
    reader = Reader("slam", 17, 1)
    covered = reader.until_mine()
    shown = reader.ask(do="show")
    assert [hand["hidden"] for hand in covered["hands"]] == [0, 10]
    assert [hand["hidden"] for hand in shown["hands"]] == [0, 0]
    assert reader.ask(do="show") == covered


def test_what_is_typed_is_read_in_many_ways() -> None:
    for text in ("6", "bid 6", "Bid 6", "BID  6"):
        reader = Reader("slam", 17, 1)
        reader.until_mine()
        assert "refused" not in reader.ask(do="say", text=text), text
    for text in ("small slam", "pass", "Pass"):
        reader = Reader("slam", 17, 1)
        reader.until_mine()
        assert "refused" not in reader.ask(do="say", text=text), text
    reader = Reader("slam", 17, 1)
    while reader.until_mine()["label"] != "the reserves":
        reader.ask(do="follow")
    three = reader.hand()[:3]
    reader.ask(do="say", text=three[0]["card"][2])
    assert [card["chosen"] for card in reader.hand()[:2]] == [True, False]
    words = plain(rich(str(CardSet(Card(card["n"]) for card in three))))
    assert "refused" not in reader.ask(do="say", text=f"reserve {words}")
    refused = Reader("slam", 17, 1)
    refused.until_mine()
    assert plain(refused.ask(do="say", text="hello")["refused"]["text"]).startswith("“hello” is not")


@pytest.mark.parametrize("text", ["♠A", "AS", "as", "ace of spades", "Ace spades", "spades: ace", "SA"])
def test_cards_in_signs_letters_and_words(text: str) -> None:
    assert CardSet.parse(with_signs(text)) == CardSet.parse("♠A")


def test_a_lost_price_is_told_with_its_sentence() -> None:
    for seed in range(1, 60):
        reader = Reader("german-ombre", seed, 0)
        while not reader.view["over"]:
            reader.ask(do="advance")
        if "lost" in reader.view["score"]:
            break
    assert reader.view["score"]["lost"]["locus"] == "german-ombre.table.1"
    assert reader.view["score"]["entries"] == []
    assert dict(reader.view["score"]["outcome"])["contract"]


def printed(words: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    return status, out.getvalue(), err.getvalue()


def test_a_score_is_what_the_command_says() -> None:
    words = ["--strain", "diamonds", "--bid", "small-slam", "--tricks", "9", "--doubled", "--declarer-run", "4"]
    answer = json.loads(Desk().handle(json.dumps({"do": "score", "game": "slam", "words": words})))
    assert answer["totals"] == {"declarer": 188, "defender": 0}
    assert answer["entries"][0]["why"] == ["run of four in ", ["d", "♦", "diamonds"]]
    for wrong in (["--tricks", "x"], ["--tricks", "12", "--bid", "8", "--strain", "spades"], ["--trick", "1"], []):
        answer = json.loads(Desk().handle(json.dumps({"do": "score", "game": "slam", "words": wrong})))
        status, _, err = printed(["score", "slam", *wrong])
        assert status == 2
        assert "gamerules" in err
        assert not re.search(r"gamerules|--|usage", answer["error"])
        assert re.fullmatch(r"[A-Z0-9].*\.", answer["error"])


def test_a_lost_price_is_one_sentence() -> None:
    words = ["--level", "4", "--strain", "hearts", "--tricks", "10", "--coronet=declarers:plain:4"]
    ask = {"do": "score", "game": "vint", "words": words}
    answer = json.loads(Desk().handle(json.dumps(ask)))
    assert answer == {
        "error": "The coronet price (plain, 4) is lost. You can enter one of your own.",
        "locus": "vint-viii.coronets.1",
        "lost": True,
    }
    answer = json.loads(Desk().handle(json.dumps({**ask, "files": {"--coronet-prices": "plain.4 = 1000\n"}})))
    assert answer["totals"]["declarers"] == 1400


def test_what_no_deal_can_have_is_told_beforehand() -> None:
    words = ["--strain", "clubs", "--bid", "8", "--tricks"]
    trials = [
        [*words, "8"],
        [*words, "11"],
        [*words, "1", "--declarer-run", "8"],
        [*words, "8", "--declarer-aces", "2"],
    ]
    ask = {"do": "impossible", "game": "slam", "trials": trials}
    assert json.loads(Desk().handle(json.dumps(ask))) == {"refused": [False, True, True, True]}
    lost = {"do": "impossible", "game": "german-ombre", "trials": [["--contract", "frage", "--tricks", "5-2-2"]]}
    assert json.loads(Desk().handle(json.dumps(lost))) == {"refused": [False]}


def test_a_file_is_given_as_its_text() -> None:
    words = ["--contract", "frage", "--tricks", "5-2-2"]
    ask = {"do": "score", "game": "german-ombre", "words": words}
    assert "lost" in json.loads(Desk().handle(json.dumps(ask)))["error"]
    for text in ("frage = 2", '{"frage": 2}'):
        answer = json.loads(Desk().handle(json.dumps({**ask, "files": {"--tariff": text}})))
        assert answer["totals"]["ombre"] == 2
    answer = json.loads(Desk().handle(json.dumps({**ask, "files": {"--tariff": "frage: 2"}})))
    assert "not TOML" in answer["error"]


@pytest.mark.parametrize(
    ("text", "parts", "aloud"),
    [
        ("play ♠8", ["play ", ["s", "♠8", "eight of spades"]], "play eight of spades"),
        ("♥\ufe0eAK10 x", [["h", "♥AK10", "hearts: ace, king, ten"], " x"], "hearts: ace, king, ten x"),
        ("14♦ doubled", ["14", ["d", "♦", "diamonds"], " doubled"], "14diamonds doubled"),
        ("", [], ""),
    ],
)
def test_texts_with_cards(text: str, parts: list[Any], aloud: str) -> None:
    assert rich(text) == parts
    assert plain(parts) == aloud
