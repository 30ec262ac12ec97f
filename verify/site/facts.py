"""What is known of the pages: the sentences and errata on each, stored in the environment page by page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.collectors import EnvironmentCollector

from verify.draw.nodes import block_node, blocks, locus_node, reference_node
from verify.site.apparatus.addresses import locus_path, page_address

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_SPACE_BEFORE = re.compile(r" (?=[.,;:)])")
SUPPLIED = "supplied"
"""The class of words that the editor adds inside a sentence: ``[the words]{.supplied}``."""
CONTINUED = "continued"
"""The class of a block without a number that belongs to the sentence before it: ``{.continued}`` above the block."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where a source contradicts itself or the cards.

    Attributes:
        name: its name, as S-1.
        loci: the sentences concerned.
        stands: what the source says, in its own words.
        meant: what must have been meant.
        comment: what is to be said where there is no reading.
        grade: proved, very probable, open, or withdrawn: listed once, and no error after all.
        letters: whether it is only a slip of letters or signs, so that no rule hangs on it.
        rules: the rules that it concerns, by their names after the package, or ``none``.
        argument: the argument, as plain text, without its checks.
        docname: the page that lays it down.
        anchor: its id on that page.
    """

    name: str
    loci: tuple[str, ...]
    stands: str
    meant: str
    comment: str
    grade: str
    letters: bool
    rules: tuple[str, ...]
    argument: str
    docname: str
    anchor: str


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is known of one page.

    Attributes:
        texts: each locus that it translates, in order, with the source's own words as plain text.
        shown: the same as the page shows it: the editor's words are there too, in square brackets.
        errata: its errata.
        gathers: what it gathers: directives with their arguments.
        tries: whether something can be tried on it.
        pictures: what its pictures are drawn from: records, relative to the folder of pages, and expressions.
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    errata: tuple[Erratum, ...] = ()
    gathers: tuple[tuple[str, str], ...] = ()
    tries: bool = False
    pictures: tuple[str, ...] = ()

    @property
    def loci(self) -> tuple[str, ...]:
        """The loci that it translates, in order."""
        return tuple(self.texts)


class gathered_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A place to be filled from all pages when they are written. Attributes: ``what``, ``argument``, ``option``."""


class picture_node(nodes.General, nodes.Element):  # noqa: N801
    """A picture of cards. Attributes: ``argument``, ``show``, ``step``, ``of``, ``fan``; the caption is inside."""


class plot_node(nodes.General, nodes.Element):  # noqa: N801
    """A plot of findings. Attributes: ``argument``, ``kind``, ``bars``; its children are the caption."""


class tryout_node(nodes.General, nodes.Element):  # noqa: N801
    """Something to try. Attributes: ``kind`` (score or table), ``game``, ``words`` of an example, ``ident``."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the collecting, which all parts build on."""
    app.add_env_collector(FactsCollector)
    return {"env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}


class FactsCollector(EnvironmentCollector):
    """Collects the facts of each page as it is read."""

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        """Store a page's facts."""
        _store(app.env)[app.env.docname] = facts_of(doctree, app.env.docname)

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        """Forget a page that is read again or gone."""
        _store(env).pop(docname, None)

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: set[str] | Iterable[str], other: BuildEnvironment
    ) -> None:
        """Take over the pages that another reader has read."""
        theirs = _store(other)
        _store(env).update({name: theirs[name] for name in docnames if name in theirs})


def all_facts(env: BuildEnvironment) -> Mapping[str, PageFacts]:
    """Return the facts of all pages, sorted by name."""
    return dict(sorted(_store(env).items()))


def of_page(env: BuildEnvironment, docname: str) -> PageFacts:
    """Return the facts of a page; none for one that has not been read."""
    return _store(env).get(docname, PageFacts())


def loci_of_site(env: BuildEnvironment) -> dict[str, str]:
    """Return the page that translates each locus."""
    return {locus: docname for docname, facts in all_facts(env).items() for locus in facts.loci}


def texts_of_site(env: BuildEnvironment) -> dict[str, str]:
    """Return the text of each translated locus, as plain text."""
    return {locus: text for facts in all_facts(env).values() for locus, text in facts.texts.items()}


def shown_of_site(env: BuildEnvironment) -> dict[str, str]:
    """Return the text of each translated locus as its page shows it, with the editor's words in square brackets."""
    return {locus: text for facts in all_facts(env).values() for locus, text in facts.shown.items()}


def addresses_of_site(env: BuildEnvironment) -> list[str]:
    """Return the addresses of all pages of a site, their loci and their errata."""
    found = []
    for docname in sorted(env.found_docs):
        path, page = page_address(docname), of_page(env, docname)
        anchors = [*page.loci, *(erratum.anchor for erratum in page.errata)]
        found += [path, *(f"{path}#{anchor}" for anchor in anchors), *map(locus_path, page.loci)]
    return found


def errata_of_site(env: BuildEnvironment) -> list[Erratum]:
    """Return all errata, by name: letters first, then the number."""
    found = [erratum for facts in all_facts(env).values() for erratum in facts.errata]
    return sorted(found, key=lambda erratum: natural(erratum.name))


