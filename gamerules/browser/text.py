"""Texts with cards in them, taken apart so that a page can draw the cards and have them read aloud."""

from __future__ import annotations

import re
from typing import TypeAlias

from gamerules.cards import Card, Suit

Rich: TypeAlias = list[str | list[str]]
"""Plain texts, and cards as [suit letter, sign and ranks, words]."""

_SUITS = {suit.symbol: suit for suit in Suit}
_CARDS = re.compile(r"([♠♥♦♣])[\ufe0e\ufe0f]?((?:10|[2-9AKQJT])*)")
_RANK = re.compile(r"10|.")
SPOKEN = {
    **dict(zip("23456789", ["two", "three", "four", "five", "six", "seven", "eight", "nine"], strict=True)),
    "10": "ten",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
"""The ranks in words."""


def rich(words: object) -> Rich:
    """Return a text with its cards set apart: ``play ♠8`` as ``["play ", ["s", "♠8", "eight of spades"]]``."""
    parts: Rich = []
    text, at = str(words), 0
    for match in _CARDS.finditer(text):
        if match.start() > at:
            parts.append(text[at : match.start()])
        suit, ranks = _SUITS[match[1]].name.lower(), _RANK.findall(match[2])
        spoken = [SPOKEN[rank] for rank in ranks]
        words_for = f"{spoken[0]} of {suit}" if len(spoken) == 1 else ": ".join([suit, ", ".join(spoken)]).rstrip(": ")
        parts.append([suit[0], match[1] + match[2], words_for])
        at = match.end()
    if at < len(text):
        parts.append(text[at:])
    return parts


def rich_card(card: Card) -> list[str]:
    """Return one card as its suit letter, its text and its words."""
    part = rich(card)[0]
    assert isinstance(part, list)
    return part


def plain(parts: Rich) -> str:
    """Return a text as it is read aloud."""
    return "".join(part if isinstance(part, str) else part[2] for part in parts)
