"""Vint, as chapter VIII of an old manual has it: scores, slams, penalties, the sheet and rotas."""

from gamerules.adapters import Adapters
from gamerules.game import Game
from gamerules.vint import record
from gamerules.vint.command import SCORE
from gamerules.vint.coronets import Coronet, CoronetPrices
from gamerules.vint.deal import ALL_PASS, DealResult, result
from gamerules.vint.rota import ROTA
from gamerules.vint.rules import PRESETS, Rules
from gamerules.vint.sheet import Sheet
from gamerules.vint.terms import Strain

State = Sheet


def _adapters() -> Adapters:
    from gamerules.vint.adapters import ADAPTERS

    return ADAPTERS


GAME = Game(
    name="vint",
    title="Vint",
    sources=("vint-viii",),
    players=4,
    presets=PRESETS,
    start=record.start,
    actions=record.actions,
    chance_words=(record.WORD,),
    facts=record.FACTS,
    picture=record.picture,
    label=record.label,
    score=SCORE,
    rota=ROTA,
    adapters=_adapters,
)

__all__ = [
    "ALL_PASS",
    "GAME",
    "Coronet",
    "CoronetPrices",
    "DealResult",
    "Rules",
    "Sheet",
    "State",
    "Strain",
    "result",
]
