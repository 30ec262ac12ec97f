"""Compares what the raw scan found on a page with what the parser put into the doctree: the two must agree.

Neither is trusted alone. A check that only one of them sees would either not be run or not be shown; both are faults.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from docutils import nodes

from verify.draw.directives import relative
from verify.draw.nodes import inline_digest, text_digest
from verify.model import Finding, Mentioned, Page, Place

_PLAINLY = "write it more plainly: what surrounds it is read in two ways"
_EXTENSION = "; an extension of MyST that it needs must stand in conf.py's myst_enable_extensions"
_TRANSLATED = "a catalogue (.po) keeps claims, loci and directives word for word: what it translates is around them"


def compare(page: Page, parsed: Sequence[nodes.Element], root: Path) -> list[Finding]:
    """Match a page's nodes with what the scan found; give each node the number of its check.

    Args:
        page: the page as scanned.
        parsed: our marked nodes in its doctree, in order; copies of a node count once.
        root: the project's root.

    Returns:
        A fault for everything that only one side has, unless the scan has reported a fault there.
    """
    waiting: dict[tuple[str, str, str], list[tuple[int, Place]]] = defaultdict(list)
    for number, kind, digest, place in _scanned(page):
        waiting[kind, digest, place.path].append((number, place))
    findings: list[Finding] = []
    numbers: dict[int, int] = {}
    for node in parsed:
        if node["uid"] not in numbers:
            about = Place(relative(node["path"], root), int(node["near"]))
            same = waiting[node["kind"], node["digest"], about.path]
            far = [abs(place.line - about.line) for _, place in same]  # the renderer may put a footnote far away
            numbers[node["uid"]] = same.pop(far.index(min(far)))[0] if same else -1
            if not far and not any(near(about, finding.place) for finding in page.findings):
                hint = _TRANSLATED if node["translated"] else ""
                findings.append(_only(about, f"{{{node['kind']}}} about here", "renderer", "raw scan", hint))
        node["check"] = numbers[node["uid"]]
    for (kind, _, _), items in waiting.items():
        left = [place for _, place in items if not any(near(place, finding.place) for finding in page.findings)]
        findings += [_only(place, f"{{{kind}}}", "raw scan", "renderer") for place in left]
    return findings


def near(one: Place, other: Place) -> bool:
    """Return whether two places are on the same line or on neighbouring ones."""
    return one.path == other.path and abs(one.line - other.line) < 2


def _scanned(page: Page) -> Iterator[tuple[int, str, str, Place]]:
    """Yield what the raw scan found: its number among the checks (-1 if it is not one), kind, digest and place."""
    ours = ((number, check) for number, check in enumerate(page.checks) if not check.group)
    for number, check in ours:
        digest = inline_digest if check.kind.is_role else text_digest
        yield number, str(check.kind), digest(check.text), check.place
    for use in page.loci:
        yield -1, "locus", inline_digest(use.locus), use.place
    for mention in page.mentions:
        if mention.word is Mentioned.ERRATUM_HERE:
            yield -1, "erratum", text_digest(mention.name), mention.place


def _only(place: Place, what: str, by: str, other: str, hint: str = "") -> Finding:
    says = f"a {what} is seen by the {by} but not by the {other}, so it cannot be trusted"
    hint = hint or _PLAINLY + (_EXTENSION if place.path.endswith(".md") else "")
    return Finding(place, "verify.agreement", says, hint=hint)
