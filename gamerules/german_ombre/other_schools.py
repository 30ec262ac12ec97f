"""What other schools pay, for comparison only: nothing here is a rule of German Ombre."""

from __future__ import annotations

DANISH = {
    "play": (1, -1, -2),
    "better play": (1, -1, -2),
    "bought nolo": (2, -2, -3),
    "tourné": (2, -2, -3),
    "tourné respect": (3, -3, -4),
    "solo": (3, -3, -4),
    "solo in spades": (4, -4, -5),
    "pure nolo": (4, -4, -5),
    "open nolo": (6, -6, -7),
}
"""The tariff of the Dansk L'hombre-Union: won, lost singly, lost by codille."""


def danish_rows() -> list[list[str]]:
    """Return the Danish tariff as rows: the game, won, lost singly (bête), lost by codille."""
    return [[game, *(f"{figure:+d}".replace("-", "−") for figure in figures)] for game, figures in DANISH.items()]
