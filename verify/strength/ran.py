"""A worker that tells what code of the project ran in a page's process, and has other packages imported beforehand.

``python -m verify.strength.ran MODULE…`` serves as :mod:`verify.run.worker` does, once these modules are imported.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any, Final

from verify.run import worker
from verify.run.listen import Reached
from verify.settings import Settings

RAN: Final = "ran:"


def named(file: str, code: CodeType) -> str:
    """Return what code is called among what a process reached, given its file as it is called there."""
    return f"{RAN}{file}:{code.co_firstlineno}:{code.co_qualname}"


class Ran(Reached):
    """Notes also the functions and the bodies of classes and modules that run."""

    def __init__(self, settings: Settings) -> None:
        """Begin to listen."""
        super().__init__(settings)
        self._codes: set[CodeType] = set()
        self._folder = os.path.join(settings.root, "")
        self._listen = sys.setprofile
        self._other: Callable[[FrameType, str, Any], object] | None = None

    def forget(self) -> None:
        """Begin anew in the process of a page; whoever else listens to calls there goes on doing so."""
        super().forget()
        vars(sys)["setprofile"] = self._let
        self._listen(self._called)

    def new(self) -> tuple[tuple[str, str], ...]:
        """Return what was noted since the last call, and what ran since then."""
        ran, self._codes = self._codes, set()
        ours = (code for code in ran if code.co_filename.startswith(self._folder))
        names = {named(code.co_filename.removeprefix(self._folder), code) for code in ours}
        return (*super().new(), *((name, "") for name in sorted(names)))

    def _let(self, other: Callable[[FrameType, str, Any], object] | None) -> None:
        self._other = other

    def _called(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            self._codes.add(frame.f_code)
        if self._other:
            self._other(frame, event, argument)


def _imported(settings: Settings) -> Reached:
    """Begin to note what is read, once the modules are imported."""
    reached = Reached(settings)
    for name in sys.argv[1:]:
        with suppress(Exception):  # it is imported where a page needs it
            importlib.import_module(name)
    return reached


if __name__ == "__main__":
    worker.main(_imported if sys.argv[1:] else Ran)
