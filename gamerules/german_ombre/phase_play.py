"""The phases of the play: what the ombre announces, the nine tricks, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gamerules.cards import Card, cards_of
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.cards import PLAYERS, next_player
from gamerules.german_ombre.march import March, after_sixth_lead, knows_march, may_stop
from gamerules.german_ombre.rules import Rules
from gamerules.german_ombre.settlement import Result
from gamerules.german_ombre.state import Deal, State, Triple, with_cards
from gamerules.german_ombre.tricks import first_leader, playable, refusal, winner, with_trick
from gamerules.rules import rule


def announce(rules: Rules, deal: Deal, hands: Triple) -> State:
    """Return the state in which the ombre may announce a march or give up; the exchange is over."""
    return Announcing(rules, replace(deal, held=hands), hands)


def result_of(deal: Deal, taken: Triple, *, stopped: bool = False, conceded: bool = False) -> Result:
    """Return how a game has ended, from the facts of the deal and the tricks."""
    assert deal.ombre is not None and deal.contract is not None
    one = next_player(deal.ombre)
    order = deal.order
    return Result(
        contract=deal.contract,
        how=deal.how,
        tricks=(taken[deal.ombre], taken[one], taken[next_player(one)]),
        matadors=(deal.held[deal.ombre] & order.matadors).bit_count(),
        march=deal.march,
        stopped=stopped,
        conceded=conceded,
    )


@dataclass(frozen=True, slots=True)
class Announcing(State):
    """Before the play the ombre may announce a march, or give the game up."""

    PHASE: ClassVar[str] = "announcement"

    @property
    def actor(self) -> int | None:
        """The ombre."""
        return self.deal.ombre

    @rule("german-ombre.march.3", "german-ombre.march.5", "german-ombre.concede.1")
    def legal_actions(self) -> tuple[Word, ...]:
        """Return the choices: begin, announce a march (not in a null), concede."""
        assert self.deal.contract is not None
        if knows_march(self.deal.contract):
            return (Word.BEGIN, Word.MARCH, Word.CONCEDE)
        return (Word.BEGIN, Word.CONCEDE)

    def after(self, action: Any) -> State:
        """Return the state after the choice: the first trick, or the end of the game."""
        if not self.is_legal(action):
            if action is Word.MARCH:
                raise self.refuse(action, "german-ombre.march.5", "there is no march in a null")
            raise self.refuse(action, "german-ombre.concede.1", "the ombre begins, or announces a march, or concedes")
        deal = self.deal
        if action is Word.CONCEDE:
            return Over(self.rules, deal, self.hands, outcome=result_of(deal, (0, 0, 0), conceded=True))
        if action is Word.MARCH:
            deal = replace(deal, march=March.ANNOUNCED)
        assert deal.dealer is not None
        return Playing(self.rules, deal, self.hands, first_leader(deal.dealer), (), (0, 0, 0))


@dataclass(frozen=True, slots=True)
class Playing(State):
    """Nine tricks are played.

    Attributes:
        lead: who led to the trick on the table, or is to lead.
        table: the cards on the table.
        tricks: the tricks each player has taken.
    """

    lead: int
    table: tuple[Card, ...]
    tricks: Triple

    PHASE: ClassVar[str] = "play"

    @property
    def actor(self) -> int:
        """Who plays."""
        return (self.lead + len(self.table)) % PLAYERS

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table."""
        return self.table

    @property
    def leader(self) -> int:
        """Who led, or is to lead."""
        return self.lead

    @property
    def taken(self) -> Triple:
        """The tricks each player has taken."""
        return self.tricks

    def _playable(self) -> int:
        return playable(self.hands[self.actor], self.table[0] if self.table else None, self.deal.order)

    def _may_stop(self) -> bool:
        deal = self.deal
        assert deal.ombre is not None and deal.contract is not None
        return not self.table and may_stop(self.tricks, deal.ombre, deal.contract, deal.march)

    def legal_actions(self) -> tuple[Any, ...]:
        """Return the cards that may be played, after ``stop`` where the ombre may stop."""
        cards = cards_of(self._playable())
        return (Word.STOP, *cards) if self._may_stop() else cards

    def after(self, action: Any) -> State:
        """Return the state after a card, or the end if the ombre stops."""
        if type(action) is not Card or not self._playable() >> action & 1:
            return self._other(action)
        deal, player = self.deal, self.actor
        hands = with_cards(self.hands, player, self.hands[player] & ~(1 << action))
        if not self.table:
            assert deal.ombre is not None and deal.contract is not None
            march = after_sixth_lead(self.tricks, deal.ombre, deal.contract, deal.march)
            if march is not deal.march:
                deal = replace(deal, march=march)
        table = (*self.table, action)
        if len(table) < PLAYERS:
            return Playing(self.rules, deal, hands, self.lead, table, self.tricks)
        taker = winner(table, self.lead, deal.order)
        tricks = with_trick(self.tricks, taker)
        if not hands[player]:
            return Over(self.rules, deal, hands, tricks, result_of(deal, tricks))
        return Playing(self.rules, deal, hands, taker, (), tricks)

    def _other(self, action: Any) -> State:
        """Return the end if the ombre stops.

        Raises:
            IllegalAction: if he may not, if it is too late for the action, or if it is no card that may be played.
        """
        if action is Word.STOP:
            if self._may_stop():
                outcome = result_of(self.deal, self.tricks, stopped=True)
                return Over(self.rules, self.deal, self.hands, self.tricks, outcome)
            raise self.refuse(action, "german-ombre.march.1", "the ombre may stop when he has the first five tricks")
        if action is Word.CONCEDE:
            raise self.refuse(action, "german-ombre.concede.1", "a game is given up before the play begins")
        if action is Word.MARCH:
            raise self.refuse(action, "german-ombre.march.3", "a march is announced before the play begins")
        led = self.table[0] if self.table else None
        found = refusal(action, self.hands[self.actor], led, self.deal.order)
        assert found is not None
        raise self.refuse(action, *found)


@dataclass(frozen=True, slots=True)
class Over(State):
    """The deal is over: played out, stopped, conceded, or thrown in when all passed in mort.

    Attributes:
        tricks: the tricks each player has taken.
        outcome: how the game ended, or None if nobody played.
    """

    tricks: Triple = (0, 0, 0)
    outcome: Result | None = None

    PHASE: ClassVar[str] = "over"

    @property
    def actor(self) -> None:
        """Nobody."""
        return

    @property
    def is_over(self) -> bool:
        """Whether the deal is over: it is."""
        return True

    @property
    def taken(self) -> Triple:
        """The tricks each player has taken."""
        return self.tricks

    @property
    def result(self) -> Result | None:
        """How the game ended, or None if nobody played."""
        return self.outcome

    def legal_actions(self) -> tuple[()]:
        """Return nothing: nobody acts."""
        return ()

    def after(self, action: Any) -> State:
        """Refuse: nobody acts."""
        raise self.refuse(action, "german-ombre.chips.1", "the deal is over and settled")

    @rule("german-ombre.all-pass.7", "german-ombre.deal.3")
    def next_deal(self) -> State:
        """Return the beginning of the next deal, for which the dealer is drawn anew; also after a deal thrown in."""
        return State.start(self.rules)