def gathered(env: BuildEnvironment) -> list[tuple[str, str]]:
    """Return what the pages gather, each directive and argument once."""
    return list(dict.fromkeys(entry for facts in all_facts(env).values() for entry in facts.gathers))


def natural(name: str) -> tuple[str, int, str]:
    """Return the key that sorts S-2 before S-10."""
    letters, _, number = name.rpartition("-")
    return (letters, int(number), name) if number.isdigit() else (name, 0, name)


def facts_of(doctree: nodes.document, docname: str) -> PageFacts:
    """Read a page's facts from its doctree."""
    errata = tuple(_erratum(node, docname) for node in blocks(doctree, "erratum"))
    gathers = tuple((node["what"], node["argument"]) for node in doctree.findall(gathered_node))
    texts, shown = sentences_of(doctree), sentences_of(doctree, edited=True)
    drawn = [*doctree.findall(picture_node), *doctree.findall(plot_node)]
    pictures = tuple(str(node["argument"]) if isinstance(node, picture_node) else ":plot" for node in drawn)
    return PageFacts(texts, shown, errata, gathers, any(doctree.findall(tryout_node)), pictures)


def sentences_of(doctree: nodes.document, *, edited: bool = False) -> dict[str, str]:
    """Return the text of each locus that a page translates: from its number to the next one or the end of its block.

    Args:
        doctree: the page.
        edited: whether the editor's words are there too, in square brackets.
    """
    parts: dict[str, list[str]] = {}
    locus = ""
    for block, continues in sentence_blocks(doctree, nodes.row).items():
        at = parts.get(locus) if continues else None
        for piece in _pieces(block, edited):
            if isinstance(piece, locus_node):
                locus = piece["locus"]
                at = parts.setdefault(locus, [])
            elif at is not None:
                at.append(piece)
    return {locus: _SPACE_BEFORE.sub("", " ".join("".join(words).split())) for locus, words in parts.items()}


def sentence_blocks(doctree: nodes.document, kind: type[nodes.Element]) -> dict[nodes.Element, bool]:
    """Return the blocks of a page that translate something, in order, and whether each continues the one before.

    Args:
        doctree: the page.
        kind: what counts as one block where a sentence is in it: a row, or a whole table.
    """
    found: dict[nodes.Element, bool] = {}
    for node in doctree.findall(nodes.Element):
        if isinstance(node, locus_node):
            found.setdefault(around(node, kind), False)
        elif CONTINUED in node.get("classes", ()):
            found.setdefault(node, True)
    return found


def block_of(node: nodes.Element) -> nodes.Element:
    """Return the paragraph, title or other block of text that a node is in."""
    block: nodes.Element = node.parent
    while isinstance(block, nodes.Inline):
        block = block.parent
    return block


def around(node: nodes.Element, kind: type[nodes.Element]) -> nodes.Element:
    """Return the nearest element of a kind around a node, or else its block of text."""
    at: nodes.Element | None = node.parent
    while not (at is None or isinstance(at, kind)):
        at = at.parent
    return block_of(node) if at is None else at


def _pieces(node: nodes.Node, edited: bool) -> Iterator[str | locus_node]:
    """Yield numbers and texts in order; links to loci and errata, checks and heads of columns are left out."""
    if isinstance(node, nodes.Text):
        yield node.astext()
    elif isinstance(node, locus_node):
        yield node
    elif isinstance(node, nodes.Element) and not isinstance(node, (block_node, reference_node)):
        supplied = SUPPLIED in node.get("classes", ())
        if (supplied and not edited) or (isinstance(node, nodes.thead) and not any(node.findall(locus_node))):
            return
        yield from "[" if supplied else ""
        for child in node.children:
            yield from _pieces(child, edited)
        yield from "]" if supplied else ""
        if not isinstance(node, nodes.Inline):
            yield " "


def _erratum(node: nodes.Element, docname: str) -> Erratum:
    return Erratum(
        name=node["text"],
        loci=tuple(node["locus"].split()),
        stands=node["stands"],
        meant=node["meant"],
        comment=node["comment"],
        grade=node["grade"],
        letters=node["letters"],
        rules=tuple(node["rules"].split()),
        argument=prose(node.children),
        docname=docname,
        anchor=node["ids"][0],
    )


def prose(children: Iterable[nodes.Node]) -> str:
    """Return nodes as plain text: links as the name of their target, without examples, set-ups and the like.

    A citation in brackets is left out as well: its label is known only when the bibliography is drawn.
    """
    text = " ".join("".join(_words(child) for child in children).split())
    return _SPACE_BEFORE.sub("", text)


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, reference_node):
        return str(node["name"])
    if isinstance(node, addnodes.pending_xref) and (node["refdomain"], node["reftype"]) == ("cite", "p"):
        return ""
    if not isinstance(node, nodes.Element) or isinstance(node, (block_node, locus_node)):
        return ""
    end = "" if isinstance(node, nodes.Inline) else " "
    return "".join(_words(child) for child in node.children) + end


def _store(env: Any) -> dict[str, PageFacts]:
    if not hasattr(env, "edition_facts"):
        env.edition_facts = {}
    store: dict[str, PageFacts] = env.edition_facts
    return store
