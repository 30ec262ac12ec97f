"""Calls that auctions share; bids proper are each game's own."""

from __future__ import annotations

from enum import StrEnum


class Call(StrEnum):
    """A call that is not a bid."""

    PASS = "pass"
    DOUBLE = "double"
    REDOUBLE = "redouble"
