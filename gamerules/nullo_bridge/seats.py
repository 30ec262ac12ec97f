"""The four seats, clockwise, and the two sides."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from gamerules.rules import Status, rule


@rule(
    "mendelev.nullo-deal.3", status=Status.INFERRED, note="The order in which the sentence names the cards of a trick."
)
class Seat(IntEnum):
    """The seats in the order of play; B sits to the declarer's left, and so leads first."""

    B = 0
    DUMMY = 1
    V = 2
    DECLARER = 3

    @property
    def next(self) -> Seat:
        """The seat that plays next."""
        return SEATS[(self + 1) % 4]

    @property
    def is_declaring(self) -> bool:
        """Whether the seat belongs to the declarer's side."""
        return self in (Seat.DUMMY, Seat.DECLARER)

    def __str__(self) -> str:
        """Return the seat as the text names it."""
        return self.name if len(self.name) == 1 else self.name.lower()


SEATS: Final = tuple(Seat)
SIDES: Final = ("declarer's side", "opponents")
