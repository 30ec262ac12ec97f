"""Two open hands, played perfectly: Slam with its tricks of four and its reserves, two-hand bridge, nullo.

The search asks one question over and over: can the player who leads bring about one of a set of counts of tricks? So
it serves whatever the tricks are worth: the most, the fewest, exactly four, points. A set is a bit mask: bit *n* stands
for *n* more tricks of the player to lead. The answers are remembered at the beginnings of tricks. Only the order of the
cards still held counts, and who holds which, so a position is known by four words over {mine, theirs}, one a suit.

Reserves are searched in one of two ways. Where only the most tricks are sought, or the fewest, they are worth ``d`` to
whoever leads them: that is counted like tricks, and the same words serve both players and many reserves. Otherwise they
lie in the upper half of their players' masks until they are taken up, so that a position tells whose they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gamerules.cards import RANKS_PER_SUIT, Card, CardSet, Suit
from gamerules.solve.solution import SolverError, TrickSolver, check_engine, seated
from gamerules.tricks import Play, StandardOrder, following, winning_play

LANE = (1 << RANKS_PER_SUIT) - 1
LANES = tuple((13 * suit, LANE << 13 * suit) for suit in reversed(Suit))
WIDTH = 4 * RANKS_PER_SUIT
HAND = (1 << WIDTH) - 1
"""The lower half of a mask: the cards in hand."""
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
    """The search, for one trump suit and one worth of the last lead; or for one deal with its reserves.

    Attributes:
        nodes: how many positions were searched so far.
    """

    def __init__(
        self, trump: Suit | None, size: int, d: int = 0, *, kept: int = 0, aside: bool = False, exact: bool = False
    ) -> None:
        """Begin with an empty memory.

        Args:
            trump: the trump suit, or None.
            size: how many cards make a trick of the hands.
            d: what leading at the end adds to one's count; if negative, what not leading adds.
            kept: how many cards are still in each hand when the reserves are taken up.
            aside: whether reserves lie in the upper halves of the masks.
            exact: whether any set may be asked for; if not, each has all counts from one up, or each all from one down.
        """
        self.trump, self.size, self.kept, self.aside, self.exact = trump, size, kept, aside, exact
        self.more, self._last = abs(d), max(d, 0)
        self.trumps = 0 if trump is None else LANE << 13 * trump
        self.nodes = 0
        self._known: dict[int, tuple[int, int]] = {}
        self._rest: dict[tuple[int, int], int] = {}
        self._words: dict[int, int] = {}
        self._cards: dict[int, tuple[int, ...]] = {}

    def forget(self) -> None:
        """Forget all answers."""
        self._known.clear()

    def key(self, x: int, y: int) -> int:
        """Return the position's name: the words of the four suits, plain suits sorted, the trump suit lowest."""
        if x >> WIDTH:
            # Whose the cards are, and which lie aside; hands and reserves may meet, so no rank is left out.
            names = [
                w << 14 | a for w, a in zip(self._names(x | x >> WIDTH, y | y >> WIDTH), self._aside(x, y), strict=True)
            ]
            width = 28
        else:
            names, width = self._names(x, y), 14
        trump = names.pop(3 - self.trump) if self.trump is not None else 0
        names.sort()
        for name in names:
            trump = trump << width | name
        return trump

    def _names(self, x: int, y: int) -> list[int]:
        names, words = [], self._words
        for shift in (39, 26, 13, 0):
            suit = (x >> shift & LANE) << 13 | y >> shift & LANE
            name = words.get(suit)
            if name is None:
                name = words[suit] = word(suit >> 13, suit & LANE)
            names.append(name)
        return names

    def _aside(self, x: int, y: int) -> list[int]:
        return self._names((x | y) >> WIDTH, x | y)

    def reach(self, x: int, y: int, k: int, goal: int) -> bool:
        """Return whether the leader can come to a count in the set ``goal``; ``k`` tricks are left.

        Args:
            x: the leader's cards.
            y: the other's.
            k: how many tricks are left.
            goal: the set.
        """
        whole = (2 << k + self.more) - 1
        if not goal or goal == whole:
            return goal > 0
        if k == 0:
            return bool(goal >> self._last & 1)
        if x >> WIDTH and (x & HAND).bit_count() <= self.kept:
            x, y = x & HAND | x >> WIDTH, y & HAND | y >> WIDTH
        key = self.key(x, y)
        if self.exact:
            key = key << 2 * RANKS_PER_SUIT | goal
        won, lost = self._known.get(key) or (whole, 0)
        if not won & ~goal:
            return True
        if not goal & ~lost:
            return False
        self.nodes += 1
        found = self.play(x, y, x, y, 0, 0, 0, self._size(x), k, goal)
        self._known[key] = (goal, lost) if found else (won, goal)
        return found

    def _size(self, x: int) -> int:
        """Return how many cards the next trick takes; the reserves are played in tricks of two."""
        if not self.aside:
            return self.size if x & x - 1 else 2
        return self.size if x >> WIDTH and (x & HAND).bit_count() - self.kept > 1 else 2

    def against(self, goal: int, k: int) -> int:
        """Return the set of the other player's counts by which the mover misses ``goal``."""
        rest = self._rest.get((goal, k))
        if rest is None:
            most = k + self.more
            rest = self._rest[goal, k] = sum(1 << most - n for n in range(most + 1) if not goal >> n & 1)
        return rest

    def play(self, x: int, y: int, bx: int, by: int, mx: int, my: int, led: int, left: int, k: int, goal: int) -> bool:
        """Return whether the player to play can come to a count in ``goal``.

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
            goal: the set.
        """
        own = x & led or x & HAND
        rest = self.against(goal, k)  # what the other must not come to
        if self.kept:
            by |= by >> WIDTH  # a card kept meets the reserves
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
                    if self.reach(x ^ card, y, k - 1, goal >> 1):
                        return True
                elif not self.reach(y, x ^ card, k - 1, rest >> 1):
                    return True
        return False

    def comes_to(self, position: TwoHands, goal: int) -> bool:
        """Return whether the player to play can come to a count in ``goal``; the reserves, if any, are taken up."""
        me = position.actor
        x, y = (position.hands[p].mask | position.reserves[p].mask << WIDTH for p in (me, 1 - me))
        if not position.table:
            return self.reach(x, y, position.left, goal)
        mine, yours = (CardSet(play.card for play in position.table if play.player == p).mask for p in (me, 1 - me))
        led = LANE << 13 * position.table[0].card.suit
        left = position.trick_size - len(position.table)
        return self.play(x, y, x | mine, y | yours, mine, yours, led, left, position.left, goal)

    def best(self, reaches: Callable[[int], bool], k: int, fewest: bool, guess: int | None = None) -> int:
        """Return the most, or the fewest, of the counts that can be reached in ``k`` tricks.

        Args:
            reaches: whether a set is reached.
            k: how many tricks are left.
            fewest: whether tricks are shunned.
            guess: what it may be.
        """
        most = k + self.more
        if fewest:
            return most - narrow(
                lambda n: reaches((2 << most - n) - 1), 0, most, None if guess is None else most - guess
            )
        return narrow(lambda n: reaches((2 << most) - (1 << n)), 0, most, guess)


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
        self._trump, self._misere, self._size = position.trump, position.misere, position.size
        self._ending = Search(position.trump, 2)
        self.reserves = position.reserves
        self._held = len(self.reserves[0])
        ours, theirs = (reserve.mask for reserve in self.reserves)
        first, second = self._led(ours, theirs), self._held - self._led(theirs, ours)
        self._sure = min(first, second)
        self._hands = Search(position.trump, position.size, first - second)

    def _led(self, x: int, y: int) -> int:
        """Return the tricks of whoever leads the reserves, his own named first."""
        held, ending = self._held, self._ending
        return ending.best(lambda goal: ending.reach(x, y, held, goal), held, self._misere)

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
        left, in_hands = position.left, position.reserves == self.reserves
        self._check(position, in_hands)
        search, sure = (self._hands, self._sure) if in_hands else (self._ending, 0)
        here = replace(position, reserves=(CardSet(), CardSet()))
        count = search.best(lambda goal: search.comes_to(here, goal), here.left, self._misere)
        if here.actor == 1:
            count = here.left + search.more - count
        return count + sure, left - count - sure

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
