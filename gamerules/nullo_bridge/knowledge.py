"""What is known of a hand whose deal is lost: cards it surely holds, how many more, and which it cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gamerules.cards import DISPLAY_ORDER, PACK_52, Card, CardSet, Suit
from gamerules.rules import ImpossibleInputError

NONE: Final = CardSet()
_SUIT_MASKS: Final = tuple(PACK_52.of_suit(suit).mask for suit in Suit)


@dataclass(frozen=True, slots=True)
class Hand:
    """What is known of one hand.

    Attributes:
        known: the cards that it holds for certain.
        unknown: how many more cards it holds.
        lacks: the cards that are not among those, being of suits that the hand has shown not to have.
    """

    known: CardSet = NONE
    unknown: int = 0
    lacks: CardSet = NONE

    def __len__(self) -> int:
        """Return the number of cards held."""
        return len(self.known) + self.unknown

    @property
    def suits_lacking(self) -> tuple[Suit, ...]:
        """The suits of which it holds no card but those known, spades first."""
        return tuple(suit for suit in DISPLAY_ORDER if self.lacks.mask & _SUIT_MASKS[suit])

    def lacking(self, *suits: Suit) -> Hand:
        """Return the hand once it is known to have no unknown card of these suits."""
        mask = self.lacks.mask
        for suit in suits:
            mask |= _SUIT_MASKS[suit]
        return Hand(self.known, self.unknown, CardSet.from_mask(mask))

    def without(self, card: Card) -> Hand:
        """Return the hand after it has played a card, known or not."""
        if card in self.known:
            return Hand(self.known.remove(card), self.unknown, self.lacks)
        return Hand(self.known, self.unknown - 1, self.lacks)

    def __str__(self) -> str:
        """Return the hand in words: ``♠2 ♥QJ and 6 more, no ♣``."""
        parts = [str(self.known)] if self.known or not self.unknown else []
        if self.unknown:
            parts.append(f"{self.unknown} more" if parts else f"{self.unknown} cards")
        lacks = "".join(suit.symbol for suit in self.suits_lacking)
        return " and ".join(parts) + (f", no {lacks}" if lacks else "")


def fits(hands: Sequence[Hand], unlocated: CardSet, unseen: int) -> bool:
    """Return whether cards of unknown place can fill the hands and the pile of cards played unseen.

    By Hall's theorem it is enough that for every set of suits the cards of those suits find room in what may take
    them. Suits and numbers decide; no rank is considered.

    Args:
        hands: what is known of each hand.
        unlocated: the cards whose place is unknown.
        unseen: how many cards were played without being named.
    """
    mask = unlocated.mask
    if mask.bit_count() != unseen + sum([hand.unknown for hand in hands]):
        return False
    # One bit a suit: the suits each hand may still take, and for each set of suits how many cards must find room.
    takes = [
        (hand.unknown, sum([1 << i for i, suit in enumerate(_SUIT_MASKS) if not hand.lacks.mask & suit]))
        for hand in hands
        if hand.unknown
    ]
    counts = [(mask & suit).bit_count() for suit in _SUIT_MASKS]
    for suits in range(1, 16):
        room = unseen
        for number, may in takes:
            if may & suits:
                room += number
        if room < sum([count for i, count in enumerate(counts) if suits >> i & 1]):
            return False
    return True


def require_fit(hands: Sequence[Hand], unlocated: CardSet, unseen: int) -> None:
    """Refuse hands that no deal can produce.

    Raises:
        ImpossibleInputError: if the cards of unknown place cannot fill what is left open.
    """
    if not fits(hands, unlocated, unseen):
        wanted = unseen + sum(hand.unknown for hand in hands)
        raise ImpossibleInputError(
            f"{len(unlocated)} cards have no known place ({unlocated}) and cannot fill the {wanted} places left open; "
            "check the sizes of the hands, the tricks played before, and the suits they lack"
        )
