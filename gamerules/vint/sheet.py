"""The score sheet: a rubber, deal after deal, and both ways of keeping it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, zip_longest
from typing import Final

from gamerules.game import CHANCE, Drawn
from gamerules.ledger import Entry, Ledger, Line
from gamerules.rules import IllegalAction, ImpossibleInputError, rule, suggest
from gamerules.vint import bonuses, tricks
from gamerules.vint.deal import ALL_PASS, AllPass, DealResult, Result
from gamerules.vint.penalties import WORKED
from gamerules.vint.rules import Rules
from gamerules.vint.terms import DECLARERS, LEVELS, OPPONENTS, PAIRS, SEATS, TRICKS, Strain

FULL: Final = "full"
CARRIED: Final = "carried"
WAYS: Final[Mapping[str, str]] = {
    FULL: "the later way: honours and penalties written in full, tricks carried on",
    CARRIED: "the older way: on both sides of the line a figure is struck out and carried on into the next",
}
"""The ways of keeping the sheet."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the sheet, and whether it is struck out (carried on into a later one)."""

    points: int
    struck: bool = False

    def __str__(self) -> str:
        """Return the figure, in brackets if it is struck out."""
        return f"[{self.points:,}]" if self.struck else f"{self.points:,}"


@dataclass(frozen=True, slots=True)
class Column:
    """One side's part of the sheet.

    Attributes:
        above: the figures above the line, from the line up.
        below: the figures below it, from the line down: a group for each game.
    """

    above: tuple[Figure, ...]
    below: tuple[tuple[Figure, ...], ...]

    @property
    def total(self) -> int:
        """The sum of all figures that are not struck out."""
        figures = (*self.above, *(figure for game in self.below for figure in game))
        return sum(figure.points for figure in figures if not figure.struck)


def _carried(points: list[int]) -> tuple[Figure, ...]:
    """Return running sums, all but the last struck out."""
    sums = [sum(points[: i + 1]) for i in range(len(points))]
    return tuple(Figure(figure, struck=i + 1 < len(sums)) for i, figure in enumerate(sums))


def _points(entries: Sequence[Entry], pair: str, line: Line) -> list[int]:
    """Return what a pair has written on one line, of these entries."""
    return [entry.points for entry in entries if (entry.side, entry.line) == (pair, line)]


