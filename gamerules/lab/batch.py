"""The play alone, compiled: a million deals in seconds, card for card as the games' own states play them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from gamerules.adapters import Contest
from gamerules.extras import need
from gamerules.lab.counter import FIRST, SECOND, STEP, mixed

np = need("numpy")
numba = need("numba")

_F = TypeVar("_F", bound=Callable[..., object])


def jit(signature: str) -> Callable[[_F], _F]:
    """Compile a function for these types when its module is imported, and keep the result on disk."""
    return cast(Callable[[_F], _F], numba.njit(signature, cache=True, nogil=True))


_FIRST, _SECOND, _STEP = np.uint64(FIRST), np.uint64(SECOND), np.uint64(STEP)


@jit("u8(u8)")
def _mixed(value: Any) -> Any:
    value = (value ^ value >> np.uint64(30)) * _FIRST
    value = (value ^ value >> np.uint64(27)) * _SECOND
    return value ^ value >> np.uint64(31)


@jit("i8(u8[::1],i8)")
def _below(at: Any, bound: int) -> Any:
    at[0] += _STEP
    return np.int64((_mixed(at[0]) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@jit("i8(i8,i8,b1)")
def _nth(mask: int, number: int, first_high: bool) -> Any:
    """Return the card of a mask by its place in the list of legal cards."""
    card, step = (51, -1) if first_high else (0, 1)
    while True:
        if mask >> card & 1:
            if number == 0:
                return card
            number -= 1
        card += step


@jit("i8(i8)")
def _count(mask: int) -> Any:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit("i8(i8,i8,b1)")
def _chosen(hand: int, number: int, first_high: bool) -> Any:
    """Return the reserve of a number: three cards, in the order of all choices of three places."""
    held = _count(hand)
    first = 0
    while True:
        rest = held - first - 1
        ways = rest * (rest - 1) // 2
        if number < ways:
            break
        number -= ways
        first += 1
    second = first + 1
    while number >= held - second - 1:
        number -= held - second - 1
        second += 1
    third = second + 1 + number
    one = np.int64(1)
    mask = one << _nth(hand, first, first_high)
    mask |= one << _nth(hand, second, first_high)
    return mask | one << _nth(hand, third, first_high)


@jit("void(u8,i8,i8[::1],i8[:,::1],i8[::1],i8[:,::1],i8[::1],i8[::1],i1[:,::1],i1[:,::1])")
def play(
    seed: Any,
    first: int,
    pack: Any,
    roles: Any,
    sizes: Any,
    order: Any,
    sides: Any,
    facts: Any,
    cards: Any,
    tricks: Any,
) -> None:
    """Play deals, one a row of ``cards``.

    Args:
        seed: the seed, mixed.
        first: the number of the first deal.
        pack: the cards of the pack, low to high.
        roles: declarer and leader, by the deal's number modulo the number of rows.
        sizes: the cards of each trick.
        order: for each card, the cards of its suit in play, the cards it cannot force, and its strength.
        sides: the side of each player.
        facts: the trumps, players, cards of a hand, of a reserve, tricks before it is taken up, and whether legal cards
            are listed high to low.
        cards: filled with the cards in the order in which they are played.
        tricks: filled with the tricks of each side.
    """
    trumps, players, held = facts[0], facts[1], facts[2]
    aside, until, first_high = facts[3], facts[4], facts[5] != 0
    one = np.int64(1)
    deck = np.empty(len(pack), np.int64)
    hands = np.empty(players, np.int64)
    reserves = np.empty(players, np.int64)
    at = np.empty(1, np.uint64)
    for row in range(len(cards)):
        number = first + row
        at[0] = _mixed(seed + np.uint64(number) * _STEP)
        deck[:] = pack
        for place in range(players * held):
            other = place + _below(at, len(deck) - place)
            deck[place], deck[other] = deck[other], deck[place]
        for player in range(players):
            hands[player] = 0
            for place in range(player * held, (player + 1) * held):
                hands[player] |= one << deck[place]
            reserves[player] = 0
        declarer = roles[number % len(roles), 0]
        leader = roles[number % len(roles), 1]
        if aside:
            ways = held * (held - 1) * (held - 2) // 6
            for turn in range(players):
                player = (declarer + 1 + turn) % players
                reserves[player] = _chosen(hands[player], _below(at, ways), first_high)
                hands[player] &= ~reserves[player]
        tricks[row, :] = 0
        played = 0
        for trick in range(len(sizes)):
            if aside and trick == until:
                for player in range(players):
                    hands[player] |= reserves[player]
            led = best = winner = np.int64(0)
            for turn in range(sizes[trick]):
                player = (leader + turn) % players
                legal = hands[player]
                if turn and legal & order[led, 0] & ~order[led, 1]:
                    legal &= order[led, 0]
                card = _nth(legal, _below(at, _count(legal)), first_high)
                hands[player] &= ~(one << card)
                cards[row, played] = card
                played += 1
                if turn == 0:
                    led = best = card
                    winner = player
                elif trumps >> card & 1:
                    if not trumps >> best & 1 or order[card, 2] > order[best, 2]:
                        best, winner = card, player
                elif not trumps >> best & 1 and order[led, 0] >> card & 1 and order[card, 2] > order[best, 2]:
                    best, winner = card, player
            tricks[row, sides[winner]] += 1
            leader = winner


def arrays(contest: Contest, seed: int, first: int, count: int) -> tuple[Any, Any]:
    """Play deals and return their cards (a row a deal, in the order of play) and the tricks of each side."""
    cards = np.empty((count, contest.cards), np.int8)
    tricks = np.empty((count, len(set(contest.sides))), np.int8)
    facts = [
        contest.trumps,
        contest.players,
        contest.hand,
        contest.reserve,
        contest.aside_until,
        int(contest.first_high),
    ]
    play(
        np.uint64(mixed(seed)),
        first,
        np.array(sorted(contest.pack), np.int64),
        np.array(contest.roles, np.int64),
        np.array(contest.sizes, np.int64),
        np.array([contest.same, contest.exempt, contest.power], np.int64).T.copy(),
        np.array(contest.sides, np.int64),
        np.array(facts, np.int64),
        cards,
        tricks,
    )
    return cards, tricks
