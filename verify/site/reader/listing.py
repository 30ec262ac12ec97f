"""The code of the rules, cut out of its modules: excerpts for panels, and a page for each module."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from gamerules.rules import Rule

LONGEST = 40
"""How many lines of a rule are shown beside its sentence; the rest is on the module's page."""

Highlight = Callable[[str], str]
"""Turns Python into HTML: a ``div`` with a ``pre`` in it."""


def inner_name(entry: Rule) -> str:
    """Return a rule's name within its module, which is its address on the module's page."""
    return entry.name.removeprefix(f"{entry.module}.")


def page_name(module: str) -> str:
    """Return the name of the page that shows a module."""
    return f"code/{module}"


@cache
def source_of(module: str) -> str:
    """Return a module's source."""
    file = inspect.getsourcefile(importlib.import_module(module))
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


@cache
def lines_of(module: str) -> Mapping[str, tuple[int, int]]:
    """Return the first and last line, from 1, of everything that a module defines, by its name within the module."""
    return dict(_defined(ast.parse(source_of(module)), ""))


def _defined(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for child in node.body:
        last = child.end_lineno or child.lineno
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            first = min([child.lineno, *(mark.lineno for mark in child.decorator_list)])
            yield f"{prefix}{child.name}", (first, last)
            if isinstance(child, ast.ClassDef):
                yield from _defined(child, f"{prefix}{child.name}.")
        elif isinstance(child, (ast.Assign, ast.AnnAssign)):
            targets = child.targets if isinstance(child, ast.Assign) else [child.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield f"{prefix}{target.id}", (child.lineno, last)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The code of a rule: its text, and whether it was cut short."""

    text: str
    cut: bool


def excerpt(entry: Rule) -> Excerpt:
    """Return the code of a rule, without its end if it is long."""
    first, last = lines_of(entry.module).get(inner_name(entry), (entry.line, entry.line))
    lines = source_of(entry.module).split("\n")[first - 1 : last]
    indent = len(lines[0]) - len(lines[0].lstrip())
    shown = [line[indent:] if not line[:indent].strip() else line for line in lines[:LONGEST]]
    return Excerpt("\n".join(shown), len(lines) > LONGEST)


def module_body(module: str, found: Iterable[Rule], highlight: Highlight, link: Callable[[str], str]) -> str:
    """Return the body of a module's page.

    Args:
        module: its dotted name.
        found: the rules in it.
        highlight: draws code.
        link: draws a link to a locus.
    """
    entries = sorted(found, key=lambda entry: lines_of(module).get(inner_name(entry), (entry.line, 0)))
    doc = inspect.getdoc(importlib.import_module(module)) or ""
    rows = "".join(
        f'<tr><th scope="row"><a href="#{escape(inner_name(entry))}"><code>{escape(inner_name(entry))}</code></a></th>'
        f"<td>{escape(str(entry.status))}</td><td>{', '.join(link(locus) for locus in entry.loci)}</td></tr>"
        for entry in entries
    )
    table = (
        '<div class="table-wrapper docutils container"><table class="docutils reader-rules"><thead><tr>'
        '<th scope="col">rule</th><th scope="col">evidence</th><th scope="col">carries out</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )
    listing = _anchored(highlight(source_of(module)), module, entries)
    return (
        f"<section><h1>{escape(module)}</h1>\n<p>{escape(doc.partition(chr(10))[0])}</p>\n{table}\n{listing}</section>"
    )


def _anchored(html: str, module: str, entries: Iterable[Rule]) -> str:
    """Put the rules' addresses into a highlighted listing, at the lines where they begin."""
    head, start, rest = html.partition("<pre>")
    lines = rest.split("\n")
    for entry in entries:
        first, _ = lines_of(module).get(inner_name(entry), (entry.line, entry.line))
        lines[first - 1] = f'<span class="code-rule" id="{escape(inner_name(entry))}"></span>{lines[first - 1]}'
    return head + start + "\n".join(lines)
