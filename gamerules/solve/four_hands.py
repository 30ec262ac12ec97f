"""Four open hands, two against two: bridge, Vint and the endings of nullo.

Whole deals are put to DDS, by way of endplay, which plays bridge faster than anything written here could; as the play
of Vint is that of bridge, its answers hold for both. DDS knows no nullo: for that, and for endings where DDS is not
installed, there is a search of our own, which goes up to :data:`LONGEST` cards a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamerules.cards import Card, CardSet, Suit
from gamerules.extras import need
from gamerules.solve.solution import SolverError, TrickSolver, check_engine, seated
from gamerules.solve.two_hands import LANE, LANES, bounds, narrow, runs
from gamerules.tricks import Play, StandardOrder, following, winning_play

ENGINES = ("auto", "python", "dds")
LONGEST = 8
"""The most cards a hand may hold for the search of our own."""

_SEATS = "NESW"


@dataclass(frozen=True, slots=True)
class FourHands:
    """Four open hands and what is needed to play them out; players 0 and 2 are partners, and 1 and 3.

    Attributes:
        hands: the cards in hand, by player; those on the table are no longer in hand.
        leader: who led, or leads, the current trick.
        trump: the trump suit, or None.
        misere: whether both sides play to take as few tricks as they can.
        table: the cards of the current trick, in order.
    """

    hands: tuple[CardSet, CardSet, CardSet, CardSet]
    leader: int
    trump: Suit | None = None
    misere: bool = False
    table: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no deal can produce."""
        seated(self.hands, 4, leader=self.leader)
        if self.misere and self.trump is not None:
            raise SolverError("nullo has no trump suit; leave trump out")
        held = [len(hand) + ((p - self.leader) % 4 < len(self.table)) for p, hand in enumerate(self.hands)]
        if len(set(held)) != 1:
            raise SolverError(f"the hands hold {', '.join(map(str, held))} cards; they must be equal")
        if len(self.table) > 3:
            raise SolverError("a trick of four cards is complete; take it up first")
        cards = CardSet(self.table).mask
        for hand in self.hands:
            if cards & hand.mask:
                raise SolverError("a card lies in two places")
            cards |= hand.mask

    @property
    def actor(self) -> int:
        """Who plays the next card."""
        return (self.leader + len(self.table)) % 4

    @property
    def left(self) -> int:
        """How many tricks are to be taken, that on the table included."""
        return max(map(len, self.hands)) if len(self.table) < 4 else 0

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""
        return not (self.table or self.hands[0])

    def legal(self, hand: CardSet | None = None) -> CardSet:
        """Return the cards the next player may play, from another hand if one is given."""
        hand = self.hands[self.actor] if hand is None else hand
        return following(hand, self.table[0].suit, StandardOrder(self.trump)) if self.table else hand

    def after(self, card: Card) -> tuple[FourHands, int | None]:
        """Return the position after a card and who took the trick, if it ended one.

        Raises:
            SolverError: if the card may not be played.
        """
        if card not in self.legal():
            raise SolverError(f"{card} may not be played here; legal: {self.legal()}")
        north, east, south, west = (hand.remove(card) for hand in self.hands)
        table = (*self.table, card)
        if len(table) < 4:
            return replace(self, hands=(north, east, south, west), table=table), None
        plays = [Play((self.leader + place) % 4, played) for place, played in enumerate(table)]
        winner = winning_play(plays, StandardOrder(self.trump)).player
        return replace(self, hands=(north, east, south, west), table=(), leader=winner), winner

    @property
    def model(self) -> str:
        """What a solution of this position assumes."""
        aim = "each side plays for the fewest tricks" if self.misere else "each side plays for the most tricks"
        return f"all four hands open; partners play as one; {aim}"


class Search:
    """The search of our own: the value is that of the leader's side, as in :mod:`gamerules.solve.two_hands`."""

    def __init__(self, trump: Suit | None, misere: bool) -> None:
        self.trumps = 0 if trump is None else LANE << 13 * trump
        self.trump = trump
        self.w = -1 if misere else 1
        self.nodes = 0
        self._bounds: dict[int, tuple[int, int]] = {}
        self._words: dict[tuple[int, ...], int] = {}

    def key(self, hands: tuple[int, int, int, int]) -> int:
        """Return the position's name; the hands begin with the leader's."""
        names = []
        for shift, _ in LANES:
            suit = tuple(hand >> shift & LANE for hand in hands)
            name = self._words.get(suit)
            if name is None:
                name, cards = 1, sum(suit)
                while cards:
                    top = 1 << cards.bit_length() - 1
                    name = name << 2 | next(p for p in range(4) if suit[p] & top)
                    cards ^= top
                self._words[suit] = name
            names.append(name)
        if self.trump is None:
            names.sort()
        else:
            names = [names.pop(3 - self.trump), *sorted(names)]
        return names[0] | names[1] << 28 | names[2] << 56 | names[3] << 84

    def reach(self, hands: tuple[int, int, int, int], k: int, goal: int) -> bool:
        """Return whether the leader's side can reach ``goal``; ``k`` tricks are left."""
        if k == 0:
            return goal <= 0
        key = self.key(hands)
        low, high = self._bounds.get(key) or bounds(self.w, 0, k)
        if goal <= low:
            return True
        if goal > high:
            return False
        self.nodes += 1
        found = self.play(hands, sum(hands), (), k, goal)
        self._bounds[key] = (goal, high) if found else (low, goal - 1)
        return found

    def play(self, hands: tuple[int, int, int, int], whole: int, table: tuple[int, ...], k: int, goal: int) -> bool:
        """Return whether the side to play can reach ``goal``.

        Args:
            hands: those still to play in this trick first, beginning with the player to play; then the others.
            whole: all cards held when the trick began.
            table: the cards on the table.
            k: how many tricks are left.
            goal: the value to reach, for the side to play.
        """
        mine = hands[0]
        lane = next((lane for _, lane in LANES if table and table[0] & lane), 0)
        own = mine & lane or mine
        block = whole & ~mine
        rest = self.w * k - goal + 1
        for shift, _ in LANES:
            for top in runs(own >> shift & LANE, block >> shift & LANE):
                card = top << shift
                after = (*hands[1:], mine ^ card)
                if len(table) < 3:
                    if not self.play((after[0], after[1], after[2], after[3]), whole, (*table, card), k, rest):
                        return True
                    continue
                there = (*table, card)
                cards = sum(there)
                deciding = cards & self.trumps or cards & lane
                taker = there.index(1 << deciding.bit_length() - 1)  # counted from the leader, who plays after this
                turned = after[taker:] + after[:taker]
                then = (turned[0], turned[1], turned[2], turned[3])
                # The player to play is the leader's last opponent.
                if taker % 2 == 1:
                    if self.reach(then, k - 1, goal - self.w):
                        return True
                elif not self.reach(then, k - 1, rest - self.w):
                    return True
        return False


