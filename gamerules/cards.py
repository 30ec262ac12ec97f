"""Cards, sets of cards and packs.

A :class:`Card` is an integer from 0 to 51, a :class:`CardSet` an immutable value over a 52-bit mask, so that both are
cheap to compare, hash and combine. Text is read leniently (English, Russian, suit signs or letters) and written
strictly (``♠KJ1087 ♥QJ9``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from random import Random

RANKS_PER_SUIT = 13


class Suit(IntEnum):
    """The four suits; the numbers order them for storage and say nothing of any game's ranking."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """The suit's sign: one of ``♣♦♥♠``."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is red (hearts or diamonds)."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)

    def __str__(self) -> str:
        """Return the suit's sign."""
        return self.symbol

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its sign, its English letter or its English name.

        Raises:
            CardError: if the text names no suit.
        """
        key = text.strip().strip(VARIATION_SELECTORS).lower()
        for suit in cls:
            if key in (suit.symbol, suit.name.lower(), suit.name[0].lower(), suit.name[:-1].lower()):
                return suit
        raise CardError(f"{text!r} names no suit; write one of ♠ ♥ ♦ ♣, S H D C, or spades hearts diamonds clubs")


class Rank(IntEnum):
    """The thirteen ranks, by pip value; a game's own order is a function of its contract."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as it is printed: ``2`` to ``10``, ``J``, ``Q``, ``K``, ``A``."""
        return _RANK_TEXT[self - 2]

    def __str__(self) -> str:
        """Return the rank's printed letter."""
        return self.letter


class CardError(ValueError):
    """A text that is not a card, a suit or a set of cards; the message says where and how to mend it."""


VARIATION_SELECTORS = "\ufe0e\ufe0f"
DISPLAY_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

_RANK_TEXT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_RANK_BY_LETTER = {
    **dict(zip(_RANK_TEXT, Rank, strict=True)),
    "T": Rank.TEN,
    # Russian: туз, король, дама, валет. The Cyrillic Т is an ace, the Latin T a ten.
    "Т": Rank.ACE,
    "К": Rank.KING,
    "Д": Rank.QUEEN,
    "В": Rank.JACK,
}
_CYRILLIC = frozenset("ТКДВ")
_LATIN = frozenset("AKQJT")
_SUIT_BY_MARK = {
    **{suit.symbol: suit for suit in Suit},
    **{suit.name[0]: suit for suit in Suit},
    "♤": Suit.SPADES,
    "♡": Suit.HEARTS,
    "♢": Suit.DIAMONDS,
    "♧": Suit.CLUBS,
}
# The sources' old symbol font; read only on request, since © and § have a life of their own.
_OLD_FONT = {"ª": Suit.SPADES, "©": Suit.HEARTS, "¨": Suit.DIAMONDS, "§": Suit.CLUBS}
_TOKEN = re.compile(r"10|.", re.DOTALL)
_VOID_MARKS = frozenset("—–-")
_SEPARATORS = frozenset(", ;\t\n")


class Card(int):
    """One card: an integer from 0 (♣2) to 51 (♠A), thirteen to a suit."""

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        """The card's printed suit."""
        return _SUITS[self]

    @property
    def rank(self) -> Rank:
        """The card's printed rank."""
        return _RANKS[self]

    @property
    def mask(self) -> int:
        """The card as a one-bit mask."""
        return 1 << self

    def __str__(self) -> str:
        """Return the card as text, suit first: ``♦10``."""
        return f"{self.suit.symbol}{self.rank.letter}"

    def __repr__(self) -> str:
        """Return an expression that makes the card again."""
        return f"Card.parse({str(self)!r})"

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Card:
        """Return the card of this suit and rank."""
        return CARDS[suit * RANKS_PER_SUIT + rank - 2]

    @classmethod
    def parse(cls, text: str, *, old_font: bool = False) -> Card:
        """Read one card: ``♦10``, ``D10``, ``DT``, ``♦Д``; with ``old_font`` also ``¨Д``.

        Raises:
            CardError: if the text is not exactly one card.
        """
        cards = CardSet.parse(text, old_font=old_font)
        if len(cards) != 1:
            raise CardError(f"{text!r} is {len(cards)} cards, not one; write a suit and a rank, as ♦10 or DT")
        return next(iter(cards))


