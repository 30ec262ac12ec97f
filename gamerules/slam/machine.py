"""How the machine calls, doubles and lays aside in Slam: by what each choice is worth over hands that fit the calls.

The cards not seen are dealt many times, those to come too: see :mod:`gamerules.lab.judging`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from gamerules.auction import Call
from gamerules.cards import PACK_32, CardSet
from gamerules.lab import judging
from gamerules.lab.judging import WORLDS, Outlook, World
from gamerules.ledger import Entry
from gamerules.policy import Choice, Moment
from gamerules.slam.auction import ROUNDS, Auction, Bid, SuitBid
from gamerules.slam.contract import Contract
from gamerules.slam.double import change_strain
from gamerules.slam.play import first_leader
from gamerules.slam.rubber import deal_of
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import DECLARER, honours, settlement
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import TRICK_VALUE, TRICKS, Doubling, Slam, Strain, worth
from gamerules.solve.oracle import reserve_against

HAND = 16
OUTLOOK = Outlook(
    "gamerules.slam", {strain: strain.suit for strain in Strain}, Strain.NULLO, alert=0.95, temper=45.0, floor=0.2
)

PATIENCE = 25
"""How many points more than a pass a bid must promise while a later round is to come: then more is known, and the other
may have bid too high meanwhile."""


class Judge(judging.Judge):
    """What contracts are worth over many worlds, to the player who is to call."""

    def __init__(self, deal: State, player: int, rng: Random) -> None:
        """Deal the worlds."""
        self.deal, self.player, self.rules = deal, player, deal.rules
        super().__init__(OUTLOOK, [self._world(rng) for _ in range(WORLDS)])

    def _world(self, rng: Random) -> World:
        held = self.deal.hands[self.player]
        pool = sorted(CardSet.from_mask(PACK_32.mask & ~held))
        mine = held | CardSet(rng.sample(pool, HAND - held.bit_count())).mask
        theirs = PACK_32.mask & ~mine
        return OUTLOOK.world(*((mine, theirs) if self.player == 0 else (theirs, mine)))

    def gains(self, world: World) -> Iterator[float]:
        """Yield what the opponent's last call seems to have gained him, as far as it is still known."""
        deal, other = self.deal, 1 - self.player
        if deal.contract is not None:
            yield from self._contracted(world, deal.contract)
            return
        assert deal.auction is not None
        calls = [call for _, player, call in deal.auction.calls if player == other]
        bids = [call for call in calls if not isinstance(call, Call)]
        if bids:
            yield self.best(world, other, bids[-1])[0]
        elif calls:
            yield -self.best(world, other, self.rules.lowest_bid)[0]

    def _contracted(self, world: World, contract: Contract) -> Iterator[float]:
        if contract.declarer != self.player:
            best, _ = self.best(world, contract.declarer, contract.named or contract.points)
            yield self.value(world, contract) - best
        elif contract.doubling is not Doubling.NONE:
            yield self.value(world, replace(contract, doubling=Doubling.NONE)) - self.value(world, contract)

    def value(self, world: World, contract: Contract) -> float:
        """Return what a contract brings its declarer in a world, honours included."""
        vulnerable = self.deal.vulnerable[contract.declarer]
        tricks = world.tricks[contract.declarer][contract.strain]
        won = _expected(self.rules, contract, vulnerable, round(8 * tricks))
        return won + net(honours(self.rules, contract, world.hands))

    def best(self, world: World, player: int, bid: Bid) -> tuple[float, Contract]:
        """Return what a bid brings a player in a world in the strain that is best then, and that contract."""
        found = [(self.value(world, contract), contract) for contract in contracts(self.rules, player, bid)]
        return max(found, key=lambda pair: pair[0])

    def own(self, bid: Bid) -> tuple[float, Contract]:
        """Return what a bid of the player is worth to him, and in which strain."""
        found = [(self.doubtful(contract), contract) for contract in contracts(self.rules, self.player, bid)]
        return max(found, key=lambda pair: pair[0])

    def against(self, bid: Bid) -> float:
        """Return what it is worth to leave the opponent with a bid, doubling him if that is better."""
        chosen = {world: self.best(world, 1 - self.player, bid) for world in self.worlds}
        plain = self.mean(lambda world: chosen[world][0])
        doubled = self.mean(lambda world: self.value(world, replace(chosen[world][1], doubling=Doubling.DOUBLED)))
        return -min(plain, doubled)


def net(entries: Iterable[Entry]) -> float:
    """Return what entries bring the declarer, less what they bring his opponent."""
    return float(sum(entry.points if entry.side == DECLARER else -entry.points for entry in entries))


def contracts(rules: Rules, player: int, bid: Bid) -> Sequence[Contract]:
    """Return the contracts that a player can come to with a bid; at least one."""
    return _contracts(rules.unreachable_strain == "allowed", player, type(bid).__name__, bid)


@cache
def _contracts(unreachable: bool, player: int, kind: str, bid: Bid) -> tuple[Contract, ...]:
    if isinstance(bid, SuitBid):
        return (Contract(player, Strain(bid.suit.name.lower()), bid.points),)
    if isinstance(bid, Slam):
        return tuple(Contract(player, strain, worth(bid, strain), bid) for strain in Strain)
    within = [s for s in Strain if unreachable or bid <= TRICK_VALUE[s] * Slam.GRAND.level]
    return tuple(Contract(player, strain, bid) for strain in within)


@cache
def _expected(rules: Rules, contract: Contract, vulnerable: bool, eighths: int) -> float:
    return OUTLOOK.expected(contract.strain, eighths / 8, _pays(rules, contract, vulnerable))


