"""A rubber that is played: deal, auction, play and the chapter's sheet, until a pair has two games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile

from gamerules.auction import Call
from gamerules.cards import DISPLAY_ORDER, Card, CardSet, Rank, Suit
from gamerules.game import CHANCE, Drawn
from gamerules.ledger import Ledger
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.vint import bonuses, tricks
from gamerules.vint.auction import PLAYERS, Bid, Bidding
from gamerules.vint.coronets import LENGTHS, Coronet
from gamerules.vint.deal import ALL_PASS, DealResult
from gamerules.vint.honours import held
from gamerules.vint.play import NO_CARDS, Dealing, Hands, Playing, left_of
from gamerules.vint.rules import Rules
from gamerules.vint.sheet import Sheet
from gamerules.vint.supplied import by
from gamerules.vint.terms import DECLARERS, OPPONENTS, PAIRS, SEATS

Action = Card | Bid | Call
"""What a player or chance does."""

Stage = Dealing | Bidding | Playing
"""What a deal is going through."""

_PHASES = {Dealing: "deal", Bidding: "auction", Playing: "play"}


@dataclass(frozen=True, slots=True)
class State(Drawn):
    """A position of a rubber.

    Attributes:
        rules: the readings in force.
        dealer: who deals this deal.
        stage: what the deal is going through; None when the rubber is over.
        dealt: the hands as they were dealt, once they are; with what a player may not see left out of a view.
        sheet: the score so far.
    """

    rules: Rules
    dealer: int
    stage: Stage | None
    dealt: Hands
    sheet: Sheet

    @classmethod
    def start(cls, rules: Rules = Rules.MANUAL, dealer: int = 0) -> State:
        """Return the beginning of a rubber.

        Raises:
            ImpossibleInputError: if there is no such dealer.
        """
        if dealer not in range(PLAYERS):
            raise ImpossibleInputError(f"there is no player {dealer} to deal; players are 0 to {PLAYERS - 1}")
        return cls(rules, dealer, Dealing(dealer), NO_CARDS, Sheet(rules))

    @property
    def actor(self) -> int | None:
        """Who acts: a player, chance, or None when the rubber is over."""
        if self.stage is None:
            return None
        return CHANCE if isinstance(self.stage, Dealing) else self.stage.actor

    @property
    def phase(self) -> str:
        """``deal``, ``auction``, ``play`` or ``over``."""
        return "over" if self.stage is None else _PHASES[type(self.stage)]

    @property
    def is_over(self) -> bool:
        """Whether the rubber is over."""
        return self.stage is None

    @property
    def hands(self) -> Hands:
        """The cards that the players hold."""
        return self.stage.hands if isinstance(self.stage, Dealing | Playing) else self.dealt

    @property
    def auction(self) -> Bidding | None:
        """The auction of this deal, under way or over; None while cards are dealt."""
        stage = self.stage.auction if isinstance(self.stage, Playing) else self.stage
        return stage if isinstance(stage, Bidding) else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return all legal actions, in a fixed order."""
        return () if self.stage is None else self.stage.legal_actions()

    def after(self, action: Action) -> State:
        """Return the state after an action.

        Raises:
            IllegalAction: if it is not legal.
            gamerules.rules.LostTableError: if the rules bring a table of coronets that lacks one that is held.
        """
        if self.stage is None:
            raise IllegalAction(action, by(), "the rubber is over")
        stage = self.stage.after(action)
        if isinstance(stage, Dealing):
            if stage.receivers:
                return replace(self, stage=stage)
            return replace(self, stage=Bidding(self.rules, self.dealer), dealt=stage.hands)
        if not stage.is_over:
            return replace(self, stage=stage)
        if isinstance(stage, Bidding) and stage.last:
            return replace(self, stage=Playing.begin(stage, self.dealt))
        if isinstance(stage, Bidding):
            sheet = self.sheet.after(ALL_PASS)
            dealer = left_of(self.dealer) if self.rules.after_all_pass == "next" else self.dealer
        else:
            sheet, dealer = self.sheet.after(self._result(stage)), left_of(self.dealer)
        return State(self.rules, dealer, None if sheet.is_over else Dealing(dealer), NO_CARDS, sheet)

    def _result(self, play: Playing) -> DealResult:
        """Return the result of a deal that is played, with the pair that was first to make its game if both do."""
        result = result_of(play, self.rules)
        first, second = (self._game_in(play, side) for side in (0, 1))
        if first is None or second is None:
            return result
        return replace(result, first=PAIRS[first > second])

    def _game_in(self, play: Playing, side: int) -> int | None:
        """Return after how many tricks of the deal a side had made its game; None if it has not."""
        price, below = tricks.points(play.bid.level, 1)[0], self.sheet.below[side]
        for number, winner in enumerate(play.winners, 1):
            below += price * (winner % 2 == side)
            if bonuses.is_game(below):
                return number
        return None

    def ledger(self) -> Ledger:
        """Return the score sheet so far."""
        return self.sheet.ledger()

    def view(self, player: int) -> State:
        """Return what a player may see: the state with the other hands left out."""

        def own(hands: Hands) -> Hands:
            return tuple(hand if seat == player else CardSet() for seat, hand in enumerate(hands))

        stage = self.stage
        if isinstance(stage, Dealing):
            stage = replace(stage, hands=own(stage.hands))
        elif isinstance(stage, Playing):
            stage = replace(stage, hands=own(stage.hands), held=own(stage.held))
        return replace(self, stage=stage, dealt=own(self.dealt))


def result_of(play: Playing, rules: Rules) -> DealResult:
    """Return the result of a deal whose thirteen tricks are played, as chapter VIII scores it.

    Honours and aces are counted from the cards dealt; coronets too, if the rules bring prices for them.
    """
    side, bid = play.declarer % 2, play.bid
    ours = play.held[side] | play.held[side + 2]
    honours = None if bid.trump is None else held(ours, bid.trump)[0]
    return DealResult(
        bid.level,
        bid.strain,
        play.taken(side),
        honours=honours,
        aces=len(ours.of_rank(Rank.ACE)),
        from_hand=play.auction.from_hand,
        coronets=() if rules.coronets is None else coronets_of(play),
        by=SEATS[play.declarer],
    )


def coronets_of(play: Playing) -> tuple[Coronet, ...]:
    """Return the coronets that were dealt: three or more of the highest cards of a suit, three or four aces."""
    found = []
    for player, hand in enumerate(play.held):
        side = DECLARERS if player % 2 == play.declarer % 2 else OPPONENTS
        runs = [("trumps" if suit == play.bid.trump else "plain", _run(hand, suit)) for suit in DISPLAY_ORDER]
        runs.append(("aces", len(hand.of_rank(Rank.ACE))))
        found += [Coronet(kind, length, side) for kind, length in runs if length in LENGTHS[kind]]
    return tuple(found)


def _run(hand: CardSet, suit: Suit) -> int:
    """Return how many of the highest cards of a suit a hand holds without a gap."""
    return sum(1 for _ in takewhile(lambda rank: Card.of(suit, rank) in hand, sorted(Rank, reverse=True)))
