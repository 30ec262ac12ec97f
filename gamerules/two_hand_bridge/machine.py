"""How the machine exchanges and calls in two-hand bridge: by what each choice is worth over hands that fit the calls.

The cards not seen are dealt many times: see :mod:`gamerules.lab.judging`. Whoever threw cards threw
low ones, or for a nullo high ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Rank
from gamerules.contract_bridge import BOOK, TRICKS, Doubling, honour_count
from gamerules.lab import judging
from gamerules.lab.judging import WORLDS, Outlook, World
from gamerules.policy import Choice, Moment
from gamerules.two_hand_bridge.auction import BIDS, Bid, Bidding, Contract, Strain
from gamerules.two_hand_bridge.deal import HAND, PACK
from gamerules.two_hand_bridge.exchange import Exchange, Exchanging
from gamerules.two_hand_bridge.rules import Rules
from gamerules.two_hand_bridge.scoring import ROLES, Result, deal_entries
from gamerules.two_hand_bridge.state import State

DRAWS = 24
"""How many draws an exchange is judged by."""
FOR_NULLO = 0.4
"""How often whoever throws cards is expected to throw high ones."""
OUTLOOK = Outlook(
    "gamerules.two_hand_bridge",
    {strain: strain.trump for strain in Strain},
    Strain.NULLO,
    alert=0.85,
    temper=75.0,
    floor=0.02,
)


def worlds(mine: CardSet, seen: CardSet, player: int, thrown: int, count: int, rng: Random) -> Iterator[World]:
    """Yield worlds: of so many cards more than a hand the other has thrown the lowest, or for a nullo the highest."""
    pool = sorted(PACK - (mine | seen))
    for _ in range(count):
        most = rng.sample(pool, HAND + thrown)
        high = rng.random() >= FOR_NULLO
        theirs = CardSet(sorted(most, key=lambda card: card.rank, reverse=high)[:HAND])
        yield OUTLOOK.world(*((mine.mask, theirs.mask) if player == 0 else (theirs.mask, mine.mask)))


class Judge(judging.Judge):
    """What contracts are worth over many worlds, to the player who is to call."""

    def __init__(self, state: State, stage: Bidding, player: int, rng: Random) -> None:
        """Deal the worlds."""
        self.state, self.stage, self.player, self.rules = state, stage, player, state.rules
        thrown = len(stage.thrown[1 - player])
        super().__init__(OUTLOOK, worlds(stage.hands[player], stage.thrown[player], player, thrown, WORLDS, rng))

    def gains(self, world: World) -> Iterator[float]:
        """Yield what each of the opponent's calls seems to have gained him."""
        other, last = 1 - self.player, None
        for number, call in enumerate(self.stage.calls):
            his = (self.stage.opener ^ number & 1) == other
            if isinstance(call, Bid):
                last = Contract(call, self.stage.opener ^ number & 1)
                if his:
                    yield self.value(world, last)
            elif his and call is Call.DOUBLE and last is not None:
                yield self.value(world, last) - self.value(world, replace(last, doubling=Doubling.DOUBLED))
            elif his and call is Call.PASS:
                yield -max(self.value(world, Contract(bid, other)) for bid in BIDS[:6])

    def value(self, world: World, contract: Contract) -> float:
        """Return what a contract brings its declarer in a world."""
        strain, declarer = contract.bid.strain, contract.declarer
        vulnerable = self.state.rubber.games[declarer] > 0
        eighths = round(8 * world.tricks[declarer][strain])
        won = _expected(self.rules, contract.bid.level, strain, contract.doubling, vulnerable, eighths)
        held = (0, 0) if strain is Strain.NULLO else _honours(world.hands[declarer], world.hands[1 - declarer], strain)
        return won + _bonus(self.rules, strain, held)

    def after(self, call: Bid | Call) -> float:
        """Return what a call is worth if the opponent then passes or doubles."""
        if isinstance(call, Bid):
            return self.doubtful(Contract(call, self.player))
        standing = self.stage.standing
        if standing is None:
            return 0.0
        if call in (Call.DOUBLE, Call.REDOUBLE):
            doubling = Doubling.DOUBLED if call is Call.DOUBLE else Doubling.REDOUBLED
            standing = replace(standing, doubling=doubling)
        value = self.mean(lambda world: self.value(world, standing))
        return value if standing.declarer == self.player else -value


@cache
def _expected(rules: Rules, level: int, strain: Strain, doubling: Doubling, vulnerable: bool, eighths: int) -> float:
    contract = Contract(Bid(level, strain), 0, doubling)
    return OUTLOOK.expected(strain, eighths / 8, _pays(rules, contract, vulnerable))


