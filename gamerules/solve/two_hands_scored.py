"""Two open hands played for what the final tricks of one player are worth: exactly four, or whatever the score says.

:mod:`gamerules.solve.two_hands` asks who can take so many tricks or more. Here the question is whether a player can
bring about one of a set of counts, so that any worth can be asked for, level by level. A set is a bit mask: bit *n*
stands for *n* more tricks of the player to lead. Until the reserves are taken up they lie in the upper half of their
players' words, so that a position tells whose they are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamerules.cards import Card, CardSet
from gamerules.solve.solution import Solution, SolverError, TrickSolver
from gamerules.solve.two_hands import LANE, LANES, Search, TwoHands, narrow, runs
from gamerules.tricks import Play

WIDTH = 52
HAND = (1 << WIDTH) - 1


@dataclass(frozen=True, slots=True)
class Scored:
    """Two open hands, and what the final tricks of one player are worth to him; the other loses what he gains.

    Attributes:
        cards: the position.
        player: whose tricks count.
        taken: the tricks that he has.
        worth: what each number of his tricks is worth at the end, from none up.
        aim: what he plays for, in words.
        unit: what the worth is counted in.
    """

    cards: TwoHands
    player: int
    taken: int
    worth: tuple[int, ...]
    aim: str
    unit: str = "points"

    def __post_init__(self) -> None:
        """Refuse a worth that does not tell every end."""
        if self.player not in (0, 1) or self.taken < 0 or self.taken + self.cards.left >= len(self.worth):
            raise SolverError("the worth must tell every end that one of the two players, 0 or 1, can come to")

    @property
    def actor(self) -> int:
        """Who plays the next card."""
        return self.cards.actor

    @property
    def misere(self) -> bool:
        """Whether the least is best: no, each player wants what is worth most to him."""
        return False

    @property
    def model(self) -> str:
        """What a solution of this position assumes."""
        return f"{self.cards.seen}; player {self.player + 1} plays for {self.aim}, the other against it"

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""
        return self.cards.is_over

    @property
    def table(self) -> tuple[Play, ...]:
        """The cards of the current trick."""
        return self.cards.table

    def legal(self, hand: CardSet | None = None) -> CardSet:
        """Return the cards the next player may play, from another hand if one is given."""
        return self.cards.legal(hand)

    def after(self, card: Card) -> tuple[Scored, int | None]:
        """Return the position after a card and who took the trick, if it ended one.

        Raises:
            SolverError: if the card may not be played.
        """
        there, winner = self.cards.after(card)
        return replace(self, cards=there, taken=self.taken + (winner == self.player)), winner


class SetSearch(Search):
    """The search for a set of counts; as :class:`Search`, but a goal is a set."""

    def __init__(self, deal: TwoHands) -> None:
        """Begin with an empty memory, for one deal."""
        super().__init__(deal.trump, False, deal.size, 0)
        self.kept, self.laid_aside = deal.kept, bool(deal.reserves[0])
        self._found: dict[tuple[int, int, int], bool] = {}
        self._rest: dict[tuple[int, int], int] = {}

    def reach(self, x: int, y: int, k: int, goal: int) -> bool:
        """Return whether the leader can come to a count in the set ``goal``; ``k`` tricks are left."""
        if not goal or goal == (2 << k) - 1:
            return goal > 0
        if x >> WIDTH and (x & HAND).bit_count() <= self.kept:
            x, y = x & HAND | x >> WIDTH, y & HAND | y >> WIDTH
        key = (self._name(x, y), x >> WIDTH, goal)
        found = self._found.get(key)
        if found is None:
            self.nodes += 1
            found = self._found[key] = self.play(x, y, x, y, 0, 0, 0, self._size(x), k, goal)
        return found

    def _size(self, x: int) -> int:
        """Return how many cards the next trick takes; the reserves are played in tricks of two."""
        if self.laid_aside and not x >> WIDTH:
            return 2
        return self.size if (x & HAND).bit_count() - self.kept * self.laid_aside > 1 else 2

    def _name(self, x: int, y: int) -> int:
        """Return the position's name; where hands and reserves come together no rank may be left out."""
        return x << 2 * WIDTH | y if self.kept and x >> WIDTH else self.key(x, y)

    def against(self, goal: int, k: int) -> int:
        """Return the set of the other player's counts by which the mover misses ``goal``."""
        found = self._rest.get((goal, k))
        if found is None:
            found = self._rest[goal, k] = sum(1 << k - n for n in range(k + 1) if not goal >> n & 1)
        return found

    def play(self, x: int, y: int, bx: int, by: int, mx: int, my: int, led: int, left: int, k: int, goal: int) -> bool:
        """Return whether the player to play can come to a count in ``goal``; the arguments as in :class:`Search`."""
        own = x & led or x & HAND
        rest = self.against(goal, k)
        blocking = by | by >> WIDTH if self.kept else by  # a card kept meets the reserves
        for shift, lane in LANES:
            suit = own >> shift & LANE
            if not suit:
                continue
            for bit in runs(suit, blocking >> shift & LANE):
                card = bit << shift
                if left > 1:
                    if not self.play(y, x ^ card, by, bx, my, mx | card, led or lane, left - 1, k, rest):
                        return True
                    continue
                mine = mx | card
                deciding = self.trumps if (mine | my) & self.trumps else led
                if mine & deciding > my & deciding:
                    if self.reach(x ^ card, y, k - 1, goal >> 1):
                        return True
                elif not self.reach(y, x ^ card, k - 1, rest >> 1):
                    return True
        return False


