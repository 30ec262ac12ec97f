"""Random numbers by count: the n-th number of a deal is known without those before it."""

from __future__ import annotations

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


def mixed(value: int) -> int:
    """Return a number of 64 bits in which every bit depends on every bit of the value (splitmix64)."""
    value &= MASK
    value = (value ^ value >> 30) * FIRST & MASK
    value = (value ^ value >> 27) * SECOND & MASK
    return value ^ value >> 31


class Counter:
    """The random numbers of one deal."""

    __slots__ = ("_at",)

    def __init__(self, seed: int, number: int) -> None:
        """Begin with the first number of deal ``number`` of a seed."""
        self._at = mixed(mixed(seed) + number * STEP)

    def below(self, bound: int) -> int:
        """Return the next number, from 0 up to but not including ``bound``; all alike but for one part in 2**32."""
        self._at = self._at + STEP & MASK
        return (mixed(self._at) >> 32) * bound >> 32
