import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamerules import vint
from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.notation.boards import open_hands
from gamerules.notation.pbn import Board, PbnError, load, parse, write
from gamerules.nullo_bridge import adapters
from gamerules.rules import ImpossibleInputError
from gamerules.solve import FourHands
from gamerules.vint.adapters import board_of, result_of

CALLS = ("1C", "Pass", "2NT", "X", "XX", "7S", "Pass", "Pass")


MARKS = (("Auction", 0, "! =1="), ("Play", 0, "=1="), ("Play", 5, "?"), ("Play", 22, "!? $3 =2="), ("Play", 51, "$1"))
TABLE = ("OptimumResultTable", "Declarer;Denomination\\2R;Result\\2R")


def played(
    rng: random.Random, hands: tuple[CardSet, ...], leader: int, trump: Suit | None, count: int
) -> tuple[list[Card], list[int]]:
    position = FourHands((hands[0], hands[1], hands[2], hands[3]), leader, trump)
    cards, taken = [], [0, 0]
    for _ in range(count):
        card = rng.choice(list(position.legal()))
        cards.append(card)
        position, winner = position.after(card)
        if winner is not None:
            taken[winner % 2] += 1
    return cards, taken


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rng = random.Random(draw(st.integers(0, 10**6)))
    order = rng.sample(CARDS, 52)
    hands = tuple(CardSet(order[i * 13 : i * 13 + 13]) for i in range(4))
    strain = draw(st.sampled_from(["S", "H", "D", "C", "NT"]))
    declarer = draw(st.integers(0, 3))
    leader = (declarer + 1) % 4
    count = draw(st.sampled_from([0, 1, 6, 23, 51, 52]))
    cards, taken = played(rng, hands, leader, None if strain == "NT" else Suit.parse(strain), count)
    if draw(st.booleans()):  # a board of which little is known
        some = tuple(hand if draw(st.booleans()) else None for hand in hands)
        contract = draw(st.sampled_from(["", "Pass", "3NTX", "4 nullo"]))
        return Board(hands=(some[0], some[1], some[2], some[3]), contract=contract, notes={"Play": ("1:late",)})
    return Board(
        hands=(hands[0], hands[1], hands[2], hands[3]),
        dealer=draw(st.integers(0, 3)),
        vulnerable=draw(st.sampled_from(["None", "NS", "EW", "All"])),
        declarer=declarer,
        contract=f"{draw(st.integers(1, 7))}{strain}{draw(st.sampled_from(['', 'X', 'XX']))}",
        result=taken[declarer % 2] if count == 52 else None,
        opener=declarer,
        auction=CALLS[: draw(st.integers(1, len(CALLS)))],
        leader=leader,
        play=tuple(cards),
        marks={(name, place): mark for name, place, mark in MARKS[: draw(st.integers(0, 5))] if place < count},
        notes={"Auction": ("1:strong", '2:"weak"')[: draw(st.integers(0, 2))], "Play": ("1:an error",)},
        tags={
            "Event": draw(st.text('abc "\\[]{}№#', max_size=6).filter(lambda text: text not in ("#", "##"))),
            TABLE[0]: TABLE[1],
        }
        | draw(st.sampled_from([{}, {"Board": "7"}])),
        tables={TABLE[0]: ("N NT 9", 'E S "a { b"')[: draw(st.integers(1, 2))]},
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(boards(), min_size=1, max_size=3))
def test_what_is_written_reads_back(some: list[Board]) -> None:
    assert parse(write(some)) == tuple(some)
    assert all(len(line) < 256 for line in write(some).splitlines())


@settings(max_examples=25, deadline=None)
@given(boards().filter(lambda board: board.leader is not None))
def test_an_independent_reader_reads_the_same(board: Board) -> None:
    endplay = pytest.importorskip("endplay.parsers.pbn")
    # endplay reads escaped quotation marks, but does not write them; of marks and tables it makes its own
    board = replace(board, tags={"Board": "7"}, tables={}, marks={}, notes={})
    (read,) = endplay.loads(write([board]))
    hands = [hand for _, hand in sorted(read.deal, key=lambda pair: int(pair[0]))]
    assert [CardSet(Card.parse(_plain(card)) for card in hand) for hand in hands] == list(board.hands)
    assert [Card.parse(_plain(card)) for card in read.play] == list(board.play)
    assert int(read.dealer) == board.dealer
    assert int(read.contract.declarer) == board.declarer
    assert str(read.contract.level) == board.contract[0]
    assert len(read.auction) == len(board.auction)
    # And what it writes, we read: hands, play and calls are the same.
    (back,) = parse(endplay.dumps([read]))
    assert (back.hands, back.play, back.auction) == (board.hands, board.play, board.auction)
    assert back.contract == board.contract


def _plain(card: Any) -> str:
    return f"{card.suit.abbr}{card.rank.abbr}"


