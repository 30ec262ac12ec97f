"""reST pages grown at random, of all blocks that checks may stand in, written as an author would, more or less."""

from __future__ import annotations

import textwrap
from random import Random

from tests.verify.collect.layouts import Marks

INLINE = (
    "Text :claim:`{0} <x>` end",
    "A\nb :claim:`{0}\n<x>` c ``code :claim:`` d",
    "**b :claim: c** *e* :claim:`{0} <x>`.",
    "(:claim:`{0} <x>`)",
    "a * b :claim:`{0} <x>` c * d",
    "*a :claim:`{0} <x>` d*",
    "a ` b :claim:`{0} <x>`",
    "'`' and \"*\" :claim:`{0} <x>`",
    "|s| :claim:`{0} <x>` |s|",
    "`{0} <x>`:claim: and `a <https://example.org>`_",
    "`a :claim:`{0} <x>` b`_",
    ":locus:`toy.score.{0}` Text",
    "x:claim:`{0} <x>`",
    "a \\:claim:`{0} <x>`",
    "``a` :claim:`{0} <x>` ``",
    "_`a b` :claim:`{0} <x>`",
    "a [1]_ b_ :claim:`{0} <x>`",
)
LEAVES = ("inline", "example", "setup", "literal", "quoted", "simple", "grid", "csv", "lines")
NODES = (
    "note", "note-first", "admonition", "topic", "list", "ordered", "quote", "definition", "field", "footnote",
    "comment", "list-table", "figure", "close",
)  # fmt: skip

DESIGN = ("grid", "card", "tabs", "tabs-mixed", "dropdown", "button")
"""Containers of sphinx-design."""


def grow(random: Random, more: tuple[str, ...] = ()) -> str:
    """Return a page grown at random, of containers and ``more``."""
    marks = Marks()
    blocks = (_grown(random, marks, 0, NODES + more) for _ in range(random.randint(1, 4)))
    return "P\n=\n\n" + "\n\n".join(blocks) + "\n"


def _in(text: str, by: int = 3) -> str:
    return textwrap.indent(text, " " * by)


def _hang(text: str, mark: str) -> str:
    return mark + _in(text, len(mark))[len(mark) :]


def _inline(random: Random, marks: Marks) -> str:
    return random.choice(INLINE).format(marks())


def _claim(marks: Marks) -> str:
    return f":claim:`{marks()} <x>`"


def _grown(random: Random, marks: Marks, depth: int, containers: tuple[str, ...]) -> str:
    kind = random.choice(LEAVES + containers if depth < 3 else LEAVES)
    if kind in LEAVES:
        return _leaf(random, marks, kind)
    inner = "\n\n".join(_grown(random, marks, depth + 1, containers) for _ in range(random.randint(1, 3)))
    line = _inline(random, marks).replace("\n", " ")
    match kind:
        case "note":
            return f".. {random.choice(['note', 'tip', 'Warning'])}::\n\n{_in(inner)}"
        case "note-first":
            return f".. note:: {line}\n{random.choice(['', '   :class: x', '   more'])}\n\n{_in(inner)}"
        case "admonition":
            return f".. admonition:: {line}\n{random.choice(['', '   :class: x'])}\n\n{_in(inner)}"
        case "topic":
            return f".. container:: x\n\n{_in(inner, random.choice([2, 3, 5]))}"
        case "list":
            return _hang(inner, random.choice(["- ", "* ", "+  "]))
        case "ordered":
            return _hang(inner, random.choice(["1. ", "#. ", "(a) ", "i) "]))
        case "quote":
            return f"{line}\n\n{_in(inner, random.choice([1, 2, 4]))}"
        case "definition":
            return f"{line}\n{_in(inner, random.choice([2, 4]))}"
        case "field":
            return ":name: " + _hang(inner, "  ")[2:]
        case "footnote":
            return f".. [#] {random.choice([line, ''])}\n\n{_in(inner)}"
        case "comment":
            return f"..{random.choice([' c', ''])}\n\n{_in(inner)}"
        case "list-table":
            return (
                f".. list-table:: {line}\n\n   * - {line}\n     - {_hang(inner, ' ' * 7).lstrip()}\n   * - a\n     - b"
            )
        case "figure":
            return f".. figure:: a.png\n   :alt: b\n\n{_in(inner)}"
        case "grid":
            return f".. grid:: 2\n\n   .. grid-item::\n\n{_in(inner, 6)}"
        case "card":
            return f".. card:: {line}\n\n   {random.choice([line + chr(10) + '   ^^^', ''])}\n\n{_in(inner)}"
        case "tabs" | "tabs-mixed":
            mixed = f"   {line}\n\n" if kind == "tabs-mixed" else ""
            return f".. tab-set::\n\n{mixed}   .. tab-item:: {line}\n\n{_in(inner, 6)}"
        case "dropdown":
            return f".. dropdown:: {line}\n   :open:\n\n{_in(inner)}"
        case "button":
            return f".. button-link:: https://example.org\n{random.choice(['', chr(10)])}   {line}"
        case _:
            return inner.replace("\n\n", "\n")


def _leaf(random: Random, marks: Marks, kind: str) -> str:
    match kind:
        case "inline":
            return _inline(random, marks)
        case "example":
            option = random.choice(["", "   :loci: toy.score.1\n"])
            mark = marks()
            return f".. example::\n{option}\n   >>> {mark}\n   {mark}"
        case "setup":
            return f".. setup::{random.choice(['', chr(10)])}\n   a = {marks()}"
        case "literal":
            return f"Text {_claim(marks)}::\n\n   {_claim(marks)}"
        case "quoted":
            return f"Text::\n\n> {_claim(marks)}\n> more\n\n{_claim(marks)}"
        case "simple":
            more = random.choice(["", f"       more {_claim(marks)}\n", "\n", f"-----  {'-' * 24}\n"])
            edge = f"=====  {'=' * 24}\n"
            return f"{edge}a      b\n{edge}c      {_claim(marks)}\n{more}d      {_claim(marks)}\n{edge}".rstrip()
        case "grid":
            rows = "\n+---+------------------------+\n".join(f"| a | {_claim(marks):<22} |" for _ in range(2))
            return f"+---+------------------------+\n{rows}\n+---+------------------------+"
        case "csv":
            cell = random.choice(['"{}"', "{}", '"a, {}\n   b"', 'x{}, "b ""c"""'])
            return f".. csv-table:: T {_claim(marks)}\n\n   1, {cell.format(_claim(marks))}\n   2, 3"
        case _:
            return f"| a {_claim(marks)}\n| {_inline(random, marks).replace(chr(10), ' ')}"
