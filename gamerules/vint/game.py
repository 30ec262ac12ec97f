"""Vint as records, pages and commands find it."""

from typing import Final

from gamerules.adapters import Adapters
from gamerules.game import Game
from gamerules.vint.command import SCORE
from gamerules.vint.record import FACTS, WORD, actions, label, picture, start
from gamerules.vint.rota import ROTA
from gamerules.vint.rules import PRESETS


def _adapters() -> Adapters:
    from gamerules.vint.adapters import ADAPTERS

    return ADAPTERS


GAME: Final = Game(
    name="vint",
    title="Vint",
    sources=("vint-viii",),
    players=4,
    presets=PRESETS,
    start=start,
    actions=actions,
    chance_words=(WORD,),
    facts=FACTS,
    picture=picture,
    label=label,
    score=SCORE,
    rota=ROTA,
    adapters=_adapters,
)
