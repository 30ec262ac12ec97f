"""Three open hands, one against two: German Ombre, whatever the contract.

The two opponents are taken for one will, which is the worst that the ombre can meet. What the ombre wants is given as
a function of the final tricks, so that ``more than each opponent`` is asked as easily as ``none at all``: the search
answers whether the ombre can bring about a final count that is good enough, and the counts so far enter it only as far
as they still matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol, TypeVar

from gamerules.cards import Card, CardSet, Suit
from gamerules.solve.solution import Judgement, Solution, SolverError, check_engine, seated
from gamerules.solve.two_hands import ENGINES, narrow
from gamerules.tricks import Play

MODEL = "all three hands open; the two opponents play as one against the ombre, who plays for {aim}"

Worth = Callable[[int, int, int], int]
"""What final tricks are worth to the ombre, from his own, the next player's and the last one's; more is better."""


class Order(Protocol):
    """The order of the cards under a contract.

    Attributes:
        trumps: the trumps, high to low.
        suits: the other cards by suit, high to low.
        matadors: the trumps that no lower trump can force (a bit mask).
        same: for each card, the cards of its suit in play (bit masks).
        exempt: for each card led, the matadors that it cannot force (bit masks).
        power: for each card, its strength; a trump is stronger than any other card.
    """

    trumps: tuple[Card, ...]
    suits: MappingProxyType[Suit, tuple[Card, ...]]
    matadors: int
    same: list[int]
    exempt: list[int]
    power: list[int]


@dataclass(frozen=True, slots=True)
class ThreeHands:
    """Three open hands and what is needed to play them out.

    Attributes:
        hands: the cards in hand, by player; those on the table are no longer in hand.
        ombre: the player who is alone.
        leader: who led, or leads, the current trick.
        order: the order of the cards under the contract.
        table: the cards of the current trick.
        taken: the tricks taken so far, by player.
    """

    hands: tuple[CardSet, CardSet, CardSet]
    ombre: int
    leader: int
    order: Order
    table: tuple[Card, ...] = ()
    taken: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        """Refuse what no deal can produce."""
        seated(self.hands, 3, leader=self.leader, ombre=self.ombre)
        held = [len(self.hands[p]) for p in range(3)]
        for place in range(len(self.table)):
            held[(self.leader + place) % 3] += 1
        if len(set(held)) != 1:
            raise SolverError(f"the hands hold {held[0]}, {held[1]} and {held[2]} cards; they must be equal")
        if len(self.table) > 2:
            raise SolverError("a trick of three cards is complete; take it up first")
        cards = (*self.hands, CardSet(self.table))
        if len(cards[0] | cards[1] | cards[2] | cards[3]) != sum(map(len, cards)):
            raise SolverError("a card lies in two places")

    @property
    def actor(self) -> int:
        """Who plays the next card."""
        return (self.leader + len(self.table)) % 3

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""
        return not (self.table or self.hands[0])

    def legal(self, hand: CardSet | None = None) -> CardSet:
        """Return the cards the next player may play, from another hand if one is given."""
        hand = self.hands[self.actor] if hand is None else hand
        if not self.table:
            return hand
        same, exempt = self.order.same[self.table[0]], self.order.exempt[self.table[0]]
        return CardSet.from_mask(hand.mask & same) if hand.mask & same & ~exempt else hand

    def after(self, card: Card) -> ThreeHands:
        """Return the position after a card.

        Raises:
            SolverError: if the card may not be played.
        """
        if card not in self.legal():
            raise SolverError(f"{card} may not be played here; legal: {self.legal()}")
        first, second, third = (hand.remove(card) for hand in self.hands)
        table = (*self.table, card)
        if len(table) < 3:
            return replace(self, hands=(first, second, third), table=table)
        same, trumps = self.order.same[table[0]], CardSet(self.order.trumps).mask
        best = max(table, key=lambda card: ((same | trumps) >> card & 1) * self.order.power[card])
        won = (self.leader + table.index(best)) % 3
        one, two, three = (count + (won == player) for player, count in enumerate(self.taken))
        return replace(self, hands=(first, second, third), leader=won, table=(), taken=(one, two, three))


def most_tricks(ombre: int, one: int, other: int) -> int:
    """Return the ombre's tricks: the worth for whoever asks how many he can take."""
    return ombre


