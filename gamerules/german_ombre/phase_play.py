"""The phases of the play: what the ombre announces, the nine tricks, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamerules.cards import Card, cards_of
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.cards import PLAYERS
from gamerules.german_ombre.deal import next_player
from gamerules.german_ombre.march import March, after_sixth_lead, announcements, may_stop
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import Result
from gamerules.german_ombre.state import Action, Played, State, Triple, with_cards
from gamerules.german_ombre.tricks import first_leader, playable, refusal, winner, with_trick


def announce(rules: Rules, deal: Played, hands: Triple) -> State:
    """Return the state in which the ombre may announce a march or give up; the exchange is over."""
    return Announcing(rules, replace(deal, held=hands), hands)


def result_of(deal: Played, taken: Triple, *, stopped: bool = False, conceded: bool = False) -> Result:
    """Return how a game has ended, from the facts of the deal and the tricks."""
    one = next_player(deal.ombre)
    return Result(
        contract=deal.contract,
        how=deal.how,
        tricks=(taken[deal.ombre], taken[one], taken[next_player(one)]),
        matadors=(deal.held[deal.ombre] & deal.order.matadors).bit_count(),
        march=deal.march,
        stopped=stopped,
        conceded=conceded,
    )


@dataclass(frozen=True, slots=True)
class Announcing(State):
    """Before the play the ombre may announce a march, or give the game up."""

    deal: Played

    phase = "announcement"

    @property
    def actor(self) -> int:
        """The ombre."""
        return self.deal.ombre

    def legal_actions(self) -> tuple[Word, ...]:
        """Return the choices: begin, announce a march (not in a null), concede."""
        return announcements(self.deal.contract)

    def _after(self, action: Word) -> State:
        """Return the state after the choice: the first trick, or the end of the game."""
        deal = self.deal
        if action is Word.CONCEDE:
            return Over(self.rules, deal, self.hands, result=result_of(deal, (0, 0, 0), conceded=True))
        if action is Word.MARCH:
            deal = replace(deal, march=March.ANNOUNCED)
        return Playing(self.rules, deal, self.hands, first_leader(deal.dealer))

    def _refusal(self, action: Any) -> tuple[str, str]:
        if action is Word.MARCH:
            return "german-ombre.march.5", "there is no march in a null"
        return "german-ombre.concede.1", "the ombre begins, or announces a march, or concedes"


@dataclass(frozen=True, slots=True)
class Playing(State):
    """Nine tricks are played.

    Attributes:
        leader: who led to the trick on the table, or is to lead.
        trick: the cards on the table.
        taken: the tricks each player has taken.
    """

    deal: Played
    leader: int = 0
    trick: tuple[Card, ...] = ()
    taken: Triple = (0, 0, 0)

    phase = "play"

    @property
    def actor(self) -> int:
        """Who plays."""
        return (self.leader + len(self.trick)) % PLAYERS

    def _playable(self) -> int:
        trick = self.trick
        return playable(self.hands[self.actor], trick[0] if trick else None, self.deal.order)

    def _may_stop(self) -> bool:
        deal = self.deal
        return not self.trick and may_stop(self.taken, deal.ombre, deal.contract, deal.march)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the cards that may be played, after ``stop`` where the ombre may stop."""
        cards = cards_of(self._playable())
        return (Word.STOP, *cards) if self._may_stop() else cards

    def is_legal(self, action: Any) -> bool:
        """Return whether the action is a card that may be played, or ``stop`` where the ombre may stop."""
        if type(action) is Card:
            return self._playable() >> action & 1 == 1
        return action is Word.STOP and self._may_stop()

    def _after(self, action: Card | Word) -> State:
        """Return the state after a card, or the end if the ombre stops."""
        deal, player, taken = self.deal, self.actor, self.taken
        if not isinstance(action, Card):
            return Over(self.rules, deal, self.hands, taken, result_of(deal, taken, stopped=True))
        hands = with_cards(self.hands, player, self.hands[player] & ~(1 << action))
        if not self.trick:
            march = after_sixth_lead(taken, deal.ombre, deal.contract, deal.march)
            if march is not deal.march:
                deal = replace(deal, march=march)
        trick = (*self.trick, action)
        if len(trick) < PLAYERS:
            return Playing(self.rules, deal, hands, self.leader, trick, taken)
        taker = winner(trick, self.leader, deal.order)
        taken = with_trick(taken, taker)
        if not hands[player]:
            return Over(self.rules, deal, hands, taken, result_of(deal, taken))
        return Playing(self.rules, deal, hands, taker, (), taken)

    def _refusal(self, action: Any) -> tuple[str, str]:
        """Return why the ombre may not stop, or why it is too late for the action, or no card that may be played."""
        if action is Word.STOP:
            return "german-ombre.march.1", "the ombre may stop when he has the first five tricks"
        if action is Word.CONCEDE:
            return "german-ombre.concede.1", "a game is given up before the play begins"
        if action is Word.MARCH:
            return "german-ombre.march.3", "a march is announced before the play begins"
        return refusal(action, self.hands[self.actor], self.trick[0] if self.trick else None, self.deal.order)


@dataclass(frozen=True, slots=True)
class Over(State):
    """The deal is over: played out, stopped, conceded, or thrown in when all passed in Moor.

    Attributes:
        taken: the tricks each player has taken.
        result: how the game ended, or None if nobody played.
    """

    taken: Triple = (0, 0, 0)
    result: Result | None = None

    phase = "over"
    actor = None
    is_over = True
    REFUSAL = ("german-ombre.chips.1", "the deal is over and settled")

    def legal_actions(self) -> tuple[()]:
        """Return nothing: nobody acts."""
        return ()
