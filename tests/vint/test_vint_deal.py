"""The score of one deal: every level, strain, number of tricks, split of honours and aces, told anew and compared."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamerules import vint
from gamerules.cards import CardSet, Suit
from gamerules.ledger import Line
from gamerules.rules import ImpossibleInputError, LostTableError
from gamerules.vint import honours, tricks
from gamerules.vint.coronets import CORONET_PRICE, Coronet, CoronetPrices
from gamerules.vint.honours import sure_tricks

LEVELS = range(1, 8)
OPTIONAL_HONOURS = (None, 0, 1, 2, 3, 4, 5)
OPTIONAL_ACES = (None, 0, 1, 2, 3, 4)
H = vint.Strain.HEARTS
MANUAL = vint.Rules.MANUAL


def possible(strain: vint.Strain, held: int | None, aces: int | None, taken: int) -> bool:
    if strain is vint.Strain.NO_TRUMP:
        return held is None
    return any(
        fewest(mine, theirs) <= taken <= 13 - fewest(theirs, mine)
        for mine, theirs in SPLITS
        if held in (None, len(mine)) and (aces is None or (aces < 4 if 14 not in mine else aces > 0))
    )


@cache
def fewest(mine: frozenset[int], theirs: frozenset[int]) -> int:
    """The fewest tricks a side takes by honours of trumps, tried out: a trick takes two of each side's at most."""
    if not mine | theirs:
        return 0
    top = max(mine | theirs)
    tries = [
        fewest(mine - set(with_mine), theirs - set(with_theirs))
        for with_mine in chain(*(combinations(mine, n) for n in range(3)))
        for with_theirs in chain(*(combinations(theirs, n) for n in range(3)))
        if top in (*with_mine, *with_theirs)
    ]
    return min(tries) + (top in mine)


RANKS = frozenset(range(10, 15))
SPLITS = [(frozenset(mine), RANKS - frozenset(mine)) for n in range(6) for mine in combinations(sorted(RANKS), n)]


def test_the_tricks_that_honours_take_are_those_found_by_trying() -> None:
    for number, ace in product(range(6), (True, False)):
        found = [fewest(mine, theirs) for mine, theirs in SPLITS if len(mine) == number and (14 in mine) == ace]
        if found:
            assert min(found) == sure_tricks(number, 5 - number, ace)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4 hearts, 13 tricks, honours 0, aces 0", "take 0 to 10 tricks, not 13"),
        ("4 hearts, 0 tricks, honours 5", "take 3 to 13 tricks, not 0"),
        ("4 hearts, 6 tricks, coronet trumps 7", "take 7 to 13 tricks, not 6"),
        ("4 hearts, 7 tricks, opponents' coronet trumps 7", "take 0 to 6 tricks, not 7"),
        ("4 hearts, 7 tricks, coronet plain 13, coronet plain 13, coronet plain 13", "two hands of 13 cards"),
        ("4 hearts, 7 tricks, coronet plain 3, opponents' coronet aces 4", "two hands of 13 cards"),
    ],
)
def test_what_no_deal_gives_is_refused(text: str, words: str) -> None:
    with pytest.raises(ImpossibleInputError, match=words):
        vint.result(text)


def results() -> Iterator[vint.DealResult]:
    for level, strain, taken, held, aces in product(LEVELS, vint.Strain, range(14), OPTIONAL_HONOURS, OPTIONAL_ACES):
        if possible(strain, held, aces, taken):
            yield vint.DealResult(level, strain, taken, held, aces)


