"""Reads a page by the parser of its markup: MyST-Parser for MyST, docutils for reST; neither needs Sphinx.

The parser runs stand-ins for our directives and roles, which say what was found. The crude count of
:mod:`verify.collect.find` says where it stands, and what looks like ours but was not run: that is a fault.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Directive, Parser, directives, roles
from docutils.parsers.rst.states import Body
from docutils.utils import DependencyList, new_document, unescape
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils import base
from myst_parser.parsers.mdit import create_md_parser

from verify.checks import files
from verify.collect.conf import Conf, conf_of
from verify.collect.docstrings import Docstring
from verify.collect.existing import LANGUAGES
from verify.collect.find import FOREIGN, QUIET, Finder, Found, LookAlike
from verify.collect.stand_ins import STAND_INS, TAKE_OUT, Foreign, Lenient, Probe, Renderer
from verify.collect.vocabulary import DIRECTIVES, ROLES
from verify.model import Finding, Place
from verify.settings import Settings

EXTENSIONS = frozenset({"colon_fence", "deflist", "attrs_inline", "attrs_block", "fieldlist", "substitution"})
"""The extensions of MyST that are switched on here; where a site's others matter, the two doors disagree and say so."""
RUNNING = "the running text"
_CONSOLE = re.compile(r"^[ \t]*\$ \S.*(?<!\\)\n[ \t]*(?!\$ )\S", re.MULTILINE)
"""A command at a shell's prompt, with output below it; a command alone says nothing that could be wrong."""
_OPENED = re.compile(r"(```|~~~|:::)[`~:]*\{")
_PROMPT = re.compile(r">>[>\U000F0000-\U000FFFFD]( +|$)")
"""What begins a session in reST, with or without a code."""
_SHELLS = frozenset({"console", "shell-session", "sh-session", "bash-session", "text", ""})
_UNUSUAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]")
_OPTION = re.compile(r"[\s>]*:[\w-]+:(\s|$)")


@cache
def _defaults() -> Any:
    """Return docutils' default settings, which take longer to make than a page to read."""
    return get_default_settings(Parser)


@cache
def _myst(_: int) -> Any:
    """Return a parser of MyST for pages, or for what they include at a depth: it takes long to make as well."""
    return create_md_parser(MdParserConfig(enable_extensions=set(EXTENSIONS)), Renderer)


