"""Four open hands, two against two: bridge, Vint and the endings of nullo.

Whole deals are put to DDS, by way of endplay, which plays bridge faster than anything written here could; as the play
of Vint is that of bridge, its answers hold for both. DDS knows no nullo: for that, and for endings where DDS is not
installed, there is a search of our own. A whole nullo takes it minutes; of bridge it takes up to :data:`LONGEST` cards
a hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamerules.cards import RANKS_PER_SUIT, Card, CardSet, Suit
from gamerules.extras import need
from gamerules.solve.solution import SolverError, TrickSolver, check_engine, seated
from gamerules.solve.two_hands import LANE, LANES, narrow, runs
from gamerules.tricks import Play, StandardOrder, following, winning_play

ENGINES = ("auto", "python", "dds")
LONGEST = 8
"""The most cards a hand may hold for the search of our own, but in nullo."""

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
        winner = (self.leader + _best(table, self.trump)) % 4
        return replace(self, hands=(north, east, south, west), table=(), leader=winner), winner

    @property
    def model(self) -> str:
        """What a solution of this position assumes."""
        aim = "each side plays for the fewest tricks" if self.misere else "each side plays for the most tricks"
        return f"all four hands open; partners play as one; {aim}"


FOUND = 1 << 52
"""In an answer of the search: the goal is reached. The bits below are the cards whose ranks made it so."""
WORD = 26
"""How many bits tell who holds the cards of a suit: two for each card, high to low, and then noughts."""


@dataclass(frozen=True, slots=True)
class _Suit:
    """A suit as it is held.

    Attributes:
        word: who holds its cards.
        lengths: how many each hand holds, four bits each.
        cards: the cards that are still in play, high to low.
    """

    word: int
    lengths: int
    cards: tuple[int, ...]

    @classmethod
    def of(cls, hands: tuple[int, int, int, int]) -> _Suit:
        cards = [bit for place in range(RANKS_PER_SUIT - 1, -1, -1) if (bit := 1 << place) & sum(hands)]
        word = lengths = 0
        for card in cards:
            word = word << 2 | next(p for p in range(4) if hands[p] & card)
        for hand in hands:
            lengths = lengths << 4 | hand.bit_count()
        return cls(word << WORD - 2 * len(cards), lengths, tuple(cards))

    def down_to(self, number: int) -> int:
        """Return the ranks from the highest down to that of the card of this number."""
        return _from(self.cards[number - 1], LANE) if number else 0


class Search:
    """The search of our own: the value is that of the leader's side, each trick 1, or -1 where tricks are shunned.

    A trick won by rank depends on the ranks from its winner up, and on none below. So each answer comes with the ranks
    that it depends on, and holds wherever the same hands hold these and each hand is as long in every suit.
    """

    def __init__(self, trump: Suit | None, misere: bool) -> None:
        """Begin with an empty memory, for one trump suit and aim."""
        self.trumps = 0 if trump is None else LANE << 13 * trump
        self.w = -1 if misere else 1
        self.nodes = 0
        # By the lengths of the hands and by which ranks count, who holds these: the bounds that were found.
        self._known: dict[int, dict[int, tuple[tuple[int, ...], dict[int, tuple[int, int]]]]] = {}
        self._suits: dict[tuple[int, int, int, int], _Suit] = {}
        self._choices: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}

    def reach(self, hands: tuple[int, int, int, int], k: int, goal: int) -> int:
        """Return whether the leader's side can reach ``goal``, :data:`FOUND` or not, and the ranks that made it so.

        Args:
            hands: the hands, beginning with the leader's.
            k: how many tricks are left.
            goal: the value to reach.
        """
        low, high = _bounds(self.w, k)
        if not low < goal <= high:
            return FOUND if goal <= low else 0
        held = [self._suit(hands, shift) for shift, _ in LANES]
        word = lengths = 0
        for suit in held:
            word, lengths = word << WORD | suit.word, lengths << 16 | suit.lengths
        known = self._known.setdefault(lengths, {})
        for mask, (numbers, found) in known.items():
            low, high = found.get(word & mask, (goal - 1, goal))
            if not low < goal <= high:
                ranks = sum(s.down_to(n) << shift for s, n, (shift, _) in zip(held, numbers, LANES, strict=True))
                return ranks | FOUND if goal <= low else ranks
        self.nodes += 1
        answer = self.play(hands, sum(hands), (), 0, k, goal)
        numbers = tuple((sum(hands) & answer & lane).bit_count() for _, lane in LANES)
        mask = sum(
            _from(1 << WORD - 2 * n, (1 << WORD) - 1) << WORD * place for place, n in enumerate(reversed(numbers))
        )
        found = known.setdefault(mask, (numbers, {}))[1]
        low, high = found.get(word & mask) or _bounds(self.w, k)
        found[word & mask] = (goal, high) if answer & FOUND else (low, goal - 1)
        return answer

    def _suit(self, hands: tuple[int, int, int, int], shift: int) -> _Suit:
        first, second, third, fourth = hands
        held = (first >> shift & LANE, second >> shift & LANE, third >> shift & LANE, fourth >> shift & LANE)
        return self._suits.get(held) or self._suits.setdefault(held, _Suit.of(held))

    def play(
        self, hands: tuple[int, int, int, int], whole: int, table: tuple[int, ...], best: int, k: int, goal: int
    ) -> int:
        """Return whether the side to play can reach ``goal``, and the ranks that made it so.

        Args:
            hands: those still to play in this trick first, beginning with the player to play; then the others.
            whole: all cards held when the trick began.
            table: the cards on the table.
            best: the place on the table of the card that wins so far.
            k: how many tricks are left.
            goal: the value to reach, for the side to play.
        """
        mine = hands[0]
        ranks = 0
        for card, top in self._ordered(hands, whole, table, best):
            there = (hands[1], hands[2], hands[3], mine ^ card)
            played = (*table, card)
            wins = len(table) if table and self._beats(card, table[best], table[0]) else best
            if len(played) < 4:
                answer = FOUND ^ self.play(there, whole, played, wins, k, self.w * k - goal + 1)
            else:
                answer = self._taken(there, played, wins, k, goal)
            if answer & top:  # then those of the same use count too
                answer |= _from(card, _lane(card))
            if answer & FOUND:
                return answer
            ranks |= answer
        return ranks

    def _beats(self, card: int, other: int, led: int) -> bool:
        """Return whether a card beats the one that wins so far."""
        if card & self.trumps and not other & self.trumps:
            return True
        return card > other and bool(card & _lane(other))

    def _taken(self, hands: tuple[int, int, int, int], table: tuple[int, ...], taker: int, k: int, goal: int) -> int:
        """Return what a complete trick brings the player who ended it; the hands begin with the leader's."""
        turned = hands[taker:] + hands[:taker]
        then = (turned[0], turned[1], turned[2], turned[3])
        if taker % 2 == 1:
            answer = self.reach(then, k - 1, goal - self.w)
        else:
            answer = FOUND ^ self.reach(then, k - 1, self.w * k - goal + 1 - self.w)
        lane = _lane(table[taker])
        contested = sum(table) & lane ^ table[taker]
        return answer | _from(table[taker], lane) if contested else answer

    def _ordered(
        self, hands: tuple[int, int, int, int], whole: int, table: tuple[int, ...], best: int
    ) -> list[tuple[int, int]]:
        """Return the lowest and the highest card of each run that may be played, first what looks best."""
        mine, lane = hands[0], _lane(table[0]) if table else 0
        own, block = mine & lane or mine, whole & ~mine
        cards = []
        for shift, _ in LANES:
            key = own >> shift & LANE, block >> shift & LANE
            found = self._choices.get(key)
            if found is None:
                found = self._choices[key] = _spans(*key)
            cards += [(low << shift, top << shift) for low, top in found]
        if self.w > 0 or len(cards) == 1:
            return cards
        if not table:
            return sorted(cards, key=lambda card: self._dares(hands, card[0]))
        if not own & lane:
            return sorted(cards, key=lambda card: -((card[1].bit_length() - 1) % RANKS_PER_SUIT))
        over = [card for card in cards if self._beats(card[0], table[best], table[0])]
        under = [card for card in cards if card not in over]
        if len(table) == 3:
            return over + under if best == 1 else under + over
        return under + over[::-1]

    @staticmethod
    def _dares(hands: tuple[int, int, int, int], card: int) -> float:
        """Return how likely a card led at nullo is to take the trick: it should be low, and others have to follow."""
        others = (hands[1] | hands[3]) & _lane(card)
        under = (others & card - 1).bit_count()
        return 1.5 * under - 0.5 * others.bit_count() if others else 20.0


