"""The HTML of calculators and tables: static, with every option explained; the script only makes it work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from gamerules.browser import OPPONENTS
from gamerules.browser.text import Rich
from gamerules.game import Game
from verify.draw.writers import card_html
from verify.site.tryout.form import Choice, Control, Input, decision_fields, picked, rules_field

WAYS = {
    "machine": "Careful: thinks of the cards it cannot see",
    "simple": "Simple: plays fast and carelessly",
}
"""The names of the machine's ways of playing."""

REPEATED = 3
"""How many times an option that may be repeated can be picked."""

assert set(WAYS) == set(OPPONENTS)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is drawn.

    Attributes:
        folder: the folder of the interpreter, relative to the page; empty if the site has none.
        megabytes: how much the reader's browser has to load.
        link: the address of a locus, relative to the page; None if no page translates it.
        cards: the folder of the pictures of cards, relative to the page; empty if there are none.
    """

    folder: str
    megabytes: float
    link: Callable[[str], str | None]
    cards: str = ""


def values_of(fields: Sequence[Input], words: Sequence[str]) -> dict[str, str]:
    """Return the values that a command's words give to fields, by option; a flag's value is its own name.

    Raises:
        ValueError: if the words name an unknown option.
    """
    known = {field.option: field for field in fields if field.option}
    flags = {choice.value: choice for field in fields if field.control is Control.ONE_OF for choice in field.choices}
    values: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in flags or (word in known and known[word].control is Control.FLAG):
            values[word] = word
        elif word in known and rest:
            values[word] = "\n".join([values[word], rest.pop(0)] if word in values else [rest.pop(0)])
        else:
            raise ValueError(f"{word} is not an option of the score command, or has no value")
    return values


def calculator(
    game: Game,
    name: str,
    words: Sequence[str],
    ledger: Mapping[str, Any] | None,
    spot: Spot,
    answers: Sequence[tuple[str, Mapping[str, Any]]] = (),
) -> str:
    """Return a calculator.

    Args:
        game: the game.
        name: the id of the whole.
        words: the words of the example with which the form begins.
        ledger: the example's ledger as data, if there is an example.
        spot: where it is drawn.
        answers: the commonest results with their ledgers, for those whose device need not load Python.
    """
    common = _answers(answers)
    told = f'<div class="tryout-result" role="group" aria-label="Result" tabindex="-1">{_ledger(ledger, spot)}</div>\n'
    if not spot.folder:
        return _section("score", game, name, spot, f"{common}{_absent()}{told}")
    fields = picked(game)
    values = values_of(fields, words)
    rules = [_field(rules_field(game), f"{name}-rules", {})] if len(game.presets) > 1 else []
    others = [_field(field, f"{name}-{field.label}", {}) for field in decision_fields(game)]
    body = "".join(_field(field, f"{name}-{number}", values) for number, field in enumerate(fields))
    more = (
        '<details class="tryout-more"><summary>Rules and readings to use</summary>'
        f'<div class="tryout-fields">{"".join(rules + others)}</div></details>\n'
        if rules or others
        else ""
    )
    form = (
        '<form class="tryout-form" novalidate><fieldset class="tryout-all" disabled>'
        f'<legend class="tryout-hidden">The result of a deal of {escape(game.title)}</legend>'
        f'<div class="tryout-fields">{body}</div>\n{more}'
        '<p class="tryout-go"><button type="submit">Work out the score</button></p></fieldset></form>\n'
    )
    return _section("score", game, name, spot, f"{common}{_before(spot)}{form}{_status()}{told}")


def _answers(answers: Sequence[tuple[str, Mapping[str, Any]]]) -> str:
    """Return the commonest results as a table: what each side has of it."""
    if not answers:
        return ""
    sides = list(answers[0][1]["totals"])
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in ("result", *sides))
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(f"<td>{ledger['totals'][side]:,}</td>".replace("-", "−") for side in sides)
        + "</tr>"
        for label, ledger in answers
    )
    return (
        '<div class="tryout-scroll" tabindex="0" role="region" aria-label="Common results">'
        '<table class="tryout-common">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>\n"
    )


def table(game: Game, name: str, spot: Spot) -> str:
    """Return a table to play at: the felt first, what can be set below it, folded."""
    if not spot.folder:
        return _section("table", game, name, spot, _absent())
    seats = [Choice(str(seat), f"Player {seat}, against the machine") for seat in range(1, game.players + 1)]
    seats.append(Choice("0", "Nobody: watch a deal step by step, all cards open"))
    ways = tuple(Choice(way, WAYS[way]) for way in OPPONENTS)
    fields = [
        Input("seat", Control.CHOICE, "You are", "", required=True, choices=tuple(seats)),
        Input("opponent", Control.CHOICE, "The machine", "", required=True, choices=ways),
        Input("seed", Control.NUMBER, "Deal number", "the same number gives the same cards", required=True, least=1),
    ]
    if len(game.presets) > 1:
        fields.append(rules_field(game))
    body = "".join(_field(field, f"{name}-{field.option.strip('-')}", {"seed": "1"}) for field in fields)
    backs = '<span class="face back" aria-hidden="true"><span class="front"></span></span>' * 9
    felt = (
        '<div class="felt" role="group" aria-label="The table" tabindex="-1">'
        f'<div class="felt-start"><div class="hand">{backs}</div>'
        '<p><button type="button" class="felt-first" data-do="deal" disabled>Deal the cards</button></p>'
        f"<p>The machine that plays with you runs in your browser. It loads {spot.megabytes:.1f} MB the first time; "
        "nothing you do leaves your device.</p>"
        "<noscript><p>The table needs JavaScript, which is off in this browser; the rules do not.</p></noscript>"
        "</div></div>\n"
    )
    form = (
        '<details class="tryout-settings"><summary>Seat, opponent, rules, deal number</summary>'
        '<form class="tryout-form" novalidate><fieldset class="tryout-all" disabled>'
        f'<legend class="tryout-hidden">A deal of {escape(game.title)}</legend>'
        f'<div class="tryout-fields">{body}</div>\n'
        '<p class="tryout-go"><button type="submit">Deal</button> '
        '<button type="button" data-do="another">Deal other cards</button></p></fieldset></form></details>\n'
    )
    return _section("table", game, name, spot, f"{felt}{_status()}{form}")


# ---- parts


def _section(kind: str, game: Game, name: str, spot: Spot, body: str) -> str:
    return (
        f'<div class="tryout" id="{escape(name)}" data-tryout="{kind}" data-game="{escape(game.name)}" '
        f'data-title="{escape(game.title)}" data-folder="{escape(spot.folder)}" data-cards="{escape(spot.cards)}" '
        f"data-pagefind-ignore>\n{body}</div>\n"
    )


def _before(spot: Spot) -> str:
    """Say what will happen, and what to do where it cannot."""
    return (
        f'<p class="tryout-note">The engine of this site runs in your browser. The first time it loads Python, '
        f"{spot.megabytes:.1f} MB from this site; nothing you enter leaves your device.</p>\n"
        '<noscript><p class="tryout-note">This needs JavaScript. The table above does not.</p></noscript>\n'
    )


def _absent() -> str:
    return (
        '<p class="tryout-note">This copy of the site was made without its engine for the browser, so nothing can be '
        "played or worked out here.</p>\n"
    )


def _status() -> str:
    return (
        '<div class="tryout-progress" hidden><progress max="1" value="0" aria-label="Loading Python"></progress> '
        '<span class="tryout-loaded"></span></div>\n<p class="tryout-status" role="status"></p>\n'
    )


def _options(field: Input, value: str) -> str:
    """Return the options of a field that may be left out."""
    choices = (Choice("", "none"), *field.choices)
    return "".join(
        f'<option value="{escape(choice.value)}"{" selected" if choice.value == value else ""}>{escape(choice.label)}'
        "</option>"
        for choice in choices
    )


def _field(field: Input, ident: str, values: Mapping[str, str]) -> str:
    """Return one field with its label and help."""
    ident = escape(ident.replace(" ", "-").replace("_", "-").lower())
    value = values.get(field.option, "")
    described = f' aria-describedby="{ident}-help"' if field.help else ""
    data = f'data-kind="{field.control}" data-option="{escape(field.option)}"'
    about = f'<small id="{ident}-help">{escape(field.help)}</small>' if field.help else ""
    if field.control is Control.FILE:
        return f'<div class="tryout-field tryout-wide">{_control(field, ident, value, data)}{about}</div>'
    if field.control is Control.FLAG:
        checked = " checked" if value else ""
        box = f'<input type="checkbox" id="{ident}" {data}{described}{checked}>'
        label = f'<label for="{ident}">{escape(field.label)}</label>'
        return f'<div class="tryout-field tryout-flag">{box} {label}{about}</div>'
    if field.control is Control.ONE_OF:
        radios = []
        chosen = next((choice.value for choice in field.choices if choice.value and choice.value in values), "")
        for number, choice in enumerate(field.choices):
            checked = " checked" if choice.value == chosen else ""
            radios.append(
                f'<label><input type="radio" name="{ident}" data-kind="flag" data-option="{escape(choice.value)}" '
                f'id="{ident}-{number}"{checked}> {escape(choice.label)}</label>'
            )
        legend = f"<legend>{escape(field.label)}</legend>"
        return f'<fieldset class="tryout-field tryout-radios">{legend}{"".join(radios)}</fieldset>'
    return (
        f'<div class="tryout-field"><label for="{ident}">{escape(field.label)}</label>'
        f"{_control(field, ident, value, data + described)}{about}</div>"
    )


def _control(field: Input, ident: str, value: str, data: str) -> str:
    required = ' aria-required="true"' if field.required else ""
    if field.control is Control.CHOICE:
        # An option that is not needed can be left out; one that is begins with the first of its values.
        needed = field.required or field.choices[0].value == "" or field.option == "--rules"
        empty = "" if needed else '<option value="">not stated</option>'
        options = "".join(
            f'<option value="{escape(choice.value)}"{" selected" if choice.value == value else ""}>'
            f"{escape(choice.label + (': ' + choice.help if choice.help else ''))}</option>"
            for choice in field.choices
        )
        return f'<select id="{ident}" {data}{required}>{empty}{options}</select>'
    if field.control is Control.LIST:
        chosen = [*filter(None, value.split("\n"))][:REPEATED]
        selects = []
        for number, one in enumerate([*chosen, *[""] * (REPEATED - len(chosen))]):
            label = f' aria-label="{escape(field.label)} {number + 1}"' if number else ""
            options = _options(field, one)
            selects.append(f'<select id="{ident}{f"-{number}" if number else ""}" {data}{label}>{options}</select>')
        return "".join(selects)
    if field.control is Control.FILE:
        prices = "".join(
            f'<label>{escape(choice.label)} <input type="number" min="0" step="1" inputmode="numeric" {data} '
            f'data-key="{escape(choice.value)}"></label>'
            for choice in field.choices
        )
        return f'<details class="tryout-prices" id="{ident}"><summary>Prices of your own</summary>{prices}</details>'
    if field.control is Control.NUMBER:
        span = "".join(
            f' {name}="{limit}"' for name, limit in (("min", field.least), ("max", field.most)) if limit is not None
        )
        return f'<input type="number" id="{ident}" {data}{required}{span} value="{escape(value)}">'
    return (
        f'<input type="text" id="{ident}" {data}{required} value="{escape(value)}" placeholder="{escape(field.form)}" '
        'autocomplete="off" spellcheck="false">'
    )


def _ledger(ledger: Mapping[str, Any] | None, spot: Spot) -> str:
    """Return a ledger as a table; the script draws others in the same way."""
    if ledger is None:
        return ""
    rows = []
    for entry in ledger["entries"]:
        address = spot.link(entry["locus"])
        locus = escape(entry["locus"])
        linked = f'<a href="{escape(address)}" title="{locus}">rule</a>' if address else locus
        cells = [escape(entry["side"]), escape(entry["line"]), f"{entry['points']:,}", _rich(entry["why"]), linked]
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    for side, points in ledger["totals"].items():
        rows.append(f"<td>{escape(side)}</td><td>total</td><td><strong>{points:,}</strong></td><td></td><td></td>")
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("side", "line", "points", "for", "by"))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return (
        '<div class="tryout-scroll" tabindex="0" role="region" aria-label="The score"><table class="tryout-ledger">'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _rich(parts: Rich) -> str:
    return "".join(
        escape(part) if isinstance(part, str) else card_html(part[0], part[1][1:], part[2]) for part in parts
    )
