"""Compares what the raw scan found on a page with what the parser put into the doctree: the two must agree.

Neither is trusted alone. A check that only one of them sees would either not be run or not be shown; both are faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from docutils import nodes

from verify.draw.directives import relative
from verify.draw.nodes import inline_digest, text_digest
from verify.model import Check, Finding, Kind, Page, Place, Word

# How far off a parser's line may be: under MyST nesting adds up, and a role is told its paragraph's first line.
SLACK = 12

_IN_TRANSLATION = "a catalogue (.po) keeps claims, loci and directives word for word: what it translates is around them"

_NEWLINES = re.compile(r"\r\n?|\n")
_WHAT = {"locus": "{locus}", "claim": "{claim}", "example": "{example}", "record": "{record}", "setup": "{setup}",
         "rows": "{rows}", "erratum": "{erratum}"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """One thing found: its kind, the digest of its text, its place, and its number among the page's checks."""

    kind: str
    digest: str
    place: Place
    number: int = -1


def scanned(page: Page) -> Iterator[Item]:
    """Yield what the raw scan found."""
    for number, check in enumerate(page.checks):
        digest = inline_digest if check.kind is Kind.CLAIM else text_digest
        yield Item(str(check.kind), digest(check.text), check.place, number)
    for use in page.loci:
        yield Item("locus", inline_digest(use.locus), use.place)
    for mention in page.mentions:
        if mention.word is Word.ERRATUM_HERE:
            yield Item("erratum", text_digest(mention.name), mention.place)


def compare(page: Page, parsed: Sequence[nodes.Element], root: Path) -> list[Finding]:
    """Match a page's nodes with what the scan found; give each node the number of its check.

    Args:
        page: the page as scanned.
        parsed: our marked nodes in its doctree, in order; copies of a node count once.
        root: the project's root.

    Returns:
        A fault for everything that only one side has, that stands elsewhere, or whose text is not on its line.
    """
    waiting: dict[tuple[str, str, str], list[Item]] = {}
    for item in scanned(page):
        waiting.setdefault((item.kind, item.digest, item.place.path), []).append(item)
    findings = []
    numbers: dict[int, int] = {}
    for node in _once(parsed):
        path = relative(node["path"], root)
        same = waiting.get((node["kind"], node["digest"], path), [])
        # The parser counts the lines of an included part from where the part begins, so that there only the text tells.
        possible = [item for item in same if node["translated"] or path != page.path or _is_near(item, node)]
        if not possible:
            fault = _only(Place(path, node["near"]), node["kind"], "renderer", "raw scan", about=True)
            findings.append(replace(fault, hint=_IN_TRANSLATION) if node["translated"] else fault)
            continue
        found = possible[0]
        if not node["translated"]:  # a footnote may stand far from the text that the renderer puts it behind
            found = min(possible, key=lambda item: abs(item.place.line - node["near"]))
        same.remove(found)
        numbers[node["uid"]] = found.number
    for node in parsed:
        node["check"] = numbers.get(node["uid"], -1)
    faulty = {fault.place for fault in page.faults}
    for items in waiting.values():
        findings += [_only(item.place, item.kind, "raw scan", "renderer") for item in items if item.place not in faulty]
    return findings + list(misplaced(page.checks, root))


def _once(parsed: Iterable[nodes.Element]) -> Iterable[nodes.Element]:
    """Return the nodes without copies, in order."""
    first: dict[int, nodes.Element] = {}
    for node in parsed:
        first.setdefault(node["uid"], node)
    return first.values()


def _is_near(item: Item, node: nodes.Element) -> bool:
    """Return whether a line, as the parser tells it, may be the item's."""
    above: int = node["near"] - item.place.line
    return above <= SLACK if item.kind in ("claim", "locus") else abs(above) <= SLACK


def _only(place: Place, kind: str, by: str, other: str, *, about: bool = False) -> Finding:
    near = "about here " if about else ""
    says = f"a {_WHAT[kind]} {near}is seen by the {by} but not by the {other}, so it cannot be trusted"
    hint = "write it more plainly: what surrounds it is read in two ways"
    if place.path.endswith(".md"):
        hint += "; an extension of MyST that it needs must stand in conf.py's myst_enable_extensions"
    return Finding(place, "verify.agreement", says, hint=hint)


def misplaced(checks: Iterable[Check], root: Path) -> Iterator[Finding]:
    """Yield a fault for each check whose text is not found on the line that would be reported for it."""
    files: dict[str, list[str]] = {}
    for check in checks:
        path = check.place.path
        if path not in files:
            try:
                files[path] = _NEWLINES.split((root / path).read_bytes().decode("utf-8-sig"))
            except (OSError, UnicodeDecodeError):
                files[path] = []
        lines = files[path]
        line = lines[check.place.line - 1] if check.place.line <= len(lines) else ""
        wanted = check.text.lstrip().partition("\n")[0].split(None, 1)[:1]
        if wanted and wanted[0].partition("|")[0] not in line:
            says = f"the text of this {check.kind} is not found on the line that the scan gave it"
            yield Finding(check.place, "verify.agreement", says, hint="tell the makers of verify")
