"""Pages grown at random, of all containers that checks may stand in."""

from __future__ import annotations

import re
import textwrap
from itertools import count
from random import Random

Wrap = tuple[str, str, str, str]
"""A container: what comes before its content, before the first and the other lines of it, and behind it."""

# F and G are fences, the longer the further outside; № is a number, of which there is one on the page; @ is a label.
MYST: tuple[Wrap, ...] = (
    ("", "- ", "  ", ""),
    ("", "1. ", "   ", ""),
    ("", "> ", "> ", ""),
    ("Term {claim}`№ <x>`\n", ": ", "  ", ""),
    ("", ":name: ", "  ", ""),
    ("Text.[^@]\n\n", "[^@]: ", "    ", ""),
    ("% comment\n", "", "", ""),
    ("## Head {claim}`№ <x>`\n\n", "", "", ""),
    ("<div>\n\n", "", "", "\n\n</div>"),
    ("Fclass\n", "", "", "\nF"),
    ("F{note}\n", "", "", "\nF"),
    ("F{note} Text {claim}`№ <x>`\n", "", "", "\nF"),
    ("F{admonition} Title {claim}`№ <x>`\n:class: tip\n\n", "", "", "\nF"),
    ("F{figure} a.png\n:alt: b\n\n", "", "", "\nF"),
    ("F{list-table} Title {claim}`№ <x>`\n", "* - ", "    ", "\n  - a\n* - b\n  - c\nF"),
    ("F{list-table}\n", "* - a\n  - b\n* - ", "    ", "\nF"),
)
RST: tuple[Wrap, ...] = (
    ("", "- ", "  ", ""),
    ("", "#. ", "   ", ""),
    ("Text :claim:`№ <x>`\n\n", "    ", "    ", ""),
    ("Term :claim:`№ <x>`\n", "  ", "  ", ""),
    ("", ":name: ", "  ", ""),
    (".. [#] Note\n\n", "   ", "   ", ""),
    ("..\n   comment\n\n", "", "", ""),
    (".. note::\n\n", "   ", "   ", ""),
    (".. note:: Text :claim:`№ <x>`\n   :class: x\n\n", "   ", "   ", ""),
    (".. admonition:: Title :claim:`№ <x>`\n\n", "   ", "   ", ""),
    (".. container:: x\n\n", "     ", "     ", ""),
    (".. figure:: a.png\n\n", "   ", "   ", ""),
    (".. list-table:: Title :claim:`№ <x>`\n\n   * - a\n     - ", "", "       ", ""),
)
DESIGN: dict[str, tuple[Wrap, ...]] = {
    "md": (
        ("F{grid} 2\nG{grid-item}\n", "", "", "\nG\nF"),
        ("F{card} Title {claim}`№ <x>`\nHead {claim}`№ <x>`\n^^^\n", "", "", "\nF"),
        ("F{tab-set}\nG{tab-item} Title {claim}`№ <x>`\n", "", "", "\nG\nF"),
        ("F{tab-set}\nText {claim}`№ <x>`\n\nG{tab-item} Title\n", "", "", "\nG\nF"),
        ("F{dropdown} Title {claim}`№ <x>`\n:open:\n\n", "", "", "\nF"),
        ("F{button-link} https://example.org\n", "", "", "\nF"),
    ),
    "rst": (
        (".. grid:: 2\n\n   .. grid-item::\n\n", "      ", "      ", ""),
        (".. card:: Title :claim:`№ <x>`\n\n", "   ", "   ", ""),
        (".. tab-set::\n\n   .. tab-item:: Title :claim:`№ <x>`\n\n", "      ", "      ", ""),
        (".. dropdown:: Title :claim:`№ <x>`\n   :open:\n\n", "   ", "   ", ""),
        (".. button-link:: https://example.org\n\n", "   ", "   ", ""),
    ),
}
"""Containers of sphinx-design."""
LEAVES: dict[str, tuple[str, ...]] = {
    "md": (
        "Text {claim}`№ <x>` and\nmore *{claim}`№ <x>`* `{claim}` \\{claim}",
        "``{claim}`1 <y>` `` {claim}`№ <x>` <b>{claim}`№ <x>`</b> <!-- c -->",
        "{locus}`toy.score.1` Text [{claim}`№\n<x>`](https://example.org)",
        "```{example}\n:loci: toy.score.1\n\n>>> №\n№\n```",
        "~~~{example}\n---\nloci: toy.score.1\n---\n>>> №\n№\n~~~",
        "```{setup}\na = №\n\nb = №\n```",
        "| a | b |\n|---|---|\n| {claim}`№ <x>` | {claim}`№ <x> \\| toy.score.1` |",
        '~~~{csv-table} Title {claim}`№ <x>`\n\n1, "a, {claim}`№ <x>`\nb"\n~~~',
        "```text\n{claim}`1 <x>`\n```",
    ),
    "rst": (
        "Text :claim:`№ <x>` and\nmore ``:claim:`` \\:claim: `№ <x>`:claim:",
        ":locus:`toy.score.1` Text (:claim:`№\n<x>`) **b** a [1]_",
        "*a :claim:`№ <x>` b*",
        ".. example::\n   :loci: toy.score.1\n\n   >>> №\n   №",
        ".. setup::\n   a = №\n\n   b = №",
        "Text::\n\n   :claim:`1 <x>`",
        "===  =================\na    b\n===  =================\nc    :claim:`№ <x>`\n===  =================",
        "+---+----------------------+\n| a | :claim:`№ <x>`    |\n+---+----------------------+",
        '.. csv-table:: Title :claim:`№ <x>`\n\n   1, "a, :claim:`№ <x>`\n   b"',
        "| a :claim:`№ <x>`\n| b",
    ),
}


def grow(random: Random, suffix: str, *, design: bool = False) -> str:
    """Return a page of MyST or reST; all that is checked on it has a number of its own, from 1000 on."""
    wraps = (MYST if suffix == "md" else RST) + (DESIGN[suffix] if design else ())

    def block(depth: int) -> str:
        if depth > 4 or random.random() < 0.3:
            return random.choice(LEAVES[suffix])
        label = f"n{random.randrange(10**6)}"
        before, first, others, behind = (part.replace("@", label) for part in random.choice(wraps))
        inner = "\n\n".join(block(depth + 1) for _ in range(random.randint(1, 2)))
        inner = first + textwrap.indent(inner, others, lambda line: True)[len(others) :]
        text = f"{before}{inner}{behind}"
        return text.replace("F", ":" * (14 - 2 * depth)).replace("G", ":" * (13 - 2 * depth))

    numbers = count(1000)
    blocks = "\n\n".join(block(0) for _ in range(random.randint(1, 4)))
    return "Page\n====\n\n" + re.sub("№", lambda _: str(next(numbers)), blocks) + "\n"
