"""Tables for the authors' reference, drawn from the same definitions that the scan and the directives use."""

from __future__ import annotations

from dataclasses import fields

from verify.collect.vocabulary import DIRECTIVES
from verify.settings import Settings


def directive_rows() -> list[tuple[str, str, str]]:
    """Return a row for each directive: its name, what stands after the name, what it does."""
    return [(entry.name, entry.argument or "—", entry.does) for entry in DIRECTIVES.values()]


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
