"""Which results a deal can have: what the declarers' honours, aces and coronets leave of the thirteen tricks.

Vint's play is not told in the chapter; that of its kind is taken: four hands of thirteen, suit is followed, the highest
trump or else the highest card of the suit led takes the trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from gamerules.rules import ImpossibleInputError
from gamerules.vint.coronets import Coronet
from gamerules.vint.honours import ACES, HONOURS, sure_tricks
from gamerules.vint.terms import DECLARERS, OPPONENTS, SIDES, TRICKS

HAND = 13


def refuse(
    tricks: int, *, trumps: bool, honours: int | None, aces: int | None, coronets: Sequence[Coronet] = ()
) -> None:
    """Refuse a result that no deal has; what is None is not known and may be any.

    Args:
        tricks: the declarers' tricks.
        trumps: whether a suit is trumps.
        honours: the declarers' honours.
        aces: the declarers' aces.
        coronets: the coronets held.

    Raises:
        ImpossibleInputError: with what is possible.
    """
    for side in SIDES:
        own = [coronet for coronet in coronets if coronet.side == side]
        if not _fits_two_hands(own, sum(c.kind != "aces" for c in coronets)):
            raise ImpossibleInputError(f"the {side}' coronets do not go into two hands of {HAND} cards; give fewer")
    if not trumps:
        return
    ranges = list(_ranges(honours, aces, coronets))
    if not ranges:
        raise ImpossibleInputError("no deal has such honours, aces and coronets: one hand alone has the ace of trumps")
    if not any(low <= tricks <= high for low, high in ranges):
        low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
        raise ImpossibleInputError(
            f"with these honours, aces and coronets the declarers take {low} to {high} tricks, not {tricks}: trumps of "
            "the other side that are higher beat two at most each"
        )


def _ranges(honours: int | None, aces: int | None, coronets: Sequence[Coronet]) -> Iterable[tuple[int, int]]:
    """Yield the fewest and the most tricks for each way in which what is not known can be."""
    runs = {
        side: max((c.length for c in coronets if (c.kind, c.side) == ("trumps", side)), default=0) for side in SIDES
    }
    for held, ace in product(range(HONOURS + 1) if honours is None else (honours,), (True, False)):
        others = HONOURS - held
        if not (1 if ace else 0) <= held <= HONOURS - (0 if ace else 1):
            continue
        if aces is not None and not (1 if ace else 0) <= aces <= ACES - (0 if ace else 1):
            continue
        if runs[DECLARERS if not ace else OPPONENTS]:  # the coronet's holder has the ace
            continue
        if held < min(runs[DECLARERS], HONOURS) or others < min(runs[OPPONENTS], HONOURS):
            continue
        mine = max(sure_tricks(held, others, ace), runs[DECLARERS])
        yield mine, TRICKS - max(sure_tricks(others, held, not ace), runs[OPPONENTS])


def _fits_two_hands(coronets: Sequence[Coronet], suits: int) -> bool:
    """Return whether a side's coronets go into its two hands; ``suits`` counts the suits that have one in the deal."""
    of_suits = [coronet.length for coronet in coronets if coronet.kind != "aces"]
    aces = max((coronet.length for coronet in coronets if coronet.kind == "aces"), default=0)
    for places in product((0, 1), repeat=len(of_suits)):
        sizes = [sum(n for n, place in zip(of_suits, places, strict=True) if place == hand) for hand in (0, 1)]
        missing = max(0, aces - places.count(0))  # the aces lie in the first hand
        if max(sizes[0] + missing, sizes[1]) <= HAND and missing <= ACES - suits:
            return True
    return False
