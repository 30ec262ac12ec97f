"""Slam in records: how a record begins, and how its actions are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gamerules.auction import Call
from gamerules.cards import Card, CardSet, Suit
from gamerules.game import CHANCE, RecordValueError
from gamerules.rules import suggest
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


def dealt_cards(state: State | Rubber, hands: Mapping[int, CardSet]) -> tuple[Card, ...]:
    """Return the single cards, in the order in which they are dealt, that give each player these cards next.

    Args:
        state: a state in which cards are dealt.
        hands: the cards to deal, by player.

    Raises:
        RecordValueError: if the cards do not come out even with the turns of the deal.
    """
    deal = deal_of(state)
    waiting = {player: list(cards) for player, cards in hands.items()}
    order: list[Card] = []
    while any(waiting.values()):
        player = receiver(deal.dealt + len(order), deal.dealer)
        if deal.dealt + len(order) >= LAST or not waiting.get(player):
            counts = " and ".join(f"{len(cards)}" for cards in hands.values())
            raise RecordValueError(f"{counts} cards cannot be dealt here by twos in turn; give each player his share")
        order.append(waiting[player].pop(0))
    return tuple(order)


def _named_cards(value: Any, names: Sequence[str]) -> dict[int, CardSet]:
    if not isinstance(value, dict):
        raise RecordValueError("write what is dealt by player: {NAME: cards}")
    return {_player(name, names): CardSet.parse(text) for name, text in value.items()}


def actions(state: State | Rubber, actor: int, word: str, value: Any, names: Sequence[str]) -> Sequence[Any]:
    """Read one entry of a record.

    The forms are ``deal: {NAME: cards}``, ``pass``, ``bid 14``, ``bid small-slam``, ``bid 16 spades``,
    ``name diamonds``, ``double``, ``redouble``, ``change to hearts``, ``reserve ♠A ♦KJ`` and ``play ♠8``.

    Raises:
        RecordValueError: if the text is none of these.
    """
    if word == "deal":
        return dealt_cards(state, _named_cards(value, names))
    if not isinstance(value, str):
        raise RecordValueError(f"{value!r} is not an action; write bid 14, double, play ♠8 …")
    verb, _, rest = value.strip().partition(" ")
    if verb not in _VERBS:
        raise RecordValueError(f"{value!r} does not begin with a known verb{suggest(verb, list(_VERBS))}")
    return (_VERBS[verb](rest.strip()),)


def _word(call: Call) -> Callable[[str], Call]:
    def read(rest: str) -> Call:
        if rest:
            raise RecordValueError(f"{call} stands alone; remove {rest!r}")
        return call

    return read


def _read_bid(rest: str) -> Any:
    if rest in list(Slam):
        return Slam(rest)
    number, _, suit = rest.partition(" ")
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        raise RecordValueError(f"{rest!r} is not a bid; write a number of points, small-slam or grand-slam")
    return SuitBid(int(number), Suit.parse(suit)) if suit else int(number)


def _read_strain(rest: str) -> Strain:
    text = rest.removeprefix("to ").strip()
    if text not in list(Strain):
        raise RecordValueError(f"{text!r} is not a strain{suggest(text, [strain.value for strain in Strain])}")
    return Strain(text)


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