@cache
def _pays(rules: Rules, contract: Contract, vulnerable: bool) -> tuple[float, ...]:
    return tuple(net(settlement(rules, contract, n, vulnerable=vulnerable)) for n in range(TRICKS + 1))


# ---- the choices


def advise(moment: Moment, rng: Random) -> Choice | None:
    """Choose what to call, name or lay aside; None in play."""
    deal = deal_of(moment.state)
    chooses = _CHOICES.get(deal.phase)
    return chooses(deal, moment.player, rng) if chooses else None


def _call(deal: State, player: int, rng: Random) -> Choice:
    """Bid what is worth most if it were the last word, or pass if that is worth as much or there is time."""
    judge, auction = Judge(deal, player, rng), deal.auction
    assert auction is not None
    passing = _passing(judge, auction)
    bids: list[Any] = [call for call in deal.legal_actions() if not isinstance(call, Call)]
    found = [(*judge.own(bid), bid) for bid in _sensible(bids)]
    if found:
        value, contract, bid = max(found, key=lambda triple: triple[0])
        more_to_come = auction.round < ROUNDS and deal.rules.early_pass == "round"
        if value > passing + PATIENCE * more_to_come:
            tricks = judge.mean(lambda world: world.tricks[player][contract.strain])
            return Choice(bid, f"{_about(tricks, contract)}: {value:+.0f} points on average, a pass {passing:+.0f}")
        wait = ", and there is another round" if more_to_come else ""
        return Choice(Call.PASS, f"a pass is worth {passing:+.0f} points on average, the best bid {value:+.0f}{wait}")
    return Choice(Call.PASS, "no bid is open")


def _about(tricks: float, contract: Contract) -> str:
    return f"{contract.strain} should bring about {tricks:.1f} tricks"


def _passing(judge: Judge, auction: Auction) -> float:
    if auction.standing is None:
        return 0.0
    if auction.bidder == judge.player:
        return judge.own(auction.standing)[0]
    return judge.against(auction.standing)


def _sensible(bids: Sequence[Any]) -> list[Any]:
    """Return the bids worth a thought: of the numbers those that ask as much as they can of their level."""
    levels = {value * level for value in set(TRICK_VALUE.values()) for level in range(1, Slam.GRAND.level + 1)}
    numbers = [bid for bid in bids if type(bid) is int]
    rest = [bid for bid in bids if type(bid) is not int]
    chosen = [bid for bid in numbers if bid in levels]
    return list(dict.fromkeys((*numbers[:1], *chosen, *numbers[-1:] * (len(numbers) < HAND), *rest)))


def _name(deal: State, player: int, rng: Random) -> Choice:
    """Name the strain that is worth most."""
    judge, auction = Judge(deal, player, rng), deal.auction
    assert auction is not None and auction.standing is not None
    open_to = deal.legal_actions()
    found = [c for c in contracts(deal.rules, player, auction.standing) if c.strain in open_to]
    values = {c.strain: judge.doubtful(c) for c in found}
    strain = max(values, key=values.__getitem__)
    tricks = judge.mean(lambda world: world.tricks[player][strain])
    return Choice(
        strain, f"it should bring about {tricks:.1f} tricks and {values[strain]:+.0f} points, the most of all"
    )


def _double(deal: State, player: int, rng: Random) -> Choice:
    """Double if that is worth more than a pass."""
    judge, contract = Judge(deal, player, rng), deal.contract
    assert contract is not None
    plain = -judge.mean(lambda world: judge.value(world, contract))
    doubled = replace(contract, doubling=Doubling.DOUBLED)
    more = -judge.mean(lambda world: judge.value(world, doubled))
    why = f"a double is worth {more:+.0f} points on average, a pass {plain:+.0f}"
    return Choice(Call.DOUBLE if more > plain else Call.PASS, why)


def _answer(deal: State, player: int, rng: Random) -> Choice:
    """Pass, redouble or change the strain, whichever is worth most."""
    judge, contract = Judge(deal, player, rng), deal.contract
    assert contract is not None

    def after(answer: Call | Strain) -> Contract:
        if isinstance(answer, Strain):
            return change_strain(deal.rules, contract, answer)
        return replace(contract, doubling=Doubling.REDOUBLED) if answer is Call.REDOUBLE else contract

    values: dict[Any, float] = {}
    legal: list[Any] = [*deal.legal_actions()]
    for answer in legal:
        there = after(answer)
        values[answer] = judge.mean(lambda world, c=there: judge.value(world, c))  # type: ignore[misc]
    best = max(values, key=values.__getitem__)
    return Choice(best, f"it is worth {values[best]:+.0f} points on average, the most of all answers")


def _reserve(deal: State, player: int, rng: Random) -> Choice:
    """Lay aside a reserve of the equilibrium between the reserves of both, as far as it is worked out."""
    contract = deal.contract
    assert contract is not None
    mine = deal.hand(player)
    reserve, tricks = reserve_against(
        mine,
        PACK_32 - mine,
        leads=first_leader(deal.rules, contract, deal.dealer) == player,
        trump=contract.strain.suit,
        misere=contract.strain is Strain.NULLO,
        rng=rng,
    )
    return Choice(reserve, f"it belongs to a mixture that makes sure of {tricks:.1f} tricks on average, all cards open")


_CHOICES: dict[Phase, Callable[[State, int, Random], Choice]] = {
    Phase.AUCTION: _call,
    Phase.NAMING: _name,
    Phase.DOUBLE: _double,
    Phase.ANSWER: _answer,
    Phase.RESERVE: _reserve,
}
