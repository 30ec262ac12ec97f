"""Tables for the authors' reference, drawn from the same definitions that the scan and the directives use."""

from __future__ import annotations

from dataclasses import fields

from verify.checks.kinds import kind_of
from verify.collect.vocabulary import DIRECTIVES
from verify.model import Kind
from verify.settings import Settings

_DOES = {
    "setup": "runs plain Python in the page's namespace before what follows",
    "example": "runs a Python session and compares its output",
    "record": "plays a record by the rules, compares what it says, and draws it",
    "erratum": "says where a source contradicts itself or the cards, and holds the check that proves it",
    "rows": "draws a table from rows that the rules yield",
    "verify-summary": "says how many checks just ran",
}


def directive_rows() -> list[tuple[str, str, str]]:
    """Return a row for each directive: its name, what stands after the name, what it does."""
    does = {name: kind_of(Kind(name)).does for name in Kind.entries().names} | _DOES
    return [(entry.name, entry.argument or "—", does[entry.name]) for entry in DIRECTIVES.values()]


def option_rows() -> list[tuple[str, str, str]]:
    """Return a row for each option of each directive: directive, option, what it takes; required ones are marked."""
    return [
        (entry.name, f":{name}:", takes.value + (" (required)" if name in entry.required else ""))
        for entry in DIRECTIVES.values()
        for name, takes in entry.options.items()
    ]


def setting_rows() -> list[tuple[str, str]]:
    """Return a row for each setting of ``[tool.verify]``: its name and its default."""
    shown = {"True": "yes", "False": "no", "()": "none", "": "none"}
    return [
        (field.name.replace("_", "-"), shown.get(str(field.default), str(field.default)))
        for field in fields(Settings)
        if field.name != "root"
    ]
