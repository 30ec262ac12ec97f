"""Two open hands, played perfectly: Slam with its tricks of four and its reserves, two-hand bridge, nullo.

The search asks one question over and over: can the player who leads reach at least so much? It remembers the answers
at the beginnings of tricks. Two facts keep it small. Only the order of the cards still held counts, and who holds
which, so a position is known by four words over {mine, theirs}, one a suit; and with ``d``, what it is worth to lead
once the hands are played out, the same words serve both players.

Value, throughout, is that of the player to lead: each of their tricks weighs ``w`` (1, or -1 where tricks are shunned),
and ``d`` is added if they lead at the end. What one player gains the other loses: the two values add up to
``w * tricks left + d``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gamerules.cards import RANKS_PER_SUIT, Card, CardSet, Suit
from gamerules.solve.solution import SolverError, TrickSolver, check_engine, seated
from gamerules.tricks import Play, StandardOrder, following, winning_play

LANE = (1 << RANKS_PER_SUIT) - 1
LANES = tuple((13 * suit, LANE << 13 * suit) for suit in reversed(Suit))
ENGINES = ("auto", "python")


@dataclass(frozen=True, slots=True)
class TwoHands:
    """Two open hands and what is needed to play them out.

    Attributes:
        hands: the cards in hand, by player; those on the table are no longer in hand.
        leader: who led, or leads, the current trick.
        trump: the trump suit, or None.
        misere: whether both play to take as few tricks as they can.
        size: how many cards make a trick of the hands: 4 (each plays two, in turn) or 2. The last trick of an odd
            number of cards is one of two.
        reserves: cards laid aside, played in tricks of two once the hands are played out; who won the last trick leads.
        kept: how many cards are still in each hand when the reserves are taken up.
        table: the cards of the current trick.
    """

    hands: tuple[CardSet, CardSet]
    leader: int
    trump: Suit | None = None
    misere: bool = False
    size: int = 2
    reserves: tuple[CardSet, CardSet] = (CardSet(), CardSet())
    table: tuple[Play, ...] = ()
    kept: int = 0

    def __post_init__(self) -> None:
        """Refuse what no deal can produce."""
        seated(self.hands, 2, leader=self.leader)
        seated(self.reserves, 2)
        if self.size not in (2, 4):
            raise SolverError(f"a trick of two hands has 2 or 4 cards, not {self.size}")
        if self.kept and self.misere:
            raise SolverError("a position in which cards are kept is solved by its worth; see Scored")
        if self.misere and self.trump is not None:
            raise SolverError("nullo has no trump suit; leave trump out")
        held = [len(self.hands[p]) + sum(play.player == p for play in self.table) for p in (0, 1)]
        if held[0] != held[1]:
            raise SolverError(f"the hands hold {held[0]} and {held[1]} cards; they must be equal")
        if len(self.reserves[0]) != len(self.reserves[1]):
            raise SolverError("the reserves must be equal in number")
        zones = (*self.hands, *self.reserves, CardSet(play.card for play in self.table))
        if len(zones[0] | zones[1] | zones[2] | zones[3] | zones[4]) != sum(map(len, zones)):
            raise SolverError("a card lies in two places")
        if any(play.player != (self.leader + i) % 2 for i, play in enumerate(self.table)):
            raise SolverError("the cards on the table must begin with the leader's and alternate")
        if self.table and len(self.table) >= self.trick_size:
            raise SolverError(f"a trick of {self.trick_size} cards is complete; take it up first")

    @property
    def trick_size(self) -> int:
        """The number of cards of the current trick."""
        return self.size if self._held - (self.kept if self.reserves[0] else 0) > 1 else 2

    @property
    def _held(self) -> int:
        """How many cards the leader held when the current trick began."""
        return len(self.hands[self.leader]) + (len(self.table) + 1) // 2

    @property
    def left(self) -> int:
        """How many tricks are to come, the one on the table included."""
        here = self.opened()
        aside = len(here.reserves[0])
        kept = here.kept if aside else 0
        return -(-2 * (here._held - kept) // here.size) + kept + aside

    @property
    def actor(self) -> int:
        """Who plays the next card."""
        return (self.leader + len(self.table)) % 2

    @property
    def is_over(self) -> bool:
        """Whether every card is played."""
        return not (self.table or self.hands[0] or self.reserves[0])

    def opened(self) -> TwoHands:
        """Return the position with the reserves taken up, if the hands are played out as far as that."""
        if len(self.hands[0]) > self.kept or self.table or not self.reserves[0]:
            return self
        hands = (self.hands[0] | self.reserves[0], self.hands[1] | self.reserves[1])
        return replace(self, hands=hands, reserves=(CardSet(), CardSet()), size=2)

    def legal(self, hand: CardSet | None = None) -> CardSet:
        """Return the cards the next player may play, from another hand if one is given."""
        hand = self.opened().hands[self.actor] if hand is None else hand
        return following(hand, self.table[0].card.suit, StandardOrder(self.trump)) if self.table else hand

    def after(self, card: Card) -> tuple[TwoHands, int | None]:
        """Return the position after a card and who took the trick, if it ended one.

        Raises:
            SolverError: if the card may not be played.
        """
        here = self.opened()
        if card not in here.legal():
            raise SolverError(f"{card} may not be played here; legal: {here.legal()}")
        player = here.actor
        mine, yours = here.hands[player].remove(card), here.hands[1 - player]
        hands = (yours, mine) if player else (mine, yours)
        table = (*here.table, Play(player, card))
        if len(table) < here.trick_size:
            return replace(here, hands=hands, table=table), None
        winner = winning_play(table, StandardOrder(here.trump)).player
        return replace(here, hands=hands, leader=winner, table=()), winner

    @property
    def model(self) -> str:
        """What a solution of this position assumes."""
        aim = "each side plays for the fewest tricks" if self.misere else "each side plays for the most tricks"
        return f"{self.seen}; {aim}"

    @property
    def seen(self) -> str:
        """What is open, in words."""
        return (
            "both hands and both reserves open, the reserves as laid aside" if self.reserves[0] else "both hands open"
        )


def runs(own: int, block: int) -> tuple[int, ...]:
    """Return one bit for each run of own cards, high to low; a run ends where a card of ``block`` lies between."""
    tops, inside = [], False
    for place in range(own.bit_length() - 1, -1, -1):
        bit = 1 << place
        if block & bit:
            inside = False
        elif own & bit:
            if not inside:
                tops.append(bit)
            inside = True
    return tuple(tops)


def word(mine: int, theirs: int) -> int:
    """Return who holds the cards of a suit, high to low, as a number: a leading 1, then 1 for mine and 0 for theirs."""
    number, cards = 1, mine | theirs
    while cards:
        top = 1 << cards.bit_length() - 1
        number = number * 2 + (1 if mine & top else 0)
        cards ^= top
    return number


class Search:
    """The search, for one trump suit, one aim and one worth of the last lead.

    Attributes:
        nodes: how many positions were searched so far.
    """

    def __init__(self, trump: Suit | None, misere: bool, size: int, d: int) -> None:
        """Begin with an empty memory; ``d`` is what leading at the end is worth to whoever does."""
        self.trump, self.size, self.d = trump, size, d
        self.w = -1 if misere else 1
        self.trumps = 0 if trump is None else LANE << 13 * trump
        self.nodes = 0
        self._bounds: dict[int, tuple[int, int]] = {}
        self._words: dict[int, int] = {}
        self._cards: dict[int, tuple[int, ...]] = {}

    def key(self, x: int, y: int) -> int:
        """Return the position's name: the words of the four suits, plain suits sorted, the trump suit lowest."""
        names = []
        words = self._words
        for shift in (39, 26, 13, 0):
            suit = (x >> shift & LANE) << 13 | y >> shift & LANE
            name = words.get(suit)
            if name is None:
                name = words[suit] = word(suit >> 13, suit & LANE)
            names.append(name)
        if self.trump is not None:
            trump = names.pop(3 - self.trump)
            names.sort()
            return trump | names[0] << 14 | names[1] << 28 | names[2] << 42
        names.sort()
        return names[0] | names[1] << 14 | names[2] << 28 | names[3] << 42

    def reach(self, x: int, y: int, k: int, goal: int) -> bool:
        """Return whether the leader can reach ``goal``; ``k`` tricks are left."""
        if k == 0:
            return self.d >= goal
        key = self.key(x, y)
        low, high = self._bounds.get(key) or bounds(self.w, self.d, k)
        if goal <= low:
            return True
        if goal > high:
            return False
        self.nodes += 1
        found = self.play(x, y, x, y, 0, 0, 0, self.size if x & x - 1 else 2, k, goal)
        self._bounds[key] = (goal, high) if found else (low, goal - 1)
        return found

    def play(self, x: int, y: int, bx: int, by: int, mx: int, my: int, led: int, left: int, k: int, goal: int) -> bool:
        """Return whether the player to play can reach ``goal``.

        Args:
            x: their hand.
            y: the other's hand.
            bx: their hand when the trick began.
            by: the other's hand when the trick began; cards between which none of it lies are the same.
            mx: their cards on the table.
            my: the other's cards on the table.
            led: the lane of the suit led; 0 before the lead.
            left: how many cards the trick still wants.
            k: how many tricks are left, this one included.
            goal: the value to reach.
        """
        own = x & led or x
        rest = self.w * k + self.d - goal + 1  # what the other must not reach
        for shift, lane in LANES:
            suit = own >> shift & LANE
            if not suit:
                continue
            block = by >> shift & LANE
            key = (suit << 13 | block) << 6 | shift
            cards = self._cards.get(key)
            if cards is None:
                cards = self._cards[key] = tuple(bit << shift for bit in runs(suit, block))
            for card in cards:
                if left > 1:
                    if not self.play(y, x ^ card, by, bx, my, mx | card, led or lane, left - 1, k, rest):
                        return True
                    continue
                mine = mx | card
                # The two sides' cards differ, so the number with the highest bit in the deciding lane is greater.
                deciding = self.trumps if (mine | my) & self.trumps else led
                if mine & deciding > my & deciding:
                    if self.reach(x ^ card, y, k - 1, goal - self.w):
                        return True
                elif not self.reach(y, x ^ card, k - 1, rest - self.w):
                    return True
        return False