class ScoredSolver(TrickSolver[Scored]):
    """Solves positions of one deal for one worth, and remembers what it found; outcomes are what the end is worth."""

    counts_tricks = False

    def __init__(self, position: Scored) -> None:
        """Make a solver for this position and those that follow from it."""
        self._deal = position
        self._search = SetSearch(position.cards)

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        return self._search.nodes

    def tricks(self, position: Scored) -> tuple[int, int]:
        """Return what the end is worth to each player, by number.

        Raises:
            SolverError: if the position has another trump suit or worth than the solver's deal.
        """
        if (position.cards.trump, position.worth) != (self._deal.cards.trump, self._deal.worth):
            raise SolverError("the position belongs to another deal than the solver; make another solver")
        ends = position.worth[position.taken : position.taken + position.cards.left + 1]
        levels = sorted(set(ends))

        def reaches(level: int) -> bool:
            return self._comes_to(position, sum(1 << n for n, worth in enumerate(ends) if worth >= levels[level]))

        value = levels[narrow(reaches, 0, len(levels) - 1)]
        return (value, -value) if position.player == 0 else (-value, value)

    def _comes_to(self, position: Scored, goal: int) -> bool:
        """Return whether the player whose tricks count can come to a set of counts."""
        cards = position.cards.opened()
        search, me, k = self._search, cards.actor, cards.left
        wanted = goal if me == position.player else search.against(goal, k)
        x, y = (cards.hands[p].mask | cards.reserves[p].mask << WIDTH for p in (me, 1 - me))
        if not cards.table:
            reached = search.reach(x, y, k, wanted)
        else:
            mine, yours = (CardSet(play.card for play in cards.table if play.player == p).mask for p in (me, 1 - me))
            led = LANE << 13 * cards.table[0].card.suit
            left = cards.trick_size - len(cards.table)
            reached = search.play(x, y, x | mine, y | yours, mine, yours, led, left, k, wanted)
        return reached == (me == position.player)

    def solution(self, position: Scored) -> Solution:
        """Return a perfect line with its tricks, and the positions that were searched to find the worth."""
        self.tricks(position)
        nodes, line, tricks = self.nodes, self.line(position), [0, 0]
        for play in line:
            position, winner = position.after(play.card)
            if winner is not None:
                tricks[winner] += 1
        return Solution((tricks[0], tricks[1]), line, nodes, position.model, self.engine)
