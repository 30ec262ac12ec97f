"""Draws how much the checks notice: a bar for each game, or for each section, of both directions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from docutils import nodes

from verify.site.context import SITES, Context, GatherError
from verify.site.parts import Nodes
from verify.strength import results

Share = tuple[int, int]
"""How many there are, and how many were noticed."""

_ROW, _BAR, _LEFT, _WIDTH = 32, 12, 172, 130
_KINDS: Final[Sequence[tuple[str, str]]] = (("breaks of the rules", "1"), ("changes of the text", ".4"))


def draw_chart(context: Context, argument: str, caption: str) -> Nodes:
    """Draw the bars by ``games`` or by ``sections``; nothing in a book: the tables say the same."""
    if context.app.builder.name not in SITES:
        return []
    outcome = results.stored(context.site.settings)
    if argument not in ("games", "sections"):
        raise GatherError(f"{argument!r} is neither games nor sections")
    areas = {name: (area["viable"], area["caught"]) for name, area in outcome.get("areas", {}).items()}
    rules = areas if argument == "games" else outcome.get("sections", {})
    text = outcome.get("text", {}).get("areas" if argument == "games" else "sections", {})
    names = sorted({*rules, *text} - {""})
    return [
        nodes.raw("", picture([(name, (rules.get(name), text.get(name))) for name in names], argument), format="html")
    ]


def picture(rows: Iterable[tuple[str, tuple[Share | None, Share | None]]], by: str) -> str:
    """Return the picture: a full bar for the rules, a pale one for the text, and the shares in words."""
    parts, said, top = [], [], 30
    for name, shares in rows:
        parts.append(f'<text x="{_LEFT - 8}" y="{top + 17}" text-anchor="end">{escape(name)}</text>')
        for number, (share, (what, opacity)) in enumerate(zip(shares, _KINDS, strict=True)):
            if share and share[0]:
                part, y = share[1] / share[0], top + number * (_BAR + 2)
                parts.append(_bar(part, y, opacity))
                said.append(f"{name}: {part:.1%} of the {what}")
        top += _ROW
    legend = "".join(_legend(4 + at * 150, what, opacity) for at, (what, opacity) in enumerate(_KINDS))
    label = escape(f"Shares noticed, by {by}. {'; '.join(said)}.")
    return (
        f'<div tabindex="0" role="group" aria-label="Shares noticed, by {by}" style="overflow-x:auto">'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 50} {top}" role="img" '
        f'aria-label="{label}" style="width:100%;min-width:19rem;max-width:36rem;height:auto;font:11px sans-serif" '
        f'fill="currentColor">{legend}{"".join(parts)}</svg></div>'
    )


def _bar(part: float, top: float, opacity: str) -> str:
    return (
        f'<rect x="{_LEFT}" y="{top}" width="{part * _WIDTH:.1f}" height="{_BAR}" fill-opacity="{opacity}"/>'
        f'<rect x="{_LEFT}" y="{top}" width="{_WIDTH}" height="{_BAR}" fill="none" stroke="currentColor"/>'
        f'<text x="{_LEFT + _WIDTH + 8}" y="{top + _BAR - 2}">{part:.1%}</text>'
    )


def _legend(left: int, what: str, opacity: str) -> str:
    return (
        f'<rect x="{left}" y="6" width="12" height="12" fill-opacity="{opacity}" stroke="currentColor"/>'
        f'<text x="{left + 18}" y="16">{what}</text>'
    )
