"""Reads the blocks and roles of MyST text, as far as they decide which checks a page holds.

The rules are those of CommonMark with MyST's extensions: fences of backticks, tildes and colons, containers (quotes,
list items, definitions, fields, footnotes), comments, raw HTML, tables, and roles inside the running text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from verify.checks.prompts import has_prompt
from verify.collect import lookalike
from verify.collect.lookalike import DIRECTIVE_NAMES, look_alikes
from verify.collect.page import ONLY_INLINE, Line, PageScan, trim
from verify.collect.vocabulary import DIRECTIVES, ROLES, Written, near
from verify.model import Place

CODE_INDENT = 4
PYTHON_LANGUAGES = frozenset({"python", "python3", "py", "py3", "pycon", "pycon3", "pytb", "doctest", "ipython", ""})

# Directives that show their body, or hide it, and never run what is in it.
CODE_DIRECTIVES = frozenset({"code", "code-block", "sourcecode", "literalinclude", "code-cell", "prompt"})
DOCTEST_DIRECTIVES = frozenset({"doctest", "testcode", "testoutput", "testsetup", "testcleanup"})
RAW_DIRECTIVES = frozenset({
    "raw", "math", "mermaid", "graphviz", "digraph", "graph", "image", "toctree", "contents", "index", "highlight",
    "meta", "bibliography", "tabularcolumns", "default-role", "unicode", "role", "productionlist", "automodule",
})  # fmt: skip

_FENCE = re.compile(r"(?P<marks>`{3,}|~{3,}|:{3,})(?P<info>.*)", re.DOTALL)
_BULLET = re.compile(r"(?P<marker>[-+*]|\d{1,9}[.)])(?=[ \t]|$)")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*$")
_HEADING = re.compile(r"#{1,6}(?=[ \t]|$)")
_TARGET = re.compile(r"\(.+\)=\s*$")
_FIELD = re.compile(r":(?P<name>[^:\s][^:]*):(?=\s|$)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_DELIMITER = re.compile(r"[-:|][-:| \t]*$")
_FRONT_CLOSE = re.compile(r"(-{3,}|\.\.\.)[ \t]*$")
_OPTION = re.compile(r"(?P<name>[^\s:#][^:]*?)[ \t]*:(?:[ \t]+(?P<value>.*))?$")
_HTML: tuple[tuple[re.Pattern[str], re.Pattern[str] | None, bool], ...] = (
    (
        re.compile(r"<(script|pre|style|textarea)(?=\s|>|$)", re.I),
        re.compile(r"</(script|pre|style|textarea)>", re.I),
        True,
    ),
    (re.compile(r"<!--"), re.compile(r"-->"), True),
    (re.compile(r"<\?"), re.compile(r"\?>"), True),
    (re.compile(r"<![A-Za-z]"), re.compile(r">"), True),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>"), True),
    (
        re.compile(
            r"</?(address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir"
            r"|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend"
            r"|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td"
            r"|tfoot|th|thead|title|tr|track|ul)(?=\s|/?>|$)",
            re.I,
        ),
        None,
        True,
    ),
    (
        re.compile(
            r"(?:<[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\"))?)*\s*/?>"
            r"|</[A-Za-z][A-Za-z0-9-]*\s*>)\s*$"
        ),
        None,
        False,
    ),
)  # fmt: skip
_SPECIAL = re.compile(r"\\|`+|\{\{|\{|<|:[A-Za-z-]+:`")
_ROLE = re.compile(r"\{(?P<name>[a-zA-Z0-9_\-+:]+)\}(?P<ticks>`+)")
_LOOSE_ROLE = re.compile(r"\{[ \t]*(?P<name>[A-Za-z-]+)[ \t]*\}")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>|<\?.*?\?>|<![A-Z][^>]*>", re.DOTALL)


def indentation(text: str, column: int) -> tuple[int, int]:
    """Return how many columns and how many characters of white space a text begins with."""
    width = count = 0
    for mark in text:
        if mark == " ":
            width += 1
        elif mark == "\t":
            width += 4 - (column + width) % 4
        else:
            break
        count += 1
    return width, count


def strip_columns(line: Line, columns: int) -> Line:
    """Return the line without its first columns of white space; a tab cut in two leaves spaces."""
    if not columns:
        return line
    width = count = 0
    for mark in line.text:
        if width >= columns or mark not in " \t":
            break
        width += 1 if mark == " " else 4 - (line.column + width) % 4
        count += 1
    return Line(line.number, line.column + min(width, columns), " " * (width - columns) + line.text[count:], line.lazy)


class MystScanner:
    """Reads one MyST file, or a part of one."""

    def __init__(self, scan: PageScan, path: str) -> None:
        """Read ``path`` into ``scan``."""
        self.scan, self.path = scan, path

    def place(self, line: Line) -> Place:
        """Return a line's place."""
        return Place(self.path, line.number, line.column + 1)

    def look_alikes(self, lines: Sequence[Line], where: str, hint: str = lookalike.HINT_COMMENT) -> None:
        """Report checks written where nothing is run."""
        rows = ((line.number, line.column, line.text) for line in lines)
        self.scan.look_alikes(look_alikes(self.path, rows), where, hint)

    # ---- blocks

    def document(self, lines: Sequence[Line]) -> None:
        """Read a file: front matter, then blocks."""
        start = 0
        if lines and lines[0].text.startswith("---") and not lines[0].text.strip("- \t"):
            for index in range(1, len(lines)):
                if _FRONT_CLOSE.match(lines[index].text):
                    self.look_alikes(lines[1:index], "the front matter")
                    start = index + 1
                    break
        self.blocks(lines[start:] if start else lines)

    def blocks(self, lines: Sequence[Line], *, text_first: bool = False) -> int:
        """Read blocks.

        Args:
            lines: the lines.
            text_first: whether the first line is running text, whatever it looks like.

        Returns:
            How many lines were read: a lazy line ends the container unless it goes on with a paragraph.
        """
        term = text_first and not _starts_block(lines[0].text) and self._definition(lines, 0)
        paragraph = list(lines[:1]) if text_first and not term else []
        index, count = len(paragraph), len(lines)
        while index < count:
            line = lines[index]
            width, skip = indentation(line.text, line.column)
            if skip == len(line.text):
                self._flush(paragraph)
                index += 1
                continue
            if paragraph and (line.lazy or width >= CODE_INDENT):
                paragraph.append(line)
                index += 1
                continue
            if line.lazy:
                return index
            if paragraph and _UNDERLINE.match(line.text[skip:]):
                self._flush(paragraph)
                index += 1
                continue
            if width >= CODE_INDENT:
                index = self._indented_code(lines, index)
                continue
            after = self._block(lines, index, width, line.text[skip:], paragraph)
            if after == index and not paragraph and (start := self._definition(lines, index)):
                self._inline([line])
                after = start
                while start:
                    after = self._container(lines, start, self._definition_mark(lines[start]), ":")
                    start = after if after < count and self._definition_mark(lines[after]) else 0
            if after > index:
                index = after
            else:
                paragraph.append(line)
                index += 1
        self._flush(paragraph)
        return count

    def _is_text(self, lines: Sequence[Line], index: int) -> bool:
        """Return whether a paragraph begins on a line."""
        width, skip = indentation(lines[index].text, lines[index].column)
        bare = lines[index].text[skip:]
        below = lines[index + 1].text.strip() if index + 1 < len(lines) else ""
        tables = bool(below) and "|" in bare and self._is_table(bare, below)
        underlined = bool(below) and not below.strip("=-")
        return not (
            width >= CODE_INDENT or _starts_block(bare) or tables or underlined or self._definition(lines, index)
        )

    @staticmethod
    def _definition_mark(line: Line) -> int:
        """Return how many columns the mark of a definition takes up, with what stands before it; 0 if there is none."""
        width, skip = indentation(line.text, line.column)
        bare = line.text[skip:]
        return (
            width + 1 if width < CODE_INDENT and bare[:1] in (":", "~") and bare[1:].strip() and bare[1] in " \t" else 0
        )

    def _definition(self, lines: Sequence[Line], index: int) -> int:
        """Return the index of the definition of the term on this line; 0 if it is no term."""
        after = index + 1
        if after < len(lines) and lines[after].blank:
            after += 1
        if after == len(lines) or lines[after].lazy or not self._definition_mark(lines[after]):
            return 0
        for line in lines[index + 1 :]:  # an underline makes a heading of all this
            bare = line.text.strip()
            if line.blank or line.lazy:
                return after
            if indentation(line.text, line.column)[0] >= CODE_INDENT:
                continue
            if not bare.strip("-") or not bare.strip("="):
                return 0
            if _starts_block(bare):
                return after
        return after

    def _block(self, lines: Sequence[Line], index: int, width: int, text: str, paragraph: list[Line]) -> int:
        """Read the block that begins here, if one does; return the index after it, or ``index`` if none begins."""
        first = text[0]
        if first in "`~:" and (fence := _FENCE.match(text)):
            if first == "`" and "`" in fence["info"]:
                self._no_fence(lines[index], fence)
                return index
            self._flush(paragraph)
            return self._fence(lines, index, width, fence["marks"], fence["info"])
        if first == "%":
            return self._comment(lines, index, paragraph)
        if first == "<" and (after := self._html(lines, index, text, paragraph)):
            return after
        if first == ">":
            return self._quote(lines, index, text, paragraph)
        if first == "#" and _HEADING.match(text):
            self._flush(paragraph)
            self._inline([lines[index]])
            return index + 1
        if first in "-*_" and _RULE.match(text):
            self._flush(paragraph)
            return index + 1
        if first in "-+*0123456789" and (bullet := _BULLET.match(text)) and self._may_begin(bullet, text, paragraph):
            self._flush(paragraph)
            return self._container(lines, index, width + len(bullet[0]), bullet[0])
        if first == ":" and (field := _FIELD.match(text)):
            self._flush(paragraph)
            self._inline([Line(lines[index].number, lines[index].column + width + 1, field["name"])])
            return self._container(lines, index, width + len(field[0]), "field")
        if first == "[" and (note := _FOOTNOTE.match(text)):
            self._flush(paragraph)
            self.scan.note(note[0].rstrip(":"), self.place(lines[index]))
            return self._container(lines, index, width + len(note[0]), "note")
        if first == "(" and _TARGET.match(text):
            self._flush(paragraph)
            return index + 1
        below = lines[index + 1] if index + 1 < len(lines) else None
        if "|" in text and below and not below.lazy and self._is_table(text, below.text.strip()):
            self._flush(paragraph)
            return self._table(lines, index)
        return index

    def _flush(self, paragraph: list[Line]) -> None:
        if paragraph:
            self._inline(paragraph)
            paragraph.clear()

    def _indented_code(self, lines: Sequence[Line], index: int) -> int:
        start = index
        while index < len(lines) and not lines[index].lazy:
            if not lines[index].blank and indentation(lines[index].text, lines[index].column)[0] < CODE_INDENT:
                break
            index += 1
        code = trim(lines[start:index])
        self._prompts(code, "indented text")
        self.look_alikes(code, "indented text", "indent it less, or show it in a fence of its own")
        return index

    def _comment(self, lines: Sequence[Line], index: int, paragraph: list[Line]) -> int:
        self._flush(paragraph)
        self.look_alikes([lines[index]], "a comment")
        return index + 1

    def _html(self, lines: Sequence[Line], index: int, text: str, paragraph: list[Line]) -> int:
        for opening, closing, interrupts in _HTML:
            if not opening.match(text):
                continue
            if paragraph and not interrupts:
                return 0
            self._flush(paragraph)
            after = index
            while after < len(lines) and not lines[after].lazy:
                if closing is None and lines[after].blank:
                    break
                after += 1
                if closing is not None and closing.search(lines[after - 1].text):
                    break
            where = "an HTML comment" if text.startswith("<!--") else f"raw HTML (begun on line {lines[index].number})"
            hint = lookalike.HINT_COMMENT if text.startswith("<!--") else "put a blank line between them"
            self.look_alikes(lines[index:after], where, hint)
            return after
        return 0

    def _quote(self, lines: Sequence[Line], index: int, text: str, paragraph: list[Line]) -> int:
        if text.startswith(">>>"):
            hint = "put it into an {example}; as it stands it is a quotation within quotations"
            self.scan.fault(self.place(lines[index]), "a Python prompt outside an example is not run", hint)
        self._flush(paragraph)
        inner: list[Line] = []
        for line in lines[index:]:
            width, skip = indentation(line.text, line.column)
            rest = line.text[skip:]
            if width < CODE_INDENT and rest.startswith(">") and not line.lazy:
                opened = Line(line.number, line.column + width + 1, rest[1:])
                inner.append(strip_columns(opened, 1))
            elif rest and not inner[-1].blank and (width >= CODE_INDENT or not _starts_block(rest, notes=False)):
                inner.append(replace(line, lazy=True))
            else:
                break
        return index + self.blocks(inner)

    def _may_begin(self, bullet: re.Match[str], text: str, paragraph: list[Line]) -> bool:
        """Return whether a list item may begin here: not every one may interrupt a paragraph."""
        if not paragraph:
            return True
        marker = bullet["marker"]
        return bool(text[len(marker) :].strip()) and (marker in "-+*" or marker[:-1] == "1")

    def _container(self, lines: Sequence[Line], index: int, used: int, kind: str) -> int:
        """Read a list item, a definition, a field or a footnote, whose mark takes up ``used`` columns."""
        line = lines[index]
        rest = strip_text(line, used)
        gap, skip = indentation(rest.text, rest.column)
        empty = skip == len(rest.text)
        width, _ = indentation(line.text, line.column)
        if kind == ":":
            content = used + 1
        elif kind == "note":
            content = width + CODE_INDENT
        elif kind == "field":
            content = self._field_indent(lines, index, width, used + gap, empty)
        else:
            content = used + (1 if empty or gap > CODE_INDENT else gap)
        forced = False
        first_gap = gap
        if kind == "note":
            first_gap = 0 if gap < CODE_INDENT else CODE_INDENT
        elif kind == "field":
            forced = not empty and content < used + gap
        else:
            first_gap = content - used
        inner = [strip_columns(rest, first_gap)]
        for line in lines[index + 1 :]:
            inset, skip = indentation(line.text, line.column)
            bare = line.text[skip:]
            if not bare:
                if empty and len(inner) == 1:  # an item that begins with two blank lines is empty
                    break
                inner.append(Line(line.number, line.column, ""))
            elif inset >= content and not line.lazy:
                inner.append(strip_columns(line, content))
            elif not inner[-1].blank and not _starts_block(bare):
                inner.append(replace(line, lazy=True))
            else:
                break
        return index + self.blocks(inner, text_first=forced)

    @staticmethod
    def _field_indent(lines: Sequence[Line], index: int, width: int, first: int, empty: bool) -> int:
        """Return the indentation of a field's body: the least among its lines."""
        least = None
        for line in lines[index + 1 :]:
            inset, skip = indentation(line.text, line.column)
            if skip == len(line.text):
                continue
            if inset <= width:
                break
            least = inset if least is None else min(least, inset)
        if least is None:
            return width + 2 if empty else first
        return least if empty else min(least, first)

    # ---- tables

    @staticmethod
    def _is_table(head: str, delimiter: str) -> bool:
        if not _DELIMITER.match(delimiter) or "-" not in delimiter or delimiter[:2] in ("- ", "-\t"):
            return False
        columns = [part.strip() for part in delimiter.strip("|").split("|")]
        return all(re.fullmatch(r":?-+:?", part) for part in columns) and len(columns) == len(cells_of(head.strip()))

    def _table(self, lines: Sequence[Line], index: int) -> int:
        width = len(cells_of(lines[index].text.strip()))
        self._table_row(lines[index], width)
        index += 2
        while index < len(lines) and not (lines[index].blank or lines[index].lazy):
            if _starts_block(lines[index].text.lstrip(), notes=False):
                break
            self._table_row(lines[index], width)
            index += 1
        return index

    def _table_row(self, line: Line, width: int) -> None:
        _, skip = indentation(line.text, line.column)
        cells = cells_of(line.text.strip(), line.column + skip)
        for column, text in cells[:width]:
            self._inline([Line(line.number, column, text)])
        self.look_alikes([Line(line.number, column, text) for column, text in cells[width:]], "a cell too many")

    # ---- fences and directives

    def _fence(self, lines: Sequence[Line], index: int, width: int, marks: str, info: str) -> int:
        end = index + 1
        closing = re.compile(rf"{re.escape(marks[0])}{{{len(marks)},}}[ \t]*$")
        while end < len(lines) and not lines[end].lazy:
            inset, skip = indentation(lines[end].text, lines[end].column)
            if inset < CODE_INDENT and closing.match(lines[end].text, skip):
                break
            end += 1
        closed = end < len(lines) and not lines[end].lazy
        body = [strip_columns(line, width) for line in lines[index + 1 : end]]
        opener = lines[index]
        parts = info.split(maxsplit=1)
        name, argument = (parts[0] if parts else ""), (parts[1].rstrip() if len(parts) > 1 else "")
        if name.startswith("{") and name.endswith("}"):
            self._directive(name[1:-1], argument, body, opener, closed)
        elif marks[0] == ":":
            self.blocks(body)
        else:
            self._literal(name, info.strip(), body, opener, closed)
        return end + closed

    def _no_fence(self, line: Line, fence: re.Match[str]) -> None:
        """Report the first line of a directive that is none, because of the backticks behind its name."""
        name = re.match(r"\{([^\s{}]+)\}", fence["info"])
        if not name or fence["marks"] in fence["info"]:
            return
        ours = near(name[1].lower(), DIRECTIVE_NAMES)
        if ours or any(look_alikes(self.path, [(line.number, line.column, fence["info"])])):
            says = f"the fence {fence['marks']}{name[0]} has backticks in its first line, so it is no directive"
            self.scan.fault(self.place(line), says, "write the fence with colons")

    def _literal(self, language: str, info: str, body: list[Line], opener: Line, closed: bool) -> None:
        """Read a fence that only shows its text; one that nearly is a directive of ours is a fault."""
        loose = re.match(r"\{\s*(?P<braced>[^\s{}]+)\s*\}?|(?P<plain>[^\s{}]+)", info)
        word = (loose["braced"] or loose["plain"]) if loose else ""
        name = near(word.strip(":"), DIRECTIVE_NAMES) if re.fullmatch(r"[A-Za-z-]+:*", word) else ""
        if name and (loose is None or loose["braced"] or language.lower() in DIRECTIVE_NAMES):
            hint = f"write {{{name}}}, and nothing but spaces behind it"
            self.scan.fault(self.place(opener), f"a fence {info!r} only shows its text; nothing in it is run", hint)
        elif not closed:
            self.look_alikes(body, f"a fence that is never closed (line {opener.number})", "close the fence")
        elif language.lower() in PYTHON_LANGUAGES:
            self._prompts(trim(body), "a fence")

    def _prompts(self, code: Sequence[Line], where: str) -> None:
        if code and has_prompt(code[0].text):
            hint = "make it an {example}, with :skip: and a reason if it cannot run, or show it as text"
            self.scan.fault(self.place(code[0]), f"a Python session in {where} is not run", hint)

    def _directive(self, written_name: str, argument: str, body: list[Line], opener: Line, closed: bool) -> None:
        name = written_name.lower()
        at = self.place(opener)
        if name in DIRECTIVES:
            if written_name != name:
                self.scan.fault(at, f"{{{written_name}}} is written with capitals", f"write {{{name}}}")
            if not closed:
                self.scan.fault(at, f"{{{name}}} is never closed, so it swallows what follows", "close its fence")
            options, rest = self._options(body)
            self.scan.directive(name, argument, rest, options, at, lambda: self.blocks(rest))
            return
        if meant := near(name, DIRECTIVE_NAMES):
            self.scan.fault(at, f"{{{written_name}}} is no directive, so nothing in it is run", f"write {{{meant}}}")
            return
        self._other(name, argument, body, opener)

    def _other(self, name: str, argument: str, body: list[Line], opener: Line) -> None:
        """Read a directive of somebody else: most hold blocks, some only show or hide their text."""
        at = self.place(opener)
        if name == "eval-rst":
            from verify.collect.rst import RstScanner

            RstScanner(self.scan, self.path).blocks(body)
            return
        options, rest = self._options(body)
        hint = "write it in the running text"
        shown = [Line(option.place.line, option.place.column - 1, option.value) for option in options]
        self.look_alikes(shown, "an option", hint)
        if name == "include":
            self.scan.include(argument, options, at, "myst")
        elif name in DOCTEST_DIRECTIVES:
            self.scan.fault(at, f"{{{name}}} is not run by verify", "write {example} or {setup}")
        elif name in CODE_DIRECTIVES:
            if argument.lower() in PYTHON_LANGUAGES:
                self._prompts(trim(rest), f"{{{name}}}")
        elif name in RAW_DIRECTIVES:
            self.look_alikes(rest, f"{{{name}}}")
        elif name == "csv-table":
            self.scan.csv_table(rest, options, at, lambda: self._argument(argument, opener), self.blocks)
        elif name in ONLY_INLINE:
            self.scan.only_inline(name, rest, at)
            self._inline(rest)
        else:
            with self.scan.inside(name, rest, options, at, lambda index: self._is_text(rest, index)):
                self._argument(argument, opener)
                self.blocks(rest)

    def _argument(self, argument: str, opener: Line) -> None:
        """Read what stands after a directive's name."""
        if argument:
            self._inline([Line(opener.number, opener.column + opener.text.find(argument), argument)])

    def _options(self, body: list[Line]) -> tuple[list[Written], list[Line]]:
        """Split a directive's options, written with colons or as a YAML block, from its text."""
        if body and body[0].text.startswith("---"):
            for end in range(1, len(body)):
                if body[end].text.startswith("---"):
                    tail = body[end].text.lstrip("-")
                    rest = body[end + 1 :]
                    if tail.strip():
                        rest = [Line(body[end].number, body[end].column + len(body[end].text) - len(tail), tail), *rest]
                    return self._yaml(body[1:end]), rest
            return self._yaml(body[1:]), []
        start = 0
        while start < len(body) and body[start].blank:
            start += 1
        if start == len(body) or not _is_option(body[start].text) or start:
            return [], body
        end = start
        while end < len(body) and _is_option(body[end].text):
            end += 1
        lines = []
        for line in body[start:end]:
            _, skip = indentation(line.text, line.column)
            lines.append(Line(line.number, line.column + skip + 1, line.text[skip + 1 :]))
        return self._yaml(lines), body[end:]

    def _yaml(self, lines: Sequence[Line]) -> list[Written]:
        """Read ``name: value`` lines, with values that go on over indented lines."""
        found: list[Written] = []
        for line in lines:
            if line.blank:
                continue
            place = self.place(line)
            match = _OPTION.match(line.text.rstrip())
            if match and not line.text[0].isspace():
                value = (match["value"] or "").strip()
                found.append(Written(match["name"].strip("'\""), "" if value in "|>" else _unquote(value), place))
            elif found and line.text[0].isspace():
                last = found[-1]
                value = f"{last.value} {line.text.strip()}".strip()
                found[-1] = Written(last.name, value, last.place)
            elif line.text.lstrip().startswith("#"):
                self.scan.fault(place, "a comment among the options", "remove it", "verify.option")
            else:
                says = f"{line.text.strip()!r} among the options is no option"
                self.scan.fault(place, says, "write it as name: value", "verify.option")
        return found

    # ---- roles

    def _inline(self, lines: Sequence[Line]) -> None:
        """Read the roles of a paragraph, a heading or a cell."""
        if not any("`" in line.text or "{" in line.text for line in lines):
            return
        text = InlineText(self.path, lines)
        source = text.source
        at = 0
        while match := _SPECIAL.search(source, at):
            at = self._special(text, match)

    def _special(self, text: InlineText, match: re.Match[str]) -> int:
        """Take in what stands at a special character; return where to go on."""
        source, start, mark = text.source, match.start(), match[0]
        if mark == "\\":
            return start + 2
        if mark[0] == "`":
            closing = re.compile(rf"(?<!`){mark}(?!`)").search(source, match.end())
            return closing.end() if closing else match.end()
        if mark == "{{":
            end = source.find("}}", start)
            if end < 0:
                return start + 2
            self._not_run(text, start, end, "a substitution")
            return end + 2
        if mark == "<":
            tag = _TAG.match(source, start)
            if not tag:
                return start + 1
            self._not_run(text, start, tag.end(), "an HTML comment" if tag[0].startswith("<!--") else "an HTML tag")
            return tag.end()
        if mark[0] == ":":
            if name := near(mark[1:-2], ROLES):
                says = f":{mark[1:-2]}: is written as in reST, so it is not run"
                self.scan.fault(text.place(start), says, f"write {{{name}}}`…`")
            return match.end() - 1
        return self._role(text, start)

    def _not_run(self, text: InlineText, start: int, end: int, where: str) -> None:
        place = text.place(start)
        piece = text.source[start:end].replace("\n", " ")
        self.scan.look_alikes(look_alikes(self.path, [(place.line, place.column - 1, piece)]), where)

    def _role(self, text: InlineText, start: int) -> int:
        source = text.source
        match = _ROLE.match(source, start)
        if match:
            ticks = match["ticks"]
            end = source.find(ticks, match.end() + 1)
            if end >= 0:
                self._named_role(match["name"], source[match.end() : end].replace("\n", " "), text.place(start))
                return end + len(ticks)
        loose = _LOOSE_ROLE.match(source, start)
        if loose and (name := near(loose["name"], ROLES)) and (match or not _is_attribute(source, start)):
            says = f"{{{loose['name']}}} has no text in backticks right behind it, so it is not run"
            if match:
                says = f"{{{loose['name']}}} is never closed in its paragraph, so it is not run"
            self.scan.fault(text.place(start), says, f"write {{{name}}}`…`")
        return match.end() if match else start + 1

    def _named_role(self, written: str, content: str, place: Place) -> None:
        name = written.lower()
        if name in ROLES:
            if name != written:
                self.scan.fault(place, f"{{{written}}} is written with capitals", f"write {{{name}}}")
            self.scan.role(name, content, place)
        elif meant := near(name, ROLES):
            self.scan.fault(place, f"{{{written}}} is no role, so it is not run", f"write {{{meant}}}")


