"""What the parsers run in the place of directives: ours say what was found, of others what is shown remains."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from myst_parser.mdit_to_docutils.base import DocutilsRenderer

from verify.collect import docstrings
from verify.collect.find import Finder, Found
from verify.collect.vocabulary import DIRECTIVES, EXISTING, Written
from verify.model import Place

# Directives of docutils, Sphinx and its extensions that are not to be run, or not there. All others hold blocks.
CODE = frozenset({"code", "code-block", "sourcecode", "literalinclude", "code-cell", "prompt"})
HIDDEN = frozenset({
    "raw", "math", "mermaid", "graphviz", "digraph", "graph", "image", "toctree", "contents", "index", "highlight",
    "meta", "bibliography", "tabularcolumns", "default-role", "unicode", "role", "productionlist", "automodule",
})  # fmt: skip
NO_ARGUMENT = frozenset({"seealso", "tab-set", "tab-set-code", "hlist", "glossary", "grid-item"})
HIDDEN_ARGUMENT = frozenset({"grid", "only", "card-carousel", "button-link", "button-ref"})
ONLY_INLINE = frozenset({"button-link", "button-ref"})

TAKE_OUT = "take it out of there, or remove it; to keep a check from being run, give it :skip: and a reason"
_TOKENS = {"html": "raw HTML", "front": "the front matter", "substitution": "a substitution"}
_COLON_OPTION = re.compile(r"\s*:(?P<name>[^\s:][^:]*)(?P<end>:?)")
_YAML_OPTION = re.compile(r"(?!---|#)(?P<name>[^\s:][^:]*)(?P<end>:?)")


class Lenient(Directive):
    """A directive that takes whatever is written."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = defaultdict(
        lambda: directives.unchanged, name=directives.unchanged
    )

    @property
    def in_myst(self) -> bool:
        """Whether MyST's stand-in for the parser's state runs us."""
        return hasattr(self.state, "_renderer")

    @property
    def reader(self) -> Finder:
        """Who reads the page."""
        reader: Finder = self.state.document.settings.reader
        return reader

    @property
    def head(self) -> str:
        """What the parser takes for the argument."""
        return self.arguments[0] if self.arguments else ""

    def nested(self) -> nodes.Element:
        """Parse the body as blocks."""
        node = nodes.container()
        self.state.nested_parse(self.content, self.content_offset, node)
        return node


class Ours(Lenient):
    """What our directives share, here and in Sphinx; what reST takes for an argument is text where there is none."""

    called = property(lambda self: self.name.lower(), doc="The directive's name.")

    @property
    def _has_argument(self) -> bool:
        return bool((DIRECTIVES | EXISTING)[self.called].argument)

    @property
    def argument(self) -> str:
        """What stands behind the directive's name."""
        lines = [line.strip() for line in self.head.split("\n")]
        if not (self.in_myst or self._has_argument):
            lines = lines[: self._opened]
        return " ".join(lines).strip()

    @property
    def _opened(self) -> bool:
        """Whether anything stands behind the name, on its line."""
        return bool(self.block_text.partition("::")[2].partition("\n")[0].strip())

    def body(self) -> tuple[int, str]:
        """Return how many lines below the directive its text begins, and the text, without blank lines around it."""
        in_rst = 1 + self.block_text.rstrip().count("\n") - len(self.content)
        below = self.content_offset + 1 if self.in_myst else in_rst
        lines = dict(enumerate(self.content, start=below))
        if self.head and not (self.in_myst or self._has_argument):
            head = dict(enumerate(self.head.split("\n"), start=not self._opened))
            lines |= {number: line for number, line in head.items() if number}
        lines = {number: line for number, line in lines.items() if line.strip()}
        first = min(lines, default=0)
        return first, "\n".join(lines.get(number, "") for number in range(first, max(lines, default=-1) + 1))


