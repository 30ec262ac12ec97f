"""Libraries that belong to an extra: imported when they are used, and named in one line when they are missing."""

from __future__ import annotations

import importlib
from types import ModuleType

from gamerules.rules import GameRulesError


class MissingExtraError(GameRulesError, ImportError):
    """A library is needed that is not installed; the message is one line and says how to install it."""


def need(module: str, extra: str = "research") -> ModuleType:
    """Import a library that belongs to an extra.

    Raises:
        MissingExtraError: if it is not installed; the message names the extra.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise MissingExtraError(f"{name} is not installed; run: pip install 'gamerules[{extra}]' ({error})") from None