class InlineText:
    """The text of a paragraph, and where each of its characters stands in the file."""

    def __init__(self, path: str, lines: Sequence[Line]) -> None:
        self.path = path
        self.lines = lines
        self.starts: list[int] = []
        self.skips: list[int] = []
        parts: list[str] = []
        length = 0
        for line in lines:
            text = line.text.lstrip(" \t")
            self.starts.append(length)
            self.skips.append(len(line.text) - len(text))
            parts.append(text)
            length += len(text) + 1
        self.source = "\n".join(parts)

    def place(self, offset: int) -> Place:
        """Return the place of a character."""
        index = bisect_right(self.starts, offset) - 1
        line = self.lines[index]
        return Place(self.path, line.number, line.column + self.skips[index] + offset - self.starts[index] + 1)


def strip_text(line: Line, columns: int) -> Line:
    """Return the line without its first columns, whatever stands in them."""
    width = count = 0
    while width < columns and count < len(line.text):
        width += 4 - (line.column + width) % 4 if line.text[count] == "\t" else 1
        count += 1
    return Line(line.number, line.column + width, line.text[count:])


def cells_of(row: str, column: int = 0) -> list[tuple[int, str]]:
    """Return a table row's cells with their columns; a bar behind a backslash does not end a cell."""
    cells: list[tuple[int, str]] = []
    start, current, escaped = 0, "", False
    for index, mark in enumerate(row):
        if mark == "|" and escaped:
            current = current[:-1] + mark
        elif mark == "|":
            cells.append((column + start, current))
            start, current = index + 1, ""
        else:
            current += mark
        escaped = mark == "\\"
    cells.append((column + start, current))
    if cells and not cells[0][1].strip():
        cells = cells[1:]
    if cells and not cells[-1][1].strip():
        cells.pop()
    return cells


def _is_option(text: str) -> bool:
    bare = text.lstrip(" \t")
    return bare.startswith(":") and not bare.startswith(":::")


def _unquote(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if quoted else value


def _is_attribute(source: str, start: int) -> bool:
    """Return whether braces are attributes of what stands right before them."""
    return start > 0 and source[start - 1] in "])`"


def _starts_block(bare: str, *, notes: bool = True) -> bool:
    """Return whether a line, without its indentation, begins a block that ends the paragraph before it.

    Footnotes end paragraphs, but neither quotes nor tables: then ``notes`` is false.
    """
    first = bare[0]
    if first in "`~:":
        fence = _FENCE.match(bare)
        if fence:
            return not (first == "`" and "`" in fence["info"])
        return first == ":" and bool(_FIELD.match(bare))
    if first in "%>":
        return True
    if first == "<":
        return any(interrupts and opening.match(bare) for opening, _, interrupts in _HTML)
    if first == "[":
        return notes and bool(_FOOTNOTE.match(bare))
    return any(pattern.match(bare) for pattern in (_HEADING, _RULE, _BULLET, _TARGET))
