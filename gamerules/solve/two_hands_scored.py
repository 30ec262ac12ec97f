"""Two open hands played for what the final tricks of one player are worth: exactly four, or whatever the score says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamerules.cards import Card, CardSet
from gamerules.solve.solution import Solution, SolverError, TrickSolver
from gamerules.solve.two_hands import Search, TwoHands, narrow
from gamerules.tricks import Play


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
    def rises(self) -> bool | None:
        """Whether more tricks are always worth as much or more, or else fewer; None if neither holds."""
        up = sorted(self.worth)
        return True if list(self.worth) == up else False if list(self.worth) == up[::-1] else None

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


class ScoredSolver(TrickSolver[Scored]):
    """Solves positions of one deal for one worth, and remembers what it found; outcomes are what the end is worth."""

    counts_tricks = False

    def __init__(self, position: Scored) -> None:
        """Make a solver for this position and those that follow from it."""
        self._deal, deal = position, position.cards
        exact = position.rises is None
        self._search = Search(deal.trump, deal.size, kept=deal.kept, aside=bool(deal.reserves[0]), exact=exact)

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
        ours = cards.actor == position.player
        return self._search.comes_to(cards, goal if ours else self._search.against(goal, cards.left)) == ours

    def solution(self, position: Scored) -> Solution:
        """Return a perfect line with its tricks, and the positions that were searched to find the worth."""
        self.tricks(position)
        nodes, line, tricks = self.nodes, self.line(position), [0, 0]
        for play in line:
            position, winner = position.after(play.card)
            if winner is not None:
                tricks[winner] += 1
        return Solution((tricks[0], tricks[1]), line, nodes, position.model, self.engine)
