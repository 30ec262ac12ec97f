"""The kinds of checks that come by entry points, ours and others': a text that is run, and judged by what came of it.

A package adds one with an entry point in the group ``verify.kinds``: its name is that of the directive, and it leads to
a :class:`TextKind`. Each check of such a kind runs in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from verify.checks.draft import Draft
from verify.model import Kind


def _nothing(_: str) -> str:
    return ""


@dataclass(frozen=True)
class TextKind:
    """What is known of a kind.

    Attributes:
        does: what it does, in words, for the reference.
        language: the language in which its text is shown.
        run: ``package.module:function``, which gets the text in the process of the check; returns what JSON can hold.
        judge: gets the result in the making, with the check, and what was returned; reports what is wrong.
        faults: what is wrong with the form of a text: how many lines below its first, what, and how to mend it.
        skipped: why a text says that it is not run; empty if it does not.
    """

    does: str
    language: str
    run: str
    judge: Callable[[Draft, Any], None]
    faults: Callable[[str], Iterable[tuple[int, str, str]]]
    skipped: Callable[[str], str] = _nothing


def kind_of(kind: Kind) -> TextKind:
    """Return what is known of a kind that comes by an entry point."""
    found: TextKind = Kind.entries()[kind].load()
    return found