class Solver(TrickSolver[FourHands]):
    """Solves positions of four hands with one trump suit and aim, and remembers what it found."""

    def __init__(self, position: FourHands, engine: str = "auto") -> None:
        """Make a solver for this position and those that follow from it.

        Args:
            position: any position of the deal.
            engine: ``dds`` (endplay), ``python``, or ``auto``: our own search for nullo and for endings of no more than
                five cards, DDS for the rest.

        Raises:
            SolverError: if the engine is unknown or cannot play this.
            gamerules.extras.MissingExtraError: if endplay is wanted and not installed.
        """
        check_engine(engine, ENGINES)
        if engine == "dds" and position.misere:
            raise SolverError("DDS cannot play nullo; choose the engine python")
        if engine == "auto":
            engine = "python" if position.misere or position.left <= 5 else "dds"
        if engine == "python" and position.left > LONGEST:
            raise SolverError(
                f"four hands of {position.left} cards are too much for this search; give it {LONGEST} or fewer"
                + ("" if position.misere else ", or choose the engine dds")
            )
        self.engine = engine
        self._search = Search(position.trump, position.misere)
        self._asked = 0

    @property
    def nodes(self) -> int:
        """How many positions were searched so far; DDS does not tell, and each question to it counts as one."""
        return self._search.nodes + self._asked

    def tricks(self, position: FourHands) -> tuple[int, int]:
        """Return the tricks of players 0 and 2 and of players 1 and 3 from here on, the current trick included."""
        if position.is_over:
            return 0, 0
        if self.engine == "dds":
            ours = max(self._ask(position).values())
        else:
            order = [(position.actor + i) % 4 for i in range(4)]
            first, second, third, fourth = (position.hands[p].mask for p in order)
            hands = (first, second, third, fourth)
            table = tuple(card.mask for card in position.table)
            k, w = position.left, self._search.w

            def reaches(goal: int) -> bool:
                if not table:
                    return self._search.reach(hands, k, goal)
                return self._search.play(hands, sum(hands) + sum(table), table, k, goal)

            ours = w * narrow(reaches, *bounds(w, 0, k))
        return self._sides(position, ours)

    def choices(self, position: FourHands) -> dict[Card, tuple[int, int]]:
        """Return the tricks of both sides, the current trick included, after each card the next player may play."""
        if self.engine != "dds":
            return super().choices(position)
        return {card: self._sides(position, ours) for card, ours in self._ask(position).items()}

    def _sides(self, position: FourHands, ours: int) -> tuple[int, int]:
        """Return the tricks of each side from those of the side to play."""
        theirs = position.left - ours
        return (ours, theirs) if position.actor % 2 == 0 else (theirs, ours)

    def _ask(self, position: FourHands) -> dict[Card, int]:
        """Return the tricks of the side to play after each card, as DDS has them, in the order of printing."""
        types, dds = _endplay()
        self._asked += 1
        deal = types.Deal(first=types.Player.find(_SEATS[position.leader]), trump=_denomination(types, position.trump))
        for player, hand in enumerate(position.hands):
            for card in hand:
                deal[types.Player.find(_SEATS[player])].add(_name(card))
        for card in position.table:
            deal.play(_name(card), from_hand=False)
        found = {Card.parse(str(card).replace("T", "10")): tricks for card, tricks in dds.solve_board(deal)}
        return {card: found[card] for card in position.legal()}


def _endplay() -> tuple[Any, Any]:
    return need("endplay.types"), need("endplay.dds")


def _denomination(types: Any, trump: Suit | None) -> Any:
    return types.Denom.find("nt" if trump is None else trump.name[0])


def _name(card: Card) -> str:
    """Return a card as endplay writes it: ``ST`` for the ten of spades."""
    return f"{card.suit.name[0]}{'T' if card.rank == 10 else card.rank.letter}"
