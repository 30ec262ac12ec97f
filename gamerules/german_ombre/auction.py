"""The auction: two at a time, no suits named, and one of the two may hold the other's bid with ``here``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gamerules.auction import Call
from gamerules.cards import Suit
from gamerules.german_ombre.contracts import Contract, How, ladder
from gamerules.german_ombre.deal import seats
from gamerules.german_ombre.rules import Rules
from gamerules.rules import Status, rule


class Word(StrEnum):
    """What a player says or does in one word, besides passing, bidding and playing a card."""

    PLAY = "I play"
    """Forehand takes part in the auction (he may also say "I listen")."""
    HERE = "here"
    """The same game as the opponent's."""
    TAKE = "take the talon"
    ENOUGH = "enough"
    """The cards chosen so far, or none, are those to be discarded."""
    BEGIN = "begin"
    MARCH = "announce march"
    CONCEDE = "concede"
    STOP = "stop"
    """The ombre has the first five tricks and asks for his winnings."""


AuctionCall = Word | Call | Contract


@dataclass(frozen=True, slots=True)
class Auction:
    """Where an auction stands.

    Attributes:
        dealer: the dealer.
        turn: who speaks; who spoke last, when the auction is over.
        holder: who would be ombre now: the player of the highest bid, or forehand who has said ``I play``.
        standing: the highest bid, or None.
        passed: whether each player has passed.
        is_over: whether nobody is left to speak.
    """

    dealer: int
    turn: int
    holder: int | None = None
    standing: Contract | None = None
    passed: tuple[bool, bool, bool] = (False, False, False)
    is_over: bool = False

    @property
    def active(self) -> tuple[int, ...]:
        """The players who have not passed, forehand first."""
        return tuple(player for player in seats(self.dealer) if not self.passed[player])


@rule("german-ombre.auction.4")
def open_auction(dealer: int) -> Auction:
    """Return the auction at its beginning: forehand says whether he takes part."""
    return Auction(dealer, seats(dealer)[0])


@rule("german-ombre.auction.1")
def duel(auction: Auction) -> tuple[int, ...]:
    """Return the players who bid against each other now: two at a time, the dealer only when one of them has passed."""
    return auction.active[:2]


@rule("german-ombre.auction.6", "german-ombre.auction.8")
def privileged(auction: Auction) -> int:
    """Return who may hold the other's bid: forehand, and once he has passed the dealer."""
    first, _, dealer = seats(auction.dealer)
    return dealer if auction.passed[first] else first


@rule("german-ombre.auction.6", "german-ombre.auction.7")
def may_hold(auction: Auction, able: Sequence[Contract]) -> bool:
    """Return whether the speaker may say ``here``: he has the privilege, and there is a bid that his hand allows."""
    return (
        auction.turn == privileged(auction)
        and auction.standing is not None
        and auction.holder != auction.turn
        and auction.standing in able
    )


@rule(
    "german-ombre.auction.3",
    "german-ombre.auction.4",
    "german-ombre.auction.5",
    "german-ombre.auction.6",
    "german-ombre.aim.1",
)
def calls(auction: Auction, able: Sequence[Contract]) -> tuple[AuctionCall, ...]:
    """Return what the speaker may say: pass, hold where he may, or name any higher game; no call names a suit.

    Forehand begins with ``I play`` or a pass; the other then has to name a game or pass.

    Args:
        auction: where the auction stands.
        able: the contracts that can be declared and that the speaker's hand allows, low to high.
    """
    if auction.is_over:
        return ()
    if is_opening(auction):
        return (Call.PASS, Word.PLAY)
    hold = (Word.HERE,) if may_hold(auction, able) else ()
    floor = auction.standing or 0
    return (Call.PASS, *hold, *(contract for contract in able if contract > floor))


def is_opening(auction: Auction) -> bool:
    """Return whether nobody has spoken yet."""
    return auction.holder is None and not any(auction.passed)