def bounds(w: int, d: int, k: int) -> tuple[int, int]:
    """Return the least and the greatest value that ``k`` tricks can give."""
    return min(0, w * k) + min(0, d), max(0, w * k) + max(0, d)


def narrow(reaches: Callable[[int], bool], low: int, high: int, guess: int | None = None) -> int:
    """Return the greatest goal from ``low`` to ``high`` that is reached; ``low`` is, without asking.

    With a good guess two questions are enough: the guess is reached, and one more is not.
    """
    goal = (low + high + 1) // 2 if guess is None else guess
    while low < high:
        goal = min(max(goal, low + 1), high)
        if reaches(goal):
            low = goal
        else:
            high = goal - 1
        goal = (low + high + 1) // 2 if guess is None else low + 1 if goal == low else high
    return low


class Solver(TrickSolver[TwoHands]):
    """Solves positions of one deal, and remembers what it found.

    One solver may be asked about any position with the same trump suit, aim and reserves; later questions are cheap.
    """

    def __init__(self, position: TwoHands) -> None:
        """Make a solver for this position and those that follow from it."""
        self.w = -1 if position.misere else 1
        self._trump, self._misere, self._size = position.trump, position.misere, position.size
        self._ending = Search(position.trump, position.misere, 2, 0)
        self.reserves = position.reserves
        self._held = len(self.reserves[0])
        ours, theirs = (reserve.mask for reserve in self.reserves)
        first = self._value(self._ending, ours, theirs, self._held, 0)
        self._second = self.w * self._held - self._value(self._ending, theirs, ours, self._held, 0)
        self._d = first - self._second
        self._hands = Search(position.trump, position.misere, position.size, self._d)

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        return self._ending.nodes + self._hands.nodes

    def tricks(self, position: TwoHands) -> tuple[int, int]:
        """Return the tricks of each player from this position on, the current trick included.

        Raises:
            SolverError: if the position has another trump suit or aim, or other reserves, than the solver's deal.
        """
        position = position.opened()
        hands, table, leader = position.hands, position.table, position.leader
        in_hands = position.reserves == self.reserves
        self._check(position, in_hands)
        search, d = (self._hands, self._d) if in_hands else (self._ending, 0)
        size = self._size if in_hands else 2
        held = len(hands[leader]) + (len(table) + 1) // 2
        k = (held * 2 + size - 1) // size
        if not table:
            value = self._value(search, hands[leader].mask, hands[1 - leader].mask, k, d)
            mover = leader
        else:
            value, mover = self._mid_trick(search, position, k, d), position.actor
        # From the mover's value to player 0's: then the reserves' share for player 0 if player 1 leads them.
        if mover == 1:
            value = self.w * k + d - value
        total = self.w * k
        if in_hands:
            value += self._second
            total += self.w * self._held
        return self.w * value, self.w * (total - value)

    def _check(self, position: TwoHands, in_hands: bool) -> None:
        """Refuse a position of another deal: what the solver remembers would not hold for it."""
        cards = position.hands[0] | position.hands[1] | CardSet(play.card for play in position.table)
        same = (position.trump, position.misere) == (self._trump, self._misere)
        if in_hands:
            same = same and (position.size == self._size or not cards)
        else:
            same = same and not position.reserves[0] and cards <= self.reserves[0] | self.reserves[1]
        if not same:
            raise SolverError("the position belongs to another deal than the solver; make another solver")

    def _value(self, search: Search, x: int, y: int, k: int, d: int) -> int:
        low, high = bounds(self.w, d, k)
        return narrow(lambda goal: search.reach(x, y, k, goal), low, high)

    def _mid_trick(self, search: Search, position: TwoHands, k: int, d: int) -> int:
        """Return the value of the player to play, with cards on the table."""
        me = position.actor
        x, y = position.hands[me].mask, position.hands[1 - me].mask
        mine, yours = (CardSet(play.card for play in position.table if play.player == p).mask for p in (me, 1 - me))
        led = LANE << 13 * position.table[0].card.suit
        left = position.trick_size - len(position.table)

        def reaches(goal: int) -> bool:
            return search.play(x, y, x | mine, y | yours, mine, yours, led, left, k, goal)

        return narrow(reaches, *bounds(self.w, d, k))


def every_strain(position: TwoHands, engine: str = "auto") -> dict[str, tuple[int, int]]:
    """Return the tricks of each player in every strain, the same cards held: the four suits, no trumps and nullo.

    Args:
        position: a position; its own strain is left out of account, its cards on the table are not.
        engine: as for :func:`solve`.
    """
    check_engine(engine, ENGINES)
    strains: dict[str, tuple[Suit | None, bool]] = {suit.name.lower(): (suit, False) for suit in Suit}
    strains |= {"no trumps": (None, False), "nullo": (None, True)}
    found = {}
    for name, (trump, misere) in strains.items():
        here = replace(position, trump=trump, misere=misere)
        found[name] = Solver(here).tricks(here)
    return found
