"""Vint in records: a rubber by the results of its deals, or played card by card; the sheet follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from gamerules.auction import Call
from gamerules.cards import Card, CardError, CardSet
from gamerules.game import (
    CHANCE,
    Fact,
    Gives,
    Holding,
    Picture,
    Position,
    RecordValueError,
    cards_dealt,
    text_of,
)
from gamerules.ledger import Line
from gamerules.rules import ImpossibleInputError, suggest
from gamerules.vint.auction import Bid, Bidding
from gamerules.vint.deal import Result, result
from gamerules.vint.play import Dealing, Playing
from gamerules.vint.rules import Rules
from gamerules.vint.sheet import Sheet
from gamerules.vint.state import Action, State
from gamerules.vint.terms import PAIRS, SEATS

WORD: Final = "result"
"""The word under which a record gives the result of a deal."""

DEAL: Final = "deal"
"""The word under which a record deals the cards."""


def start(
    rules: Rules, players: Sequence[str], begin: str = "", dealer: str | None = None, **options: str
) -> Sheet | State:
    """Return an empty sheet; with ``begin: deal`` the first deal of a rubber, by the dealer or the first player.

    Raises:
        RecordValueError: if the options are others.
    """
    if begin == "deal" and not options:
        if dealer is not None and dealer not in players:
            raise RecordValueError(f"the dealer {dealer!r} is not a player{suggest(dealer, players)}")
        return State.start(rules, 0 if dealer is None else list(players).index(dealer))
    given = {"begin": begin, "dealer": dealer or "", **options}
    if any(given.values()):
        names = ", ".join(name for name, value in given.items() if value)
        raise RecordValueError(
            f"a rubber of results begins with an empty sheet, one that is played with 'begin: deal'; remove {names}"
        )
    return Sheet(rules)


def actions(
    state: Sheet | State, actor: int, word: str, value: Any, names: Sequence[str]
) -> tuple[Result | Action, ...]:
    """Read one entry of a record: the result of a deal, or where a rubber is played what is dealt or done.

    Players may be called by their names. ``deal: {NAME: cards …}`` deals the hands; a player writes ``bid 4 hearts``,
    ``pass``, or a card.

    Raises:
        RecordValueError: if the entry cannot be read, or belongs to the other kind of record.
    """
    if isinstance(state, State):
        return _played(state, word, value, names)
    if word != WORD or not isinstance(value, str):
        raise RecordValueError(f"a rubber is recorded by results, as '{WORD}: 4 hearts by {names[0]}, 10 tricks'")
    try:
        return (result(value, names),)
    except ImpossibleInputError as error:
        raise RecordValueError(str(error)) from None


def _played(state: State, word: str, value: Any, names: Sequence[str]) -> tuple[Action, ...]:
    if word == DEAL:
        if not isinstance(state.stage, Dealing):
            raise RecordValueError("no cards are dealt now")
        return cards_dealt(value, names, state.stage.receivers)
    if word == WORD:
        raise RecordValueError("this rubber is played card by card; its results follow")
    text = text_of(value)
    verb, _, rest = text.partition(" ")
    if verb.lower() == "bid":
        try:
            return (Bid.parse(rest),)
        except ImpossibleInputError as error:
            raise RecordValueError(str(error)) from None
    if text.lower() in tuple(Call):
        return (Call(text.lower()),)
    try:
        return (Card.parse(text),)
    except CardError:
        raise RecordValueError(f"{text!r} is not an action; write pass, bid 4 hearts, or a card: ♠8") from None


def picture(state: Sheet | State, player: int | None = None) -> Picture:
    """Return the sheet in general terms, and of a rubber that is played the cards that a player may see."""
    sheet = _sheet(state)
    notes = [
        ("games", " : ".join(map(str, sheet.games))),
        ("below the line", " : ".join(map(str, sheet.below))),
        ("stars", "* " * sheet.stars or "none"),
    ]
    if isinstance(state, Sheet):
        return Picture(state.phase, state.actor, (), notes=tuple(notes), ledger=state.ledger())
    stage = state.stage
    if isinstance(stage, Bidding):
        notes.append(("calls", ", ".join(map(str, stage.calls)) or "none yet"))
    trick: tuple[tuple[int, Card], ...] = ()
    if isinstance(stage, Playing):
        notes += [("contract", str(stage.bid)), ("tricks", f"{stage.taken(0)} : {stage.taken(1)}")]
        trick = tuple((play.player, play.card) for play in stage.table)
    hands = tuple(
        Holding(seat, "hand", hand) if player in (None, seat) else Holding(seat, "hand", CardSet(), len(hand))
        for seat, hand in enumerate(state.hands)
    )
    return Picture(state.phase, state.actor, hands, trick, tuple(notes), state.ledger())


def label(state: Sheet | State) -> str:
    """Return ``deal 3`` for the sheet before the third deal, with what goes on in it if it is played."""
    deal = f"deal {len(_sheet(state).results) + 1}"
    if isinstance(state, Sheet):
        return deal
    if state.is_over:
        return state.phase
    return (
        f"{deal}, trick {len(state.stage.winners) + 1}"
        if isinstance(state.stage, Playing)
        else f"{deal}, {state.phase}"
    )


def _sheet(state: Sheet | State) -> Sheet:
    return state if isinstance(state, Sheet) else state.sheet


def _auction(position: Position) -> Bidding | None:
    return position.state.auction if isinstance(position.state, State) else None


def _last(position: Position, part: int) -> Any:
    """Return the player (0) or the bid (1) of the last bid of the deal; None if there is none."""
    auction = _auction(position)
    return auction.last[part] if auction and auction.last else None


def _contract(position: Position) -> str | None:
    bid = _last(position, 1)
    return None if bid is None else str(bid)


def _trick_winner(position: Position) -> int | None:
    """Return who took the last trick completed in this step."""
    for before, (_, card) in reversed(list(zip(position.states, position.actions, strict=True))):
        stage = before.stage if isinstance(before, State) else None
        if isinstance(stage, Playing) and len(stage.table) == len(SEATS) - 1:
            return stage.after(card).winners[-1]
    return None


def _tricks(position: Position, pair: int) -> int:
    """Return the tricks of a pair in this deal."""
    stage = position.state.stage if isinstance(position.state, State) else None
    return stage.taken(pair) if isinstance(stage, Playing) else 0


def _now(line: Line | None) -> Callable[[Position, int], int]:
    return lambda position, pair: position.state.ledger().total(PAIRS[pair], line)


def _written(line: Line) -> Callable[[Position, int], int]:
    """Return a reader of what a pair wrote in the step."""
    now = _now(line)
    return lambda position, pair: now(position, pair) - position.before.ledger().total(PAIRS[pair], line)


def _of_pair(value: Callable[[Position, int], int], locus: str, doc: str) -> Fact:
    """Return a fact by player from one by pair: partners have everything in common."""
    return Fact(Gives.NUMBER, lambda p: {seat: value(p, seat % 2) for seat in range(len(SEATS))}, (locus,), doc, True)


FACTS: Final[Mapping[str, Fact]] = MappingProxyType(
    {
        "entries below": _of_pair(
            _written(Line.BELOW), "vint-viii.tricks.2", "what the player's side writes below the line in this step"
        ),
        "entries above": _of_pair(
            _written(Line.ABOVE),
            "vint-viii.sheet.2",
            "what the player's side scores above the line in this step, games and rubber included",
        ),
        "standing": _of_pair(
            lambda position, pair: _sheet(position.state).below[pair],
            "vint-viii.sheet.6",
            "what the player's side has below the line in the game in hand",
        ),
        "total": _of_pair(
            _now(None), "vint-viii.bonuses.1", "all that the player's side has, above the line and below"
        ),
        "games": _of_pair(
            lambda position, pair: _sheet(position.state).games[pair],
            "vint-viii.sheet.2",
            "how many games the player's side has won",
        ),
        "account": Fact(
            Gives.NUMBER,
            lambda position: dict(enumerate(_sheet(position.state).accounts().values())),
            ("vint-viii.bonuses.1",),
            "what the player wins or loses, if play ends here",
            by_player=True,
        ),
        "stars": Fact(
            Gives.NUMBER,
            lambda position: _sheet(position.state).stars,
            ("vint-viii.bonuses.2",),
            "how many deals were passed out",
        ),
        "rubber over": Fact(
            Gives.TRUTH, lambda position: position.state.is_over, ("vint-viii.bonuses.1",), "whether the rubber is over"
        ),
        "dealer": Fact(
            Gives.PLAYER,
            lambda position: position.state.dealer if isinstance(position.state, State) else None,
            (),
            "who deals",
        ),
        "actor": Fact(
            Gives.PLAYER,
            lambda position: None if position.state.actor == CHANCE else position.state.actor,
            (),
            "which player acts next; none if cards are being dealt or the rubber is over",
        ),
        "contract": Fact(Gives.TEXT, _contract, (), "the contract, or the last bid so far"),
        "declarer": Fact(Gives.PLAYER, lambda position: _last(position, 0), (), "who made the last bid"),
        "winner": Fact(Gives.PLAYER, _trick_winner, (), "who took the last trick"),
        "tricks": _of_pair(_tricks, "vint-viii.tricks.1", "the tricks of the player's side in this deal"),
    }
)
"""What a record may say of a rubber."""
