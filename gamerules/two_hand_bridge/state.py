"""A rubber, state by state: deal, exchange, auction, play, and the next deal until a player has won two games."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from gamerules.auction import Call
from gamerules.cards import Card, CardSet
from gamerules.contract_bridge import honour_count
from gamerules.game import CHANCE, Drawn
from gamerules.ledger import Ledger
from gamerules.rules import IllegalAction, ImpossibleInputError
from gamerules.two_hand_bridge.auction import Bid, Bidding, Contract
from gamerules.two_hand_bridge.deal import HAND, PACK, Dealing, next_dealer
from gamerules.two_hand_bridge.exchange import Exchange, Exchanging
from gamerules.two_hand_bridge.play import Playing
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import Result, Rubber

Action = Card | Exchange | Bid | Call
"""What a player or chance does."""

Stage = Dealing | Exchanging | Bidding | Playing
"""What a deal is going through."""

NONE = CardSet()
_PHASES = {Dealing: "deal", Exchanging: "exchange", Bidding: "auction", Playing: "play"}


@dataclass(frozen=True, slots=True)
class State(Drawn):
    """A position of a rubber.

    Attributes:
        rules: the readings in force.
        dealer: who deals this deal.
        stage: what the deal is going through; None when the rubber is over.
        rubber: the score sheet.
    """

    rules: Rules
    dealer: int
    stage: Stage | None
    rubber: Rubber

    @classmethod
    def start(cls, rules: Rules = Rules.MENDELEV, dealer: int = 0) -> State:
        """Return the beginning of a rubber.

        Raises:
            ImpossibleInputError: if there is no such dealer.
        """
        if dealer not in (0, 1):
            raise ImpossibleInputError(f"there is no player {dealer} to deal; players are 0 and 1")
        return cls(rules, dealer, Dealing(dealer), Rubber())

    @property
    def actor(self) -> int | None:
        """Who acts: a player, chance, or None when the rubber is over."""
        return None if self.stage is None else self.stage.actor

    @property
    def phase(self) -> str:
        """``deal``, ``exchange``, ``auction``, ``play`` or ``over``."""
        return "over" if self.stage is None else _PHASES[type(self.stage)]

    @property
    def is_over(self) -> bool:
        """Whether the rubber is over."""
        return self.stage is None

    @property
    def hands(self) -> tuple[CardSet, CardSet]:
        """The cards that the players hold."""
        return (NONE, NONE) if self.stage is None else self.stage.hands

    @property
    def thrown(self) -> tuple[CardSet, CardSet]:
        """The cards that the players have thrown in this deal's exchange."""
        return (NONE, NONE) if self.stage is None or isinstance(self.stage, Dealing) else self.stage.thrown

    @property
    def played(self) -> tuple[CardSet, CardSet]:
        """The cards that the players have played in this deal."""
        if not isinstance(self.stage, Playing):
            return (NONE, NONE)
        held, hands = self.stage.held, self.stage.hands
        return (held[0] - hands[0], held[1] - hands[1])

    @property
    def stock(self) -> CardSet:
        """The cards that lie in the stock, in no order; while cards are dealt, those still to be dealt too."""
        out = [*self.hands, *self.thrown, *self.played]
        return CardSet.from_mask(PACK.mask & ~sum(cards.mask for cards in out))

    @property
    def contract(self) -> Contract | None:
        """The contract being played, or the last bid with its doubling while the auction goes on."""
        if isinstance(self.stage, Playing):
            return self.stage.contract
        return self.stage.standing if isinstance(self.stage, Bidding) else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return all legal actions, in a fixed order."""
        return () if self.stage is None else self.stage.legal_actions()

    def after(self, action: Action) -> State:
        """Return the state after an action.

        Raises:
            IllegalAction: if it is not legal.
        """
        if self.stage is None:
            raise IllegalAction(action, "mendelev.two-hand-bridge.13", "the rubber is over")
        stage = self.stage.after(action)
        if stage.actor is not None:
            return State(self.rules, self.dealer, stage, self.rubber)
        return self._next(stage)

    def _next(self, ended: Stage) -> State:
        """Return the state that follows a stage that has ended."""
        rules, dealer = self.rules, self.dealer
        if isinstance(ended, Dealing):
            return State(rules, dealer, Exchanging.begin(dealer, ended.hands), self.rubber)
        if isinstance(ended, Exchanging):
            opener = dealer if rules.first_call == "dealer" else 1 - dealer
            return State(rules, dealer, Bidding(opener, ended.hands, ended.thrown), self.rubber)
        if isinstance(ended, Bidding):
            if ended.contract is None:
                again = dealer if rules.redealt_by == "same" else next_dealer(dealer)
                return State(rules, again, Dealing(again), self.rubber)
            return State(rules, dealer, Playing.begin(ended.contract, ended), self.rubber)
        rubber = self.rubber.after(result_of(ended), rules)
        following = next_dealer(dealer)
        return State(rules, following, None if rubber.is_over else Dealing(following), rubber)

    def ledger(self) -> Ledger:
        """Return the score sheet so far."""
        return self.rubber.ledger()

    def view(self, player: int) -> View:
        """Return what a player may see: not the stock, not the other's hand, not what the other threw."""
        other, stage = 1 - player, self.stage
        return View(
            player=player,
            rules=self.rules,
            dealer=self.dealer,
            phase=self.phase,
            actor=self.actor,
            hand=self.hands[player],
            thrown=self.thrown[player],
            other_hand=len(self.hands[other]),
            other_thrown=len(self.thrown[other]),
            stock=len(self.stock),
            calls=stage.calls if isinstance(stage, Bidding | Playing) else (),
            contract=self.contract,
            played=self.played,
            led=stage.led if isinstance(stage, Playing) else None,
            taken=stage.taken if isinstance(stage, Playing) else (0, 0),
            rubber=self.rubber,
        )


