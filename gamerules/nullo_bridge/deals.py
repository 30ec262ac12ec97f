"""Full deals that the surviving text allows, found or excluded by a constraint solver.

The solver places every card with a seat and a trick, so that a solution is a whole deal played to its last card: suit
is followed, who takes a trick leads to the next, B leads first, and all that the surviving sentences tell comes true.
That no solution exists is a proof; that one exists shows that the sentences leave the point open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from gamerules.cards import CARDS, Card, CardSet, Suit
from gamerules.contract_bridge import TRICKS
from gamerules.extras import need
from gamerules.nullo_bridge.ending import LEVEL, TAKEN_AFTER, THE_FIVE, THIRD_DIAMOND, TOLD
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, Seat
from gamerules.nullo_bridge.state import State
from gamerules.rules import GameRulesError, ImpossibleInputError

EFFORT: Final = 30.0
"""The most work that one question may take, in the solver's own measure, which no other load on the machine changes;
the questions on the pages take about one."""


class UndecidedError(GameRulesError, TimeoutError):
    """The solver found neither a deal nor a proof that there is none with the effort it was given."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A full deal and how it was played.

    Attributes:
        tricks: the thirteen tricks, each with the cards of B, dummy, V and the declarer, in this order.
        before: the tricks played before the surviving text begins.
    """

    tricks: tuple[tuple[Card, ...], ...]
    before: int

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The four hands as dealt, by seat."""
        return self.hands_at(0)

    def hands_at(self, trick: int) -> tuple[CardSet, ...]:
        """Return the four hands before a trick; tricks count from 0."""
        return tuple(CardSet(cards[seat] for cards in self.tricks[trick:]) for seat in SEATS)

    def replay(self) -> tuple[State, ...]:
        """Play the deal by the rules and return the states before each trick and at the end.

        Raises:
            gamerules.rules.IllegalAction: if a card is not legal.
        """
        hands = [Hand(cards) for cards in self.hands]
        state = State.start((hands[0], hands[1], hands[2], hands[3]), level=LEVEL)
        states = [state]
        for cards in self.tricks:
            for _ in SEATS:
                state = state.after(cards[state.turn])
            states.append(state)
        return tuple(states)

    def __str__(self) -> str:
        """Return the four hands, a line each."""
        return "\n".join(f"{seat!s:<9}{cards}" for seat, cards in zip(SEATS, self.hands, strict=True))


