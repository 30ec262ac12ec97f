"""A score command's options as fields of a form, read off its argument parser."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from gamerules.game import Game
from verify.site.tryout import picks

_RANGE = re.compile(r"(\d+)(?:\.\.|\|)(\d+)")
_FILE = "FILE"
"""The metavar of an option that names a file."""


class Control(StrEnum):
    """How a value is entered."""

    CHOICE = "choice"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    ONE_OF = "one-of"
    """Flags of which at most one may be given."""
    FILE = "file"
    """Prices of one's own: a number for each of the choices."""
    LIST = "list"
    """An option that may be repeated: one of the choices, or none, several times."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values of a field: the value, what it is called, and what it means."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """One field of a form.

    Attributes:
        option: the option that it sets, as ``--tricks``; empty for a choice among flags.
        control: what it is.
        label: what it is called.
        help: what it means.
        required: whether the command needs it.
        choices: the values it may have.
        least: the least number.
        most: the greatest number.
        form: how a value is written.
    """

    option: str
    control: Control
    label: str
    help: str
    required: bool = False
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None
    form: str = ""


def fields_of(game: Game) -> tuple[Input, ...]:
    """Return the fields of a game's score command, without its rules and decisions.

    Raises:
        ValueError: if the game has no score command.
    """
    if game.score is None:
        raise ValueError(f"{game.title} has no score command, so there is nothing to calculate")
    parser = argparse.ArgumentParser(add_help=False)
    game.score.add_arguments(parser)
    groups = [group._group_actions for group in parser._mutually_exclusive_groups]
    grouped = {id(action): group for group in groups for action in group}
    found: list[Input] = []
    done: set[int] = set()
    for action in parser._actions:
        if id(action) in done:
            continue
        together = grouped.get(id(action), [])
        if len(together) > 1 and all(one.nargs == 0 for one in together):
            found.append(_one_of(together))
            done.update(id(one) for one in together)
        else:
            found.append(_field(action))
    return tuple(found)


def picked(game: Game) -> tuple[Input, ...]:
    """Return the fields of a game's score with nothing left to be typed: each value is one of a list."""
    return tuple(_picked(game, field) for field in fields_of(game))


def _picked(game: Game, field: Input) -> Input:
    choices = picks.CHOICES.get((game.name, field.option))
    if choices is not None:
        control = Control.CHOICE if field.control in (Control.TEXT, Control.NUMBER) else field.control
        return replace(field, control=control, choices=tuple(Choice(value, label) for value, label in choices))
    if field.control is Control.NUMBER and field.least is not None and field.most is not None:
        numbers = range(field.least, field.most + 1)
        return replace(field, control=Control.CHOICE, choices=tuple(Choice(str(n), str(n)) for n in numbers))
    return field


def _field(action: argparse.Action) -> Input:
    option = action.option_strings[0]
    metavar = str(action.metavar or "")
    span = _RANGE.fullmatch(metavar)
    control = Control.TEXT
    if action.nargs == 0:
        control = Control.FLAG
    elif isinstance(action, argparse._AppendAction):
        control = Control.LIST
    elif action.choices is not None:
        control = Control.CHOICE
    elif action.type is int:
        control = Control.NUMBER
    elif metavar == _FILE:
        control = Control.FILE
    return Input(
        option,
        control,
        label_of(option),
        action.help or "",
        required=action.required,
        choices=tuple(Choice(str(value), str(value)) for value in action.choices or ()),
        least=int(span[1]) if span else None,
        most=int(span[2]) if span else None,
        form=metavar,
    )


def _one_of(together: list[argparse.Action]) -> Input:
    choices = [Choice(one.option_strings[0], label_of(one.option_strings[0]), one.help or "") for one in together]
    names = [choice.label for choice in choices]
    return Input("", Control.ONE_OF, " or ".join(names), "", choices=(Choice("", "neither"), *choices))


def rules_field(game: Game) -> Input:
    """Return the field that chooses among a game's named rules."""
    choices = tuple(Choice(name, name.replace("_", " ").capitalize()) for name in game.presets)
    return Input("--rules", Control.CHOICE, "Rules", "the named rules to use", choices=choices)


def decision_fields(game: Game) -> Iterator[Input]:
    """Yield a field for each decision in which a reader may depart from the rules."""
    rules = next(iter(game.presets.values()))
    for name, entry in rules.decisions().items():
        choices = [
            Choice(f"{name}={str(reading).lower()}", str(reading).lower(), meaning)
            for reading, meaning in entry.readings.items()
        ]
        yield Input(
            "--decision", Control.CHOICE, name, entry.question, choices=(Choice("", "as in the rules"), *choices)
        )


def label_of(option: str) -> str:
    """Return what an option is called: ``--declarer-run`` as ``Declarer run``."""
    return option.strip("-").replace("-", " ").capitalize()