class Tallies:
    """Whether final tricks are good enough, folded back to the counts on the way.

    Counts from which the same futures are good and bad are one class. Class 0 is lost whatever happens, class 1 won.

    Attributes:
        after: for each class, the class after a trick of the ombre, of the next player, of the last.
        classes: the class of each count, from the ombre on.
    """

    def __init__(self, taken: tuple[int, int, int], left: int, good: Callable[[int, int, int], bool]) -> None:
        """Fold: ``taken`` and ``good`` begin with the ombre; ``left`` tricks are to come."""
        self.after: list[tuple[int, int, int]] = [(0, 0, 0), (1, 1, 1)]
        known = {(0, 0, 0): 0, (1, 1, 1): 1}
        self.classes: dict[tuple[int, int, int], int] = {}
        for more in range(left, -1, -1):
            for a, b, c in splits(taken, more):
                if more == left:
                    self.classes[a, b, c] = int(good(a, b, c))
                    continue
                then = (self.classes[a + 1, b, c], self.classes[a, b + 1, c], self.classes[a, b, c + 1])
                if then not in known:
                    known[then] = len(self.after)
                    self.after.append(then)
                self.classes[a, b, c] = known[then]


def splits(taken: tuple[int, int, int], more: int) -> list[tuple[int, int, int]]:
    """Return every way in which the counts can grow by so many tricks."""
    return [(taken[0] + a, taken[1] + b, taken[2] + more - a - b) for a in range(more + 1) for b in range(more - a + 1)]


@dataclass
class Layout:
    """The cards of a deal as bits: suit by suit in the order of play, low to high, without gaps.

    Attributes:
        cards: the card of each bit.
        lanes: the bits of each suit in play, the trumps first.
        matadors: the bits of the matadors.
        bit: the bit of each card.
    """

    cards: list[Card]
    lanes: list[int]
    matadors: int
    bit: dict[Card, int] = field(default_factory=dict)

    @classmethod
    def of(cls, position: ThreeHands) -> Layout:
        """Lay out the cards that are in hand or on the table."""
        order = position.order
        held = position.hands[0] | position.hands[1] | position.hands[2] | CardSet(position.table)
        made = cls([], [], 0)
        for lane in (order.trumps, *order.suits.values()):
            mask = 0
            for card in reversed(lane):
                if card in held:
                    made.bit[card] = 1 << len(made.cards)
                    mask |= made.bit[card]
                    made.cards.append(card)
                    if order.matadors >> card & 1:
                        made.matadors |= made.bit[card]
            made.lanes.append(mask)
        if len(made.cards) != len(held):
            raise SolverError(f"{held} holds a card that has no place in the order of this contract")
        return made

    def mask(self, cards: CardSet) -> int:
        """Return the bits of some cards."""
        return sum(self.bit[card] for card in cards)


