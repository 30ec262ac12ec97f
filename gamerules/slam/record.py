"""Slam in records: how a record begins, and how its actions are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardError, CardSet, Suit
from gamerules.game import CHANCE, RecordValueError, cards_dealt, text_of
from gamerules.rules import ImpossibleInputError, suggest
from gamerules.slam.auction import SuitBid
from gamerules.slam.deal import LAST, receiver
from gamerules.slam.rubber import Rubber, deal_of
from gamerules.slam.rules import Rules
from gamerules.slam.scoring import MOST_DIGITS
from gamerules.slam.state import State
from gamerules.slam.strain import Slam, Strain


def start(
    rules: Rules, names: Sequence[str], dealer: str = "", vulnerable: str = "none", session: str = "deal"
) -> State | Rubber:
    """Return the first state of a record.

    Args:
        rules: the rules.
        names: the players' names.
        dealer: who deals first, by name; the first player if left out.
        vulnerable: ``none``, ``both`` or a name; only for a single deal.
        session: ``deal``, or ``rubber`` for deal after deal.

    Raises:
        RecordValueError: if an option names nobody or nothing known.
    """
    deals = _player(dealer, names) if dealer else 0
    if vulnerable in ("none", "both"):
        zones = (vulnerable == "both", vulnerable == "both")
    else:
        zones = (_player(vulnerable, names) == 0, _player(vulnerable, names) == 1)
    deal = State(rules=rules, dealer=deals, vulnerable=zones)
    if session == "deal":
        return deal
    if session != "rubber":
        raise RecordValueError(f"session {session!r} is neither deal nor rubber")
    if zones != (False, False):
        raise RecordValueError("a rubber begins with nobody vulnerable; remove 'vulnerable'")
    return Rubber(deal, (names[0], names[1]))


def _player(name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise RecordValueError(f"{name!r} is not a player{suggest(name, names)}")
    return list(names).index(name)


def actions(state: State | Rubber, actor: int, word: str, value: Any, names: Sequence[str]) -> Sequence[Any]:
    """Read one entry of a record.

    The forms are ``deal: {NAME: cards}``, ``pass``, ``bid 14``, ``bid small-slam``, ``bid 16 spades``,
    ``name diamonds``, ``double``, ``redouble``, ``change to hearts``, ``reserve ♠A ♦KJ`` and ``play ♠8``, or the card
    alone.

    Raises:
        RecordValueError: if the text is none of these.
    """
    if word == "deal":
        deal = deal_of(state)
        return cards_dealt(value, names, (receiver(n, deal.dealer) for n in range(deal.dealt, LAST)))
    verb, _, rest = text_of(value).strip().partition(" ")
    if read := _VERBS.get(verb.lower()):
        return (read(rest.strip()),)
    with suppress(CardError):
        return (Card.parse(value),)
    raise RecordValueError(f"{value!r} is no card and does not begin with a known verb{suggest(verb, list(_VERBS))}")


def _word(call: Call) -> Callable[[str], Call]:
    def read(rest: str) -> Call:
        if rest:
            raise RecordValueError(f"{call} stands alone; remove {rest!r}")
        return call

    return read


def _read_bid(rest: str) -> Any:
    name = rest.lower().replace(" ", "-")
    if name in list(Slam):
        return Slam(name)
    found = re.fullmatch(rf"(\d{{1,{MOST_DIGITS}}}) *(\D.*)?", rest)
    if found is None:
        raise RecordValueError(f"{rest!r} is not a bid; write a number of points, small-slam or grand-slam")
    return SuitBid(int(found[1]), Suit.parse(found[2])) if found[2] else int(found[1])


def _read_strain(rest: str) -> Strain:
    try:
        return Strain.parse(rest.removeprefix("to ").strip())
    except ImpossibleInputError as error:
        raise RecordValueError(str(error)) from None


_VERBS: Mapping[str, Callable[[str], Any]] = {
    "pass": _word(Call.PASS),
    "double": _word(Call.DOUBLE),
    "redouble": _word(Call.REDOUBLE),
    "bid": _read_bid,
    "name": _read_strain,
    "change": _read_strain,
    "reserve": CardSet.parse,
    "play": Card.parse,
}


def proceed(state: State | Rubber, *entries: str | Mapping[int, str]) -> State | Rubber:
    """Return the state after several actions, written as in a record.

    Args:
        state: where to begin.
        entries: ``"bid 6"``, ``"play ♠8"`` and the like, done by whoever's turn it is; a mapping from player to cards
            deals these; ``"deal"`` deals whatever comes next in the pack until somebody is to act.

    Raises:
        RecordValueError: if an entry cannot be read.
        gamerules.rules.IllegalAction: if an action is not legal.
    """
    names = ("0", "1")
    for entry in entries:
        if isinstance(entry, str) and entry == "deal":
            while state.actor == CHANCE:
                state = state.after(state.legal_actions()[-1])
            continue
        deals = not isinstance(entry, str)
        value: Any = {str(player): cards for player, cards in entry.items()} if deals else entry  # type: ignore[union-attr]
        for action in actions(state, CHANCE if deals else 0, "deal" if deals else "", value, names):
            state = state.after(action)
    return state
