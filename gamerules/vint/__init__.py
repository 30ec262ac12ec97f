"""Vint, as chapter VIII of an old manual has it: scores, slams, penalties and rotas."""

from gamerules.game import Game
from gamerules.vint.command import SCORE
from gamerules.vint.deal import DealResult
from gamerules.vint.rota import ROTA
from gamerules.vint.rules import PRESETS, Rules, Strain

GAME = Game(
    name="vint",
    title="Vint",
    sources=("vint-viii",),
    players=4,
    presets=PRESETS,
    score=SCORE,
    rota=ROTA,
)

__all__ = ["GAME", "DealResult", "Rules", "Strain"]
