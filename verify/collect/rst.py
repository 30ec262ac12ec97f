"""Reads the blocks and roles of reST text, as far as they decide which checks a page holds."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from itertools import pairwise

from verify.checks.prompts import has_prompt
from verify.collect import lookalike
from verify.collect.lookalike import DIRECTIVE_NAMES, look_alikes
from verify.collect.myst import CODE_DIRECTIVES, DOCTEST_DIRECTIVES, PYTHON_LANGUAGES, RAW_DIRECTIVES, InlineText
from verify.collect.page import ONLY_INLINE, Line, PageScan, trim
from verify.collect.vocabulary import DIRECTIVES, ROLES, Written, near
from verify.model import Place

TAB = 8

NO_ARGUMENT = frozenset({
    "note", "tip", "hint", "warning", "important", "attention", "caution", "danger", "error", "seealso", "epigraph",
    "highlights", "pull-quote", "compound", "tab-set", "tab-set-code", "hlist", "glossary", "grid-item",
})  # fmt: skip
"""Directives that take no argument: what stands behind their name, or right below it, is their text."""
NO_TEXT = frozenset({
    "figure", "grid", "class", "container", "only", "card-carousel",
})  # fmt: skip
"""Directives whose argument is shown nowhere."""

_DIRECTIVE = re.compile(
    r"\.\. +(?:\|[^|]+\| +)?(?P<name>(?:(?!_)\w)+(?:[-._+:](?:(?!_)\w)+)*) ?::(?:(?P<gap> +)|$)(?P<argument>.*)"
)
_NOTE = re.compile(r"\.\. +\[[^\]]+\](?: +|$)")
_TARGET = re.compile(r"\.\. +_|__ ")
_BULLET = re.compile(r"[-+*•‣⁃](?: +|$)")
_NUMBER = re.compile(r"(?:\((?:\w{1,4}|#)\)|(?:\d+|#|[A-Za-z]|[ivxlcdmIVXLCDM]{1,6})[.)])(?: +|$)")
_FIELD = re.compile(r":(?P<name>(?![: ])(?:[^:\\]|\\.|:(?!([ `]|$)))*(?<! )):(?: +|$)")
_GRID = re.compile(r"\+(?:-+\+)+ *$")
_GRID_RULE = re.compile(r"\+(?:[-=]+\+)+ *$")
_SIMPLE_RULE = re.compile(r"=+[ =]*$")
_SIMPLE = re.compile(r"=+( +=+)+ *$")
_INLINE = re.compile(
    r"\\.|(?P<quiet>``|\*\*|\*|\|(?!\|)|_`)|(?P<role>:(?P<name>[A-Za-z][\w+.:-]*):`(?!`))|(?P<tick>`)"
    r"|(?P<myst>\{[ \t]*(?P<myst_name>[A-Za-z-]+)[ \t]*\}`)",
    re.DOTALL,
)
_OPENED = re.compile(r"[\s'\"(\[{<\-/:\u2018\u201c\u00ab\u2013\u2014]")
_QUOTES = {"'": "'", '"': '"', "(": ")", "[": "]", "{": "}", "<": ">", "\u2018": "\u2019", "\u201c": "\u201d",
           "\u00ab": "\u00bb"}  # fmt: skip
_AFTER = r"(?=$|[\s'\")\]}>\-/:.,;!?\\\u2019\u201d\u00bb\u2013\u2014…])"
_END = re.compile(rf"(?<![\s\\])`(?P<suffix>:(?P<name>[A-Za-z][\w+.:-]*):|__?)?{_AFTER}")
_QUIET_ENDS = {
    "``": re.compile(rf"(?<!\s)``{_AFTER}"),
    "**": re.compile(rf"(?<![\s\\])\*\*{_AFTER}"),
    "*": re.compile(rf"(?<![\s\\])\*{_AFTER}"),
    "|": re.compile(rf"(?<![\s\\])\|_{{0,2}}{_AFTER}"),
    "_`": re.compile(rf"(?<![\s\\])`{_AFTER}"),
}
"""What ends a span whose text is no markup."""
_SHOWN = {"**": "strong text", "*": "emphasis", "|": "a substitution", "_`": "a target"}


def expand(lines: Sequence[Line]) -> list[Line]:
    """Turn tabs into spaces, as reST does."""
    if not any("\t" in line.text for line in lines):
        return list(lines)
    return [Line(line.number, line.column, line.text.expandtabs(TAB)) for line in lines]


class RstScanner:
    """Reads one reST file, or a part of one."""

    def __init__(self, scan: PageScan, path: str) -> None:
        """Read ``path`` into ``scan``."""
        self.scan, self.path = scan, path

    def place(self, line: Line) -> Place:
        """Return a line's place."""
        return Place(self.path, line.number, line.column + 1)

    def document(self, lines: Sequence[Line]) -> None:
        """Read a file."""
        self.blocks(lines)

    def blocks(self, given: Sequence[Line]) -> None:
        """Read blocks; the lines lie at the indentation of their container."""
        lines = expand(given)
        index = 0
        while index < len(lines):
            line = lines[index]
            if line.blank:
                index += 1
            elif line.text[0] == " ":
                end = _indented_end(lines, index)
                self.blocks(dedented(lines[index:end]))
                index = end
            else:
                index = self._block(lines, index)

    def _block(self, lines: list[Line], index: int) -> int:
        """Read the block that begins here; return the index after it."""
        text = lines[index].text
        if text.startswith("..") and text[2:3] in ("", " "):
            return self._explicit(lines, index)
        if text.startswith("__ "):
            return _indented_end(lines, index + 1)
        for pattern in (_BULLET, _NUMBER):
            if item := pattern.match(text):
                return self._item(lines, index, item.end())
        if field := _FIELD.match(text):
            self._inline([Line(lines[index].number, lines[index].column + 1, field["name"])])
            return self._field(lines, index, field.end())
        if text.startswith("| "):
            return self._line_block(lines, index)
        if _GRID.match(text):
            return self._grid_table(lines, index)
        if _SIMPLE.match(text):
            return self._simple_table(lines, index)
        if text.startswith(">>>"):
            hint = "put it into an example directive, with :skip: and a reason if it cannot run"
            self.scan.fault(self.place(lines[index]), "a Python prompt outside an example is not run", hint)
            return _blank(lines, index)
        return self._paragraph(lines, index)

    def _item(self, lines: list[Line], index: int, content: int) -> int:
        end = index + 1
        while end < len(lines) and (lines[end].blank or _indent(lines[end]) >= content):
            end += 1
        self.blocks([_cut(lines[index], content), *(_cut(line, content) for line in lines[index + 1 : end])])
        return end

    def _field(self, lines: list[Line], index: int, content: int) -> int:
        end = _indented_end(lines, index + 1)
        self.blocks([_cut(lines[index], content), *dedented(lines[index + 1 : end])])
        return end

    def _line_block(self, lines: list[Line], index: int) -> int:
        end = index + 1
        while end < len(lines) and not lines[end].blank and lines[end].text.startswith(("| ", " ")):
            end += 1
        self._inline([_cut(line, 2) if line.text.startswith("| ") else line for line in lines[index:end]])
        return end

    def _paragraph(self, lines: list[Line], index: int) -> int:
        end = index + 1
        while end < len(lines) and not lines[end].blank and lines[end].text[0] != " ":
            end += 1
        body = lines[index:end]
        for line in body:
            shown = [(line.number, line.column, line.text)] if line.text.startswith("..") else []
            self.scan.look_alikes(look_alikes(self.path, shown), "a paragraph", "put a blank line before it")
        self._inline(body)
        defines = len(body) == 1 and end < len(lines) and not lines[end].blank
        if body[-1].text.rstrip().endswith("::") and not defines:
            return self._literal(lines, end)
        return end

    def _literal(self, lines: list[Line], index: int) -> int:
        """Pass over a literal block, indented or quoted; a Python session in it is not run."""
        end = _indented_end(lines, index)
        first = next((number for number in range(index, len(lines)) if not lines[number].blank), len(lines))
        if first < len(lines) and lines[first].text[0] in string.punctuation:
            end = _blank(lines, first)
        self._prompts(trim(lines[index:end]), "a literal block")
        return end

    def _prompts(self, code: Sequence[Line], where: str) -> None:
        if code and has_prompt(code[0].text):
            hint = "make it an example directive, with :skip: and a reason if it cannot run, or show it as text"
            self.scan.fault(self.place(code[0]), f"a Python session in {where} is not run", hint)

    # ---- explicit markup

    def _explicit(self, lines: list[Line], index: int) -> int:
        line = lines[index]
        if line.text.strip() == ".." and (index + 1 == len(lines) or lines[index + 1].blank):
            return index + 1
        end = _indented_end(lines, index + 1)
        match = _DIRECTIVE.match(line.text)
        if match:
            body = dedented(lines[index + 1 : end])
            self._directive(match["name"], line, match.start("argument"), body)
        elif note := _NOTE.match(line.text):
            self.blocks([_cut(line, note.end()), *dedented(lines[index + 1 : end])])
        elif not _TARGET.match(line.text):
            shown = [(item.number, item.column, item.text) for item in lines[index:end]]
            self.scan.look_alikes(look_alikes(self.path, shown), "a comment")
            self._nearly(line)
        return end

    def _nearly(self, line: Line) -> None:
        """Report a comment that was meant as one of our directives: one colon instead of two."""
        loose = re.match(r"\.\. +([A-Za-z-]+) *:(?!:)", line.text)
        if loose and (name := near(loose[1], DIRECTIVE_NAMES)):
            self.scan.fault(self.place(line), f"{loose[0]!r} is a comment, so it is not run", f"write .. {name}::")

    def _directive(self, written: str, line: Line, start: int, body: list[Line]) -> None:
        name = written.lower()
        at = self.place(line)
        argument = line.text[start:].strip()
        arguments, options, rest = self._split(body)
        if name in DIRECTIVES:
            if name != written:
                self.scan.fault(at, f"{written} is written with capitals", f"write {name}")
            if DIRECTIVES[name].argument:
                argument = " ".join([argument, *(item.text.strip() for item in arguments)]).strip()
            else:
                rest = [*arguments, *rest]
            self.scan.directive(name, argument, rest, options, at, lambda: self.blocks(rest))
        elif meant := near(name, DIRECTIVE_NAMES):
            self.scan.fault(at, f"{written} is no directive, so nothing in it is run", f"write .. {meant}::")
        else:
            head = [Line(line.number, line.column + start, argument)] if argument else []
            self._other(name, argument, [*head, *arguments], options, rest, at)

    def _other(
        self, name: str, argument: str, head: list[Line], options: list[Written], rest: list[Line], at: Place
    ) -> None:
        """Read a directive of somebody else: most hold blocks, some only show or hide their text."""
        shown = [(option.place.line, option.place.column, option.value) for option in options]
        self.scan.look_alikes(look_alikes(self.path, shown), "an option", "write it in the running text")
        body = [(item.number, item.column, item.text) for item in (*head, *rest)]

        def is_text(index: int) -> bool:
            return _is_text(rest, index)

        if name == "include":
            self.scan.include(argument, options, at, "rst")
        elif name in DOCTEST_DIRECTIVES:
            self.scan.fault(at, f"{name} is not run by verify", "write example or setup")
        elif name in CODE_DIRECTIVES:
            if argument.lower() in PYTHON_LANGUAGES:
                self._prompts(trim(rest), name)
        elif name in RAW_DIRECTIVES or name == "replace":
            self.scan.look_alikes(look_alikes(self.path, body), name, lookalike.HINT_COMMENT)
        elif name == "csv-table":
            self.scan.csv_table(rest, options, at, lambda: self._inline(head), self.blocks)
        elif name in ONLY_INLINE:
            text = [*head, *rest] if name == "parsed-literal" else rest
            self.scan.only_inline(name, text, at)
            self._inline(text)
            if text is rest:
                self._no_text(name, head)
        elif name in NO_ARGUMENT:
            with self.scan.inside(name, rest, options, at, is_text):
                self.blocks([*head, *rest])
        elif name in NO_TEXT:
            shown = [(item.number, item.column, item.text) for item in head]
            self.scan.look_alikes(
                look_alikes(self.path, shown), f"the argument of {name}", "put a blank line before it"
            )
            with self.scan.inside(name, rest, options, at, is_text):
                self.blocks(rest)
        else:
            with self.scan.inside(name, rest, options, at, is_text):
                self._inline(head)
                self.blocks(rest)

    def _no_text(self, name: str, argument: Sequence[Line]) -> None:
        shown = [(item.number, item.column, item.text) for item in argument]
        self.scan.look_alikes(look_alikes(self.path, shown), f"the argument of {name}", "put a blank line before it")

    def _split(self, body: list[Line]) -> tuple[list[Line], list[Written], list[Line]]:
        """Split a directive's block into the lines that go on with its argument, its options and its text."""
        end = _blank(body, 0)
        head, rest = body[:end], body[end:]
        first = next((number for number, line in enumerate(head) if _FIELD.match(line.text)), len(head))
        options: list[Written] = []
        for line in head[first:]:
            if match := _FIELD.match(line.text):
                options.append(Written(match["name"], line.text[match.end() :].strip(), self.place(line)))
            else:
                last = options[-1]
                options[-1] = Written(last.name, f"{last.value} {line.text.strip()}".strip(), last.place)
        return head[:first], options, rest

    # ---- tables

    def _grid_table(self, lines: list[Line], index: int) -> int:
        end = _blank(lines, index)
        rules = [number for number in range(index, end) if _GRID_RULE.match(lines[number].text)]
        edges = [number for number, mark in enumerate(lines[index].text.rstrip()) if mark == "+"]
        plain = all(
            _GRID_RULE.match(lines[n].text) or all(lines[n].text[e : e + 1] == "|" for e in edges)
            for n in range(index, end)
        ) and all([n for n, mark in enumerate(lines[r].text.rstrip()) if mark == "+"] == edges for r in rules)
        if not plain:
            shown = [(line.number, line.column, line.text) for line in lines[index:end]]
            hint = "use a list-table"
            self.scan.look_alikes(look_alikes(self.path, shown), "a grid table with joined cells", hint)
            return end
        for top, bottom in pairwise(rules):
            for left, right in pairwise(edges):
                cell = [_piece(line, left + 1, right) for line in lines[top + 1 : bottom]]
                self.blocks(dedented(cell))
        return end

    def _simple_table(self, lines: list[Line], index: int) -> int:
        spans = [(match.start(), match.end()) for match in re.finditer("=+", lines[index].text)]
        rules = [number for number in range(index + 1, len(lines)) if _SIMPLE_RULE.match(lines[number].text)]
        ends = (
            number for found, number in enumerate(rules, 1) if found == 2 or _blank(lines, number + 1) == number + 1
        )
        end = next(ends, None)
        width = len(lines[index].text.strip())
        if end is None or any(len(lines[number].text.strip()) != width for number in rules if number <= end):
            after = rules[-1] + 1 if rules else len(lines)
            shown = [(line.number, line.column, line.text) for line in lines[index:after]]
            hint = "close it with a rule as long as its first, and a blank line"
            self.scan.look_alikes(look_alikes(self.path, shown), "a simple table that is not in form", hint)
            return after
        row: list[Line] = []
        for line in [*lines[index + 1 : end], lines[index]]:
            starts = _SIMPLE_RULE.match(line.text) or (not line.blank and line.text[: spans[0][1]].strip())
            if row and starts:
                self._simple_row(row, spans)
                row = []
            if not _SIMPLE_RULE.match(line.text) and not re.fullmatch(r"[- ]+", line.text):
                row.append(line)
        return end + 1

    def _simple_row(self, row: list[Line], spans: list[tuple[int, int]]) -> None:
        for number, (left, _) in enumerate(spans):
            right = spans[number + 1][0] if number + 1 < len(spans) else 1 << 20
            self.blocks(dedented([_piece(line, left, right) for line in row]))

    # ---- roles

    def _inline(self, lines: Sequence[Line]) -> None:
        if not any("`" in line.text for line in lines):
            return
        text = InlineText(self.path, lines)
        at = 0
        while match := _INLINE.search(text.source, at):
            at = self._mark(text, match)

    def _mark(self, text: InlineText, match: re.Match[str]) -> int:
        """Take in what stands at a mark; return where to go on."""
        source, start = text.source, match.start()
        if match[0][0] == "\\":
            return match.end()
        if match["myst"]:
            if name := near(match["myst_name"], ROLES):
                says = f"{{{match['myst_name']}}} is written as in MyST, so it is not run"
                self.scan.fault(text.place(start), says, f"write :{name}:`…`")
            return match.end()
        before, after = source[start - 1 : start], source[match.end() : match.end() + 1]
        opened = (
            (not before or bool(_OPENED.match(before))) and not after.isspace() and _QUOTES.get(before, "") != after
        )
        if match["quiet"]:
            end = _QUIET_ENDS[match[0]].search(source, match.end() + 1) if opened else None
            if end and match[0] in _SHOWN:
                place, piece = text.place(match.end()), source[match.end() : end.start()].replace("\n", " ")
                found = look_alikes(self.path, [(place.line, place.column - 1, piece)])
                self.scan.look_alikes(found, _SHOWN[match[0]], "end that before it")
            return end.end() if end else match.end()
        end = _END.search(source, match.end() + 1)
        if match["role"]:
            return self._role(text, match, end, opened)
        if not end or not opened:
            return match.end()
        if end["name"]:
            self._named_role(end["name"], source[match.end() : end.start()], text.place(start))
        return end.end()

    def _role(self, text: InlineText, match: re.Match[str], end: re.Match[str] | None, opened: bool) -> int:
        name = match["name"]
        if end and opened and not end["suffix"]:
            self._named_role(name, text.source[match.end() : end.start()], text.place(match.start()))
            return end.end()
        if meant := near(name, ROLES):
            why = "has no space before it" if end and not opened else "is never closed in its paragraph"
            if end and opened:
                why = f"is followed by {end['suffix']}"
            says = f":{name}: {why}, so it is not run"
            self.scan.fault(text.place(match.start()), says, f"write it as :{meant}:`…` with a space before it")
        return match.end()

    def _named_role(self, written: str, content: str, place: Place) -> None:
        name = written.lower()
        if name in ROLES:
            if name != written:
                self.scan.fault(place, f":{written}: is written with capitals", f"write :{name}:")
            self.scan.role(name, re.sub(r"\\(\s|(.))", r"\2", content).replace("\n", " "), place)
        elif meant := near(name, ROLES):
            self.scan.fault(place, f":{written}: is no role, so it is not run", f"write :{meant}:")