class Puzzle:
    """The surviving text as a constraint problem; more conditions can be added before it is solved."""

    def __init__(
        self,
        rules: Rules = Rules.MENDELEV,
        *,
        before: int | None = None,
        taken: int | None = None,
        emended: bool = True,
    ) -> None:
        """State the problem.

        Args:
            rules: the readings in force.
            before: the tricks played before the surviving text begins; the rules' number if left out.
            taken: the tricks of those that the declarer's side took; left to the solver if left out.
            emended: whether sentence 1 is read with erratum N-1 mended, so that dummy has no diamonds as it begins.

        Raises:
            ImpossibleInputError: if the tricks before leave no cards for the tricks that are told.
            gamerules.extras.MissingExtraError: if ortools is not installed.
        """
        self.rules = rules
        self.before = rules.tricks_before if before is None else before
        most = TRICKS - len(TOLD) - 1
        if not 0 <= self.before <= most:
            raise ImpossibleInputError(f"{self.before} tricks before the text leave no room for it; give 0 to {most}")
        self._cp: Any = need("ortools.sat.python.cp_model", "site")
        self.model = self._cp.CpModel()
        new = self.model.new_bool_var
        self._at = {(s, c, n): new("") for s in SEATS for c in CARDS for n in range(TRICKS)}
        self._leads = {(n, s): new("") for n in range(TRICKS + 1) for s in SEATS}
        self._led = {(n, suit): new("") for n in range(TRICKS) for suit in Suit}
        self._state_the_rules()
        self._state_the_text(taken, emended)

    def count(self, seat: Seat, cards: Iterable[Card], tricks: Iterable[int]) -> Any:
        """Return, as an expression, how many of these cards a seat plays to these tricks."""
        tricks = tuple(tricks)
        return sum(self._at[seat, card, n] for card in cards for n in tricks)

    def suit(self, seat: Seat, suit: Suit, tricks: Iterable[int]) -> Any:
        """Return, as an expression, how many cards of a suit a seat plays to these tricks."""
        return self.count(seat, [card for card in CARDS if card.suit == suit], tricks)

    def left(self) -> range:
        """Return the tricks from the first surviving one on: who plays a card to them holds it as the text begins."""
        return range(self.before, TRICKS)

    def holds(self, seat: Seat, card: str, tricks: Iterable[int] | None = None) -> Any:
        """Return, as a condition, that a seat holds a card as the text begins, or plays it to one of these tricks."""
        return self.count(seat, [Card.parse(card)], self.left() if tricks is None else tricks) == 1

    def require(self, condition: Any) -> Puzzle:
        """Add a condition; return the puzzle."""
        self.model.add(condition)
        return self

    def led(self, number: int, suit: Suit) -> Any:
        """Return, as an expression, whether a suit is led to a trick; tricks count from 0."""
        return self._led[number, suit]

    def prefer(self, value: Any) -> None:
        """Ask for a deal in which an expression is as great as can be found with the effort given."""
        self.model.maximize(value)

    def solve(self, seed: int = 1, effort: float = EFFORT) -> Deal | None:
        """Return a deal that meets every condition, or None if it is proved that there is none.

        Raises:
            UndecidedError: if neither was found with that effort.
        """
        cp = self._cp
        solver = cp.CpSolver()
        solver.parameters.random_seed = seed
        solver.parameters.max_deterministic_time = effort
        solver.parameters.num_workers = 1  # so that the answer does not depend on the machine's load
        status = solver.solve(self.model)
        if status == cp.INFEASIBLE:
            return None
        if status not in (cp.OPTIMAL, cp.FEASIBLE):
            raise UndecidedError(f"undecided with an effort of {effort:g}; allow more, or ask for less")
        tricks = tuple(
            tuple(next(card for card in CARDS if solver.value(self._at[seat, card, n])) for seat in SEATS)
            for n in range(TRICKS)
        )
        return Deal(tricks, self.before)

    def _state_the_rules(self) -> None:
        """Every card is played once; suit is followed; the highest card of the suit led takes the trick."""
        model, at = self.model, self._at
        for card in CARDS:
            model.add_exactly_one(at[s, card, n] for s in SEATS for n in range(TRICKS))
        for n in range(TRICKS):
            model.add_exactly_one(self._led[n, suit] for suit in Suit)
            for seat in SEATS:
                model.add_exactly_one(at[seat, card, n] for card in CARDS)
                self._follow(seat, n)
        for n in range(TRICKS + 1):
            model.add_exactly_one(self._leads[n, s] for s in SEATS)
        for n in range(TRICKS):
            self._decide(n)
        model.add(self._leads[0, Seat.B] == 1)

    def _follow(self, seat: Seat, n: int) -> None:
        for suit in Suit:
            follows = self.suit(seat, suit, [n])
            led, leads = self._led[n, suit], self._leads[n, seat]
            self.model.add(follows == 1).only_enforce_if(led, leads)
            discards = self.model.new_bool_var("")
            self.model.add(follows == 0).only_enforce_if(discards)
            self.model.add(follows == 1).only_enforce_if(~discards)
            self.model.add(self.suit(seat, suit, range(n + 1, TRICKS)) == 0).only_enforce_if(led, discards)

    def _decide(self, n: int) -> None:
        strength = {seat: self.model.new_int_var(0, 14, "") for seat in SEATS}
        for seat in SEATS:
            for suit in Suit:
                cards = [card for card in CARDS if card.suit == suit]
                value = sum(int(card.rank) * self._at[seat, card, n] for card in cards)
                self.model.add(strength[seat] == value).only_enforce_if(self._led[n, suit])
            for other in SEATS:
                if other is not seat:
                    takes = self._leads[n + 1, seat]
                    self.model.add(strength[seat] > strength[other]).only_enforce_if(takes)

    def _taken(self, tricks: Iterable[int]) -> Any:
        return sum(self._leads[n + 1, seat] for n in tricks for seat in SEATS if seat.is_declaring)

    def _state_the_text(self, taken: int | None, emended: bool) -> None:
        """The surviving sentences, in their order."""
        model, first = self.model, self.before
        # 1: two of B's diamonds are gone and he holds a third; dummy, who could throw a card on it, has none.
        model.add(self.suit(Seat.B, Suit.DIAMONDS, range(first)) == THIRD_DIAMOND - 1)
        model.add(self.suit(Seat.B, Suit.DIAMONDS, self.left()) >= 1)
        if emended:
            model.add(self.suit(Seat.DUMMY, Suit.DIAMONDS, self.left()) == 0)
        # 2 to 5: the tricks told.
        for n, told in enumerate(TOLD, start=first):
            model.add(self._leads[n, told.leader] == 1)
            for seat, card in told.cards.items():
                model.add(self._at[seat, card, n] == 1)
        last = first + len(TOLD) - 1
        five_by = {seat: self._at[seat, THE_FIVE, last] for seat in (Seat.V, Seat.DECLARER)}
        model.add(sum(five_by.values()) == 1)
        if self.rules.the_five == "takes the trick":
            for seat, plays in five_by.items():
                model.add(self._leads[last + 1, seat] == 1).only_enforce_if(plays)
        model.add(self._taken(range(last + 1)) == TAKEN_AFTER)
        if taken is not None:
            model.add(self._taken(range(first)) == taken)
        # 6: the declarer leads a diamond and takes no more.
        model.add(self._leads[last + 1, Seat.DECLARER] == 1)
        model.add(self._led[last + 1, Suit.DIAMONDS] == 1)
        model.add(self._taken(range(last + 1, TRICKS)) == 0)
