"""Puts ordinary nodes in the place of ours when a page is written, with the result of each check."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from docutils import nodes

from verify.checks import rows
from verify.checks.kinds import kind_of
from verify.draw import cards
from verify.draw.links import Links
from verify.draw.nodes import blocks, claim_node, details_node, locus_node, reference_node
from verify.draw.record import draw_record
from verify.draw.table import facts, paragraph, table
from verify.model import Kind, Result, Verdict

_HELD = {Kind.CLAIM: "holds", Kind.HOLDS: "holds as a whole, its words are not compared"}
MARKS = {Verdict.HOLDS: "✓ holds", Verdict.FAILS: "✗ fails", Verdict.SKIPPED: "skipped"}


class Drawing(Links):
    """Draws the nodes of a doctree."""

    def document(self, doctree: nodes.document) -> None:
        """Replace or complete all nodes of ours."""
        for claim in list(doctree.findall(claim_node)):
            self._claim(claim)
        for reference in list(doctree.findall(reference_node)):
            reference.replace_self(self.reference(reference))
        for node in blocks(doctree):
            node.replace_self(
                _DRAW.get(node["kind"], Drawing._session)(self, node, self.site.result(node, self.docname))
            )
        if self.builder.format == "latex":
            _anchor_titles(doctree)

    def strip(self, doctree: nodes.document) -> None:
        """Take our blocks out and leave what is inside them: for catalogues of translations."""
        for node in blocks(doctree):
            node.replace_self(node.children)

    # ---- verdicts

    def _claim(self, node: nodes.Element) -> None:
        result = self.site.result(node, self.docname)
        node["verdict"] = str(result.verdict) if result else "unknown"
        if result is not None:
            said = "; ".join(finding.message for finding in result.findings) or _HELD[result.check.kind]
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

    def _findings(self, result: Result | None) -> list[nodes.Node]:
        """Return the messages of what fails."""
        found: list[nodes.Node] = []
        for finding in result.findings if result else ():
            found.append(paragraph(*cards.text(str(finding)), style="verify-finding"))
            for block in filter(None, (finding.difference, finding.frames)):
                found.append(nodes.literal_block(block, block, language="none", classes=["verify-difference"]))
        return found

    def _box(self, node: nodes.Element, result: Result | None, *children: nodes.Node) -> nodes.container:
        verdict, name = str(result.verdict) if result else "unknown", node.get("name")
        return nodes.container("", *children, classes=[f"verify-{node['kind']}", verdict], ids=[name] if name else [])

    def _code(self, text: str, language: str) -> nodes.literal_block:
        return nodes.literal_block(text, text, language=language, linenos=False, xml_space="preserve")

    # ---- blocks

    def _setup(self, node: nodes.Element, result: Result | None) -> list[nodes.Node]:
        failed = result is not None and result.verdict is Verdict.FAILS
        if not (node["show"] or failed):
            return []
        return [self._box(node, result, self._code(node["text"], "python"), *self._findings(result))]

    def _session(self, node: nodes.Element, result: Result | None) -> list[nodes.Node]:
        kind = Kind(node["kind"])
        language = kind_of(kind).language if kind.is_other else "pycon"
        parts = [self._code(node["text"], language), *self._findings(result)]
        box = self._box(node, result, *parts, self._verdict(result, node.get("docname", self.docname)))
        if node["hide"] and not (result and result.findings):
            return [details_node("", box, summary="the check")]
        return [box]

    def _record(self, node: nodes.Element, result: Result | None) -> list[nodes.Node]:
        docname = node.get("docname", self.docname)
        parts = self._findings(result)
        if result is not None and result.compared:  # it was played to its end in the worker, so it can be played here
            parts += draw_record(self, self.site.path_of(result.check), docname)
        return [self._box(node, result, *parts, self._verdict(result, docname))]

    def _rows(self, node: nodes.Element, result: Result | None) -> list[nodes.Node]:
        if result is None or result.verdict is not Verdict.HOLDS:
            return [self._box(node, result, *self._findings(result))]
        heads = [list(cards.text(head)) for head in rows.heads(node["header"])]
        body = [[list(cards.text(cell)) for cell in row] for row in rows.evaluate(node["text"], len(heads))]
        name = f"rows-{node['text'].partition('(')[0].replace(':', '.')}"
        return [table(heads, body, name=name, caption=node["caption"], classes=["verify-rows"])]

    def _erratum(self, node: nodes.Element, _: Result | None) -> list[nodes.Node]:
        named: list[tuple[str, list[nodes.Node]]] = [
            ("at", self.loci(node["locus"].split(), node.get("docname", self.docname))),
            ("stands", [nodes.Text(f"“{node['stands']}”")] if node["stands"] else []),
            ("meant", list(cards.text(node["meant"]))),
            ("comment", list(cards.text(node["comment"]))),
            ("grade", [nodes.Text(node["grade"])]),
        ]
        box = nodes.admonition("", nodes.title("", f"Erratum {node['text']}"), facts(named), *node.children)
        box["classes"] += ["verify-erratum", f"grade-{node['grade'].replace(' ', '-')}"]
        box["ids"] = list(node["ids"])
        return [box]

    def _summary(self, *_: object) -> list[nodes.Node]:
        return [nodes.paragraph("", self.site.summary(), classes=["verify-summary"])]


_DRAW: Mapping[str, Callable[[Drawing, nodes.Element, Result | None], Sequence[nodes.Node]]] = {
    "setup": Drawing._setup,
    "example": Drawing._session,
    "record": Drawing._record,
    "rows": Drawing._rows,
    "erratum": Drawing._erratum,
    "verify-summary": Drawing._summary,
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