class Include(Lenient):
    """Reads the file by itself, so that its lines are its own."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = Lenient.option_spec | {"start-line": int, "end-line": int}

    def run(self) -> list[nodes.Node]:
        """Read it."""
        reader: Any = self.reader
        reader.include(reader.looks[self.name], self.head.strip(), self.options, in_myst=self.in_myst)
        return [nodes.container()]


class Reader(Finder):
    """Reads one page, with the files that it includes.

    Attributes:
        files: every other file that the page takes in.
        module: the module in which its autodoc directives look for names.
        owner: whose docstring is being read, as ``module:name``; empty where none is.
        existing: how sessions and doctest's directives are taken, as the setting says.
        conf: what the site's ``conf.py`` says of them.
    """

    def __init__(self, root: Path, path: str, settings: Settings) -> None:
        """Begin a page; ``docs`` of the settings is the folder that absolute file names start from."""
        super().__init__(fences=settings.fences)
        self.root, self.path, self.docs = root, path, settings.docs
        self.existing = settings.existing
        self.conf = conf_of(settings) if settings.existing else Conf()
        self.files: dict[str, None] = {}
        self.module = ""
        self.owner = ""
        self._settings: Any = copy(_defaults())
        vars(self._settings).update(report_level=5, halt_level=6, myst_suppress_warnings=(), reader=self)
        self._settings.record_dependencies = DependencyList()
        self._in_myst: dict[str, bool] = {}
        self._failed: dict[str, str] = {}
        self._including = [path]
        self._prompts: set[int] = set()
        self._owners: set[str] = set()

    def read_page(self) -> None:
        """Read the page."""
        text = self.text(self.path, Place(self.path, 1), self.path)
        if text is None:
            return
        before = directives.directive, roles.role, base.make_document
        patterns, prompt = Body.patterns, Body.patterns["doctest"]
        vars(directives)["directive"], vars(roles)["role"] = self._directive, self._role
        patterns["doctest"] = _PROMPT
        vars(base)["make_document"] = lambda: new_document("", self._settings)  # MyST's takes longer than the page
        try:
            self._parse(self.path, text, (), in_myst=not self.path.endswith(".rst"))
        except Exception as error:  # a parser's own mistake; Sphinx breaks off on it
            says = f"the parser breaks off on this page: {type(error).__name__}: {error}"
            self.report(Place(self.path, 1), says, "write it more plainly")
        finally:
            vars(directives)["directive"], vars(roles)["role"], vars(base)["make_document"] = before
            patterns["doctest"] = prompt
        for look in self.looks.values():
            self._account(look)
        for path in {found.look.place.path for found in self.ran.values()}:
            self._unusual(path)
        in_order = sorted(self.ran.items(), key=lambda item: item[1].look.key)
        self.ran = {code: found for code, found in in_order if code not in self._failed}
        tables = self._settings.record_dependencies.list
        self.files |= {Path(os.path.relpath(path, self.root)).as_posix(): None for path in tables}

    # ---- files

    def text(self, path: str, place: Place, shown: str) -> str | None:
        """Return a file's text, with plain line ends, or remember why it cannot be had."""
        text = files.read(self.root, path, place, shown)
        if isinstance(text, Finding):
            self.findings.append(text)
            return None
        self.lines[path] = text.split("\n")
        return text

    def takes_in(self, name: str) -> str:
        """Return the path of a file that the page names, relative to the root, and remember it."""
        path = files.resolve(self.path, name, self.docs)
        self.files[path] = None
        return path

    def include(self, look: LookAlike, name: str, options: Mapping[str, Any], *, in_myst: bool) -> None:
        """Read an included file at its own lines; shown as a literal, it holds no checks."""
        path = self.takes_in(name)
        if path in self._including:
            self.report(look.place, f"the file {name} includes itself", "break the circle", "verify.file")
            return
        text = self.text(path, look.place, name)
        if text is None or options.keys() & {"literal", "code"}:
            return
        parser = str(options.get("parser", "")).lower()
        in_myst = (in_myst or "myst" in parser or "markdown" in parser) and parser not in ("rst", "restructuredtext")
        self._including.append(path)
        self._parse(path, self._part(text, options, look.place), look.key, in_myst=in_myst)
        self._including.pop()

    def docstring(self, docstring: Docstring) -> None:
        """Read a docstring that the page shows, at its own lines, or report that its session is not run."""
        path, line, owner, text = docstring
        prompt = re.search(r"^\s*>>>", text, re.MULTILINE)
        if prompt is None and not (self.existing and ".. test" in text):
            return
        self.files[path] = None
        if not self.existing:
            says = f"a Python session in a docstring that {self.path} shows is not run"
            line += text[: prompt.end()].count("\n") if prompt else 0
            hint = 'show it on the page, in an {example}, or let it run: existing = "doctest" in [tool.verify]'
            self.report(Place(path, line), says, hint)
        elif owner not in self._owners and self.text(path, Place(path, line), path) is not None:
            self._owners.add(owner)
            self._including.append(path)
            self.owner = owner
            self._parse(path, "\n" * (line - 1) + text, (), in_myst=False)
            self.owner = ""
            self._including.pop()

    def _part(self, text: str, options: Mapping[str, Any], place: Place) -> str:
        """Return the part of a text that is included, below as many blank lines as there are lines before it."""
        lines, (start, end) = text.split("\n"), map(options.get, ("start-line", "end-line"))
        above, text = len(lines[: start or 0]), "\n".join(lines[start:end])
        for option in ("start-after", "end-before"):
            if not (mark := options.get(option)):
                continue
            head, found, tail = text.partition(mark)
            if not found:
                says = f"the included file has no text {mark!r}, which the option {option!r} looks for"
                self.report(place, says, "check the spelling", "verify.option")
                return ""
            text = head
            if option == "start-after":
                above, text = above + f"{head}{mark}".count("\n"), tail
        return "\n" * above + text

    # ---- what the parser runs

    def _parse(self, path: str, text: str, within: tuple[int, ...], *, in_myst: bool) -> None:
        self._in_myst[path] = in_myst
        document = new_document(str(self.root / path), self._settings)
        marked = self.mark(path, text, within)
        if in_myst:
            parser = _myst(len(self._including))
            parser.options["document"] = document
            parser.render(marked)
        else:
            Parser().parse(marked, document)
        for block in document.findall(nodes.FixedTextElement):
            self._session(block)
        for node in document.findall(nodes.Text):
            if codes := self.codes(node):
                self._note(codes, node, document)
            if self.looks and in_myst and isinstance(node.parent, nodes.paragraph) and _OPENED.match(node):
                says = "the fence of a directive stands in a paragraph, so that its closing line opens another"
                self.report(Place(path, node.parent.line or 1), says, "put the fence on a line of its own")

    def _directive(self, name: str, _: object, document: nodes.document) -> tuple[type[Directive], list[Any]]:
        """Return what stands for a directive."""
        look = self.looks.get(name)
        lower = look.name if look else name.lower()
        if look and lower in DIRECTIVES:
            return Probe, []
        if not look and (lower in DIRECTIVES or lower in FOREIGN):
            self._uncounted(lower, document)
            return Foreign, []
        if lower == "include":
            return Include, []
        module, native = vars(directives)["_directive_registry"].get(lower, ("", ""))
        if module and lower not in STAND_INS:
            return getattr(import_module(f"{directives.__name__}.{module}"), native), []
        return STAND_INS.get(lower, Foreign), []

    def _role(self, name: str, _: object, line: int, reporter: Any) -> tuple[Callable[..., Any], list[Any]]:
        """Return what stands for a role."""
        if name.lower() in ROLES:
            self._uncounted(name.lower(), reporter.document)
        return partial(self._run_role, self.looks.get(name)), []

    def _run_role(self, look: LookAlike | None, *given: Any, **_: Any) -> tuple[list[Any], list[Any]]:
        text = unescape(given[2])  # behind the role's name and its raw text
        if look is None:
            return [nodes.literal("", text)], []
        self.run(Found(look, self.take(text.replace("\n", " "))))
        return [nodes.inline()], []

    def _uncounted(self, name: str, document: nodes.document) -> None:
        place = Place(self._including[-1], document.current_line or 1)
        self.report(place, f"{name} is seen by the parser but not by the crude count", "write it more plainly")

    # ---- what it did not run

    def _session(self, block: nodes.Element) -> None:
        """Report a session in a block that only shows it, unless it belongs to markup that is shown."""
        text, hint = block.astext(), "make it an {example}, with :skip: and a reason if it cannot run"
        found = next((look for look in map(self.looks.__getitem__, self.codes(text)) if look.form not in _ROLES), None)
        if found and found.form == "prompt":
            if self.existing and block.get("language", "").lower() in LANGUAGES:
                first = found.place.line - text.partition(found.code)[0].count("\n")
                self.blocks[found.code] = Found(found, self.take(text), first=first, owner=self.owner)
            elif isinstance(block, nodes.literal_block):
                self._not_run(found.place, "a Python session in a block that only shows it is not run", hint)
        elif not found and block.get("language", "").lower() in _SHELLS and (match := _CONSOLE.search(text)):
            path, shown = self._including[-1], match[0].split("\n")[0].strip()
            lines = (n for n, line in enumerate(self.lines[path], 1) if line.strip(" \t>") == shown)
            line = min(lines, key=lambda n: abs(n - (block.line or 0)), default=1)
            hint = "make it a {console}, with :skip: and a reason if it cannot run, or leave the output out"
            self._not_run(Place(path, line), "a console session in a block that only shows it is not run", hint)

    def _not_run(self, place: Place, says: str, hint: str) -> None:
        """Report what is not run; on an existing page it is no fault."""
        finding = Finding(place, "verify.scan", says, hint=hint if self.existing != "doctest" else "")
        (self.notes if self.existing == "doctest" else self.findings).append(finding)

    def _note(self, codes: list[str], text: nodes.Text, document: nodes.document) -> None:
        """Note where look-alikes are found in what the parser made of a file."""
        above = list(_above(text))
        message = next((node for node in above if isinstance(node, (nodes.system_message, nodes.problematic))), None)
        if message is not None:
            if isinstance(message, nodes.problematic) or isinstance(above[0], nodes.literal_block):
                says = document.ids.get(message.get("refid"), message)[0].astext()
                self._failed |= dict.fromkeys(codes, self.plain(says).replace("\n", " ").rstrip("."))
            return
        stands = (RUNNING, "")
        if node := next((node for node in above if type(node) in _STANDS), None):
            stands = node.get("where", _STANDS[type(node)]), node.get("hint", TAKE_OUT)
        self.stands = dict.fromkeys(codes, stands) | self.stands

    def _unusual(self, path: str) -> None:
        """Report the characters that parsers take for a line end, or change, in a file that holds ours."""
        for number, line in enumerate(self.lines[path], start=1):
            for sign in _UNUSUAL.findall(line)[:1]:
                says = f"the line holds the character U+{ord(sign):04X}, which not all read alike"
                self.report(Place(path, number), says, f"take it out; in code, write it as {ascii(sign)[1:-1]}")

    def _account(self, look: LookAlike) -> None:
        """Report a look-alike that was neither run nor shown as it is written."""
        where, hint = self.stands.get(look.code, (None, TAKE_OUT))
        if look.code in self._failed:
            if look.form not in QUIET:
                self.report(look.place, f"{look.shown} is left out of the page: {self._failed[look.code]}")
        elif look.code in self.ran or look.name in FOREIGN or where == "":
            return
        elif where == RUNNING:
            self._in_text(look)
        elif look.form not in QUIET:
            lost = "something that the parser leaves out, such as a table's cell too many"
            where = where or ("an option" if _OPTION.match(self._line(look)) else lost)
            self.report(look.place, f"{look.shown} stands in {where}, where it is not run", hint)

    def _in_text(self, look: LookAlike) -> None:
        """Report a look-alike that is shown as text."""
        place, line, in_myst = look.place, self._line(look), self._in_myst[look.place.path]
        before, after = line[: place.column - 1], line[place.column - 1 + len(look.shown) :]
        if look.form == "prompt":
            if place.line - 1 not in self._prompts:
                hint = "put it into an {example}, with :skip: and a reason if it cannot run"
                self._not_run(place, "a Python prompt outside an example is not run", hint)
            self._prompts.add(place.line)
        elif look.is_block:
            self.report(place, f"{look.shown} stands in a paragraph, where it is not run", "put a blank line before it")
        elif in_myst or look.form != "loose":
            whys = {
                f"is written as in {'reST' if in_myst else 'MyST'}": look.in_myst != in_myst,
                "has no text in backticks right behind it": in_myst and not after.startswith("`"),
                "has no space before it": not in_myst and before[-1:].isalnum(),
                "is never closed in its paragraph": True,
            }
            why = next(why for why, holds in whys.items() if holds)
            self.report(place, f"{look.shown} {why}, so it is not run", f"write {look.well(in_myst=in_myst)}`…`")

    def _line(self, look: LookAlike) -> str:
        return self.lines[look.place.path][look.place.line - 1]


_ROLES = frozenset({"role", "loose", "suffix", "rstrole"})
_STANDS: Mapping[type[nodes.Node], str] = {
    nodes.literal: "",
    nodes.literal_block: "",
    nodes.comment: "a comment",
    nodes.emphasis: "emphasis",
    nodes.strong: "strong text",
    nodes.substitution_reference: "a substitution",
    nodes.target: "a target",
}
"""In what a text stands, by what holds it; nothing where it is shown as it is written."""


def _above(node: nodes.Node) -> Iterator[nodes.Element]:
    """Yield what holds a node, from the inside."""
    while (parent := node.parent) is not None:
        yield parent
        node = parent