_SUITS = tuple(Suit(i // RANKS_PER_SUIT) for i in range(52))
_RANKS = tuple(Rank(i % RANKS_PER_SUIT + 2) for i in range(52))
CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(52))
_SUIT_MASKS = tuple(((1 << RANKS_PER_SUIT) - 1) << (RANKS_PER_SUIT * suit) for suit in Suit)
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = _SUIT_MASKS


@cache
def _cards_of_suit(mask: int) -> tuple[Card, ...]:
    """List the cards of one suit; kept, since a suit has no more than 8,192 holdings."""
    if not mask:
        return ()
    top = mask.bit_length() - 1
    return (CARDS[top], *_cards_of_suit(mask ^ 1 << top))


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a bit mask, by suit (♠ ♥ ♦ ♣), high to low; its reverse is the order of their numbers."""
    return (
        _cards_of_suit(mask & _SPADES)
        + _cards_of_suit(mask & _HEARTS)
        + _cards_of_suit(mask & _DIAMONDS)
        + _cards_of_suit(mask & _CLUBS)
    )


class CardSet:
    """An immutable set of cards over one integer bit mask; iterates from spades to clubs, high to low."""

    __slots__ = ("mask",)

    mask: int
    """The set as a 52-bit mask; bit *n* is card *n*."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        """Make a set of these cards."""
        mask = 0
        for card in cards:
            mask |= 1 << card
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: the value is immutable."""
        raise AttributeError(f"a CardSet is immutable; {name} cannot be set")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Pickle by mask."""
        return (CardSet.from_mask, (self.mask,))

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """Return the set of a bit mask."""
        new = object.__new__(cls)
        _put_mask(new, mask)
        return new

    @classmethod
    def parse(cls, text: str, *, old_font: bool = False) -> CardSet:
        """Read a holding such as ``♠KJ1087 ♥QJ9 ♦— ♣KQ``; letters may be English or Russian, but not both.

        Args:
            text: suit marks (signs, or S H D C) each followed by its ranks; a dash marks a void.
            old_font: also accept the sources' symbol font (ª © ¨ §) for the suits.

        Raises:
            CardError: on an unknown mark, a rank without a suit, a card written twice or two alphabets in one holding.
        """
        marks = _SUIT_BY_MARK | _OLD_FONT if old_font else _SUIT_BY_MARK
        for selector in VARIATION_SELECTORS:
            text = text.replace(selector, "")
        mask = 0
        suit: Suit | None = None
        letters: set[str] = set()
        for match in _TOKEN.finditer(text):
            mark = match.group()
            if mark in _SEPARATORS or mark in _VOID_MARKS:
                continue
            if mark in marks:
                suit = marks[mark]
                continue
            rank = _RANK_BY_LETTER.get(mark)
            at = f"at character {match.start() + 1} of {text!r}"
            if rank is None:
                raise CardError(f"{mark!r} {at} is neither a suit nor a rank; ranks are A K Q J 10 9 … 2 (or Т К Д В)")
            if suit is None:
                raise CardError(f"the rank {mark!r} {at} has no suit before it; write ♠, ♥, ♦, ♣ or S, H, D, C first")
            letters.add(mark)
            bit = Card.of(suit, rank).mask
            if mask & bit:
                raise CardError(f"{Card.of(suit, rank)} is written twice, the second time {at}; remove one")
            mask |= bit
        if letters & _CYRILLIC and letters & _LATIN:
            raise CardError(f"{text!r} mixes Russian and English ranks; Т is an ace in Russian, T a ten: use one")
        return cls.from_mask(mask)

    def __len__(self) -> int:
        """Return the number of cards."""
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        """Return whether there is any card."""
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        """Return whether the card is in the set."""
        return isinstance(card, int) and card >= 0 and (self.mask >> card) & 1 == 1

    def __iter__(self) -> Iterator[Card]:
        """Iterate by suit (♠ ♥ ♦ ♣), high to low."""
        return iter(cards_of(self.mask))

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same cards."""
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        """Hash by the cards held."""
        return hash(self.mask)

    def __or__(self, other: CardSet) -> CardSet:
        """Return the union."""
        return CardSet.from_mask(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        """Return the intersection."""
        return CardSet.from_mask(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        """Return the cards of this set that are not in the other."""
        return CardSet.from_mask(self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        """Return whether every card of this set is in the other."""
        return self.mask & ~other.mask == 0

    def add(self, card: Card) -> CardSet:
        """Return the set with the card."""
        return CardSet.from_mask(self.mask | 1 << card)

    def remove(self, card: Card) -> CardSet:
        """Return the set without the card, which need not be in it."""
        return CardSet.from_mask(self.mask & ~(1 << card))

    def of_suit(self, suit: Suit) -> CardSet:
        """Return the cards of one printed suit."""
        return CardSet.from_mask(self.mask & _SUIT_MASKS[suit])

    def of_rank(self, rank: Rank) -> CardSet:
        """Return the cards of one printed rank."""
        return CardSet(card for card in self if card.rank == rank)

    def __str__(self) -> str:
        """Return the holding as text, voids left out: ``♠KJ1087 ♥QJ9``; the empty set is ``—``."""
        parts = []
        for suit in DISPLAY_ORDER:
            held = self.of_suit(suit)
            if held:
                parts.append(suit.symbol + "".join(card.rank.letter for card in held))
        return " ".join(parts) or "—"

    def __repr__(self) -> str:
        """Return an expression that makes the set again."""
        return f"CardSet.parse({str(self)!r})"


# The slot's own setter, since __setattr__ refuses; twice as fast as object.__setattr__.
_put_mask = CardSet.__dict__["mask"].__set__


@cache
def pack(*ranks: Rank) -> CardSet:
    """Return the pack that has these ranks in each of the four suits."""
    return CardSet(Card.of(suit, rank) for suit in Suit for rank in ranks)


def shuffled(cards: CardSet, rng: Random) -> list[Card]:
    """Return the cards in random order; the same generator state always gives the same order."""
    order = sorted(cards)
    rng.shuffle(order)
    return order


PACK_32 = pack(*(rank for rank in Rank if rank >= Rank.SEVEN))
PACK_40 = pack(*(rank for rank in Rank if rank not in (Rank.EIGHT, Rank.NINE, Rank.TEN)))
PACK_52 = pack(*Rank)
