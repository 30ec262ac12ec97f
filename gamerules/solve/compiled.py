"""The compiled twin of :mod:`gamerules.solve.two_hands`, for whoever has Numba; the two always agree.

Positions are remembered in a flat table of 2**n places. A place holds the position's name, which is complete, so a
full table costs time but never truth. Nothing here passes a literal to itself: Numba would cache such a function in a
form that ends the interpreter when it is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from gamerules.cards import Suit
from gamerules.extras import need

np = need("numpy")
numba = need("numba")

PLACES = 1 << 17
"""Places of the memory of one deal: more than any was seen to need."""

MANY_PLACES = 1 << 22
"""Places of the memory that all pairs of reserves share; what is not used costs nothing."""

# What the search needs to know beside the cards, in one array.
TRUMP, WEIGHT, LEAD, SIZE, NODES, FILLED = range(6)

_F = TypeVar("_F", bound=Callable[..., object])


def jit(signature: str) -> Callable[[_F], _F]:
    """Compile a function for these types when its module is imported, and keep the result on disk."""
    return cast(Callable[[_F], _F], numba.njit(signature, cache=True, nogil=True))


@jit("u8(i8,i8,i8)")
def name(x: int, y: int, trump: int) -> Any:
    """Return the position's name: the words of the suits, plain suits sorted, the trump suit lowest."""
    a = b = c = d = first = np.uint64(0)
    for suit in range(4):
        mine = x >> 13 * suit & 8191
        cards = mine | y >> 13 * suit & 8191
        number = np.uint64(1)
        bit = 4096
        while bit > 0:
            if cards & bit:
                number = number * np.uint64(2) + np.uint64((mine & bit) != 0)
            bit >>= 1
        if suit == trump:
            first = number
        elif number >= a:
            a, b, c, d = number, a, b, c
        elif number >= b:
            b, c, d = number, b, c
        elif number >= c:
            c, d = number, c
        else:
            d = number
    if trump < 0:
        first = d
    return first | c << np.uint64(14) | b << np.uint64(28) | a << np.uint64(42)


@jit("b1(i8,i8,i8,i8,i8,i8,i8,i8,i8,i8,i8[::1],u8[::1],i2[::1])")
def search(
    x: int,
    y: int,
    bx: int,
    by: int,
    mx: int,
    my: int,
    led: int,
    left: int,
    k: int,
    goal: int,
    facts: Any,
    names: Any,
    limits: Any,
) -> Any:
    """Return whether the player to play can reach ``goal``; arguments as for ``PythonKernel.play``.

    With ``left`` 0 a trick begins, and the answer is remembered: ``names`` and ``limits`` (lower and upper bound, in
    turn) are the memory, ``facts`` holds trump, weight, worth of the last lead, size of tricks and two counters.
    """
    weight = facts[WEIGHT]
    lead = facts[LEAD]
    zero = np.int64(0)
    place = np.int64(-1)
    begins = left == 0
    if begins:
        if k == 0:
            return lead >= goal
        low = min(zero, weight * k) + min(zero, lead)
        high = max(zero, weight * k) + max(zero, lead)
        if goal <= low:
            return True
        if goal > high:
            return False
        key = name(x, y, facts[TRUMP])
        span = np.uint64(len(names) - 1)
        spot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(20)
        place = np.int64(spot & span)
        while names[place] != 0 and names[place] != key:
            place = np.int64(np.uint64(place + 1) & span)
        if names[place] == key:
            low = np.int64(limits[2 * place])
            high = np.int64(limits[2 * place + 1])
            if goal <= low:
                return True
            if goal > high:
                return False
        elif facts[FILLED] * 4 < 3 * len(names):
            names[place] = key
            facts[FILLED] += 1
            limits[2 * place] = low
            limits[2 * place + 1] = high
        else:
            place = np.int64(-1)  # the table is full
        facts[NODES] += 1
        left = facts[SIZE] if x & (x - 1) else np.int64(2)
    own = x & led
    if own == 0:
        own = x
    rest = weight * k + lead - goal + 1
    found = False
    suit = np.int64(3)
    while suit >= 0 and not found:
        shift = 13 * suit
        lane = np.int64(8191) << shift
        cards = own & lane
        block = by & lane
        inside = False
        bit = np.int64(4096) << shift
        while cards:
            if block & bit:
                inside = False
            elif cards & bit:
                cards ^= bit
                if not inside:
                    inside = True
                    if left > 1:
                        then = led if led else lane
                        found = not search(
                            y, x ^ bit, by, bx, my, mx | bit, then, left - 1, k, rest, facts, names, limits
                        )
                    else:
                        mine = mx | bit
                        deciding = led
                        if facts[TRUMP] >= 0:
                            trumps = np.int64(8191) << 13 * facts[TRUMP]
                            if (mine | my) & trumps:
                                deciding = trumps
                        hand = x ^ bit
                        if mine & deciding > my & deciding:
                            found = search(
                                hand, y, hand, y, zero, zero, zero, zero, k - 1, goal - weight, facts, names, limits
                            )
                        else:
                            found = not search(
                                y, hand, y, hand, zero, zero, zero, zero, k - 1, rest - weight, facts, names, limits
                            )
                    if found:
                        break
            bit >>= 1
        suit -= 1
    if place >= 0:
        if found:
            if goal > limits[2 * place]:
                limits[2 * place] = goal
        elif goal - 1 < limits[2 * place + 1]:
            limits[2 * place + 1] = goal - 1
    return found


class CompiledKernel:
    """The search compiled, with the same methods as ``PythonKernel``."""

    def __init__(self, trump: Suit | None, misere: bool, size: int, d: int, places: int = PLACES) -> None:
        """Make a kernel with an empty memory; ``d`` is what leading at the end is worth to whoever does."""
        self.facts = np.array([-1 if trump is None else trump, -1 if misere else 1, d, size, 0, 0], np.int64)
        self.names = np.zeros(places, np.uint64)
        self.limits = np.zeros(2 * places, np.int16)

    @property
    def nodes(self) -> int:
        """How many positions were searched so far."""
        return int(self.facts[NODES])

    def reach(self, x: int, y: int, k: int, goal: int) -> bool:
        """Return whether the leader can reach ``goal``; ``k`` tricks are left."""
        return bool(search(x, y, x, y, 0, 0, 0, 0, k, goal, self.facts, self.names, self.limits))

    def play(self, x: int, y: int, bx: int, by: int, mx: int, my: int, led: int, left: int, k: int, goal: int) -> bool:
        """Return whether the player to play can reach ``goal``."""
        return bool(search(x, y, bx, by, mx, my, led, left, k, goal, self.facts, self.names, self.limits))