def dedented(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without their common indentation."""
    least = min((_indent(line) for line in lines if not line.blank), default=0)
    return [_cut(line, least) for line in lines]


def _is_text(lines: Sequence[Line], index: int) -> bool:
    """Return whether a paragraph begins on a line."""
    text = lines[index].text
    below = lines[index + 1] if index + 1 < len(lines) else None
    if below is not None and not below.blank and _indent(below) > _indent(lines[index]):
        return False  # the text of a definition
    markup = (_BULLET, _NUMBER, _FIELD, _GRID, _SIMPLE, _DIRECTIVE)
    return not (text.startswith((" ", "..", "| ", ">>>", "__ ")) or any(pattern.match(text) for pattern in markup))


def _indent(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip(" "))


def _cut(line: Line, columns: int) -> Line:
    return Line(line.number, line.column + columns, line.text[columns:])


def _piece(line: Line, left: int, right: int) -> Line:
    return Line(line.number, line.column + left, line.text[left:right].rstrip())


def _blank(lines: Sequence[Line], index: int) -> int:
    """Return the index of the next blank line."""
    while index < len(lines) and not lines[index].blank:
        index += 1
    return index


def _indented_end(lines: Sequence[Line], index: int) -> int:
    """Return the index after the indented block that begins here, without the blank lines at its end."""
    end = index
    while index < len(lines) and (lines[index].blank or lines[index].text[0] == " "):
        index += 1
        if not lines[index - 1].blank:
            end = index
    return end
