"""How the machine plays Vint: a simple policy for calls and cards, and calls by what deals that fit are worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import PACK_52, Card, CardSet, Rank, Suit
from gamerules.game import CHANCE
from gamerules.policy import Choice, Moment
from gamerules.tricks import Play, StandardOrder
from gamerules.vint.auction import PLAYERS, STRAINS, Bid, Bidding
from gamerules.vint.play import Playing, trick_winner
from gamerules.vint.state import Action, State, result_of
from gamerules.vint.terms import DECLARERS, OPPONENTS, TRICKS, Strain
from gamerules.vint.tricks import tricks_bid

DEALS = 12
"""In how many deals that fit a strain is played out before a bid is made in it."""
RAISE = 2
"""How many levels above the lowest possible one are looked at."""


def policy(state: State, rng: Random) -> Action:
    """Choose an action so that a random rubber looks like one; it looks only at what the player may see."""
    if state.actor == CHANCE or state.actor is None:
        return rng.choice(state.legal_actions())
    if isinstance(state.stage, Playing):
        return card_of(state.stage)
    assert isinstance(state.stage, Bidding)
    return call_of(state.stage, state.hands[state.actor])


# ---- calls


def promise(hand: CardSet, strain: Strain) -> float:
    """Return about how many tricks a hand brings its side in a strain, if the partner's is an average one."""
    trump = Suit.parse(strain) if strain.has_trumps else None
    own = 0.0
    for suit in Suit:
        cards = hand.of_suit(suit)
        own += sum({Rank.ACE: 1.0, Rank.KING: 0.7, Rank.QUEEN: 0.3}.get(card.rank, 0.0) for card in cards)
        if trump is None or suit == trump:
            own += 0.7 * max(0, len(cards) - (3 if suit == trump else 4))
        else:
            own += 0.4 * max(0, 2 - len(cards))
    return own + (TRICKS - 4) / 3


def call_of(auction: Bidding, hand: CardSet) -> Bid | Call:
    """Bid the best strain as low as can be while hand and partner's bids promise the tricks; or pass."""
    partner = {
        call.strain
        for n, call in enumerate(auction.calls)
        if isinstance(call, Bid) and (auction.actor - auction.dealer - n) % 4 == 2
    }
    best = max(STRAINS, key=lambda strain: promise(hand, strain) + (strain in partner))
    most = promise(hand, best) + (best in partner)
    if auction.last and auction.last[0] % 2 == auction.actor % 2 and auction.last[1].strain == best:
        return Call.PASS  # the side has its strain, and more tricks are not worth a higher bid
    fits = (call for call in auction.legal_actions() if isinstance(call, Bid) and call.strain == best)
    lowest = next(fits, None)
    return lowest if lowest and tricks_bid(lowest.level) <= most else Call.PASS


# ---- cards


def card_of(play: Playing) -> Card:
    """Lead an ace, or low from the longest suit; take a trick that is not the partner's; else play the lowest card."""
    trump, hand = play.bid.trump, play.hands[play.actor]
    legal = play.legal_actions()
    lowest = min(legal, key=lambda card: (card.suit == trump, card.rank))
    if not play.table:
        sure = [card for card in legal if card.rank == Rank.ACE]
        longest = max(Suit, key=lambda suit: (len(hand.of_suit(suit)), suit == trump))
        return sure[0] if sure else min(hand.of_suit(longest), key=lambda card: card.rank)
    if trick_winner(play.table, play.bid) % 2 == play.actor % 2:
        return lowest
    takes = [card for card in legal if trick_winner((*play.table, Play(play.actor, card)), play.bid) == play.actor]
    order = StandardOrder(trump)
    led = play.table[0].card.suit
    last = len(play.table) == PLAYERS - 1
    if not takes:
        return lowest
    return (
        min(takes, key=lambda card: order.strength(card, led))
        if last or takes[0].suit != led
        else max(takes, key=lambda card: card.rank)
    )


# ---- calls by value


def deals(hand: CardSet, player: int, rng: Random) -> Iterator[tuple[CardSet, ...]]:
    """Yield deals in which a player holds these cards."""
    rest = sorted(PACK_52 - hand)
    while True:
        rng.shuffle(rest)
        others = iter(CardSet(rest[n * TRICKS : (n + 1) * TRICKS]) for n in range(PLAYERS - 1))
        yield tuple(hand if seat == player else next(others) for seat in range(PLAYERS))


def advise(moment: Moment, rng: Random) -> Choice | None:
    """Choose the call that is worth most over deals that fit the hand, played out simply; None in play."""
    state, stage = moment.state, moment.state.stage
    if not isinstance(stage, Bidding):
        return None
    player = moment.player
    some = deals(state.hands[player], player, rng)
    dealt = [next(some) for _ in range(DEALS)]
    values: dict[Any, float] = {Call.PASS: 0.0}
    if stage.last:
        values[Call.PASS] = worth(stage, dealt, player)
    for strain in STRAINS:
        bids = [call for call in stage.legal_actions() if isinstance(call, Bid) and call.strain is strain][:RAISE]
        if not bids or promise(state.hands[player], strain) + 2 < tricks_bid(bids[0].level):
            continue
        ends = [played(stage.after(bids[0]), hands) for hands in dealt]
        for bid in bids:
            auction = stage.after(bid)
            values[bid] = mean(state.rules, [replace(end, auction=auction) for end in ends], player)
    best = max(values, key=values.__getitem__)
    if best is Call.PASS:
        return Choice(best, f"no bid is worth more in {DEALS} deals that fit the hand")
    return Choice(
        best,
        f"in {DEALS} deals that fit the hand it brings {values[best]:+.0f} points on average, a pass "
        f"{values[Call.PASS]:+.0f}",
    )


def played(auction: Bidding, hands: tuple[CardSet, ...]) -> Playing:
    """Return a deal played out by the simple policy."""
    play = Playing.begin(auction, hands)
    while not play.is_over:
        play = play.after(card_of(play))
    return play


def worth(auction: Bidding, dealt: list[tuple[CardSet, ...]], player: int) -> float:
    """Return what the bid that stands brings a player's side on average, less what it brings the other."""
    return mean(auction.rules, [played(auction, hands) for hands in dealt], player)


def mean(rules: Any, ends: list[Playing], player: int) -> float:
    """Return what deals that are played bring a player's side on average, less what they bring the other."""
    total = 0
    for end in ends:
        ledger = result_of(end, rules).ledger(rules)
        gain = ledger.total(DECLARERS) - ledger.total(OPPONENTS)
        total += gain if end.declarer % 2 == player % 2 else -gain
    return total / len(ends)
