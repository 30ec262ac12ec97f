"""What a reader types, in whatever way: signs, letters, or the names that cards have in words."""

from __future__ import annotations

import re
from typing import Final

from gamerules.browser.text import SPOKEN, plain, rich
from gamerules.cards import VARIATION_SELECTORS, Suit

_LETTERS: Final = {word: letter for letter, word in SPOKEN.items() if letter != "T"}
_SUITS: Final = {name: suit.symbol for suit in Suit for name in (suit.name.lower(), suit.name[:-1].lower())}
_RANK = "|".join([*_LETTERS, "10", "[2-9akqjt]"])
_SUIT = "|".join(sorted(_SUITS, key=len, reverse=True))
_NAMED = re.compile(rf"\b({_RANK})(?:\s+of)?\s+({_SUIT})\b", re.IGNORECASE)
_HELD = re.compile(rf"\b({_SUIT})\s*:\s*((?:{_RANK})(?:[\s,]+(?:and\s+)?(?:{_RANK})\b)*)", re.IGNORECASE)
_LETTERED = re.compile(r"(?<![^\s,])(10|[2-9akqjt])([shdc])(?![^\s,])", re.IGNORECASE)


def with_signs(text: str) -> str:
    """Return a text with cards that are named in words, or rank first, as signs: ``ace of spades`` as ``♠A``."""

    def ranks(words: str) -> str:
        return "".join(_LETTERS.get(word, word.upper()) for word in re.findall(r"\w+", words.lower()) if word != "and")

    text = _HELD.sub(lambda found: _SUITS[found[1].lower()] + ranks(found[2]), text)
    text = _NAMED.sub(lambda found: _SUITS[found[2].lower()] + ranks(found[1]), text)
    return _LETTERED.sub(lambda found: Suit.parse(found[2]).symbol + found[1].upper(), text)


def words_of(text: str) -> str:
    """Return a text as it is compared with another: in words, in small letters, without marks."""
    for selector in VARIATION_SELECTORS:
        text = text.replace(selector, "")
    return " ".join(re.findall(r"\w+", plain(rich(with_signs(text))).lower()))
