"""Vint as records, pages and commands find it."""

from random import Random
from typing import Any, Final

from gamerules.adapters import Adapters
from gamerules.game import Game
from gamerules.vint.command import SCORE
from gamerules.vint.policy import policy
from gamerules.vint.record import DEAL, FACTS, WORD, actions, label, picture, start
from gamerules.vint.rota import ROTA
from gamerules.vint.rules import PRESETS
from gamerules.vint.state import State


def _adapters() -> Adapters:
    from gamerules.vint.adapters import ADAPTERS

    return ADAPTERS


def _policy(state: Any, rng: Random) -> Any:
    """Choose by the simple policy; of a rubber kept by results alone any result."""
    return policy(state, rng) if isinstance(state, State) else rng.choice(state.legal_actions())


GAME: Final = Game(
    name="vint",
    title="Vint",
    sources=("vint-viii",),
    players=4,
    presets=PRESETS,
    start=start,
    actions=actions,
    chance_words=(WORD, DEAL),
    facts=FACTS,
    picture=picture,
    label=label,
    score=SCORE,
    rota=ROTA,
    policy=_policy,
    adapters=_adapters,
)
