"""Honours and aces: who scores, and for how many."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations

from gamerules.cards import Card, CardSet, Rank, Suit
from gamerules.ledger import Entry, Line
from gamerules.rules import Cell, Grade, Status, Table, figure, rule
from gamerules.vint.no_trump_aces import ACE_PRICE
from gamerules.vint.terms import DECLARERS, LEVELS, OPPONENTS, SIDES, Strain, priced

HONOURS = figure("HONOURS", "vint-viii.honours.2", 5)
"""Honours in a trump game, since two and three are all: ace, king, queen, knave and ten of trumps."""

ACES = 4

HONOUR_PRICE = Table(
    "HONOUR_PRICE",
    "vint-viii.honours.2",
    {
        level: Cell(
            100 * level, Grade.HIGH, "Foster: ten times a trick; the Finnish rules of 1895: 10 × level, a zero short"
        )
        for level in LEVELS
    },
    status=Status.LOST,
)
"""The price of one honour, or of one ace counted with honours, in a trump game, by level; the text never says it."""


@dataclass(frozen=True, slots=True)
class Count:
    """Who scores for honours, for how many, and by which sentence; nobody scores where the count is zero."""

    side: str
    number: int
    locus: str
    why: str


HONOUR_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)


@rule(
    "vint-viii.honours.3",
    status=Status.INFERRED,
    note="The chapter shows how many honours there are; which cards they are other descriptions tell.",
)
def held(cards: CardSet, trumps: Suit) -> tuple[int, int]:
    """Return how many honours and how many aces are among a side's cards; the ace of trumps is both."""
    honours = CardSet(Card.of(trumps, rank) for rank in HONOUR_RANKS)
    return len(cards & honours), len(cards.of_rank(Rank.ACE))


@cache
def _holdings() -> frozenset[tuple[int, int]]:
    """Return every number of honours and of aces that one side can hold together."""
    counted = CardSet.parse("♠AKQJ10 ♥A ♦A ♣A")
    sides = chain.from_iterable(combinations(counted, size) for size in range(len(counted) + 1))
    return frozenset(held(CardSet(side), Suit.SPADES) for side in sides)


def is_possible(honours: int, aces: int) -> bool:
    """Return whether one side can hold so many honours and aces of a trump game: the ace of trumps is both."""
    return (honours, aces) in _holdings()


def sure_tricks(honours: int, against: int, has_ace: bool) -> int:
    """Return the tricks that a side takes by honours of trumps, whatever is played.

    An honour loses only to a higher one of the other side, and a trick takes two of a side's honours at most, one from
    each hand. The ace takes a trick, with another honour of its side in it at best.

    Args:
        honours: the side's honours.
        against: the other side's.
        has_ace: whether the side has the ace of trumps.
    """
    loose = honours - 2 if has_ace else honours
    return has_ace + -(-max(0, loose - 2 * against) // 2)


def _majority(declarers: int, whole: int) -> tuple[str, int]:
    """Return the side that holds more of so many cards, and how many; the opponents' number on equal shares."""
    opponents = whole - declarers
    return (DECLARERS, declarers) if declarers > opponents else (OPPONENTS, opponents)


@rule("vint-viii.honours.2", "vint-viii.honours.3")
def honours_count(honours: int) -> Count:
    """Return who scores for honours alone: the side that has three or more scores for all it has, high or low.

    Args:
        honours: how many of the five the declarers hold.
    """
    side, number = _majority(honours, HONOURS)
    return Count(side, number, "vint-viii.honours.2", f"{number} honours")


@rule("vint-viii.honours.4", "vint-viii.honours.5")
def aces_count(aces: int, odd_trick: str) -> Count:
    """Return who scores for aces alone: the side with three or four, or the side with the odd trick at two and two.

    Args:
        aces: how many of the four the declarers hold.
        odd_trick: the side that took more than six tricks.
    """
    if 2 * aces == ACES:
        return Count(odd_trick, aces, "vint-viii.honours.5", f"{aces} aces, by the odd trick")
    side, number = _majority(aces, ACES)
    return Count(side, number, "vint-viii.honours.4", f"{number} aces")


@rule(
    "vint-viii.honours.6",
    "vint-viii.honours.7",
    "vint-viii.honours.8",
    "vint-viii.honours.9",
    status=Status.CORRECTED,
    note="four honours and two aces need the odd trick to be worth six",
)
def combined(honours: Count, aces: Count) -> Count:
    """Return the count of a trump game: aces are added to honours on the same side, and set against them across.

    Two and two aces go with the odd trick here too, so a side's own two aces may count against it.
    """
    if honours.side == aces.side:
        return Count(honours.side, honours.number + aces.number, "vint-viii.honours.6", f"{honours.why} and {aces.why}")
    more, fewer = (honours, aces) if honours.number >= aces.number else (aces, honours)
    if more.number == fewer.number:
        locus = "vint-viii.honours.7"
    else:
        locus = "vint-viii.honours.9" if aces.locus == "vint-viii.honours.5" else "vint-viii.honours.8"
    return Count(more.side, more.number - fewer.number, locus, f"{more.why} less {fewer.why} against")


_AT_TRUMPS = {"vint-viii.honours.4": "vint-viii.honours.6", "vint-viii.honours.5": "vint-viii.honours.9"}
"""The sentences on aces without trumps, and those that say the same of aces in a trump game."""


def written(level: int, strain: Strain, honours: int | None, aces: int | None, odd_trick: str) -> tuple[Entry, ...]:
    """Return what is scored above the line for honours and aces: one entry, or none.

    Args:
        level: the level bid.
        strain: the strain; without trumps only aces count, at their own price.
        honours: how many of the five the declarers hold; None leaves honours out of the count.
        aces: how many of the four the declarers hold; None leaves aces out of the count.
        odd_trick: the side that took more than six tricks.
    """
    of_honours = None if honours is None else honours_count(honours)
    of_aces = None if aces is None else aces_count(aces, odd_trick)
    if of_aces and strain.has_trumps and of_honours is None:
        of_aces = replace(of_aces, locus=_AT_TRUMPS[of_aces.locus])
    count = combined(of_honours, of_aces) if of_honours and of_aces else of_honours or of_aces
    if count is None or count.number == 0:
        return ()
    table = HONOUR_PRICE if strain.has_trumps else ACE_PRICE
    why = f"{count.why}: {count.number} at {priced(table, level)}"
    return (Entry(count.side, Line.ABOVE, count.number * table[level], count.locus, why),)


def split_rows() -> list[tuple[str, ...]]:
    """Return every split of honours and aces in a trump game as rows: the declarers' holding, and who scores for what.

    The last two cells are for the odd trick with the declarers and with the opponents.
    """
    return [
        (str(held), str(aces), *(_told(combined(honours_count(held), aces_count(aces, side))) for side in SIDES))
        for held in range(HONOURS + 1)
        for aces in range(ACES + 1)
        if is_possible(held, aces)
    ]


def _told(count: Count) -> str:
    return f"{count.side} for {count.number}" if count.number else "nobody"