class Search:
    """The search, for one deal and one question.

    Attributes:
        nodes: how many positions were searched so far.
    """

    def __init__(self, layout: Layout, after: Sequence[tuple[int, int, int]]) -> None:
        """Begin with an empty memory; ``after`` as in :class:`Tallies`."""
        self.layout, self.after = layout, after
        self.trumps, self.matadors = layout.lanes[0], layout.matadors
        self.nodes = 0
        self._won: dict[int, bool] = {}
        self._words: dict[tuple[int, int, int], int] = {}
        self._lane_of = [next(lane for lane in layout.lanes if lane >> place & 1) for place in range(len(layout.cards))]

    def key(self, hands: tuple[int, int, int], leader: int, tally: int) -> int:
        """Return the position's name: who holds the cards of each suit, high to low, the plain suits sorted."""
        first, second, third = hands
        names = []
        for lane in self.layout.lanes:
            suit = (first & lane, second & lane, third & lane)
            name = self._words.get(suit)
            if name is None:
                name = self._words[suit] = self._word(*suit)
            names.append(name)
        trumps = names.pop(0)
        names.sort()
        number = (trumps << 2 | leader) << 8 | tally
        for name in names:
            number = number << 26 | name
        return number

    def _word(self, first: int, second: int, third: int) -> int:
        number, cards = 1, first | second | third
        number = number << 2 | (cards & self.matadors).bit_count()
        while cards:
            top = 1 << cards.bit_length() - 1
            number = number << 2 | (1 if first & top else 2 if second & top else 3)
            cards ^= top
        return number

    def wins(self, hands: tuple[int, int, int], table: tuple[int, ...], role: int, tally: int) -> bool:
        """Return whether the ombre succeeds.

        Args:
            hands: the bits in hand: the ombre's, the next player's, the last one's.
            table: the bits on the table, in order.
            role: who plays next, counted from the ombre.
            tally: the class of the counts so far.
        """
        if not table:
            return self._begin(hands, role, tally)
        return self._play(hands, sum(hands) + sum(table), table, role, tally)

    def _begin(self, hands: tuple[int, int, int], leader: int, tally: int) -> bool:
        if tally < 2:
            return tally == 1
        key = self.key(hands, leader, tally)
        won = self._won.get(key)
        if won is None:
            self.nodes += 1
            won = self._won[key] = self._play(hands, sum(hands), (), leader, tally)
        return won

    def _play(self, hands: tuple[int, int, int], whole: int, table: tuple[int, ...], role: int, tally: int) -> bool:
        """Search one card; ``whole`` is what was held when the trick began."""
        mine = hands[role]
        own = mine
        if table:
            led = table[0]
            lane = self._lane_of[led.bit_length() - 1]
            same = mine & lane
            higher = self.matadors & lane & -(led << 1)
            if same & ~higher:
                own = same
        for card in self._runs(own, whole & ~mine):
            left = mine ^ card
            there = (left, *hands[1:]) if role == 0 else (hands[0], left, hands[2]) if role == 1 else (*hands[:2], left)
            if len(table) < 2:
                won = self._play(there, whole, (*table, card), (role + 1) % 3, tally)
            else:
                taker = self._taker((*table, card), (role + 1) % 3)
                won = self._begin(there, taker, self.after[tally][taker])
            if won == (role == 0):
                return won
        return role != 0

    def _taker(self, table: tuple[int, ...], leader: int) -> int:
        cards = table[0] | table[1] | table[2]
        deciding = cards & self.trumps or cards & self._lane_of[table[0].bit_length() - 1]
        return (leader + table.index(1 << deciding.bit_length() - 1)) % 3

    def _runs(self, own: int, block: int) -> list[int]:
        """Return one card of each run, high to low; a matador is a run of its own."""
        tops = []
        for lane in self.layout.lanes:
            cards, others = own & lane, block & lane
            while cards:
                top = 1 << cards.bit_length() - 1
                tops.append(top)
                if top & self.matadors:
                    cards ^= top
                    continue
                under = others & top - 1
                cards &= (1 << under.bit_length()) - 1
        return tops


