"""The play: the declarer's opponent leads, tricks are of two cards, suit must be followed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet
from gamerules.contract_bridge import TRICKS
from gamerules.rules import IllegalAction, Status, rule
from gamerules.tricks import Play, StandardOrder, winning_play
from gamerules.two_hand_bridge.auction import Bid, Bidding, Contract
from gamerules.two_hand_bridge.deal import upwards


@rule("mendelev.two-hand-bridge.11")
def first_leader(contract: Contract) -> int:
    """Return who leads to the first trick: the declarer's opponent."""
    return 1 - contract.declarer


@rule("mendelev.two-hand-bridge.13", status=Status.INFERRED)
def playable(hand: CardSet, led: Card | None) -> CardSet:
    """Return what may be played: any card to lead; else the suit led if it is held, and any card if it is not."""
    return hand if led is None else hand.of_suit(led.suit) or hand


@rule("mendelev.two-hand-bridge.12")
@dataclass(frozen=True, slots=True)
class Playing:
    """The play under way; a trick is a lead and one answer.

    Attributes:
        contract: what is played.
        thrown: the cards thrown in the exchange, by player.
        held: the hands as the play began, by player.
        hands: the cards still held, by player.
        leader: who leads, or led, to this trick.
        led: the card led, or None.
        taken: the tricks taken, by player.
        calls: the auction that led to the contract.
    """

    contract: Contract
    thrown: tuple[CardSet, CardSet]
    held: tuple[CardSet, CardSet]
    hands: tuple[CardSet, CardSet]
    leader: int
    led: Card | None = None
    taken: tuple[int, int] = (0, 0)
    calls: tuple[Bid | Call, ...] = ()

    @classmethod
    def begin(cls, contract: Contract, auction: Bidding) -> Playing:
        """Return the play that follows an auction."""
        hands = auction.hands
        return cls(contract, auction.thrown, hands, hands, first_leader(contract), calls=auction.calls)

    @property
    def actor(self) -> int | None:
        """The player whose card is next, or None after the thirteenth trick."""
        if self.led is not None:
            return 1 - self.leader
        return None if sum(self.taken) == TRICKS else self.leader

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards that may be played."""
        actor = self.actor
        return () if actor is None else upwards(playable(self.hands[actor], self.led).mask)

    def after(self, action: Any) -> Playing:
        """Return the play after a card.

        Raises:
            IllegalAction: if the card is not held, or suit is not followed.
        """
        actor, led, (first, second) = self.actor, self.led, self.hands
        assert actor is not None
        wrong = refusal(action, self.hands[actor], led)
        if wrong:
            raise IllegalAction(action, *wrong, self.legal_actions())
        hands = (first.remove(action), second) if actor == 0 else (first, second.remove(action))
        if led is None:
            return Playing(self.contract, self.thrown, self.held, hands, self.leader, action, self.taken, self.calls)
        winner = trick_winner(self.contract, Play(self.leader, led), Play(actor, action))
        taken = (self.taken[0] + (winner == 0), self.taken[1] + (winner == 1))
        return Playing(self.contract, self.thrown, self.held, hands, winner, None, taken, self.calls)


@rule(
    "mendelev.two-hand-bridge.13",
    status=Status.INFERRED,
    note="In nullo there are no trumps: the nullo ending shows it.",
)
def trick_winner(contract: Contract, lead: Play, answer: Play) -> int:
    """Return who takes the trick: the higher trump, or else the higher card of the suit led."""
    return winning_play((lead, answer), StandardOrder(contract.bid.strain.trump)).player


def refusal(action: Any, hand: CardSet, led: Card | None) -> tuple[str, str] | None:
    """Return the locus and reason why this cannot be played, or None if it can."""
    if not isinstance(action, Card) or action not in hand:
        return "mendelev.two-hand-bridge.12", "it is not in the player's hand"
    if led is not None and action not in playable(hand, led):
        return "mendelev.two-hand-bridge.13", f"a card of {led.suit.name.lower()} must follow"
    return None
