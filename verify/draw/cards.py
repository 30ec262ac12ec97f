"""Turns cards, holdings and texts with cards in them into nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes

from gamerules.cards import Card, CardSet, Suit
from verify.draw.nodes import card_node

_SUITS = {suit.symbol: suit for suit in Suit}
_CARDS = re.compile(r"(?P<suit>[♠♥♦♣])[\ufe0e\ufe0f]?(?P<ranks>(?:10|[2-9AKQJT])+)?")
_RANKS = re.compile(r"10|.")
_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "10": "ten", "2": "two", "3": "three",
          "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}  # fmt: skip


def card(value: Card) -> nodes.Node:
    """Return one card."""
    return _node(value.suit, value.rank.letter)


def suit_of(held: CardSet, suit: Suit) -> nodes.Node:
    """Return the cards held of one suit; a dash for a void."""
    ranks = "".join(value.rank.letter for value in held.of_suit(suit))
    return _node(suit, ranks) if ranks else nodes.Text("—")


def text(words: str) -> Iterator[nodes.Node]:
    """Yield a text with the cards and suits in it drawn as such."""
    at = 0
    for match in _CARDS.finditer(words):
        if match.start() > at:
            yield nodes.Text(words[at : match.start()])
        yield _node(_SUITS[match["suit"]], match["ranks"] or "")
        at = match.end()
    if at < len(words):
        yield nodes.Text(words[at:])


def _node(suit: Suit, ranks: str) -> nodes.Node:
    name = suit.name.lower()
    names = [_NAMES[rank] for rank in _RANKS.findall(ranks)]
    spoken = f"{names[0]} of {name}" if len(names) == 1 else f"{name}: {', '.join(names)}" if names else name
    return card_node("", suit=suit.name[0].lower(), ranks=ranks, spoken=spoken)