def told_anew(deal: vint.DealResult) -> dict[tuple[str, str], int]:
    """What the text says of a deal, in signed arithmetic: what is positive is the declarers'."""
    level, won = deal.level, deal.tricks
    points = dict.fromkeys(product(("declarers", "opponents"), ("above", "below")), 0)
    points["declarers", "below"] = won * level * 10
    points["opponents", "below"] = (13 - won) * level * 10

    balance = 0
    if deal.honours is not None:
        balance += deal.honours if deal.honours > 2 else deal.honours - 5
    if deal.aces is not None:
        split = {0: -4, 1: -3, 3: 3, 4: 4}
        balance += split.get(deal.aces, 2 if won >= 7 else -2)
    each = 250 * level if deal.strain == "notrump" else 100 * level
    points["declarers", "above"] += max(balance, 0) * each
    points["opponents", "above"] += max(-balance, 0) * each

    bid, need = {6: 5000, 7: 10000}.get(level, 0), level + 6
    if won >= need:
        points["declarers", "above"] += bid
        points["declarers", "above"] += {12: 1000, 13: 2000}.get(won, 0)
    else:
        points["opponents", "above"] += bid + (need - won) * 1000 * level
        points["opponents", "above"] += {0: 2000, 1: 1000}.get(won, 0)
    return points


def test_every_deal_is_written_as_the_text_says() -> None:
    count = 0
    for deal in results():
        ledger = deal.ledger()
        totals = {(side, line): ledger.total(side, Line(line)) for side, line in told_anew(deal)}
        assert totals == told_anew(deal), str(deal)
        assert sum(entry.points for entry in ledger) == sum(ledger.totals().values())
        assert all(entry.points > 0 and entry.why and entry.locus.startswith("vint-viii.") for entry in ledger)
        count += 1
    some = product((H,), OPTIONAL_HONOURS, OPTIONAL_ACES, range(14))
    assert count == 7 * (14 * 6 + 4 * sum(possible(*result) for result in some))


def test_tricks_are_below_the_line_and_nothing_else_is() -> None:
    for deal in results():
        below = [entry for entry in deal.ledger() if entry.line is Line.BELOW]
        assert {entry.locus for entry in below} == {"vint-viii.tricks.2"}
        assert sum(entry.points for entry in below) == 13 * 10 * deal.level


@pytest.mark.parametrize(
    ("held", "aces", "taken", "side", "number", "locus"),
    [
        (4, 2, 7, "declarers", 6, "honours.6"),
        (4, 3, 7, "declarers", 7, "honours.6"),
        (4, 4, 7, "declarers", 8, "honours.6"),
        (4, 1, 7, "declarers", 1, "honours.8"),
        (1, 3, 0, "opponents", 1, "honours.8"),
        (3, 2, 6, "declarers", 1, "honours.9"),
        (2, 2, 7, "opponents", 1, "honours.9"),
        (3, None, 7, "declarers", 3, "honours.2"),
        (2, None, 7, "opponents", 3, "honours.2"),
        (None, 3, 7, "declarers", 3, "honours.6"),
        (None, 2, 7, "declarers", 2, "honours.9"),
        (None, 2, 6, "opponents", 2, "honours.9"),
    ],
)
def test_each_case_names_its_sentence(
    held: int | None, aces: int | None, taken: int, side: str, number: int, locus: str
) -> None:
    (entry,) = honours.written(1, vint.Strain.SPADES, held, aces, tricks.odd_trick(taken))
    assert (entry.side, entry.points, entry.locus) == (side, 100 * number, f"vint-viii.{locus}")


@pytest.mark.parametrize(
    ("aces", "taken", "side", "number", "locus"),
    [
        (3, 0, "declarers", 3, "honours.4"),
        (0, 13, "opponents", 4, "honours.4"),
        (2, 7, "declarers", 2, "honours.5"),
        (2, 6, "opponents", 2, "honours.5"),
    ],
)
def test_each_case_without_trumps_names_its_sentence(aces: int, taken: int, side: str, number: int, locus: str) -> None:
    (entry,) = honours.written(1, vint.Strain.NO_TRUMP, None, aces, tricks.odd_trick(taken))
    assert (entry.side, entry.points, entry.locus) == (side, 250 * number, f"vint-viii.{locus}")


@pytest.mark.parametrize(("held", "aces"), [(3, 1), (2, 3), (4, 0), (1, 4)])
def test_equal_counts_write_nothing(held: int, aces: int) -> None:
    assert honours.written(4, vint.Strain.HEARTS, held, aces, "declarers") == ()
    assert honours.combined(honours.honours_count(held), honours.aces_count(aces, "declarers")).locus.endswith(".7")


