"""German Ombre: a game for three with two packs of forty cards, as a Russian dictionary of card games describes it."""

from gamerules.adapters import Adapters
from gamerules.game import Game
from gamerules.german_ombre.auction import Word
from gamerules.german_ombre.cards import playing_pack, seats
from gamerules.german_ombre.command import SCORE
from gamerules.german_ombre.contracts import Contract, How
from gamerules.german_ombre.couleur import Cut
from gamerules.german_ombre.march import March
from gamerules.german_ombre.outcome import Outcome
from gamerules.german_ombre.policy import policy
from gamerules.german_ombre.rank import BASTO, SPADILLE, manille, matadors, ponto, trump_suit
from gamerules.german_ombre.record import FACTS, PHASE_OF, actions, label, picture, start
from gamerules.german_ombre.rules import PRESETS, Rules
from gamerules.german_ombre.settlement import Result, settle
from gamerules.german_ombre.state import Deal, State, View
from gamerules.german_ombre.table import Price, Tariff


def _adapters() -> Adapters:
    from gamerules.german_ombre.adapters import ADAPTERS

    return ADAPTERS


GAME = Game(
    name="german-ombre",
    title="German Ombre",
    sources=("german-ombre",),
    players=3,
    presets=PRESETS,
    start=start,
    actions=actions,
    chance_words=tuple(PHASE_OF),
    facts=FACTS,
    picture=picture,
    label=label,
    score=SCORE,
    policy=policy,
    adapters=_adapters,
    findings="gamerules.german_ombre.findings",
)

__all__ = [
    "BASTO",
    "GAME",
    "SPADILLE",
    "Contract",
    "Cut",
    "Deal",
    "How",
    "March",
    "Outcome",
    "Price",
    "Result",
    "Rules",
    "State",
    "Tariff",
    "View",
    "Word",
    "manille",
    "matadors",
    "playing_pack",
    "ponto",
    "seats",
    "settle",
    "trump_suit",
]
