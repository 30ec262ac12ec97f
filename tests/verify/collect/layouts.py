# ruff: noqa: E501 - each layout on one line, as its lines count
"""Pages with checks in every layout; each holds a mark, and its true line is where the mark stands in the file."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator
from pathlib import Path


class Marks:
    """Hands out marks: numbers that stand once in all files of a site."""

    def __init__(self) -> None:
        self.count = 1000

    def __call__(self) -> str:
        self.count += 1
        return str(self.count)

    def example(self, options: str = "", fence: str = "```") -> str:
        mark = self()
        return f"{fence}{{example}}\n{options}>>> open and {mark}\n{mark}\n{fence}"


def indent(text: str, by: str) -> str:
    return textwrap.indent(text, by)


def nested(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield the 32 cases of nesting: depth, options or none, a blank line or none, colons or backticks."""
    for depth, options, blank, colons in itertools.product((1, 2, 3, 4), (False, True), (False, True), (False, True)):
        text = marks.example(":loci: toy.score.1\n" if options else "")
        for level in range(depth):
            fence = (":" if colons else "`") * (4 + level)
            head = f"{fence}{{admonition}} Title {level}\n" if level % 2 else f"{fence}{{note}}\n"
            more = ":class: tip\n" if options else ""
            text = f"{head}{more}{chr(10) if blank else ''}{text}\n{fence}"
        name = f"depth-{depth}{'-options' if options else ''}{'-blank' if blank else ''}{'-colons' if colons else ''}"
        yield name, text