def test_every_possible_split_is_tabled() -> None:
    rows = honours.split_rows()
    assert len(rows) == 6 * 5 - 2
    assert {(int(row[0]), int(row[1])) for row in rows} == set(product(range(6), range(5))) - {(0, 4), (5, 0)}
    mirror = {"declarers": "opponents", "opponents": "declarers"}
    told = {(int(h), int(a)): (first, second) for h, a, first, second in rows}
    for (held, aces), (first, _) in told.items():
        other = told[5 - held, 4 - aces][1]
        assert first == other == "nobody" or first.replace(first.split()[0], mirror[first.split()[0]]) == other


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6 hearts, 11 tricks", [("opponents", 5000, "failed-slams.1"), ("opponents", 6000, "failed-slams.1")]),
        ("7 hearts, 12 tricks", [("opponents", 10000, "failed-slams.2"), ("opponents", 7000, "failed-slams.2")]),
        ("7 notrump, 11 tricks", [("opponents", 10000, "failed-slams.2"), ("opponents", 14000, "failed-slams.2")]),
        ("4 clubs, 7 tricks", [("opponents", 12000, "penalties.2")]),
        ("5 clubs, 12 tricks", [("declarers", 1000, "slams.3")]),
        ("6 clubs, 12 tricks", [("declarers", 5000, "slams.1"), ("declarers", 1000, "slams.2")]),
        ("6 clubs, 13 tricks", [("declarers", 5000, "slams.1"), ("declarers", 2000, "slams.3")]),
        ("7 clubs, 13 tricks", [("declarers", 10000, "slams.1"), ("declarers", 2000, "slams.2")]),
        ("1 clubs, 0 tricks", [("opponents", 2000, "slams.3"), ("opponents", 7000, "penalties.2")]),
    ],
)
def test_slams_and_penalties(text: str, expected: list[tuple[str, int, str]]) -> None:
    above = [entry for entry in vint.result(text).ledger() if entry.line is Line.ABOVE]
    assert [(entry.side, entry.points, entry.locus.removeprefix("vint-viii.")) for entry in above] == expected


def test_a_slam_from_the_hand_counts_tenfold_where_it_is_agreed() -> None:
    made, failed = vint.result("7 hearts, 13 tricks, from hand"), vint.result("6 hearts, 11 tricks, from hand")
    agreed = replace(MANUAL, from_hand=True)
    assert made.ledger(agreed).total("declarers", Line.ABOVE) == 100_000 + 2_000
    assert made.ledger(agreed).entries[1].locus == "vint-viii.slams.4"
    assert made.ledger().total("declarers", Line.ABOVE) == 12_000
    assert failed.ledger(agreed).total("opponents", Line.ABOVE) == 50_000 + 6_000
    assert failed.ledger(replace(agreed, from_hand_failed="plain")).total("opponents", Line.ABOVE) == 11_000


def test_decisions_on_slams() -> None:
    beaten, short = vint.result("1 hearts, 1 tricks"), vint.result("7 hearts, 12 tricks")
    assert beaten.ledger().total("opponents", Line.ABOVE) == 7_000
    assert beaten.ledger(replace(MANUAL, opponents_slam=False)).total("opponents", Line.ABOVE) == 6_000
    assert short.ledger().total("declarers", Line.ABOVE) == 0
    assert short.ledger(replace(MANUAL, small_slam_in_failed_grand=True)).total("declarers", Line.ABOVE) == 1_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, "hearts", 7), "level is 0"),
        ((8, "hearts", 7), "from 1 to 7"),
        ((4, "hearts", 14), "tricks is 14"),
        ((4, "hearts", -1), "tricks is -1"),
        ((4, "hearts", 7, 6), "honours is 6"),
        ((4, "hearts", 7, 3, 5), "aces is 5"),
        ((4, "hearts", 7, 0, 4), "ace of trumps is both"),
        ((4, "hearts", 7, 5, 0), "ace of trumps is both"),
        ((4, "notrump", 7, 3), "without trumps there are no honours"),
        ((4, "hart", 7), "did you mean 'hearts'"),
        ((5, "hearts", 11, None, None, True), "only a slam"),
        ((5, "notrump", 11, None, None, False, (Coronet("trumps", 3),)), "no coronet of trumps"),
        ((5, "hearts", 11, None, None, False, (), "X"), "nobody"),
        ((5, "hearts", 11, None, None, False, (), "N", "W"), "nobody"),
    ],
)
def test_what_no_deal_can_produce_is_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(ImpossibleInputError, match=message):
        vint.DealResult(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "hearts, 7 tricks",
        "4 hearts",
        "4 hearts, 7 tricks, honour 3",
        "4 hearts, 7 tricks, honours 3, honours 2",
        "4 hearts by Anna, 7 tricks",
        "",
    ],
)
def test_a_result_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ImpossibleInputError):
        vint.result(text)


