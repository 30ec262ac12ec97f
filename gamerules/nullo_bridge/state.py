"""The play of a nullo with hands that may be known in part: of a full deal every card, of the ending what it tells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from gamerules.cards import PACK_52, Card, CardSet, Suit, cards_of
from gamerules.contract_bridge import BOOK, TRICKS
from gamerules.game import Drawn
from gamerules.ledger import Ledger
from gamerules.nullo_bridge.knowledge import NONE, Hand, fits, require_fit
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, SIDES, Seat
from gamerules.rules import IllegalAction, ImpossibleInputError, Status, rule
from gamerules.tricks import Play, StandardOrder, winning_play

ORDER: Final = StandardOrder()
"""A nullo has no trumps: ♣J falls on a heart lead and does not take it (mendelev.nullo-deal.3)."""


class Unnamed(StrEnum):
    """A card that the source does not name; it did not take the trick."""

    CARD = "unnamed"


Action = Card | Unnamed


@rule("mendelev.nullo-deal.6")
def most_tricks(level: int) -> int:
    """Return the most tricks that a nullo of this level may take: three for four nullo."""
    return TRICKS - BOOK - level


@rule(
    "mendelev.nullo-deal.1",
    status=Status.INFERRED,
    note="A diamond lead would let dummy throw an ace only if suit is followed.",
)
def must_follow(hand: Hand, led: Suit) -> CardSet:
    """Return the cards known to be held that suit-following binds the hand to: those of the suit led."""
    return hand.known.of_suit(led)


@rule("mendelev.nullo-deal.2", "mendelev.nullo-deal.4", status=Status.INFERRED)
def trick_winner(trick: tuple[tuple[Seat, Action], ...]) -> Seat:
    """Return who takes a trick and leads to the next: the highest named card of the suit led; no trumps."""
    named = [Play(seat, card) for seat, card in trick if isinstance(card, Card)]
    return SEATS[winning_play(named, ORDER).player]


@dataclass(frozen=True, slots=True)
class State(Drawn):
    """A position of the play.

    Attributes:
        rules: the readings in force.
        level: the level of the nullo.
        hands: what is known of each hand, by seat.
        leader: who leads, or led, to this trick.
        trick: the cards on the table, each with its seat.
        taken: the tricks taken, by the declarer's side and by the opponents.
        seen: the cards played that are known.
        unseen: how many cards were played without being named.
    """

    rules: Rules
    level: int
    hands: tuple[Hand, Hand, Hand, Hand]
    leader: Seat
    trick: tuple[tuple[Seat, Action], ...]
    taken: tuple[int, int]
    seen: CardSet
    unseen: int

    @classmethod
    def start(
        cls,
        hands: tuple[Hand, Hand, Hand, Hand],
        rules: Rules = Rules.MENDELEV,
        *,
        level: int = 4,
        leader: Seat = Seat.B,
        taken: tuple[int, int] = (0, 0),
    ) -> State:
        """Return the play at the beginning of a trick; the tricks taken before were played unseen.

        Raises:
            ImpossibleInputError: if no deal can produce this.
        """
        state = cls(rules, level, hands, leader, (), taken, NONE, 4 * sum(taken))
        if min(taken) < 0 or len({len(hand) for hand in hands}) != 1 or len(hands[0]) + sum(taken) != TRICKS:
            sizes = ", ".join(str(len(hand)) for hand in hands)
            raise ImpossibleInputError(
                f"hands of {sizes} cards after {sum(taken)} trick{'s' * (sum(taken) != 1)} are impossible; "
                f"each has {TRICKS} less one a trick"
            )
        if len(state.known) != sum(len(hand.known) for hand in hands):
            raise ImpossibleInputError("a card is in two hands")
        require_fit(hands, state.unlocated, state.unseen)
        return state

    @property
    def known(self) -> CardSet:
        """The cards known to be in some hand."""
        mask = 0
        for hand in self.hands:
            mask |= hand.known.mask
        return CardSet.from_mask(mask)

    @property
    def unlocated(self) -> CardSet:
        """The cards of which it is not known where they are."""
        return PACK_52 - self.known - self.seen

    @property
    def turn(self) -> Seat:
        """The seat whose card is next; the declarer chooses for dummy."""
        return SEATS[(self.leader + len(self.trick)) % 4]

    @property
    def actor(self) -> int | None:
        """The seat whose card is next, or None after the last trick."""
        return None if self.is_over else int(self.turn)

    @property
    def phase(self) -> str:
        """``play`` or ``over``."""
        return "over" if self.is_over else "play"

    @property
    def is_over(self) -> bool:
        """Whether all thirteen tricks are played."""
        return sum(self.taken) == TRICKS

    @property
    def quota(self) -> int:
        """The most tricks that the declarer's side may take."""
        return most_tricks(self.level)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the cards that may be played, and last, where a hand is not fully known, a card not named.

        A card of unknown place may be played if the suits and numbers of what is known allow that the hand holds it.
        """
        if self.is_over:
            return ()
        cards = cards_of(self._playable())[::-1]
        return (*cards, Unnamed.CARD) if self.trick and self.hands[self.turn].unknown else cards

    def after(self, action: Action) -> State:
        """Return the state after a card.

        Raises:
            IllegalAction: if the seat cannot hold the card, or does not follow suit.
        """
        if self.is_over or not self._is_legal(action):
            raise IllegalAction(action, *self._refusal(action), self.legal_actions())
        hands, leader, taken = self._hands_after(action), self.leader, self.taken
        seen, unseen = self.seen, self.unseen
        if isinstance(action, Card):
            seen = seen.add(action)
        else:
            unseen += 1
        trick: tuple[tuple[Seat, Action], ...] = (*self.trick, (self.turn, action))
        if len(trick) == len(SEATS):
            leader = trick_winner(trick)
            trick, taken = (), tricks_after(taken, leader)
        return State(self.rules, self.level, hands, leader, trick, taken, seen, unseen)

    @property
    def _led(self) -> Suit | None:
        """The suit led; a lead is always named."""
        if not self.trick:
            return None
        card = self.trick[0][1]
        assert isinstance(card, Card)
        return card.suit

    def _is_legal(self, action: object) -> bool:
        if isinstance(action, Card):
            return self._playable() >> action & 1 == 1
        return action is Unnamed.CARD and bool(self.trick) and self.hands[self.turn].unknown > 0

    def _playable(self) -> int:
        """Return, as a mask, the cards that the seat to play may hold and play."""
        hand, led = self.hands[self.turn], self._led
        bound = NONE if led is None else must_follow(hand, led)
        if not hand.unknown:
            return (bound or hand.known).mask
        found = bound.mask
        # Cards of one suit stand or fall together: ranks play no part in what fits.
        for suit in Suit:
            others = (self.unlocated - hand.lacks).of_suit(suit)
            if others and (not bound or suit == led) and self._fits_after(next(iter(others))):
                found |= others.mask
        if not bound and len(hand.known) and self._fits_after(next(iter(hand.known))):
            found |= hand.known.mask
        return found

    def _fits_after(self, card: Card) -> bool:
        """Return whether the cards of unknown place still fit once the card is played and what it shows is known."""
        return fits(self._hands_after(card), self.unlocated.remove(card), self.unseen)

    def _hands_after(self, action: Action) -> tuple[Hand, Hand, Hand, Hand]:
        """Return what is known of the hands after a card: one that does not follow suit shows that there is none."""
        turn, led = self.turn, self._led
        hand = self.hands[turn]
        if not isinstance(action, Card):
            hand = replace(hand, unknown=hand.unknown - 1)
        else:
            hand = hand.without(action)
            if led is not None and action.suit != led:
                hand = hand.lacking(led)
        hands = list(self.hands)
        hands[turn] = hand
        b, dummy, v, declarer = hands
        return (b, dummy, v, declarer)

    def _refusal(self, action: Action) -> tuple[str, str]:
        """Return the sentence that an illegal action breaks, and why."""
        if self.is_over:
            return "mendelev.nullo-deal.6", "the play is over"
        seat, hand, led = self.turn, self.hands[self.turn], self._led
        if action is Unnamed.CARD:
            if led is None:
                return "mendelev.nullo-deal.2", "a lead must be named, or nobody could follow it"
            return "mendelev.nullo-deal.3", f"all cards of {seat} are known, so the card can be named"
        if not isinstance(action, Card):
            return "mendelev.nullo-deal.3", "it is not a card"
        if action in self.seen:
            return "mendelev.nullo-deal.3", "it was played before"
        if action not in hand.known and (action in self.known or not hand.unknown):
            return "mendelev.nullo-deal.3", f"{seat} does not hold it"
        if led is not None and action.suit != led and (bound := must_follow(hand, led)):
            return "mendelev.nullo-deal.1", f"{seat} holds {bound} and must follow suit"
        if action in hand.lacks:
            return "mendelev.nullo-deal.1", f"{seat} has no {action.suit.symbol}"
        return "mendelev.nullo-deal.1", f"the cards not yet seen leave {seat} no room to play it"

    def ledger(self) -> Ledger:
        """Return an empty ledger: what this game pays for a nullo was told in the part that is lost."""
        return Ledger(SIDES)

    def view(self, player: int) -> State:
        """Return what a seat may see: its own hand, and dummy, which lies open from the first lead on.

        The hidden hands keep their number of cards and the suits that they have shown to lack.
        """
        is_open = (player, Seat.DUMMY) if self.trick or sum(self.taken) else (player,)
        b, dummy, v, declarer = (
            hand if seat in is_open else Hand(NONE, len(hand), hand.lacks)
            for seat, hand in zip(SEATS, self.hands, strict=True)
        )
        return replace(self, hands=(b, dummy, v, declarer))


@rule("mendelev.nullo-deal.5")
def tricks_after(taken: tuple[int, int], winner: Seat) -> tuple[int, int]:
    """Return the count of tricks after one more: dummy's tricks are the declarer's."""
    ours, theirs = taken
    return (ours + 1, theirs) if winner.is_declaring else (ours, theirs + 1)
