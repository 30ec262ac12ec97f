"""What can be seen of a game by playing it: the code is watched, nobody retells it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from gamerules.cards import Card, CardSet
from gamerules.game import Game, find, random_game
from gamerules.rules import LostTableError

GAMES = 5
"""How many random deals are watched; enough for every card to be seen, since each deal shows the whole pack."""


def observed(game: Game) -> dict[str, str]:
    """Return what playing a game shows, by name of the fact; every game has the same facts."""
    return _observed(game.name)


@cache
def _observed(name: str) -> dict[str, str]:
    game = find(name)
    shown = {
        "Players": str(game.players),
        "Described in": ", ".join(f"`{source.rstrip('-.')}`" for source in game.sources),
        "Named rules": ", ".join(f"`{name}`" for name in game.presets),
        "Decisions and variants": str(len(type(next(iter(game.presets.values()))).decisions())),
    }
    deals = [deal for seed in range(GAMES) if (deal := _deal(game, seed))]
    cards = CardSet()
    phases: dict[str, None] = {}
    lines: dict[str, None] = {}
    for states in deals:
        for state in states:
            phases[state.phase] = None
            cards |= _cards_of(game, state)
        lines.update(_lines(states[-1]))
    shown["Pack"] = _pack(cards)
    shown["Phases of a deal"] = ", ".join(phases) or "–"
    shown["Scores stand"] = " and ".join(f"{line} the line" for line in sorted(lines)) or "–"
    shown["Scored by command"] = "yes" if game.score else "no"
    return shown


def _deal(game: Game, seed: int) -> list[Any]:
    """Return the states of one random deal; empty for a game that is scored only."""
    if game.start is None:
        return []
    players = tuple(f"player {number + 1}" for number in range(game.players))
    state = game.start(next(iter(game.presets.values())), players)
    return random_game(state, Random(seed), game.policy)


def _lines(state: Any) -> dict[str, None]:
    """Return the lines on which a finished deal is scored; none where a price is lost."""
    try:
        return dict.fromkeys(str(entry.line) for entry in state.ledger())
    except LostTableError:
        return {}


def _cards_of(game: Game, state: Any) -> CardSet:
    if game.picture is None:
        return CardSet()
    picture = game.picture(state, None)
    found = CardSet(card for _, card in picture.trick)
    for holding in picture.holdings:
        found |= holding.cards
    return found


def _pack(cards: CardSet) -> str:
    """Describe a pack: its size, and its ranks if they are the same in every suit."""
    if not cards:
        return "–"
    suits: dict[Any, list[str]] = {}
    for card in cards:
        assert isinstance(card, Card)
        suits.setdefault(card.suit, []).append(card.rank.letter)
    ranks = {tuple(letters) for letters in suits.values()}
    same = f": {' '.join(next(iter(ranks)))} in each of {len(suits)} suits" if len(ranks) == 1 else ""
    return f"{len(cards)} cards{same}"
