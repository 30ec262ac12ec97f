"""The compiled twin of :mod:`gamerules.solve.three_hands`, for whoever has Numba; the two always agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamerules.solve.compiled import PLACES, jit, np
from gamerules.solve.three_hands import Layout

PLAIN = 4
"""Plain suits of an order; with the trumps there are five lanes."""

MATADORS, TOPS = PLAIN + 1, PLAIN + 2
"""Where the bits of the matadors stand, and from where on the highest bit of each lane."""


@jit("i8(i8,i8,i8,i8,i8)")
def word(x: int, y: int, z: int, lane: int, top: int) -> Any:
    """Return who holds the cards of a suit, high to low, as a number of base 3 that begins with a 1; 21 bits."""
    number = np.int64(1)
    bit = top
    while lane & bit:
        if x & bit:
            number = number * 3
        elif y & bit:
            number = number * 3 + 1
        elif z & bit:
            number = number * 3 + 2
        bit >>= 1
    return number


@jit("b1(i8,i8,i8,i8,i8,i8,i8,i8,i8,i8,i8[::1],i2[:,::1],i8[:,::1],i1[::1],i8[::1])")
def search(
    x: int,
    y: int,
    z: int,
    whole: int,
    count: int,
    led: int,
    best: int,
    taker: int,
    role: int,
    tally: int,
    lanes: Any,
    tallies: Any,
    names: Any,
    won: Any,
    facts: Any,
) -> Any:
    """Return whether the ombre succeeds.

    Args:
        x: the bits in the ombre's hand.
        y: those of the next player.
        z: those of the last.
        whole: all bits held when the trick began.
        count: how many cards are on the table.
        led: the bit led.
        best: the bit that wins so far.
        taker: who played it, counted from the ombre.
        role: who plays next, counted from the ombre.
        tally: the class of the counts so far.
        lanes: the bits of each suit in play, the trumps first; then the matadors; then the highest bit of each suit.
        tallies: for each class, the class after a trick of each.
        names: the memory: two numbers that name a position, the second never 0.
        won: the answers, by place.
        facts: how many positions were searched, how many places are filled.
    """
    zero = np.int64(0)
    one = two = zero
    span = np.int64(len(won) - 1)
    place = zero
    if count == 0:
        if tally < 2:
            return tally == 1
        a = b = c = d = zero
        for plain in range(1, PLAIN + 1):
            number = word(x, y, z, lanes[plain], lanes[TOPS + plain])
            if number >= a:
                a, b, c, d = number, a, b, c
            elif number >= b:
                b, c, d = number, b, c
            elif number >= c:
                c, d = number, c
            else:
                d = number
        matadors = zero
        held = (x | y | z) & lanes[MATADORS]
        while held:
            matadors += 1
            held &= held - 1
        one = a << 42 | b << 21 | c
        two = (((d << 21 | word(x, y, z, lanes[0], lanes[TOPS])) << 2 | matadors) << 2 | role) << 8 | tally
        mixed = np.uint64(one) * np.uint64(0x9E3779B97F4A7C15) ^ np.uint64(two) * np.uint64(0xC2B2AE3D27D4EB4F)
        place = np.int64(mixed >> np.uint64(24)) & span
        while names[place, 1] != 0:
            if names[place, 0] == one and names[place, 1] == two:
                return won[place] == 1
            place = (place + 1) & span
        facts[0] += 1
    hand = x if role == 0 else y if role == 1 else z
    own = hand
    lane = zero
    if count:
        for suit in range(PLAIN + 1):
            if lanes[suit] & led:
                lane = lanes[suit]
        if hand & lane & ~(lanes[MATADORS] & -(led << 1)):  # a matador above the lead need not follow
            own = hand & lane
    others = whole & ~hand
    nobody = role != 0  # what it means to find nothing better
    found = nobody
    suit = zero
    while suit <= PLAIN and found == nobody:
        cards = own & lanes[suit]
        inside = False
        bit = lanes[TOPS + suit]
        while cards and found == nobody:
            if others & lanes[suit] & bit:
                inside = False
            elif cards & bit:
                cards ^= bit
                if not inside:
                    inside = lanes[MATADORS] & bit == 0
                    beats = count == 0
                    if not beats:
                        beats = bit & lanes[0] > best & lanes[0]
                        if best & lanes[0] == 0 and bit & lane > best:
                            beats = True
                    top = bit if beats else best
                    winner = role if beats else taker
                    following = (role + 1) % 3
                    left = whole
                    first = led if count else bit
                    state = tally
                    if count == 2:
                        following = winner
                        left = x | y | z
                        left ^= bit
                        state = np.int64(tallies[tally, winner])
                        first = zero
                        top = zero
                    found = search(
                        x ^ bit if role == 0 else x,
                        y ^ bit if role == 1 else y,
                        z ^ bit if role == 2 else z,
                        left,
                        (count + 1) % 3,
                        first,
                        top,
                        winner,
                        following,
                        state,
                        lanes,
                        tallies,
                        names,
                        won,
                        facts,
                    )
            bit >>= 1
        suit += 1
    if count == 0 and facts[1] * 4 < 3 * len(won):
        while names[place, 1] != 0:  # the search below may have filled the place
            place = (place + 1) & span
        names[place, 0] = one
        names[place, 1] = two
        won[place] = found
        facts[1] += 1
    return found


class CompiledKernel:
    """The search compiled, with the same methods as ``PythonKernel``."""

    def __init__(self, layout: Layout, after: Sequence[tuple[int, int, int]], places: int = PLACES) -> None:
        """Make a kernel with an empty memory."""
        lanes = [*layout.lanes, 0][: PLAIN + 1]  # with a trump suit there are only three plain ones
        tops = [1 << lane.bit_length() >> 1 for lane in lanes]
        self.lanes = np.array([*lanes, layout.matadors, *tops], np.int64)
        self.tallies = np.array(after, np.int16)
        self.names = np.zeros((places, 2), np.int64)
        self.won = np.zeros(places, np.int8)
        self.facts = np.zeros(2, np.int64)
        self.layout = layout

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        return int(self.facts[0])

    def wins(self, hands: tuple[int, int, int], table: tuple[int, ...], role: int, tally: int) -> bool:
        """Return whether the ombre succeeds; arguments as for ``PythonKernel.wins``."""
        whole = sum(hands) + sum(table)
        led = best = taker = 0
        if table:
            led, leader = table[0], (role - len(table)) % 3
            lane = next(lane for lane in self.layout.lanes if lane & led)
            deciding = sum(table) & self.layout.lanes[0] or sum(table) & lane
            best = 1 << deciding.bit_length() - 1
            taker = (leader + table.index(best)) % 3
        return bool(
            search(
                *hands, whole, len(table), led, best, taker, role, tally,
                self.lanes, self.tallies, self.names, self.won, self.facts,
            )
        )  # fmt: skip
