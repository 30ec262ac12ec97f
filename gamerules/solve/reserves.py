"""The choice of reserves: each player lays three of sixteen cards aside, unseen; then the hands are played out.

Each pair of reserves, 560 by 560 of them, is solved with open cards, and the table that results is a game of its own,
with its value and best mixtures. Two facts make it quick: of cards between which no card of the other player lies it
does not matter which is laid aside, so many reserves are the same; and the searches of all pairs share one memory for
each worth of the last lead, since a position after a few tricks belongs to many pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from gamerules.cards import Card, CardSet, Suit
from gamerules.solve.matrix_games import Equilibrium, equilibrium
from gamerules.solve.solution import SolverError, check_engine, seated
from gamerules.solve.two_hands import ENGINES, LANES, WIDTH, Search, runs

RESERVE = 3
IN_HAND = 7
"""The tricks that are played from the hands, if the reserves are taken up after them."""
TRICKS = IN_HAND + RESERVE
MODEL = (
    "each side chooses its reserve unseen and perhaps at random; then both hands and both reserves are open and "
    "each side plays for the {aim} tricks"
)


@dataclass(frozen=True, slots=True)
class ReserveGame:
    """The table of all pairs of reserves.

    Attributes:
        cards: the sixteen cards of each player.
        leader: who leads to the first trick.
        trump: the trump suit, or None.
        misere: whether tricks are shunned.
        choices: of each player, the reserves that differ, each by its lowest cards.
        table: the tricks of player 0, by the indices of both players' choices.
        nodes: how many positions were searched.
        model: what was assumed.
    """

    cards: tuple[CardSet, CardSet]
    leader: int
    trump: Suit | None
    misere: bool
    choices: tuple[tuple[CardSet, ...], tuple[CardSet, ...]]
    table: tuple[tuple[int, ...], ...]
    nodes: int
    model: str

    def index(self, player: int, reserve: CardSet) -> int:
        """Return which of a player's choices a reserve amounts to.

        Raises:
            SolverError: if the player cannot lay these cards aside.
        """
        if len(reserve) != RESERVE or not reserve <= self.cards[player]:
            raise SolverError(f"player {player} cannot lay {reserve} aside; name {RESERVE} of {self.cards[player]}")
        same = _same(self.cards[player], self.cards[1 - player])
        return self.choices[player].index(CardSet.from_mask(_lowest(reserve, same)))

    def tricks(self, first: CardSet, second: CardSet) -> tuple[int, int]:
        """Return the tricks of each player when they lay these reserves aside."""
        taken = self.table[self.index(0, first)][self.index(1, second)]
        return taken, TRICKS - taken

    def all_reserves(self, player: int) -> tuple[CardSet, ...]:
        """Return every reserve the player can lay aside: 560 of them for sixteen cards."""
        return tuple(CardSet(three) for three in combinations(self.cards[player], RESERVE))

    def against(self, player: int, reserve: CardSet) -> tuple[int, ...]:
        """Return the player's tricks with a reserve against each of the other's choices."""
        place = self.index(player, reserve)
        return self.table[place] if player == 0 else tuple(TRICKS - row[place] for row in self.table)

    def secure(self, player: int, reserve: CardSet) -> int:
        """Return what a reserve makes sure of, whatever the other lays aside (in nullo: the most it costs)."""
        outcomes = self.against(player, reserve)
        return max(outcomes) if self.misere else min(outcomes)

    def by_tricks(self, player: int, other: CardSet | None = None) -> dict[int, tuple[CardSet, ...]]:
        """Return all reserves of a player by what they make sure of, the fewest tricks first.

        Args:
            player: whose reserves.
            other: the other's reserve, if they are to be judged by what they take against it.
        """
        found: dict[int, list[CardSet]] = {}
        place = None if other is None else self.index(1 - player, other)
        for reserve in self.all_reserves(player):
            tricks = self.secure(player, reserve) if place is None else self.against(player, reserve)[place]
            found.setdefault(tricks, []).append(reserve)
        return {tricks: tuple(found[tricks]) for tricks in sorted(found)}

    def better(self, player: int, reserve: CardSet, other: CardSet | None = None) -> tuple[CardSet, ...]:
        """Return the reserves by which a player does better than by this one; ``other`` as in :meth:`by_tricks`."""
        groups = list(self.by_tricks(player, other).values())
        place = next(place for place, group in enumerate(groups) if reserve in group)
        return tuple(each for group in (groups[:place] if self.misere else groups[place + 1 :]) for each in group)

    def payoffs(self, worth: Callable[[int], int] | None = None) -> list[list[int]]:
        """Return the table as payoffs to player 0: their tricks (less tricks in nullo), or what those are worth."""
        pays = worth or ((lambda tricks: -tricks) if self.misere else (lambda tricks: tricks))
        known = {tricks: pays(tricks) for row in self.table for tricks in row}
        return [[known[tricks] for tricks in row] for row in self.table]

    def equilibrium(self, worth: Callable[[int], int] | None = None) -> Equilibrium:
        """Return the value of the game and best mixtures of the choices, exactly.

        Args:
            worth: what player 0's tricks are worth to player 0 and cost player 1; their number if left out (in nullo
                its negative). With anything but a rising function of the tricks (falling in nullo) the table itself,
                which was made by playing for tricks, would not hold.
        """
        return equilibrium(self.payoffs(worth))

    def expected(self, player: int, reserve: CardSet, found: Equilibrium, worth: Callable[[int], int]) -> Fraction:
        """Return what player 0 can expect if ``player`` takes this reserve and the other plays the equilibrium."""
        place, payoffs = self.index(player, reserve), self.payoffs(worth)
        if player == 0:
            return sum((p * payoffs[place][c] for c, p in found.columns.items()), Fraction(0))
        return sum((p * payoffs[r][place] for r, p in found.rows.items()), Fraction(0))


def reserve_game(
    cards: tuple[CardSet, CardSet],
    leader: int,
    trump: Suit | None,
    misere: bool = False,
    engine: str = "auto",
    progress: Callable[[int, int], None] | None = None,
    kept: int = 0,
) -> ReserveGame:
    """Solve every pair of reserves.

    Args:
        cards: sixteen cards of each player.
        leader: who leads to the first trick.
        trump: the trump suit, or None.
        misere: whether tricks are shunned (nullo).
        engine: as for :func:`gamerules.solve.solve`.
        progress: called after each of player 0's choices with how many are done, and how many there are.
        kept: how many cards are still in each hand when the reserves are taken up: 0 or 1.

    Raises:
        SolverError: if there are not sixteen different cards each, or the engine is unknown.
    """
    seated(cards, 2, leader=leader)
    if [len(cards[0]), len(cards[1]), len(cards[0] | cards[1])] != [16, 16, 32]:
        raise SolverError("reserves are chosen from sixteen cards each, all different")
    check_engine(engine, ENGINES)
    pairs = Pairs(cards, leader, trump, misere, kept)
    choices = (choices_of(*cards), choices_of(cards[1], cards[0]))
    table = []
    for done, ours in enumerate(choices[0]):
        table.append(tuple(pairs.tricks(ours, theirs) for theirs in choices[1]))
        if progress:
            progress(done + 1, len(choices[0]))
    return ReserveGame(
        cards,
        leader,
        trump,
        misere,
        choices,
        tuple(table),
        pairs.nodes,
        MODEL.format(aim="fewest" if misere else "most"),
    )


def choices_of(own: CardSet, other: CardSet) -> tuple[CardSet, ...]:
    """Return the reserves of a player that differ, each by its lowest cards."""
    same = _same(own, other)
    lowest = {_lowest(CardSet(three), same) for three in combinations(own, RESERVE)}
    return tuple(CardSet.from_mask(mask) for mask in sorted(lowest))


class Pairs:
    """What pairs of reserves bring; all share one memory."""

    def __init__(
        self, cards: tuple[CardSet, CardSet], leader: int, trump: Suit | None, misere: bool, kept: int = 0
    ) -> None:
        """Begin with an empty memory; the arguments as in :func:`reserve_game`."""
        self.cards, self.leader, self.trump, self.misere = cards, leader, trump, misere
        self._ending = Search(trump, 2)
        self._whole = Search(trump, 4, kept=kept, aside=True) if kept else None
        self._searches: dict[int, Search] = {}
        self._led: dict[tuple[int, int], int] = {}
        self._found: dict[tuple[int, int], int] = {}
        self._guess = RESERVE

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        whole = self._whole.nodes if self._whole else 0
        return self._ending.nodes + whole + sum(search.nodes for search in self._searches.values())

    def tricks(self, ours: CardSet, theirs: CardSet) -> int:
        """Return the tricks of player 0 when these reserves are laid aside."""
        key = ours.mask, theirs.mask
        if key not in self._found:
            self._found[key] = self._tricks(ours, theirs)
        return self._found[key]

    def against(self, player: int, other: CardSet) -> dict[CardSet, int]:
        """Return the tricks of a player by each of his reserves, against one of the other's."""
        same, found = _same(self.cards[player], self.cards[1 - player]), {}
        for reserve in map(CardSet, combinations(self.cards[player], RESERVE)):
            lowest = CardSet.from_mask(_lowest(reserve, same))
            found[reserve] = TRICKS - self.tricks(other, lowest) if player else self.tricks(lowest, other)
        return found

    def _tricks(self, ours: CardSet, theirs: CardSet) -> int:
        if self._whole:
            self._whole.forget()  # with other reserves aside hardly a position is met again
            first, second = (
                (cards - own).mask | own.mask << WIDTH for cards, own in zip(self.cards, (ours, theirs), strict=True)
            )
            return self._count(self._whole, (first, second), TRICKS)
        first = self._led_by(ours.mask, theirs.mask)
        second = RESERVE - self._led_by(theirs.mask, ours.mask)
        d = first - second
        search = self._searches.get(d) or self._searches.setdefault(d, Search(self.trump, 4, d))
        hands = (self.cards[0] - ours).mask, (self.cards[1] - theirs).mask
        return self._count(search, hands, IN_HAND) + min(first, second)

    def _count(self, search: Search, hands: tuple[int, int], k: int) -> int:
        """Return the count of player 0 in ``k`` tricks."""
        x, y = hands[::-1] if self.leader else hands
        self._guess = count = search.best(lambda goal: search.reach(x, y, k, goal), k, self.misere, self._guess)
        return k + search.more - count if self.leader else count

    def _led_by(self, x: int, y: int) -> int:
        """Return the tricks of whoever leads the reserves; x and y share names, so few are searched."""
        if (x, y) not in self._led:
            ending = self._ending
            self._led[x, y] = ending.best(lambda goal: ending.reach(x, y, RESERVE, goal), RESERVE, self.misere)
        return self._led[x, y]


def _same(own: CardSet, other: CardSet) -> list[list[Card]]:
    """Return the player's cards in groups of the same use, each low to high."""
    groups = []
    for shift, lane in LANES:
        tops = runs((own.mask & lane) >> shift, (other.mask & lane) >> shift)
        floors = [*(top << shift for top in tops[1:]), (1 << shift) >> 1]
        for top, floor in zip(tops, floors, strict=False):  # a void suit has no tops
            groups.append([card for card in sorted(own) if floor < card.mask <= top << shift])
    return groups


def _lowest(reserve: CardSet, same: list[list[Card]]) -> int:
    """Return the reserve with each card exchanged for the lowest of its use."""
    mask = 0
    for group in same:
        for card in group[: sum(card in reserve for card in group)]:
            mask |= card.mask
    return mask
