"""Plots of findings: ``{plot}`` draws shares or means as bars, each with the interval in which the true figure lies.

Every bar names where its figure comes from: a place in a stored finding, or a function that counts exact odds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from gamerules.lab import findings
from verify.checks import rows
from verify.draw import cards
from verify.site.context import SITES, Context
from verify.site.facts import plot_node
from verify.site.look import drawing

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LEFT, _RIGHT, _ROW = 34.0, 92.0, 9.0
"""Where bars begin and end, of a width of 100, and how high a row is."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, its value and, unless the value is exact, the ends of the interval."""

    label: str
    value: float
    low: float
    high: float


class Plot(SphinxDirective):
    """The directive: ``:shares:`` or ``:means:`` of a finding, or ``:odds:``, as ``label = source; label = source``."""

    has_content = True
    optional_arguments = 1
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = dict.fromkeys(
        ("shares", "means", "odds"), directives.unchanged
    )

    def run(self) -> list[nodes.Node]:
        """Return the node to be drawn, with the caption inside."""
        node = plot_node("", argument=self.arguments[0] if self.arguments else "")
        node["kind"] = next(iter(self.options), "")
        node["bars"] = " ".join(self.options.get(node["kind"], "").split())
        self.state.nested_parse(self.content, self.content_offset, node)
        self.set_source_info(node)
        return [node]


def register(app: Sphinx) -> None:
    """Register the directive with Sphinx."""
    drawing.register(app, Plot, plot_node, _draw, (findings.FindingError, rows.RowsError, LookupError, ValueError))


def _draw(context: Context, node: nodes.Element) -> list[nodes.Node]:
    bars = _bars(node)
    told = "; ".join(_told(bar, node["kind"]) for bar in bars)
    if context.app.builder.name not in SITES:
        return [nodes.paragraph("", "", *cards.text(told)), *node.children]
    art = f'<figure class="plot">{svg(bars, node["kind"], told)}<figcaption>'
    end = nodes.raw("", "</figcaption></figure>", format="html")
    return [nodes.raw("", art, format="html"), *node.children, end]


def _bars(node: nodes.Element) -> list[Bar]:
    found = []
    for part in node["bars"].split(";"):
        label, _, source = (word.strip() for word in part.partition("="))
        if node["kind"] == "odds":
            module, name, args, kwargs = rows.parse(source)
            value = float(operator.attrgetter(name)(import_module(module))(*args, **kwargs))
            found.append(Bar(label, value, value, value))
        elif node["kind"] == "means":
            mean = findings.stored(node["argument"])[source]
            found.append(Bar(label, mean["mean"], mean["low"], mean["high"]))
        else:
            share = findings.share_of(node["argument"], *source.split("/"))
            found.append(Bar(label, share.value, share.low, share.high))
    return found


def _number(value: float, kind: str) -> str:
    digits = 2 if kind == "means" or value < 0.01 else 1
    return f"{value:.{digits}f}".replace("-", "−") if kind == "means" else f"{100 * value:.{digits}f}%"


def _told(bar: Bar, kind: str) -> str:
    exact = bar.low == bar.high
    between = "" if exact else f" ({_number(bar.low, kind)} to {_number(bar.high, kind)})"
    return f"{bar.label}: {_number(bar.value, kind)}{between}"


def svg(bars: Sequence[Bar], kind: str, told: str) -> str:
    """Return bars as SVG in the page's own colours; ``told`` says the same in words."""
    least, most = min(0.0, *(bar.low for bar in bars)), max(0.0, *(bar.high for bar in bars))

    def x(value: float) -> float:
        return _LEFT + (value - least) / (most - least) * (_RIGHT - _LEFT - 8)

    parts = []
    for number, bar in enumerate(bars):
        y = number * _ROW
        left, right = sorted((x(0), x(bar.value)))
        parts.append(f'<text x="{_LEFT - 1.5}" y="{y + 5.6}" text-anchor="end">{escape(bar.label)}</text>')
        parts.append(f'<rect x="{left:.2f}" y="{y + 2}" width="{right - left:.2f}" height="5" rx="0.6"/>')
        if bar.low != bar.high:
            parts.append(f'<path d="M{x(bar.low):.2f} {y + 4.5}H{x(bar.high):.2f}"/>')
        end = max(x(bar.high), x(0)) + 1.5
        parts.append(f'<text x="{end:.2f}" y="{y + 5.6}">{_number(bar.value, kind)}</text>')
    zero = f'<path class="zero" d="M{x(0):.2f} 0V{len(bars) * _ROW}"/>'
    return (
        f'<svg viewBox="0 0 100 {len(bars) * _ROW:g}" role="img" aria-label="{escape(told)}">'
        f"{''.join(parts)}{zero}</svg>"
    )