def myst(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield MyST layouts by name."""
    yield from nested(marks)
    yield "plain", f"# Head\n\nText.\n\n{marks.example()}\n"
    m, n = marks(), marks()
    yield "two-in-one", f"text\n\n```{{example}}\n>>> {m}\n{m}\n>>> {n}\n{n}\n```\n\n{marks.example()}\n"
    yield "colon-options-blank", f"{marks.example(':loci: toy.score.1' + chr(10) * 2)}\n"
    yield "yaml-options", f"{marks.example('---' + chr(10) + 'loci: toy.score.1' + chr(10) + '---' + chr(10))}\n"
    yield "front-matter", f"---\ntitle: x\n---\n\n{marks.example()}\n"
    yield "list-item", f"- item\n\n{indent(marks.example(), '  ')}\n- {indent(marks.example(), '  ').lstrip()}\n"
    yield (
        "ordered",
        f"1. item\n\n{indent(marks.example(), '   ')}\n\n10. more\n    {indent(marks.example(), '    ').lstrip()}\n",
    )
    yield "quote", f"{indent(marks.example(), '> ')}\n\n{indent(indent(marks.example(), '> '), '> ')}\n"
    yield "list-in-quote", f"> - item\n>\n{indent(indent(marks.example(), '  '), '> ')}\n"
    yield (
        "list-table",
        f"```{{list-table}}\n* - a\n  - {indent(marks.example(), '    ').lstrip()}\n* - {{claim}}`{marks()} <x>`\n  - b\n```\n".replace(
            "```{list-table}", "````{list-table}"
        ).replace("  - b\n```\n", "  - b\n````\n"),
    )
    yield (
        "crlf",
        f"Text.\n\n{marks.example(':loci: toy.score.1' + chr(10))}\n\n{{claim}}`{marks()} <x>`\n".replace("\n", "\r\n"),
    )
    yield "bom", f"\ufeff{marks.example()}\n\n{{claim}}`{marks()} <x>`\n"
    yield "tabs", f"-\titem\n\n{indent(marks.example(), chr(9))}\n"
    yield (
        "eval-rst",
        f"```{{eval-rst}}\nText :claim:`{marks()} <x>`.\n\n.. example::\n   :loci: toy.score.1\n\n   >>> open and {(m := marks())}\n   {m}\n```\n",
    )
    yield (
        "tildes",
        f"{marks.example(fence='~~~')}\n\n{marks.example(fence='::::')}\n\n{marks.example(fence='``````')}\n",
    )
    yield "space-before-brace", marks.example().replace("```{", "``` {") + "\n"
    yield "indented-fence", f"  {indent(marks.example(), '  ').lstrip()}\n"
    yield "no-end", marks.example()
    yield (
        "definition",
        f"Term {{claim}}`{marks()} <x>`\n: Text {{claim}}`{marks()} <x>`\n\n{indent(marks.example(), '  ')}\n",
    )
    yield "field", f":name: text {{claim}}`{marks()} <x>`\n  more {{claim}}`{marks()} <x>`\n"
    yield "footnote", f"Text.[^1]\n\n[^1]: Note {{claim}}`{marks()} <x>`.\n\n{indent(marks.example(), '    ')}\n"
    yield (
        "literal",
        f"````md\n```{{example}}\n>>> 1\n1\n```\n````\n\n```{{code-block}} md\n{{claim}}`1 <x>`\n```\n\n{marks.example()}\n",
    )
    yield "code-span", f"`{{claim}}` and ``{{claim}}`1 <x>` `` and \\{{claim}}`x`. {{claim}}`{marks()} <x>`\n"
    yield "html-then-blank", f"<div>\n\n{marks.example()}\n\n</div>\n"
    yield "comment", f"% a comment\n\n{marks.example()}\n\n<!-- another\n\nwith lines -->\n{marks.example()}\n"
    same = f"{{claim}}`{marks()} <x>`"
    yield "paragraph", f"First line\nsecond {{claim}}`{marks()} <x>` and\nthird {{claim}}`{(m := marks())}\n<x>` end.\n"
    yield (
        "heading",
        f"# Head {{locus}}`toy.score.1` {{claim}}`{marks()} <x>`\n\nSetext {{claim}}`{marks()} <x>`\n------\n\ntext\n",
    )
    yield (
        "table",
        f"| a | b |\n|---|:-:|\n| {{claim}}`{marks()} <x>` | {{claim}}`{marks()} <x> \\| toy.score.1` |\nText {{claim}}`{marks()} <x>`\n",
    )
    yield (
        "emphasis",
        f"*em {{claim}}`{marks()} <x>`* **{{claim}}`{marks()} <x>`** [{{claim}}`{marks()} <x>`](#y)\n".replace(
            "(#y)", "(https://example.org)"
        ),
    )
    yield (
        "admonition-body",
        f":::{{note}} Text {{claim}}`{marks()} <x>`\nmore\n:::\n\n:::{{admonition}} Title {{claim}}`{marks()} <x>`\ntext\n:::\n",
    )
    yield "div", f":::name\nText {{claim}}`{marks()} <x>`\n:::\n"
    yield "setup", f"```{{setup}}\n:show:\n\nx = {marks()}\n```\n\n- ```{{setup}}\n  y = {marks()}\n  ```\n"
    yield "lazy", f"> quote\ngoes on {{claim}}`{marks()} <x>`\n\n- item\nlazy {{claim}}`{marks()} <x>`\n"
    yield (
        "erratum",
        f"````{{erratum}} E-{marks()}\n:locus: toy.score.1\n:stands: a b\n:grade: open\n\nProof {{claim}}`{marks()} <x>`.\n\n{marks.example()}\n````\n",
    )
    yield "same", f"{same} {same}\n\n{marks.example()}\n".replace(same, "{claim}`7 <x>`")
    yield "breaks", f"+++\n\n(target)=\n\n{{.cls}}\n{{claim}}`{marks()} <x>` $a{{b}}$\n\n***\n\n{marks.example()}\n"


def rst(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield reST layouts by name."""

    def example(options: str = "", at: str = "") -> str:
        mark = marks()
        return indent(f".. example::\n{options}\n   >>> open and {mark}\n   {mark}\n", at)

    yield "plain", f"Head\n====\n\nText :claim:`{marks()} <x>`.\n\n{example()}\nText\n"
    yield "options", f"{example('   :loci: toy.score.1' + chr(10))}\n"
    yield (
        "nested",
        f".. note::\n\n   Text :claim:`{marks()} <x>`\n\n{example(at='   ')}\n   .. admonition:: T :claim:`{marks()} <x>`\n\n{example(at='      ')}\n",
    )
    yield "list", f"- item\n\n{example(at='  ')}\n#. more :claim:`{marks()} <x>`\n\n{example(at='   ')}\n"
    yield "quote", f"Text\n\n{example(at='    ')}\n"
    yield "definition", f"term\n   text :claim:`{marks()} <x>`\n\n{example(at='   ')}\n"
    yield "field", f"Text.\n\n:name: text :claim:`{marks()} <x>`\n\n{example(at='   ')}\n"
    yield (
        "list-table",
        f".. list-table::\n\n   * - a\n     - :claim:`{marks()} <x>`\n   * - b\n     - text\n\n{example(at='       ')}\n",
    )
    yield "grid", f"+---+-------------------+\n| a | :claim:`{marks()} <x>` |\n+---+-------------------+\n"
    yield (
        "simple",
        f"======  ======================\na       b\n======  ======================\nc       :claim:`{marks()} <x>`\n======  ======================\n",
    )
    yield (
        "literal",
        f"Text::\n\n   .. example::\n\n      >>> 1\n\n.. code-block:: rst\n\n   :claim:`1 <x>`\n\n{example()}\n``:claim:`1 <x>`.`` end\n",
    )
    yield "tabs", f".. note::\n\n\tText :claim:`{marks()} <x>`\n\n{example(at=chr(9))}\n"
    yield "suffix", f"Text `{marks()} <x>`:claim: and :claim:`{marks()}\n<x>`.\n"
    yield "line-block", f"| line :claim:`{marks()} <x>`\n| more :claim:`{marks()} <x>`\n"
    yield "setup", f".. setup::\n\n   x = {marks()}\n\n.. setup::\n   y = {marks()}\n"
    yield "footnote", f"Text [1]_.\n\n.. [1] Note :claim:`{marks()} <x>`.\n\n{example(at='   ')}\n"


def included(marks: Marks) -> Iterator[tuple[str, str]]:
    """Yield files of which pages include all or a part."""
    yield (
        "_part.md",
        f"Before\n\n{marks.example()}\n\n<!-- start -->\n\nText {{claim}}`{marks()} <x>`\n\n{marks.example()}\n",
    )
    yield "_inner.md", f"{marks.example()}\n"
    yield "_outer.md", f"Text\n\n```{{include}} _inner.md\n```\n\n{marks.example()}\n"
    yield "_part.txt", f"Text :claim:`{marks()} <x>`\n\n.. example::\n\n   >>> {(m := marks())}\n   {m}\n"


INCLUDERS = {
    "inc-whole.md": "# A\n\n```{include} _part.md\n```\n",
    "inc-line.md": "# A\n\n- item\n\n  ```{include} _part.md\n  :start-line: 2\n  :end-line: 6\n  ```\n",
    "inc-after.md": "# A\n\n```{include} _part.md\n:start-after: <!-- start -->\n```\n",
    "inc-before.md": "# A\n\n```{include} _part.md\n:end-before: <!-- start -->\n```\n",
    "inc-twice.md": "# A\n\n:::{note}\n```{include} _outer.md\n```\n:::\n",
    "inc-rst.rst": "A\n=\n\n.. include:: _part.txt\n",
}


def write(docs: Path) -> dict[str, tuple[str, int]]:
    """Write all layouts as pages; return where each mark truly stands: its file and line, read from the files."""
    marks = Marks()
    files: dict[str, str] = {}
    for name, text in myst(marks):
        head = "" if name in ("front-matter", "bom", "heading") else "# P\n\n" if name != "crlf" else "# P\r\n\r\n"
        files[f"m-{name}.md"] = head + text
    for name, text in rst(marks):
        files[f"r-{name}.rst"] = text if name == "plain" else f"P\n=\n\n{text}"
    files |= dict(included(marks)) | INCLUDERS
    pages = sorted(name.rpartition(".")[0] for name in files if not name.startswith("_"))
    files["index.md"] = "# Index\n\n```{toctree}\n" + "\n".join(pages) + "\n```\n"
    docs.mkdir(parents=True, exist_ok=True)
    found: dict[str, tuple[str, int]] = {}
    for name, text in files.items():
        (docs / name).write_bytes(text.encode())
        lines = text.replace("\r\n", "\n").split("\n")
        for number in range(1001, marks.count + 1):
            for line, content in enumerate(lines, start=1):
                if str(number) in content and str(number) not in found:
                    found[str(number)] = (f"docs/{name}", line)
    return found