@lru_cache(maxsize=2_000)
def _honours(mine: int, theirs: int, strain: Strain) -> tuple[int, int]:
    one, other = (honour_count(CardSet.from_mask(hand), strain.trump) for hand in (mine, theirs))
    return one, other


@cache
def _pays(rules: Rules, contract: Contract, vulnerable: bool) -> tuple[float, ...]:
    return tuple(_net(Result(contract, tricks), rules, vulnerable) for tricks in range(TRICKS + 1))


@cache
def _bonus(rules: Rules, strain: Strain, honours: tuple[int, int]) -> float:
    """Return what honours bring the declarer, less what they bring the opponent."""
    contract = Contract(Bid(1, strain), 0)
    middle = (TRICKS + 1) // 2
    return _net(Result(contract, middle, honours), rules, False) - _net(Result(contract, middle), rules, False)


def _net(result: Result, rules: Rules, vulnerable: bool) -> float:
    entries = deal_entries(result, vulnerable, rules)
    return float(sum(entry.points if entry.side == ROLES[0] else -entry.points for entry in entries))


# ---- the choices


def advise(moment: Moment, rng: Random) -> Choice | None:
    """Choose what to throw or call; None in play."""
    stage = moment.state.stage
    if isinstance(stage, Exchanging):
        return _throw(stage, moment.player)
    return _call(moment.state, stage, moment.player, rng) if isinstance(stage, Bidding) else None


def _call(state: State, stage: Bidding, player: int, rng: Random) -> Choice:
    """Make the call that is worth most: a bid, a double or a pass."""
    judge = Judge(state, stage, player, rng)
    legal: list[Any] = [*state.legal_actions()]
    values = {call: judge.after(call) for call in legal}
    call = max(legal, key=lambda call: (values[call], call is Call.PASS))
    if isinstance(call, Bid):
        tricks = judge.mean(lambda world: world.tricks[player][call.strain])
        return Choice(
            call,
            f"{call.strain} should bring about {tricks:.1f} tricks: {values[call]:+.0f} points on average, "
            f"a pass {values[Call.PASS]:+.0f}",
        )
    others = max((value for other, value in values.items() if other is not call), default=0.0)
    return Choice(call, f"it is worth {values[call]:+.0f} points on average, the best other call {others:+.0f}")


def _throw(stage: Exchanging, player: int) -> Choice:
    """Throw, card by card, down to the cards that promise most once others are drawn for those thrown."""
    cards, thrown = stage.hands[player], stage.thrown[player]
    before = cards | thrown  # every card thrown belongs to one plan, made from the hand as it was
    keeps = [keep for keep in dict.fromkeys((before, *plans(before))) if keep <= cards]
    values = {keep: _promise(keep, before, player, Random(str(before))) for keep in keeps}
    best = max(keeps, key=values.__getitem__)
    loose = sorted(cards - best, key=lambda card: card.rank)
    why = f"with {best or 'nothing'} kept, the draw promises most"
    if not loose:
        return Choice(Exchange.DONE, why)
    return Choice(loose[0], why)


def plans(cards: CardSet) -> Iterator[CardSet]:
    """Yield what may be worth keeping: high cards, a suit and high cards beside it, low cards for a nullo."""
    for floor in (Rank.NINE, Rank.JACK, Rank.KING):
        high = CardSet(card for card in cards if card.rank >= floor)
        yield high
        for strain in Strain:
            if strain.trump is not None:
                yield high | cards.of_suit(strain.trump)
    for top in (Rank.FIVE, Rank.SEVEN):
        yield CardSet(card for card in cards if card.rank <= top)


def _promise(keep: CardSet, seen: CardSet, player: int, rng: Random) -> float:
    """Return what a hand promises with other cards drawn: the mean of its best strain's tricks, in points."""
    pool: list[Card] = sorted(PACK - (seen | keep))
    total = 0.0
    for _ in range(DRAWS):
        mine = keep | CardSet(rng.sample(pool, HAND - len(keep)))
        for world in worlds(mine, seen, player, HAND // 3, 1, rng):
            total += max(_points(world, player, strain) for strain in Strain)
    return total / DRAWS


def _points(world: World, player: int, strain: Strain) -> float:
    """Return about what a strain brings a player: its tricks over the book at thirty points each."""
    tricks = world.tricks[player][strain]
    return 30 * ((TRICKS - BOOK - tricks) if strain is Strain.NULLO else tricks - BOOK)
