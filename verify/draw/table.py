"""Draws tables and lists of what is nodes already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes

from verify.draw import cards


def joined(parts: Iterable[nodes.Node], between: str = ", ") -> list[nodes.Node]:
    """Return nodes with a text between them."""
    found: list[nodes.Node] = []
    for part in parts:
        found += [nodes.Text(between), part] if found else [part]
    return found


def paragraph(*children: nodes.Node, style: str = "") -> nodes.paragraph:
    """Return a paragraph; ``style`` is its class."""
    return nodes.paragraph("", "", *children, classes=style.split())


def facts(pairs: Iterable[tuple[str, Sequence[nodes.Node]]]) -> nodes.field_list:
    """Return a list of names and what belongs to each; empty ones are left out."""
    entries = [
        nodes.field("", nodes.field_name("", name), nodes.field_body("", paragraph(*value)))
        for name, value in pairs
        if value
    ]
    return nodes.field_list("", *entries)


def cells(*texts: str) -> list[list[nodes.Node]]:
    """Return cells of plain text."""
    return [[nodes.Text(text)] for text in texts]


def table(
    heads: Sequence[Sequence[nodes.Node]],
    body: Sequence[Sequence[Sequence[nodes.Node]]],
    *,
    name: str,
    caption: str = "",
    classes: Sequence[str] = (),
    stubs: int = 0,
) -> nodes.table:
    """Return a table.

    Args:
        heads: the column heads; empty for none.
        body: the rows, each a sequence of cells.
        name: its address on the page.
        caption: its caption; empty for none.
        classes: its classes.
        stubs: how many columns at the left are row heads.
    """
    rows = [*body, *([heads] if heads else [])]
    width = len(rows[0]) if rows else 0
    group = nodes.tgroup("", cols=width)
    for number in range(width):
        widest = max(sum(len(node.astext()) or 4 for node in row[number]) for row in rows)
        group += nodes.colspec("", colwidth=max(widest, 1), **({"stub": 1} if number < stubs else {}))
    if heads:
        group += nodes.thead("", _row(heads))
    group += nodes.tbody("", *(_row(cells) for cells in body))
    made = nodes.table("", classes=list(classes), ids=[name])
    if caption:
        made += nodes.title("", "", *cards.text(caption))
    made += group
    return made


def _row(cells: Sequence[Sequence[nodes.Node]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", paragraph(*cell)) for cell in cells))
