"""German Ombre as records, pages and commands find it."""

from typing import Final

from gamerules.adapters import Adapters
from gamerules.game import Game
from gamerules.german_ombre.cards import PLAYERS
from gamerules.german_ombre.command import SCORE
from gamerules.german_ombre.policy import policy
from gamerules.german_ombre.record import FACTS, PHASE_OF, actions, label, picture, start
from gamerules.german_ombre.rules import PRESETS


def _adapters() -> Adapters:
    from gamerules.german_ombre.adapters import ADAPTERS

    return ADAPTERS


GAME: Final = Game(
    name="german-ombre",
    title="German Ombre",
    sources=("german-ombre",),
    players=PLAYERS,
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
