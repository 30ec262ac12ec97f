"""What auctions share: the calls that are no bids, and the spellings of strains; bids proper are each game's own."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from typing import Final

from gamerules.cards import VARIATION_SELECTORS, CardError, Suit


class Call(StrEnum):
    """A call that is not a bid."""

    PASS = "pass"
    DOUBLE = "double"
    REDOUBLE = "redouble"


NO_TRUMP: Final = "notrump"
"""The plain name of a contract without trumps."""


def strain_name(text: str) -> str:
    """Return the plain name of a strain however it is spelt: ``clubs`` for ``♣``, ``C`` and ``club``.

    What names neither a suit nor a contract without trumps (``NT``, ``no trumps``) is returned in lower case.
    """
    key = " ".join(text.strip(f" {VARIATION_SELECTORS}").lower().replace("-", " ").split())
    with suppress(CardError):
        return Suit.parse(key).name.lower()
    return NO_TRUMP if key.replace(" ", "").removesuffix("s") in ("n", "nt", NO_TRUMP) else key