CORONETS = st.builds(
    Coronet,
    st.sampled_from(["plain", "trumps", "aces"]),
    st.integers(3, 4),
    st.sampled_from(["declarers", "opponents"]),
)


@st.composite
def deals(draw: st.DrawFn) -> vint.DealResult:
    level = draw(st.integers(1, 7))
    strain = draw(st.sampled_from(list(vint.Strain)))
    held = draw(st.sampled_from(OPTIONAL_HONOURS)) if strain.has_trumps else None
    taken = draw(st.integers(3, 10))
    aces = draw(st.sampled_from([n for n in OPTIONAL_ACES if possible(strain, held, n, taken)]))
    from_hand = level > 5 and draw(st.booleans())
    who = draw(st.sampled_from(["", "N-S", "E-W", *"NESW"]))
    first = draw(st.sampled_from(["", "N-S", "E-W"]))
    deal = vint.DealResult(level, strain, taken, held, aces, from_hand, (), who, first)
    try:
        return replace(deal, coronets=tuple(draw(st.lists(CORONETS, max_size=3))))
    except ImpossibleInputError:
        return deal


@given(deals())
def test_a_result_is_read_as_it_is_written(deal: vint.DealResult) -> None:
    assert vint.result(str(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal


def test_players_may_be_named() -> None:
    names = ["Nikolai", "Elena", "Sofia", "Viktor"]
    assert vint.result("4 hearts by Sofia, 10 tricks", names) == vint.result("4 hearts by S, 10 tricks")
    assert vint.result("all pass") is vint.ALL_PASS


def test_no_coronet_has_a_price() -> None:
    assert len(CORONET_PRICE) == 0
    for place in CORONET_PRICE.lost:
        with pytest.raises(LostTableError, match="supply a table") as caught:
            vint.DealResult(1, vint.Strain.HEARTS, 13, coronets=(Coronet(*place),)).ledger()
        assert caught.value.locus == "vint-viii.coronets.1"


def test_a_table_of_coronets_can_be_supplied(tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text("plain = {3 = 500}\naces = {3 = 700, 4 = 900}\n", encoding="utf-8")
    prices = CoronetPrices.read(path)
    assert prices == CoronetPrices.of({("aces", 4): 900, ("plain", 3): 500, ("aces", 3): 700})
    deal = vint.result("2 hearts, 8 tricks, coronet plain 3, opponents' coronet aces 3")
    ledger = deal.ledger(vint.Rules(coronets=prices))
    above = [(entry.side, entry.points, entry.locus) for entry in ledger if entry.line is Line.ABOVE]
    assert above == [("declarers", 500, "vint-viii.coronets.1"), ("opponents", 700, "vint-viii.coronets.1")]
    with pytest.raises(LostTableError, match="the table supplied has none"):
        vint.result("2 hearts, 8 tricks, coronet plain 4").ledger(vint.Rules(coronets=prices))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plain = {2 = 500}", "from 3 to 13 cards"),
        ("plaine = {3 = 500}", "did you mean 'plain'"),
        ("plain = {3 = 5.5}", "whole number"),
        ("plain = {3 = true}", "whole number"),
        ("plain = {3 = -1}", "whole number"),
        ("plain = {three = 500}", "prices.toml"),
        ("plain = 500", "write a line for each kind"),
        ("plain = {", "prices.toml"),
        ("trumps = {3 = 5}\n\nplaine = {3 = 500}", r"prices\.toml:3: no coronet"),
        ("[aces]\n3 = 5\n[plain]\n3 = 5\n4 = -1", r"prices\.toml:5: the price"),
        ("aces = {3 = 5}\nplain = 5", r"prices\.toml:2: write a line"),
        ("aces = {3 = 5}\nplain == {}", r"prices\.toml:2: not TOML"),
        (None, "No such file"),
    ],
)
def test_a_bad_table_of_coronets_is_refused(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "prices.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ImpossibleInputError, match=message) as caught:
        CoronetPrices.read(path)
    assert "prices.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("strain", "held", "aces", "coronets", "message"),
    [
        ("hearts", None, None, ["aces 3", "o aces 3"], "1 coronet of aces at most"),
        ("hearts", None, None, ["trumps 3", "o trumps 3"], "1 coronet of trumps at most"),
        ("hearts", None, None, ["plain 3"] * 4, "3 coronets of plain at most"),
        ("notrump", None, None, ["plain 3"] * 5, "4 coronets of plain at most"),
        ("notrump", None, 2, ["aces 3"], "declarers' coronets take 3 aces or more, and they hold 2"),
        ("notrump", None, 2, ["o aces 3"], "opponents' coronets take 3 aces or more, and they hold 2"),
        ("hearts", None, 1, ["plain 3", "trumps 3"], "declarers' coronets take 2 aces or more, and they hold 1"),
        ("hearts", 3, None, ["trumps 4"], "declarers' coronets take 4 honours or more, and they hold 3"),
        ("hearts", 1, None, ["o trumps 13"], "opponents' coronets take 5 honours or more, and they hold 4"),
    ],
)
def test_coronets_that_no_deal_has_are_refused(
    strain: str, held: int | None, aces: int | None, coronets: list[str], message: str
) -> None:
    def coronet(text: str) -> Coronet:
        kind, length = text.removeprefix("o ").split()
        return Coronet(kind, int(length), "opponents" if text.startswith("o ") else "declarers")

    with pytest.raises(ImpossibleInputError, match=message):
        vint.DealResult(4, vint.Strain(strain), 10, held, aces, coronets=tuple(map(coronet, coronets)))


def test_coronets_that_a_deal_can_have_are_taken() -> None:
    four = tuple(Coronet("plain", length, side) for length, side in ((13, "declarers"), (3, "opponents")) * 2)
    assert vint.DealResult(4, vint.Strain.NO_TRUMP, 10, None, 2, coronets=four).coronets == four
    top = (Coronet("trumps", 7), Coronet("aces", 4))
    assert vint.DealResult(4, vint.Strain.CLUBS, 10, 5, 4, coronets=top).coronets == top


def test_only_the_number_of_honours_counts() -> None:
    for held in range(6):
        hands = [CardSet(cards) for cards in combinations(CardSet.parse("♥AKQJ10"), held)]
        assert {honours.held(hand, Suit.HEARTS)[0] for hand in hands} == {held}
    mixed = CardSet.parse("♥A109 ♠AK ♣A")
    assert honours.held(mixed, Suit.HEARTS) == (2, 3)
    assert honours.held(mixed, Suit.DIAMONDS) == (0, 3)
    assert {pair for pair in product(range(6), range(5)) if not honours.is_possible(*pair)} == {(0, 4), (5, 0)}


@pytest.mark.parametrize(
    ("kind", "length", "side"),
    [
        ("suits", 3, "declarers"),
        ("plain", 2, "declarers"),
        ("plain", 14, "declarers"),
        ("trumps", 14, "declarers"),
        ("aces", 2, "declarers"),
        ("aces", 5, "declarers"),
        ("plain", 3, "N"),
    ],
)
def test_a_coronet_that_cannot_be_is_refused(kind: str, length: int, side: str) -> None:
    with pytest.raises(ImpossibleInputError):
        Coronet(kind, length, side)
