"""The JSON Schema of records, for editors and for checkers in any language.

It says what a record looks like; what its actions mean is up to the game, and ``gamerules replay`` checks that.
Run as a program it prints the schema, as published at docs/lab/record.schema.json.
"""

from __future__ import annotations

import json
from typing import Any

from gamerules.game import find, names
from gamerules.rules import LOCUS

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SCALAR = {
    "type": ["string", "number", "boolean", "null"],
    "description": "Read as the text that stands there.",
}


def schema() -> dict[str, Any]:
    """Return the schema, made from what the records' own reader accepts."""
    playable = [game for game in map(find, names()) if game.start is not None]
    presets = sorted({preset for game in playable for preset in game.presets})
    one_locus = {"type": "string", "pattern": f"^(ours|{LOCUS.pattern})$"}
    value = {"anyOf": [_SCALAR, {"type": "object", "additionalProperties": _SCALAR}]}
    act = {
        "type": "object",
        "description": "Who acts, or a word for chance, and what is done.",
        "additionalProperties": value,
        "minProperties": 1,
        "maxProperties": 1,
    }
    refusal = {
        "type": "object",
        "description": "An action that must be illegal here, and the locus that forbids it.",
        "properties": {"by": {"type": "string", "pattern": f"^{LOCUS.pattern}$"}},
        "required": ["by"],
        "additionalProperties": value,
        "minProperties": 2,
        "maxProperties": 2,
    }
    step = {
        "type": "object",
        "properties": {
            "at": {
                "description": "The sentences that the step is about, or 'ours'.",
                "anyOf": [one_locus, {"type": "array", "items": one_locus, "minItems": 1}],
            },
            "label": {"type": "string", "description": "The moment, in words."},
            "refuses": {"type": "array", "items": refusal, "minItems": 1},
            "does": {"type": "array", "items": act, "minItems": 1},
            "says": {
                "type": "object",
                "description": "Facts, as the source states them.",
                "additionalProperties": value,
            },
            "note": {"type": "string"},
        },
        "required": ["at"],
        "anyOf": [{"required": ["does"]}, {"required": ["refuses"]}, {"required": ["says"]}],
        "additionalProperties": False,
    }
    changes = {
        "type": "object",
        "properties": {"preset": {"enum": presets}},
        "additionalProperties": _SCALAR,
    }
    return {
        "$schema": DRAFT,
        "title": "A record of gamerules",
        "description": "A deal or a session written down, to be replayed by the rules and compared with its source.",
        "type": "object",
        "properties": {
            "game": {"enum": [game.name for game in playable]},
            "rules": {"description": "A preset, or a preset and decisions.", "anyOf": [{"enum": presets}, changes]},
            "title": {"type": "string"},
            "origin": {"enum": ["source", "ours"]},
            "players": {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 2,
                "maxItems": 4,
                "uniqueItems": True,
            },
            "start": {"type": "object", "additionalProperties": _SCALAR},
            "steps": {"type": "array", "items": step},
        },
        "required": ["game", "players", "steps"],
        "additionalProperties": False,
    }


def text() -> str:
    """Return the schema as it is published."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(text(), end="")