@dataclass(frozen=True, slots=True)
class Sheet(Drawn):
    """A rubber as it stands on the table: deal after deal goes in, and all else follows.

    The sheet is vint's State: its actions are the results of deals, and chance, so to speak, acts.

    Attributes:
        rules: the readings in force.
        results: the results of the deals so far.
        entries: what has been written, in order; the sides are ``N-S`` and ``E-W``.
        ends: for each game that is over, how many entries stood there when it ended.
        below: what each pair has below the line in the game in hand.
        games: how many games each pair has won.
        stars: how many deals were passed out.
    """

    rules: Rules = Rules.MANUAL
    results: tuple[Result, ...] = ()
    entries: tuple[Entry, ...] = ()
    ends: tuple[int, ...] = ()
    below: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    stars: int = 0

    @property
    def actor(self) -> int | None:
        """Chance, which brings the next deal; None when the rubber is over."""
        return None if self.is_over else CHANCE

    @property
    def phase(self) -> str:
        """``deals``, or ``over``."""
        return "over" if self.is_over else "deals"

    @property
    def is_over(self) -> bool:
        """Whether a pair has taken the rubber."""
        return self.winner is not None

    @property
    def winner(self) -> str | None:
        """The pair that has taken the rubber, or None."""
        return PAIRS[self.games.index(bonuses.GAMES)] if bonuses.GAMES in self.games else None

    def ledger(self) -> Ledger:
        """Return all entries of the rubber so far."""
        return Ledger(PAIRS, self.entries)

    def view(self, player: int) -> Sheet:
        """Return the sheet: it is open to all."""
        return self

    def legal_actions(self) -> tuple[Result, ...]:
        """Return the deals that can come next: every bid by either pair, with every number of tricks, and all passing.

        Honours and aces are left out here; :meth:`after` takes them too. Where both pairs would reach 500 there is a
        result for each that may be the first.
        """
        if self.is_over:
            return ()
        contested = self._contested()
        if not contested:
            return _uncontested()
        actions: list[Result] = [ALL_PASS]
        for key, plain, by_first in _plain_results():
            actions += by_first if key in contested else plain
        return tuple(actions)

    def _contested(self) -> frozenset[_Key]:
        """Return the results, by key, with which both pairs would reach 500."""
        return frozenset(
            (side, level, taken)
            for level in LEVELS
            if sum(self.below) + sum(tricks.points(level, TRICKS)) >= 2 * bonuses.GAME  # no other level can do it
            for side in (0, 1)
            for taken in range(TRICKS + 1)
            if len(self._reaching(self._added(side, level, taken))) > 1
        )

    @rule("vint-viii.tricks.1", "vint-viii.sheet.2", "vint-viii.sheet.3", "vint-viii.bonuses.2")
    def after(self, action: Result) -> Sheet:
        """Return the sheet after one more deal.

        Raises:
            IllegalAction: if the rubber is over; if the result does not say who bid; if it does not say which pair was
                first though both reach 500, or says it of one that is not; or if a slam from the hand, for which the
                bidder is to answer alone, is bid by a pair.
            gamerules.rules.LostTableError: if there is a coronet, and the rules bring no price for it.
        """
        if self.is_over:
            raise IllegalAction(action, "vint-viii.bonuses.1", "the rubber is over")
        if isinstance(action, AllPass):
            return replace(self, results=(*self.results, action), stars=self.stars + 1)
        self._refuse(action)
        assert action.side is not None
        pairs = {DECLARERS: PAIRS[action.side], OPPONENTS: PAIRS[1 - action.side]}
        entries = (*self.entries, *(replace(entry, side=pairs[entry.side]) for entry in action.ledger(self.rules)))
        below = self._added(action.side, action.level, action.tricks)
        reach = self._reaching(below)
        games, ends = self.games, self.ends
        if reach:
            first = PAIRS.index(action.first) if action.first else reach[0]
            games = (games[0] + (first == 0), games[1] + (first == 1))
            entries += bonuses.written(self.rules, PAIRS[first], games[first], self.stars)
            ends = (*ends, len(entries))
            below = (0, 0)  # what the others have made comes to nothing: the game is his who was first
        return Sheet(self.rules, (*self.results, action), entries, ends, below, games, self.stars)

    def _added(self, side: int, level: int, taken: int) -> tuple[int, int]:
        """Return what each pair would have below the line after a deal in which a side took so many tricks."""
        points = tricks.points(level, taken)
        return (self.below[0] + points[side], self.below[1] + points[1 - side])

    @staticmethod
    def _reaching(below: tuple[int, int]) -> tuple[int, ...]:
        """Return the pairs that these figures below the line make a game for."""
        return tuple(side for side in (0, 1) if bonuses.is_game(below[side]))

    def _refuse(self, deal: DealResult) -> None:
        """Refuse a result that leaves open what the sheet must know."""
        if deal.side is None:
            raise IllegalAction(deal, "vint-viii.tricks.1", "it does not say who bid; add by N-S or by E-W")
        if deal.from_hand and self.rules.from_hand and self.rules.from_hand_answer == "alone" and deal.by not in SEATS:
            reason = "whoever bids a slam from the hand answers for it alone; say which player, as by N"
            raise IllegalAction(deal, "vint-viii.slams.6", reason)
        reach = [PAIRS[side] for side in self._reaching(self._added(deal.side, deal.level, deal.tricks))]
        if len(reach) > 1 and not deal.first:
            reason = "both pairs reach 500 in this deal; say which was first"
            raise IllegalAction(deal, "vint-viii.sheet.3", reason, [f"first {pair}" for pair in reach])
        if deal.first and deal.first not in reach:
            raise IllegalAction(deal, "vint-viii.sheet.3", f"{deal.first} does not reach 500 in this deal")

    @rule("vint-viii.sheet.1", "vint-viii.sheet.5", "vint-viii.sheet.6")
    def columns(self, way: str = FULL) -> dict[str, Column]:
        """Return both sides' parts of the sheet, kept in one of the two ways.

        Args:
            way: ``full`` or ``carried``, see :data:`WAYS`.

        Raises:
            ImpossibleInputError: if there is no such way.
        """
        if way not in WAYS:
            raise ImpossibleInputError(f"there is no way {way!r} of keeping the sheet{suggest(way, list(WAYS))}")
        columns = {}
        for pair in PAIRS:
            above = _points(self.entries, pair, Line.ABOVE)
            games = pairwise((0, *self.ends, len(self.entries)))
            columns[pair] = Column(
                above=tuple(map(Figure, above)) if way == FULL else _carried(above),
                below=tuple(_carried(_points(self.entries[start:end], pair, Line.BELOW)) for start, end in games),
            )
        return columns

    def drawn(self, way: str = FULL) -> str:
        """Return the sheet as it lies on the table: a line, honours and penalties above it, tricks below.

        Figures in brackets are struck out; a star stands for each deal passed out; dots part the games.
        """
        columns = tuple(self.columns(way).values())
        above = _side_by_side([column.above for column in columns])[::-1]
        games = [_side_by_side(game) for game in zip(*(column.below for column in columns), strict=True)]
        below = [row for game in games if game for row in [("·", "·"), *game]][1:]
        width = max(len(text) for row in (PAIRS, *above, *below) for text in row) + 2
        heads, *figures = [f"{left:>{width}} |{right:>{width}}".rstrip() for left, right in (PAIRS, *above, *below)]
        line = "-" * (width + 1) + "+" + "-" * width
        stars = [" ".join("*" * self.stars)] * bool(self.stars)
        return "\n".join([*stars, heads, *figures[: len(above)], line, *figures[len(above) :]])

    def settlement(self) -> int:
        """Return what N-S win from E-W, all entries on both sides of the line counted; negative if they lose."""
        ledger = self.ledger()
        return ledger.total(PAIRS[0]) - ledger.total(PAIRS[1])

    @rule("vint-viii.slams.6", "vint-viii.slams.7")
    def accounts(self) -> dict[str, int]:
        """Return what each player wins or loses: the settlement, and whoever failed alone pays for his partner too.

        The four accounts sum to zero.
        """
        won = self.settlement()
        accounts = {seat: won if i % 2 == 0 else -won for i, seat in enumerate(SEATS)}
        alone = self.rules.from_hand and self.rules.from_hand_answer == "alone"
        for deal in self.results:
            if alone and isinstance(deal, DealResult) and deal.from_hand:
                entries = deal.ledger(self.rules).entries
                paid = sum(e.points for e in entries if e.side == OPPONENTS and e.locus in WORKED.values())
                seat = SEATS.index(deal.by)
                accounts[SEATS[seat]] -= paid
                accounts[SEATS[(seat + 2) % len(SEATS)]] += paid
        return accounts


def _side_by_side(columns: Sequence[Sequence[Figure]]) -> list[tuple[str, str]]:
    """Return rows of two texts from two lists of figures, the shorter one filled up."""
    left, right = ([str(figure) for figure in column] for column in columns)
    return list(zip_longest(left, right, fillvalue=""))


_Key = tuple[int, int, int]
"""The pair that bid (0 or 1), the level, the declarers' tricks: all that the figures below the line hang on."""


@cache
def _plain_results() -> tuple[tuple[_Key, tuple[DealResult], tuple[DealResult, ...]], ...]:
    """Return every bid by either pair with every number of tricks, nothing else counted.

    Each comes with its key; as it is; and with either pair as the first to reach 500.
    """
    return tuple(
        ((side, level, taken), (deal,), tuple(replace(deal, first=first) for first in PAIRS))
        for side, pair in enumerate(PAIRS)
        for level in LEVELS
        for strain in Strain
        for taken in range(TRICKS + 1)
        for deal in (DealResult(level, strain, taken, by=pair),)
    )


@cache
def _uncontested() -> tuple[Result, ...]:
    """Return the deals that can come next where no deal brings both pairs to 500."""
    return (ALL_PASS, *(deal for _, (deal,), _ in _plain_results()))
