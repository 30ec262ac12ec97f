"""Slam as records, pages and commands find it: its picture, its labels, and random games of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamerules.adapters import Adapters
from gamerules.auction import Call
from gamerules.cards import CardSet
from gamerules.game import Game, Holding, Picture
from gamerules.rules import figure
from gamerules.slam.command import SCORE
from gamerules.slam.facts import FACTS
from gamerules.slam.record import actions, start
from gamerules.slam.rubber import Rubber, deal_of
from gamerules.slam.rules import Rules
from gamerules.slam.state import Phase, State
from gamerules.slam.strain import Slam

_ROUND_NAMES = {20: "first", 24: "second", 28: "third", 32: "last"}


def picture(state: State | Rubber, player: int | None) -> Picture:
    """Draw a deal; ``player`` limits it to what that player may see."""
    deal = deal_of(state)
    holdings = []
    for owner in (0, 1):
        seen = player in (None, owner)
        for zone, cards in (("hand", deal.hand(owner)), ("reserve", deal.reserve(owner))):
            if cards or zone == "hand":
                shown = cards if seen else CardSet()
                holdings.append(Holding(owner, zone, shown, len(cards) - len(shown)))
    notes = []
    if deal.auction is not None and deal.auction.standing is not None:
        notes.append(("highest bid", str(deal.auction.standing)))
    if deal.contract is not None:
        notes.append(("contract", str(deal.contract)))
    if deal.phase in (Phase.PLAY, Phase.OVER) and deal.contract is not None:
        notes.append(("tricks", f"{deal.taken[0]} – {deal.taken[1]}"))
    if isinstance(state, Rubber):
        notes.append(("games", f"{state.games[0]} – {state.games[1]}"))
    trick = tuple(((deal.leader + index) % 2, card) for index, card in enumerate(deal.trick))
    return Picture(deal.phase, state.actor, tuple(holdings), trick, tuple(notes), state.ledger())


def label(state: State | Rubber) -> str:
    """Name a moment: ``round 2 of the auction``, ``trick 4``."""
    deal = deal_of(state)
    if deal.phase is Phase.AUCTION and deal.auction is not None:
        return f"round {deal.auction.round} of the auction"
    if deal.phase is Phase.PLAY:
        return f"trick {sum(deal.taken) + 1}"
    if deal.phase in (Phase.DEAL, Phase.LAST_DEAL):
        stage = next(name for count, name in _ROUND_NAMES.items() if deal.dealt < count)
        return f"the {stage} cards"
    return {
        Phase.NAMING: "the naming of the strain",
        Phase.DOUBLE: "the double",
        Phase.ANSWER: "the answer to the double",
        Phase.RESERVE: "the reserves",
        Phase.OVER: "the score",
    }[deal.phase]


_BOLD, _EVEN = 0.1, 0.5


def policy(state: State | Rubber, rng: Random) -> Any:
    """Choose an action so that random games look like games: low bids, rare slams, rare doubles, the rest uniform."""
    deal = deal_of(state)
    legal: Sequence[Any] = deal.legal_actions()
    if deal.phase is Phase.AUCTION:
        if rng.random() < _BOLD:
            return rng.choice(legal)
        modest = [call for call in legal[1:7] if not isinstance(call, Slam)]
        return rng.choice(modest) if modest and rng.random() < _EVEN else Call.PASS
    if deal.phase is Phase.NAMING:
        hand = deal.hand(deal.actor or 0)
        suits = [strain for strain in legal if strain.suit is not None]
        return (
            max(suits, key=lambda s: len(hand.of_suit(s.suit))) if suits and rng.random() > _BOLD else rng.choice(legal)
        )
    if deal.phase in (Phase.DOUBLE, Phase.ANSWER):
        return rng.choice(legal) if rng.random() < _BOLD else Call.PASS
    return rng.choice(legal)


PLAYERS = figure("PLAYERS", "slam-dictionary.players.1", 2)


def _adapters() -> Adapters:
    from gamerules.slam.adapters import ADAPTERS

    return ADAPTERS


GAME = Game(
    name="slam",
    title="Slam",
    sources=("slam-dictionary", "mendelev.slam-"),
    players=PLAYERS,
    presets={"DICTIONARY": Rules.DICTIONARY, "MENDELEV": Rules.MENDELEV},
    start=start,
    actions=actions,
    chance_words=("deal",),
    facts=FACTS,
    picture=picture,
    label=label,
    score=SCORE,
    policy=policy,
    adapters=_adapters,
    findings="gamerules.slam.findings",
)

__all__ = ["GAME", "deal_of", "label", "picture", "policy"]
