"""Makes the changes of the text: of each figure, name and expected output, and of each step and fact of a record.

Claims and examples of a page change side by side, each in one place of its own, since what they expect decides nothing
for those below: so a page runs only as often as the statement that expects most has changes. Every change of a record
is a file of its own. What fails must be found where the change is made; a step that is still legal, below it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Any, Final

import yaml

from verify.checks import files
from verify.checks.claim import split_claim
from verify.checks.figures import in_style, number, readings
from verify.checks.prompts import session, source_lines
from verify.checks.rows import heads
from verify.model import Check, Kind
from verify.strength.results import Key

_TOKEN: Final = re.compile(
    r"(?P<suit>[♠♥♦♣]\ufe0e?)(?P<ranks>(?:10|[AKQJ2-9])+)|(?P<number>\d(?:[\d,.]*\d)?)"
    r"|(?P<word>[^\W\d_]+(?:-[^\W\d_]+)*)|(?P<fraction>[¼-¾⅐-⅞])|(?P<sign>[-−](?=\d))"
)
_SWAPPED: Final = {"True": "False", "False": "True", "yes": "no", "no": "yes"}
_DESCRIBES: Final = ("title", "label", "note", "at", "origin")
"""What a record says about itself, and which no rule decides."""
_FREE: Final = ("game", "rules", "players", "start", "does")
"""The parts of a record whose changes may be legal where they stand, and are found below."""
LONG: Final = 8
"""Lines of an output of which each is both changed and left out; of a longer one, one or the other in turn."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one check.

    Attributes:
        key: what stands there and what is put there, in the file.
        check: the check that is changed.
        statement: the first line of what must fail, in the file (of an example, of its statement).
        line: the line that is changed, in the file; 0 if an option is.
        text: what the changed line holds now (of a claim, all of it; of a record, the file); None: it is left out.
        last: the last line at which it may fail.
    """

    key: Key
    check: Check
    statement: int
    line: int
    text: str | None
    last: int


def altered(text: str) -> Iterator[str]:
    """Yield a text with each of its figures and cards changed, and the first of its other words; or with one more."""
    spoiled = False
    for match in _TOKEN.finditer(text):
        kind, token = match.lastgroup or "", match[0]
        if kind == "word" and token not in _SWAPPED and number(token) is None:
            if spoiled:
                continue
            spoiled = True
        for other in _others(kind, token, match):
            yield text[: match.start()] + other + text[match.end() :]
    if not _TOKEN.search(text):
        yield f"{text}x"


def _others(kind: str, token: str, match: re.Match[str]) -> Iterator[str]:
    """Yield what else a token might be."""
    value = number(token)
    if kind == "ranks":
        suits, rest = "♠♥♦♣", match["ranks"]
        yield suits[suits.index(token[0]) - 1] + token[1:]
        yield match["suit"] + ("Q" if rest[0] == "K" else "K") + rest[2 if rest.startswith("10") else 1 :]
    elif kind == "number":
        yield f"{token[:-1]}{(int(token[-1]) + 1) % 10}"
    elif kind == "sign":
        yield ""
    elif value is not None:
        one_more = in_style(token, int(value) + 1) if value.denominator == 1 else ""
        yield one_more or ("half" if value == Fraction(1, 3) else "third")
    else:
        yield _SWAPPED.get(token, f"{token}x")


def of_page(checks: Sequence[Check]) -> Iterator[list[list[Change]]]:
    """Yield, for each check of a page but its records, the changes that it takes in each round."""
    shown = [split_claim(check.text).shown for check in checks if check.kind is Kind.CLAIM]
    names = list(dict.fromkeys(text for text in shown if not readings(text)))
    for check in checks:
        statements: list[list[Change]] = []
        if "skip" not in dict(check.options):
            if check.kind is Kind.CLAIM:
                statements = [list(_of_claim(check, names))]
            elif check.kind is Kind.EXAMPLE:
                statements = list(_of_example(check))
            elif check.kind is Kind.ROWS and (columns := heads(check.option("header"))):
                fewer, place = " | ".join(columns[1:]) or "1 | 2", check.place
                key = (place.path, check.option("header"), fewer)
                statements = [[Change(key, check, place.line, 0, fewer, place.line)]]
        yield [[one for one in some if one] for some in zip_longest(*statements)]


def _of_claim(check: Check, names: Sequence[str]) -> Iterator[Change]:
    shown, line = split_claim(check.text).shown, check.place.line
    others = [name for name in names if name.lower() != shown.lower()][:1] if shown in names else []
    rest = check.text[check.text.index("<") :]
    for text in dict.fromkeys((*altered(shown), *others)):
        yield Change((check.place.path, f"{shown} {rest}", text), check, line, line, f"{text} {rest}", line)


def _of_example(check: Check) -> Iterator[list[Change]]:
    """Yield the changes of each statement: of each line of its output, and of the error that it must raise."""
    lines, path = check.text.split("\n"), check.place.path
    fails = [name for name in ("breaks", "raises") if check.option(name)]
    statements, _ = session(check.text, frozenset(dict(check.options)))
    for statement in statements:
        first = statement.lineno + source_lines(lines, statement)
        many = range(first, first + statement.want.count("\n"))
        found: list[tuple[int, str | None]] = []
        if statement.exc_msg is not None:
            found = [(many[-1], text) for text in altered(lines[many[-1]])]
        else:
            for at in many:
                others = list(altered(lines[at]))
                found += [(at, others[at % len(others)])] if len(many) <= LONG or at % 2 else []
                found += [(at, None)] if len(many) <= LONG or not at % 2 else []
        line = check.place.line + statement.lineno
        yield [
            Change((path, lines[at].strip(), (text or "").strip()), check, line, check.place.line + at, text, line)
            for at, text in dict.fromkeys(found)
        ]
    for name in fails:
        value, line = check.option(name), check.place.line + statements[-1].lineno
        head, _, last = value.rpartition(".")
        other = "ZeroDivisionError" if name == "raises" else f"{head}.{int(last) + 1}"
        yield [Change((path, f":{name}: {value}", other), check, line, 0, other, line)]


def applied(check: Check, changes: Iterable[Change]) -> tuple[Check, list[int]]:
    """Return a check with changes in different statements of it, and the line at which each of these now stands."""
    lines, found = check.text.split("\n"), list[int]()
    dropped: list[int] = []
    for change in changes:
        found.append(change.statement - sum(line < change.statement for line in dropped))
        if not change.line:
            name = change.key[1][1:].partition(":")[0] if check.kind is Kind.EXAMPLE else "header"
            check = replace(check, options=tuple(sorted((dict(check.options) | {name: change.text or ""}).items())))
        elif check.kind is Kind.CLAIM:
            lines = [change.text or ""]
        else:
            at = change.line - check.place.line - len(dropped)
            lines[at : at + 1] = [] if change.text is None else [change.text]
            dropped += [change.line] if change.text is None else []
    return replace(check, text="\n".join(lines)), found


def of_record(check: Check, text: str, docs: str) -> Iterator[Change]:
    """Yield the changes of a record: of each value of its head, its steps and its facts; its file has this text."""
    path, lines = files.record_path(check, docs), text.split("\n")
    top = yaml.compose(text, Loader=yaml.SafeLoader)
    players = [node.value for key, node in _pairs(top) if key.value == "players" for node in node.value]
    alike: dict[str, list[str]] = defaultdict(list)
    scalars = list(_scalars(top, "", 0))
    for node, part, _ in scalars:
        alike[part].append(node.value)
    for node, part, line in scalars:
        mark, end, first = node.start_mark, node.end_mark, part.removeprefix("steps/").split("/")[0]
        if first in _DESCRIBES or mark.line != end.line or (part.endswith("/key") and node.value not in players):
            continue
        last = len(lines) if first in _FREE else mark.line + 1
        for other in dict.fromkeys(_instead(node.value, alike[part], players)):
            row = lines[mark.line]
            key = (path, row.strip(), f"{row[: mark.column]}{other}{row[end.column :]}".strip())
            whole = f"{text[: mark.index]}{other}{text[end.index :]}"
            yield Change(key, check, line, mark.line + 1, whole, last)


def _instead(value: str, alike: Sequence[str], players: Sequence[str]) -> Iterator[str]:
    """Yield what a record might say instead of a value: another player, what it says elsewhere, a figure changed."""
    if value in players:
        yield players[players.index(value) - 1]
        return
    yield from [other for other in alike if other != value and other not in players][:1]
    yield from altered(value)


def _pairs(node: Any) -> Iterable[tuple[Any, Any]]:
    return node.value if isinstance(node, yaml.MappingNode) else ()


def _scalars(node: Any, part: str, line: int) -> Iterator[tuple[Any, str, int]]:
    """Yield each value below a node, with the names that lead to it and the line on which its entry begins."""
    if isinstance(node, yaml.ScalarNode):
        yield node, part, line or node.start_mark.line + 1
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _scalars(item, part, 0 if part == "steps" else line or item.start_mark.line + 1)
    for key, value in _pairs(node):
        begin = 0 if "steps" in (part, key.value) else line or key.start_mark.line + 1
        if part in ("steps/does", "steps/refuses"):
            yield from _scalars(key, f"{part}/key", begin)
        yield from _scalars(value, f"{part}/{key.value}".lstrip("/"), begin)


def beside(check: Check, number: int) -> Check:
    """Return a record whose file stands beside its own."""
    path = PurePosixPath(check.text.strip())
    return replace(check, text=str(path.with_name(f"{path.stem}~{number}{path.suffix}")))