@rule("german-ombre.auction.1", "german-ombre.auction.2")
def after_call(auction: Auction, call: AuctionCall) -> Auction:
    """Return the auction after a legal call. A player who has passed does not speak again."""
    me = auction.turn
    if call is Call.PASS:
        first, second, third = (gone or player == me for player, gone in enumerate(auction.passed))
        auction = replace(auction, passed=(first, second, third))
        following = _next_after_pass(auction)
    else:
        following = next((player for player in duel(auction) if player != me), None)
        standing = call if isinstance(call, Contract) else auction.standing
        auction = replace(auction, holder=me, standing=standing)
    return replace(auction, is_over=True) if following is None else replace(auction, turn=following)


@rule(
    "german-ombre.auction.1",
    "german-ombre.auction.5",
    "german-ombre.auction.8",
    status=Status.INFERRED,
    note="That middlehand speaks first when forehand has passed at once is inferred: the dealer has the "
    "right to hold his bids, as forehand has; and the dealer alone left may still name a game.",
)
def _next_after_pass(auction: Auction) -> int | None:
    """Return who speaks after a pass: whoever of those left does not hold the auction; None when it is over."""
    others = [player for player in auction.active if player != auction.holder]
    return others[0] if others else None


@rule("german-ombre.aim.1", "german-ombre.all-pass.1")
def ombre_of(auction: Auction) -> int | None:
    """Return who has become ombre when the auction is over: who made the highest bid; None if all have passed."""
    return auction.holder  # he never passes, for he is asked only once another has outbid or held him


@rule("german-ombre.auction.9", "german-ombre.auction.10")
def final_contracts(rules: Rules, bid: Contract | None, how: How) -> tuple[Contract, ...]:
    """Return the contracts that the ombre may play who was left with a bid, or with none (``I play`` and two passes).

    He may go up to any higher game; in the strict variant only from a hand, to a grand or null.
    """
    able = ladder(rules.blind_tourne, how)
    if bid is None:
        return able
    if rules.final_contract == "may-rise":
        return tuple(contract for contract in able if contract >= bid)
    if bid in (Contract.HAND, Contract.HAND_COULEUR):
        return (bid, Contract.GRAND, Contract.NULL)
    return (bid,)


def refusal(auction: Auction, call: object, able: Sequence[Contract], declared: Sequence[Contract]) -> tuple[str, str]:
    """Return the locus and reason why a call that is not among the legal ones is refused.

    Args:
        auction: where the auction stands.
        call: what was said.
        able: the contracts that can be declared and that the speaker's hand allows.
        declared: the contracts that can be declared at all.
    """
    if isinstance(call, Suit):
        return "german-ombre.auction.3", "suits are not named in the auction"
    if is_opening(auction):
        return "german-ombre.auction.4", "forehand begins by saying whether he plays"
    if call is Word.HERE:
        if auction.turn != privileged(auction):
            return "german-ombre.auction.6", "only forehand, or after his pass the dealer, may hold a bid"
        if auction.standing is None:
            return "german-ombre.auction.7", "there is no bid to hold"
        return not_declared(auction.standing, declared)
    if isinstance(call, Contract):
        if auction.standing is not None and call <= auction.standing:
            return "german-ombre.contracts.1", f"bid higher than {auction.standing}, or hold it"
        return not_declared(call, declared)
    return "german-ombre.auction.5", "name a game, or pass"


def not_declared(contract: Contract, declared: Sequence[Contract]) -> tuple[str, str]:
    """Return the locus and reason why a contract cannot be declared by a hand."""
    if contract in declared:
        return "german-ombre.contracts.9", f"{contract} needs spadille and basto in the hand"
    if Contract.TOURNE not in declared:
        return "german-ombre.all-pass.4", "neither tourné nor grosstourné is bid in Moor"
    return "german-ombre.contracts.7", f"{contract} depends on the card turned and is not bid"
