"""Vint in records: a rubber, deal by deal. The results of the deals are read, the rest of the sheet follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from gamerules.game import Fact, Gives, Picture, Position, RecordValueError
from gamerules.ledger import Line
from gamerules.rules import ImpossibleInputError
from gamerules.vint.deal import Result, result
from gamerules.vint.rules import Rules
from gamerules.vint.sheet import Sheet
from gamerules.vint.terms import PAIRS, SEATS

WORD: Final = "result"
"""The word under which a record gives the result of a deal."""


def start(rules: Rules, players: Sequence[str], **options: str) -> Sheet:
    """Return an empty sheet.

    Raises:
        RecordValueError: if there are options; vint has none.
    """
    if options:
        raise RecordValueError(f"a rubber of vint begins with an empty sheet; remove {', '.join(options)}")
    return Sheet(rules)


def actions(state: Sheet, actor: int, word: str, value: Any, names: Sequence[str]) -> tuple[Result, ...]:
    """Read the result of a deal; players may be called by their names.

    Raises:
        RecordValueError: if a player is said to act, or the result cannot be read.
    """
    if word != WORD or not isinstance(value, str):
        raise RecordValueError(f"a rubber is recorded by results, as '{WORD}: 4 hearts by {names[0]}, 10 tricks'")
    try:
        return (result(value, names),)
    except ImpossibleInputError as error:
        raise RecordValueError(str(error)) from None


def picture(state: Sheet, player: int | None = None) -> Picture:
    """Return the sheet in general terms."""
    notes = (
        ("games", " : ".join(map(str, state.games))),
        ("below the line", " : ".join(map(str, state.below))),
        ("stars", "* " * state.stars or "none"),
    )
    return Picture(state.phase, state.actor, (), notes=notes, ledger=state.ledger())


def label(state: Sheet) -> str:
    """Return ``deal 3`` for the sheet before the third deal."""
    return f"deal {len(state.results) + 1}"


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
            lambda position, pair: position.state.below[pair],
            "vint-viii.sheet.6",
            "what the player's side has below the line in the game in hand",
        ),
        "total": _of_pair(
            _now(None), "vint-viii.bonuses.1", "all that the player's side has, above the line and below"
        ),
        "games": _of_pair(
            lambda position, pair: position.state.games[pair],
            "vint-viii.sheet.2",
            "how many games the player's side has won",
        ),
        "account": Fact(
            Gives.NUMBER,
            lambda position: dict(enumerate(position.state.accounts().values())),
            ("vint-viii.bonuses.1",),
            "what the player wins or loses, if play ends here",
            by_player=True,
        ),
        "stars": Fact(
            Gives.NUMBER,
            lambda position: position.state.stars,
            ("vint-viii.bonuses.2",),
            "how many deals were passed out",
        ),
        "rubber over": Fact(
            Gives.TRUTH, lambda position: position.state.is_over, ("vint-viii.bonuses.1",), "whether the rubber is over"
        ),
    }
)
"""What a record may say of a rubber."""