class Probe(Ours):
    """Stands for one of our directives and says what was found."""

    called = property(lambda self: self.reader.looks[self.name].name, doc="The directive's name.")

    def run(self) -> list[nodes.Node]:
        """Take it in."""
        reader, look = self.reader, self.reader.looks[self.name]
        below, text = self.body()
        holds = look.written.lower() == "erratum"
        text = reader.plain(text) if holds else reader.take(text)
        first, options = look.place.line + below, self._written(below, look.place)
        return self.take(Found(look, text, reader.take(self.argument), first, options))

    def take(self, found: Found) -> list[nodes.Node]:
        """Take in what was found."""
        self.reader.run(found)
        with self.reader.within(found.look.name, found):
            return [self.nested() if found.look.written.lower() == "erratum" else nodes.container()]

    def _written(self, below: int, place: Place) -> list[Written]:
        """Return the options in the order in which they are written, each with its place."""
        end = below or (-2 if self.in_myst else None)  # MyST's block has a closing line
        whole = vars(self.state)["_renderer"].whole if self.in_myst else self.block_text
        lines = self.reader.take("\n".join(whole.split("\n")[1:end])).split("\n")
        pattern = _YAML_OPTION if lines and lines[0].startswith("---") else _COLON_OPTION
        options = []
        for number, line in enumerate(lines, start=place.line + 1):
            if match := pattern.match(line):
                name = match["name"].strip(" \t'\"")
                at = self.reader.place_of(name, place.path, number)
                if match["end"] and name.lower() in self.options:
                    options.append(Written(name, self.reader.plain(str(self.options[name.lower()])), at))
                else:
                    says = f"{line.strip()!r} is not an option as the parser reads it"
                    self.reader.report(at, says, "write it as :name: value", "verify.option")
        return options


class Block(Probe):
    """One of doctest's: a block of an existing page, or not to be run."""

    def take(self, found: Found) -> list[nodes.Node]:
        """Take it in."""
        reader: Any = self.reader
        if reader.existing:
            found.owner = reader.owner
            reader.blocks[found.look.code] = found
        else:
            hint = 'write {example} or {setup}, or let it run as it stands: existing = "doctest" in [tool.verify]'
            reader.report(found.look.place, f"{{{found.look.name}}} is not run by verify", hint)
        return [nodes.container()]


class Foreign(Lenient):
    """A directive of somebody else, of which only the name is known."""

    def run(self) -> list[nodes.Node]:
        """Leave its text, as far as it would be on the page."""
        reader, text, name = self.reader, "\n".join(self.content), self.reader.plain(self.name).lower()
        made: list[nodes.Node] = [hidden("\n".join(map(str, self.options.values())), "an option")]
        if name in CODE:
            made.append(nodes.literal_block(text, text, language=self.head.strip()))
        elif name in HIDDEN:
            made.append(hidden(f"{self.head}\n{text}", f"{{{name}}}"))
        else:
            with reader.within(name):
                made += self._shown(name, text)
        return [nodes.container("", *made)]

    def _shown(self, name: str, text: str) -> list[nodes.Node]:
        made: list[nodes.Node] = []
        if name == "tab-item":
            self.assert_has_content()
        if name not in HIDDEN_ARGUMENT:
            made += self._inline(self.head)
        elif self.head:
            made.append(hidden(self.head, f"the argument of {name}", "put a blank line before it"))
        if name not in ONLY_INLINE:
            return [*made, self.nested()]
        blocks = [code for code in self.reader.codes(text) if self.reader.looks[code].is_block]
        return [*made, hidden(" ".join(blocks), f"a {name}", "put it behind that"), *self._inline(text)]

    def _inline(self, text: str) -> list[nodes.Node]:
        children, messages = self.state.inline_text(text, self.lineno)
        return [nodes.paragraph("", "", *children), *messages]


