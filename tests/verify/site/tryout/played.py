"""Plays deals and prints a digest of each; run by CPython and by Pyodide alike, which must agree."""

import hashlib
import json

from gamerules.browser import Desk
from gamerules.game import find
from gamerules.lab.simulating import play_deal
from gamerules.rules import LostTableError

SEEDS = range(1, 9)


def told(state: object) -> str:
    """Return a state's ledger as text, or what is lost of it."""
    try:
        return json.dumps(state.ledger().as_dict(), sort_keys=True)  # type: ignore[attr-defined]
    except LostTableError as error:
        return str(error)


def by_policy(game: str, seed: int) -> str:
    """Return a deal played by the game's policy: every action, and the ledger."""
    first, actions, (_, last) = play_deal(game, next(iter(find(game).presets.values())), seed, seed)
    return "\n".join([str(first.rules), *map(str, actions), told(last)])


def at_the_table(game: str, seed: int, opponent: str) -> str:
    """Return all views of a deal that is watched at a table, to its end."""
    desk = Desk()
    request = {"do": "new", "table": "t", "game": game, "seed": seed, "seat": 0, "opponent": opponent}
    views = [desk.handle(json.dumps(request))]
    while not json.loads(views[-1])["over"]:
        views.append(desk.handle('{"do": "advance", "table": "t"}'))
    return "\n".join(views)


def digests() -> dict[str, str]:
    """Return the digest of every deal, by what it is."""
    played = {}
    for game in ("slam", "german-ombre", "two-hand-bridge", "nullo-bridge"):
        for seed in SEEDS:
            played[f"{game} {seed}"] = by_policy(game, seed)
    for game in ("slam", "german-ombre", "two-hand-bridge"):
        played[f"{game} at the table"] = at_the_table(game, 3, "simple")
    played["slam, careful"] = at_the_table("slam", 3, "machine")
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in played.items()}


if __name__ == "__main__":
    print(json.dumps(digests()))