@dataclass(frozen=True, slots=True)
class View:
    """What one player may see.

    Attributes:
        player: whose view it is.
        rules: the readings in force.
        dealer: who deals.
        phase: the phase.
        actor: who acts.
        hand: the player's own cards.
        thrown: the cards that the player threw.
        other_hand: how many cards the other holds.
        other_thrown: how many the other threw.
        stock: how many cards lie in the stock.
        calls: the calls made in this deal.
        contract: the contract, or the bid that stands.
        played: the cards played, by player; they were seen.
        led: the card led to this trick.
        taken: the tricks taken, by player.
        rubber: the score sheet.
    """

    player: int
    rules: Rules
    dealer: int
    phase: str
    actor: int | None
    hand: CardSet
    thrown: CardSet
    other_hand: int
    other_thrown: int
    stock: int
    calls: tuple[Bid | Call, ...]
    contract: Contract | None
    played: tuple[CardSet, CardSet]
    led: Card | None
    taken: tuple[int, int]
    rubber: Rubber


def result_of(play: Playing) -> Result:
    """Return the result of a deal whose thirteen tricks are played."""
    declarer = play.contract.declarer
    trump = play.contract.bid.strain.trump
    honours = (honour_count(play.held[declarer], trump), honour_count(play.held[1 - declarer], trump))
    return Result(play.contract, play.taken[declarer], honours)


def policy(state: State, rng: Random) -> Action:
    """Choose an action so that a random rubber looks like one: few cards thrown, low bids, now and then a double.

    Chance and the play are uniform among what is legal.
    """
    legal = state.legal_actions()
    if state.actor == CHANCE or isinstance(state.stage, Playing):
        return rng.choice(legal)
    if isinstance(state.stage, Exchanging):
        low = [card for card in legal if isinstance(card, Card) and card.rank <= 6]
        return rng.choice(low) if low and rng.random() < 0.5 else Exchange.DONE
    draw = rng.random()
    if draw < 0.5:
        return Call.PASS
    bids = [call for call in legal if isinstance(call, Bid)]
    doubles = [call for call in legal if call in (Call.DOUBLE, Call.REDOUBLE)]
    if doubles and (draw > 0.9 or not bids):
        return doubles[0]
    return rng.choice(bids[:HAND]) if bids else Call.PASS