class Autodoc(Foreign):
    """One that shows docstrings, or names their module."""

    def run(self) -> list[nodes.Node]:
        """Let the docstrings be read, or report the sessions in them."""
        reader: Any = self.reader
        name, about = self.name.lower(), self.head.strip()
        given = {key: str(value or "") for key, value in self.options.items()}
        shows = docstrings.shown_by(dict(reader.conf.shown) | given) if reader.existing else lambda _: True
        for full in (about, f"{reader.module}.{about}") if name in docstrings.DIRECTIVES else ():
            for docstring in docstrings.docstrings(full, reader.root, shows):
                reader.docstring(docstring)
        if name in docstrings.MODULES:
            reader.module = about
        return super().run()


class WithoutArgument(Foreign):
    """One whose text may begin behind its name."""

    optional_arguments = 0


STAND_INS: Mapping[str, type[Directive]] = {
    **dict.fromkeys(CODE | HIDDEN, Foreign),
    **dict.fromkeys(EXISTING, Block),
    **dict.fromkeys(NO_ARGUMENT, WithoutArgument),
    **dict.fromkeys(docstrings.DIRECTIVES | docstrings.MODULES, Autodoc),
}


class Renderer(DocutilsRenderer):
    """MyST's renderer, which keeps what it would leave out, or show as it is written, where the reader finds it."""

    def render_html_block(self, token: Any) -> None:
        """Keep what is not read as Markdown."""
        comment = token.content.lstrip().startswith("<!--")
        where = "an HTML comment" if comment else _TOKENS[token.type.partition("_")[0]]
        self.current_node.append(hidden(token.content, where))

    render_html_inline = render_front_matter = render_html_block
    render_substitution_inline = render_substitution_block = render_html_block

    whole = ""
    """The whole text of the directive that is run; MyST hands it on only from 5.2."""

    def run_directive(self, *arguments: Any, **more: Any) -> list[nodes.Element]:
        """Run a directive; the message of one that fails gets its whole text, as in docutils."""
        whole = self.whole
        made: list[nodes.Element] = super().run_directive(*arguments, **more)
        for node in made:
            if isinstance(node, nodes.system_message):
                node += nodes.literal_block("", whole)
        self.whole = ""
        return made

    def render_directive(self, token: Any, name: str, arguments: str, **more: Any) -> None:
        """Render a directive; one of ours must be closed."""
        reader = self.document.settings.reader
        if name in reader.looks and reader.looks[name].name in DIRECTIVES and not _is_closed(token):
            says = f"{reader.looks[name].shown} is never closed, so it swallows what follows"
            reader.report(reader.looks[name].place, says, "close its fence")
        content = token.content.removesuffix("\n")
        self.whole = f"{token.markup}{token.info}\n{content}\n{token.markup}\n"
        super().render_directive(token, name, arguments, **more)

    def create_highlighted_code_block(self, *arguments: Any, **_: Any) -> nodes.Element:
        """Make a block of code, without colours."""
        text, language = arguments
        return nodes.literal_block(text, text, language=language or "")

    def render_code_block(self, token: Any) -> None:
        """Render indented code."""
        self.current_node.append(nodes.literal_block("", token.content, where="indented text"))

    def render_fence(self, token: Any) -> None:
        """Render a fence; what stands in the first line of one that is not a directive is shown nowhere."""
        reader, name = self.document.settings.reader, token.info.strip()
        if name in reader.looks and reader.looks[name].name in reader.fences:
            self.render_directive(token, name, "")
            return
        super().render_fence(token)
        if not re.match(r"\s*\{\S+\}(\s|$)", token.info):
            block: Any = self.current_node[-1]
            block["where"] = "" if _is_closed(token) else "a fence that is never closed"
            hint = "write the name in braces, and nothing but spaces behind it"
            self.current_node.append(hidden(token.info, "a fence that only shows its text", hint))


def hidden(text: str, where: str, hint: str = TAKE_OUT) -> nodes.comment:
    """Return a node for text in which nothing is run; ``where`` says in what."""
    return nodes.comment("", text, where=where, hint=hint)


def _is_closed(token: Any) -> bool:
    """Return whether a fence has a closing line: then it is longer than its opening line and its content."""
    start, end = token.map
    content: str = token.content
    return bool(end - start - 1 > content.count("\n") + bool(content and not content.endswith("\n")))
