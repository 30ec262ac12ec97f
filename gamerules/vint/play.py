"""The deal and the play, supplied: thirteen cards each, suit is followed, and nobody's hand is laid open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from gamerules.cards import PACK_52, Card, CardSet, cards_of
from gamerules.rules import IllegalAction
from gamerules.tricks import Play, StandardOrder, following, winning_play
from gamerules.vint.auction import PLAYERS, Bid, Bidding
from gamerules.vint.rules import Rules
from gamerules.vint.supplied import by, supplied
from gamerules.vint.terms import TRICKS

Hands = tuple[CardSet, ...]
NO_CARDS: Final[Hands] = (CardSet(),) * PLAYERS


@supplied("wikipedia-vint")
def left_of(player: int) -> int:
    """Return who sits to a player's left, and so acts after him."""
    return (player + 1) % PLAYERS


def _with(hands: Hands, player: int, hand: CardSet) -> Hands:
    return (*hands[:player], hand, *hands[player + 1 :])


@supplied("bse-vint", "dorogaved-vint", "wikipedia-vint")
@dataclass(frozen=True, slots=True)
class Dealing:
    """The deal under way: one card at a time, to the left of the dealer first.

    Attributes:
        dealer: who deals.
        hands: the cards dealt so far, by player.
    """

    dealer: int
    hands: Hands = NO_CARDS

    @property
    def receivers(self) -> tuple[int, ...]:
        """The players who get the cards still to be dealt, in order."""
        order = tuple((left_of(self.dealer) + n) % PLAYERS for n in range(PLAYERS))
        return (order * TRICKS)[sum(map(len, self.hands)) :]

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards not yet dealt, lowest number first."""
        return cards_of(PACK_52.mask & ~sum(hand.mask for hand in self.hands))[::-1]

    def after(self, action: Any) -> Dealing:
        """Return the deal with one card more.

        Raises:
            IllegalAction: if the card was dealt before.
        """
        if not isinstance(action, Card) or any(action in hand for hand in self.hands):
            raise IllegalAction(action, by("bse-vint"), "it is not an undealt card", self.legal_actions())
        player = self.receivers[0]
        return replace(self, hands=_with(self.hands, player, self.hands[player].add(action)))


@supplied("foster-vint")
def first_leader(rules: Rules, dealer: int, declarer: int) -> int:
    """Return who leads to the first trick."""
    return left_of(declarer if rules.first_lead == "declarer" else dealer)


@supplied("foster-vint", "wikipedia-vint")
def playable(hand: CardSet, table: tuple[Play, ...]) -> CardSet:
    """Return what may be played: any card to lead; else the suit led by whoever has it, and any card if not."""
    return following(hand, table[0].card.suit, StandardOrder()) if table else hand


@supplied("foster-vint", "wikipedia-vint")
def trick_winner(table: tuple[Play, ...], bid: Bid) -> int:
    """Return who takes a trick, and leads to the next: the highest trump, or else the highest card of the suit led."""
    return winning_play(table, StandardOrder(bid.trump)).player


@supplied("foster-vint", "pagat-vint", "wikipedia-vint")
@dataclass(frozen=True, slots=True)
class Playing:
    """The play under way; there is no dummy.

    Attributes:
        auction: the auction that led here.
        held: the hands as the play began, by player.
        hands: the cards still held, by player.
        leader: who leads, or led, to this trick.
        table: the cards of this trick, in order.
        winners: who took each trick so far, in order.
    """

    auction: Bidding
    held: Hands
    hands: Hands
    leader: int
    table: tuple[Play, ...] = ()
    winners: tuple[int, ...] = ()

    @classmethod
    def begin(cls, auction: Bidding, hands: Hands) -> Playing:
        """Return the play that follows an auction."""
        assert auction.last is not None
        return cls(auction, hands, hands, first_leader(auction.rules, auction.dealer, auction.last[0]))

    @property
    def bid(self) -> Bid:
        """What is played."""
        assert self.auction.last is not None
        return self.auction.last[1]

    @property
    def declarer(self) -> int:
        """Who made the last bid."""
        assert self.auction.last is not None
        return self.auction.last[0]

    @property
    def actor(self) -> int:
        """The player whose card is next."""
        return (self.leader + len(self.table)) % PLAYERS

    @property
    def is_over(self) -> bool:
        """Whether all thirteen tricks are played."""
        return len(self.winners) == TRICKS

    def taken(self, side: int) -> int:
        """Return the tricks of a side: 0 for the first and third player, 1 for the others."""
        return sum(winner % 2 == side for winner in self.winners)

    def legal_actions(self) -> tuple[Card, ...]:
        """Return the cards that may be played, lowest number first."""
        return () if self.is_over else cards_of(playable(self.hands[self.actor], self.table).mask)[::-1]

    def after(self, action: Any) -> Playing:
        """Return the play after a card.

        Raises:
            IllegalAction: if the card is not held, or suit is not followed.
        """
        actor = self.actor
        hand = self.hands[actor]
        if not isinstance(action, Card) or action not in hand:
            raise IllegalAction(action, by(), "it is not in the player's hand", self.legal_actions())
        if action not in playable(hand, self.table):
            reason = f"a card of {self.table[0].card.suit.name.lower()} must follow"
            raise IllegalAction(action, by("foster-vint", "wikipedia-vint"), reason, self.legal_actions())
        hands, table = _with(self.hands, actor, hand.remove(action)), (*self.table, Play(actor, action))
        if len(table) < PLAYERS:
            return replace(self, hands=hands, table=table)
        winner = trick_winner(table, self.bid)
        return replace(self, hands=hands, table=(), leader=winner, winners=(*self.winners, winner))