class Solver:
    """Solves positions of one deal of three hands for one worth, and remembers what it found."""

    def __init__(self, position: ThreeHands, worth: Worth) -> None:
        """Make a solver for this position and those that follow from it.

        Args:
            position: any position of the deal.
            worth: what final tricks are worth to the ombre.
        """
        self.worth = worth
        self._deal = position
        self._layout = Layout.of(position)
        self._taken = _from_ombre(position, position.taken)
        self._left = max(map(len, position.hands))
        self.levels = sorted({worth(*final) for final in splits(self._taken, self._left)})
        self._searches: dict[int, tuple[Search, Tallies]] = {}

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        return sum(search.nodes for search, _ in self._searches.values())

    def value(self, position: ThreeHands) -> int:
        """Return what the final tricks will be worth to the ombre.

        Raises:
            SolverError: if the position belongs to another deal.
        """
        cards = position.hands[0] | position.hands[1] | position.hands[2] | CardSet(position.table)
        if position.order is not self._deal.order or not cards <= CardSet(self._layout.cards):
            raise SolverError("the position belongs to another deal than the solver; make another solver")
        first, second, third = (self._layout.mask(hand) for hand in _from_ombre(position, position.hands))
        table = tuple(self._layout.bit[card] for card in position.table)
        role = (position.actor - position.ombre) % 3
        taken = _from_ombre(position, position.taken)

        def reaches(level: int) -> bool:
            search, tallies = self._search(level)
            return search.wins((first, second, third), table, role, tallies.classes[taken])

        return self.levels[narrow(reaches, 0, len(self.levels) - 1)]

    def _search(self, level: int) -> tuple[Search, Tallies]:
        if level not in self._searches:
            least = self.levels[level]
            tallies = Tallies(self._taken, self._left, lambda a, b, c: self.worth(a, b, c) >= least)
            self._searches[level] = Search(self._layout, tallies.after), tallies
        return self._searches[level]

    def choices(self, position: ThreeHands) -> dict[Card, int]:
        """Return the worth of the final tricks after each card the next player may play."""
        return {card: self.value(position.after(card)) for card in position.legal()}

    def line(self, position: ThreeHands) -> tuple[tuple[Play, ...], ThreeHands]:
        """Return a perfect line from here to the end, and the end; among equal cards the first as they are printed."""
        line = []
        value = self.value(position)
        while not position.is_over:
            card = next(card for card in position.legal() if self.value(position.after(card)) == value)
            line.append(Play(position.actor, card))
            position = position.after(card)
        return tuple(line), position


T = TypeVar("T")


def _from_ombre(position: ThreeHands, parts: tuple[T, T, T]) -> tuple[T, T, T]:
    """Return what belongs to the players, the ombre's first."""
    first = position.ombre
    return parts[first], parts[(first + 1) % 3], parts[(first + 2) % 3]


def solve(
    position: ThreeHands, worth: Worth = most_tricks, aim: str = "the most tricks", engine: str = "auto"
) -> Solution:
    """Solve three open hands.

    Args:
        position: any position, in the middle of a trick too.
        worth: what final tricks are worth to the ombre.
        aim: the same in words, for the model.
        engine: ``python`` or ``auto``, which is the same here.

    Returns:
        The solution; its tricks are those of its line, which is one of several if the worth does not tell them apart.

    Raises:
        SolverError: if the engine is unknown.
    """
    check_engine(engine, ENGINES)
    solver = Solver(position, worth)
    solver.value(position)
    nodes = solver.nodes
    line, end = solver.line(position)
    tricks = tuple(after - before for before, after in zip(position.taken, end.taken, strict=True))
    return Solution(tricks, line, nodes, MODEL.format(aim=aim), "python")


def analyse_play(
    position: ThreeHands, cards: Sequence[Card], worth: Worth = most_tricks, engine: str = "auto"
) -> tuple[Judgement, ...]:
    """Judge each card of a line of play by what it costs its side: the ombre, or his opponents together.

    The outcomes before and after are given as the worth to the ombre, alone in their tuples.

    Raises:
        SolverError: if a card may not be played, or the engine is unknown.
    """
    check_engine(engine, ENGINES)
    solver = Solver(position, worth)
    judgements = []
    for card in cards:
        player = position.actor
        there = position.after(card)
        outcomes = solver.choices(position)
        choose = max if player == position.ombre else min
        ideal = choose(outcomes.values())
        best = tuple(other for other, value in outcomes.items() if value == ideal)
        judgements.append(Judgement(Play(player, card), best, (ideal,), (outcomes[card],), abs(ideal - outcomes[card])))
        position = there
    return tuple(judgements)
