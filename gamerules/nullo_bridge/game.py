"""The game as records, pictures and the command line find it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gamerules.adapters import Adapters
from gamerules.cards import Card, CardError, CardSet, Suit
from gamerules.contract_bridge import TRICKS
from gamerules.game import Fact, Game, Gives, Holding, Picture, Position, RecordValueError, cards_dealt, text_of
from gamerules.nullo_bridge.dealing import Dealing
from gamerules.nullo_bridge.ending import LEVEL
from gamerules.nullo_bridge.knowledge import Hand
from gamerules.nullo_bridge.rules import Rules
from gamerules.nullo_bridge.seats import SEATS, SIDES, Seat
from gamerules.nullo_bridge.state import Action, State, Unnamed
from gamerules.rules import suggest

OPTIONS: Final = ("level", "leader", "before", "taken")


def _start(rules: Rules, names: Sequence[str], **options: str) -> State | Dealing:
    """Return the position that a record begins with.

    Players are named in the order of the seats: B, dummy, V, declarer. ``before`` is the number of tricks played
    before (the rules' number if left out), ``taken`` how many of them the declarer's side took, ``leader`` who leads.
    A player's name gives the cards known to be in that hand, and ``NAME lacks`` the suits known not to be in it.
    ``begin: deal`` alone begins with the deal of whole hands.
    """
    if options == {"begin": "deal"}:
        return Dealing(rules)
    before = _number(options, "before", rules.tricks_before)
    taken = _number(options, "taken", 0)
    leader = options.get("leader", names[0])
    if leader not in names:
        raise RecordValueError(f"the leader {leader!r} is not a player{suggest(leader, names)}")
    keys = [name.replace(" ", "_").replace("-", "_") for name in names]
    known = (*OPTIONS, *keys, *(f"{key}_lacks" for key in keys))
    for option in options:
        if option not in known:
            raise RecordValueError(f"the start has no {option!r}{suggest(option, known)}")
    b, dummy, v, declarer = (
        _hand(options.get(key, ""), options.get(f"{key}_lacks", ""), TRICKS - before, name)
        for key, name in zip(keys, names, strict=True)
    )
    return State.start(
        (b, dummy, v, declarer),
        rules,
        level=_number(options, "level", LEVEL),
        leader=SEATS[list(names).index(leader)],
        taken=(taken, before - taken),
    )


def _hand(cards: str, lacks: str, size: int, name: str) -> Hand:
    known = CardSet.parse(cards)
    if len(known) > size:
        raise RecordValueError(f"{name} is given {len(known)} cards; a hand has {size} then")
    return Hand(known, size - len(known)).lacking(*map(Suit.parse, lacks.split()))


def _number(options: Mapping[str, str], name: str, default: int) -> int:
    text = options.get(name, str(default))
    if not text.isdigit():
        raise RecordValueError(f"{name} is a number, not {text!r}")
    return int(text)


def _actions(state: State | Dealing, actor: int, word: str, value: Any, names: Sequence[str]) -> tuple[Action, ...]:
    """Read one entry of a record: ``deal: {NAME: cards}``, a card, or ``unnamed`` for one that nobody names.

    Raises:
        RecordValueError: if it cannot be read, or nothing is dealt now.
    """
    if word == "deal":
        if not isinstance(state, Dealing):
            raise RecordValueError("no cards are dealt now")
        return cards_dealt(value, names, state.receivers)
    text = text_of(value)
    if text == Unnamed.CARD:
        return (Unnamed.CARD,)
    try:
        return (Card.parse(text),)
    except CardError:
        raise RecordValueError(f"{text!r} is not a card; nobody bids here: play a card, as ♠8") from None


def _winner(position: Position) -> int | None:
    """Return who took the last trick completed in this step: the leader of the trick that followed."""
    after = [*position.states, position.state]
    for before, then in zip(reversed(after[:-1]), reversed(after[1:]), strict=True):
        if sum(then.taken) > sum(before.taken):
            return int(then.leader)
    return None


def _by_seat(read: Callable[[State, Seat], Any]) -> Callable[[Position], dict[int, Any]]:
    return lambda position: {int(seat): read(position.state, seat) for seat in SEATS}


def _lacks(state: State, seat: Seat) -> str:
    return " ".join(suit.symbol for suit in state.hands[seat].suits_lacking) or "no suit"


FACTS: Final = {
    "actor": Fact(
        Gives.PLAYER,
        lambda p: p.state.actor,
        ("mendelev.nullo-deal.2", "mendelev.nullo-deal.3"),
        "whose card is next; none at the end",
    ),
    "winner": Fact(Gives.PLAYER, _winner, ("mendelev.nullo-deal.4",), "who took the last trick"),
    "tricks": Fact(
        Gives.NUMBER, lambda p: p.state.taken[0], ("mendelev.nullo-deal.5",), "the declarer's side's tricks so far"
    ),
    "opponents' tricks": Fact(
        Gives.NUMBER, lambda p: p.state.taken[1], ("mendelev.nullo-deal.5",), "the opponents' tricks"
    ),
    "at most": Fact(
        Gives.NUMBER, lambda p: p.state.quota, ("mendelev.nullo-deal.6",), "the tricks that the nullo allows"
    ),
    "within the bid": Fact(
        Gives.TRUTH,
        lambda p: p.state.taken[0] <= p.state.quota,
        ("mendelev.nullo-deal.6",),
        "whether the nullo still holds",
    ),
    "cards": Fact(
        Gives.NUMBER, _by_seat(lambda s, i: len(s.hands[i])), ("mendelev.nullo-deal.1",), "cards in a hand", True
    ),
    "known": Fact(
        Gives.CARDS,
        _by_seat(lambda s, i: s.hands[i].known),
        ("mendelev.nullo-deal.3",),
        "cards known to be in a hand",
        True,
    ),
    "lacks": Fact(
        Gives.TEXT,
        _by_seat(_lacks),
        ("mendelev.nullo-deal.1", "mendelev.nullo-deal.3"),
        "suits that a hand has not",
        True,
    ),
}
"""What a record of the nullo ending may say."""


def _picture(state: Any, player: int | None) -> Picture:
    """Draw a position; cards of unknown place count as hidden."""
    if state.phase == "deal":  # whole hands, which are dealt before the play, draw themselves
        drawn: Picture = state.picture(player)
        return drawn
    shown = state if player is None else state.view(player)
    holdings = tuple(
        Holding(int(seat), "hand", hand.known, hand.unknown) for seat, hand in zip(SEATS, shown.hands, strict=True)
    )
    trick = tuple((int(seat), card) for seat, card in shown.trick if isinstance(card, Card))
    notes = [("contract", f"{state.level} nullo, at most {state.quota} tricks"), ("tricks", _count(state))]
    notes += [
        (f"{seat} has", "no " + "".join(suit.symbol for suit in hand.suits_lacking))
        for seat, hand in zip(SEATS, shown.hands, strict=True)
        if hand.lacks and len(hand)
    ]
    return Picture(state.phase, state.actor, holdings, trick, tuple(notes), state.ledger())


def _count(state: State) -> str:
    return ", ".join(f"{side} {number}" for side, number in zip(SIDES, state.taken, strict=True))


def _label(state: State) -> str:
    """Name a moment: ``trick 7``."""
    if state.phase == "deal":
        return "the deal"
    return "the end" if state.is_over else f"trick {sum(state.taken) + 1}"


def _adapters() -> Adapters:
    from gamerules.nullo_bridge.adapters import ADAPTERS

    return ADAPTERS


GAME: Final = Game(
    name="nullo-bridge",
    title="Nullo in bridge",
    sources=("mendelev.nullo-deal.",),
    players=len(SEATS),
    presets={"MENDELEV": Rules.MENDELEV},
    start=_start,
    actions=_actions,
    chance_words=("deal",),
    facts=FACTS,
    picture=_picture,
    label=_label,
    adapters=_adapters,
)
