"""How works are labelled, sorted and drawn in the bibliography.

The usual labels keep Latin letters only, so a work by a Russian author would be labelled "99" or nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pybtex.plugin import register_plugin
from pybtex.style.formatting.unsrt import Style as Plain
from pybtex.style.labels import BaseLabelStyle
from pybtex.style.sorting import BaseSortingStyle

if TYPE_CHECKING:
    from pybtex.database import Entry

NAME = "edition"
"""The name under which the style is chosen: ``bibtex_default_style``."""


def label(entry: Entry) -> str:
    """Return what a work is called: its author's family name (or its ``key``, or its title), and its year."""
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    names = [" ".join(person.last_names) for person in people]
    name = " and ".join(names) or entry.fields.get("key") or entry.fields.get("title") or entry.key
    return f"{name} {entry.fields['year']}" if "year" in entry.fields else name


class Labels(BaseLabelStyle):  # type: ignore[misc]  # pybtex has no types
    """Labels that keep every letter and are never the same twice."""

    def format_labels(self, entries: Iterable[Entry]) -> Iterator[str]:
        """Yield the labels; a second work of the same name and year gets an ``a`` after it, and so on."""
        seen: dict[str, int] = {}
        for entry in entries:
            text = label(entry)
            seen[text] = seen.get(text, -1) + 1
            yield text if not seen[text] else f"{text}{'abcdefghijklmnopqrstuvwxyz'[seen[text] - 1]}"


class Sorting(BaseSortingStyle):  # type: ignore[misc]
    """Sorts works by their labels."""

    def sorting_key(self, entry: Entry) -> tuple[str, str]:
        """Return the key by which a work is sorted."""
        return label(entry).lower(), entry.key


class Style(Plain):  # type: ignore[misc]
    """The plain style, labelled and sorted by name and year."""

    default_label_style = NAME
    default_sorting_style = NAME


def register() -> None:
    """Make the style known to pybtex, and so to the bibliography directive."""
    register_plugin("pybtex.style.labels", NAME, Labels)
    register_plugin("pybtex.style.sorting", NAME, Sorting)
    register_plugin("pybtex.style.formatting", NAME, Style)