LENIENT = """\
% PBN 2.1
%Creator: somebody
[Event "First"]   ; a comment
[Board "1"]
{ a comment
  over lines } [Dealer "E"]
[Vulnerable "Both"]
[Deal "e:AKQJT98765432... - - -"]
[Contract "3nx"] [Declarer "^E"]
[Result "^9"]
[Auction "E"]
1S =1= Pass! 3N?? X $2
AP
[Note "1:strong"]
[Play "S"]
- S10 -
*
[Made up "x"]

[Event "#"]
[Board "2"]
[Contract "Pass"]
[Deal ""]
""".replace('[Made up "x"]', '[MadeUp "x"]')


def test_the_reader_is_lenient() -> None:
    first, second = parse(LENIENT)
    assert first.hands[1] == CardSet.parse("♠AKQJ1098765432")
    assert first.hands[0] is first.hands[2] is first.hands[3] is None
    assert (first.dealer, first.vulnerable, first.declarer, first.contract, first.result) == (1, "All", 1, "3NTX", 9)
    assert first.auction == ("1S", "Pass", "3NT", "X", "Pass", "Pass", "Pass")
    assert first.play == ()  # the lead is not known, so no card has a place
    assert first.tags["MadeUp"] == "x"
    assert first.marks == {("Auction", 0): "=1=", ("Auction", 1): "!", ("Auction", 2): "??", ("Auction", 3): "$2"}
    assert first.notes == {"Auction": ("1:strong",)}
    assert (second.tags["Event"], second.contract, second.hands) == ("First", "Pass", (None,) * 4)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('[Deal "N:AK.. - -"]', 1, "with four hands"),
        ('\n[Deal "N:AK... A... - -"]', 2, "♠A is dealt twice"),
        ('[Deal "N:AK.A - - -"]', 1, "2 suits, not four"),
        ('[Deal "N:AB... - - -"]', 1, "'B' in 'AB...' is not a rank"),
        ('[Deal "N:AA... - - -"]', 1, "has a card twice"),
        ('[Dealer "Q"]', 1, "write N, E, S or W"),
        ('[Vulnerable "some"]', 1, "write None, NS, EW or All"),
        ('[Contract "8C"]', 1, "is not a contract"),
        ('[Result "14"]', 1, "0 to 13"),
        ('[Auction "N"]\n1C 1Z', 2, "'1Z' is not a call"),
        ('[Play "N"]\nSA S1', 2, "'S1' is not a card"),
        ('[Deal "N:AKQJ.KQJ.QJT.KQ T98.AT98.987.AJT 765.765.654.9876 432.432.AK32.543"]', 1, "12, 13, 13, 13 cards"),
        ('[Deal "N:AKQJT98765432.A.. - - -"]', 1, "14 cards"),
        ('[Deal "N:SAK.HQ.QJ - - -"]', 1, "its letter once"),
        ('[Deal "N:SAK.HQ.HQJ - - -"]', 1, "its letter once"),
        ('[Note "1:x"]', 1, "the note follows no tag"),
        ("[Event none]", 1, "is not a tag"),
        ("{ no end", 1, "does not end"),
        ("\nhello", 2, "'hello' follows no tag"),
        ('[NulloContract "banana"]', 1, "'banana' is not a contract"),
        ('\n[NulloContract "4H"]', 2, "is not a nullo"),
        ('[Contract "4H"]\n[NulloContract "4 nullo"]', 2, "not the board's only contract"),
    ],
)
def test_faults_are_told_with_their_line(text: str, line: int, words: str) -> None:
    with pytest.raises(PbnError, match=words) as caught:
        parse(text, "deal.pbn")
    assert str(caught.value).startswith(f"deal.pbn:{line}: ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "hand",
    [
        "AK..QJT.5",
        "AK.-.QJT.5",
        "SAK.H.DQJT.C5",
        "sak.h-.dqj10.c5",
        "c5.hakq-.dqjt.sak",
        "SAK.DQJT.C5",
        "SAK.H-.DQJT.C5",
    ],
)
def test_a_hand_is_read_in_every_spelling(hand: str) -> None:
    (board,) = parse(f'[Deal "N:{hand} - - -"]')
    expected = "♠AK ♥AKQ ♦QJ10 ♣5" if "akq" in hand else "♠AK ♦QJ10 ♣5"
    assert board.hands[0] == CardSet.parse(expected)


def test_a_board_that_could_not_be_read_back_is_refused() -> None:
    with pytest.raises(ImpossibleInputError, match="a play its leader"):
        Board(play=(CARDS[0],))
    with pytest.raises(ImpossibleInputError, match="an auction needs its opener"):
        Board(auction=("Pass",))
    with pytest.raises(ImpossibleInputError, match="add ScoreTable to the tags"):
        Board(tables={"ScoreTable": ("1 2",)})
    with pytest.raises(ImpossibleInputError, match="write the contract '3n' as '3NT'"):
        Board(contract="3n")
    with pytest.raises(ImpossibleInputError, match="one line"):
        Board(tags={"Event": "#"})


DEAL = '[Deal "N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.6543 5432.5432.5432.2"]\n'


