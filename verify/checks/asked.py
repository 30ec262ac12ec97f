"""Notes which rules run while a check runs. What really ran decides, not how the check is written.

A library of rules raises the audit event ``rules.listeners`` when it is imported, with a list; what is put into it is
told the loci of each rule that is called and of each table that is read. What modules do while they are imported does
not count. What a statement of the page has asked counts again for every check that uses a name which it bound.
"""

from __future__ import annotations

import dis
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from verify.run import loader

CALLED: Final = ""
"""Stands among the loci for a function of a watched package, be it a rule or not."""
_OURS: Final = tuple(os.path.join(Path(__file__).parents[1], room, "") for room in ("checks", "run"))
_LOADS: Final = frozenset({"LOAD_NAME", "LOAD_GLOBAL"})
_STORES: Final = frozenset({"STORE_NAME", "STORE_GLOBAL"})


class Asked:
    """What the checks of one page ask.

    Attributes:
        heard: the loci of the rules asked by the check that runs, and ``CALLED``.
    """

    def __init__(self, watch: Sequence[str]) -> None:
        """Begin to listen; nothing can end this.

        Args:
            watch: the packages that hold rules.
        """
        self.heard: set[str] = set()
        self._watch = frozenset(watch)
        self._made: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        sys.addaudithook(self._offer)

    def _offer(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "rules.listeners":
            args[0].append(self._hear)

    def _hear(self, loci: Iterable[str]) -> None:
        if not loader.DigestLoader.importing:
            self.heard.update(loci)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame.f_code.co_filename.startswith(_OURS):
            return
        if f"{frame.f_globals.get('__name__')}".partition(".")[0] in self._watch:  # the page may have replaced str
            self._hear((CALLED,))
            if CALLED in self.heard:
                sys.setprofile(None)  # one is enough, and listening takes time

    @contextmanager
    def during(self, code: CodeType) -> Iterator[None]:
        """Run a statement of the page: it asks what its rules carry, and what the names that it uses were made with."""
        before, self.heard = self.heard, set()
        loads, bodies, stores = _names(code)
        try:
            sys.setprofile(self._called)
            yield
        finally:
            sys.setprofile(None)
            made = frozenset(self.heard | self._kept(loads))
            self.heard = before | made | self._kept(bodies)
            self._made |= dict.fromkeys(stores, (made, bodies))

    def _kept(self, names: Iterable[str]) -> set[str]:
        """Return what was asked to make these names and what they use in their turn."""
        found: set[str] = set()
        seen: set[str] = set()
        ahead = set(names)
        while ahead := (ahead - seen) & self._made.keys():
            seen |= ahead
            made = [self._made[name] for name in ahead]
            found.update(*(loci for loci, _ in made))
            ahead = set().union(*(bodies for _, bodies in made))
        return found


def _names(code: CodeType) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the names of the page that a statement uses itself, those that functions in it use, and those it binds."""
    steps = list(dis.get_instructions(code))
    inner = [_names(part) for part in code.co_consts if isinstance(part, CodeType)]
    return (
        frozenset(step.argval for step in steps if step.opname in _LOADS),
        frozenset().union(*(loads | bodies for loads, bodies, _ in inner)),
        frozenset(step.argval for step in steps if step.opname in _STORES),
    )
