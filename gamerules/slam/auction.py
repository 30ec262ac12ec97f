"""The auction: three rounds, who calls when, by how much a bid may be raised, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from gamerules.auction import Call
from gamerules.cards import DISPLAY_ORDER, Suit
from gamerules.rules import Status, rule
from gamerules.slam.rules import Rules
from gamerules.slam.strain import HIGHEST_BID, TRICK_VALUE, Slam, Strain, tricks_needed, worth

ROUNDS = 3
"""How many rounds the auction has."""


@dataclass(frozen=True, slots=True)
class SuitBid:
    """A bid that names its suit along with its points; only where suits rank in the bidding (Mendelev)."""

    points: int
    suit: Suit

    def __str__(self) -> str:
        """Return the bid as text: ``16♠``."""
        return f"{self.points}{self.suit.symbol}"


Bid = int | Slam | SuitBid
"""A bid: a number of points, a slam, or a number with a suit."""


@dataclass(frozen=True, slots=True)
class Auction:
    """How the auction stands.

    Attributes:
        round: the round, from 1 to 3.
        caller: whose call it is; None when the round is over.
        standing: the highest bid so far.
        bidder: who made it.
        floor: the number of points over which a slam was bid, else 0.
        spoken: whether each player has called in this round.
        passed: whether each player has passed in this round.
        out: whether each player is out of the auction for good.
        is_over: whether the whole auction is over.
        calls: all calls, as (round, player, call).
    """

    round: int = 0
    caller: int | None = None
    standing: Bid | None = None
    bidder: int | None = None
    floor: int = 0
    spoken: tuple[bool, bool] = (False, False)
    passed: tuple[bool, bool] = (False, False)
    out: tuple[bool, bool] = (False, False)
    is_over: bool = False
    calls: tuple[tuple[int, int, Bid | Call], ...] = ()

    @property
    def points(self) -> int:
        """The highest number of points bid so far, slams left out; 0 if there is none."""
        if isinstance(self.standing, SuitBid):
            return self.standing.points
        return self.standing if isinstance(self.standing, int) else 0


@rule(
    "slam-dictionary.auction.8",
    "slam-dictionary.auction.1",
    "slam-dictionary.deal.2",
    "slam-dictionary.deal.3",
    "mendelev.slam-auction.1",
    "mendelev.slam-auction.2",
    "mendelev.slam-deal.2",
    "mendelev.slam-deal.3",
)
def next_round(rules: Rules, auction: Auction, dealer: int) -> Auction:
    """Open the next round: the non-dealer calls first (but see decision ``pass_in_round_three``)."""
    number = auction.round + 1
    caller = 1 - dealer
    if number == ROUNDS and rules.pass_in_round_three == "bidder-begins" and auction.bidder is not None:
        caller = auction.bidder
    if auction.out[caller]:
        caller = 1 - caller
    nobody = auction.out == (True, True)  # which does not come about before the third round
    again = (False, False)
    return replace(auction, round=number, caller=None if nobody else caller, spoken=again, passed=again, is_over=nobody)


@rule("slam-dictionary.auction.5", "slam-dictionary.auction.6", "slam-dictionary.example.15")
def raise_limit(rules: Rules, auction: Auction) -> tuple[int, str] | None:
    """Return the highest number that may be bid and the locus that limits it; None where nothing does.

    The limit is counted from the standing bid: over the opponent's in the first two rounds, over one's own after the
    opponent's pass in every round (decision ``limit_in_round_three``). An opening bid raises nothing.
    """
    if rules.raise_limit is None or not auction.points:
        return None
    own = auction.bidder == auction.caller
    if auction.round == ROUNDS:
        scope = rules.limit_in_round_three
        if scope == "neither" or (scope == "own" and not own):
            return None
    locus = "slam-dictionary.auction.6" if own else "slam-dictionary.auction.5"
    return auction.points + rules.raise_limit, locus


@rule(
    "slam-dictionary.aim.1",
    "slam-dictionary.auction.7",
    "slam-dictionary.example.9",
    "slam-dictionary.example.11",
    "mendelev.slam-auction.3",
)
def number_range(rules: Rules, auction: Auction) -> range:
    """Return the plain numbers that may be bid: higher than the standing bid, within the limit and within reach."""
    if isinstance(auction.standing, Slam):
        top = max(worth(auction.standing, strain) for strain in Strain)
        lowest = top + 1 if rules.slam_rank == "by-worth" else HIGHEST_BID + 1
    else:
        lowest = auction.points + 1 if auction.standing is not None else rules.lowest_bid
    limit = raise_limit(rules, auction)
    return range(lowest, min(HIGHEST_BID, limit[0] if limit else HIGHEST_BID) + 1)


@rule("slam-dictionary.auction.7")
def slam_may_be_bid(rules: Rules, auction: Auction, slam: Slam) -> bool:
    """Return whether a slam may be bid: over any number of points, and a grand slam over a small one."""
    if isinstance(auction.standing, Slam):
        return slam is Slam.GRAND and auction.standing is Slam.SMALL
    return rules.slam_rank == "above-all" or auction.points < max(worth(slam, strain) for strain in Strain)


@rule(
    "mendelev.slam-cards.3",
    status=Status.CONFLICTING,
    note="By the same witness bids are numbers; a ranking of suits can matter only where a bid names its suit.",
)
def outranks(bid: SuitBid, auction: Auction) -> bool:
    """Return whether a suit bid of equal points outbids the standing one by the rank of its suit: ♠ ♥ ♦ ♣."""
    standing = auction.standing
    return isinstance(standing, SuitBid) and standing.points == bid.points and bid.suit > standing.suit


@cache
def _suit_bids() -> tuple[SuitBid, ...]:
    """Return all suit bids that some result can reach, from the lowest upwards."""
    return tuple(
        SuitBid(points, suit)
        for points in range(1, HIGHEST_BID + 1)
        for suit in reversed(DISPLAY_ORDER)
        if tricks_needed(_strain_of(suit), points) is not None
    )


def _strain_of(suit: Suit) -> Strain:
    return Strain(suit.name.lower())


def legal_calls(rules: Rules, auction: Auction) -> tuple[Bid | Call, ...]:
    """Return the calls open to the caller: pass, numbers upwards, suit bids where suits rank, slams."""
    numbers = number_range(rules, auction)
    calls: list[Bid | Call] = [Call.PASS, *numbers]
    if rules.suit_rank == "ranked":
        calls += [bid for bid in _suit_bids() if bid.points in numbers or outranks(bid, auction)]
    calls += [slam for slam in Slam if slam_may_be_bid(rules, auction, slam)]
    return tuple(calls)


def refusal(rules: Rules, auction: Auction, call: object) -> tuple[str, str] | None:
    """Return the locus and the reason why a call is not legal, or None if it is."""
    if call is Call.PASS:
        return None
    if isinstance(call, Slam):
        if slam_may_be_bid(rules, auction, call):
            return None
        return "slam-dictionary.auction.7", f"{auction.standing} has been bid, and {call} does not outbid it"
    numbers = number_range(rules, auction)
    if isinstance(call, SuitBid):
        if rules.suit_rank == "none":
            return "slam-dictionary.auction.2", "bids are numbers of points; the strain is named after the auction"
        return _suit_bid_refusal(auction, call, numbers)
    if type(call) is not int:  # a Card is an int, too, and no bid
        return "slam-dictionary.auction.2", "a call is a number of points, a slam or a pass"
    return None if call in numbers else _number_refusal(rules, auction, call, numbers)


def _number_refusal(rules: Rules, auction: Auction, points: int, numbers: range) -> tuple[str, str]:
    limit = raise_limit(rules, auction)
    if points < numbers.start:
        if auction.standing is None:
            return "slam-dictionary.example.9", f"the lowest bid is {numbers.start}"
        return "slam-dictionary.aim.1", f"it is not higher than {auction.standing}"
    if limit is not None and points > limit[0]:
        whose = "one's own" if auction.bidder == auction.caller else "the opponent's"
        return limit[1], f"it raises {whose} {auction.points} by more than {rules.raise_limit}"
    return "slam-dictionary.auction.3", f"no deal can bring more than {HIGHEST_BID} points"


def _suit_bid_refusal(auction: Auction, bid: SuitBid, numbers: range) -> tuple[str, str] | None:
    if tricks_needed(_strain_of(bid.suit), bid.points) is None:
        return "mendelev.slam-auction.4", f"no result brings {bid.points} points in {bid.suit.name.lower()}"
    if bid.points in numbers or outranks(bid, auction):
        return None
    return "mendelev.slam-cards.3", f"it does not outbid {auction.standing}"


@rule(
    "slam-dictionary.auction.1",
    "slam-dictionary.auction.6",
    "slam-dictionary.example.17",
    "mendelev.slam-auction.6",
    note="Whether a pass ends the third round at once is open: decision pass_in_round_three.",
)
def after_call(rules: Rules, auction: Auction, call: Bid | Call) -> Auction:
    """Return the auction after a legal call: one call each in rounds one and two, in round three until a pass."""
    player = auction.caller
    assert player is not None
    other = 1 - player
    last = auction.round == ROUNDS
    last_word = rules.pass_in_round_three == "last-word"
    spoken, passed, out = auction.spoken, auction.passed, auction.out
    standing, bidder, floor = auction.standing, auction.bidder, auction.floor
    spoken = _marked(spoken, player)
    if isinstance(call, Call):
        passed = _marked(passed, player)
        if rules.early_pass == "final" or (last and last_word):
            out = _marked(out, player)
    else:
        floor = auction.points if isinstance(call, Slam) and auction.points else floor
        standing, bidder = call, player
    if last:
        heard = passed[other] or (bidder == other and (spoken[other] or not last_word))
        is_over = out[other] or (isinstance(call, Call) and heard)
        caller = None if is_over else other
    else:
        is_over = out == (True, True) and standing is None
        caller = None if is_over or spoken[other] or out[other] else other
    calls = (*auction.calls, (auction.round, player, call))
    return Auction(auction.round, caller, standing, bidder, floor, spoken, passed, out, is_over, calls)


def _marked(flags: tuple[bool, bool], player: int) -> tuple[bool, bool]:
    return (True, flags[1]) if player == 0 else (flags[0], True)


@rule("slam-dictionary.deal.4", "mendelev.slam-deal.4")
def strains_open(rules: Rules, auction: Auction) -> tuple[Strain, ...]:
    """Return the strains that the winner of the auction may name.

    His bid must be within reach in the strain (decision ``unreachable_strain``), a suit bid holds him to its suit, and
    a slam that ranks by its worth must be worth more than the number outbid (decision ``slam_rank``).
    """
    bid = auction.standing
    if isinstance(bid, SuitBid):
        return (_strain_of(bid.suit),)
    if isinstance(bid, Slam):
        return tuple(s for s in Strain if rules.slam_rank == "above-all" or worth(bid, s) > auction.floor)
    points = auction.points
    return tuple(
        s for s in Strain if rules.unreachable_strain == "allowed" or points <= TRICK_VALUE[s] * Slam.GRAND.level
    )
