"""The inert form in which a value leaves the process of its page: the name of its type, and its exact text.

So no object of a page's making, and no comparison of its making, gets to where the page is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from gamerules.cards import Card, CardSet

_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "builtins.str": str,
    "builtins.bool": {"True": True, "False": False}.__getitem__,
    "builtins.int": int,
    "builtins.float": float,
    "fractions.Fraction": Fraction,
    "decimal.Decimal": Decimal,
    "gamerules.cards.Card": Card.parse,
    "gamerules.cards.CardSet": CardSet.parse,
}
"""How the values that are more than their text are made again; each is of exactly its type."""


class Text(str):
    """What remains of a value that is more than a text; a message shows it without quotation marks."""

    def __repr__(self) -> str:
        """Return it as it is."""
        return str(self) or "''"


def value_of(kind: str, text: str) -> Any:
    """Make a value again from its inert form: a number, a truth value, cards; of anything else its text remains."""
    try:
        return _READ[kind](text) if kind in _READ else Text(text)
    except (ValueError, ArithmeticError, LookupError):
        return Text(text)  # it is not what it calls itself
