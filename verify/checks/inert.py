"""The inert form in which a value leaves the process of its page: the name of its type, and its exact text.

So no object of a page's making, and no comparison of its making, gets to where the page is compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from gamerules.cards import Card, CardSet

_TRUTH: Final = {"True": True, "False": False}.__getitem__
_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "builtins.str": str,
    **dict.fromkeys(("builtins.bool", "numpy.bool", "numpy.bool_"), _TRUTH),
    "decimal.Decimal": Decimal,
    "gamerules.cards.Card": Card.parse,
    "gamerules.cards.CardSet": CardSet.parse,
}
"""How the values that are more than their text are made again; each is of exactly its type."""
_NUMBER: Final = re.compile(r"-?\d+(/\d+)?(\.\d+)?(e[+-]?\d+)?")
"""How a number of any other type prints itself: NumPy's, SymPy's …; with a point or an exponent it is a float."""


class Text(str):
    """What remains of a value that is more than a text; a message shows it without quotation marks."""

    def __repr__(self) -> str:
        """Return it as it is."""
        return str(self) or "''"


def value_of(kind: str, text: str) -> Any:
    """Make a value again from its inert form: a number, a truth value, cards; of anything else its text remains."""
    make = _READ.get(kind) or (_number if _NUMBER.fullmatch(text) else Text)
    try:
        return make(text)
    except (ValueError, ArithmeticError, LookupError):
        return Text(text)  # it is not what it calls itself


def _number(text: str) -> int | Fraction | float:
    return float(text) if "." in text or "e" in text else Fraction(text) if "/" in text else int(text)
