"""Draws cards as HTML: single ones, hands, tricks, rows, the calls of an auction. The one place that knows how.

A card is a slot in a row, as narrow as the row needs, with the card's front in it. The front shows rank and suit as
text, larger where the card is small, and the picture from the set of cards where there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from gamerules.cards import DISPLAY_ORDER, Card, CardSet
from verify.draw import cards as spoken_cards
from verify.draw.nodes import SIGNS, card_node
from verify.draw.writers import TEXT_STYLE
from verify.site.context import Context
from verify.site.look import faces
from verify.site.reader import tidy

CARDS = "_static/cards"
"""Where the playing cards are in the built site."""


class Art:
    """Draws cards on one page.

    Args:
        context: the page, which knows the way to the files of the cards.
    """

    def __init__(self, context: Context) -> None:
        first = context.app.builder.get_relative_uri(context.docname, str(context.app.config.root_doc))
        self.folder = f"{first.rpartition('/')[0] or '.'}/{CARDS}"
        self.pictured = faces.installed(context.site.root)

    def card(self, card: Card, style: str = "") -> str:
        """Return one card, face up."""
        node = spoken_cards.card(card)
        assert isinstance(node, card_node)
        suit, rank = node["suit"], card.rank.letter
        narrow = ' class="ten"' if rank == "10" else ""
        picture = (
            f'<img src="{self.folder}/{suit}{rank}.svg" alt="" loading="lazy" width="169" height="245">'
            if self.pictured
            else ""
        )
        return (
            f'<span class="face suit-{suit}" role="img" aria-label="{escape(node["spoken"])}"{style}>'
            f'<span class="front">{picture}<b{narrow}>{rank}</b><i>{SIGNS[suit]}{TEXT_STYLE}</i></span></span>'
        )

    def backs(self, count: int) -> str:
        """Return cards that are face down."""
        said = f"{count} card{'' if count == 1 else 's'} face down"
        rest = '<span class="face back" aria-hidden="true"><span class="front"></span></span>' * (count - 1)
        return f'<span class="face back" role="img" aria-label="{said}"><span class="front"></span></span>{rest}'

    def hand(self, owner: str, held: CardSet, hidden: int = 0, *, fan: bool = False, named: bool = True) -> str:
        """Return the cards of one player or place, by suit; ``hidden`` more lie there face down."""
        cards = in_order(held)
        middle = (len(cards) - 1) / 2
        styles = [f' style="--at:{place - middle:g}"' if fan else "" for place in range(len(cards))]
        fronts = "".join(self.card(card, style) for card, style in zip(cards, styles, strict=True))
        backs = self.backs(hidden) if hidden else ""
        return _group(owner, fronts + backs, named=named)

    def row(self, name: str, cards: Sequence[Card]) -> str:
        """Return cards in a given order, the highest first."""
        fronts = "".join(map(self.card, cards))
        return _group(name, fronts)

    def trick(self, played: Iterable[tuple[str, Card]], winner: str) -> str:
        """Return a trick: the cards in the order played, each over its player's name."""
        items = []
        for number, (name, card) in enumerate(played):
            said = f"{escape(name)} leads" if not number else escape(name)
            items.append(f"<li>{self.card(card)}<span>{said}</span></li>")
        won = f'<p class="won">{escape(winner)} wins the trick</p>' if winner else ""
        return f'<ol class="trick">{"".join(items)}</ol>{won}'

    def calls(self, calls: Sequence[tuple[str, str]], players: Sequence[str]) -> str:
        """Return the calls of an auction, a column for each player, from the one who called first."""
        first = players.index(calls[0][0])
        order = [*players[first:], *players[:first]]
        lines: list[dict[str, str]] = []
        at = len(order)
        for name, call in calls:
            column = order.index(name)
            if column <= at or not lines:
                lines.append({})
            lines[-1][name], at = call, column
        heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in order)
        cells = [[tidy.html_of(line.get(name, "")) for name in order] for line in lines]
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
        return f'<table class="calls"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _group(name: str, cards: str, *, named: bool = True) -> str:
    said = escape(name)
    head = f'<p class="owner">{said}</p>' if named else ""
    return f'{head}<div class="hand" role="group" aria-label="{said}">{cards}</div>'


def in_order(held: CardSet) -> list[Card]:
    """Return cards as one holds them: by suit, red beside black where there are three suits or more, high to low."""
    suits = [suit for suit in DISPLAY_ORDER if held.of_suit(suit)]
    if len(suits) > 2:
        black = [suit for suit in suits if not suit.is_red]
        red = [suit for suit in suits if suit.is_red]
        longer, shorter = (black, red) if len(black) >= len(red) else (red, black)
        suits = [suit for pair in zip(longer, [*shorter, None], strict=False) for suit in pair if suit is not None]
    return [card for suit in suits for card in held.of_suit(suit)]
