"""Pictures of positions: ``{picture} records/deal.yaml`` and ``{picture} package.module:callable("literal")``.

The first replays a record by the rules and shows a moment of it, the second shows cards that the rules yield; neither
has a card of its own, so a picture cannot be wrong. The text of the directive is its caption; it may hold claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from gamerules.cards import Card, CardSet
from gamerules.game import CHANCE
from gamerules.ledger import Entry, Line
from gamerules.records import Replay
from gamerules.rules import GameRulesError
from verify.checks import rows
from verify.draw import cards as drawn
from verify.run import reach
from verify.site.context import SITES, Context
from verify.site.facts import picture_node
from verify.site.look import drawing, table
from verify.site.reader import tidy
from verify.site.reader.frames import Frame, Frames, frames_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SHOWS = ("hands", "trick", "auction", "score")
"""What a picture of a record may show."""


class PictureError(ValueError):
    """A picture of something that its record does not have."""


class Picture(SphinxDirective):
    """The directive; what it names is drawn when the page is written."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "show": lambda value: directives.choice(value, SHOWS),
        "step": directives.positive_int,
        "of": directives.unchanged,
        "fan": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the node to be drawn, with the caption inside."""
        node = picture_node("", argument=self.arguments[0].strip(), fan="fan" in self.options)
        for name in ("show", "step", "of"):
            node[name] = self.options.get(name, "")
        if ":" not in node["argument"]:
            node["argument"], full = self.env.relfn2path(node["argument"])
            self.env.note_dependency(full)
        self.state.nested_parse(self.content, self.content_offset, node)
        self.set_source_info(node)
        return [node]


def register(app: Sphinx) -> None:
    """Register the directive with Sphinx."""
    drawing.register(app, Picture, picture_node, _draw, (PictureError, GameRulesError, rows.RowsError, OSError))


def state(context: Context, pictures: Sequence[str]) -> object:
    """Return all that the pictures of a page show beyond its text."""
    if not pictures:
        return None
    paths = [Path(context.app.srcdir) / name for name in pictures if ":" not in name]
    return [context.site.engine, [reach.content(path) for path in paths]]


def _draw(context: Context, node: nodes.Element) -> list[nodes.Node]:
    """Return a picture with its caption: HTML on the site, text in books."""
    if context.app.builder.name not in SITES:
        return [nodes.paragraph("", "", *drawn.text(line)) for line in _lines(context, node)] + node.children
    art = table.Art(context)
    if ":" in node["argument"]:
        body = _rows(art, node)
    else:
        frames, replay = _replayed(context, node)
        body = _SHOW[node["show"] or "hands"](art, node, frames, replay)
    name = "picture fan" if node["fan"] else f"picture of-{node['show'] or 'cards'}"
    end: list[nodes.Node] = [nodes.raw("", "</figure>", format="html")]
    if node.children:
        end = [
            nodes.raw("", "<figcaption>", format="html"),
            *node.children,
            nodes.raw("", "</figcaption></figure>", format="html"),
        ]
    return [nodes.raw("", f'<figure class="{name}">{body}', format="html"), *end]


def _replayed(context: Context, node: nodes.Element) -> tuple[Frames, Replay]:
    path = Path(context.app.srcdir) / node["argument"]
    replay = context.site.replay(path.relative_to(context.site.root).as_posix())
    frames = frames_of(replay)
    if not frames.frames:
        raise PictureError("the record cannot be played")
    return frames, replay


def _frame(node: nodes.Element, frames: Frames) -> Frame:
    """Return the last moment of the step asked for; without a step, that of the whole record."""
    wanted = node["step"] or frames.frames[-1]["step"] + 1
    found = [frame for frame in frames.frames if frame["step"] == wanted - 1]
    if not found:
        raise PictureError(f"the record has no step {wanted}")
    return found[-1]


# ---- what a picture shows


def _hands(art: table.Art, node: nodes.Element, frames: Frames, replay: Replay) -> str:
    found = []
    names = [name.strip() for name in node["of"].split(";") if name.strip()]
    for owner, cards, hidden in _frame(node, frames).get("hands", ()):
        if (cards or hidden) and (not names or owner in names):
            found.append(art.hand(owner, CardSet.parse(cards), hidden, fan=node["fan"], named=len(names) != 1))
    if not found:
        raise PictureError(f"nobody holds cards there under the name {node['of']!r}")
    return "".join(found)


def _trick(art: table.Art, node: nodes.Element, frames: Frames, replay: Replay) -> str:
    frame = _frame(node, frames)
    if not frame.get("trick"):
        raise PictureError("there is no trick in that step")
    return art.trick([(name, Card.parse(card)) for name, card in frame["trick"]], frame.get("won", ""))


def _auction(art: table.Art, node: nodes.Element, frames: Frames, replay: Replay) -> str:
    last = node["step"] or len(replay.record.steps)
    players = replay.record.players
    calls = []
    for before, moment in zip(replay.moments, replay.moments[1:], strict=False):
        if moment.step < last and moment.actor not in (None, CHANCE) and str(before.state.phase) == "auction":
            calls.append((players[moment.actor or 0], str(moment.action)))
    if not calls:
        raise PictureError("nobody has called by then")
    return art.calls(calls, players)


def _score(art: table.Art, node: nodes.Element, frames: Frames, replay: Replay) -> str:
    entries = [frames.entries[number] for number in _frame(node, frames).get("score", ())]
    if not entries:
        raise PictureError("nothing is written by then")
    return sheet(entries)


def sheet(entries: Sequence[Entry]) -> str:
    """Return a score sheet as it is kept by hand: a column for each side, a line where the game has one.

    What stands above the line is written upwards from it, what stands below downwards. A game whose entries are for one
    side alone pays at once and has no line.
    """
    sides = list(dict.fromkeys(entry.side for entry in entries))
    head = "".join(f'<th scope="col">{escape(side)}</th>' for side in sides)
    if len(sides) == 1:
        body = "".join(f"<tr>{_entry(entry)}</tr>" for entry in entries)
    else:
        above = [[entry for entry in entries if (entry.side, entry.line) == (side, Line.ABOVE)][::-1] for side in sides]
        below = [[entry for entry in entries if (entry.side, entry.line) == (side, Line.BELOW)] for side in sides]
        body = _stack(above, foot=True) + '</tbody><tbody class="below">' + _stack(below)
    totals = [sum(entry.points for entry in entries if entry.side == side) for side in sides]
    sums = "".join(f'<td><span class="points">{points:,}</span></td>' for points in totals)
    return (
        f'<table class="sheet"><thead><tr>{head}</tr></thead><tbody>{body}</tbody>'
        f"<tfoot><tr>{sums}</tr></tfoot></table>"
    )


def _stack(columns: Sequence[Sequence[Entry]], *, foot: bool = False) -> str:
    height = max(map(len, columns))
    padded = [[*[None] * (height - len(column)), *column] if foot else [*column, *[None] * (height - len(column))]
              for column in columns]  # fmt: skip
    return "".join(f"<tr>{''.join(map(_entry, row))}</tr>" for row in zip(*padded, strict=True))


def _entry(entry: Entry | None) -> str:
    if entry is None:
        return "<td></td>"
    return f'<td><span class="points">{entry.points:,}</span> <small>{tidy.html_of(entry.why)}</small></td>'


_SHOW: Mapping[str, Callable[[table.Art, nodes.Element, Frames, Replay], str]] = {
    "hands": _hands,
    "trick": _trick,
    "auction": _auction,
    "score": _score,
}


def _rows(art: table.Art, node: nodes.Element) -> str:
    """Draw rows whose second cell holds cards, in the order that the rules give them; the first is their name."""
    return "".join(art.row(name, [Card.parse(card) for card in held.split()]) for name, held in _named(node))


def _named(node: nodes.Element) -> list[tuple[str, str]]:
    """Return the rows asked for: name and cards."""
    found = [(name, held) for name, held, *_ in rows.evaluate(node["argument"]) if node["of"] in ("", name)]
    if not found:
        raise PictureError(f"no row has the name {node['of']!r}")
    return found


def _lines(context: Context, node: nodes.Element) -> Iterable[str]:
    """Yield a picture as lines of text."""
    if ":" in node["argument"]:
        yield from (f"{name}: {held}" for name, held in _named(node))
        return
    frames, _ = _replayed(context, node)
    frame = _frame(node, frames)
    if node["show"] == "trick":
        yield ", ".join(f"{name} {card}" for name, card in frame.get("trick", ()))
    elif node["show"] == "score":
        entries = [frames.entries[number] for number in frame.get("score", ())]
        yield from (f"{entry.side}, {entry.line} the line: {entry.points:,}, {entry.why}" for entry in entries)
    elif node["show"] in ("", "hands"):
        names = [name.strip() for name in node["of"].split(";") if name.strip()]
        yield from (
            f"{owner}: {held}" for owner, held, _ in frame.get("hands", ()) if held and owner in (names or [owner])
        )