def _bounds(w: int, k: int) -> tuple[int, int]:
    """Return the least and the greatest value that ``k`` tricks can give, each of which weighs ``w``."""
    return min(0, w * k), max(0, w * k)


def _lane(card: int) -> int:
    """Return the bits of a card's suit."""
    return LANE << (card.bit_length() - 1) // RANKS_PER_SUIT * RANKS_PER_SUIT


def _from(card: int, lane: int) -> int:
    """Return the bits of a lane from a card up."""
    return -card & lane


def _spans(own: int, block: int) -> tuple[tuple[int, int], ...]:
    """Return the lowest and the highest card of each run, as :func:`gamerules.solve.two_hands.runs` finds them."""
    tops = runs(own, block)
    inside = [own & 2 * top - 1 & -(2 * under or 1) for top, under in zip(tops, (*tops[1:], 0), strict=False)]
    return tuple((cards & -cards, top) for cards, top in zip(inside, tops, strict=True))


def _best(table: tuple[Card, ...], trump: Suit | None) -> int:
    """Return the place of the card that wins so far."""
    return winning_play([Play(place, card) for place, card in enumerate(table)], StandardOrder(trump)).player


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
        if engine == "python" and position.left > LONGEST and not position.misere:
            raise SolverError(
                f"four hands of {position.left} cards are too much for this search; give it {LONGEST} or fewer, or "
                "choose the engine dds"
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

            best = _best(position.table, position.trump) if table else 0

            def reaches(goal: int) -> bool:
                if not table:
                    return bool(self._search.reach(hands, k, goal) & FOUND)
                return bool(self._search.play(hands, sum(hands) + sum(table), table, best, k, goal) & FOUND)

            ours = w * narrow(reaches, *_bounds(w, k))
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