def test_open_hands_of_a_board() -> None:
    (board,) = parse(DEAL + '[Contract "7S"]\n[Declarer "N"]')
    position = open_hands(board)
    assert (position.leader, position.trump, position.misere) == (1, Suit.SPADES, False)
    for missing in ("", '[Contract "Pass"]', '[Contract "7S"]'):
        with pytest.raises(ImpossibleInputError, match="add the tag"):
            open_hands(parse(DEAL + missing)[0])
    with pytest.raises(ImpossibleInputError, match="all four hands"):
        open_hands(parse('[Contract "7S"]\n[Declarer "N"]')[0])


def test_a_result_at_vint_counts_honours_and_aces() -> None:
    (board,) = parse(DEAL + '[Contract "7S"]\n[Declarer "S"]\n[Result "13"]')
    result = result_of(board)
    assert str(result) == "7 spades by N-S, 13 tricks, honours 3, aces 4"
    (board,) = parse(DEAL + '[Contract "2NT"]\n[Declarer "E"]\n[Result "0"]')
    assert str(result_of(board)) == "2 notrump by E-W, 0 tricks, aces 0"
    assert str(result_of(parse('[Contract "Pass"]')[0])) == "all pass"
    for wrong, words in (('[Contract "7SX"]', "cannot be played at Vint"), ('[Contract "7S"]', "no declarer")):
        with pytest.raises(ImpossibleInputError, match=words):
            result_of(parse(DEAL + wrong)[0])


@pytest.mark.parametrize("tag", ['[Contract "4 nullo"]', '[Contract "4NULLO"]', '[NulloContract "4 Nullo"]'])
def test_a_nullo_is_one_however_it_is_spelt(tag: str) -> None:
    (board,) = parse(DEAL + tag + '\n[Declarer "W"]')
    assert (board.contract, board.is_nullo, open_hands(board).misere) == ("4 nullo", True, True)
    assert '[Contract "?"]' in write([board])
    assert parse(write([board]))[0].contract == "4 nullo"


def test_tables_and_backslashes_are_kept() -> None:
    text = f'[{TABLE[0]} "{TABLE[1]}"]\nN  NT  9 ; a comment\nE S "a; b"\n[Site "C:\\new \\"x\\" \\\\"]\n'
    (board,) = parse(text)
    assert board.tags == {TABLE[0]: TABLE[1], "Site": 'C:\\new "x" \\'}
    assert board.tables == {TABLE[0]: ("N NT 9", 'E S "a; b"')}
    assert f'[{TABLE[0]} "{TABLE[1]}"]\nN NT 9\nE S "a; b"\n' in write([board])


def test_files_may_be_in_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "deal.pbn"
    for encoding in ("utf-8", "latin-1", "utf-8-sig"):
        path.write_text('[Event "Åbo"]\r\n[Board "1"]', encoding=encoding)
        assert load(path)[0].tags == {"Event": "Åbo", "Board": "1"}
    path.write_bytes(b'[Event "and so on\x85"]')
    assert load(path)[0].tags == {"Event": "and so on\x85"}
    with pytest.raises(PbnError, match=r"none\.pbn:1: the file does not exist"):
        load(tmp_path / "none.pbn")
    with pytest.raises(PbnError, match="the file cannot be read"):
        load(tmp_path)


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_a_result_at_vint_goes_out_and_comes_back(seed: int) -> None:
    rng = random.Random(seed)
    strain = rng.choice(list(vint.Strain))
    told = vint.DealResult(
        rng.randint(1, 7),
        strain,
        rng.randint(0, 13),
        honours=rng.choice([None, 2, 3]) if strain.has_trumps else None,
        aces=rng.choice([None, 1, 2]),
        by=rng.choice(["", "N-S", "E-W", "N", "W"]),
    )
    (board,) = parse(write([board_of(told)]))
    assert result_of(board) == told
    passed = vint.result("all pass")
    assert result_of(parse(write([board_of(passed)]))[0]) == passed
    with pytest.raises(ImpossibleInputError, match="make them agree"):
        result_of(replace(board, result=None))


def test_a_nullo_goes_out_and_comes_back() -> None:
    (board,) = parse(DEAL + '[NulloContract "4 nullo"]\n[Declarer "W"]')
    first = adapters.state_of(board)
    rng, state, cards = random.Random(1), first, []
    while not state.is_over:
        card = rng.choice(state.legal_actions())
        assert isinstance(card, Card)
        cards.append(card)
        state = state.after(card)
    made = adapters.board_of(first, cards)
    (again,) = parse(write([made]))
    assert again.play == tuple(cards)
    assert again.result == state.taken[0]
    assert adapters.state_of(again) == first
    with pytest.raises(ImpossibleInputError, match="four known hands"):
        adapters.board_of(state, [])
    with pytest.raises(ImpossibleInputError, match="declared by West"):
        adapters.state_of(parse(DEAL + '[Contract "4S"]')[0])


def test_boards_know_their_lines() -> None:
    text = '% a comment\n\n[Board "1"]\n[Contract "1S"]\n\n{ two\nlines }\n[Board "2"]\n[Board "3"]\n'
    assert [board.line for board in parse(text)] == [3, 8, 9]
