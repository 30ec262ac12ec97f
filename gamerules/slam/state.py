"""A deal of Slam, state by state: dealing, auction, naming, double, last cards, reserves, play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, cards_of
from gamerules.game import CHANCE, Drawn
from gamerules.ledger import Entry, Ledger
from gamerules.rules import IllegalAction, ImpossibleInputError, Status, rule
from gamerules.slam import auction as bidding
from gamerules.slam import deal as dealing
from gamerules.slam import double as doubles
from gamerules.slam import play as playing
from gamerules.slam import reserve as reserving
from gamerules.slam.auction import Auction, Bid, SuitBid
from gamerules.slam.cards import PACK
from gamerules.slam.contract import Contract
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import SIDES, honours, settlement
from gamerules.slam.strain import TRICKS, Doubling, Slam, Strain, worth


class Phase(StrEnum):
    """What is going on in a deal."""

    DEAL = "deal"
    AUCTION = "auction"
    NAMING = "naming"
    DOUBLE = "double"
    ANSWER = "answer"
    LAST_DEAL = "last-deal"
    RESERVE = "reserve"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View:
    """What one player may see of a deal.

    Attributes:
        player: who looks.
        phase: what is going on.
        actor: who acts.
        dealer: who dealt.
        vulnerable: whether each player is vulnerable.
        hand: the player's own hand.
        reserve: his own reserve, while it lies aside.
        opponent_cards: how many cards the opponent holds in hand.
        opponent_reserve: how many lie in the opponent's reserve.
        auction: the auction so far; None once it is over.
        contract: the contract, once there is one.
        trick: the cards on the table.
        leader: who led to it, or leads next.
        taken: the tricks that each player has taken.
        gone: the cards of all finished tricks.
        entries: the score entries made so far.
        legal: what the player may do, if it is his turn.
    """

    player: int
    phase: Phase
    actor: int | None
    dealer: int
    vulnerable: tuple[bool, bool]
    hand: CardSet
    reserve: CardSet
    opponent_cards: int
    opponent_reserve: int
    auction: Auction | None
    contract: Contract | None
    trick: tuple[Card, ...]
    leader: int
    taken: tuple[int, int]
    gone: CardSet
    entries: tuple[Entry, ...]
    legal: Sequence[Action]


@dataclass(frozen=True)
class State(Drawn):
    """A position in one deal of Slam.

    It has no slots: a dictionary is copied in one go, and copying takes most of the time that random play takes.

    Attributes:
        rules: the rules in force.
        dealer: who deals.
        vulnerable: whether each player is vulnerable.
        phase: what is going on.
        actor: who acts: a player, CHANCE, or None when the deal is over.
        dealt: how many cards have been dealt.
        hands: the cards in each player's hand, as bit masks.
        reserves: the cards laid aside by each, as bit masks.
        auction: how the auction stands; None once a strain is named.
        contract: what is played; None before, and for good if nobody has bid.
        leader: who led to the trick, or leads next.
        trick: the cards on the table, in order.
        taken: the tricks that each player has taken.
        melds: the entries for honours and runs.
    """

    rules: Rules = Rules.DICTIONARY
    dealer: int = 0
    vulnerable: tuple[bool, bool] = (False, False)
    phase: Phase = Phase.DEAL
    actor: int | None = CHANCE
    dealt: int = 0
    hands: tuple[int, int] = (0, 0)
    reserves: tuple[int, int] = (0, 0)
    auction: Auction | None = Auction()  # noqa: RUF009 - a frozen value
    contract: Contract | None = None
    leader: int = 0
    trick: tuple[Card, ...] = ()
    taken: tuple[int, int] = (0, 0)
    melds: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a dealer who does not sit at the table.

        Raises:
            ImpossibleInputError: if there is no such player.
        """
        if self.dealer not in (0, 1):
            raise ImpossibleInputError(f"there is no player {self.dealer} to deal; players are 0 and 1")

    @classmethod
    def in_play(
        cls,
        contract: Contract,
        hands: tuple[str, str],
        *,
        reserves: tuple[str, str] = ("—", "—"),
        leader: int = 0,
        taken: tuple[int, int] = (0, 0),
        rules: Rules = Rules.DICTIONARY,
    ) -> State:
        """Return a position at the beginning of a trick, for study.

        Args:
            contract: what is played.
            hands: each player's hand, as text.
            reserves: each player's reserve, as text.
            leader: who leads.
            taken: the tricks that each player has taken; together they must fit the cards that are left.
            rules: the rules.

        Raises:
            ImpossibleInputError: if the cards or the tricks do not fit.
        """
        if leader not in (0, 1) or any(type(count) is not int or count < 0 for count in taken) or sum(taken) >= TRICKS:
            raise ImpossibleInputError(
                f"leader {leader}, tricks taken {taken}: player 0 or 1 leads, and nine tricks at most are taken"
            )
        masks = [CardSet.parse(text).mask for text in (*hands, *reserves)]
        together = sum(mask.bit_count() for mask in masks)
        joined = masks[0] | masks[1] | masks[2] | masks[3]
        done = sum(taken)
        if joined.bit_count() != together or joined & ~PACK.mask:
            raise ImpossibleInputError("the cards are not different cards of the pack of thirty-two; give each once")
        left = sum(shape.size for shape in playing.SHAPES[done:])
        aside = 0 if done >= playing.taken_up_after(rules) else reserving.SIZE
        sizes = [mask.bit_count() for mask in masks]
        if sizes != [left // 2 - aside] * 2 + [aside] * 2:
            raise ImpossibleInputError(
                f"after {done} trick{'s' * (done != 1)} {left // 2} cards are left to each, "
                f"{aside} of them in reserve; give that many"
            )
        return cls(
            rules=rules,
            phase=Phase.PLAY,
            actor=leader,
            dealt=dealing.LAST,
            hands=(masks[0], masks[1]),
            reserves=(masks[2], masks[3]),
            auction=None,
            contract=contract,
            leader=leader,
            taken=taken,
        )

    @property
    def is_over(self) -> bool:
        """Whether the deal is over: ten tricks have been taken, or nobody has bid."""
        return self.phase is Phase.OVER

    @property
    def undealt(self) -> int:
        """The cards not yet dealt, as a bit mask; meaningful only while cards are dealt."""
        return PACK.mask & ~(self.hands[0] | self.hands[1])

    def hand(self, player: int) -> CardSet:
        """Return the cards in a player's hand; after the seventh trick these are his reserve."""
        return CardSet.from_mask(self.hands[player])

    def reserve(self, player: int) -> CardSet:
        """Return the cards that a player has laid aside, as long as they lie there."""
        return CardSet.from_mask(self.reserves[player])

    @property
    def gone(self) -> CardSet:
        """The cards of all finished tricks."""
        if self.dealt < dealing.LAST:
            return CardSet()
        held = self.hands[0] | self.hands[1] | self.reserves[0] | self.reserves[1]
        return CardSet.from_mask(PACK.mask & ~held) - CardSet(self.trick)

    def legal_actions(self) -> Sequence[Action]:
        """Return all legal actions in a fixed order; empty exactly when the deal is over."""
        phase = self.phase
        if phase is Phase.PLAY:
            return cards_of(playing.playable(self.hands[self.actor or 0], self.trick))
        if phase is Phase.DEAL or phase is Phase.LAST_DEAL:
            return cards_of(self.undealt)
        if phase is Phase.AUCTION:
            return bidding.legal_calls(self.rules, self._auction)
        if phase is Phase.NAMING:
            return bidding.strains_open(self.rules, self._auction)
        if phase is Phase.DOUBLE:
            return doubles.OPPONENTS_CALLS
        if phase is Phase.ANSWER:
            return doubles.answers(self.rules, self._contract)
        if phase is Phase.RESERVE:
            return reserving.reserves_of(self.hands[self.actor or 0])
        return ()

    def after(self, action: Any) -> State:
        """Return the state after an action.

        Args:
            action: while cards are dealt and in play a ``Card``; in the auction a number, a ``Slam``, a ``SuitBid`` or
                ``Call.PASS``; then a ``Strain``, a ``Call``, and for the reserve a ``CardSet`` of three.

        Raises:
            IllegalAction: if the action is not legal.
        """
        return _AFTER[self.phase](self, action)

    def ledger(self) -> Ledger:
        """Return the score entries so far: honours and runs once counted, and the settlement once the deal is over."""
        if not self.is_over or self.contract is None:
            return Ledger(SIDES, self.melds)
        declarer = self.contract.declarer
        entries = settlement(self.rules, self.contract, self.taken[declarer], vulnerable=self.vulnerable[declarer])
        return Ledger(SIDES, self.melds + entries)

    def view(self, player: int) -> View:
        """Return what this player may see: neither the opponent's hand nor his reserve."""
        other = 1 - player
        return View(
            player=player,
            phase=self.phase,
            actor=self.actor,
            dealer=self.dealer,
            vulnerable=self.vulnerable,
            hand=self.hand(player),
            reserve=self.reserve(player),
            opponent_cards=self.hands[other].bit_count(),
            opponent_reserve=self.reserves[other].bit_count(),
            auction=self.auction,
            contract=self.contract,
            trick=self.trick,
            leader=self.leader,
            taken=self.taken,
            gone=self.gone,
            entries=self.ledger().entries,
            legal=self.legal_actions() if self.actor == player else (),
        )

    @property
    def _auction(self) -> Auction:
        assert self.auction is not None
        return self.auction

    @property
    def _contract(self) -> Contract:
        assert self.contract is not None
        return self.contract

    def _refuse(self, action: object, locus: str, reason: str) -> IllegalAction:
        return IllegalAction(action, locus, reason, self.legal_actions())

    def _with(self, **changes: Any) -> State:
        """Return a copy with some fields changed; like dataclasses.replace, but without its checks."""
        new = object.__new__(State)
        new.__dict__.update(self.__dict__, **changes)
        return new


def _swapped(pair: tuple[int, int], player: int, value: int) -> tuple[int, int]:
    """Return the pair with one player's value changed."""
    return (value, pair[1]) if player == 0 else (pair[0], value)


@rule("slam-dictionary.deal.1", "slam-dictionary.deal.3", "slam-dictionary.last-deal.1", "mendelev.slam-reserve.1")
def _after_card_dealt(state: State, card: Any) -> State:
    """Deal a card; after the twentieth, twenty-fourth and twenty-eighth comes a round of bidding."""
    undealt = state.undealt
    wrong = dealing.refusal(card, undealt)
    if wrong:
        raise state._refuse(card, *wrong)
    player = dealing.receiver(state.dealt, state.dealer)
    hands = _swapped(state.hands, player, state.hands[player] | 1 << card)
    dealt = state.dealt + 1
    if dealt == dealing.LAST:
        melds = state.melds
        if state.rules.honours_when == "after-last-cards":
            melds = honours(state.rules, state._contract, hands)
        return state._with(hands=hands, dealt=dealt, melds=melds, phase=Phase.RESERVE, actor=1 - state.dealer)
    if dealt in dealing.BEFORE_A_ROUND:
        auction = bidding.next_round(state.rules, state._auction, state.dealer)
        return _go_on(state._with(hands=hands, dealt=dealt, phase=Phase.AUCTION), auction)
    return state._with(hands=hands, dealt=dealt)


def _go_on(state: State, auction: Auction) -> State:
    """Let the next player call, deal on, or close the auction."""
    if auction.is_over:
        if auction.bidder is None:
            return state._with(auction=None, phase=Phase.OVER, actor=None)
        return state._with(auction=auction, phase=Phase.NAMING, actor=auction.bidder)
    if auction.caller is None:
        return state._with(auction=auction, phase=Phase.DEAL, actor=CHANCE)
    return state._with(auction=auction, actor=auction.caller)


def _after_call(state: State, call: Any) -> State:
    """Make a call."""
    auction = state._auction
    wrong = bidding.refusal(state.rules, auction, call)
    if wrong:
        raise state._refuse(call, *wrong)
    return _go_on(state, bidding.after_call(state.rules, auction, call))


@rule("slam-dictionary.deal.4", "slam-dictionary.example.18", "mendelev.slam-deal.4")
def _after_naming(state: State, strain: Any) -> State:
    """Name the strain; the contract is then known."""
    auction = state._auction
    if not isinstance(strain, Strain) or strain not in bidding.strains_open(state.rules, auction):
        raise state._refuse(strain, "slam-dictionary.deal.4", f"{auction.standing} cannot be played in it")
    bid = auction.standing
    named = bid if isinstance(bid, Slam) else None
    points = worth(named, strain) if named else auction.points
    contract = Contract(state.actor or 0, strain, points, named)
    return state._with(auction=None, contract=contract, phase=Phase.DOUBLE, actor=1 - contract.declarer)


def _after_opponents_call(state: State, call: Any) -> State:
    """Let the opponent pass or double."""
    contract = state._contract
    if call is Call.PASS:
        return _to_last_cards(state, contract)
    if call is not Call.DOUBLE:
        raise state._refuse(call, "slam-dictionary.double.1", "the opponent may double or pass")
    contract = doubles.doubled(contract, Doubling.DOUBLED)
    return state._with(contract=contract, phase=Phase.ANSWER, actor=contract.declarer)


def _after_answer(state: State, call: Any) -> State:
    """Let the declarer pass, redouble or change the strain."""
    contract = state._contract
    if call is Call.PASS:
        return _to_last_cards(state, contract)
    if call is Call.REDOUBLE:
        return _to_last_cards(state, doubles.doubled(contract, Doubling.REDOUBLED))
    if not isinstance(call, Strain) or call not in doubles.answers(state.rules, contract):
        raise state._refuse(call, "slam-dictionary.double.1", "the declarer may pass, redouble or change the strain")
    contract = doubles.change_strain(state.rules, contract, call)
    if contract.doubling is Doubling.NONE:
        return state._with(contract=contract, phase=Phase.DOUBLE, actor=1 - contract.declarer)
    return _to_last_cards(state, contract)


@rule(
    "slam-dictionary.last-deal.1",
    "slam-dictionary.scoring.7",
    "mendelev.slam-deal.4",
    status=Status.CORRECTED,
    note="honours are counted after these cards, not right after the auction as the rule has it",
)
def _to_last_cards(state: State, contract: Contract) -> State:
    """Deal the last two cards each; where honours count right after the auction, count them first."""
    melds = state.melds
    if state.rules.honours_when == "after-auction":
        melds = honours(state.rules, contract, state.hands)
    return state._with(contract=contract, melds=melds, phase=Phase.LAST_DEAL, actor=CHANCE)


@rule("slam-dictionary.reserve.1", "mendelev.slam-reserve.2", "mendelev.slam-auction.1")
def _after_reserve(state: State, reserve: Any) -> State:
    """Lay three cards aside; once both have done so the play begins."""
    player = state.actor or 0
    hand = state.hands[player]
    wrong = reserving.refusal(reserve, hand)
    if wrong:
        raise state._refuse(reserve, *wrong)
    hands = _swapped(state.hands, player, hand & ~reserve.mask)
    reserves = _swapped(state.reserves, player, reserve.mask)
    if player != state.dealer:
        return state._with(hands=hands, reserves=reserves, actor=state.dealer)
    leader = playing.first_leader(state.rules, state._contract, state.dealer)
    return state._with(hands=hands, reserves=reserves, phase=Phase.PLAY, leader=leader, actor=leader)


def _after_card_played(state: State, card: Any) -> State:
    """Play a card; a full trick goes to its winner, who leads to the next."""
    player = state.actor or 0
    hand, trick = state.hands[player], state.trick
    wrong = playing.refusal(card, hand, trick, state.reserves[player])
    if wrong:
        raise state._refuse(card, *wrong)
    hands = _swapped(state.hands, player, hand & ~(1 << card))
    trick = (*trick, card)
    number = state.taken[0] + state.taken[1]
    if len(trick) < playing.size_of(number):
        return state._with(hands=hands, trick=trick, actor=1 - player)
    winner = playing.winner(trick, state.leader, state._contract.strain)
    taken = _swapped(state.taken, winner, state.taken[winner] + 1)
    reserves, number = state.reserves, number + 1
    if playing.reserve_is_taken_up(state.rules, number):
        hands, reserves = (hands[0] | reserves[0], hands[1] | reserves[1]), (0, 0)
    over = number == TRICKS
    return state._with(
        hands=hands,
        reserves=reserves,
        trick=(),
        taken=taken,
        leader=winner,
        actor=None if over else winner,
        phase=Phase.OVER if over else Phase.PLAY,
    )


def _after_the_end(state: State, action: Any) -> State:
    """Refuse: the deal is over."""
    raise state._refuse(action, "slam-dictionary.play.6", "the deal is over")


_AFTER: dict[Phase, Callable[[State, Any], State]] = {
    Phase.DEAL: _after_card_dealt,
    Phase.AUCTION: _after_call,
    Phase.NAMING: _after_naming,
    Phase.DOUBLE: _after_opponents_call,
    Phase.ANSWER: _after_answer,
    Phase.LAST_DEAL: _after_card_dealt,
    Phase.RESERVE: _after_reserve,
    Phase.PLAY: _after_card_played,
    Phase.OVER: _after_the_end,
}

Action = Card | Bid | Call | Strain | CardSet
"""Everything that can be done in a deal."""

__all__ = ["Action", "Phase", "State", "SuitBid", "View"]
