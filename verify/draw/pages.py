"""Puts ordinary nodes in the place of ours when a page is written, with the result of each check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from docutils import nodes

from verify.checks import rows
from verify.draw import cards
from verify.draw.links import Links
from verify.draw.nodes import (
    BLOCKS,
    claim_node,
    details_node,
    erratum_node,
    example_node,
    locus_node,
    record_node,
    reference_node,
    rows_node,
    setup_node,
    summary_node,
)
from verify.draw.record import draw_record
from verify.draw.table import facts, paragraph, table
from verify.model import Finding, Result, Verdict

MARKS = {Verdict.HOLDS: "✓ holds", Verdict.FAILS: "✗ fails", Verdict.SKIPPED: "skipped"}


class Drawing(Links):
    """Draws the nodes of a doctree."""

    def document(self, doctree: nodes.document) -> None:
        """Replace or complete all nodes of ours."""
        for claim in list(doctree.findall(claim_node)):
            self._claim(claim)
        for reference in list(doctree.findall(reference_node)):
            reference.replace_self(self.reference(reference))
        for node in list(doctree.findall(nodes.Element)):
            if isinstance(node, BLOCKS) and node.parent is not None:
                node.replace_self(_DRAW[type(node)](self, node))
        if self.builder.format == "latex":
            _anchor_titles(doctree)

    def strip(self, doctree: nodes.document) -> None:
        """Take our blocks out and leave what is inside them: for catalogues of translations."""
        for node in list(doctree.findall(nodes.Element)):
            if isinstance(node, BLOCKS) and node.parent is not None:
                node.replace_self(node.children)

    def result(self, node: nodes.Element) -> Result | None:
        """Return the result of a node's check."""
        return self.site.result(node, self.docname)

    # ---- verdicts

    def _claim(self, node: nodes.Element) -> None:
        result = self.result(node)
        node["verdict"] = str(result.verdict) if result else "unknown"
        if result is not None:
            said = "; ".join(finding.message for finding in result.findings) or "holds"
            node["title"] = f"{said} ({', '.join(result.check.loci)})" if result.check.loci else said

    def _verdict(self, result: Result | None, docname: str) -> nodes.Node:
        """Return the small line under a check: its result and which loci it is about."""
        mark = MARKS[result.verdict] if result else "not run"
        line = paragraph(nodes.inline("", mark, classes=["verdict"]), style="verify-verdict")
        if result and result.verdict is Verdict.SKIPPED:
            line += nodes.Text(f": {result.check.option('skip')}")
        if result and result.check.loci:
            line += [nodes.Text(" · "), *self.loci(result.check.loci, docname)]
        return line

    def _findings(self, findings: Iterable[Finding]) -> list[nodes.Node]:
        """Return the messages of what fails."""
        found: list[nodes.Node] = []
        for finding in findings:
            found.append(paragraph(*cards.text(str(finding)), style="verify-finding"))
            for block in filter(None, (finding.difference, finding.frames)):
                found.append(nodes.literal_block(block, block, language="none", classes=["verify-difference"]))
        return found

    def _box(self, kind: str, result: Result | None, *children: nodes.Node) -> nodes.container:
        verdict = str(result.verdict) if result else "unknown"
        return nodes.container("", *children, classes=[f"verify-{kind}", verdict])

    def _code(self, text: str, language: str) -> nodes.literal_block:
        return nodes.literal_block(text, text, language=language, linenos=False, xml_space="preserve")

    # ---- blocks

    def _setup(self, node: nodes.Element) -> list[nodes.Node]:
        result = self.result(node)
        failed = result is not None and result.verdict is Verdict.FAILS
        if not (node["show"] or failed):
            return []
        parts = [self._code(node["text"], "python"), *self._findings(result.findings if result and failed else ())]
        return [self._box("setup", result, *parts)]

    def _example(self, node: nodes.Element) -> list[nodes.Node]:
        result = self.result(node)
        docname = node.get("docname", self.docname)
        parts = [self._code(node["text"], "pycon"), *self._findings(result.findings if result else ())]
        box = self._box("example", result, *parts, self._verdict(result, docname))
        _named(box, node)
        if node["hide"] and not (result and result.findings):
            return [details_node("", box, summary="the check")]
        return [box]

    def _record(self, node: nodes.Element) -> list[nodes.Node]:
        result = self.result(node)
        docname = node.get("docname", self.docname)
        parts: list[nodes.Node] = list(self._findings(result.findings if result else ()))
        if result is not None and result.compared:  # it was played to its end in the worker, so it can be played here
            parts += draw_record(self, self.site.path_of(result.check), docname)
        box = self._box("record", result, *parts, self._verdict(result, docname))
        _named(box, node)
        return [box]

    def _rows(self, node: nodes.Element) -> list[nodes.Node]:
        result = self.result(node)
        if result is None or result.verdict is not Verdict.HOLDS:
            return [self._box("rows", result, *self._findings(result.findings if result else ()))]
        heads = [list(cards.text(head)) for head in rows.heads(node["header"])]
        body = [[list(cards.text(cell)) for cell in row] for row in rows.evaluate(node["text"], len(heads))]
        name = f"rows-{node['text'].partition('(')[0].replace(':', '.')}"
        return [table(heads, body, name=name, caption=node["caption"], classes=["verify-rows"])]

    def _erratum(self, node: nodes.Element) -> list[nodes.Node]:
        docname = node.get("docname", self.docname)
        named: list[tuple[str, list[nodes.Node]]] = [
            ("at", self.loci(node["locus"].split(), docname)),
            ("stands", [nodes.Text(f"“{node['stands']}”")] if node["stands"] else []),
            ("meant", list(cards.text(node["meant"]))),
            ("grade", [nodes.Text(node["grade"])]),
        ]
        box = nodes.admonition("", nodes.title("", f"Erratum {node['text']}"), facts(named), *node.children)
        box["classes"] += ["verify-erratum", f"grade-{node['grade'].replace(' ', '-')}"]
        box["ids"] = list(node["ids"])
        return [box]

    def _summary(self, node: nodes.Element) -> list[nodes.Node]:
        return [nodes.paragraph("", self.site.summary(), classes=["verify-summary"])]


_DRAW: dict[type[nodes.Element], Callable[[Drawing, nodes.Element], Sequence[nodes.Node]]] = {
    setup_node: Drawing._setup,
    example_node: Drawing._example,
    record_node: Drawing._record,
    rows_node: Drawing._rows,
    erratum_node: Drawing._erratum,
    summary_node: Drawing._summary,
}


def _anchor_titles(doctree: nodes.document) -> None:
    """Let loci in titles be found in LaTeX, where a title cannot hold an anchor: what it is the title of has it."""
    for locus in list(doctree.findall(locus_node)):
        title = locus.parent
        while title is not None and not isinstance(title, nodes.title):
            title = title.parent
        if title is None:
            continue
        if isinstance(title.parent, nodes.section | nodes.table):
            title.parent["ids"].append(locus["locus"])
        else:
            place = title.parent.parent
            place.insert(place.index(title.parent), nodes.target("", "", ids=[locus["locus"]]))


def _named(box: nodes.Element, node: nodes.Element) -> None:
    if node["name"]:
        box["ids"].append(node["name"])
