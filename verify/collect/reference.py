"""Tables for the authors' reference, drawn from the same definitions that the scan and the directives use."""

from __future__ import annotations

from dataclasses import fields

from verify.collect.vocabulary import DIRECTIVES, Takes
from verify.settings import Settings

_TAKES = {
    Takes.FLAG: "nothing: its presence says it",
    Takes.TEXT: "a text",
    Takes.NAME: "a name of your choice, once on its page",
    Takes.ERROR: "the name of an exception class",
    Takes.SECONDS: "a number of seconds",
    Takes.LOCUS: "one locus",
    Takes.LOCI: "loci, separated by spaces",
    Takes.FILES: "files, relative to the page, separated by spaces",
    Takes.QUOTATION: "at most six words quoted from the source",
    Takes.GRADE: "proved, very probable or open",
}


def directive_rows() -> list[tuple[str, str, str]]:
    """Return a row for each directive: its name, what stands after the name, what it does."""
    return [(entry.name, entry.argument or "—", entry.does) for entry in DIRECTIVES.values()]


def option_rows() -> list[tuple[str, str, str]]:
    """Return a row for each option of each directive: directive, option, what it takes; required ones are marked."""
    return [
        (entry.name, f":{name}:", _TAKES[takes] + (" (required)" if name in entry.required else ""))
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
