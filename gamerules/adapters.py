"""What a game offers the shared layers beside its rules, so that they need to know no game by name.

The laboratory, the notations, the solvers and the commands ask for it by ``Game.adapters()``. What our games offer
stands in the module ``adapters`` of each, which is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from gamerules.cards import CARDS, Card, CardSet
from gamerules.policy import Choice, Moment, Move
from gamerules.possible import Attempt

__all__ = ["Adapters", "Attempt", "Columns", "Contest", "Dealing", "Entry", "Move", "Recorded", "by_dealer"]

Columns = dict[str, str | int]
"""The result of a deal: columns by name. A number is averaged, a text counted."""

Entry = tuple[str, Any]
"""One entry of a record's ``does``: who acts, or a chance word, and what is done."""

Recorded = tuple[Any, Sequence[Any], dict[str, str]]
"""What a record of a deal begins with and contains: its first state, its actions and its start options."""


def _as_it_is(first: Any, actions: Sequence[Any], names: Sequence[str]) -> Recorded:
    return first, actions, {}


def by_dealer(first: Any, actions: Sequence[Any], names: Sequence[str]) -> Recorded:
    """Return a deal as a record has it that names the dealer."""
    return first, actions, {"dealer": names[first.dealer]}


def _by_ledger(state: Any) -> tuple[float, ...]:
    totals = tuple(state.ledger().totals().values())
    return tuple(float(total - (sum(totals) - total) / (len(totals) - 1)) for total in totals)


@dataclass(frozen=True, kw_only=True)
class Dealing:
    """How the deals of a game begin, end and are described.

    Attributes:
        start: makes the first state from rules and the dealer's number.
        scale: the most that anybody can win or lose in a deal.
        longest: a bound on the number of actions.
        is_over: whether the deal is over, from the last state but one and the last; when the state is, if left out.
        returns: what each player has won, all together nothing, from a state that ends the deal; if left out, what
            his side has in the ledger less what the others have on average, the sides being the players in order.
        outcome: the result of a deal, from the state that ends it and the one before; the ledger's totals if left out.
        enter: enters a finished deal on a rubber: from the rubber so far (None at its beginning), the state that ends
            the deal and the players' names to the rubber, which has a ledger, and how the next deal begins, None if the
            rubber is over. Left out, the game has no rubber.
        recorded: what a record contains, from the first state, the actions and the players' names.
        vocabulary: every action that is not a card, in a fixed order.
        turned: the phases in which chance turns a card for all to see.
        other_packs: those of them in which the cards are not yet, or never, those in play.
    """

    start: Callable[[Any, int], Any]
    scale: float
    longest: int
    is_over: Callable[[Any, Any], bool] = lambda before, state: bool(state.is_over)
    returns: Callable[[Any], tuple[float, ...]] = _by_ledger
    outcome: Callable[[Any, Any], Columns] = lambda state, before: dict(state.ledger().totals())
    enter: Callable[[Any, Any, tuple[str, ...]], tuple[Any, Any]] | None = None
    recorded: Callable[[Any, Sequence[Any], Sequence[str]], Recorded] = _as_it_is
    vocabulary: Callable[[], tuple[Any, ...]] = tuple
    turned: tuple[str, ...] = ()
    other_packs: tuple[str, ...] = ()

    @cached_property
    def _words(self) -> tuple[Any, ...]:
        return self.vocabulary()

    @cached_property
    def _numbers(self) -> dict[tuple[type, Any], int]:
        # A bid may be a plain number, and a bid of six equals the card six: the type must tell them apart.
        return {(type(action), action): number for number, action in enumerate(self._words, len(CARDS))}

    def number(self, action: Any) -> int:
        """Return an action's number: cards from 0 to 51, the rest of the vocabulary after them."""
        return int(action) if type(action) is Card else self._numbers[type(action), action]

    def action(self, number: int) -> Any:
        """Return the action of a number."""
        return CARDS[number] if number < len(CARDS) else self._words[number - len(CARDS)]

    @property
    def actions(self) -> int:
        """How many actions have numbers."""
        return len(CARDS) + len(self._words)

    @property
    def words(self) -> tuple[Any, ...]:
        """The actions that are heard by all: those of the vocabulary that are not cards laid aside."""
        return tuple(action for action in self._words if not isinstance(action, CardSet))


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """One contract in which deals are played: cards are dealt, and every card is any legal one.

    Attributes:
        pack: the cards.
        hand: how many cards each player gets; all of them are played.
        roles: who declares and who leads, deal by deal, over and over.
        sides: the side of each player.
        start: the first state of the play or of the laying aside, from hands, declarer and leader.
        taken: the tricks of each side, from the state after the last card.
        outcome: what the tricks came to: those of the declarer's side, then of the others in turn.
    """

    pack: CardSet
    hand: int
    roles: tuple[tuple[int, int], ...]
    sides: tuple[int, ...]
    start: Callable[[Sequence[CardSet], int, int], Any]
    taken: Callable[[Any], Sequence[int]]
    outcome: Callable[[Sequence[int]], Columns]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sides)

    @property
    def cards(self) -> int:
        """How many cards are played in a deal."""
        return self.players * self.hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapters:
    """What a game offers; what it leaves out it cannot do, unless stated otherwise.

    Attributes:
        dealing: how its deals are run.
        contests: makes the contests whose play can be simulated alone, by contract.
        write: how its actions are written in a record, from moves of one moment and the players' names; if left out,
            cards dealt as the hands that they make, and what players do as it prints itself.
        board: makes a board of Portable Bridge Notation from a deal's first state and its actions.
        problem: the problem that a state in play poses to a solver, with all cards open.
        aim: what final tricks are worth to the ombre of such a state, and his aim in words; if left out, their number.
        witness: makes a deal that ends in a given result of the game's own kind (see :mod:`gamerules.possible`).
        unseen: the cards of which a player cannot know where they are in a state in play. With them the machine deals
            such cards at random and solves; without, it plays by the policy.
        advise: what the machine calls, lays aside or exchanges, from the moment and a source of randomness; None where
            it leaves that to the simple policy, and in play to the solvers.
    """

    dealing: Dealing | None = None
    contests: Mapping[str, Callable[[str], Contest]] = field(default_factory=dict)
    write: Callable[[Sequence[Move], Sequence[str]], Iterable[Entry]] | None = None
    board: Callable[[Any, Sequence[Any]], Any] | None = None
    problem: Callable[[Any], Any] | None = None
    aim: Callable[[Any], tuple[Callable[[int, int, int], int], str]] | None = None
    witness: Attempt | None = None
    unseen: Callable[[Any, int], CardSet] | None = None
    advise: Callable[[Moment, Random], Choice | None] | None = None
